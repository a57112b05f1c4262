//! Regressions of bodies that slide or roll along walls, slopes and bowls.

use crate::support::spaces::Given;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy};
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Stepper};
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2, vec2};

/// A closed chain of five walls around a ball that is so fast and so inelastic that it slides along one
/// wall after another.
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

/// The remainder of gravity against a support was rounding, by which a ball touched the wall it slid along
/// endlessly: this touch without an impact was dropped together with all others of the chain, and the ball
/// flew through the next wall; it stays inside.
#[test]
fn ball_that_slides_in_a_closed_chain_stays_inside() {
    let (mut world, ball) = sliding_in_a_closed_chain();
    Stepper::new().step(&mut world, 2.1313561681877156);
    assert!(world.body(ball).unwrap().position.length() < 16.0, "{:?}", world.body(ball));
    assert!(deepest_overlap(&world) < 1e-9, "{}", deepest_overlap(&world));
}

/// An inelastic ball that falls on a slope and slides down, and far away two balls that meet later.
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

/// A ball that slid down a slope approached it by the rounding of its speed, which was compared with the
/// forces only: on one slope in a hundred it came to rest again and again at one instant until it was over
/// budget and held; it slides on.
#[test]
fn ball_that_slides_down_a_slope_stays_within_its_budget() {
    let (mut world, ball) = sliding_down_a_slope();
    let mut stepper = Stepper::new();
    let report = stepper.step(&mut world, 2.0);
    assert!(report.limits.is_empty() && report.legs.len() < 20, "{:?}", report.limits);
    assert!(world.body(ball).unwrap().position.x > -2.0);
}

/// A touch without an impact left no record, so a step that was resumed for one event at a time found it
/// again at each resumption, went back to its time and never ended; it ends like the whole step.
#[test]
fn step_resumed_event_by_event_ends_like_the_whole_step() {
    let (mut world, ball) = sliding_down_a_slope();
    let mut uninterrupted = world.clone();
    Stepper::new().step(&mut uninterrupted, 2.0);
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
    assert_eq!(world.body(ball), uninterrupted.body(ball));
}

/// A ball that rolled down a slope with values in f32 approached it by a rounding of its velocity that no response
/// could remove, and made the contact again until the event budget held it for ever; it rolls on.
#[test]
fn ball_given_in_f32_that_rolls_down_a_slope_is_not_held() {
    let points = [-36.0f32, -35.0, -34.0, -33.0].map(|x| vec2(x, -0.3 * x).as_dvec2());
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -10.0)).unwrap();
    world.add(Body::fixed(Shape::chain(&points).unwrap(), DVec2::ZERO)).unwrap();
    let ball = Body {
        velocity: dvec2(9.738564, -2.9215617),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(-34.440205, 10.854076))
    };
    let ball = world.add(ball).unwrap();
    Given::InF32.round(&mut world);
    let start = world.position(ball).unwrap();
    let mut stepper = Stepper::new();
    assert_eq!(stepper.step(&mut world, 1.0 / 64.0).limits, []);
    let way = (world.body(ball).unwrap().position - start).length();
    // Along the slope the speed is 10.167 and the acceleration 2.873.
    assert!((way - (10.1674 + 0.5 * 2.8735 / 64.0) / 64.0).abs() < 1e-5, "{way}");
}

/// A ball that slid along one wall of a chain touched it by rounding without an impact, nothing else was
/// predicted for the pair in this step and the next, and the ball flew through the next wall; it bounces off.
#[test]
fn ball_that_slides_along_a_chain_hits_the_next_wall() {
    for (number, given) in (1..400).flat_map(|number| Given::ALL.map(|given| (number, given))) {
        let along = dvec2(1.0, 0.0025 * f64::from(number)).normalize();
        let normal = dvec2(-along.y, along.x);
        let corner = along * 3.0;
        let chain = Shape::chain(&[along * -3.0, corner, corner + normal * 3.0]).unwrap();
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(chain, DVec2::ZERO)).unwrap();
        let velocity = along * 4.0;
        let slider = Body::dynamic(Shape::ball(0.5), normal * 0.5);
        let slider = world.add(Body { velocity, ..slider }).unwrap();
        given.round(&mut world);
        let mut stepper = Stepper::new();
        for _ in 0..60 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        let way = world.body(slider).unwrap().position.dot(along);
        assert!(way < 2.5, "{number} {given:?}: {way}");
    }
}

/// A box that an inelastic chain had stopped lay inside by a rounding and left by a rounding, was back at
/// once without counting as a fall onto that side, and fell through until the end of the step; it touches
/// the chain again.
#[test]
fn box_that_returns_to_a_chain_at_once_touches_it() {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(-0.06633312084797538, -10.0)).unwrap();
    let chain = Shape::chain(&[
        dvec2(1.699425874648627, 0.33777539609387786),
        dvec2(1.1342333115175114, 0.32197005918484356),
        dvec2(-0.8244618283916858, -1.0774603557720757),
        dvec2(-1.0981678438866997, -0.9828712314410977),
    ]);
    let place = dvec2(-1.3307567315510709, 0.8013126255485794);
    world.add(Body { restitution: 0.0, ..Body::fixed(chain.unwrap(), place) }).unwrap();
    let shape = Shape::cuboid(dvec2(0.5600050513977519, 0.1749250635302587));
    let falls = Body {
        velocity: dvec2(-0.027273327717193697, -4.111570112870111),
        ..Body::dynamic(shape, dvec2(-2.162882581375291, 0.32651725841334184))
    };
    world.add(falls).unwrap();
    let report = Stepper::new().step(&mut world, 1.0 / 60.0).clone();
    assert_eq!((report.impacts().count(), report.contacts.touches), (1, 1));
    assert!(deepest_overlap(&world) < 1e-15, "{}", deepest_overlap(&world));
}

/// An inelastic ball that hit a round wall under gravity flew on along the tangent, and its touches with
/// the wall were, by rounding, no approach, so it left the arena; it goes from chord to chord, about
/// sixteen in a step, and loses no speed by that.
#[test]
fn fast_ball_along_a_round_wall_stays_in_the_arena() {
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

/// A ball that was released at the side of a round arena slid down its wall and left the arena along a
/// tangent; it stays inside and gains no energy.
#[test]
fn ball_released_at_a_round_wall_slides_down_inside() {
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

/// A slow ball in a bowl moved along the tangent from the start of each step, which falls steeper than the
/// bowl and rises less steeply, so every swing gained energy, 2 % in a minute at ten steps a second; energy
/// never rises.
#[test]
fn ball_that_rocks_in_a_bowl_gains_no_energy() {
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
