//! The walls and the pushes that hold a body until the step ends.

use crate::contact::Feature;
#[cfg(feature = "serde")]
use crate::rounding;
use crate::vector::Vector;
use crate::world::id::BodyId;

/// A wall on which a body rests, or along which it slides; for a body that has joined a pile also a member of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Support<V> {
    pub(crate) wall: BodyId,
    /// The feature of the wall that the body touches.
    pub(crate) feature: Feature,
    /// The unit vector out of the wall.
    pub(crate) normal: V,
    /// The velocity of the wall, where the body touches it.
    pub(crate) velocity: V,
    /// The coefficient of friction.
    pub(crate) friction: f64,
    /// The coefficient of rolling friction.
    pub(crate) rolling_friction: f64,
    /// The velocity of the surface of the wall across the normal, relative to the wall: that of a conveyor.
    pub(crate) surface_velocity: V,
    /// How the surface bends on the way of the body; nothing of a plane, which does not.
    pub(crate) bend: Option<Bend<V>>,
}

/// How a surface bends on the way of a body that moves along it: a round wall, an edge, a corner, or a wall that turns.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Bend<V> {
    /// The rate at which the normal turns.
    pub(crate) normal_rate: V,
    /// One over the distance of the centre of the body from that of the curve.
    pub(crate) curvature: f64,
    /// The acceleration along the normal of a body that stays on the surface.
    pub(crate) rise: f64,
    /// The acceleration of the point of the surface that the body touches.
    pub(crate) surface_acceleration: V,
}

impl<V: Vector> Bend<V> {
    /// That of a surface which has not been looked at yet.
    pub(crate) const UNKNOWN: Self =
        Self { normal_rate: V::ZERO, curvature: 0.0, rise: 0.0, surface_acceleration: V::ZERO };

    /// Whether all of its numbers are finite.
    #[cfg(feature = "serde")]
    fn is_finite(self) -> bool {
        let vectors = [self.normal_rate, self.surface_acceleration];
        vectors.into_iter().all(V::is_finite) && (self.curvature + self.rise).is_finite()
    }
}

impl<V: Vector> Support<V> {
    /// The acceleration along the normal of a body that stays on the wall.
    pub(crate) fn rise(&self) -> f64 {
        self.bend.map_or(0.0, |bend| bend.rise)
    }

    /// The support by a surface without friction.
    pub(crate) fn smooth(wall: BodyId, feature: Feature, normal: V, velocity: V) -> Self {
        Self {
            wall,
            feature,
            normal,
            velocity,
            friction: 0.0,
            rolling_friction: 0.0,
            surface_velocity: V::ZERO,
            bend: None,
        }
    }
}

/// The acceleration that a mover gives to a body that it was pressed against.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Push<V> {
    /// The mover.
    pub(crate) by: BodyId,
    pub(crate) acceleration: V,
}

/// What supports a body until the step ends, or the face on which it lies: walls, which push as hard as they must at any time,
/// and movers, which go on pushing as hard as they had to when the two met.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Supports<V> {
    pub(crate) pushes: Vec<Push<V>>,
    pub(crate) walls: Vec<Support<V>>,
}

/// The largest number of walls; if a body touches more, the oldest is dropped. Three independent walls decide the
/// motion in space.
pub(crate) const MAX_WALLS: usize = 6;

/// The number of pushes from which on those by one body are summed up.
const MANY_PUSHES: usize = 32;

impl<V: Vector> Default for Supports<V> {
    fn default() -> Self {
        Self { pushes: Vec::new(), walls: Vec::new() }
    }
}

impl<V: Vector> Supports<V> {
    pub(crate) fn is_empty(&self) -> bool {
        self.walls.is_empty() && self.pushes.is_empty()
    }

    /// Whether their numbers are ones that a step can give a body.
    #[cfg(feature = "serde")]
    pub(crate) fn are_possible(&self) -> bool {
        let square = |wall: &Support<V>| wall.normal.length_squared();
        self.pushes.iter().all(|push| push.acceleration.is_finite())
            && self.walls.len() <= MAX_WALLS
            && self.walls.iter().all(|wall| {
                let velocities = [wall.velocity, wall.surface_velocity];
                velocities.into_iter().all(V::is_finite)
                    && (square(wall) - 1.0).abs() < rounding::STORED
                    && wall.friction >= 0.0
                    && wall.rolling_friction >= 0.0
                    && wall.bend.is_none_or(Bend::is_finite)
            })
    }

    pub(crate) fn clear(&mut self) {
        self.walls.clear();
        self.pushes.clear();
    }

    /// The acceleration that all movers together give.
    pub(crate) fn push_acceleration(&self) -> V {
        self.pushes.iter().fold(V::ZERO, |sum, push| sum + push.acceleration)
    }

    /// Adds a push; to that by the same body, if there are many: a body that is touched very often would have very many.
    pub(crate) fn add_push(&mut self, push: Push<V>) {
        let are_many = self.pushes.len() >= MANY_PUSHES;
        match self.pushes.iter_mut().find(|old| are_many && old.by == push.by) {
            Some(old) => old.acceleration += push.acceleration,
            None => self.pushes.push(push),
        }
    }

    /// The support by this feature of a wall, if it supports the body.
    pub(crate) fn by(&self, wall: BodyId, feature: Feature) -> Option<&Support<V>> {
        let is_it = |support: &&Support<V>| (support.wall, support.feature) == (wall, feature);
        self.walls.iter().find(is_it)
    }

    /// Adds a wall, or replaces the support by the same feature of it.
    pub(crate) fn add_wall(&mut self, support: Support<V>) {
        self.walls.retain(|old| (old.wall, old.feature) != (support.wall, support.feature));
        if self.walls.len() == MAX_WALLS {
            self.walls.remove(0);
        }
        self.walls.push(support);
    }

    /// Adds the first of these walls. Of those that it has, keeps the ones that are among the others, as they are there.
    pub(crate) fn join(&mut self, joint: &[Support<V>]) {
        self.walls.retain_mut(|old| {
            let is_it = |new: &&Support<V>| (new.wall, new.feature) == (old.wall, old.feature);
            let kept = joint.iter().skip(1).find(is_it);
            kept.map(|kept| *old = *kept).is_some()
        });
        joint.first().into_iter().for_each(|new| self.add_wall(*new));
    }

    /// Drops the walls from which a body with this velocity moves away faster than `rounding`, but for the feature that it
    /// touches now.
    pub(crate) fn drop_receding(&mut self, velocity: V, rounding: f64, now: (BodyId, Feature)) {
        self.walls.retain(|wall| {
            (wall.wall, wall.feature) == now
                || (velocity - wall.velocity).dot(wall.normal) <= rounding
        });
    }
}
