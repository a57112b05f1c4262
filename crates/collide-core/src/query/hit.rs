//! The results of queries.

use crate::contact::Feature;
use crate::vector::Vector;
use crate::world::BodyId;

/// A body that was met or found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The body that is hit.
    pub body: BodyId,
    /// The way to it, in length units; of what is [`nearest`](super::SpatialQuery::nearest) it is negative
    /// inside of the body.
    pub distance: f64,
    /// The point of its surface, in length units.
    pub point: V,
    /// The unit vector out of the body at that point.
    pub normal: V,
    /// The feature of its shape on which the point lies.
    pub feature: Feature,
}

/// How two bodies lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap<V: Vector> {
    /// The distance between their edges in length units; negative when they overlap, and then the
    /// depth with its sign turned.
    pub separation: f64,
    /// The point in the middle between the two edges, in length units.
    pub point: V,
    /// The unit vector from the second body to the first.
    pub normal: V,
}
