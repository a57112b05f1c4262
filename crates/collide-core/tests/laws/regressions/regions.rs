//! Regressions of sensors, absorbers and one-way gates.

use crate::support::spaces::Given;
use crate::support::worlds::balls::ball;
use collide_core::body::{Body, Passage, Role};
use collide_core::report::Event;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Hook, Outcome, Stepper};
use collide_core::world::World;
use glam::{DVec2, dvec2};

/// A segment that a ball's centre crosses has no inside: the ball entered and left it endlessly and the
/// step did not end; it enters and exits once.
#[test]
fn line_sensor_is_crossed_once() {
    for height in [0.3, 1.0 / 3.0, 1e3 / 7.0] {
        let mut world = World::new();
        let line = Shape::segment(DVec2::new(0.0, height - 9.0), DVec2::new(0.0, height + 9.0));
        let line = Body { role: Role::Sensor(Passage::Centre), ..Body::fixed(line, DVec2::ZERO) };
        world.add(line).unwrap();
        for speed in [-3.3, 0.1, 1.0, 7.7] {
            world.add(ball([-0.7 * speed, height], [speed, 0.1])).unwrap();
        }
        let mut stepper = Stepper::new();
        // Two of the balls overlap and bounce.
        let mut events = stepper.step(&mut world, 1.0).events.clone();
        events.retain(|event| !matches!(event, Event::DeepOverlap { .. }));
        assert_eq!(events.len(), 8, "{events:?}");
        assert!(stepper.step(&mut world, 1.0).events.is_empty());
    }
}

/// A face of a sensor that a ball was outside of, and flew away from, counted as the face through which it
/// left, at the time of entry; the ball leaves a second later.
#[test]
fn sensor_is_not_left_at_the_time_of_entry() {
    let mut world = World::new();
    let spot = Body::fixed(Shape::cuboid(DVec2::splat(1.0)), DVec2::ZERO);
    world.add(Body { role: Role::Sensor(Passage::Edge), ..spot }).unwrap();
    let rolling = Body { rolling_resistance: 0.1, ..ball([-3.0, 0.7], [2.0, -0.6]) };
    world.add(rolling).unwrap();
    let mut stepper = Stepper::new();
    let events = stepper.step(&mut world, 30.0).events.clone();
    assert!(matches!(events[..], [Event::Entered(_), Event::Exited(_), Event::Stopped { .. }]));
    assert!(events[1].time() - events[0].time() > 1.0, "{events:?}");
}

/// A step that was interrupted just after a ball had reached a sensor took the ball for moved out by the
/// game; the events are those of the uninterrupted step.
#[test]
fn interruption_at_a_sensor_keeps_its_events() {
    for seed in 0..50 {
        let mut world = World::new();
        let spot = Body::fixed(Shape::ball(1.0), DVec2::new(0.1, 0.2));
        world.add(Body { role: Role::Sensor(Passage::Edge), ..spot }).unwrap();
        world.add(ball([-3.0 - 0.013 * f64::from(seed), 0.1], [1.7, 0.03])).unwrap();
        let mut uninterrupted = world.clone();
        let expected = Stepper::new().step(&mut uninterrupted, 9.0).events.clone();
        let mut stepper = Stepper::new();
        stepper.integrate(&mut world, 9.0);
        stepper.detect(&mut world);
        let mut outcome = stepper.respond(&mut world, 1);
        let mut parts = stepper.report().events.clone();
        while outcome == Outcome::Interrupted {
            outcome = stepper.resume(&mut world, 1);
            parts.extend_from_slice(&stepper.report().events);
        }
        assert_eq!(expected, parts);
    }
}

/// A gate that broke while a ball was inside kept it inside for ever without an exit event; the ball exits
/// when the gate breaks.
#[test]
fn gate_that_breaks_releases_the_ball_inside() {
    let mut world = World::new();
    let gate = Body::fixed(Shape::cuboid(dvec2(1.0, 1.0)), DVec2::ZERO);
    let role = Role::OneWay { open: DVec2::X };
    let gate = world.add(Body { role, breaks_after: 1, ..gate }).unwrap();
    let inside = world.add(ball([0.0, 0.0], [0.0, 0.0])).unwrap();
    let against = world.add(ball([4.5, 0.0], [-2.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    let events = stepper.step(&mut world, 1.6).events.clone();
    assert!(
        matches!(
            events[..],
            [Event::Entered(_), Event::Impact(_), Event::Broken { body, by, .. }, Event::Exited(out)]
                if (body, by, out.ball) == (gate, against, inside) && out.time == 1.5
        ),
        "{events:?}"
    );
    assert!(!world.is_inside(gate, inside));
}

/// A sensor that the game turned into an absorber kept the ball inside without absorbing it, and the world
/// could be written but not read; the ball exits and is absorbed.
#[test]
fn sensor_turned_absorber_absorbs_the_ball_inside() {
    let mut world = World::new();
    let sensor = Body::fixed(Shape::cuboid(dvec2(1.0, 1.0)), DVec2::ZERO);
    let region = world.add(Body { role: Role::Sensor(Passage::Edge), ..sensor }).unwrap();
    let ball = world.add(ball([0.0, 0.0], [0.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.step(&mut world, 0.1);
    world.edit(region, |body| body.role = Role::Absorber(Passage::Edge)).unwrap();
    let events = stepper.step(&mut world, 0.1).events.clone();
    assert!(matches!(events[..], [Event::Exited(_), Event::Absorbed(_)]), "{events:?}");
    assert_eq!(world.absorbed_by(ball), Some(region));
    let text = serde_json::to_string(&world).unwrap();
    assert_eq!(serde_json::from_str::<World<DVec2>>(&text).unwrap(), world);
}

/// A ball at rest on a gate stayed there when the gate was turned to let it fall, because it had no
/// velocity along the open direction yet; it falls.
#[test]
fn gate_turned_under_a_resting_ball_lets_it_fall() {
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

/// A hook got a sensor before the ball if the game had moved one of them; the ball always comes first.
#[test]
fn hook_gets_the_ball_before_the_sensor() {
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

/// A ball that slid down a one-way platform left it by a rounding of its velocity, touched it when it
/// turned back, still moved along the open direction by another rounding, and fell through; it stays on the
/// platform.
#[test]
fn ball_that_slides_down_a_platform_stays_on_it() {
    let angle = 0.2 + 0.001 * 1.0;
    let up = DVec2::new(-f64::sin(angle), f64::cos(angle));
    let frame = Frame::from_axes([DVec2::new(f64::cos(angle), f64::sin(angle)), up, DVec2::ZERO]);
    let middle = dvec2(3.3, -0.7);
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let platform = Body::fixed(Shape::turned_cuboid(DVec2::new(100.0, 0.25), frame), middle);
    world.add(Body { role: Role::OneWay { open: up }, ..platform }).unwrap();
    let ball = Body {
        velocity: dvec2(-0.9749037, -0.19863793),
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(2.7230916, -0.05213619))
    };
    let ball = world.add(ball).unwrap();
    Given::InF32.round(&mut world);
    assert_eq!(Stepper::new().step(&mut world, 1.0 / 64.0).events, []);
    let height = (world.body(ball).unwrap().position - middle).dot(up);
    assert!((height - 0.75).abs() < 1e-6, "{height}");
}

/// A box that slid down the side of a slanted gate in its open direction entered and left it endlessly at
/// one instant, and crossings did not count towards the event budget; the step ends.
#[test]
fn box_that_slides_along_a_gate_ends_the_step() {
    for start in 0..40u8 {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -2.0)).unwrap();
        let (low, high) = (dvec2(0.0, -2.0), dvec2(2.0, 2.0));
        let gate = Body::fixed(Shape::capsule(low, high, 0.5), dvec2(-4.0, -3.0));
        world.add(Body { role: Role::OneWay { open: dvec2(-2.0, 0.0) }, ..gate }).unwrap();
        let falling = Body {
            restitution: 0.0,
            ..Body::dynamic(
                Shape::cuboid(dvec2(0.5, 1.0)),
                dvec2(-4.0 + 0.013 * f64::from(start), -0.4),
            )
        };
        world.add(falling).unwrap();
        let mut stepper = Stepper::<DVec2>::new();
        stepper.integrate(&mut world, 4.0);
        stepper.detect(&mut world);
        assert_eq!(stepper.respond(&mut world, 1000), Outcome::Finished, "start {start}");
    }
}
