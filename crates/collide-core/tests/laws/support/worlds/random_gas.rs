//! Random gases, in which bodies change velocity in impacts only.

use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::World;

use crate::support::random::Random;

/// Balls on a lattice, of which a few are fast or light.
///
/// `most_plastic` bounds the share of inelastic balls: 0 makes an elastic gas.
pub fn random_gas<V: Vector>(random: &mut Random, most_plastic: f64) -> World<V> {
    let mut world = World::<V>::new();
    let stored = |random: &mut Random, size: f64| -> V { random.vector(size) };
    let share = |random: &mut Random| random.between(0.0, 1.0);
    let is_long = share(random) < 0.3;
    let sides = match V::DIMENSION {
        2 if is_long => [80, 4, 1],
        2 => [18, 18, 1],
        _ if is_long => [80, 2, 2],
        _ => [7; 3],
    };
    let count: u32 = sides.iter().product();
    let [pitch, polydisperse, plastic] =
        [random.between(1.1, 4.0), share(random), most_plastic * share(random)];
    for number in 0..count {
        // In this order, balls that are close in storage are rarely close in space.
        let mut rest = number * 101 % count;
        let corner = sides.map(|side| {
            let at = rest % side;
            rest /= side;
            f64::from(at) * pitch
        });
        let jitter = stored(random, 0.04);
        let place = V::from_components(|axis| corner[axis]) + jitter;
        let fast = if share(random) < 0.01 { 300.0 } else { 10.0 };
        let velocity = stored(random, fast);
        let mut body = Body { velocity, ..Body::dynamic(Shape::ball(0.5), place) };
        if share(random) < 0.3 * polydisperse {
            body.mass = 10f64.powf(random.between(-3.0, 3.0));
            body.shape = Shape::ball(random.between(0.05, 0.5));
        }
        if share(random) < 0.2 * plastic {
            (body.restitution, body.friction) = (random.between(0.0, 1.0), 0.3);
        }
        if share(random) < 0.01 * plastic {
            body.minimum_impulse = 20.0;
        }
        world.add(body).unwrap();
    }
    let half = V::from_components(|axis| 0.5 * f64::from(sides[axis]) * pitch + 1.0);
    let middle = V::from_components(|axis| 0.5 * f64::from(sides[axis] - 1) * pitch);
    if share(random) < 0.7 {
        world.add(Body::fixed(Shape::arena(half), middle)).unwrap();
    }
    world
}
