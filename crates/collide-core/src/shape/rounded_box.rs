//! A box that may be flat in any direction, grown by a radius: ball, segment, capsule and box.

use super::frame::Frame;
use crate::vector::Wide;

/// A box, turned and shifted against its body, and grown by a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct RoundedBox<W: Wide> {
    /// The centre of the box, relative to the position of the body, in length units.
    pub centre: W,
    /// The half extents before rounding, in length units; zero along an axis makes the box flat there.
    pub half: W,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
    /// The directions of its edges.
    pub frame: Frame<W>,
}

/// What a moving body is to those it meets: a box with edges along the axes, grown by a radius. A
/// ball is one with a point as its box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover<W: Wide> {
    /// The half extents of the box, in length units.
    pub half: W,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
}

impl<W: Wide> Mover<W> {
    /// What has no extent.
    pub const POINT: Self = Self { half: W::ZERO, radius: 0.0 };

    /// Whether it is a ball or a point.
    #[must_use]
    pub fn is_ball(&self) -> bool {
        self.half == W::ZERO
    }

    /// The point of a mover at `place` that touches a shape along `normal`, the unit vector from the
    /// shape to it; `min` and `max` bound the [side](crate::contact::side) of the shape that is
    /// touched. Where a box lies on a face, it is the middle of what they have in common.
    #[must_use]
    pub fn touching_point(&self, place: W, [min, max]: [W; 2], normal: W) -> W {
        let corner = W::from_components(|axis| {
            let (here, half) = (place.component(axis), self.half.component(axis));
            let side = normal.component(axis);
            if half == 0.0 {
                here
            } else if side == 0.0 {
                let low = f64::max(here - half, min.component(axis));
                let high = f64::min(here + half, max.component(axis));
                0.5 * (low + high)
            } else {
                here - half.copysign(side)
            }
        });
        corner - normal * self.radius
    }
}

impl<W: Wide> RoundedBox<W> {
    /// The shape as one that can move: centred on its body, with edges along the axes.
    #[must_use]
    pub fn mover(&self) -> Option<Mover<W>> {
        let half = self.frame.aligned(self.half).filter(|_| self.centre == W::ZERO)?;
        Some(Mover { half, radius: self.radius })
    }

    /// The Minkowski sum with a box of these half extents along the axes of the space, if it is a
    /// rounded box again.
    #[must_use]
    pub fn grown_by(&self, half: W) -> Option<Self> {
        let own = self.frame.aligned(self.half)?;
        Some(Self { half: own + half, frame: Frame::identity(), ..*self })
    }
}
