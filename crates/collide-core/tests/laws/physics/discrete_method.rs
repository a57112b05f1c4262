//! The discrete method: it conserves momentum, supports every role of a body, and has its documented
//! weaknesses.

use crate::support::random::Random;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::body::{Body, Layers, Passage, Role};
use collide_core::measure::{
    deepest_overlap, kinetic_energy, momentum, momentum_scale, potential_energy, state_hash,
};
use collide_core::report::{Event, Report};
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Method, Outcome, Separation, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

const BOTH: [Separation; 2] = [Separation::Projection, Separation::Rewind];

fn stepper<V: Vector>(separation: Separation) -> Stepper<V> {
    let method = Method::Discrete(Discrete { separation, ..Discrete::default() });
    Stepper::with_settings(Settings { method, ..Settings::default() })
}

fn ball(x: f64, y: f64, velocity: [f64; 2]) -> Body<DVec2> {
    let velocity = DVec2::from(velocity);
    Body { velocity, ..Body::dynamic(Shape::ball(0.5), DVec2::new(x, y)) }
}

fn is_impact(event: &Event<DVec2>) -> bool {
    matches!(event, Event::Impact(_))
}

/// Two clouds of balls of different masses that fly through each other in open space.
fn clouds() -> World<DVec2> {
    let mut random = Random::new(3);
    let mut world = World::new();
    for number in 0..200u32 {
        let (column, row) = (f64::from(number % 20), f64::from(number / 20));
        let inwards = if number % 20 < 10 { 2.0 } else { -2.0 };
        let mut velocity = DVec2::new(inwards, 0.0);
        velocity += DVec2::new(random.between(-0.5, 0.5), random.between(-0.5, 0.5));
        let body = ball(1.2 * column - 11.4, 1.2 * row, velocity.into());
        world.add(Body { mass: random.between(0.2, 5.0), ..body }).unwrap();
    }
    world
}

#[test]
fn elastic_impacts_conserve_momentum_and_energy() {
    for separation in BOTH {
        let mut world = clouds();
        let (before, energy) = (momentum(&world), kinetic_energy(&world));
        let mut stepper = stepper(separation);
        let mut impacts = 0;
        for _ in 0..400 {
            impacts += stepper.step(&mut world, 1.0 / 60.0).impacts().count();
        }
        let drift = (momentum(&world) - before).length() / momentum_scale(&world);
        let energy = (kinetic_energy(&world) / energy - 1.0).abs();
        println!(
            "{separation:?}: {impacts} impacts, momentum to {drift:.1e}, energy to {energy:.1e}"
        );
        assert!(impacts > 500 && drift <= 1e-13 && energy <= 1e-12);
    }
}

/// Projection lifts a ball without slowing it down, so energy drifts under gravity, less in shorter steps;
/// rewinding to the contact avoids it.
#[test]
fn energy_under_gravity_drifts_by_projection_only() {
    let drift = |separation, dt: f64| {
        let mut world = World::new();
        world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
        world.add(ball(0.0, 2.5, [0.0, 0.0])).unwrap();
        world.set_gravity(DVec2::new(0.0, -9.81)).unwrap();
        let total = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
        let before = total(&world);
        let mut stepper = stepper(separation);
        for _ in 0..(20.0 / dt) as u64 {
            stepper.step(&mut world, dt);
        }
        (total(&world) - before) / before
    };
    let projection = [1.0 / 64.0, 1.0 / 1024.0].map(|dt| drift(Separation::Projection, dt));
    let rewind = [1.0 / 64.0, 1.0 / 1024.0].map(|dt| drift(Separation::Rewind, dt));
    println!("20 s of bounces: projection {projection:?}, rewinding {rewind:?}");
    assert!(projection[0] > 0.05 && projection[1] > 0.0 && projection[1] < 0.2 * projection[0]);
    assert!(rewind.iter().all(|drift| drift.abs() < 1e-10));
}

#[test]
fn overlaps_shrink_with_dt() {
    for separation in BOTH {
        let deepest = [1.0 / 16.0, 1.0 / 128.0, 1.0 / 1024.0].map(|dt| {
            let mut world = clouds();
            let mut stepper = stepper(separation);
            let mut deepest = 0f64;
            for _ in 0..(4.0 / dt) as u64 {
                stepper.step(&mut world, dt);
                deepest = deepest.max(deepest_overlap(&world));
            }
            deepest
        });
        println!("{separation:?}: deepest overlaps at the end of a step {deepest:?}");
        assert!(deepest[2] <= 0.5 * deepest[0].max(1e-9));
    }
}

/// The weakness that the continuous method avoids.
#[test]
fn bullet_tunnels_through_a_thin_wall() {
    for separation in BOTH {
        let mut world = World::new();
        let bullet = world.add(ball(-10.0, 0.0, [1200.0, 0.0])).unwrap();
        let wall = Shape::cuboid(DVec2::new(0.1, 5.0));
        world.add(Body::fixed(wall, DVec2::ZERO)).unwrap();
        let mut continuous = world.clone();
        let report = stepper(separation).step(&mut world, 1.0 / 60.0).clone();
        assert_eq!(report.impacts().count(), 0);
        assert_eq!(world.body(bullet).unwrap().position.x, 10.0);
        assert_eq!(Stepper::new().step(&mut continuous, 1.0 / 60.0).impacts().count(), 1);
    }
}

/// Two balls of different masses collide head on; their positions, times and legs are known.
#[test]
fn head_on_impact_has_known_positions_and_times() {
    let play = |separation| {
        let mut world = World::new();
        let light = world.add(ball(-1.0, 0.0, [3.0, 0.0])).unwrap();
        let heavy = world.add(Body { mass: 3.0, ..ball(1.0, 0.0, [-1.0, 0.0]) }).unwrap();
        let report = stepper(separation).step(&mut world, 0.375).clone();
        let times: Vec<f64> = report.impacts().map(|impact| impact.time).collect();
        let places = [light, heavy].map(|id| world.body(id).unwrap().position.x);
        let speeds = [light, heavy].map(|id| world.body(id).unwrap().velocity.x);
        assert_eq!(speeds, [-3.0, 1.0]);
        (times, places, report.legs.len())
    };
    // They touch after 2/8 s at -2/8 and 6/8; unchecked they are at 1/8 and 5/8 after 3/8 s, overlapping by
    // 4/8.
    assert_eq!(play(Separation::Projection), (vec![0.375], [-0.25, 0.75], 2));
    assert_eq!(play(Separation::Rewind), (vec![0.25], [-0.625, 0.875], 4));
}

/// Legs lead from the start of a step to its end, except for the displacement by projection.
#[test]
fn legs_end_at_the_positions_except_for_projection() {
    for separation in BOTH {
        let mut stepper = stepper(separation);
        let mut world = clouds();
        for _ in 0..100 {
            let report = stepper.step(&mut world, 1.0 / 60.0);
            assert!(report.legs.windows(2).all(|legs| legs[0].end <= legs[1].end));
            assert!(report.events.windows(2).all(|events| events[0].time() <= events[1].time()));
        }
        let mut world = World::new();
        let ball = world.add(ball(0.0, 2.5, [1.0, 0.0])).unwrap();
        world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
        world.set_gravity(DVec2::new(0.0, -10.0)).unwrap();
        let mut corrections = 0;
        for _ in 0..100 {
            let report = stepper.step(&mut world, 1.0 / 60.0).clone();
            let place = world.body(ball).unwrap().position;
            let (first, last) = (report.legs[0], report.legs[report.legs.len() - 1]);
            let hits = report.impacts().count();
            assert_eq!((first.start, last.end), (0.0, report.dt));
            let displacement = place - last.position_at(report.dt);
            if separation == Separation::Projection && hits > 0 {
                assert!(displacement.y > 0.0 && displacement.x == 0.0 && report.legs.len() == 1);
                corrections += 1;
            } else {
                assert!(displacement.length() <= 1e-15 && report.legs.len() == 1 + hits);
            }
        }
        assert_eq!(corrections > 0, separation == Separation::Projection);
    }
}

/// The events, with their steps, of a ball that flies through a region at 1 m/s, and the world at the end.
fn through(
    separation: Separation,
    region: Body<DVec2>,
) -> (Vec<(u32, Event<DVec2>)>, World<DVec2>) {
    let mut world = World::new();
    world.add(ball(-3.0, 0.0, [1.0, 0.0])).unwrap();
    world.add(region).unwrap();
    let mut stepper = stepper(separation);
    let mut events = Vec::new();
    for step in 0..24 {
        let report = stepper.step(&mut world, 0.25);
        events.extend(report.events.iter().map(|event| (step, *event)));
    }
    (events, world)
}

#[test]
fn sensors_report_at_the_end_of_the_step() {
    for separation in BOTH {
        let region = Body::fixed(Shape::cuboid(DVec2::new(0.95, 1.0)), DVec2::ZERO);
        let (events, _) =
            through(separation, Body { role: Role::Sensor(Passage::Edge), ..region.clone() });
        // The ball touches the sensor after 1.55 s and has left it after 4.45 s.
        let [(6, Event::Entered(entered)), (17, Event::Exited(exited))] = events[..] else {
            panic!("{events:?}")
        };
        assert_eq!((entered.time, exited.time), (0.25, 0.25));
        let (events, world) =
            through(separation, Body { role: Role::Absorber(Passage::Centre), ..region });
        let [(8, Event::Absorbed(absorbed))] = events[..] else { panic!("{events:?}") };
        assert_eq!(world.absorbed_by(absorbed.ball), Some(absorbed.region));
        assert_eq!(world.body(absorbed.ball).unwrap().position.x, -0.75);
    }
}

#[test]
fn gate_lets_a_ball_pass_along_its_open_direction_only() {
    for separation in BOTH {
        let gate = Body::fixed(Shape::cuboid(DVec2::new(0.1, 2.0)), DVec2::ZERO);
        let open =
            |x: f64| Body { role: Role::OneWay { open: DVec2::new(x, 0.0) }, ..gate.clone() };
        let (events, _) = through(separation, open(1.0));
        assert!(
            matches!(events[..], [(_, Event::Entered(_)), (_, Event::Exited(_))]),
            "{events:?}"
        );
        let (events, world) = through(separation, open(-1.0));
        assert!(events.len() == 1 && is_impact(&events[0].1), "{events:?}");
        assert!(world.ids().any(|id| world.body(id).unwrap().velocity.x == -1.0));
    }
}

#[test]
fn bricks_break_and_other_layers_do_not_meet() {
    for separation in BOTH {
        let brick = Body::fixed(Shape::cuboid(DVec2::ONE), DVec2::ZERO);
        let (events, world) = through(separation, Body { breaks_after: 1, ..brick.clone() });
        let [(_, Event::Impact(impact)), (_, Event::Broken { body, by, time })] = events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(([by, body], time), (impact.bodies, impact.time));
        assert_eq!(world.absorbed_by(body), Some(by));
        let other_layer = Layers { memberships: 2, filters: 2 };
        let (events, _) = through(separation, Body { layers: other_layer, ..brick });
        assert!(events.is_empty());
    }
}

#[test]
fn rolling_ball_stops_on_time_and_paddle_reaches_its_target() {
    for separation in BOTH {
        let mut world = World::new();
        let rolling = Body { rolling_resistance: 0.5, ..ball(0.0, 0.0, [2.0, 0.0]) };
        let rolling = world.add(rolling).unwrap();
        let paddle = Body::kinematic(Shape::cuboid(DVec2::ONE), DVec2::Y * 9.0, DVec2::ZERO);
        let target = Some(DVec2::new(3.0, 7.0));
        let paddle = world.add(Body { target, ..paddle }).unwrap();
        let mut stepper = stepper(separation);
        let mut events = Vec::new();
        for step in 0..10 {
            let report = stepper.step(&mut world, 0.75);
            events.extend(
                report.events.iter().map(|event| (f64::from(step) * 0.75 + event.time(), *event)),
            );
            assert_eq!(world.body(paddle).map(|body| body.position), target);
        }
        assert!(matches!(events[..], [(4.0, Event::Stopped { .. })]), "{events:?}");
        assert_eq!(world.body(rolling).unwrap().position, DVec2::new(4.0, 0.0));
    }
}

/// An inelastic ball comes to rest on a floor and does not sink.
#[test]
fn inelastic_ball_rests_on_the_floor() {
    for (separation, restitution) in BOTH.into_iter().flat_map(|it| [(it, 0.0), (it, 0.5)]) {
        let mut world = World::new();
        world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
        let ball = world.add(Body { restitution, ..ball(0.0, 1.0, [0.0, 0.0]) }).unwrap();
        world.set_gravity(DVec2::new(0.0, -10.0)).unwrap();
        let mut stepper = stepper(separation);
        let (mut least, mut most) = (f64::INFINITY, 0f64);
        for step in 0..1000 {
            stepper.step(&mut world, 1.0 / 60.0);
            if step > 500 {
                let height = world.body(ball).unwrap().position.y - 0.5;
                (least, most) = (least.min(height), most.max(height));
            }
        }
        println!("{separation:?}, restitution {restitution}: from {least:.1e} to {most:.1e}");
        // In a step it falls by 10 / 60^2 / 2 = 0.0014.
        assert!(least > -0.003 && most < 0.003);
    }
}

/// A discrete step ends whatever number of events is allowed.
#[test]
fn discrete_step_is_never_interrupted() {
    let mut worlds = [clouds(), clouds()];
    for _ in 0..100 {
        let whole: Report<DVec2> =
            stepper(Separation::Rewind).step(&mut worlds[0], 1.0 / 60.0).clone();
        let mut stepper = stepper(Separation::Rewind);
        stepper.integrate(&mut worlds[1], 1.0 / 60.0);
        stepper.detect(&mut worlds[1]);
        assert_eq!(stepper.respond(&mut worlds[1], 1), Outcome::Finished);
        assert_eq!(stepper.report(), &whole);
    }
    assert_eq!(state_hash(&worlds[0]), state_hash(&worlds[1]));
}

/// Balls overlap, touch or share a centre, walls pass through them, and step lengths may be invalid.
#[test]
fn extreme_input_ends_every_step_with_finite_positions() {
    let mut random = Random::new(6);
    for seed in 0..120 {
        let mut world = World::new();
        let is_extreme = seed % 2 == 0;
        let mut any = |most: f64| {
            let mut one = || {
                let scale = if is_extreme { 10f64.powf(random.between(-most, most)) } else { 1.0 };
                random.between(-1.0, 1.0) * scale
            };
            DVec2::new(one(), one())
        };
        for number in 0..8 {
            let (position, velocity, size) = (any(100.0), any(100.0), any(100.0));
            let position = if number % 3 == 0 { DVec2::ZERO } else { position };
            let body = Body::dynamic(Shape::ball(size.x.abs()), position);
            world.add(Body { velocity, mass: size.y.abs(), ..body }).unwrap();
        }
        world.add(Body::fixed(Shape::segment(-DVec2::X, DVec2::X), DVec2::ZERO)).unwrap();
        world.add(Body::fixed(Shape::cuboid(any(100.0).abs()), any(100.0))).unwrap();
        world.add(Body::fixed(Shape::arena(any(100.0).abs()), any(3.0))).unwrap();
        world.set_gravity(any(100.0)).unwrap();
        for separation in BOTH {
            for dt in [f64::NAN, -1.0, 0.0, 1e-300, 1.0 / 60.0, 10.0] {
                let mut world = world.clone();
                let mut stepper = stepper(separation);
                stepper.step(&mut world, dt);
                stepper.step(&mut world, dt);
                assert!(!world.is_interrupted());
                let is_finite = |id| world.body(id).unwrap().position.is_finite();
                assert!(is_extreme || world.ids().all(is_finite));
            }
        }
    }
    let mut world = World::<DVec2>::new();
    let most = DVec2::splat(f64::MAX);
    let fast = Body { velocity: most, ..Body::dynamic(Shape::ball(1.0), most) };
    world.add(fast.clone()).unwrap();
    world.add(Body { position: -most, ..fast }).unwrap();
    for separation in BOTH {
        stepper(separation).step(&mut world, 10.0);
    }
}

/// Moving boxes and a periodic space work as in the continuous method.
#[test]
fn boxes_and_balls_in_a_periodic_space_conserve_momentum_and_energy() {
    for separation in BOTH {
        let mut world = World::new();
        world.set_period(DVec2::new(12.0, 8.0)).unwrap();
        let mut random = Random::new(4);
        for number in 0..12u32 {
            let place = DVec2::new(f64::from(number % 4), f64::from(number / 4));
            let place = place * DVec2::new(3.0, 2.6) - DVec2::new(4.5, 2.6);
            let velocity = DVec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
            let half = DVec2::new(random.between(0.2, 0.7), random.between(0.2, 0.7));
            let shape = if number % 2 == 0 { Shape::cuboid(half) } else { Shape::ball(half.x) };
            world.add(Body { velocity, ..Body::dynamic(shape, place) }).unwrap();
        }
        let (before, energy) = (momentum(&world), kinetic_energy(&world));
        let mut stepper = stepper(separation);
        let (mut impacts, mut deepest) = (0, 0f64);
        for _ in 0..2000 {
            impacts += stepper.step(&mut world, 1.0 / 240.0).impacts().count();
            deepest = deepest.max(deepest_overlap(&world));
            let inside = |id| {
                let place: DVec2 = world.body(id).unwrap().position;
                place.abs().cmple(DVec2::new(6.0, 4.0)).all()
            };
            assert!(world.ids().all(inside));
        }
        let drift = (momentum(&world) - before).length() / momentum_scale(&world);
        let energy = (kinetic_energy(&world) / energy - 1.0).abs();
        println!(
            "{separation:?}: {impacts} impacts, momentum to {drift:.1e}, energy to {energy:.1e}, overlaps to {deepest:.1e}"
        );
        // An overlap that is left after the last round is no deeper than the path of a step.
        assert!(impacts > 20 && drift <= 1e-13 && energy <= 1e-12 && deepest <= 6.0 / 240.0);
    }
}

/// Without rounds all bodies pass through each other, and the method may change from step to step.
#[test]
fn rounds_and_methods_may_change_between_steps() {
    let mut world = World::<DVec3>::new();
    for body in mixed_scene(&mut Random::new(9), 30) {
        world.add(body).unwrap();
    }
    let rounds = |rounds| Method::Discrete(Discrete { rounds, ..Discrete::default() });
    let mut stepper = Stepper::with_settings(Settings { method: rounds(0), ..Settings::default() });
    assert_eq!(stepper.step(&mut world.clone(), 0.5).impacts().count(), 0);
    let mut impacts = [0; 3];
    for step in 0..90 {
        let methods = [Method::Continuous, rounds(2), rounds(9)];
        stepper.settings.method = methods[step % 3];
        impacts[step % 3] += stepper.step(&mut world, 0.1).impacts().count();
    }
    println!("impacts {impacts:?}");
    assert!(impacts.iter().all(|impacts| *impacts > 0));
}
