//! Bodies of every kind, shape and layer, for tests of queries.

use std::any::Any;

use collide_core::body::{Body, Kind, Layers, Role};
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::DVec2;

use super::mixed_scene::mixed_scene;
use crate::support::random::Random;

/// A random vector with components that are multiples of a half, for rays that graze, run parallel or hit
/// corners.
fn half_integer_vector<V: Vector>(random: &mut Random, most: f64) -> V {
    let vector: V = random.vector(most);
    V::from_components(|axis| (2.0 * vector.component(axis)).round() * 0.5)
}

/// A random vector in stored precision; three in ten have components that are multiples of a half.
pub fn stored_vector<V: Vector>(random: &mut Random, most: f64) -> V {
    let is_round = random.between(0.0, 1.0) < 0.3;
    if is_round { half_integer_vector(random, most) } else { random.vector(most) }
}

/// The bodies of a mixed scene with one-way gates, outlines and boxes, each on a layer.
pub fn bodies<V: Vector>(random: &mut Random, balls: usize) -> Vec<Body<V>> {
    let mut bodies = mixed_scene::<V>(random, balls);
    for _ in 0..balls / 16 {
        let shape = Shape::segment(random.vector(2.0), random.vector(2.0));
        let role = Role::OneWay { open: random.vector(1.0) };
        bodies.push(Body { role, ..Body::fixed(shape, stored_vector(random, 18.0)) });
        let half = V::from_components(|_| random.between(0.2, 1.0));
        bodies.push(Body { role, ..Body::fixed(Shape::cuboid(half), stored_vector(random, 18.0)) });
    }
    bodies.extend(outlines(random, balls / 16));
    for number in 0..balls / 16 {
        let half = V::from_components(|_| random.between(0.1, 0.6));
        let shape = Shape::rounded_cuboid(half, if number % 2 == 0 { 0.0 } else { 0.2 });
        let body = Body::dynamic(shape, stored_vector(random, 18.0));
        // In space a moving box cannot meet rotated boxes.
        let kind = if V::DIMENSION == 2 { Kind::Dynamic } else { Kind::Static };
        bodies.push(Body { kind, velocity: stored_vector(random, 5.0), ..body });
    }
    for (number, body) in bodies.iter_mut().enumerate() {
        body.layers = Layers { memberships: 1 << (number % 3), filters: !(1 << (number % 2)) };
    }
    bodies
}

/// Triangles and chains in the plane; none in space.
pub fn outlines<V: Vector>(random: &mut Random, count: usize) -> Vec<Body<V>> {
    let shapes = (0..count).flat_map(|_| {
        let points: [DVec2; 4] = std::array::from_fn(|_| random.vector(2.0));
        [Shape::polygon(&points[..3]).unwrap(), Shape::chain(&points).unwrap()]
    });
    let shapes: Vec<Shape<DVec2>> = shapes.collect();
    let planar = shapes.iter().filter_map(|shape| (shape as &dyn Any).downcast_ref::<Shape<V>>());
    planar.map(|shape| Body::fixed(shape.clone(), stored_vector(random, 18.0))).collect()
}

/// A world of these bodies.
pub fn world<V: Vector>(bodies: &[Body<V>]) -> World<V> {
    let mut world = World::new();
    for body in bodies {
        world.add(body.clone()).unwrap();
    }
    world
}
