//! Balls that turn, with all kinds of values, stay finite and in their room, and gain no energy.

use collide_core::body::{Body, Cloth, Kind};
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

use crate::support::random::Random;
use crate::support::worlds::generator::pick;

/// A ball on a cloth or off it, with any values.
fn ball(random: &mut Random) -> Body<DVec2> {
    let cloth = Cloth {
        sliding: pick(random, &[0.0, 2.0, 2.0]),
        rolling: pick(random, &[0.0, 0.1, 5.0]),
        spinning: pick(random, &[0.0, 11.0, 1e9]),
    };
    let speed = pick(random, &[0.0, 1e-12, 1.0, 10.0]);
    let velocity: DVec2 = random.vector(speed);
    let roll: DVec2 = random.vector(3.0 * speed);
    Body {
        velocity,
        roll: pick(random, &[velocity, roll, roll]),
        angular_velocity: random.between(-10.0, 10.0),
        cloth: pick(random, &[Some(cloth), Some(cloth), None]),
        inertia_factor: Some(pick(random, &[0.4, 0.5, 1.0])),
        mass: pick(random, &[1.0, 0.17, 10.0]),
        friction: pick(random, &[0.0, 0.05, 1.0]),
        restitution: pick(random, &[1.0, 0.95, 0.0]),
        rolling_friction: pick(random, &[0.0, 0.1, 10.0]),
        linear_damping: pick(random, &[0.0, 0.0, 1.0]),
        ..Body::dynamic(Shape::ball(pick(random, &[0.1, 0.03, 0.2])), random.vector::<DVec2>(1.75))
    }
}

fn room(random: &mut Random) -> World<DVec2> {
    let mut world = World::new();
    let walls = Body {
        nose: pick(random, &[0.0, 0.28, -0.5, 0.9]),
        friction: pick(random, &[0.0, 0.2, 5.0]),
        tangential_restitution: pick(random, &[0.0, 0.4, 1.0]),
        restitution: pick(random, &[1.0, 0.8, 0.0]),
        ..Body::fixed(Shape::arena(DVec2::splat(2.0)), DVec2::ZERO)
    };
    world.add(walls).unwrap();
    for _ in 0..random.between(1.0, 12.0) as usize {
        let ball = world.add(ball(random)).unwrap();
        if deepest_overlap(&world) > 0.0 {
            world.remove(ball);
        }
    }
    world
}

#[test]
fn balls_of_odd_values_stay_in_their_room_and_gain_no_energy() {
    let mut random = Random::new(8);
    let mut impacts = 0;
    for case in 0..600 {
        let mut world = room(&mut random);
        let dt = pick(&mut random, &[1.0 / 60.0, 1.0 / 240.0, 0.3]);
        let mut stepper = Stepper::new();
        let mut energy = kinetic_energy(&world);
        for _ in 0..40 {
            impacts += stepper.step(&mut world, dt).impacts().count();
            for body in world.ids().filter_map(|id| world.body(id)) {
                let Some(radius) = body.shape.ball_radius().filter(|_| body.kind == Kind::Dynamic)
                else {
                    continue;
                };
                assert!(body.velocity.is_finite() && body.roll.is_finite(), "{case}: {body:?}");
                assert!(body.angular_velocity.is_finite(), "{case}: {body:?}");
                let far = body.position.abs().max_element() + radius;
                assert!(far < 2.0 + 1e-3 * radius, "{case}: {body:?}");
            }
            let now = kinetic_energy(&world);
            assert!(now <= energy * (1.0 + 1e-12) + 1e-30, "{case}: {energy:e} to {now:e}");
            energy = now;
        }
    }
    println!("{impacts} impacts");
    assert!(impacts > 10_000);
}
