//! Compares the touches that the library and the oracle find.

use collide_core::contact::{Feature, normal};
use collide_core::impact::{Motion, Touch, touch};
use collide_core::shape::Shape;
use collide_core::vector::Vector;

use super::double_double::DoubleDouble;
use super::touch_cases::Case;
use super::touch_oracle::{
    Arrival, Path, Point, Solid, dot, exact, first_of, length, plus, point, rounded,
};

/// The cosine of 89.99 degrees, below which a path grazes.
const MIN_STEEPNESS: f64 = 1.75e-4;

/// A bounce at the start of a case.
#[derive(Clone, Copy, Debug)]
pub struct Bounce {
    pub feature: Feature,
    pub normal: Point,
    /// A unit in the last place of the largest coordinate of the flight before the bounce.
    ///
    /// The start may be off the surface by some of these units, which its distance does not show where another
    /// face is nearer.
    unit: f64,
}

/// The verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Neither finds a touch.
    Apart,
    /// Both find a touch, this number of units in the last place of the largest coordinate apart.
    Hit(f64),
    /// The answer is that of a shape that is larger or smaller by rounding.
    Graze,
    /// The library is late or finds nothing.
    Miss,
    /// The library is early or finds a touch that does not happen.
    Invention,
    /// The time is right, but the normal belongs to a face inside the union or to a joint, not to its boundary.
    Snag,
}

/// A unit in the last place.
fn ulp(number: f64) -> f64 {
    f64::from_bits(number.to_bits() + 1) - number
}

/// The largest coordinate that occurs up to a time.
pub fn largest<V: Vector>(case: &Case<V>, time: f64) -> f64 {
    let Motion { offset, velocity, acceleration } = case.motion;
    let shape = match &case.shape {
        Shape::Convex(shape) => {
            shape.centre.max_magnitude() + shape.half.max_magnitude() + shape.radius
        }
        Shape::Outline(shape) => {
            let corners = case.parts.iter().flatten().map(|corner| corner.max_magnitude());
            corners.fold(0.0, f64::max) + shape.radius
        }
        Shape::RoundArena { radius } => *radius,
        Shape::HalfSpace { level, .. } => level.abs(),
        Shape::Arena { half } => half.max_magnitude(),
    };
    let magnitudes = [
        offset.max_magnitude(),
        velocity.max_magnitude() * time,
        0.5 * acceleration.max_magnitude() * time * time,
        shape,
        case.radius,
        case.half.max_magnitude(),
    ];
    magnitudes.into_iter().fold(f64::MIN_POSITIVE, f64::max)
}

/// The radius of the ball plus that of the rounding of the shape or of the round arena.
fn reach<V: Vector>(case: &Case<V>) -> f64 {
    case.radius
        + match &case.shape {
            Shape::Convex(shape) => shape.radius,
            Shape::RoundArena { radius } => *radius,
            _ => 0.0,
        }
}

/// Compares the library with the oracle, first with the smaller tolerance of `units` in the last place, then
/// with the larger one.
///
/// So a graze, which rounding may turn into a touch, is not counted as an error, and an error is not hidden
/// as a graze. A path that starts within rounding of a wall without thickness may be on either side of it, so
/// the answer of either side is right.
pub fn judge<V: Vector>(case: &Case<V>, bounce: Option<Bounce>, units: [f64; 2]) -> Verdict {
    let solids = case.solids();
    let path = Path::new(&case.motion);
    let is_right = |verdict| matches!(verdict, Verdict::Apart | Verdict::Hit(_) | Verdict::Graze);
    let [fine, coarse] = units.map(|units| compare(case, &solids, &path, bounce, units));
    if is_right(fine) {
        return fine;
    }
    if is_right(coarse) {
        return coarse;
    }
    let both_sides = sides_of_walls(case, &solids, &path, bounce, units[1]);
    let right =
        both_sides.iter().any(|path| is_right(compare(case, &solids, path, bounce, units[1])));
    if right { Verdict::Graze } else { coarse }
}

/// The path from either side of each wall without thickness at its start.
fn sides_of_walls<V: Vector>(
    case: &Case<V>,
    solids: &[Solid],
    path: &Path,
    bounce: Option<Bounce>,
    units: f64,
) -> Vec<Path> {
    let unit = f64::max(ulp(largest(case, 0.0)), bounce.map_or(0.0, |it| it.unit));
    let band = units * unit;
    let samples = solids.iter().map(|solid| (solid, solid(&path.offset)));
    let walls = samples.filter(|(solid, sample)| {
        let through = exact(-1e3 * band);
        sample.distance.0.abs() <= band
            && solid(&plus(&path.offset, through, &sample.normal)).distance.0 > 0.0
    });
    let moved = |by: f64, normal: &Point| Path {
        offset: plus(&path.offset, exact(by * band), normal),
        ..path.clone()
    };
    walls
        .flat_map(|(_, sample)| [moved(1.5, &sample.normal), moved(-1.5, &sample.normal)])
        .collect()
}

fn compare<V: Vector>(
    case: &Case<V>,
    solids: &[Solid],
    path: &Path,
    bounce: Option<Bounce>,
    units: f64,
) -> Verdict {
    let Case { motion, radius, end, .. } = case;
    let shape = &case.sum();
    let touched = bounce.map(|bounce| (touched(case, solids, &bounce, units), bounce.normal));
    let left = touched.as_ref().map(|(left, normal)| (left.as_slice(), *normal));
    let oracle = |margin: f64, end: f64| first_of(solids, path, end, margin, left);
    let found = touch(shape, motion, *radius, *end, bounce.map(|it| it.feature));
    let expected = oracle(0.0, *end);
    let at = match (found, expected) {
        (None, None) => return Verdict::Apart,
        (_, Some(expected)) => expected.time.0,
        (Some(found), None) => found.time,
    };
    // A bounce leaves the ball off the surface by a rounding, which the library ignores.
    let ground = if bounce.is_some() { start_distance(case).abs() } else { 0.0 };
    let off = bounce.map_or(0.0, |bounce| f64::max(ground, units * bounce.unit));
    let unit = ulp(largest(case, at));
    if let (Some(found), Some(expected)) = (found, expected)
        && expected.approach > MIN_STEEPNESS * expected.speed
    {
        let error = (exact(found.time) - expected.time).0.abs() * expected.approach;
        let error = f64::max(error - ground, 0.0) / unit;
        if error <= units {
            let now = motion.after(found.time);
            let away = point(normal(shape, now.offset, found.feature));
            let belongs = is_normal(case, solids, &path.offset_at(expected.time), &away, ground);
            return if belongs { Verdict::Hit(error) } else { Verdict::Snag };
        }
    }
    let curved = motion.acceleration != V::ZERO;
    let band = |until: f64| {
        let rounding = off + units * ulp(largest(case, until));
        f64::max(rounding, if curved { 1e-12 * reach(case) } else { 0.0 })
    };
    // Within a path shorter than the rounding no approach can be resolved.
    let speed_bound = length(&path.velocity).0 + 0.5 * length(&path.acceleration).0 * end;
    let slid = |at: f64| slides(solids, path, exact(at), band(at), units);
    if speed_bound * end <= band(at) || slid(at) || found.is_some_and(|touch| slid(touch.time)) {
        return Verdict::Graze;
    }
    if found.is_some_and(|touch| clings(solids, path, touch.time, band(touch.time))) {
        return Verdict::Graze;
    }
    // A smaller shape is touched later, where the rounding may be larger.
    let later = found.map_or(at, |touch| f64::max(touch.time, at));
    let smaller = oracle(-band(later), *end);
    let band = band(smaller.map_or(*end, |it| f64::max(it.time.0, later)));
    between(found, oracle(band, *end * (1.0 + 1e-15)), oracle(-band, *end), band)
}

/// Whether the ball slides along the surface, so that rounding decides whether it approaches.
fn slides(solids: &[Solid], path: &Path, time: DoubleDouble, band: f64, units: f64) -> bool {
    let (offset, velocity) = (path.offset_at(time), path.velocity_at(time));
    let change = length(&path.acceleration) * time;
    let speed = length(&path.velocity).0 + change.0;
    solids.iter().map(|solid| solid(&offset)).any(|sample| {
        let rise = dot(&sample.normal, &velocity).0;
        sample.distance.0 <= band && rise.abs() <= units * f64::EPSILON * speed
    })
}

/// Whether the ball starts parallel to the surface and stays on it up to a time, to rounding.
fn clings(solids: &[Solid], path: &Path, until: f64, band: f64) -> bool {
    let speed = length(&path.velocity).0;
    let flat = solids.iter().map(|solid| solid(&path.offset)).any(|sample| {
        sample.distance.0.abs() <= band
            && dot(&sample.normal, &path.velocity).0.abs() <= MIN_STEEPNESS * speed
    });
    flat && (1..=8).all(|part| {
        let offset = path.offset_at(exact(until * f64::from(part) / 8.0));
        let distances = solids.iter().map(|solid| solid(&offset).distance.0);
        distances.fold(f64::INFINITY, f64::min).abs() <= band
    })
}

/// The verdict on a touch between those of a larger and a smaller shape.
fn between(
    found: Option<Touch>,
    larger: Option<Arrival>,
    smaller: Option<Arrival>,
    band: f64,
) -> Verdict {
    let time = found.map_or(f64::INFINITY, |touch| touch.time);
    let slack = |arrival: &Arrival| band / arrival.speed;
    if larger.is_none_or(|it| time < it.time.0 - slack(&it)) && found.is_some() {
        Verdict::Invention
    } else if smaller.is_some_and(|it| time > it.time.0 + slack(&it)) {
        Verdict::Miss
    } else {
        Verdict::Graze
    }
}

/// The solids that a bounce is off.
///
/// An arena has one solid for each wall; in an outline, all solids count that lie at the start and that the
/// normal leads away from.
fn touched<V: Vector>(case: &Case<V>, solids: &[Solid], bounce: &Bounce, units: f64) -> Vec<usize> {
    if solids.len() == 1 {
        return vec![0];
    }
    if let Shape::Outline(_) = case.shape {
        let place = point(case.motion.offset);
        let band = start_distance(case).abs() + units * (bounce.unit + ulp(largest(case, 0.0)));
        let touched = |solid: &Solid| leads_away(solid, &place, &bounce.normal, band);
        return (0..solids.len()).filter(|index| touched(&solids[*index])).collect();
    }
    let side = |axis: &usize| bounce.feature.side(*axis) != 0.0;
    let axis = (0..V::DIMENSION).find(side).unwrap_or(0);
    // The wall on the positive side has the negative normal.
    vec![2 * axis + usize::from(bounce.feature.side(axis) > 0.0)]
}

/// Whether a point is within `band` of the surface of a solid, and `normal` is its normal.
fn leads_away(solid: &Solid, place: &Point, normal: &Point, band: f64) -> bool {
    let step = 1e6 * band;
    let after = solid(&plus(place, exact(step), normal)).distance.0;
    solid(place).distance.0.abs() <= band && after >= step * (1.0 - 1e-4)
}

/// Whether the normal belongs to the boundary of the union at a point: it leads away from a solid that is
/// touched there, and the boundary next to the point is not inside another solid.
fn is_normal<V: Vector>(
    case: &Case<V>,
    solids: &[Solid],
    place: &Point,
    normal: &Point,
    ground: f64,
) -> bool {
    let from: V = rounded(place);
    let at = Case { motion: Motion { offset: from, ..case.motion }, ..case.clone() };
    // A start inside by a rounding is a touch.
    let depth = f64::max(-start_distance(case), 0.0);
    let band = ground + depth + 64.0 * ulp(f64::max(largest(&at, 0.0), largest(case, 0.0)));
    if !solids.iter().any(|solid| leads_away(solid, place, normal, band)) {
        return false;
    }
    let Shape::Outline(_) = case.shape else { return true };
    let lengths = case.parts.iter().map(|part| (part[1] - part[0]).length());
    let aside = 1e-3 * lengths.fold(f64::INFINITY, f64::min);
    let out = 1e-3 * aside;
    let tangent = [-normal[1], normal[0], exact(0.0)];
    let is_free = |aside: f64| {
        let beside = plus(&plus(place, exact(aside), &tangent), exact(out), normal);
        solids.iter().all(|solid| solid(&beside).distance.0 >= 0.5 * out)
    };
    // Edges as short as the rounding cannot be resolved.
    out < 10.0 * band || [0.0, aside, -aside].into_iter().any(is_free)
}

/// The case after a bounce by the library, unless it grazes.
pub fn bounced<V: Vector>(case: &Case<V>) -> Option<(Case<V>, Bounce)> {
    let sum = case.sum();
    // A point in a joint of segments without thickness may be on either side of the next segment.
    let sharp = case.half == V::ZERO && case.radius == 0.0;
    let hit = touch(&sum, &case.motion, case.radius, case.end, None)?;
    let now = case.motion.after(hit.time);
    let corners = case.parts.iter().flatten().filter(|_| sharp && case.parts.len() > 1);
    let nearest = corners.map(|it| (now.offset - *it).length()).fold(f64::INFINITY, f64::min);
    if nearest <= 32.0 * ulp(largest(case, hit.time)) {
        return None;
    }
    let away = normal(&sum, now.offset, hit.feature);
    let velocity = now.velocity - away * (2.0 * away.dot(now.velocity));
    if away.dot(velocity) <= 1e-3 * velocity.length() {
        return None;
    }
    let end = 10.0 * (case.end - hit.time);
    let unit = ulp(largest(case, hit.time));
    let case = Case { motion: Motion { velocity, ..now }, end, ..case.clone() };
    Some((case, Bounce { feature: hit.feature, normal: point(away), unit }))
}

/// The distance of the start from the surface, negative inside.
pub fn start_distance<V: Vector>(case: &Case<V>) -> f64 {
    let from = point(case.motion.offset);
    let distances = case.solids().into_iter().map(|solid| solid(&from).distance.0);
    distances.fold(f64::INFINITY, f64::min)
}

/// Prints a case in which the library and the oracle disagree.
pub fn print_disagreement<V: Vector>(how: &str, case: &Case<V>, bounce: Option<Bounce>) {
    let Case { motion, half, radius, end, .. } = case;
    let solids = case.solids();
    let from = point(motion.offset);
    let samples: Vec<_> = solids
        .iter()
        .map(|solid| solid(&from))
        .map(|sample| (sample.distance.0, sample.normal.map(|it| it.0)))
        .filter(|sample| sample.0.abs() < 1e-6)
        .collect();
    let feature = bounce.map(|it| it.feature);
    let found = touch(&case.sum(), motion, *radius, *end, feature);
    let path = Path::new(motion);
    let expected =
        first_of(&solids, &path, *end, 0.0, None).map(|it| (it.time.0, it.approach, it.speed));
    let shape = match &case.shape {
        Shape::Outline(_) => format!("{:?}", case.parts),
        shape => format!("{shape:?}"),
    };
    let normal = bounce.map(|it| it.normal.map(|it| it.0));
    println!(
        "{how}: {shape} {motion:?} {half:?} {radius} {end} {feature:?} {normal:?} found {found:?} free {expected:?} samples {samples:?}"
    );
}
