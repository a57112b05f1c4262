//! A ball that moves towards a polygon or a chain: the first impact with any of its convex parts.

use super::motion::{Motion, Touch};
use super::piece::{Course, Piece, Slab, Union, first_entry, passes_by};
use crate::contact::ball_outline::{normal, part_contact};
use crate::contact::{Contact, Feature};
use crate::shape::{Edge, Outline, Part};
use crate::vector::Wide;

/// The first impact of a ball of `radius` with the outline, within `end` seconds.
#[must_use]
pub fn touch<W: Wide>(
    outline: &Outline<W>,
    motion: &Motion<W>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let reach = outline.radius + radius;
    let bounced = bounced.map(|feature| Bounce::new(outline, motion.offset, feature, reach));
    let mut first: Option<Touch> = None;
    for part in outline.parts() {
        let end = first.map_or(end, |touch| touch.time);
        match part_touch(part, motion, reach, end, bounced.as_ref()) {
            Some(touch) if first.is_none_or(|best| touch.time < best.time) => first = Some(touch),
            _ => {}
        }
    }
    first
}

/// A bounce at the start of a motion.
struct Bounce<W: Wide> {
    feature: Feature,
    /// The normal with which it leads away.
    away: W,
    /// How far from the feature rounding has put the start.
    ground: f64,
}

impl<W: Wide> Bounce<W> {
    fn new(outline: &Outline<W>, offset: W, feature: Feature, reach: f64) -> Self {
        let away = normal(outline, offset, feature);
        let (number, _) = feature.of_edge();
        let start = outline.edge(number).map_or(offset, |edge| edge.start);
        Self { feature, away, ground: ((offset - start).dot(away) - reach).abs() }
    }
}

fn part_touch<W: Wide>(
    part: &Part<W>,
    motion: &Motion<W>,
    reach: f64,
    end: f64,
    bounce: Option<&Bounce<W>>,
) -> Option<Touch> {
    let centred = Motion { offset: motion.offset - part.centre, ..*motion };
    if passes_by(part.half, &centred, reach, end) {
        return None;
    }
    let start = part_contact(part, motion.offset, reach);
    let hidden = start.separation <= 0.0 && !is_open(part, motion, &start);
    let solid = part.edges.len() > 2 || reach > 0.0;
    if hidden && !solid && motion.acceleration == W::ZERO {
        return None;
    }
    let union = Some(Union { hidden, solid });
    let edges = part.first..part.first + part.edges.len() as u32;
    let bounced = bounce.map(|it| it.feature).filter(|it| edges.contains(&it.of_edge().0));
    // Who has bounced off one face of a convex part is behind all the others.
    let both_faces = |one: Feature, other: Feature| !one.of_edge().1 && !other.of_edge().1;
    let parting = parts_until(part, motion, reach, bounce);
    let ground = bounce.map_or(0.0, |it| it.ground);
    let course = Course { motion, start, end, bounced, parting, union, ground };
    first_entry(&course, pieces(part, motion, reach), both_faces)
}

/// The surfaces of the grown outline, as the motion meets them.
pub(super) fn surfaces<W: Wide>(
    outline: &Outline<W>,
    motion: &Motion<W>,
    radius: f64,
) -> impl Iterator<Item = Piece<W>> {
    let reach = outline.radius + radius;
    outline.parts().iter().flat_map(move |part| pieces(part, motion, reach))
}

/// Both pieces of every edge that can be hit.
fn pieces<W: Wide>(
    part: &Part<W>,
    motion: &Motion<W>,
    reach: f64,
) -> impl Iterator<Item = Piece<W>> + Clone {
    (part.first..).zip(&part.edges).flat_map(move |(number, edge)| {
        let across = Motion { offset: motion.offset - edge.start, ..*motion };
        let local = across;
        let piece = |feature, face, beside| Piece {
            feature,
            face,
            reach,
            local,
            across,
            beside: [Some(beside), None],
        };
        let face = piece(Feature::face_of(number), Some(edge.normal), stretch(edge));
        let beyond = Slab { axis: edge.guard, low: f64::NEG_INFINITY, high: 0.0 };
        let corner = piece(Feature::corner_of(number), None, beyond);
        [edge.exposed.then_some(face), edge.corner.then_some(corner)].into_iter().flatten()
    })
}

/// The places beside an edge. It reaches over its ends by the rounding of a corner, so that no path
/// slips through between it and the next.
fn stretch<W: Wide>(edge: &Edge<W>) -> Slab<W> {
    let margin = 4.0 * f64::EPSILON * (edge.start.max_magnitude() + edge.length);
    Slab { axis: edge.along, low: -margin, high: edge.length + margin }
}

/// If the motion begins on or before a plane with the whole part behind it, to rounding, and does not
/// approach that plane: when it is back at the last of them. In a sharp corner this is not told by the
/// nearest face alone, and at a joint the normal of a bounce leads `away` from both parts.
fn parts_until<W: Wide>(
    part: &Part<W>,
    motion: &Motion<W>,
    reach: f64,
    bounce: Option<&Bounce<W>>,
) -> Option<f64> {
    let size = motion.offset.max_magnitude() + part.half.max_magnitude() + reach;
    let rounding = 4.0 * f64::EPSILON * size + bounce.map_or(0.0, |it| 2.0 * it.ground);
    let leaves = |from: W, normal: W| {
        let height = (motion.offset - from).dot(normal) - reach;
        height >= -rounding && motion.departs(normal)
    };
    let away = bounce.map(|it| it.away);
    let away = away.filter(|away| part.edges.iter().all(|edge| leaves(edge.start, *away)));
    // Both faces of a line are planes with all of it behind them, but one can be crossed to the other.
    let is_line = part.edges.len() == 2;
    let planes = part.edges.iter().flat_map(|edge| {
        let beyond_end = Some(-edge.along).filter(|_| is_line);
        let face = Some(edge.normal).filter(|_| !is_line || reach > 0.0);
        [beyond_end, face].into_iter().flatten().filter(|normal| leaves(edge.start, *normal))
    });
    away.into_iter().chain(planes).map(|normal| motion.back(normal, rounding)).reduce(f64::max)
}

/// Whether a ball can be hit by the feature that is nearest at the start, and not by a neighbour of it.
fn is_open<W: Wide>(part: &Part<W>, motion: &Motion<W>, start: &Contact<W>) -> bool {
    let (number, is_corner) = start.feature.of_edge();
    part.edges.get((number - part.first) as usize).is_some_and(|edge| {
        let beyond = (motion.offset - edge.start).dot(edge.guard) <= 0.0;
        if is_corner { edge.corner && beyond } else { edge.exposed }
    })
}
