//! Cases that broke the core under a fuzzer, each with its story.

use collide_core::body::{Body, Role};
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy};
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Stepper};
use collide_core::world::{BodyId, World};
use glam::{DVec2, Vec2, dvec2, vec2};

use crate::support::random::Random;

/// A closed chain of five walls with a ball inside that is so fast, and so dull, that it slides along
/// one wall after another.
fn sliding_in_a_closed_chain() -> (World<DVec2>, BodyId) {
    let corners = [
        dvec2(12.12502209543827, 3.038723282092947),
        dvec2(0.8568403060098706, 12.470598409458821),
        dvec2(-11.59546566339331, 4.668530395002986),
        dvec2(-8.02323220136929, -9.585287947835),
        dvec2(6.636835463314456, -10.592564138719746),
    ];
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -2.0)).unwrap();
    let walls = Shape::closed_chain(&corners).unwrap();
    world.add(Body::fixed(walls, dvec2(2.875179332909669, 0.0))).unwrap();
    let start = dvec2(-0.12482066709033113, 3.0);
    let ball = Body {
        velocity: dvec2(-1000.0, -2000.0),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(1.0), start)
    };
    let ball = world.add(ball).unwrap();
    (world, ball)
}

/// What a support left of gravity was rounding, and by this rounding a ball that slid along one wall of
/// a chain touched it for ever. That touch came to nothing and was dropped, and with it all others of
/// the same chain: the ball flew through the next wall.
#[test]
fn a_touch_that_came_to_nothing_hid_the_other_walls_of_a_chain() {
    let (mut world, ball) = sliding_in_a_closed_chain();
    Stepper::new().step(&mut world, 2.1313561681877156);
    assert!(world.body(ball).unwrap().position.length() < 16.0, "{:?}", world.body(ball));
    assert!(deepest_overlap(&world) < 1e-9, "{}", deepest_overlap(&world));
}

/// A dull ball that falls on a slope and slides down along it, and far away two balls that meet later.
fn sliding_down_a_slope() -> (World<DVec2>, BodyId) {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -2.0)).unwrap();
    let slope = Shape::half_space(dvec2(0.4696364142726377, 1.0));
    world.add(Body::fixed(slope, DVec2::ZERO)).unwrap();
    let falling = Body {
        velocity: dvec2(1.5848135580886002, -0.8536561399108227),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(-5.571054481994942, 3.9175509865811424))
    };
    let ball = world.add(falling).unwrap();
    let post = dvec2(0.0, 900.0);
    world.add(Body::fixed(Shape::ball(1.0), post)).unwrap();
    let late = Body { velocity: dvec2(2.0, 2.0), ..Body::dynamic(Shape::ball(1.0), post - 4.0) };
    world.add(late).unwrap();
    (world, ball)
}

/// A ball that slid down a slope approached it by the rounding of its speed, which was compared with
/// the forces only: it came to rest on the slope again and again at the same instant, until its budget
/// was spent and it was held. One in a hundred slopes did this.
#[test]
fn a_ball_that_slid_down_a_slope_was_held_by_the_rounding_of_its_speed() {
    let (mut world, ball) = sliding_down_a_slope();
    let mut stepper = Stepper::new();
    let report = stepper.step(&mut world, 2.0);
    assert!(report.limits.is_empty() && report.legs.len() < 20, "{:?}", report.limits);
    assert!(world.body(ball).unwrap().position.x > -2.0);
}

/// A touch that came to nothing left no trace, so every resumption of the step found it again: one that
/// made a single event at a time never came to an end, and time went back to that touch.
#[test]
fn a_step_resumed_event_by_event_met_the_same_touch_for_ever() {
    let (mut world, ball) = sliding_down_a_slope();
    let mut whole = world.clone();
    Stepper::new().step(&mut whole, 2.0);
    let mut stepper = Stepper::new();
    stepper.integrate(&mut world, 2.0);
    stepper.detect(&mut world);
    let mut outcome = stepper.respond(&mut world, 1);
    let mut rounds = 0;
    while outcome == Outcome::Interrupted && rounds < 1000 {
        outcome = stepper.resume(&mut world, 1);
        rounds += 1;
    }
    assert_eq!(outcome, Outcome::Finished);
    assert_eq!(world.body(ball), whole.body(ball));
}

/// A box that lay on the side of a slanted gate, and slid down along it in the direction in which the
/// gate is open, entered and left it at the same instant for ever. Crossings were not counted either,
/// so no budget ended the step.
#[test]
fn a_box_that_slid_along_a_gate_crossed_it_for_ever() {
    for start in 0..40u8 {
        let mut world = World::new();
        world.set_gravity(vec2(0.0, -2.0)).unwrap();
        let (low, high) = (dvec2(0.0, -2.0), dvec2(2.0, 2.0));
        let gate = Body::fixed(Shape::capsule(low, high, 0.5), vec2(-4.0, -3.0));
        world.add(Body { role: Role::OneWay { open: dvec2(-2.0, 0.0) }, ..gate }).unwrap();
        let falling = Body {
            restitution: 0.0,
            ..Body::dynamic(
                Shape::cuboid(dvec2(0.5, 1.0)),
                vec2(-4.0 + 0.013 * f32::from(start), -0.4),
            )
        };
        world.add(falling).unwrap();
        let mut stepper = Stepper::<Vec2>::new();
        stepper.integrate(&mut world, 4.0);
        stepper.detect(&mut world);
        assert_eq!(stepper.respond(&mut world, 1000), Outcome::Finished, "start {start}");
    }
}

/// A dull ball that hit a round wall under gravity had no speed left across it, flew on along the
/// tangent, and its touches with the wall that bends towards it were by rounding no approach. It left
/// the arena. Now it goes from chord to chord, about sixteen in a step, and loses no speed by that.
#[test]
fn a_ball_that_slid_along_a_round_wall_flew_out_of_the_arena() {
    for gravity in [0.0, 2.0] {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -gravity)).unwrap();
        world.add(Body::fixed(Shape::round_arena(7.5), DVec2::ZERO)).unwrap();
        let ball = Body {
            velocity: dvec2(500.0, -2000.0),
            restitution: 0.0,
            ..Body::dynamic(Shape::ball(0.5), dvec2(-3.0, 3.0))
        };
        let ball = world.add(ball).unwrap();
        let mut stepper = Stepper::new();
        stepper.step(&mut world, 1.0 / 60.0);
        let speed = world.body(ball).unwrap().velocity.length();
        for step in 0..60 {
            let report = stepper.step(&mut world, 1.0 / 60.0);
            assert!(report.limits.is_empty(), "gravity {gravity}, step {step}");
            let Body { position, velocity, .. } = world.body(ball).unwrap();
            assert!(position.length() < 7.0 + 1e-9, "gravity {gravity}, step {step}: {position}");
            assert!((velocity.length() / speed - 1.0).abs() < 1e-3, "{velocity}");
        }
    }
}

/// A ball that the wind blew from the floor up a slope came against the slope more slowly than what
/// rests, and kept the support of the floor that it left, which carried it up for the rest of the step.
#[test]
fn a_support_that_a_ball_had_left_went_on_pushing_it() {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -10.0)).unwrap();
    for normal in [dvec2(0.0, 1.0), dvec2(-0.1, 1.0)] {
        world.add(Body::fixed(Shape::half_space(normal), DVec2::ZERO)).unwrap();
    }
    let blown = Body {
        restitution: 0.0,
        velocity: dvec2(0.01, 0.0),
        acceleration: dvec2(0.5, 0.0),
        ..Body::dynamic(Shape::ball(0.5), dvec2(-0.0253, 0.5))
    };
    world.add(blown).unwrap();
    let energy = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
    let before = energy(&world);
    Stepper::new().step(&mut world, 0.125);
    let now = energy(&world);
    assert!(now <= before + 1e-14, "{before} -> {now}");
}

/// On two slopes the reaction to the second was added to that of the first, and never lessened: a dull
/// ball that the second had turned was carried on by the first. Now walls push no harder than they must.
#[test]
fn the_supports_of_a_ball_between_slopes_gave_it_energy() {
    let mut random = Random::new(7);
    for case in 0..300 {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        let count = 2 + random.between(0.0, 3.0) as usize;
        let normals: Vec<DVec2> = (0..count)
            .map(|_| dvec2(random.between(-2.0, 2.0), random.between(0.2, 2.0)))
            .collect();
        for normal in &normals {
            world.add(Body::fixed(Shape::half_space(*normal), DVec2::ZERO)).unwrap();
        }
        let restitution = [0.0, 0.0, 0.5, 0.9][random.between(0.0, 4.0) as usize];
        let start = dvec2(random.between(-3.0, 3.0), random.between(8.0, 9.0));
        let falling = Body { restitution, ..Body::dynamic(Shape::ball(0.5), start) };
        let ball = world.add(falling).unwrap();
        if deepest_overlap(&world) > 0.0 {
            continue;
        }
        let dt = [1.0 / 60.0, 0.125, 0.4][random.between(0.0, 3.0) as usize];
        let mut stepper = Stepper::new();
        let energy = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
        let mut before = energy(&world);
        for step in 0..200 {
            let report = stepper.step(&mut world, dt);
            assert!(report.limits.is_empty(), "case {case}, step {step}: {:?}", report.limits);
            let now = energy(&world);
            // Who slides away falls far, and his energy is the difference of two large ones.
            let rounding = 1e-13 * (kinetic_energy(&world) + before.abs());
            assert!(now <= before + rounding, "case {case}, step {step}: {before} -> {now}");
            before = now;
            assert!(deepest_overlap(&world) < 1e-9, "case {case}, step {step}");
        }
        assert!(world.body(ball).unwrap().position.is_finite());
    }
}

/// A ball that was let go at the side of a round arena slid down its wall, and by a tangent out of it.
#[test]
fn a_ball_that_slid_down_the_inside_of_a_round_wall_left_it() {
    for restitution in [0.0, 0.5, 1.0] {
        for speed in [0.0, 1.0] {
            let mut world = World::new();
            world.set_gravity(dvec2(0.0, -10.0)).unwrap();
            world.add(Body::fixed(Shape::round_arena(2.0), DVec2::ZERO)).unwrap();
            let sliding = Body {
                restitution,
                velocity: dvec2(0.0, -speed),
                ..Body::dynamic(Shape::ball(0.5), dvec2(1.5, 0.0))
            };
            let ball = world.add(sliding).unwrap();
            let energy = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
            let (mut stepper, first) = (Stepper::new(), energy(&world));
            let mut deepest = 0f64;
            for step in 0..1200 {
                let report = stepper.step(&mut world, 1.0 / 60.0);
                assert!(report.limits.is_empty(), "e {restitution}, speed {speed}, step {step}");
                deepest = deepest.max(world.body(ball).unwrap().position.length() - 1.5);
            }
            let now = energy(&world);
            println!(
                "e {restitution}, speed {speed}: {deepest:.1e} outside, energy {first} -> {now}"
            );
            assert!(deepest < 1e-9, "e {restitution}, speed {speed}: {deepest}");
            assert!(now < first + 1e-9, "e {restitution}, speed {speed}: {first} -> {now}");
        }
    }
}

/// A slow ball at the bottom of a bowl went along the tangent at the start of each step, which leads
/// steeper down than the bowl and less steep up: every swing gained, at ten steps a second 2 % in a minute.
#[test]
fn a_ball_that_rocked_in_a_bowl_gained_energy() {
    for rate in [10.0, 60.0, 240.0] {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        world.add(Body::fixed(Shape::round_arena(3.0), DVec2::ZERO)).unwrap();
        let ball = Body::dynamic(Shape::ball(0.3), dvec2(0.5, -2.65));
        let ball = world.add(Body { restitution: 0.5, ..ball }).unwrap();
        let lowest = -10.0 * 2.7;
        let energy =
            |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world) - lowest;
        let mut stepper = Stepper::new();
        let (mut least, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for step in 0..(60.0 * rate) as usize {
            stepper.step(&mut world, 1.0 / rate);
            let now = energy(&world);
            assert!(now - least <= 1e-11, "{rate} Hz, step {step}: {least:e} became {now:e}");
            least = least.min(now);
            if step as f64 > 50.0 * rate {
                highest = highest.max(world.body(ball).unwrap().position.x);
            }
        }
        println!("{rate} Hz: {least} J left, still swings {highest} m");
        assert!(highest > 0.05, "{rate} Hz: it no longer swings");
        assert!(deepest_overlap(&world) < 1e-9);
    }
}

/// One ball pushed another that rolled to a stop, and the counterforce outlived the push: the ball behind
/// was driven backwards for the rest of the step.
#[test]
fn what_had_come_to_rest_went_on_pushing() {
    let mut world = World::new();
    let rolling = |x: f64, rolling_resistance: f64| Body {
        velocity: dvec2(1.0, 0.0),
        restitution: 0.0,
        rolling_resistance,
        ..Body::dynamic(Shape::ball(0.5), dvec2(x, 0.0))
    };
    world.add(rolling(0.0, 0.0)).unwrap();
    world.add(rolling(1.0, 4.0)).unwrap();
    let mut stepper = Stepper::new();
    let mut least = kinetic_energy(&world);
    for _ in 0..4 {
        stepper.step(&mut world, 0.3);
        let now = kinetic_energy(&world);
        assert!(now <= least, "{least} became {now}");
        least = now;
    }
    assert!(least < 1e-25, "{least} is left");
}

#[test]
fn who_was_stopped_by_rolling_resistance_was_pressed_through_a_wall() {
    let mut world = World::<DVec2>::new();
    world.add(Body::fixed(Shape::arena(dvec2(12.0, 12.0)), DVec2::ZERO)).unwrap();
    let light = Body {
        mass: 0.01,
        rolling_resistance: 5.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(11.5, 0.0))
    };
    world.add(light).unwrap();
    let slow = dvec2(4.7e-8, 0.0);
    let heavy = Body {
        velocity: slow,
        restitution: 0.35,
        ..Body::dynamic(Shape::ball(0.5), dvec2(10.5, 0.0))
    };
    world.add(heavy).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..60 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    // The heavy one would have gone 4.7e-8 into the light one, which is held by its wall.
    assert!(deepest_overlap(&world) <= 1e-11, "{:e}", deepest_overlap(&world));
}
