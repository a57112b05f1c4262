//! A ball that moves towards a polygon or a chain: the first impact with any of its convex parts.

use std::cell::Cell;

use super::motion::{Motion, Touch, along};
use super::walk::{Regions, Side, View, first_touch, passes_by, return_after};
use crate::contact::Feature;
use crate::contact::ball_outline::{normal, part_contact};
use crate::roots::quadratic_roots;
use crate::shape::{Edge, Outline, Part};
use crate::vector::Vector;

/// The first impact of a ball of `radius` with the outline, within `end` seconds.
#[must_use]
pub fn touch<V: Vector>(
    outline: &Outline<V>,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    touch_parts(outline, motion, (radius, end), bounced, |_| true)
}

/// The first impact as [`touch`] finds it, with those parts of the outline that count.
pub(crate) fn touch_parts<V: Vector>(
    outline: &Outline<V>,
    motion: &Motion<V>,
    (radius, end): (f64, f64),
    bounced: Option<Feature>,
    counts: impl Fn(&Part<V>) -> bool,
) -> Option<Touch> {
    let reach = outline.radius + radius;
    let bounced = bounced.map(|feature| Bounce::new(outline, motion.offset, feature, reach));
    let (mut first, mut behind): (Option<Touch>, Option<Touch>) = (None, None);
    for part in outline.parts().iter().filter(|part| counts(part)) {
        let end = first.map_or(end, |touch| touch.time);
        let covered = Cell::new(None);
        match part_touch(part, motion, (reach, end), bounced.as_ref(), &covered) {
            Some(touch) if first.is_none_or(|best| touch.time < best.time) => first = Some(touch),
            _ => {}
        }
        behind = [behind, covered.get()].into_iter().flatten().reduce(earlier);
    }
    let end = first.map_or(end, |touch| touch.time);
    match behind.filter(|touch| touch.time < end) {
        Some(touch) => slipped(outline, motion, reach, (touch, end)).or(first),
        None => first,
    }
}

fn earlier(one: Touch, other: Touch) -> Touch {
    if other.time < one.time { other } else { one }
}

/// The touch of a path that comes by a `covered` feature without having touched what covers it. At the
/// tip of two parts each may see it pass by the other, by rounding; it is told if the path then goes
/// deeper than that.
fn slipped<V: Vector>(
    outline: &Outline<V>,
    motion: &Motion<V>,
    reach: f64,
    (covered, end): (Touch, f64),
) -> Option<Touch> {
    let now = Motion { offset: motion.place_after(covered.time), ..motion.after(covered.time) };
    let inside = |time: f64, depth: f64| {
        let places =
            outline.parts().iter().map(|part| part_contact(part, motion.place_after(time), reach));
        places.fold(f64::INFINITY, |least, next| f64::min(least, next.separation)) < -depth
    };
    let parts = || outline.parts().iter();
    let size =
        parts().map(|part| (part.centre.max_magnitude() + part.half.max_magnitude()) + reach);
    let rounding = 8.0 * f64::EPSILON * size.fold(now.offset.max_magnitude(), f64::max)
        + 2.0 * passage(&now, covered.time);
    let mut wait = end - covered.time;
    let mut deep = false;
    for _ in 0..48 {
        wait *= 0.5;
        deep |= inside(covered.time + wait, 64.0 * rounding);
    }
    if !deep || inside(0.0, 0.0) {
        return None;
    }
    let touched = |edge: &Edge<V>| {
        let from = now.offset - edge.start;
        let beside = (-rounding..=edge.length + rounding).contains(&from.dot(edge.along));
        let height = from.dot(edge.normal) - reach;
        edge.exposed && beside && height.abs() <= rounding && now.velocity.dot(edge.normal) < 0.0
    };
    let mut edges = parts().flat_map(|part| (part.first..).zip(&part.edges));
    let face = edges.find(|(_, edge)| touched(edge));
    let feature = face.map_or(covered.feature, |(number, _)| Feature::face_of(number));
    Some(Touch { time: covered.time, feature })
}

/// A bounce at the start of a motion.
struct Bounce<V: Vector> {
    feature: Feature,
    /// The normal with which it leads away.
    away: V,
    /// How far from the feature rounding has put the start.
    ground: f64,
}

impl<V: Vector> Bounce<V> {
    fn new(outline: &Outline<V>, offset: V, feature: Feature, reach: f64) -> Self {
        let away = normal(outline, offset, feature);
        let (number, _) = feature.of_edge();
        let start = outline.edge(number).map_or(offset, |edge| edge.start);
        Self { feature, away, ground: ((offset - start).dot(away) - reach).abs() }
    }
}

fn part_touch<V: Vector>(
    part: &Part<V>,
    motion: &Motion<V>,
    (reach, end): (f64, f64),
    bounce: Option<&Bounce<V>>,
    covered: &Cell<Option<Touch>>,
) -> Option<Touch> {
    let centred = Motion { offset: motion.offset - part.centre, ..*motion };
    if passes_by(part.half, &centred, reach, end) {
        return None;
    }
    let edges = part.first..part.first + part.edges.len() as u32;
    let own = bounce.filter(|it| edges.contains(&it.feature.of_edge().0));
    let straight = motion.acceleration == V::ZERO;
    // Nothing can be hit before the path is back at a plane that it left with the part behind.
    let start = part_contact(part, motion.offset, reach);
    let size = motion.offset.max_magnitude() + part.half.max_magnitude() + reach;
    let rounding = 4.0 * f64::EPSILON * size + bounce.map_or(0.0, |it| 2.0 * it.ground);
    let outside = start.separation > 0.0 && bounce.is_none();
    let slack = if outside { 0.125 * rounding } else { rounding };
    let back = own.map(|it| motion.back(it.away)).into_iter();
    let back = back.chain(parts_until(part, motion, (reach, slack), bounce)).reduce(f64::max);
    if back.is_some_and(|back| straight || back > end) {
        return None;
    }
    let view = view(motion);
    let regions = PartRegions { part, motion, reach, covered: Cell::new(None) };
    if let Some(back) = back {
        let from = own.map(|it| it.feature);
        let touch = return_after(&view, &regions, (back, end), from.map(|it| regions.side(it)));
        covered.set(regions.covered.get());
        return touch;
    }
    // Of corners that are equally near but for rounding the region knows the right one.
    let side = regions.nearest(motion.offset).unwrap_or_else(|| regions.side(start.feature));
    let (inside, open) = (start.separation <= 0.0, regions.is_open(&side, 0.0, false));
    if inside && open && !motion.departs(side.normal(&view)) {
        return Some(Touch { time: 0.0, feature: side.feature });
    }
    if inside && open && straight {
        return None;
    }
    // A body on a covered face by rounding may come in by the one beside it.
    if inside && !open && !regions.is_line() && start.separation >= -rounding {
        let entered = regions.entered(0.0, motion, true);
        let beside = entered.height(&view, 0.0).abs() <= rounding;
        if beside && regions.is_open(&entered, 0.0, false) {
            return Some(Touch { time: 0.0, feature: entered.feature });
        }
    }
    let touch = first_touch(&view, &regions, (0.0, end), inside.then_some(side));
    covered.set(regions.covered.get());
    touch
}

/// The regions around a part of an outline.
struct PartRegions<'a, V: Vector> {
    part: &'a Part<V>,
    motion: &'a Motion<V>,
    reach: f64,
    /// When the path first comes to a feature that a neighbour covers.
    covered: Cell<Option<Touch>>,
}

impl<V: Vector> PartRegions<'_, V> {
    fn edge(&self, feature: Feature) -> (&Edge<V>, bool) {
        let (number, is_corner) = feature.of_edge();
        (&self.part.edges[(number - self.part.first) as usize], is_corner)
    }

    fn is_line(&self) -> bool {
        self.part.edges.len() == 2
    }

    /// When the path comes to a plane, until it does so no more.
    fn meets(&self, from: V, direction: V) -> impl Iterator<Item = f64> + use<V> {
        let across = Motion { offset: self.motion.offset - from, ..*self.motion };
        let (times, count) = quadratic_roots(along(&across, direction, 0.0), 0.0, f64::INFINITY);
        times.into_iter().take(count)
    }
}

impl<V: Vector> Regions<V> for PartRegions<'_, V> {
    fn next_border(&self, after: f64) -> f64 {
        let borders = self.part.edges.iter().flat_map(|edge| {
            let stop = edge.start + edge.along * edge.length;
            let planes = [
                (edge.start, edge.along),
                (stop, edge.along),
                (edge.start, edge.normal),
                (edge.start, edge.guard),
            ];
            planes.into_iter().flat_map(|(from, direction)| self.meets(from, direction))
        });
        borders.filter(|border| *border > after).fold(f64::INFINITY, f64::min)
    }

    fn side(&self, feature: Feature) -> Side<V> {
        let (edge, is_corner) = self.edge(feature);
        Side {
            feature,
            face: (!is_corner).then_some(edge.normal),
            origin: edge.start,
            across: V::from_components(|_| 1.0),
            reach: self.reach,
        }
    }

    fn is_open(&self, side: &Side<V>, time: f64, comes: bool) -> bool {
        let (edge, is_corner) = self.edge(side.feature);
        let rounding = || margin(edge) + passage(&self.motion.after(time), time);
        let slack = if comes { rounding() * edge.guard.length() } else { 0.0 };
        let beyond = |place: V| (place - edge.start).dot(edge.guard) > slack;
        let covers = is_corner && beyond(self.motion.place_after(time));
        let open = if is_corner { edge.corner && !covers } else { edge.exposed };
        if comes && !open && self.covered.get().is_none() {
            self.covered.set(Some(Touch { time, feature: side.feature }));
        }
        open
    }

    fn nearest(&self, place: V) -> Option<Side<V>> {
        let edges = &self.part.edges;
        let way = |edge: &Edge<V>| (place - edge.start).dot(edge.along);
        let height = |edge: &Edge<V>| (place - edge.start).dot(edge.normal);
        let mut before = &edges[edges.len() - 1];
        // From afar the distances of neighbours are alike; their regions are not.
        for (number, edge) in (self.part.first..).zip(edges) {
            if way(edge) < 0.0 && way(before) > before.length {
                return Some(self.side(Feature::corner_of(number)));
            }
            if height(edge) >= 0.0 && (0.0..=edge.length).contains(&way(edge)) {
                return Some(self.side(Feature::face_of(number)));
            }
            before = edge;
        }
        let contact = part_contact(self.part, place, self.reach);
        (contact.separation >= -self.reach).then(|| self.side(contact.feature))
    }

    fn entered(&self, time: f64, now: &Motion<V>, falls: bool) -> Side<V> {
        let depth = |edge: &Edge<V>| (edge.start - now.offset).dot(edge.normal);
        let edges = (self.part.first..).zip(&self.part.edges);
        let counts = edges.filter(|(_, edge)| !falls || now.velocity.dot(edge.normal) < 0.0);
        // Of two that meet there the one counts that can be hit.
        let slack = |edge: &Edge<V>| {
            if edge.exposed { 0.0 } else { 2.0 * margin(edge) + passage(now, time) }
        };
        let rank = |edge: &Edge<V>| depth(edge) + slack(edge);
        let first =
            counts.reduce(|best, next| if rank(next.1) < rank(best.1) { next } else { best });
        self.side(Feature::face_of(first.map_or(self.part.first, |(number, _)| number)))
    }

    fn crossed(&self, time: f64, now: &Motion<V>) -> Option<Feature> {
        if self.reach > 0.0 || !self.is_line() {
            return None;
        }
        let crossed = |(_, edge): &(u32, &Edge<V>)| {
            let slack = margin(edge) + passage(now, time);
            let beside = (now.offset - edge.start).dot(edge.along);
            now.velocity.dot(edge.normal) < 0.0
                && (-slack..=edge.length + slack).contains(&beside)
                && self.meets(edge.start, edge.normal).any(|met| met == time)
        };
        let mut edges = (self.part.first..).zip(&self.part.edges);
        edges.find(crossed).map(|(number, _)| Feature::face_of(number))
    }
}

/// The distances from the surfaces of the grown outline that can be hit, as polynomials of time.
pub(super) fn surfaces<'a, V: Vector>(
    outline: &'a Outline<V>,
    motion: &'a Motion<V>,
    radius: f64,
) -> impl Iterator<Item = [f64; 5]> + use<'a, V> {
    let reach = outline.radius + radius;
    outline.parts().iter().flat_map(move |part| {
        let regions = PartRegions { part, motion, reach, covered: Cell::new(None) };
        let edges = part.first..part.first + part.edges.len() as u32;
        let features = edges.flat_map(|edge| [Feature::face_of(edge), Feature::corner_of(edge)]);
        features.filter_map(move |feature| {
            let (edge, is_corner) = regions.edge(feature);
            let open = if is_corner { edge.corner } else { edge.exposed };
            open.then(|| regions.side(feature).distance(&view(motion)))
        })
    })
}

/// The path as an outline sees it.
fn view<V: Vector>(motion: &Motion<V>) -> View<'_, V> {
    View { motion, local: *motion, centre: V::ZERO, frame: None, ground: 0.0 }
}

/// How far an edge reaches over its ends: by the rounding of a corner, so that no path slips through
/// between it and the next.
fn margin<V: Vector>(edge: &Edge<V>) -> f64 {
    4.0 * f64::EPSILON * (edge.start.max_magnitude() + edge.length)
}

/// How far a motion comes within the rounding of a time.
fn passage<V: Vector>(now: &Motion<V>, time: f64) -> f64 {
    2.0 * f64::EPSILON * now.velocity.max_magnitude() * time
}

/// If the motion begins on or before a plane with the whole part behind it, to rounding, and does not
/// approach that plane: when it is back at the last of them. In a sharp corner this is not told by the
/// nearest face alone, and at a joint the normal of a bounce leads `away` from both parts.
fn parts_until<V: Vector>(
    part: &Part<V>,
    motion: &Motion<V>,
    (reach, slack): (f64, f64),
    bounce: Option<&Bounce<V>>,
) -> Option<f64> {
    let leaves = |from: V, normal: V| {
        let height = (motion.offset - from).dot(normal) - reach;
        height >= -slack && motion.departs(normal)
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
    away.into_iter().chain(planes).map(|normal| motion.back(normal)).reduce(f64::max)
}
