//! Does a body stay clear of a wall that has no bounds?

use super::aabb::Aabb;
use crate::shape::Shape;
use crate::vector::Wide;

/// Whether all in these bounds, seen from where the shape is, is outside of it, if that is easily told. Only
/// shapes without bounds are asked: of the others it is known by their own.
#[must_use]
pub(crate) fn is_clear<W: Wide>(shape: &Shape<W>, bounds: &Aabb<W>) -> bool {
    match shape {
        Shape::Convex(_) | Shape::Outline(_) => false,
        Shape::HalfSpace { normal, level } => lowest(bounds, *normal) > slack(bounds) + *level,
        Shape::Arena { half } => (0..W::DIMENSION).all(|axis| {
            let reach = f64::max(-bounds.min.component(axis), bounds.max.component(axis));
            reach + slack(bounds) < half.component(axis)
        }),
        Shape::RoundArena { radius } => {
            let far = (-bounds.min).greatest(bounds.max);
            far.length_squared() + slack(bounds) * radius < radius * radius
        }
    }
}

/// How far the lowest corner of the bounds is along a direction.
fn lowest<W: Wide>(bounds: &Aabb<W>, direction: W) -> f64 {
    (0..W::DIMENSION).fold(0.0, |sum, axis| {
        let along = direction.component(axis);
        let corner = if along > 0.0 { bounds.min } else { bounds.max };
        sum + along * corner.component(axis)
    })
}

/// What of the bounds may be rounding.
fn slack<W: Wide>(bounds: &Aabb<W>) -> f64 {
    16.0 * f64::EPSILON * f64::max(bounds.min.max_magnitude(), bounds.max.max_magnitude())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    const BOUNDS: Aabb<DVec2> = Aabb { min: dvec2(1.0, -1.0), max: dvec2(3.0, 2.0) };

    #[test]
    fn what_does_not_reach_the_wall_is_clear_of_it() {
        let arena = |x, y| Shape::arena(dvec2(x, y));
        assert!(is_clear(&arena(3.1, 2.1), &BOUNDS));
        assert!(!is_clear(&arena(3.0, 2.1), &BOUNDS));
        assert!(!is_clear(&arena(3.1, 2.0), &BOUNDS));
        let room = |radius| Shape::<DVec2>::RoundArena { radius };
        assert!(is_clear(&room(f64::sqrt(13.1)), &BOUNDS));
        assert!(!is_clear(&room(f64::sqrt(13.0)), &BOUNDS));
        let floor = |normal, level| Shape::<DVec2>::HalfSpace { normal, level };
        assert!(is_clear(&floor(DVec2::Y, -1.1), &BOUNDS));
        assert!(!is_clear(&floor(DVec2::Y, -1.0), &BOUNDS));
        assert!(is_clear(&floor(DVec2::NEG_X, -3.1), &BOUNDS));
        assert!(!is_clear(&floor(DVec2::NEG_X, -2.9), &BOUNDS));
    }
}
