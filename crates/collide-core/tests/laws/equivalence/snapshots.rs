//! A world that is written and read again continues with the same bits.

use crate::support::random::Random;
use crate::support::round_trip::restored;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::body::{Body, Passage, Role};
use collide_core::measure::state_hash;
use collide_core::report::{Event, Report};
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

/// Asserts that two worlds are equal, including the signs of zeros, which the debug output shows.
fn assert_same<V: Vector>(one: &World<V>, other: &World<V>) {
    assert_eq!(one, other);
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
}

/// A stepper that follows contacts, as all else that is reported.
fn new_stepper<V: Vector>() -> Stepper<V> {
    Stepper::with_settings(Settings { contacts: true, ..Settings::default() })
}

/// A mixed scene; by its seed with gravity, in a periodic space, or with neither.
fn world<V: Vector>(seed: u64) -> World<V> {
    let mut world = World::new();
    let mut bodies = mixed_scene(&mut Random::new(seed), 24);
    if seed % 3 == 1 {
        world.set_gravity(V::unit(1) * -9.81).unwrap();
    }
    if seed % 3 == 2 {
        bodies.pop();
        world.set_period(V::from_components(|_| 40.0)).unwrap();
    }
    for (number, mut body) in bodies.into_iter().enumerate() {
        body.friction = [0.0, 0.3][number % 2];
        body.surface_velocity = V::unit(0) * [0.0, 2.0, -0.5][number % 3];
        body.linear_damping = [0.0, 0.0, 0.1][number % 3];
        body.breaks_after = [0, 0, 0, 0, 3][number % 5];
        body.tag = u64::MAX - number as u64;
        world.add_with_key(body, (1 << 63) + 7 * number as u64).unwrap();
    }
    world
}

fn restored_world_between_steps_matches_bits<V: Vector>() {
    for seed in 0..6 {
        let mut original = world::<V>(seed);
        for _ in 0..4 {
            for mut copy in restored(&original) {
                assert_same(&original, &copy);
                let mut original = original.clone();
                for _ in 0..4 {
                    let expected = new_stepper().step(&mut original, 0.1).clone();
                    assert_eq!(&expected, new_stepper().step(&mut copy, 0.1));
                }
                assert_same(&original, &copy);
                assert_eq!(state_hash(&original), state_hash(&copy));
            }
            new_stepper().step(&mut original, 0.1);
        }
    }
}

/// Makes a step in chunks of three events, and writes and reads the world after each chunk.
fn step_with_round_trips<V: Vector>(world: &mut World<V>, dt: f64, form: usize) -> Vec<Event<V>> {
    let mut stepper = new_stepper();
    stepper.integrate(world, dt);
    stepper.detect(world);
    let mut outcome = stepper.respond(world, 3);
    let mut events = stepper.report().events.clone();
    while outcome == Outcome::Interrupted {
        let copy = restored(world)[form].clone();
        assert!(copy.is_interrupted());
        assert_same(world, &copy);
        *world = copy;
        outcome = stepper.resume(world, 3);
        events.extend_from_slice(&stepper.report().events);
    }
    // Contacts are reported with the last part.
    events.sort_by(|one, two| one.time().total_cmp(&two.time()));
    events
}

fn restored_world_within_a_step_matches_bits<V: Vector>() {
    for seed in 0..6 {
        let mut whole = world::<V>(seed);
        let mut parts = whole.clone();
        for step in 0..3 {
            let expected = new_stepper().step(&mut whole, 0.3).events.clone();
            let form = step % 2;
            assert_eq!(expected, step_with_round_trips(&mut parts, 0.3, form), "seed {seed}");
            assert_same(&whole, &parts);
        }
    }
}

/// The snapshot contains free slots and the balls that were inside of removed bodies.
fn restored_world_with_removed_bodies_matches_bits_and_ids<V: Vector>() {
    let mut original = world::<V>(0);
    let sensor =
        Body { role: Role::Sensor(Passage::Edge), ..Body::fixed(Shape::ball(30.0), V::default()) };
    let sensor = original.add(sensor).unwrap();
    new_stepper().step(&mut original, 0.1);
    let ids: Vec<_> = original.ids().collect();
    for id in [ids[3], ids[0], ids[7], sensor] {
        original.remove(id).unwrap();
    }
    for mut copy in restored(&original) {
        let mut original = original.clone();
        assert_same(&original, &copy);
        let expected = new_stepper().step(&mut original, 0.1).clone();
        assert!(expected.events.iter().filter(|it| matches!(it, Event::Exited(_))).count() > 10);
        assert_eq!(&expected, new_stepper().step(&mut copy, 0.1));
        for _ in 0..6 {
            let ball = Body::dynamic(Shape::ball(0.1), V::default());
            assert_eq!(original.add(ball.clone()), copy.add(ball));
        }
        assert_same(&original, &copy);
        assert_eq!(original.body(ids[3]), None);
    }
}

in_both_spaces!(
    restored_world_between_steps_matches_bits,
    restored_world_within_a_step_matches_bits,
    restored_world_with_removed_bodies_matches_bits_and_ids
);

/// Every shape of the plane, a gate, a paddle with a target and moving boxes, without round numbers.
fn shapes() -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(dvec2(-0.0, -0.1)).unwrap();
    let points = [dvec2(0.1, 0.2), dvec2(1.3, -0.3), dvec2(2.1, 0.7), dvec2(0.9, 1.9)];
    let mut backwards = points;
    backwards.reverse();
    let shapes = [
        Shape::polygon(&points).unwrap(),
        Shape::polygon(&backwards).unwrap(),
        Shape::chain(&points).unwrap(),
        Shape::chain(&points[..2]).unwrap(),
        Shape::closed_chain(&points).unwrap(),
        Shape::turned_cuboid(dvec2(0.3, 0.7), Frame::along(dvec2(1.0, 3.0))),
        Shape::capsule(points[0], points[2], 0.1),
        Shape::rounded_cuboid(dvec2(0.3, 0.7), 0.1),
        Shape::half_space(dvec2(0.3, 1.0)),
    ];
    for (number, mut shape) in shapes.into_iter().enumerate() {
        if let Shape::Outline(outline) = &mut shape {
            outline.radius = 0.05 * number as f64;
        }
        let place = dvec2(4.0 * number as f64, if number == 8 { -8.0 } else { 0.0 });
        let gate = Role::OneWay { open: dvec2(0.1, 1.0) };
        let role = if number == 3 { gate } else { Role::Solid };
        world.add(Body { role, ..Body::fixed(shape, place) }).unwrap();
    }
    let paddle = Body::kinematic(Shape::cuboid(DVec2::ONE), dvec2(-4.0, 0.0), DVec2::ZERO);
    world.add(Body { target: Some(dvec2(-3.0, 0.3)), ..paddle }).unwrap();
    for number in 0..30 {
        let place = dvec2(1.2 * f64::from(number), 4.0 + 0.1 * f64::from(number % 3));
        let shape = match number % 3 {
            0 => Shape::cuboid(dvec2(0.2, 0.3)),
            _ => Shape::ball(0.3),
        };
        let velocity = dvec2(0.1, -5.0);
        world.add(Body { velocity, restitution: 0.9, ..Body::dynamic(shape, place) }).unwrap();
    }
    world
}

#[test]
fn restored_shapes_match_bits() {
    for mut copy in restored(&shapes()) {
        let mut original = shapes();
        assert_same(&original, &copy);
        let mut impacts = 0;
        for _ in 0..20 {
            let expected = new_stepper().step(&mut original, 0.1).clone();
            assert_eq!(&expected, new_stepper().step(&mut copy, 0.1));
            impacts += expected.impacts().count();
        }
        assert!(impacts > 30, "{impacts}");
        assert_same(&original, &copy);
    }
}

#[test]
fn world_that_cannot_be_read_is_not_written() {
    let grown = Shape::polygon(&[DVec2::ZERO, dvec2(3.0, 1.0), dvec2(1.0, 2.0)]).unwrap();
    let grown = grown.grown_by(dvec2(0.1, 0.7)).unwrap().into_owned();
    let mut world = World::new();
    world.add(Body::fixed(grown, DVec2::ZERO)).unwrap();
    let refused = serde_json::to_string(&world).unwrap_err().to_string();
    assert!(refused.contains("grown by a box"), "{refused}");

    let mut world = World::<DVec2>::new();
    let fast = DVec2::new(f64::MAX, 0.0);
    let body = Body { velocity: fast, ..Body::dynamic(Shape::ball(1.0), fast) };
    world.add(body).unwrap();
    new_stepper().step(&mut world, 10.0);
    let refused = serde_json::to_string(&world).unwrap_err().to_string();
    assert_eq!(refused, "the body with the key 0: position cannot be inf");
}

#[test]
fn restored_reports_settings_and_bodies_are_equal() {
    let mut world = world::<DVec3>(1);
    let report = new_stepper().step(&mut world, 1.0).clone();
    assert!(report.impacts().count() > 5 && !report.legs.is_empty());
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(report, serde_json::from_str::<Report<DVec3>>(&text).unwrap());
    let bytes = postcard::to_stdvec(&report).unwrap();
    assert_eq!(report, postcard::from_bytes::<Report<DVec3>>(&bytes).unwrap());
    let settings = Settings { events_per_second: 1e5, ..Settings::default() };
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(settings, serde_json::from_str::<Settings>(&text).unwrap());
    let id = world.ids().next().unwrap();
    let text = serde_json::to_string(&world.body(id).unwrap()).unwrap();
    assert_eq!(world.body(id), Some(serde_json::from_str::<Body<DVec3>>(&text).unwrap()));
}

/// A change that breaks this snapshot of the present format needs a new format number.
#[test]
fn snapshot_of_the_present_format_is_read_and_written() {
    let text = r#"{"format":21,"gravity":[0.0,-2.0],"period":[0.0,0.0],"given_rounding":2.220446049250313e-16,"next_key":6,"generations":[1,0],
        "free":[0],"bodies":[{"id":{"index":1,"generation":0},"key":5,"body":{"kind":"Dynamic","shape":
        {"Convex":{"centre":[0.0,0.0],"half":[0.0,0.0],"radius":0.5,"frame":[[1.0,0.0],[0.0,1.0],[0.0,0.0]]}},
        "role":"Solid","layers":{"memberships":1,"filters":4294967295},"tag":7,"position":[0.0,1.0],
        "rotation":[[1.0,0.0],[0.0,1.0],[0.0,0.0]],"velocity":[3.0,0.0],"angular_velocity":0.0,"inertia_factor":null,"cloth":null,"roll":[0.0,0.0],"nose":0.0,"target":null,"mass":2.0,"restitution":1.0,"friction":0.0,"tangential_restitution":0.0,
        "rolling_friction":0.0,"surface_velocity":[0.0,0.0],
        "minimum_impulse":0.0,"speed_limits":{"least":0.0,"most":1.7976931348623157e+308},"breaks_after":0,"gravity_scale":1.0,"acceleration":[0.0,0.0],
        "rolling_resistance":0.0,"linear_damping":0.0,"angular_damping":0.0},"time":0.0,"supports":{"pushes":[],"walls":[]},"pile_state":"Free","even":null,"chord":null,
        "in_cluster":false,"detach_count":0,"quiet_time":0.0,"asleep":null,"bounced":null,
        "edited":false,"held":"Free","may_overlap":false,"overlap_reported":false,"events":0,"revision":2,"absorbed_by":null}],"inside":[],
        "departed":[],"last_crossings":[],"woken":[],"contacts":{"resting":[],"suppressed":[],"passed_over":[],"points":[],
        "noted_touches":[],"ended":[],"requested":[]},"progress":null}"#;
    let mut world: World<DVec2> = serde_json::from_str(text).unwrap();
    let compact: String = text.split_whitespace().collect();
    assert_eq!(serde_json::to_string(&world).unwrap(), compact);
    new_stepper().step(&mut world, 0.5);
    let ball = world.id_with_key(5).unwrap();
    assert_eq!(world.body(ball).unwrap().position, dvec2(1.5, 0.75));
}
