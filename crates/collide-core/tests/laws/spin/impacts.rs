//! Single impacts of bodies that turn match references of 50 digits.

use collide_core::body::Body;
use collide_core::measure::kinetic_energy;
use collide_core::response::spin::{Spin, respond_with_spin};
use collide_core::response::{Surface, respond};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};
use serde_json::Value;

use crate::support::random::Random;

/// The numbers of a reference in the vectors of a space.
trait Reads: Vector {
    fn vector(value: &Value) -> Self;
    fn axis(value: &Value) -> Self::Cross;
    fn size(axis: Self::Cross) -> f64 {
        Self::magnitude(axis)
    }
}

impl Reads for DVec2 {
    fn vector(value: &Value) -> Self {
        dvec2(number(&value[0]), number(&value[1]))
    }
    fn axis(value: &Value) -> f64 {
        number(&value[2])
    }
}

impl Reads for DVec3 {
    fn vector(value: &Value) -> Self {
        DVec3::new(number(&value[0]), number(&value[1]), number(&value[2]))
    }
    fn axis(value: &Value) -> DVec3 {
        Self::vector(value)
    }
}

/// A number, or infinity for null.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}

fn pair<T>(value: &Value, read: impl Fn(&Value) -> T) -> [T; 2] {
    [read(&value[0]), read(&value[1])]
}

/// Asserts that an impact is that of the reference, and that it conserves what it should.
fn assert_matches<V: Reads>(case: &Value) {
    let velocities: [V; 2] = pair(&case["velocities"], V::vector);
    let masses = pair(&case["masses"], number);
    let radii = pair(&case["radii"], |radius| radius.as_f64().unwrap_or(0.0));
    let factors = pair(&case["inertia"], number);
    let rates = pair(&case["spins"], V::axis);
    let normal = V::vector(&case["normal"]);
    let normal = normal / normal.length();
    let spins = [0, 1].map(|side| Spin {
        angular_velocity: rates[side],
        radius: radii[side],
        inertia_factor: factors[side],
    });
    let surface = Surface {
        restitution: number(&case["restitution"]),
        friction: number(&case["friction"]),
        tangential_restitution: number(&case["tangential_restitution"]),
        ..Surface::default()
    };
    let after = respond_with_spin(velocities, masses, spins, normal, &surface).unwrap();
    let expected = &case["after"];
    let surfaces = [0, 1].map(|side| radii[side] * V::size(rates[side]));
    let speeds = velocities.iter().map(|velocity| velocity.length()).chain(surfaces);
    let largest = speeds.fold(0.0, f64::max);
    let rounding = 8.0 * f64::EPSILON * largest;
    let response = after.response;
    let [first, second]: [V; 2] = pair(&expected["velocities"], V::vector);
    assert!((response.first - first).length() <= rounding, "{case}");
    assert!((response.second - second).length() <= rounding, "{case}");
    for side in [0, 1] {
        let expected = V::axis(&expected["spins"][side]);
        let error = V::size(after.angular_velocities[side] + expected * -1.0);
        assert!(error * radii[side] <= rounding, "{error} {case}");
    }
    let mass = f64::min(masses[0], masses[1]);
    let impulse = number(&expected["impulse"]);
    assert!((response.impulse - impulse).abs() <= 2.0 * rounding * mass, "{case}");
    let friction = V::vector(&expected["friction_impulse"]);
    let scale = 1.0 + surface.friction.min(8.0);
    assert!((response.friction - friction).length() <= scale * rounding * mass, "{case}");
    let lost = number(&expected["energy_lost"]);
    let energy = mass * largest * largest;
    assert!((response.energy_lost - lost).abs() <= 1e-14 * energy, "{case}");
}

#[test]
fn impacts_match_reference() {
    let file: Value = serde_json::from_str(include_str!("../../data/spin/impacts.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 80);
    for case in cases {
        match case["dimension"].as_u64() {
            Some(2) => assert_matches::<DVec2>(case),
            _ => assert_matches::<DVec3>(case),
        }
    }
}

#[test]
fn bodies_that_do_not_turn_respond_to_the_same_bits() {
    let mut random = Random::new(39);
    for _ in 0..1000 {
        let velocities: [DVec3; 2] = [random.vector(5.0), random.vector(5.0)];
        let normal: DVec3 = random.vector(1.0);
        let normal = normal / normal.length();
        let masses = [random.between(0.1, 3.0), random.between(0.1, 3.0)];
        let surface = Surface {
            restitution: random.between(0.0, 1.0),
            friction: random.between(0.0, 1.0),
            tangential_restitution: random.between(0.0, 1.0),
            ..Surface::default()
        };
        let plain = respond(velocities, masses, normal, &surface);
        let spins = [Spin::none(); 2];
        let with_spin = respond_with_spin(velocities, masses, spins, normal, &surface);
        assert_eq!(plain, with_spin.map(|after| after.response));
    }
}

/// The number that a fraction as `-7/9` stands for.
fn fraction(value: &Value) -> f64 {
    let text = value.as_str().unwrap();
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
}

#[test]
fn superball_between_two_walls_matches_exact_fractions() {
    let file: Value = serde_json::from_str(include_str!("../../data/spin/superball.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 20);
    for case in cases {
        let [inertia, speed, rolling] = ["inertia", "v", "rw"].map(|name| fraction(&case[name]));
        let mut world = World::new();
        let rough = |body| Body { friction: 1e9, tangential_restitution: 1.0, ..body };
        world.add(rough(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO))).unwrap();
        world.add(rough(Body::fixed(Shape::half_space(-DVec2::Y), DVec2::Y * 2.0))).unwrap();
        let radius = 0.5;
        let ball = Body {
            velocity: dvec2(speed, -1.0),
            angular_velocity: rolling / radius,
            inertia_factor: Some(inertia),
            ..Body::dynamic(Shape::ball(radius), DVec2::Y)
        };
        let ball = world.add(rough(ball)).unwrap();
        let energy = kinetic_energy(&world);
        let mut stepper = Stepper::new();
        // The first bounce is after half a second, and each further one a second later.
        for after in case["after"].as_array().unwrap() {
            assert_eq!(stepper.step(&mut world, 1.0).impacts().count(), 1);
            let [velocity, surface] = [fraction(&after[0]), fraction(&after[1])];
            assert!((world.velocity(ball).unwrap().x - velocity).abs() < 1e-14, "{case}");
            let rate = world.angular_velocity(ball).unwrap();
            assert!((rate * radius - surface).abs() < 1e-14, "{case}");
        }
        assert!((kinetic_energy(&world) - energy).abs() < 1e-13 * energy);
    }
}
