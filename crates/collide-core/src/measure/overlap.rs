//! The deepest overlap of the bodies of a world.

use crate::broad::{BoundingSphere, BroadPhase, Finder};
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, World};

/// The deepest overlap of two solid bodies, at least one of them dynamic, in length units; 0 if none
/// overlap.
///
/// Bodies that have just bounced overlap by the rounding of their positions, some units in the last
/// place of the coordinates. How deep a ball is inside a box is measured to the nearest face.
///
/// Neighbours are found with the grid of the step, so that the cost grows with the number of bodies and
/// not with its square; in a periodic space all pairs are compared.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::deepest_overlap, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::new();
/// world.add(Body::dynamic(Shape::ball(1.0), DVec2::ZERO)).unwrap();
/// assert_eq!(deepest_overlap(&world), 0.0);
/// world.add(Body::dynamic(Shape::ball(1.0), DVec2::X * 1.75)).unwrap();
/// assert_eq!(deepest_overlap(&world), 0.25);
/// ```
#[must_use]
pub fn deepest_overlap<V: Vector>(world: &World<V>) -> f64 {
    let slots: Vec<_> =
        world.in_order().filter(|slot| slot.takes_part() && slot.is_solid()).collect();
    let spheres: Vec<_> = slots.iter().map(|slot| slot.bounding_sphere(slot.position)).collect();
    let mut finder = Finder::default();
    finder.rebuild(
        BroadPhase::Grid,
        &spheres,
        |_| 0.0,
        |index, sphere| slots[index].shared.bounds(sphere),
    );
    // The grid knows nothing of images.
    let open = world.environment().period.is_open();
    let mut deepest = 0.0;
    for (index, slot) in slots.iter().enumerate().filter(|(_, slot)| slot.is_mover()) {
        let near = if open { spheres[index] } else { BoundingSphere::EVERYWHERE };
        finder.query(&near, |other| {
            let other_index = other as usize;
            let other = slots[other_index];
            if other_index > index || !other.is_mover() {
                deepest = f64::max(deepest, depth(world, slot, other));
            }
        });
    }
    deepest
}

/// How deep a mover overlaps a body that it meets; negative if it does not.
fn depth<V: Vector>(world: &World<V>, mover: &Slot<V>, other: &Slot<V>) -> f64 {
    if !mover.shared.layers.meets(other.shared.layers) {
        return f64::NEG_INFINITY;
    }
    // A ball is grown by a box, and not the other way round.
    let turned = other.is_mover() && other.shared.mover.is_ball() && !mover.shared.mover.is_ball();
    let [one, two] = if turned { [other, mover] } else { [mover, other] };
    let obstacle = Obstacle::new(two, &one.shared.mover, world.environment().period, two.time);
    -obstacle.contact(one.position - two.position).separation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{Body, Layers};
    use crate::shape::Shape;
    use glam::DVec2;

    /// A number between -1 and 1, of a sequence without a pattern (Weyl).
    fn spread(number: usize, axis: usize) -> f64 {
        let step = [0.618_033_988_749_895, 0.754_877_666_246_693][axis];
        2.0 * (number as f64 * step).fract() - 1.0
    }

    #[test]
    fn deepest_overlap_matches_a_comparison_of_all_pairs() {
        for (bodies, room, period) in [(20, 2.0, 0.0), (300, 9.0, 0.0), (300, 9.0, 18.5)] {
            let mut world = World::new();
            world.set_period(DVec2::splat(period)).unwrap();
            for number in 0..bodies {
                let place = DVec2::new(spread(number, 0), spread(number, 1)) * room;
                let shape = match number % 4 {
                    0 => Shape::cuboid(DVec2::new(0.3, 0.4)),
                    1 => Shape::segment(DVec2::ZERO, DVec2::ONE),
                    _ => Shape::ball(0.5),
                };
                let body = match number % 4 {
                    1 => Body::fixed(shape, place),
                    _ => Body::dynamic(shape, place),
                };
                let layers = Layers { memberships: 1 << (number % 2), filters: 3 };
                world.add(Body { layers, ..body }).unwrap();
            }
            if period == 0.0 {
                world.add(Body::fixed(Shape::arena(DVec2::splat(room)), DVec2::ZERO)).unwrap();
                world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::Y * -room)).unwrap();
            }
            let slots: Vec<_> = world.in_order().collect();
            let movers = || slots.iter().copied().filter(|slot| slot.is_mover());
            let pairs = movers().flat_map(|one| slots.iter().map(move |two| (one, *two)));
            let depths = pairs
                .filter(|(one, two)| one.id != two.id)
                .map(|(one, two)| depth(&world, one, two));
            let deepest = depths.fold(0.0, f64::max);
            assert!(deepest > 0.1, "{deepest}");
            assert_eq!(deepest_overlap(&world), deepest, "{bodies} bodies, period {period}");
        }
    }
}
