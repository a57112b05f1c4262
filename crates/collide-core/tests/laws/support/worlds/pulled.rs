//! Worlds in which all is pulled down the second axis, balls in them, and how fast these are, in any space.

use collide_core::body::{Body, Kind};
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, dvec2};

/// A vector in the plane of the first two axes.
pub fn at<V: Vector>(x: f64, y: f64) -> V {
    V::from_components(|axis| [x, y, 0.0][axis])
}

/// An empty world with this gravity.
pub fn pulled_world<V: Vector>(pull: f64) -> World<V> {
    let mut world = World::new();
    world.set_gravity(at(0.0, -pull)).unwrap();
    world
}

/// A pit from `-half` to `half` between walls of this half height, above a floor at zero, under the gravity of the Earth.
pub fn pit(half: f64, half_height: f64) -> World<DVec2> {
    let mut world = pulled_world::<DVec2>(9.81);
    let mut add = |half: DVec2, place: DVec2| {
        world.add(Body::fixed(Shape::cuboid(half), place)).unwrap();
    };
    add(dvec2(half + 2.0, 1.0), dvec2(0.0, -1.0));
    add(dvec2(1.0, half_height), dvec2(-half - 1.0, half_height));
    add(dvec2(1.0, half_height), dvec2(half + 1.0, half_height));
    world
}

/// A ball at rest.
pub fn ball_at<V: Vector>(radius: f64, place: V, restitution: f64) -> Body<V> {
    Body { restitution, ..Body::dynamic(Shape::ball(radius), place) }
}

/// The highest speed of a ball.
pub fn fastest<V: Vector>(world: &World<V>) -> f64 {
    let bodies = world.ids().filter_map(|id| world.body(id));
    let balls = bodies.filter(|body| body.kind == Kind::Dynamic);
    balls.map(|ball| ball.velocity.length()).fold(0.0, f64::max)
}
