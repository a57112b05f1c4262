//! Whether all are followed from step to step changes the speed and nothing else.

use std::sync::Arc;

use crate::equivalence::threads::{Pieces, a_random_gas};
use crate::support::random::Random;
use crate::support::worlds::generator::any_legs;
use collide_core::body::Body;
use collide_core::broad::BroadPhase;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Adds walls of several kinds, and lets some pass through others.
fn furnish<V: Vector>(world: &mut World<V>, random: &mut Random) {
    let somewhere =
        |random: &mut Random| V::narrow(V::Wide::from_components(|_| random.between(-3.0, 30.0)));
    for _ in 0..random.between(0.0, 5.0) as u32 {
        let half = V::Wide::from_components(|_| random.between(0.1, 1.5));
        let shape = match random.between(0.0, 4.0) as u32 {
            0 => Shape::ball(random.between(0.2, 2.0)),
            1 => Shape::cuboid(half),
            2 => Shape::half_space(V::Wide::unit(0)),
            _ => Shape::RoundArena { radius: random.between(20.0, 60.0) },
        };
        let is_floor = matches!(shape, Shape::HalfSpace { .. });
        let place = if is_floor { V::narrow(-V::Wide::unit(0)) } else { somewhere(random) };
        let wall = Body::fixed(shape, place);
        world.add(Body { restitution: random.between(0.5, 1.2).min(1.0), ..wall }).unwrap();
    }
    if random.between(0.0, 1.0) < 0.3 {
        for id in world.ids().collect::<Vec<_>>() {
            if random.between(0.0, 1.0) < 0.2 {
                world.edit(id, |body| body.layers.filters = 2).unwrap();
            }
        }
    }
}

/// Steps random gases in which nothing is lost between balls: by one who may follow all, one who asks everyone about
/// everyone, and one who is new in every step. Who may follow all may do so with the help of another one.
fn it_makes_no_difference<V: Vector>(worlds: u64) {
    for seed in 0..worlds {
        let mut random = Random::new(seed);
        let mut worlds = [(); 3].map(|()| World::<V>::new());
        worlds[0] = a_random_gas::<V>(&mut random, 0.0);
        furnish(&mut worlds[0], &mut random);
        worlds = [(); 3].map(|()| worlds[0].clone());
        let ids: Vec<_> = worlds[0].ids().collect();
        let often = 10f64.powf(random.between(-3.0, -0.5));
        let legs = any_legs(&mut random);
        let settings = Settings { legs, ..Settings::default() };
        let (mut one, mut brute) =
            (Stepper::with_settings(settings), Stepper::with_settings(settings));
        brute.settings.broad = BroadPhase::Brute;
        one.executor = Arc::new(Pieces(1 + seed as usize % 2));
        let dt = 10f64.powf(random.between(-3.5, -1.4));
        for step in 0..60 {
            let mut dt = dt;
            if random.between(0.0, 1.0) < 0.1 {
                dt *= random.between(0.1, 6.0);
            }
            if random.between(0.0, 1.0) < often {
                let id = ids[random.between(0.0, ids.len() as f64) as usize];
                let faster = random.between(-2.0, 2.0);
                for world in &mut worlds {
                    let turn = |body: &mut Body<V>| {
                        body.velocity = V::narrow(body.velocity.widen() * faster);
                    };
                    world.edit(id, turn).unwrap();
                }
            }
            let mut new = Stepper::with_settings(settings);
            let [first, second, third] = &mut worlds;
            let report = one.step(first, dt);
            assert_eq!(report, brute.step(second, dt), "seed {seed}, step {step}");
            assert_eq!(report, new.step(third, dt), "seed {seed}, step {step}");
            assert!(first == second && first == third, "seed {seed}, step {step}");
        }
    }
}

#[test]
fn whether_all_are_followed_makes_no_difference() {
    it_makes_no_difference::<DVec2>(10);
    it_makes_no_difference::<Vec2>(6);
    it_makes_no_difference::<DVec3>(5);
    it_makes_no_difference::<Vec3>(5);
}

/// The same for many more, when asked for.
#[test]
#[ignore = "takes minutes"]
fn many_gases_are_followed() {
    it_makes_no_difference::<DVec2>(1000);
    it_makes_no_difference::<Vec2>(600);
    it_makes_no_difference::<Vec3>(200);
}
