//! A body as an obstacle to a mover: its shape grown by the box of the mover, and its images.

use std::borrow::Cow;

use super::record::Slot;
use crate::contact::{Contact, Feature, contact, extent, normal, normal_rate};
use crate::impact::turning_wall::frame_acceleration;
use crate::impact::{Motion, Touch, touch_beside, turning_wall};
use crate::period::Period;
use crate::shape::{Mover, Shape};
use crate::vector::Vector;
use crate::world::constraints::Bend;

/// A body as the centre of a mover meets it, with its images in a periodic space.
pub(crate) struct Obstacle<'a, V: Vector> {
    /// The shape of the body, grown by the box of the mover.
    shape: Cow<'a, Shape<V>>,
    /// The corners of the bounds of the body, grown by the box and the radius of the mover.
    bounds: [V; 2],
    /// The radius of the mover.
    radius: f64,
    period: Period<V>,
    /// The angular velocity of the body, if it turns.
    turn_rate: Option<V::Cross>,
}

impl<'a, V: Vector> Obstacle<'a, V> {
    /// The obstacle that `other` is to `mover` at `time`.
    #[inline]
    pub(crate) fn new(other: &'a Slot<V>, mover: &Mover<V>, period: Period<V>, time: f64) -> Self {
        let margin = mover.half + V::from_components(|_| mover.radius);
        let bounds = &other.shared.local_bounds;
        let turn_rate = other.turn_rate();
        Self {
            shape: match turn_rate {
                // A world holds no pair of a box and a wall that turns.
                Some(_) => other.shape_at(time),
                None => grown(&other.shared.shape, mover),
            },
            bounds: [bounds.min - margin, bounds.max + margin],
            radius: mover.radius,
            period,
            turn_rate,
        }
    }

    /// The shape to which offsets refer.
    pub(crate) fn shape(&self) -> &Shape<V> {
        &self.shape
    }

    /// The radius of the mover, in length units.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The offset of the mover from the nearest image, given its offset from the body.
    pub(crate) fn nearest(&self, offset: V) -> V {
        self.period.nearest(&self.shape, offset, self.radius, self.bounds)
    }

    /// The contact with the nearest image.
    pub(crate) fn contact(&self, offset: V) -> Contact<V> {
        contact(&self.shape, self.nearest(offset), self.radius)
    }

    /// How far the mover is from the nearest image along a direction, or from the convex part of it to which a `feature`
    /// belongs.
    pub(crate) fn separation_along(
        &self,
        offset: V,
        direction: V,
        feature: Option<Feature>,
    ) -> f64 {
        let reach = extent(&self.shape, feature, direction) + self.radius;
        self.nearest(offset).dot(direction) - reach
    }

    /// The unit vector from a feature of the nearest image to the mover.
    pub(crate) fn normal(&self, offset: V, feature: Feature) -> V {
        normal(&self.shape, self.nearest(offset), feature)
    }

    /// How its surface bends at a feature with this normal under a mover at this offset from the nearest image, which moves with
    /// this velocity relative to the position of the body; the acceleration of that position comes on top.
    pub(crate) fn bend(&self, offset: V, velocity: V, (feature, normal): (Feature, V)) -> Bend<V> {
        let rate = self.turn_rate.unwrap_or_default();
        let passing = velocity - offset.swept(rate);
        let along = passing - normal * passing.dot(normal);
        let (by_passing, curvature) = normal_rate(&self.shape, (along, self.radius), feature);
        let rate_of_normal = by_passing + normal.swept(rate);
        let by_frame = frame_acceleration(rate, offset, velocity).dot(normal);
        Bend {
            normal_rate: rate_of_normal,
            curvature,
            rise: -by_frame - by_passing.dot(along),
            surface_acceleration: (velocity - rate_of_normal * self.radius).swept(rate),
        }
    }

    /// The first touch with any image within `end` seconds from the time of the obstacle on. `bounced` is the feature of the
    /// nearest image off which the mover bounced at the start of the motion, if it did, and `along` are the features of walls
    /// that bend along which it moves.
    pub(crate) fn touch(
        &self,
        motion: &Motion<V>,
        end: f64,
        bounced: Option<Feature>,
        along: &[Feature],
    ) -> Option<Touch> {
        let nearest = self.nearest(motion.offset);
        self.period.first_touch(motion, self.bounds, end, |image, end| {
            let is_nearest = image.offset == nearest;
            let bounced = bounced.filter(|_| is_nearest);
            let along = if is_nearest { along } else { &[] };
            let reach = (self.radius, end);
            match self.turn_rate {
                Some(rate) => {
                    turning_wall::touch_beside(&self.shape, rate, image, reach, bounced, along)
                }
                None => touch_beside(&self.shape, image, reach, bounced, along),
            }
        })
    }
}

/// A shape, grown by the box of a mover. A world holds no pair of a box and a shape that cannot be grown by it.
fn grown<'a, V: Vector>(shape: &'a Shape<V>, mover: &Mover<V>) -> Cow<'a, Shape<V>> {
    if mover.is_ball() {
        return Cow::Borrowed(shape);
    }
    shape.grown_by(mover.half).unwrap_or(Cow::Borrowed(shape))
}
