//! A bit of everything, of which questions are asked.

use std::any::Any;

use collide_core::body::{Body, Kind, Layers, Role};
use collide_core::shape::Shape;
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;
use glam::DVec2;

use super::scene;
use crate::support::random::Random;

pub fn any<W: Wide>(random: &mut Random, most: f64) -> W {
    W::from_components(|_| random.between(-most, most))
}

/// A random vector whose components are halves, so that rays graze, run parallel and hit corners.
pub fn round<W: Wide>(random: &mut Random, most: f64) -> W {
    let vector: W = any(random, most);
    W::from_components(|axis| (2.0 * vector.component(axis)).round() * 0.5)
}

pub fn some<V: Vector>(random: &mut Random, most: f64) -> V {
    let is_round = random.between(0.0, 1.0) < 0.3;
    V::narrow(if is_round { round(random, most) } else { any(random, most) })
}

/// A bit of everything, with gates.
pub fn bodies<V: Vector>(random: &mut Random, balls: usize) -> Vec<Body<V>> {
    let mut bodies = scene::scene::<V>(random, balls);
    for _ in 0..balls / 16 {
        let shape = Shape::segment(any(random, 2.0), any(random, 2.0));
        let role = Role::OneWay { open: any(random, 1.0) };
        bodies.push(Body { role, ..Body::fixed(shape, some(random, 18.0)) });
        let half = V::Wide::from_components(|_| random.between(0.2, 1.0));
        bodies.push(Body { role, ..Body::fixed(Shape::cuboid(half), some(random, 18.0)) });
    }
    bodies.extend(outlines(random, balls / 16));
    for number in 0..balls / 16 {
        let half = V::Wide::from_components(|_| random.between(0.1, 0.6));
        let shape = Shape::rounded_cuboid(half, if number % 2 == 0 { 0.0 } else { 0.2 });
        let body = Body::dynamic(shape, some(random, 18.0));
        // In space a box that moves cannot meet turned boxes.
        let kind = if V::Wide::DIMENSION == 2 { Kind::Dynamic } else { Kind::Static };
        bodies.push(Body { kind, velocity: some(random, 5.0), ..body });
    }
    for (number, body) in bodies.iter_mut().enumerate() {
        body.layers = Layers { memberships: 1 << (number % 3), filters: !(1 << (number % 2)) };
    }
    bodies
}

/// Triangles and chains, of which there are none in space.
pub fn outlines<V: Vector>(random: &mut Random, count: usize) -> Vec<Body<V>> {
    let shapes = (0..count).flat_map(|_| {
        let points: [DVec2; 4] = std::array::from_fn(|_| any(random, 2.0));
        [Shape::polygon(&points[..3]).unwrap(), Shape::chain(&points).unwrap()]
    });
    let shapes: Vec<Shape<DVec2>> = shapes.collect();
    let flat =
        shapes.iter().filter_map(|shape| (shape as &dyn Any).downcast_ref::<Shape<V::Wide>>());
    flat.map(|shape| Body::fixed(shape.clone(), some(random, 18.0))).collect()
}

pub fn world<V: Vector>(bodies: &[Body<V>]) -> World<V> {
    let mut world = World::new();
    for body in bodies {
        world.add(body.clone()).unwrap();
    }
    world
}
