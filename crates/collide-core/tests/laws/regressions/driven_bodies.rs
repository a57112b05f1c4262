//! Cases that once broke what is driven, held or let pass: paddles, damping, gates, hooks, slopes.

use crate::support::worlds::stories::ball;
use collide_core::body::{Body, Passage, Role};
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Hook, Stepper};
use collide_core::world::World;
use glam::{DVec2, Vec2};

/// A bounce at the very end of a step was remembered into the next one although the paddle had become
/// faster in between, by its target or by the game: the paddle passed into the ball for a step.
#[test]
fn a_paddle_that_speeds_up_after_a_bounce_at_the_end_of_a_step_passed_into_the_ball() {
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

/// The slower of two balls that had parted at the very end of a step was braked by its damping when
/// the next one began, and the faster flew into it.
#[test]
fn damping_after_a_bounce_at_the_end_of_a_step_let_balls_overlap() {
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

/// A kinematic body that an impact broke went on to its target at the end of the step.
#[test]
fn a_broken_body_went_on_to_its_target() {
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

/// A target outside of the period was reached and not wrapped, and then the whole space was crossed to
/// the next one.
#[test]
fn a_target_beyond_the_period_was_a_place_of_its_own() {
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
        // Who is there stays there, and nothing moves.
        assert!(!world.is_moving());
        stepper.step(&mut world, 1.0);
        assert_eq!(world.body(paddle).unwrap().position, DVec2::X * place);
    }
}

/// A ball that lay still on a gate stayed there when the gate was turned to let it fall, because it did
/// not move along the direction of the gate yet.
#[test]
fn a_ball_at_rest_stayed_on_a_gate_that_opened_under_it() {
    let mut world = World::new();
    world.set_gravity(DVec2::NEG_Y).unwrap();
    let gate = Body::fixed(Shape::cuboid(DVec2::new(4.0, 0.5)), DVec2::ZERO);
    let gate = world.add(Body { role: Role::OneWay { open: DVec2::Y }, ..gate }).unwrap();
    let ball = world.add(Body { restitution: 0.0, ..ball([0.0, 1.0], [0.0, 0.0]) }).unwrap();
    let mut stepper = Stepper::new();
    stepper.step(&mut world, 1.0);
    assert_eq!(world.body(ball).unwrap().position, DVec2::Y);
    world.edit(gate, |body| body.role = Role::OneWay { open: DVec2::NEG_Y }).unwrap();
    stepper.step(&mut world, 1.0);
    assert_eq!(world.body(ball).unwrap().position, DVec2::Y * 0.5);
}

/// A hook was asked about a region before the ball when the game had moved one of them.
#[test]
fn a_hook_was_asked_about_the_sensor_first() {
    let mut world = World::new();
    let sensor = Body::fixed(Shape::cuboid(DVec2::ONE), DVec2::ZERO);
    let sensor = world.add(Body { role: Role::Sensor(Passage::Edge), ..sensor }).unwrap();
    let ball = world.add(ball([0.0, 0.0], [1.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.hook = Some(Hook::new(move |pair| {
        assert_eq!(pair.ids, [ball, sensor]);
        Some(pair.surface)
    }));
    stepper.step(&mut world, 1.0);
    assert!(world.is_inside(sensor, ball));
}

/// A ball that rolled down a slope approached it by a rounding of its velocity, which no response could
/// take away. The contact was made again and again until the event budget held the ball, for ever.
#[test]
fn a_ball_that_rolled_down_a_slope_was_held() {
    let points = [-36.0f32, -35.0, -34.0, -33.0].map(|x| Vec2::new(x, -0.3 * x).as_dvec2());
    let mut world = World::<Vec2>::new();
    world.set_gravity(Vec2::new(0.0, -10.0)).unwrap();
    world.add(Body::fixed(Shape::chain(&points).unwrap(), Vec2::ZERO)).unwrap();
    let ball = Body {
        velocity: Vec2::new(9.738564, -2.9215617),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), Vec2::new(-34.440205, 10.854076))
    };
    let start = ball.position;
    let ball = world.add(ball).unwrap();
    let mut stepper = Stepper::new();
    assert_eq!(stepper.step(&mut world, 1.0 / 64.0).limits, []);
    let way = (world.body(ball).unwrap().position - start).length();
    // At 10.167 a second, and 2.873 a second squared along the slope.
    assert!((way - (10.1674 + 0.5 * 2.8735 / 64.0) / 64.0).abs() < 1e-5, "{way}");
}

/// A ball that slid down a platform moved away from it by a rounding of its velocity, and touched it at
/// the instant at which it turned back, when by another rounding it still moved along the direction of
/// the gate. It fell through.
#[test]
fn a_ball_that_slid_down_a_platform_fell_through() {
    let angle = 0.2 + 0.001 * 1.0;
    let up = DVec2::new(-f64::sin(angle), f64::cos(angle));
    let frame = Frame::from_axes([DVec2::new(f64::cos(angle), f64::sin(angle)), up, DVec2::ZERO]);
    let middle = Vec2::new(3.3, -0.7);
    let mut world = World::<Vec2>::new();
    world.set_gravity(Vec2::new(0.0, -8.0)).unwrap();
    let platform = Body::fixed(Shape::turned_cuboid(DVec2::new(100.0, 0.25), frame), middle);
    world.add(Body { role: Role::OneWay { open: up }, ..platform }).unwrap();
    let ball = Body {
        velocity: Vec2::new(-0.9749037, -0.19863793),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), Vec2::new(2.7230916, -0.05213619))
    };
    let ball = world.add(ball).unwrap();
    assert_eq!(Stepper::new().step(&mut world, 1.0 / 64.0).events, []);
    let height = (world.body(ball).unwrap().position - middle).as_dvec2().dot(up);
    assert!((height - 0.75).abs() < 1e-6, "{height}");
}
