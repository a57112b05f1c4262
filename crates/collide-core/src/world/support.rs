//! The walls and the pushes that hold a body until the step ends.

use super::id::BodyId;
use crate::contact::Feature;
use crate::vector::Wide;

/// A wall on which a body lies or along which it slides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Support<W> {
    pub(crate) wall: BodyId,
    pub(crate) feature: Feature,
    /// The unit vector out of the wall.
    pub(crate) normal: W,
    /// The velocity of the wall.
    pub(crate) velocity: W,
}

/// What a body that moves gives another that it was pressed against.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Push<W> {
    pub(crate) by: BodyId,
    pub(crate) acceleration: W,
}

/// What holds a body for the rest of the step: walls, which push as hard as they must, and bodies
/// that move, which pushed as hard as they had to when they met.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Supports<W> {
    pub(crate) pushes: Vec<Push<W>>,
    pub(crate) walls: Vec<Support<W>>,
}

impl<W: Wide> Default for Supports<W> {
    fn default() -> Self {
        Self { pushes: Vec::new(), walls: Vec::new() }
    }
}

impl<W: Wide> Supports<W> {
    /// More walls than these no body is held by at once; of more, it forgets the first.
    pub(crate) const MOST: usize = 6;

    pub(crate) fn is_empty(&self) -> bool {
        self.walls.is_empty() && self.pushes.is_empty()
    }

    /// Whether a body in a step may have them, as far as they tell themselves.
    #[cfg(feature = "serde")]
    pub(crate) fn are_possible(&self) -> bool {
        let square = |wall: &Support<W>| wall.normal.length_squared();
        self.pushes.iter().all(|push| push.acceleration.is_finite())
            && self.walls.len() <= Self::MOST
            && self
                .walls
                .iter()
                .all(|wall| wall.velocity.is_finite() && (square(wall) - 1.0).abs() < 1e-6)
    }

    pub(crate) fn clear(&mut self) {
        self.walls.clear();
        self.pushes.clear();
    }

    /// The acceleration that bodies that move give.
    pub(crate) fn push(&self) -> W {
        self.pushes.iter().fold(W::ZERO, |sum, push| sum + push.acceleration)
    }

    pub(crate) fn are_by(&self, wall: BodyId, feature: Feature) -> bool {
        self.walls.iter().any(|support| (support.wall, support.feature) == (wall, feature))
    }

    /// Adds a wall, in place of what was known of it.
    pub(crate) fn lean_on(&mut self, support: Support<W>) {
        self.walls.retain(|known| (known.wall, known.feature) != (support.wall, support.feature));
        if self.walls.len() == Self::MOST {
            self.walls.remove(0);
        }
        self.walls.push(support);
    }

    /// Forgets the walls from which a body moves away at this velocity, by more than `rounding`.
    pub(crate) fn leave(&mut self, velocity: W, rounding: f64) {
        self.walls.retain(|wall| (velocity - wall.velocity).dot(wall.normal) <= rounding);
    }

    /// What walls leave of an acceleration.
    ///
    /// Frictionless walls push along their normals, no harder than they must: what is left is the
    /// vector nearest to the pull that points into none of them. That is the pull itself, or what is
    /// left of it along one wall, or along the edge between two, or nothing.
    pub(crate) fn held(&self, pull: W) -> W {
        self.nearest(pull, |_| 0.0).unwrap_or(W::ZERO)
    }

    /// What walls leave of a velocity, by the same rule: the nearest one that goes into none of them.
    /// A body that walls squeeze has none: it is not shot out between them.
    pub(crate) fn let_by(&self, velocity: W) -> Option<W> {
        let speeds = self.walls.iter().map(|wall| wall.velocity.length());
        let fastest = speeds.fold(velocity.length(), f64::max);
        self.nearest(velocity, |wall| wall.velocity.dot(wall.normal))
            .filter(|found| found.length() <= fastest * (1.0 + 1e-12))
    }

    /// The vector nearest to a given one with a part out of every wall of at least its `bound`.
    fn nearest(&self, wish: W, bound: impl Fn(&Support<W>) -> f64) -> Option<W> {
        if self.walls.is_empty() {
            return Some(wish);
        }
        let largest = self.walls.iter().map(|wall| bound(wall).abs()).fold(0.0, f64::max);
        let rounding = 16.0 * f64::EPSILON * (wish.length() + largest);
        let mut best = None;
        let mut cost = f64::INFINITY;
        let mut offer = |candidate: W| {
            let change = (wish - candidate).length_squared();
            let allowed = |wall: &Support<W>| candidate.dot(wall.normal) >= bound(wall) - rounding;
            if change < cost && self.walls.iter().all(allowed) {
                (best, cost) = (Some(candidate), change);
            }
        };
        offer(wish);
        for (index, one) in self.walls.iter().enumerate() {
            let on_one = moved(wish, one.normal, bound(one) - wish.dot(one.normal));
            offer(on_one);
            for (later, two) in self.walls.iter().enumerate().skip(index + 1) {
                let along = without(two.normal, one.normal);
                let on_edge = moved(on_one, along, bound(two) - on_one.dot(two.normal));
                offer(on_edge);
                for three in &self.walls[later + 1..] {
                    let edge = without(without(three.normal, one.normal), along);
                    offer(moved(on_edge, edge, bound(three) - on_edge.dot(three.normal)));
                }
            }
        }
        let best = best?;
        // What is left of a wish that walls hold in every direction is its rounding.
        let is_held = largest == 0.0 && best.length() <= rounding;
        Some(if is_held { W::ZERO } else { self.lifted(best, 0.25 * rounding, bound) })
    }

    /// A vector that goes into no wall, but for rounding, changed by as much that it goes into none, or
    /// the body would touch the wall again at once.
    fn lifted(&self, mut vector: W, rounding: f64, bound: impl Fn(&Support<W>) -> f64) -> W {
        // Out of one wall may be into another, by less: unless they face each other it comes to an end.
        for _ in 0..16 {
            let mut rests = true;
            for wall in &self.walls {
                let lacking = bound(wall) - vector.dot(wall.normal);
                if lacking > 0.0 {
                    rests = false;
                    vector += wall.normal * (lacking + rounding);
                }
            }
            if rests {
                break;
            }
        }
        vector
    }
}

/// A vector, moved along a direction until its part along it has grown by `growth`. Directions that
/// are hardly there are those of walls that face each other or are one, and add nothing.
fn moved<W: Wide>(vector: W, direction: W, growth: f64) -> W {
    let square = direction.length_squared();
    if square > 1e-24 { vector + direction * (growth / square) } else { vector }
}

/// The part of a vector across a direction.
fn without<W: Wide>(vector: W, direction: W) -> W {
    moved(vector, direction, -vector.dot(direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn held<W: Wide>(pull: W, normals: &[W]) -> W {
        let mut supports = Supports::default();
        for (index, normal) in (0u32..).zip(normals) {
            let wall = BodyId { index, generation: 0 };
            let normal = *normal / normal.length();
            supports.lean_on(Support { wall, feature: Feature::PLANE, normal, velocity: W::ZERO });
        }
        supports.held(pull)
    }

    #[test]
    fn walls_push_no_harder_than_they_must() {
        let pull = dvec2(0.0, -10.0);
        assert_eq!(held(pull, &[]), pull);
        assert_eq!(held(pull, &[dvec2(0.0, -1.0)]), pull);
        let slope = held(pull, &[dvec2(1.0, 1.0)]);
        assert!((slope - dvec2(5.0, -5.0)).length() < 1e-14, "{slope}");
        // What slides down the steeper wall leaves the other.
        let left = held(pull, &[dvec2(1.0, 1.0), dvec2(0.0, 1.0)]);
        assert!((left - dvec2(0.0, 0.0)).length() < 1e-13, "{left}");
        let steeper = held(dvec2(3.0, -10.0), &[dvec2(1.0, 1.0), dvec2(1.0, 0.1)]);
        assert!((steeper - dvec2(6.5, -6.5)).length() < 1e-13, "{steeper}");
    }

    #[test]
    fn a_groove_holds_however_narrow_it_is() {
        for slope in [1.0, 1e-3, 1e-6] {
            let normals = [dvec2(1.0, slope), dvec2(-1.0, slope)];
            assert!(held(dvec2(0.1, -10.0), &normals).length() < 1e-12, "{slope}");
        }
        let gutter = [dvec3(1.0, 0.0, 1.0), dvec3(-1.0, 0.0, 1.0)];
        let along = held(dvec3(0.3, 2.0, -9.0), &gutter);
        assert!((along - DVec3::Y * 2.0).length() < 1e-13, "{along}");
    }

    #[test]
    fn what_is_held_goes_into_no_wall() {
        let normals = [dvec2(0.1, 1.0), dvec2(-0.7, 0.3), dvec2(0.3, -0.2)];
        for degrees in 0..360 {
            let angle = f64::from(degrees).to_radians();
            let pull = DVec2::from_angle(angle) * 7.0;
            let left = held(pull, &normals);
            // These three walls leave no way out: what remains is the rounding of the pull.
            let rounding = 16.0 * f64::EPSILON * 7.0;
            assert!(normals.iter().all(|normal| left.dot(*normal) >= -rounding), "{pull} {left}");
            assert!(left.dot(pull) >= -1e-13, "{pull} {left}");
        }
    }
}
