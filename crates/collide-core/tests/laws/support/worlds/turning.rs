//! What tests of walls that turn have in common: the plane in which they turn, and how far balls are from them.

use collide_core::body::Body;
use collide_core::contact::contact;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

/// What a space must say of the plane in which a flipper turns.
pub trait Plane: Vector {
    /// An angular velocity in this plane, counterclockwise if it is positive.
    fn rate(rate: f64) -> Self::Cross;
}

impl Plane for DVec2 {
    fn rate(rate: f64) -> f64 {
        rate
    }
}

impl Plane for DVec3 {
    fn rate(rate: f64) -> DVec3 {
        DVec3::Z * rate
    }
}

/// The least distance of a ball from a wall.
pub fn least_gap<V: Vector>(world: &World<V>, wall: BodyId) -> f64 {
    let wall = world.body(wall).unwrap();
    let shape = wall.shape.turned(&wall.rotation).unwrap();
    let gap = |ball: Body<V>| {
        let offset = ball.position - wall.position;
        Some(contact(&shape, offset, ball.shape.ball_radius()?).separation)
    };
    let balls = world.ids().filter_map(|id| world.body(id));
    balls.filter_map(gap).fold(f64::INFINITY, f64::min)
}
