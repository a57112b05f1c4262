//! The walls that a body touches at one instant, and lanes: two walls between which a body passes that is as wide as the
//! room between them.
//!
//! At the mouth of a lane, and between two pegs, a body bounces between two corners that turn towards each other, ever
//! faster, until the rounding of its position leaves it no room. The walls still face up a little there, and would carry
//! the body. But where they are nearest to each other they are nearer by no more than the rounding: they let it pass.

use crate::contact::Feature;
use crate::vector::{Vector, Wide};
use crate::world::{Obstacle, Slot, Support, World};

/// The part of a distance that may be rounding, as a multiple of the rounding of the largest coordinate.
const ROUNDINGS: f64 = 16.0;

/// A wall where a body touches it.
struct Side<'a, V: Vector> {
    obstacle: Obstacle<'a, V::Wide>,
    /// The offset of the body from the wall.
    offset: V::Wide,
    feature: Feature,
    normal: V::Wide,
}

impl<'a, V: Vector> Side<'a, V> {
    fn new(world: &World<V>, [body, wall]: [&'a Slot<V>; 2], feature: Feature, time: f64) -> Self {
        let obstacle = Obstacle::new(wall, &body.shared.mover, world.environment().period);
        let offset = body.flight().position(time) - wall.flight().position(time);
        let normal = obstacle.normal(offset, feature);
        Self { obstacle, offset, feature, normal }
    }

    /// By how much the normal turns into this direction if the body moves so far along it: nothing at a face.
    fn turn(&self, way: V::Wide, direction: V::Wide) -> f64 {
        (self.obstacle.normal(self.offset + way, self.feature) - self.normal).dot(direction)
    }
}

/// The part of the distance between a body and a wall that may be rounding.
fn distance_rounding<V: Vector>([body, wall]: [&Slot<V>; 2]) -> f64 {
    let coordinate = |slot: &Slot<V>| slot.flight().origin.max_magnitude();
    ROUNDINGS * V::EPSILON * coordinate(body).max(coordinate(wall)).max(body.size())
}

/// The supports of a body by walls that it still touches at `time`. A body that slides over a corner or a ball leaves it.
pub(crate) fn touched_supports<V: Vector>(
    world: &World<V>,
    body: &Slot<V>,
    time: f64,
) -> Vec<Support<V::Wide>> {
    let is_touched = |support: &&Support<V::Wide>| {
        let Some(wall) = world.slot(support.wall) else { return false };
        let Side { obstacle, offset, .. } = Side::new(world, [body, wall], support.feature, time);
        obstacle.contact(offset).separation <= distance_rounding([body, wall])
    };
    body.constraints().supports.walls.iter().filter(is_touched).copied().collect()
}

/// The normal with which a wall supports a body that touches this feature of it at `time`. If the wall and another of
/// these supports are the sides of a lane, it is against the normal of that one.
pub(crate) fn support_normal<V: Vector>(
    world: &World<V>,
    [body, wall]: [&Slot<V>; 2],
    (feature, normal): (Feature, V::Wide),
    supports: &[Support<V::Wide>],
    time: f64,
) -> V::Wide {
    let size = body.size();
    let is_across = |support: &&Support<V::Wide>| {
        let Some(facing) = world.slot(support.wall) else { return false };
        let other = Side::new(world, [body, facing], support.feature, time);
        let up = normal + other.normal;
        let slope = up.length();
        if slope == 0.0 || other.normal.dot(normal) >= 0.0 {
            return false;
        }
        // On the way into the lane both normals turn, until they are opposite.
        let down = -up / slope;
        let side = Side::new(world, [body, wall], feature, time);
        let turn = [side, other].map(|side| side.turn(down * size, down)).into_iter().sum::<f64>();
        turn > 0.0 && 0.5 * slope * slope * size <= turn * distance_rounding([body, facing])
    };
    supports.iter().find(is_across).map_or(normal, |support| -support.normal)
}
