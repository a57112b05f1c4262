//! Whether a body stays clear of a wall without bounds.

use super::bounding_sphere::BoundingSphere;
use crate::shape::Shape;
use crate::vector::Vector;

/// Whether all of this sphere, relative to the position of the shape, is outside of it, where a short test can show
/// that. Only shapes without bounds are asked: the others have bounds of their own.
#[must_use]
pub(crate) fn is_clear<V: Vector>(shape: &Shape<V>, sphere: &BoundingSphere<V>) -> bool {
    let BoundingSphere { centre: middle, radius: reach } = *sphere;
    let reach = reach + 16.0 * f64::EPSILON * (middle.max_magnitude() + reach);
    match shape {
        Shape::Convex(_) | Shape::Outline(_) => false,
        Shape::HalfSpace { normal, level } => middle.dot(*normal) > *level + reach,
        Shape::Arena { half } => (0..V::DIMENSION).fold(true, |so_far, axis| {
            so_far & (middle.component(axis).abs() + reach < half.component(axis))
        }),
        Shape::RoundArena { radius } => {
            let room = (radius - reach) * (1.0 - 1e-9);
            room > 0.0 && middle.length_squared() < room * room
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    const SPHERE: BoundingSphere<DVec2> = BoundingSphere { centre: dvec2(2.0, 0.5), radius: 1.5 };

    #[test]
    fn what_does_not_reach_the_wall_is_clear_of_it() {
        let arena = |x, y| Shape::arena(dvec2(x, y));
        assert!(is_clear(&arena(3.6, 2.1), &SPHERE));
        assert!(!is_clear(&arena(3.5, 2.1), &SPHERE));
        assert!(!is_clear(&arena(3.6, 2.0), &SPHERE));
        let room = |radius| Shape::<DVec2>::RoundArena { radius };
        let far = f64::sqrt(4.25) + 1.5;
        assert!(is_clear(&room(far + 1e-6), &SPHERE));
        assert!(!is_clear(&room(far), &SPHERE));
        let floor = |normal, level| Shape::<DVec2>::HalfSpace { normal, level };
        assert!(is_clear(&floor(DVec2::Y, -1.1), &SPHERE));
        assert!(!is_clear(&floor(DVec2::Y, -1.0), &SPHERE));
        assert!(is_clear(&floor(DVec2::NEG_X, -3.6), &SPHERE));
        assert!(!is_clear(&floor(DVec2::NEG_X, -3.5), &SPHERE));
    }
}
