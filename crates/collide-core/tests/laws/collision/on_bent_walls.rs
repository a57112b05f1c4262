//! Tests of a body that lies on walls which bend on its way: in a round room it swings as a pendulum and rolls without loss, and
//! on what turns or rises it moves as the closed forms say.

use std::f64::consts::TAU;

use crate::support::spaces::Given;
use collide_core::body::{Body, Kind};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// The rates of steps.
const RATES: [f64; 3] = [60.0, 144.0, 240.0];

/// Every rate of steps, with values in f64 and rounded through f32.
fn cases() -> impl Iterator<Item = (f64, Given)> {
    RATES.into_iter().flat_map(|rate| Given::ALL.map(|given| (rate, given)))
}

/// Makes steps of a world until so many seconds are over, in which nothing is reported. `then` is called after each one with
/// the time and the world.
fn play<V: Vector>(
    world: &mut World<V>,
    (rate, seconds): (f64, f64),
    mut then: impl FnMut(f64, &World<V>),
) {
    let mut stepper = Stepper::new();
    for step in 1..=(seconds * rate).round() as usize {
        let report = stepper.step(world, 1.0 / rate);
        assert!(report.limits.is_empty(), "{rate} Hz, step {step}: {:?}", report.limits);
        assert!(report.events.is_empty(), "{rate} Hz, step {step}: {:?}", report.events);
        then(step as f64 / rate, world);
    }
}

/// The inner radius of the room, and the radius of the ball in it.
const ROOM: f64 = 1.25;
const BALL: f64 = 0.25;

/// A round room that moves evenly, with a ball at rest at this angle from its lowest place.
fn room<V: Vector>(
    angle: f64,
    (g, friction): (f64, f64),
    lift: f64,
    given: Given,
) -> (World<V>, [BodyId; 2]) {
    let vector = |x: f64, y: f64| V::from_components(|axis| [x, y, 0.0][axis]);
    let mut world = World::new();
    world.set_gravity(vector(0.0, -g)).unwrap();
    let surface = |body: Body<V>| Body { friction, restitution: 0.0, ..body };
    let velocity = vector(0.0, lift);
    let walls = surface(Body::fixed(Shape::round_arena(ROOM), V::ZERO));
    let kind = if lift == 0.0 { Kind::Static } else { Kind::Kinematic };
    let walls = world.add(Body { velocity, kind, ..walls }).unwrap();
    let place = vector(angle.sin(), -angle.cos()) * (ROOM - BALL);
    let ball = surface(Body::dynamic(Shape::ball(BALL), place));
    let inertia_factor = (friction > 0.0).then_some(0.4);
    let ball = world.add(Body { velocity, inertia_factor, ..ball }).unwrap();
    given.round(&mut world);
    (world, [ball, walls])
}

/// The period of a pendulum of length 1 under a pull of 1 that swings up to this angle: `2 pi / M(1, cos(angle / 2))`, with the
/// arithmetic-geometric mean of Gauss.
fn pendulum_period(angle: f64) -> f64 {
    let (mut one, mut two) = (1.0, (0.5 * angle).cos());
    for _ in 0..9 {
        (one, two) = (0.5 * (one + two), (one * two).sqrt());
    }
    TAU / one
}

/// The mean period of the ball in the room over so many seconds.
fn measured_period<V: Vector>(
    (mut world, [ball, walls]): (World<V>, [BodyId; 2]),
    (rate, seconds): (f64, f64),
) -> f64 {
    let (mut crossings, mut before) = (Vec::new(), f64::INFINITY);
    play(&mut world, (rate, seconds), |time, world| {
        let place = (world.position(ball).unwrap() - world.position(walls).unwrap()).component(0);
        if place.signum() != before.signum() && before.is_finite() {
            crossings.push(time - place / world.velocity(ball).unwrap().component(0));
        }
        before = place;
    });
    let halves = crossings.len() - 1;
    2.0 * (crossings[halves] - crossings[0]) / halves as f64
}

/// A slow ball moved along one straight ramp in a step: at 60 Hz the period was wrong by 1e-4.
#[test]
fn ball_swings_in_a_round_room_as_a_pendulum() {
    for (rate, given) in cases() {
        for (angle, lift) in [(0.5, 0.0), (0.5, 0.375), (1.5, 0.0)] {
            let wanted = pendulum_period(angle) / 9.81f64.sqrt();
            let flat =
                measured_period(room::<DVec2>(angle, (9.81, 0.0), lift, given), (rate, 20.0));
            let space =
                measured_period(room::<DVec3>(angle, (9.81, 0.0), lift, given), (rate, 20.0));
            for period in [flat, space] {
                let off = period / wanted - 1.0;
                println!("{rate} {given:?} {angle} {lift}: {off:e}");
                assert!(off.abs() < 1e-5, "{rate} {given:?} {angle} {lift}: {off:e}");
            }
        }
    }
}

/// The kinetic energy of a ball, with that of its turning.
fn kinetic_energy<V: Vector>(body: &Body<V>) -> f64 {
    let spin = V::magnitude(body.angular_velocity) * BALL;
    let factor = body.inertia_factor.unwrap_or(0.0);
    0.5 * (body.velocity.length_squared() + factor * spin * spin)
}

/// The largest share of its energy that the ball in the room loses and wins in ten periods.
fn energy_off<V: Vector>(
    (mut world, [ball, _]): (World<V>, [BodyId; 2]),
    rate: f64,
    g: f64,
) -> [f64; 2] {
    let energy = |world: &World<V>| {
        let body = world.body(ball).unwrap();
        kinetic_energy(&body) + g * (body.position.component(1) + ROOM - BALL)
    };
    let (first, mut off) = (energy(&world), [0.0f64; 2]);
    let seconds = 10.0 * pendulum_period(1.0) * (1.4 / g).sqrt();
    play(&mut world, (rate, seconds), |_, world| {
        let share = energy(world) / first - 1.0;
        off = [f64::max(off[0], -share), f64::max(off[1], share)];
    });
    off
}

/// The friction of a round wall made a pile of the ball: it lost 2.2 % in the plane, and 4.3 % in space.
#[test]
fn ball_rolls_in_a_round_room_without_loss() {
    for (rate, given) in cases() {
        let [flat, space] = [
            energy_off(room::<DVec2>(1.0, (10.0, 5.0), 0.0, given), rate, 10.0),
            energy_off(room::<DVec3>(1.0, (10.0, 5.0), 0.0, given), rate, 10.0),
        ];
        for [lost, won] in [flat, space] {
            let case = format!("{rate} {given:?}: {lost:e} {won:e}");
            assert!(lost < given.choose(1e-9, 1e-5) && won < given.choose(1e-12, 1e-5), "{case}");
        }
    }
}

/// The angle of a ball of inertia factor `k` that rolls off the top of a wheel, after so many seconds from rest at `angle`,
/// whatever the wheel turns by: `phi'' = sin(phi) g / ((1 + k) reach)`.
fn angle_on_wheel(angle: f64, strength: f64, seconds: f64) -> [f64; 2] {
    let (steps, mut state) = (20_000, [angle, 0.0]);
    let step = seconds / f64::from(steps);
    let rates = |[angle, rate]: [f64; 2]| [rate, strength * angle.sin()];
    let after = |[a, b]: [f64; 2], [c, d]: [f64; 2], time: f64| [a + c * time, b + d * time];
    for _ in 0..steps {
        let half = rates(after(state, rates(state), 0.5 * step));
        state = after(state, half, step);
    }
    state
}

#[test]
fn ball_rolls_over_a_wheel_that_turns() {
    let (wheel, radius, turning, start) = (0.5, 0.1, 3.0, 0.2f64);
    for (rate, given) in cases() {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -9.81)).unwrap();
        let surface = |body: Body<DVec2>| Body { friction: 1e9, restitution: 0.0, ..body };
        let hub =
            Body { angular_velocity: turning, ..Body::fixed(Shape::ball(wheel), DVec2::ZERO) };
        world.add(surface(Body { kind: Kind::Kinematic, ..hub })).unwrap();
        let reach = wheel + radius;
        let place = dvec2(start.sin(), start.cos()) * reach;
        let ball = Body {
            inertia_factor: Some(0.4),
            angular_velocity: -turning * wheel / radius,
            ..Body::dynamic(Shape::ball(radius), place)
        };
        let ball = world.add(surface(ball)).unwrap();
        given.round(&mut world);
        let strength = 9.81 / (1.4 * reach);
        let mut worst = [0.0f64; 2];
        play(&mut world, (rate, 0.5), |time, world| {
            let [angle, angle_rate] = angle_on_wheel(start, strength, time);
            let body = world.body(ball).unwrap();
            let place = dvec2(angle.sin(), angle.cos()) * reach;
            // Its point of contact moves as that of the wheel.
            let spin = -(turning * wheel + reach * angle_rate) / radius;
            worst[0] = worst[0].max((body.position - place).length());
            worst[1] = worst[1].max((body.angular_velocity - spin).abs());
        });
        let case = format!("{rate} {given:?} {worst:?}");
        assert!(worst[0] < 1e-6 && worst[1] < 1e-4, "{case}");
    }
}

/// How far along an arm that turns at `turning` a ball is, and how fast: `(1 + k) s'' = w^2 s - g sin(w t)`, from `s` and `s'`.
fn along_arm([start, speed]: [f64; 2], (turning, mass, g): (f64, f64, f64), time: f64) -> [f64; 2] {
    let rate = turning / mass.sqrt();
    let forced = g / (turning * turning * (1.0 + mass));
    let of_speed = (speed - forced * turning) / rate;
    let (sinh, cosh) = ((rate * time).sinh(), (rate * time).cosh());
    [
        start * cosh + of_speed * sinh + forced * (turning * time).sin(),
        rate * (start * sinh + of_speed * cosh) + forced * turning * (turning * time).cos(),
    ]
}

#[test]
fn ball_slides_and_rolls_along_an_arm_that_turns() {
    let (radius, turning, g) = (0.1, 1.5, 9.81);
    for (rate, given) in cases() {
        for factor in [None, Some(0.4)] {
            let friction = if factor.is_some() { 1e9 } else { 0.0 };
            let mut world = World::new();
            world.set_gravity(dvec2(0.0, -g)).unwrap();
            let surface = |body: Body<DVec2>| Body { friction, restitution: 0.0, ..body };
            let arm = Body::fixed(Shape::segment(dvec2(-9.0, 0.0), dvec2(9.0, 0.0)), DVec2::ZERO);
            let arm = Body { angular_velocity: turning, kind: Kind::Kinematic, ..arm };
            world.add(surface(arm)).unwrap();
            let [start, speed] = [1.0, 0.25];
            // It moves with the arm, and its point of contact too.
            let ball = Body {
                velocity: dvec2(speed - turning * radius, turning * start),
                inertia_factor: factor,
                angular_velocity: turning - speed / radius,
                ..Body::dynamic(Shape::ball(radius), dvec2(start, radius))
            };
            let ball = world.add(surface(ball)).unwrap();
            given.round(&mut world);
            let mass = 1.0 + factor.unwrap_or(0.0);
            let mut worst: f64 = 0.0;
            play(&mut world, (rate, 0.5), |time, world| {
                let [along, _] = along_arm([start, speed], (turning, mass, g), time);
                let place = DVec2::from_angle(turning * time).rotate(dvec2(along, radius));
                worst = worst.max((world.position(ball).unwrap() - place).length());
            });
            assert!(worst < 1e-6, "{rate} {given:?} {factor:?}: {worst:e}");
        }
    }
}

/// A ball that rolls around the end of a wall leaves it where the wall no longer bears it, `cos(angle) = 2 / (3 + k)`.
#[test]
fn ball_rolls_over_an_edge_and_flies_off_where_nothing_presses_it() {
    for (rate, given) in cases() {
        for factor in [None, Some(0.4)] {
            let friction = if factor.is_some() { 1e9 } else { 0.0 };
            let mut world = World::new();
            world.set_gravity(dvec3(0.0, -9.81, 0.0)).unwrap();
            let surface = |body: Body<DVec3>| Body { friction, restitution: 0.0, ..body };
            let shelf = Body::fixed(Shape::cuboid(dvec3(1.0, 0.5, 1.0)), dvec3(-1.0, -0.5, 0.0));
            world.add(surface(shelf)).unwrap();
            let (radius, speed) = (0.2, 0.1);
            let ball = Body {
                velocity: DVec3::X * speed,
                inertia_factor: factor,
                angular_velocity: DVec3::NEG_Z * (speed / radius),
                ..Body::dynamic(Shape::ball(radius), dvec3(-0.1, radius, 0.0))
            };
            let ball = world.add(surface(ball)).unwrap();
            given.round(&mut world);
            let mass = 1.0 + factor.unwrap_or(0.0);
            // Up to there it has kept its energy, and falls freely from then on.
            let cosine = (2.0 + mass * speed * speed / (9.81 * radius)) / (2.0 + mass);
            let angle = cosine.acos();
            let leaves = (9.81 * radius * cosine).sqrt();
            let mut stepper = Stepper::new();
            while world.position(ball).unwrap().y > -0.3 {
                let report = stepper.step(&mut world, 1.0 / rate);
                assert!(report.limits.is_empty() && report.events.is_empty(), "{report:?}");
            }
            let body = world.body(ball).unwrap();
            let off = body.velocity.x - leaves * cosine;
            let fallen = 2.0 * 9.81 * (radius * cosine - body.position.y);
            let down = -(leaves * angle.sin()).hypot(fallen.sqrt()) - body.velocity.y;
            let case = format!("{rate} {given:?} {factor:?}: {off:e} {down:e}");
            assert!(off.abs() < 1e-5 && down.abs() < 1e-5, "{case}");
        }
    }
}
