//! A room filled with movers of every kind.

use collide_core::body::Body;
use collide_core::measure::deepest_overlap;
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::World;

use crate::support::random::Random;

/// Adds an arena, obstacles and `count` balls, boxes and rounded boxes that do not overlap.
pub fn fill_room<V: Vector>(
    world: &mut World<V>,
    obstacles: Vec<Body<V>>,
    seed: u64,
    count: usize,
) {
    let mut random = Random::new(seed);
    let room = V::from_components(|_| 10.0);
    world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
    for obstacle in obstacles {
        world.add(obstacle).unwrap();
    }
    let mut placed = 0;
    while placed < count {
        let size = random.between(0.1, 0.4);
        let half = V::from_components(|_| random.between(0.05, 0.4));
        let shape = match placed % 3 {
            0 => Shape::ball(size),
            1 => Shape::cuboid(half),
            _ => Shape::rounded_cuboid(half, 0.5 * size),
        };
        let position = V::from_components(|_| random.between(-9.0, 9.0));
        let velocity = V::from_components(|_| random.between(-5.0, 5.0));
        let mass = random.between(0.5, 2.0);
        let id = world.add(Body { velocity, mass, ..Body::dynamic(shape, position) }).unwrap();
        if deepest_overlap(world) > 0.0 {
            world.remove(id);
        } else {
            placed += 1;
        }
    }
}
