//! Worlds in which all is pulled down the second axis, and balls in them, in any space.

use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;

/// A vector in the plane of the first two axes.
pub fn at<W: Wide>(x: f64, y: f64) -> W {
    W::from_components(|axis| [x, y, 0.0][axis])
}

/// An empty world with this gravity.
pub fn pulled_world<V: Vector>(pull: f64) -> World<V> {
    let mut world = World::new();
    world.set_gravity(V::narrow(at(0.0, -pull))).unwrap();
    world
}

/// A ball at rest.
pub fn ball_at<V: Vector>(radius: f64, place: V::Wide, restitution: f64) -> Body<V> {
    Body { restitution, ..Body::dynamic(Shape::ball(radius), V::narrow(place)) }
}
