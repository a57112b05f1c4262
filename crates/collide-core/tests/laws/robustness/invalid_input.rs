//! Invalid input is refused with the name of the field, and extreme input neither panics nor hangs.

use crate::support::random::Random;
use collide_core::body::{Body, InvalidBody, Kind, Passage, Role, SpeedLimits};
use collide_core::measure::state_hash;
use collide_core::report::Event;
use collide_core::shape::{Frame, RoundedBox, Shape};
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;
use glam::DVec2;

fn ball() -> Body<DVec2> {
    Body::dynamic(Shape::ball(0.5), DVec2::ZERO)
}

/// Invalid bodies, each with the name of the invalid field.
fn invalid_bodies() -> Vec<(&'static str, Body<DVec2>)> {
    let mut invalid = Vec::new();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        invalid.push(("position", Body { position: DVec2::new(0.0, bad), ..ball() }));
        invalid.push(("velocity", Body { velocity: DVec2::new(bad, 0.0), ..ball() }));
        let surface_velocity = DVec2::new(0.0, bad);
        invalid.push(("surface_velocity", Body { surface_velocity, ..ball() }));
        invalid
            .push(("half extent", Body::fixed(Shape::cuboid(DVec2::new(1.0, bad)), DVec2::ZERO)));
        invalid.push(("half extent", Body::fixed(Shape::arena(DVec2::new(bad, 1.0)), DVec2::ZERO)));
        let normal = Shape::HalfSpace { normal: DVec2::new(bad, 0.0), level: 0.0 };
        invalid.push(("normal", Body::fixed(normal, DVec2::ZERO)));
        let centre = DVec2::new(bad, 0.0);
        let (half, radius, frame) = (DVec2::ONE, 0.0, Frame::identity());
        let shape = Shape::Convex(RoundedBox { centre, half, radius, frame });
        invalid.push(("centre", Body::fixed(shape, DVec2::ZERO)));
        let frame = Frame::from_axes([DVec2::new(bad, 0.0), DVec2::Y, DVec2::ZERO]);
        invalid.push(("frame", Body::fixed(Shape::turned_cuboid(half, frame), DVec2::ZERO)));
    }
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        invalid.push(("mass", Body { mass: bad, ..ball() }));
        invalid.push(("restitution", Body { restitution: bad, ..ball() }));
        invalid.push(("rolling_resistance", Body { rolling_resistance: bad, ..ball() }));
        invalid.push(("radius", Body { shape: Shape::ball(bad), ..ball() }));
    }
    invalid.push(("mass", Body { mass: 0.0, ..ball() }));
    let speed_limits = SpeedLimits { least: 2.0, most: 1.0 };
    invalid.push(("speed_limits.most", Body { speed_limits, ..ball() }));
    invalid.push(("half extent", Body::fixed(Shape::cuboid(DVec2::new(1.0, -1.0)), DVec2::ZERO)));
    invalid.push(("half extent", Body::fixed(Shape::arena(DVec2::ZERO), DVec2::ZERO)));
    invalid.push(("normal", Body::fixed(Shape::half_space(DVec2::ZERO), DVec2::ZERO)));
    invalid
}

#[test]
fn invalid_bodies_are_refused_with_the_field() {
    let mut world = World::new();
    let id = world.add(ball()).unwrap();
    let before = state_hash(&world);
    for (name, body) in invalid_bodies() {
        for refused in [world.add(body.clone()).err(), world.edit(id, |it| *it = body).err()] {
            let Some(InvalidBody::OutOfRange { field, .. }) = refused else {
                panic!("{name}: {refused:?}")
            };
            assert_eq!(field, name);
        }
        assert_eq!((state_hash(&world), world.ids().count()), (before, 1));
    }
    let unmovable = Body { shape: Shape::arena(DVec2::ONE), ..ball() };
    assert_eq!(world.add(unmovable), Err(InvalidBody::NotMovable));
    assert_eq!(world.add_with_key(ball(), 0), Err(InvalidBody::KeyTaken { key: 0 }));
    assert!(world.set_gravity(DVec2::new(f64::NAN, 0.0)).is_err());
    world.remove(id);
    assert_eq!(world.edit(id, |_| {}), Err(InvalidBody::Unknown));
    assert_eq!(world.remove(id), None);
}

#[test]
fn step_of_an_invalid_or_zero_dt_changes_nothing() {
    let mut world = World::new();
    world.add(Body { velocity: DVec2::X, ..ball() }).unwrap();
    let before = world.clone();
    let mut stepper = Stepper::new();
    for dt in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, -0.0] {
        let report = stepper.step(&mut world, dt);
        assert!(report.events.is_empty() && report.legs.is_empty(), "{dt}");
        assert_eq!(world, before, "{dt}");
    }
    stepper.step(&mut world, f64::MIN_POSITIVE);
    stepper.step(&mut world, 1e-300);
    assert!(!world.is_interrupted());
}

/// Balls overlap or share a centre, and walls pass through them.
#[test]
fn overlapping_spawns_keep_finite_positions() {
    let mut random = Random::new(5);
    for seed in 0..60 {
        let mut world = World::new();
        for number in 0..12 {
            let spread = [0.0, 1e-12, 0.3][seed % 3];
            let mut any = || DVec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let (position, velocity) = (any() * spread, any());
            let velocity = if number % 3 == 0 { DVec2::ZERO } else { velocity };
            world.add(Body { position, velocity, ..ball() }).unwrap();
        }
        world.add(Body::fixed(Shape::segment(-DVec2::X, DVec2::X), DVec2::ZERO)).unwrap();
        world.add(Body::fixed(Shape::cuboid(DVec2::splat(0.2)), DVec2::ZERO)).unwrap();
        world.add(Body::fixed(Shape::arena(DVec2::splat(0.4)), DVec2::ZERO)).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..5 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        for id in world.ids() {
            assert!(world.body(id).unwrap().position.is_finite());
        }
    }
}

#[test]
fn steps_with_huge_and_tiny_numbers_end() {
    let mut random = Random::new(6);
    for _ in 0..60 {
        let mut world = World::new();
        let mut any = |most: f64| {
            let mut one = || random.between(-1.0, 1.0) * 10f64.powf(random.between(-most, most));
            DVec2::new(one(), one())
        };
        for _ in 0..6 {
            let (position, velocity, size) = (any(150.0), any(150.0), any(150.0));
            let body = Body::dynamic(Shape::ball(size.x.abs()), position);
            world.add(Body { velocity, mass: size.y.abs(), ..body }).unwrap();
        }
        world.add(Body::fixed(Shape::cuboid(any(150.0).abs()), any(150.0))).unwrap();
        world.add(Body::fixed(Shape::arena(any(150.0).abs()), any(3.0))).unwrap();
        world.set_gravity(any(100.0)).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..3 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
    }
    let mut world = World::<DVec2>::new();
    let most = DVec2::splat(f64::MAX);
    let fast = Body { velocity: most, ..Body::dynamic(Shape::ball(1.0), most) };
    world.add(fast.clone()).unwrap();
    world.add(Body { position: -most, ..fast }).unwrap();
    Stepper::new().step(&mut world, 10.0);
}

#[test]
fn removal_of_a_ball_or_its_sensor_reports_one_exit() {
    for remove_ball in [true, false] {
        let mut world = World::new();
        let ball = world.add(ball()).unwrap();
        let sensor = Body::fixed(Shape::cuboid(DVec2::splat(3.0)), DVec2::ZERO);
        let sensor = Body { role: Role::Sensor(Passage::Edge), ..sensor };
        let sensor = world.add(sensor).unwrap();
        let mut stepper = Stepper::new();
        let entered = stepper.step(&mut world, 0.1).events.clone();
        assert!(matches!(entered[..], [Event::Entered(it)] if it.time == 0.0));
        assert!(world.is_inside(sensor, ball));
        world.remove(if remove_ball { ball } else { sensor });
        let exited = stepper.step(&mut world, 0.1).events.clone();
        assert!(
            matches!(exited[..], [Event::Exited(it)] if (it.region, it.ball) == (sensor, ball))
        );
        assert!(stepper.step(&mut world, 0.1).events.is_empty());
    }
}

/// The edits make the ball static, or move it away.
#[test]
fn edit_of_a_ball_inside_a_sensor_reports_an_exit() {
    let changes: [fn(&mut Body<DVec2>); 2] =
        [|body| body.kind = Kind::Static, |body| body.position = DVec2::new(9.0, 0.0)];
    for change in changes {
        let mut world = World::new();
        let ball = world.add(ball()).unwrap();
        let sensor = Body::fixed(Shape::cuboid(DVec2::splat(3.0)), DVec2::ZERO);
        world.add(Body { role: Role::Sensor(Passage::Centre), ..sensor }).unwrap();
        let mut stepper = Stepper::new();
        assert_eq!(stepper.step(&mut world, 0.1).events.len(), 1);
        world.edit(ball, change).unwrap();
        let events = &stepper.step(&mut world, 0.1).events;
        assert!(matches!(events[..], [Event::Exited(_)]), "{events:?}");
    }
}

#[test]
fn invalid_event_budget_allows_the_minimum_and_ends_every_step() {
    for events_per_second in [f64::NAN, 0.0, -5.0, f64::NEG_INFINITY] {
        let settings = Settings { events_per_second, ..Settings::default() };
        let mut world = World::new();
        let velocity = DVec2::new(8.0, 0.0);
        let ball = world.add(Body { velocity, ..ball() }).unwrap();
        world.add(Body::fixed(Shape::arena(DVec2::new(2.5, 9.0)), DVec2::ZERO)).unwrap();
        let mut stepper = Stepper::with_settings(settings);
        // Two bounces in a second, and then more in one step than the budget allows.
        assert_eq!(stepper.step(&mut world, 1.0).impacts().count(), 2);
        assert!(stepper.report().limits.is_empty());
        let report = stepper.step(&mut world, 1e5);
        let counted = 64.0 + 1e5;
        assert!(report.impacts().count() as f64 <= counted + 1.0);
        assert_eq!(report.limits.len(), 1);
        assert_eq!(report.limits[0].body, ball);
    }
}
