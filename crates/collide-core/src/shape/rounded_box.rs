//! A box that may be flat in any direction, grown by a radius: ball, segment, capsule and box.

use super::frame::Frame;
use crate::vector::Vector;

/// A box, turned and shifted against its body, and grown by a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct RoundedBox<V: Vector> {
    /// The centre of the box, relative to the position of the body, in length units.
    pub centre: V,
    /// The half extents before rounding, in length units; zero along an axis makes the box flat there.
    pub half: V,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
    /// The directions of its edges.
    pub frame: Frame<V>,
}

/// What a moving body is to those it meets: a box with edges along the axes, grown by a radius. A
/// ball is one with a point as its box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover<V: Vector> {
    /// The half extents of the box, in length units.
    pub half: V,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
}

impl<V: Vector> Mover<V> {
    /// What has no extent.
    pub const POINT: Self = Self { half: V::ZERO, radius: 0.0 };

    /// Whether it is a ball or a point.
    #[must_use]
    pub fn is_ball(&self) -> bool {
        self.half == V::ZERO
    }

    /// The point of a mover at `place` that touches a shape along `normal`, the unit vector from the
    /// shape to it; `min` and `max` bound the [side](crate::contact::side) of the shape that is
    /// touched. Where a box lies on a face, it is the middle of what they have in common.
    #[must_use]
    pub fn touching_point(&self, place: V, [min, max]: [V; 2], normal: V) -> V {
        let corner = V::from_components(|axis| {
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

impl<V: Vector> RoundedBox<V> {
    /// The shape as one that can move: centred on its body, with edges along the axes.
    #[must_use]
    pub fn mover(&self) -> Option<Mover<V>> {
        let half = self.frame.aligned(self.half).filter(|_| self.centre == V::ZERO)?;
        Some(Mover { half, radius: self.radius })
    }

    /// The Minkowski sum with a box of these half extents along the axes of the space, if it is a
    /// rounded box again.
    #[must_use]
    pub fn grown_by(&self, half: V) -> Option<Self> {
        let own = self.frame.aligned(self.half)?;
        Some(Self { half: own + half, frame: Frame::identity(), ..*self })
    }
}
