//! Balls on a cloth match references of 50 digits: single balls, impacts, banks, shots at one ball and breaks.

use std::f64::consts::PI;

use collide_core::body::{Body, Cloth};
use collide_core::measure::kinetic_energy;
use collide_core::report::Event;
use collide_core::response::Surface;
use collide_core::response::cloth::{ClothSpin, respond_on_cloth};
use collide_core::response::spin::Spin;
use collide_core::response::strike::{Stroke, strike};
use collide_core::shape::Shape;
use collide_core::step::{Hook, Stepper};
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};
use serde_json::Value;

const RADIUS: f64 = 0.028575;
const MASS: f64 = 0.170097;
const INERTIA: f64 = 0.4;
const RAILS: [&str; 4] = ["x=0", "x=w", "y=0", "y=l"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn vector(value: &Value) -> DVec2 {
    dvec2(number(&value[0]), number(&value[1]))
}

/// The roll and the spin about the vertical axis of an angular velocity in space.
fn roll_and_side(spin: &Value) -> (DVec2, f64) {
    let [x, y, z] = [0, 1, 2].map(|axis| number(&spin[axis]));
    (dvec2(y, -x) * RADIUS, z)
}

fn read(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

fn cloth(constants: &Value) -> Cloth {
    let of = |name: &str| number(&constants[name]);
    let gravity = of("g");
    Cloth {
        sliding: of("mu_s") * gravity,
        rolling: of("mu_r") * gravity,
        spinning: of("mu_sp") * gravity / (INERTIA * RADIUS),
    }
}

/// A ball of the reference.
fn ball(state: &Value, constants: &Value) -> Body<DVec2> {
    let (roll, side) = roll_and_side(&state["w"]);
    Body {
        velocity: vector(&state["v"]),
        roll,
        angular_velocity: side,
        inertia_factor: Some(INERTIA),
        cloth: Some(cloth(constants)),
        mass: MASS,
        restitution: constants["e_b"].as_f64().unwrap_or(1.0),
        friction: constants["mu_b"].as_f64().unwrap_or(0.0),
        ..Body::dynamic(Shape::ball(RADIUS), vector(&state["r"]))
    }
}

/// A table of the reference.
struct Table {
    world: World<DVec2>,
    stepper: Stepper<DVec2>,
    names: Vec<(BodyId, String)>,
}

impl Table {
    fn new(case: &Value) -> Self {
        let constants = &case["constants"];
        let mut world = World::new();
        let mut names = Vec::new();
        if let Some(width) = case["width"].as_f64() {
            let length = number(&case["length"]);
            let rails = [
                (DVec2::X, DVec2::ZERO),
                (-DVec2::X, DVec2::X * width),
                (DVec2::Y, DVec2::ZERO),
                (-DVec2::Y, DVec2::Y * length),
            ];
            for ((normal, place), name) in rails.into_iter().zip(RAILS) {
                let rail = Body::fixed(Shape::half_space(normal), place);
                let id = world.add(Body { nose: number(&constants["nose"]), ..rail }).unwrap();
                names.push((id, name.to_owned()));
            }
        }
        for (name, state) in case["balls"].as_object().unwrap() {
            let id = world.add(ball(state, constants)).unwrap();
            names.push((id, name.clone()));
        }
        let mut stepper = Stepper::new();
        let (restitution, friction) = (number(&constants["e_c"]), number(&constants["mu_c"]));
        stepper.hook = Some(Hook::new(move |pair| {
            let is_rail = pair.bodies[1].inertia_factor.is_none();
            Some(if is_rail {
                Surface { restitution, friction, ..pair.surface }
            } else {
                pair.surface
            })
        }));
        Self { world, stepper, names }
    }

    fn name(&self, id: BodyId) -> &str {
        &self.names.iter().find(|(body, _)| *body == id).unwrap().1
    }

    fn id(&self, name: &str) -> BodyId {
        self.names.iter().find(|(_, other)| other == name).unwrap().0
    }

    /// Makes a step and lists its events, with the kind of the reference and the names, at times since `start`.
    fn step(&mut self, start: f64, dt: f64) -> Vec<(f64, String, Vec<String>)> {
        let report = self.stepper.step(&mut self.world, dt).clone();
        assert!(report.limits.is_empty(), "{:?}", report.limits);
        let listed = report.events.iter().filter_map(|event| {
            let (kind, bodies) = match event {
                Event::Impact(impact) => {
                    let is_rail = RAILS.contains(&self.name(impact.bodies[1]));
                    let kind = if is_rail { "cushion" } else { "ball_ball" };
                    (kind, impact.bodies.to_vec())
                }
                Event::Rolls { ball, .. } => ("sliding_rolling", vec![*ball]),
                Event::Stopped { ball, .. } => ("rolling_still", vec![*ball]),
                _ => return None,
            };
            let mut names: Vec<_> = bodies.iter().map(|id| self.name(*id).to_owned()).collect();
            names.sort();
            Some((start + event.time(), kind.to_owned(), names))
        });
        listed.collect()
    }

    /// The number of balls that have come to rest.
    fn is_moving(&self) -> bool {
        self.world.is_moving()
    }
}

/// The events of a reference: time, kind and names.
fn expected(events: &[Value]) -> Vec<(f64, String, Vec<String>)> {
    let event = |event: &Value| {
        let time = event["t_30"].as_str().unwrap().parse().unwrap();
        let names = event["agents"].as_array().unwrap().iter();
        let mut names: Vec<_> = names.map(|name| name.as_str().unwrap().to_owned()).collect();
        names.sort();
        (time, event["type"].as_str().unwrap().to_owned(), names)
    };
    events.iter().map(event).collect()
}

/// Sorts events of the same time by their names: two balls may begin to roll at once, and rounding decides which comes first.
fn sort_simultaneous(events: &mut [(f64, String, Vec<String>)]) {
    for events in events.chunk_by_mut(|one, next| next.0 - one.0 <= 1e-12) {
        events.sort_by(|one, two| one.2.cmp(&two.2));
    }
}

/// Plays a table in steps of `dt` seconds until nothing moves, and asserts that its events are those of the reference, within
/// `tolerance` in time.
fn assert_events(case: &Value, dt: f64, tolerance: f64) {
    let mut table = Table::new(case);
    let mut events = Vec::new();
    let mut energy = kinetic_energy(&table.world);
    let mut steps = 0;
    while table.is_moving() && f64::from(steps) * dt < 60.0 {
        events.extend(table.step(f64::from(steps) * dt, dt));
        steps += 1;
        let now = kinetic_energy(&table.world);
        assert!(now <= energy * (1.0 + 1e-14));
        energy = now;
    }
    let mut listed = case["events"].as_array().unwrap().clone();
    listed.extend(case["times"].as_array().into_iter().flatten().cloned());
    let mut wanted = expected(&listed);
    sort_simultaneous(&mut events);
    sort_simultaneous(&mut wanted);
    let title = format!("{} in steps of {dt}", case["label"]);
    let mut worst = 0.0f64;
    for (number, (found, wanted)) in events.iter().zip(&wanted).enumerate() {
        let error = (found.0 - wanted.0).abs();
        assert!(
            error <= tolerance && (&found.1, &found.2) == (&wanted.1, &wanted.2),
            "{title}, event {number}: {found:?} for {wanted:?}, after {worst:e}"
        );
        worst = worst.max(error);
    }
    assert_eq!(events.len(), wanted.len(), "{title}: {:?}", events.last());
    println!("{title}: {} events, largest error {worst:.1e} s", wanted.len());
}

#[test]
fn single_balls_slide_roll_and_stop_as_the_reference() {
    let file = read(include_str!("../../data/spin/slide_to_roll.json"));
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 8);
    for case in cases {
        let mut case = case.clone();
        let state = serde_json::json!({ "r": [0.0, 0.0], "v": case["v"], "w": case["w"] });
        case["balls"] = serde_json::json!({ "cue": state });
        case["constants"] = file["constants"].clone();
        for dt in [1.0 / 60.0, 1.0 / 240.0, 30.0] {
            assert_events(&case, dt, 1e-11);
        }
        let mut table = Table::new(&case);
        let end = case["events"].as_array().unwrap().last().unwrap();
        table.step(0.0, 30.0);
        let cue = table.id("cue");
        let error = table.world.position(cue).unwrap() - vector(&end["after"]["cue"]["r"]);
        assert!(error.length() < 1e-12, "{error}");
    }
}

#[test]
fn states_at_the_end_of_a_slide_match_to_fourteen_digits() {
    let file = read(include_str!("../../data/spin/slide_to_roll.json"));
    for case in file["cases"].as_array().unwrap() {
        let first = &case["events"][0];
        if first["type"] != "sliding_rolling" {
            continue;
        }
        let state = serde_json::json!({ "r": [0.0, 0.0], "v": case["v"], "w": case["w"] });
        let mut world = World::new();
        let id = world.add(ball(&state, &file["constants"])).unwrap();
        // A step to the event itself leaves the state at it, but for the rolling of its last bits.
        let report = Stepper::new().step(&mut world, number(&first["t"]) * (1.0 + 1e-15)).clone();
        assert!(report.events.iter().any(|event| matches!(event, Event::Rolls { .. })));
        let after = &first["after"]["cue"];
        let body = world.body(id).unwrap();
        assert!((body.velocity - vector(&after["v"])).length() < 1e-14);
        assert!((body.position - vector(&after["r"])).length() < 1e-14);
        assert_eq!(body.roll, body.velocity);
    }
}

#[test]
fn shots_at_one_ball_match_reference() {
    let file = read(include_str!("../../data/spin/two_balls.json"));
    let is_constant = |case: &&Value| case["constants"]["mu_b"].is_number();
    let cases: Vec<_> = file["cases"].as_array().unwrap().iter().filter(is_constant).collect();
    assert_eq!(cases.len(), 11);
    for case in cases {
        for dt in [1.0 / 60.0, 1.0 / 240.0, 60.0] {
            assert_events(case, dt, 1e-11);
        }
    }
}

#[test]
fn bank_shots_match_reference() {
    let file = read(include_str!("../../data/spin/banks.json"));
    let shots = file["shots"].as_array().unwrap();
    assert_eq!(shots.len(), 2);
    for case in shots {
        for dt in [1.0 / 60.0, 1.0 / 240.0, 60.0] {
            assert_events(case, dt, 1e-11);
        }
    }
}

#[test]
fn cushion_impacts_match_reference() {
    let file = read(include_str!("../../data/spin/banks.json"));
    let constants = &file["constants"];
    let rows = file["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 30);
    let surface = Surface {
        restitution: number(&constants["e_c"]),
        friction: number(&constants["mu_c"]),
        ..Surface::default()
    };
    for row in rows {
        let (roll, side) = roll_and_side(&row[5]);
        let spin = Spin { angular_velocity: side, radius: RADIUS, inertia_factor: INERTIA };
        let wall = ClothSpin { spin: Spin::none(), roll: DVec2::ZERO };
        let velocities = [vector(&row[4]), DVec2::ZERO];
        let (masses, nose) = ([MASS, f64::INFINITY], number(&constants["nose"]));
        let spins = [ClothSpin { spin, roll }, wall];
        let after = respond_on_cloth(velocities, masses, spins, DVec2::X, &surface, nose).unwrap();
        let (roll, side) = roll_and_side(&row[7]);
        assert!((after.response.first - vector(&row[6])).length() < 1e-14, "{row}");
        assert!((after.rolls[0] - roll).length() < 1e-14, "{row}");
        assert!(((after.angular_velocities[0] - side) * RADIUS).abs() < 1e-14, "{row}");
        let energy = |velocity: &Value, spin: &Value| {
            let (roll, side) = roll_and_side(spin);
            let rotation = roll.length_squared() + (side * RADIUS).powi(2);
            0.5 * MASS * (vector(velocity).length_squared() + INERTIA * rotation)
        };
        let lost = energy(&row[4], &row[5]) - energy(&row[6], &row[7]);
        assert!((after.response.energy_lost - lost).abs() < 1e-14, "{row}");
        // The reference does not count the vertical motion, which the table takes.
        assert!(lost >= number(&row[11]) - 1e-14, "{row}");
    }
}

#[test]
fn throw_matches_reference() {
    let file = read(include_str!("../../data/spin/throw.json"));
    let rows = file["rows"].as_array().unwrap().iter();
    let rows: Vec<_> = rows.filter(|row| row[0] == "mu 0.06").collect();
    assert!(rows.len() > 50);
    for row in rows {
        let (speed, cut) = (number(&row[2]), number(&row[4]) * PI / 180.0);
        let velocity = dvec2(cut.sin(), cut.cos()) * speed;
        let (roll, side) = match row[3].as_str().unwrap() {
            "stun" => (DVec2::ZERO, 0.0),
            "roll" => (velocity, 0.0),
            "outside" => (DVec2::ZERO, 0.5 * speed / RADIUS),
            _ => (DVec2::ZERO, -0.5 * speed / RADIUS),
        };
        let spin = |rate| Spin { angular_velocity: rate, radius: RADIUS, inertia_factor: INERTIA };
        let cue = ClothSpin { spin: spin(side), roll };
        let object = ClothSpin { spin: spin(0.0), roll: DVec2::ZERO };
        let surface =
            Surface { restitution: number(&row[1]), friction: 0.06, ..Surface::default() };
        let (velocities, masses) = ([velocity, DVec2::ZERO], [MASS; 2]);
        let after =
            respond_on_cloth(velocities, masses, [cue, object], -DVec2::Y, &surface, 0.0).unwrap();
        let expected = dvec2(number(&row[7]), number(&row[8]));
        assert!((after.response.second - expected).length() < 1e-14 * speed.max(1.0), "{row}");
        let thrown = after.response.second;
        let angle = thrown.x.atan2(thrown.y) * 180.0 / PI;
        assert!((angle - number(&row[5])).abs() < 1e-11, "{row}: {angle}");
        if row[3] == "stun" && number(&row[1]) == 1.0 {
            let expected = f64::min(0.06, cut.tan() / 7.0);
            assert!((thrown.x / thrown.y - expected).abs() < 1e-14, "{row}");
        }
    }
}

#[test]
fn breaks_match_reference_to_the_last_ball_at_rest() {
    let file = read(include_str!("../../data/spin/break.json"));
    for (case, count) in file["cases"].as_array().unwrap().iter().zip([87, 98]) {
        let kinds = case["kinds"].as_object().unwrap().values();
        assert_eq!(kinds.filter_map(Value::as_u64).sum::<u64>(), count);
        for dt in [1.0 / 60.0, 1.0 / 240.0, 60.0] {
            assert_events(case, dt, 1e-9);
        }
    }
}

#[test]
fn rules_of_thumb_match_reference() {
    let file = read(include_str!("../../data/spin/rules.json"));
    let rows = file["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 9);
    for row in rows {
        let cut = number(&row[0]) * PI / 180.0;
        // The cue ball rolls along y, and the line of centres leads away from that by the cut.
        let line = dvec2(cut.sin(), cut.cos());
        let on_cloth = Cloth { rolling: 0.0, ..Cloth::default() };
        let ball = |place: DVec2, velocity: DVec2| Body {
            velocity,
            roll: velocity,
            inertia_factor: Some(INERTIA),
            cloth: Some(on_cloth),
            ..Body::dynamic(Shape::ball(0.5), place)
        };
        let mut world = World::new();
        let cue = world.add(ball(DVec2::Y * -2.0, DVec2::Y)).unwrap();
        let object = world.add(ball(line, DVec2::ZERO)).unwrap();
        Stepper::new().step(&mut world, 8.0);
        let velocity = world.velocity(cue).unwrap();
        let angle = velocity.x.atan2(velocity.y).abs() * 180.0 / PI;
        assert!((angle - number(&row[1])).abs() < 1e-10, "{row}: {angle}");
        assert!((velocity.length() - number(&row[2])).abs() < 1e-12, "{row}: {velocity}");
        let speed = world.velocity(object).unwrap().length();
        assert!((speed - number(&row[3])).abs() < 1e-12, "{row}: {speed}");
    }
}

#[test]
fn ball_that_grazes_another_ends_its_bounces_and_stops_as_the_reference() {
    let file = read(include_str!("../../data/spin/zeno.json"));
    let mut case = file["cases"][0].clone();
    case["balls"] = case["start"].clone();
    let still = serde_json::json!([0.0, 0.0, 0.0]);
    for name in ["v", "w"] {
        case["balls"]["one"][name] = still.clone();
    }
    for dt in [1.0 / 60.0, 1.0 / 240.0, 1.0] {
        let mut table = Table::new(&case);
        let (mut events, mut steps) = (Vec::new(), 0);
        while table.is_moving() && steps < 1000 {
            events.extend(table.step(f64::from(steps) * dt, dt));
            steps += 1;
        }
        assert!(events.len() < 100, "{}", events.len());
        let stop = events.iter().find(|event| event.1 == "rolling_still" && event.2 == ["cue"]);
        let expected = &case["cue_stops"];
        let error = (stop.unwrap().0 - number(&expected["t"])).abs();
        println!("{} events, the stop is {error:.1e} s off", events.len());
        assert!(error < 1e-6);
        let place = table.world.position(table.id("cue")).unwrap();
        assert!((place - vector(&expected["r"])).length() < 1e-9, "{place}");
    }
}

#[test]
fn topspin_drives_a_ball_into_a_cushion_as_in_the_reference() {
    let file = read(include_str!("../../data/spin/zeno.json"));
    let mut case = file["cases"][1].clone();
    case["balls"] = case["start"].clone();
    for dt in [1.0 / 60.0, 1.0 / 240.0, 60.0] {
        assert_events(&case, dt, 1e-11);
    }
}

#[test]
fn strokes_match_reference() {
    let file = read(include_str!("../../data/spin/strikes.json"));
    let rows = file["rows"].as_array().unwrap();
    assert!(rows.len() > 20);
    for row in rows {
        let stroke = Stroke {
            // The reference counts to the left.
            offset: dvec2(-number(&row[1]), number(&row[2])),
            elevation: number(&row[3]) * PI / 180.0,
            cue_mass: number(&file["cue_mass"]),
            tip_restitution: number(&row[4]),
            ball_mass: number(&file["mass"]),
            radius: number(&file["radius"]),
            inertia_factor: number(&file["inertia"]),
            ..Stroke::pool(DVec2::Y, number(&row[0]))
        };
        let struck = strike(&stroke).unwrap();
        let (roll, side) = roll_and_side(&row[6]);
        assert!((struck.velocity - vector(&row[5])).length() < 1e-14 * 8.0, "{row}");
        assert!((struck.roll - roll).length() < 1e-14 * 8.0, "{row} {struck:?} {roll}");
        assert!(((struck.angular_velocity - side) * RADIUS).abs() < 1e-14 * 8.0, "{row}");
    }
    let beside = Stroke { offset: dvec2(1.0, 0.2), ..Stroke::pool(DVec2::Y, 1.0) };
    assert_eq!(strike(&beside), None);
    assert_eq!(strike(&Stroke::pool(DVec2::Y, f64::NAN)), None);
}
