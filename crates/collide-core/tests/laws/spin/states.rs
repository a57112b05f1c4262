//! How balls turn between impacts, and what edits, snapshots and the rest of a world do with it.

use collide_core::body::{Body, InvalidBody};
use collide_core::measure::state_hash;
use collide_core::report::Legs;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

use crate::support::random::Random;

fn disc(position: DVec2) -> Body<DVec2> {
    Body { inertia_factor: Some(0.5), ..Body::dynamic(Shape::ball(0.5), position) }
}

#[test]
fn free_ball_turns_evenly() {
    let mut world = World::new();
    let ball = world.add(Body { angular_velocity: 2.0, ..disc(DVec2::ZERO) }).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..60 {
        let report = stepper.step(&mut world, 1.0 / 60.0);
        assert_eq!(report.turns.len(), 1);
        let leg = report.turns[0];
        assert_eq!((leg.start, leg.end, leg.angular_velocity), (0.0, 1.0 / 60.0, 2.0));
    }
    let axes = *world.rotation(ball).unwrap().axes();
    assert!((axes[0] - dvec2(2f64.cos(), 2f64.sin())).length() < 1e-14);
    assert_eq!(world.angular_velocity(ball), Some(2.0));
    assert_eq!(world.position(ball), Some(DVec2::ZERO));
    assert!(!world.is_moving());
}

#[test]
fn ball_in_space_turns_about_its_axis() {
    let mut world = World::<DVec3>::new();
    let (axis, rate) = (DVec3::new(1.0, 2.0, -2.0) / 3.0, 4.0);
    let ball = Body::dynamic(Shape::ball(1.0), DVec3::ZERO);
    let ball = Body { inertia_factor: Some(0.4), angular_velocity: axis * rate, ..ball };
    let ball = world.add(ball).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..30 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let expected = Frame::<DVec3>::turning(axis * (0.5 * rate));
    for (found, axis) in world.rotation(ball).unwrap().axes().iter().zip(expected.axes()) {
        assert!((*found - *axis).length() < 1e-14);
    }
}

#[test]
fn turns_of_a_step_follow_on_each_other_and_end_in_its_state() {
    let mut world = World::new();
    let rough = |body| Body { friction: 0.7, ..body };
    world.add(rough(Body::fixed(Shape::arena(DVec2::splat(3.0)), DVec2::ZERO))).unwrap();
    let mut random = Random::new(11);
    for number in 0..9 {
        let place = dvec2(f64::from(number % 3), f64::from(number / 3)) * 1.5 - 1.5;
        world.add(rough(Body { velocity: random.vector(9.0), ..disc(place) })).unwrap();
    }
    let ids: Vec<_> = world.ids().skip(1).collect();
    for legs in [Legs::All, Legs::AfterEvents] {
        let mut stepper = Stepper::new();
        stepper.settings = Settings { legs, ..Settings::default() };
        let mut most = 0;
        for _ in 0..100 {
            let before = world.clone();
            let report = stepper.step(&mut world, 0.1);
            assert!(report.turns.is_sorted_by(|one, two| one.end <= two.end));
            for id in &ids {
                let turns: Vec<_> = report.turns.iter().filter(|leg| leg.body == *id).collect();
                if turns.is_empty() {
                    assert_eq!(world.angular_velocity(*id), Some(0.0));
                    continue;
                }
                let (first, last) = (turns[0], turns[turns.len() - 1]);
                most = most.max(turns.len());
                // A ball that did not turn at first has no leg of that.
                if before.angular_velocity(*id) != Some(0.0) {
                    assert_eq!(first.start, 0.0);
                    assert_eq!(Some(first.rotation), before.rotation(*id));
                }
                for pair in turns.windows(2) {
                    assert_eq!(pair[0].end, pair[1].start);
                    assert_eq!(pair[0].rotation_at(pair[0].end), pair[1].rotation);
                }
                assert_eq!(last.end, 0.1);
                assert_eq!(Some(last.rotation_at(0.1)), world.rotation(*id));
                assert_eq!(Some(last.angular_velocity_at(0.1)), world.angular_velocity(*id));
            }
        }
        assert!(most >= 3, "{most}");
    }
}

#[test]
fn without_legs_no_turns_are_reported() {
    let mut world = World::new();
    world.add(Body { angular_velocity: 2.0, ..disc(DVec2::ZERO) }).unwrap();
    let mut stepper = Stepper::new();
    stepper.settings = Settings { legs: Legs::None, ..Settings::default() };
    assert!(stepper.step(&mut world, 1.0).turns.is_empty());
}

#[test]
fn angular_damping_slows_the_turning_by_its_rate() {
    let mut world = World::new();
    let ball = Body { angular_velocity: 3.0, angular_damping: 0.7, ..disc(DVec2::ZERO) };
    let ball = world.add(ball).unwrap();
    let mut stepper = Stepper::new();
    (0..50).for_each(|_| {
        stepper.step(&mut world, 0.02);
    });
    let rate = world.angular_velocity(ball).unwrap();
    assert!((rate - 3.0 * (-0.7f64).exp()).abs() < 1e-14, "{rate}");
}

#[test]
fn edits_change_and_end_the_turning() {
    let mut world = World::new();
    let ball = world.add(Body { angular_velocity: 1.0, ..disc(DVec2::ZERO) }).unwrap();
    let mut stepper = Stepper::new();
    stepper.step(&mut world, 0.5);
    let turned = world.rotation(ball).unwrap();
    world.edit(ball, |body| body.angular_velocity = -4.0).unwrap();
    assert_eq!(world.rotation(ball), Some(turned));
    world.edit(ball, |body| body.rotation = Frame::identity()).unwrap();
    assert_eq!(world.rotation(ball), Some(Frame::identity()));
    assert_eq!(world.body(ball).unwrap().angular_velocity, -4.0);
    world.edit(ball, |body| body.inertia_factor = None).unwrap();
    stepper.step(&mut world, 0.5);
    assert_eq!(world.angular_velocity(ball), Some(0.0));
    assert_eq!(world.rotation(ball), Some(Frame::identity()));
}

#[test]
fn what_cannot_turn_is_rejected() {
    let valid = disc(DVec2::ZERO);
    assert_eq!(valid.validate(), Ok(()));
    for factor in [0.0, -1.0, f64::INFINITY] {
        let error = Body { inertia_factor: Some(factor), ..valid.clone() }.validate();
        assert_eq!(error, Err(InvalidBody::OutOfRange { field: "inertia_factor", value: factor }));
    }
    for share in [-0.1, 1.1] {
        let error = Body { tangential_restitution: share, ..valid.clone() }.validate();
        let expected = InvalidBody::OutOfRange { field: "tangential_restitution", value: share };
        assert_eq!(error, Err(expected));
    }
    for shape in [Shape::ball(0.0), Shape::cuboid(DVec2::ONE)] {
        let error = Body { shape, ..valid.clone() }.validate();
        assert_eq!(error, Err(InvalidBody::CannotTurn));
    }
    let error = Body { angular_velocity: f64::NAN, ..valid.clone() }.validate();
    assert!(matches!(error, Err(InvalidBody::OutOfRange { field: "angular_velocity", .. })));
    // Of walls the factor is not read.
    let wall =
        Body { inertia_factor: Some(0.5), ..Body::fixed(Shape::cuboid(DVec2::ONE), DVec2::ZERO) };
    assert_eq!(wall.validate(), Ok(()));
}

#[test]
fn spin_changes_no_time_of_an_impact_without_friction() {
    let world = |inertia_factor| {
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(Shape::arena(DVec2::splat(5.0)), DVec2::ZERO)).unwrap();
        let mut random = Random::new(5);
        for number in 0..16u8 {
            let place = dvec2(f64::from(number % 4), f64::from(number / 4)) * 2.0 - 3.0;
            let ball = Body {
                velocity: random.vector(4.0),
                inertia_factor,
                angular_velocity: inertia_factor.map_or(0.0, |_| 3.0),
                ..Body::dynamic(Shape::ball(0.5), place)
            };
            world.add(ball).unwrap();
        }
        world
    };
    let [mut plain, mut turning] = [None, Some(0.5)].map(world);
    let [mut first, mut second] = [Stepper::new(), Stepper::new()];
    for _ in 0..200 {
        let events = first.step(&mut plain, 0.05).events.clone();
        assert_eq!(events, second.step(&mut turning, 0.05).events);
    }
    assert!(turning.ids().skip(1).all(|id| turning.angular_velocity(id) == Some(3.0)));
    assert_ne!(state_hash(&plain), state_hash(&turning));
}
