//! A body as an obstacle to a mover: its shape grown by the box of the mover, and its images.

use std::borrow::Cow;

use super::slot::Slot;
use crate::contact::{Contact, Feature, contact, normal};
use crate::impact::{Motion, Touch, touch};
use crate::period::Period;
use crate::shape::{Mover, Shape};
use crate::vector::{Vector, Wide};

/// A body as the centre of a mover meets it, with its images in a periodic space.
pub(crate) struct Obstacle<'a, W: Wide> {
    shape: Cow<'a, Shape<W>>,
    /// The bounds of the shape, grown by the mover.
    reach: [W; 2],
    /// The radius with which the mover counts.
    radius: f64,
    period: Period<W>,
}

impl<'a, W: Wide> Obstacle<'a, W> {
    pub(crate) fn new<V>(other: &'a Slot<V>, mover: &Mover<W>, period: Period<W>) -> Self
    where
        V: Vector<Wide = W>,
    {
        let margin = mover.half + W::from_components(|_| mover.radius);
        Self {
            shape: other.grown_by(mover),
            reach: [other.shared.local_bounds.min - margin, other.shared.local_bounds.max + margin],
            radius: mover.radius,
            period,
        }
    }

    /// The shape to which offsets refer.
    pub(crate) fn shape(&self) -> &Shape<W> {
        &self.shape
    }

    /// The radius with which the mover counts.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The offset from the nearest image.
    pub(crate) fn nearest(&self, offset: W) -> W {
        self.period.nearest(&self.shape, offset, self.radius, self.reach)
    }

    /// The contact with the nearest image.
    pub(crate) fn contact(&self, offset: W) -> Contact<W> {
        contact(&self.shape, self.nearest(offset), self.radius)
    }

    /// The unit vector from a feature of the nearest image.
    pub(crate) fn normal(&self, offset: W, feature: Feature) -> W {
        normal(&self.shape, self.nearest(offset), feature)
    }

    /// The first touch with any image within `end` seconds, by a mover that has just bounced off a
    /// feature of the nearest, if any.
    pub(crate) fn touch(
        &self,
        motion: &Motion<W>,
        end: f64,
        bounced: Option<Feature>,
    ) -> Option<Touch> {
        let parted = self.nearest(motion.offset);
        self.period.first_touch(motion, self.reach, end, |image, end| {
            let bounced = bounced.filter(|_| image.offset == parted);
            touch(&self.shape, image, self.radius, end, bounced)
        })
    }
}
