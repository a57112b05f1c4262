//! Snapshots of invalid worlds are refused, and no change of a snapshot causes a panic.

use collide_core::body::{Body, Passage, Role};
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::world::World;
use glam::{DVec2, dvec2};
use serde_json::{Value, json};

use crate::support::round_trip::restored;

/// A world in the middle of a step: two balls, one of them inside a sensor that the other has crossed, a
/// removed body and a free slot.
fn small_world() -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -1.0)).unwrap();
    world.set_period(dvec2(50.0, 0.0)).unwrap();
    let ball = |x: f64, speed: f64| Body {
        velocity: dvec2(speed, 0.0),
        rolling_resistance: 0.1,
        ..Body::dynamic(Shape::ball(0.5), dvec2(x, 0.0))
    };
    let sensor = |half: f64| Body {
        role: Role::Sensor(Passage::Edge),
        ..Body::fixed(Shape::cuboid(DVec2::splat(half)), DVec2::ZERO)
    };
    let gone = world.add(sensor(9.0)).unwrap();
    world.add(ball(-3.0, 2.0)).unwrap();
    world.add(ball(3.0, -2.0)).unwrap();
    world.add(sensor(2.0)).unwrap();
    let last = world.add(ball(20.0, 0.0)).unwrap();
    let roof = Shape::polygon(&[dvec2(0.0, 0.0), dvec2(2.0, 0.0), dvec2(1.0, 1.0)]).unwrap();
    world.add(Body::fixed(roof, dvec2(10.0, 0.0))).unwrap();
    let hills = Shape::chain(&[dvec2(-9.0, 0.0), dvec2(0.0, 0.5), dvec2(9.0, 0.0)]).unwrap();
    world.add(Body::fixed(hills, dvec2(0.0, -2.0))).unwrap();
    Stepper::new().step(&mut world, 0.1);
    world.remove(last);
    let mut stepper = Stepper::new();
    stepper.integrate(&mut world, 3.0);
    stepper.detect(&mut world);
    assert_eq!(stepper.respond(&mut world, 3), Outcome::Interrupted);
    world.remove(gone);
    world
}

type Change = fn(&mut Value);

/// Invalid changes of a snapshot, and words of the error that refuses each.
const INVALID: [(Change, &str); 27] = [
    (|it| it["format"] = json!(1), "format 1"),
    (|it| it["gravity"] = json!([null, 0.0]), "f64"),
    (|it| it["period"] = json!([-1.0, 0.0]), "period cannot be -1"),
    (|it| it["period"] = json!([0.5, 0.0]), "width cannot be"),
    (|it| it["next_key"] = json!(2), "the next key"),
    (|it| it["generations"] = json!([]), "no body can be at"),
    (|it| it["generations"][1] = json!(1), "no body can be at"),
    (|it| it["free"][0] = json!(1), "place 1 is not free"),
    (|it| it["free"][0] = json!(99), "place 99 is not free"),
    (|it| it["free"] = json!([]), "is missing among the free ones"),
    (|it| it["free"] = json!([0, 0, 4]), "place 0 is not free"),
    (|it| it["bodies"][1]["id"]["index"] = json!(99), "no body can be at"),
    (|it| it["bodies"][1] = it["bodies"][0].clone(), "no body can be at"),
    (|it| it["bodies"][1]["key"] = it["bodies"][0]["key"].clone(), "another body has the key"),
    (|it| it["bodies"][0]["body"]["mass"] = json!(0.0), "mass cannot be 0"),
    (|it| it["bodies"][0]["body"]["kind"] = json!("Dancing"), "unknown variant"),
    (|it| it["bodies"][2]["body"]["kind"] = json!("Dynamic"), ""),
    (|it| it["bodies"][0]["time"] = json!(3.1), "3.1 is not a time of the step"),
    (|it| it["bodies"][0]["supports"]["pushes"] = Value::Null, ""),
    (|it| it["bodies"][0]["bounced"] = json!([{"index": 9, "generation": 0}, 1]), "never given"),
    (|it| it["inside"][0][0] = json!({"index": 0, "generation": 0}), "cannot be such a pair"),
    (|it| it["inside"] = json!([it["inside"][0], it["inside"][0]]), "such a pair"),
    (|it| it["departed"] = it["inside"].clone(), "cannot be such a pair"),
    (|it| it["progress"]["dt"] = json!(0.0), "not a time of the step"),
    (|it| it["progress"] = Value::Null, ""),
    (|it| it["given_rounding"] = json!(0.5), "given rounding cannot be 0.5"),
    (|it| it["bodies"][0]["pile_state"] = json!("Member"), "impossible state"),
];

#[test]
fn snapshot_of_an_invalid_world_is_refused() {
    let written = serde_json::to_value(small_world()).unwrap();
    assert!(serde_json::from_value::<World<DVec2>>(written.clone()).is_ok());
    for (number, (change, words)) in INVALID.into_iter().enumerate() {
        let mut changed = written.clone();
        change(&mut changed);
        assert_ne!(changed, written, "{number}: {words}");
        match serde_json::from_value::<World<DVec2>>(changed) {
            Err(error) => assert!(error.to_string().contains(words), "{number}: {words}: {error}"),
            // A sensor that is made dynamic is valid: it falls.
            Ok(_) => assert_eq!(number, 16, "{words} was read"),
        }
    }
}

#[test]
fn snapshot_of_a_box_in_a_round_arena_is_refused() {
    let mut world = World::new();
    world.add(Body::fixed(Shape::round_arena(9.0), DVec2::ZERO)).unwrap();
    world.add(Body::dynamic(Shape::ball(0.5), DVec2::ZERO)).unwrap();
    let mut written = serde_json::to_value(&world).unwrap();
    written["bodies"][1]["body"]["shape"]["Convex"]["half"] = json!([1.0, 1.0]);
    let refused = serde_json::from_value::<World<DVec2>>(written).unwrap_err().to_string();
    assert!(refused.contains("cannot meet that of the body with the key 0"), "{refused}");
}

/// Collects the JSON pointers to all values of a snapshot.
fn pointers(value: &Value, here: &str, all: &mut Vec<String>) {
    all.push(here.to_owned());
    match value {
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                pointers(item, &format!("{here}/{number}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                pointers(field, &format!("{here}/{name}"), all);
            }
        }
        _ => {}
    }
}

/// Plays, edits and writes a world that was read.
fn play(mut world: World<DVec2>) {
    let written = serde_json::to_string(&world).unwrap();
    assert_eq!(serde_json::to_string(&restored(&world)[0]).unwrap(), written);
    let settings = Settings { events_per_second: 100.0, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    let written: Value = serde_json::from_str(&written).unwrap();
    let is_long = written["progress"]["dt"].as_f64().is_some_and(|dt| dt > 10.0);
    let outcome = stepper.resume(&mut world, 200);
    if is_long && outcome == Outcome::Interrupted {
        // A step of years has too many events to play to the end.
        return;
    }
    stepper.step(&mut world, 0.1);
    stepper.step(&mut world, 0.1);
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        world.restore(id);
        world.remove(id).unwrap();
        let _ = world.add(Body::dynamic(Shape::ball(0.5), DVec2::ZERO));
    }
    stepper.step(&mut world, 0.1);
}

#[test]
fn changed_text_is_read_or_refused_without_panic() {
    let written = serde_json::to_value(small_world()).unwrap();
    let mut all = Vec::new();
    pointers(&written, "", &mut all);
    let values = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(3),
        json!(0.7),
        json!(-0.0),
        json!(1e-300),
        json!(1e9),
        json!(1e300),
        json!(u32::MAX),
        json!(u64::MAX),
        json!(true),
        json!([]),
        json!([0.0, 1.0]),
        json!({"index": 3, "generation": 0}),
        json!("Static"),
        json!("Solid"),
        json!({"RoundArena": {"radius": 30.0}}),
        json!({"HalfSpace": {"normal": [0.6, 0.8], "level": 1.0}}),
    ];
    let (mut read, mut refused) = (0, 0);
    let mut attempt = |changed: Value| match serde_json::from_value::<World<DVec2>>(changed) {
        Ok(world) => {
            read += 1;
            play(world);
        }
        Err(_) => refused += 1,
    };
    for pointer in &all {
        for value in &values {
            let mut changed = written.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            attempt(changed);
        }
        if let Some(Value::Array(items)) = written.pointer(pointer) {
            for (number, item) in items.iter().enumerate() {
                let mut changed = written.clone();
                let list = changed.pointer_mut(pointer).unwrap().as_array_mut().unwrap();
                list.remove(number);
                attempt(changed.clone());
                let list = changed.pointer_mut(pointer).unwrap().as_array_mut().unwrap();
                list.insert(number, item.clone());
                list.push(item.clone());
                attempt(changed);
            }
        }
    }
    println!("{} values changed: {read} worlds read, {refused} refused", all.len());
    assert!(read > 500 && refused > 2000, "{read} read, {refused} refused");
}

#[test]
fn changed_bytes_are_read_or_refused_without_panic() {
    let written = postcard::to_stdvec(&small_world()).unwrap();
    let mut refused = 0;
    for length in 0..written.len() {
        assert!(postcard::from_bytes::<World<DVec2>>(&written[..length]).is_err());
    }
    for place in 0..written.len() {
        for bit in 0..8 {
            let mut changed = written.clone();
            changed[place] ^= 1 << bit;
            match postcard::from_bytes::<World<DVec2>>(&changed) {
                Ok(world) => play(world),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > written.len(), "{refused} of {} refused", 8 * written.len());
}
