//! Frames: how a shape is turned.

use crate::vector::Vector;

/// Orthonormal axes that turn a shape in its space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound = "", from = "[V; 3]", into = "[V; 3]")
)]
pub struct Frame<V: Vector> {
    /// Those that do not count are zero.
    axes: [V; 3],
}

impl<V: Vector> Frame<V> {
    /// The frame that turns nothing.
    #[must_use]
    pub fn identity() -> Self {
        Self { axes: core::array::from_fn(V::unit) }
    }

    /// The frame with these axes, of which the first [`Vector::DIMENSION`] count; they must be
    /// orthonormal to rounding, which [`validate`](crate::body::Body::validate) checks.
    #[must_use]
    pub fn from_axes(axes: [V; 3]) -> Self {
        Self { axes: core::array::from_fn(|it| if it < V::DIMENSION { axes[it] } else { V::ZERO }) }
    }

    /// A frame with its first axis along `direction`, or the identity for a zero vector.
    #[must_use]
    pub fn along(direction: V) -> Self {
        let length = direction.length();
        if length == 0.0 {
            return Self::identity();
        }
        let mut axes = [direction / length, V::ZERO, V::ZERO];
        for count in 1..V::DIMENSION {
            axes[count] = perpendicular(&axes[..count]);
        }
        Self { axes }
    }

    /// The frame that turns by an angle in radians.
    #[must_use]
    pub fn turning(angle: V::Cross) -> Self {
        Self { axes: core::array::from_fn(|axis| V::unit(axis).turned(angle)) }
    }

    /// This frame, turned by another one. Its axes are orthonormal to rounding, however often it is turned.
    #[must_use]
    pub fn turned_by(&self, turn: &Self) -> Self {
        let mut axes = [V::ZERO; 3];
        for count in 0..V::DIMENSION {
            let turned = turn.to_global(self.axes[count]);
            let rest =
                axes[..count].iter().fold(turned, |rest, axis| rest - *axis * rest.dot(*axis));
            axes[count] = rest / rest.length();
        }
        Self { axes }
    }

    /// The axes of the frame; the first [`Vector::DIMENSION`] count, and a third in the plane is zero.
    #[must_use]
    pub fn axes(&self) -> &[V; 3] {
        &self.axes
    }

    /// A vector of the space, seen from the frame.
    #[must_use]
    pub fn to_local(&self, vector: V) -> V {
        V::from_components(|axis| vector.dot(self.axes[axis]))
    }

    /// A vector of the frame, seen from the space.
    #[must_use]
    pub fn to_global(&self, vector: V) -> V {
        (0..V::DIMENSION).fold(V::ZERO, |sum, axis| sum + self.axes[axis] * vector.component(axis))
    }

    /// Whether it turns and does not mirror.
    #[must_use]
    pub fn is_rotation(&self) -> bool {
        let [x, y, z] = self.axes;
        let minor = |row: usize, other: usize| {
            x.component(row) * y.component(other) - x.component(other) * y.component(row)
        };
        if V::DIMENSION == 2 {
            return minor(0, 1) > 0.0;
        }
        let cofactors = [minor(1, 2), minor(2, 0), minor(0, 1)];
        z.dot(V::from_components(|axis| cofactors[axis])) > 0.0
    }

    /// How far from orthonormal the axes are: the largest error of any scalar product of two.
    #[must_use]
    pub fn skew(&self) -> f64 {
        let mut skew = 0.0;
        for i in 0..V::DIMENSION {
            for j in 0..=i {
                let wanted = if i == j { 1.0 } else { 0.0 };
                let error = (self.axes[i].dot(self.axes[j]) - wanted).abs();
                // NaN counts as skew, and stays.
                skew = if error <= skew || skew.is_nan() { skew } else { error };
            }
        }
        skew
    }
}

/// A unit vector perpendicular to all of `taken`: the coordinate axis that they cover least, with
/// their share taken out (Gram-Schmidt).
fn perpendicular<V: Vector>(taken: &[V]) -> V {
    let remainder =
        |axis: usize| taken.iter().fold(V::unit(axis), |rest, unit| rest - *unit * rest.dot(*unit));
    let widest = (0..V::DIMENSION).map(remainder).fold(V::ZERO, |best, rest| {
        if rest.length_squared() > best.length_squared() { rest } else { best }
    });
    widest / widest.length()
}

impl<V: Vector> From<[V; 3]> for Frame<V> {
    /// As [`Frame::from_axes`].
    fn from(axes: [V; 3]) -> Self {
        Self::from_axes(axes)
    }
}

impl<V: Vector> From<Frame<V>> for [V; 3] {
    /// The axes of the frame; those that do not count are zero.
    fn from(frame: Frame<V>) -> Self {
        frame.axes
    }
}

impl<V: Vector> Frame<V> {
    /// The half extents along the axes of the space of a box that has `half` along the axes of the
    /// frame, if each of these is exactly an axis of the space or its opposite.
    #[must_use]
    pub fn aligned(&self, half: V) -> Option<V> {
        let straight = |axis: &V| {
            (0..V::DIMENSION).all(|other| matches!(axis.component(other).abs(), 0.0 | 1.0))
        };
        if half == V::ZERO {
            return Some(half);
        }
        self.axes[..V::DIMENSION].iter().all(straight).then(|| {
            let turned = self.to_global(half);
            V::from_components(|axis| turned.component(axis).abs())
        })
    }
}
