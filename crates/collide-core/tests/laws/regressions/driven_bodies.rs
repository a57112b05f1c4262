//! Regressions of kinematic bodies, targets and damping.

use crate::support::worlds::balls::ball;
use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

/// A bounce at the very end of a step was kept for the next one although the paddle had become faster in
/// between, by its target or by an edit, and the paddle passed into the ball; it hits again at time 0.
#[test]
fn paddle_that_speeds_up_between_steps_hits_again_at_once() {
    for by_target in [true, false] {
        let mut world = World::new();
        let face = Shape::cuboid(DVec2::splat(0.5));
        let paddle = world.add(Body::kinematic(face, DVec2::ZERO, DVec2::X)).unwrap();
        let ball = world.add(ball([2.0, 0.0], [0.0, 0.0])).unwrap();
        let mut stepper = Stepper::new();
        assert_eq!(stepper.step(&mut world, 1.0).impacts().count(), 1);
        world
            .edit(paddle, |body| {
                body.velocity = DVec2::X * 4.0;
                body.target = by_target.then_some(DVec2::X * 5.0);
            })
            .unwrap();
        let times: Vec<f64> = stepper.step(&mut world, 1.0).impacts().map(|hit| hit.time).collect();
        assert_eq!(times, [0.0]);
        assert_eq!(world.body(ball).unwrap().velocity, DVec2::X * 6.0);
    }
}

/// The slower of two balls that had parted at the very end of a step was damped when the next one began,
/// and the faster flew into it; they hit again at time 0.
#[test]
fn damping_between_steps_lets_balls_hit_again_at_once() {
    let mut world = World::new();
    let slow = ball([0.0, 0.0], [0.0, 0.0]);
    let heavy = world.add(Body { mass: 3.0, ..ball([-2.0, 0.0], [1.0, 0.0]) }).unwrap();
    let light = world.add(Body { linear_damping: 9.0, ..slow }).unwrap();
    let mut stepper = Stepper::new();
    assert_eq!(stepper.step(&mut world, 1.0).impacts().count(), 1);
    let times: Vec<f64> = stepper.step(&mut world, 1.0).impacts().map(|hit| hit.time).collect();
    assert_eq!(times, [0.0]);
    let [behind, ahead] = [heavy, light].map(|id| world.body(id).unwrap().position.x);
    assert!(ahead - behind >= 1.0);
}

/// A kinematic body that broke in an impact was set to its target at the end of the step; it stays where it
/// broke.
#[test]
fn broken_body_stops_before_its_target() {
    let mut world = World::new();
    let brick = Body::kinematic(Shape::cuboid(DVec2::splat(0.5)), DVec2::ZERO, DVec2::ZERO);
    let brick = Body { target: Some(DVec2::X), breaks_after: 1, ..brick };
    let brick = world.add(brick).unwrap();
    world.add(ball([1.5, 0.0], [0.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..2 {
        stepper.step(&mut world, 1.0);
        assert_eq!(world.body(brick).unwrap().position, DVec2::X * 0.5);
    }
}

/// A target outside of the period was reached without wrapping, and the next step crossed the whole space;
/// a target is wrapped like a position.
#[test]
fn target_outside_of_the_period_is_wrapped() {
    let mut world = World::new();
    world.set_period(DVec2::new(10.0, 0.0)).unwrap();
    let paddle = Body::kinematic(Shape::ball(0.5), DVec2::X * 4.5, DVec2::ZERO);
    let paddle = world.add(paddle).unwrap();
    let mut stepper = Stepper::new();
    for (target, place) in [(5.5, -4.5), (6.0, -4.0), (-4.5, -4.5), (4.5, 4.5)] {
        world.edit(paddle, |body| body.target = Some(DVec2::X * target)).unwrap();
        stepper.step(&mut world, 1.0);
        let body = world.body(paddle).unwrap();
        assert_eq!(body.position, DVec2::X * place);
        assert!(body.velocity.length() <= 1.0, "{body:?}");
        // At its target the paddle stays, and nothing moves.
        assert!(!world.is_moving());
        stepper.step(&mut world, 1.0);
        assert_eq!(world.body(paddle).unwrap().position, DVec2::X * place);
    }
}
