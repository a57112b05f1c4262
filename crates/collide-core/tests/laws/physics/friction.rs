//! Friction of resting contacts: a disc slides to a stop, stays on a slope and moves with a moving wall.

use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

mod surface_velocity;

const G: f64 = 9.81;

/// A disc on a floor under gravity.
struct Slide {
    world: World<DVec2>,
    stepper: Stepper<DVec2>,
    body: BodyId,
}

impl Slide {
    /// A disc with a velocity relative to the axes of a floor that rises at an angle, in radians.
    fn new(angle: f64, floor: DVec2, velocity: DVec2, friction: f64) -> Self {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -G)).unwrap();
        let (along, up) = (DVec2::from_angle(angle), DVec2::from_angle(angle).perp());
        let shape = Shape::capsule(along * -50.0, along * 50.0, 0.0);
        let wall = Body::kinematic(shape, DVec2::ZERO, floor);
        world.add(wall).unwrap();
        let disc = Body::dynamic(Shape::ball(0.05), up * 0.05);
        let velocity = along * velocity.x + up * velocity.y;
        let disc = Body { velocity, friction, restitution: 0.5, ..disc };
        let body = world.add(disc).unwrap();
        Self { world, stepper: Stepper::new(), body }
    }

    /// The position and velocity of the disc after some seconds, in steps of `dt`.
    fn after(&mut self, seconds: f64, dt: f64) -> [DVec2; 2] {
        for _ in 0..(seconds / dt).round() as usize {
            self.stepper.step(&mut self.world, dt);
            assert!(self.stepper.report().limits.is_empty());
        }
        let body = self.world.body(self.body).unwrap();
        [body.position, body.velocity]
    }
}

/// The distance is `v^2 / (2 mu g)`, to the path of one step.
#[test]
fn disc_slides_until_friction_has_spent_its_energy() {
    for (speed, friction) in [(2.0, 0.5), (0.7, 0.1), (-5.0, 1.2)] {
        for dt in [1.0 / 60.0, 1.0 / 240.0] {
            let mut slide = Slide::new(0.0, DVec2::ZERO, dvec2(speed, 0.0), friction);
            let [place, velocity] = slide.after(12.0, dt);
            let way = 0.5 * speed * speed.abs() / (friction * G);
            assert!(
                (place.x - way).abs() < speed.abs() * dt,
                "{speed} {friction} {dt}: {place} {way}"
            );
            assert!(
                velocity.length() < 1e-6 && (place.y - 0.05).abs() < 1e-4,
                "{place} {velocity}"
            );
            assert!(slide.world.is_asleep(slide.body));
        }
    }
}

#[test]
fn disc_without_friction_slides_on() {
    let mut slide = Slide::new(0.0, DVec2::ZERO, dvec2(2.0, 0.0), 0.0);
    let [place, velocity] = slide.after(4.0, 1.0 / 60.0);
    assert!((place.x - 8.0).abs() < 1e-9 && (velocity.x - 2.0).abs() < 1e-12, "{place} {velocity}");
}

/// Friction above the tangent of the slope holds the disc; below it the disc accelerates by the difference.
#[test]
fn disc_on_a_slope_slides_only_above_the_friction_angle() {
    let angle = 0.4f64;
    let mut stays = Slide::new(angle, DVec2::ZERO, DVec2::ZERO, 0.5);
    let [start, _] = stays.after(1.0, 1.0 / 60.0);
    let [end, _] = stays.after(20.0, 1.0 / 60.0);
    assert!((end - start).length() < 1e-6 && start.length() < 0.06, "{start} {end}");
    let mut slides = Slide::new(angle, DVec2::ZERO, DVec2::ZERO, 0.2);
    let [place, velocity] = slides.after(2.0, 1.0 / 60.0);
    let pull = G * (angle.sin() - 0.2 * angle.cos());
    let speed = velocity.length();
    assert!((speed - 2.0 * pull).abs() < 0.02 * speed, "{speed} {}", 2.0 * pull);
    assert!((place.length() - 2.0 * pull).abs() < 0.03 * place.length(), "{place} {pull}");
}

#[test]
fn disc_on_a_moving_floor_reaches_its_velocity() {
    let mut slide = Slide::new(0.0, dvec2(1.5, 0.0), DVec2::ZERO, 0.5);
    let [place, velocity] = slide.after(3.0, 1.0 / 60.0);
    assert!((velocity.x - 1.5).abs() < 1e-3, "{velocity}");
    // It lags behind by the distance that it slides relative to the floor.
    let way = 4.5 - 0.5 * 1.5 * 1.5 / (0.5 * G);
    assert!((place.x - way).abs() < 1.5 / 60.0, "{place} {way}");
}

#[test]
fn disc_on_a_lift_moves_with_it() {
    for speed in [1.0, -1.0] {
        let mut slide = Slide::new(0.0, dvec2(0.0, speed), dvec2(0.0, speed), 0.5);
        let [place, velocity] = slide.after(2.0, 1.0 / 60.0);
        assert!((place.y - 0.05 - 2.0 * speed).abs() < 1e-3, "{place}");
        assert!((velocity.y - speed).abs() < 1e-3, "{velocity}");
    }
}

#[test]
fn friction_does_not_change_vertical_bounces() {
    let heights = [0.0, 0.8].map(|friction| {
        let mut slide = Slide::new(0.0, DVec2::ZERO, dvec2(0.0, 3.0), friction);
        let mut times = Vec::new();
        for step in 0..240 {
            slide.after(1.0 / 60.0, 1.0 / 60.0);
            let impacts = slide.stepper.report().impacts();
            times.extend(impacts.map(|impact| f64::from(step) / 60.0 + impact.time));
        }
        times
    });
    assert_eq!(heights[0], heights[1]);
    assert!(heights[0].len() > 3, "{heights:?}");
}
