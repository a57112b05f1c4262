//! Balls on their way to shapes, at random and as awkward as can be.

use collide_core::impact::Motion;
use collide_core::shape::{Frame, Shape};
use collide_core::vector::Wide;

use super::oracle::{Point, Solid, dot, exact, plus, point, rounded};
use super::random::Random;
use super::solids::solids;

/// A ball and a shape, and how they move until `end`.
#[derive(Clone, Debug)]
pub struct Case<W: Wide> {
    pub shape: Shape<W>,
    pub motion: Motion<W>,
    pub radius: f64,
    pub end: f64,
}

/// The kinds of shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Ball,
    HalfSpace,
    Arena,
    Segment,
    Capsule,
    Cuboid,
    Turned,
    /// A box that is flat along its first axis.
    Flat,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Ball,
        Self::HalfSpace,
        Self::Arena,
        Self::Segment,
        Self::Capsule,
        Self::Cuboid,
        Self::Turned,
        Self::Flat,
    ];

    /// A shape of this kind, about as large as `size`; of round numbers if so wished.
    fn shape<W: Wide>(self, random: &mut Random, size: f64, round: bool) -> Shape<W> {
        let some = |random: &mut Random, low: f64| {
            let number = random.between(low, 1.0);
            size * if round { (4.0 * number).round() * 0.25 } else { number }
        };
        let half = W::from_components(|_| some(random, 0.25));
        let (start, end) = (spread(random, some), spread(random, some));
        match self {
            Self::Ball => Shape::ball(some(random, 0.25)),
            Self::HalfSpace if round => Shape::half_space(W::unit(below(random, W::DIMENSION))),
            Self::HalfSpace => Shape::half_space(direction(random)),
            Self::Arena => Shape::arena(half),
            // Segments of round numbers lie along an axis, the others as they come.
            Self::Segment if round => Shape::segment(along_first(start), along_first(end)),
            Self::Segment => Shape::segment(start, end),
            Self::Capsule if round => {
                Shape::capsule(along_first(start), along_first(end), some(random, 0.25))
            }
            Self::Capsule => Shape::capsule(start, end, size * power(random, -6.0, 0.0)),
            Self::Cuboid => Shape::cuboid(half),
            Self::Turned => Shape::turned_cuboid(half, Frame::along(direction(random))),
            Self::Flat => Shape::cuboid(half - along_first(half)),
        }
    }
}

/// A vector with components from -1 to 1 times the size.
fn spread<W: Wide>(random: &mut Random, some: impl Fn(&mut Random, f64) -> f64) -> W {
    W::from_components(|_| some(random, -1.0))
}

fn along_first<W: Wide>(vector: W) -> W {
    W::unit(0) * vector.component(0)
}

/// A whole number less than `count`.
fn below(random: &mut Random, count: usize) -> usize {
    random.between(0.0, count as f64) as usize
}

/// Ten to a power between the two.
fn power(random: &mut Random, low: f64, high: f64) -> f64 {
    10f64.powf(random.between(low, high))
}

fn direction<W: Wide>(random: &mut Random) -> W {
    loop {
        let vector = W::from_components(|_| random.between(-1.0, 1.0));
        let length = vector.length();
        if (0.1..1.0).contains(&length) {
            return vector / length;
        }
    }
}

/// A unit vector across another.
fn across<W: Wide>(random: &mut Random, normal: W) -> W {
    loop {
        let other: W = direction(random);
        let rest = other - normal * other.dot(normal);
        if rest.length() > 0.1 {
            let rest = rest - normal * rest.dot(normal);
            return rest / rest.length();
        }
    }
}

/// Where a path meets the surface: a place, the normal there, and how far beyond it the path passes.
struct Aim {
    place: Point,
    normal: Point,
}

/// The nearest place of the surface to a point.
fn nearest(solids: &[Solid], from: &Point) -> Aim {
    let looks = solids.iter().map(|solid| solid(from));
    let look = looks.reduce(|one, two| if two.distance < one.distance { two } else { one });
    let look = look.expect("a shape has a surface");
    Aim { place: plus(from, -look.distance, &look.normal), normal: look.normal }
}

/// A motion that is at `place` with this velocity after `time`.
fn through<W: Wide>(place: &Point, velocity: W, acceleration: W, time: f64) -> Motion<W> {
    let (time, velocity, acceleration) = (exact(time), point(velocity), point(acceleration));
    let launch = plus(&velocity, -time, &acceleration);
    let mean = plus(&launch, exact(0.5) * time, &acceleration);
    Motion {
        offset: rounded(&plus(place, -time, &mean)),
        velocity: rounded(&launch),
        acceleration: rounded(&acceleration),
    }
}

/// A ball that flies towards a place of the surface at any angle up to 89.99 degrees, from a gap and
/// with a speed of any magnitude.
pub fn random_case<W: Wide>(random: &mut Random, kind: Kind, curved: bool) -> Case<W> {
    let size = power(random, -3.0, 3.0);
    let shape: Shape<W> = kind.shape(random, size, false);
    let radius = if below(random, 8) == 0 { 0.0 } else { size * power(random, -3.0, 2.0) };
    let radius = match kind {
        Kind::Arena => radius.min(0.2 * size),
        // A line in space that has no radius cannot be hit by a point.
        Kind::Segment if W::DIMENSION == 3 => radius.max(1e-6 * size),
        _ => radius,
    };
    let solids = solids(&shape, radius);
    let from = W::from_components(|_| (size + radius) * random.between(-2.0, 2.0));
    let Aim { place, normal } = nearest(&solids, &point(from));
    let normal: W = rounded(&normal);
    let steepness =
        if below(random, 2) == 0 { random.between(0.0, 1.0) } else { power(random, -3.75, 0.0) };
    let sideways = across(random, normal) * (1.0 - steepness * steepness).sqrt();
    let speed = power(random, -6.0, 6.0);
    let gap =
        f64::max(radius, size) * power(random, -12.0, if kind == Kind::Arena { 0.0 } else { 6.0 });
    let time = gap / speed;
    let pull = direction::<W>(random) * (speed / time * power(random, -3.0, 1.0));
    let acceleration = if curved { pull } else { W::ZERO };
    let velocity = (sideways - normal * steepness) * speed;
    let motion = through(&place, velocity, acceleration, time);
    Case { shape, motion, radius, end: time * random.between(0.5, 3.0) }
}

/// One of several numbers.
fn one_of(random: &mut Random, numbers: &[f64]) -> f64 {
    numbers[below(random, numbers.len())]
}

/// A ball that passes by a place of the surface as closely as can be, or touches it at the start, or
/// at the end, or in a corner, or along an edge; with round numbers and with extreme ones.
pub fn awkward_case<W: Wide>(random: &mut Random, kind: Kind, curved: bool) -> Case<W> {
    let round = below(random, 2) == 0;
    let size = if round { 1.0 } else { power(random, -3.0, 3.0) };
    let shape: Shape<W> = kind.shape(random, size, round);
    let radius = size * one_of(random, &[0.0, 1e-6, 1e-3, 0.25, 0.5, 1.0, 1e3, 1e6]);
    // In an arena a ball of its size has no room at all along one axis.
    let radius = match shape {
        Shape::Arena { half } => radius.min(half.component(below(random, W::DIMENSION))),
        // A line in space that has no radius cannot be hit by a point.
        Shape::Convex(_) if kind == Kind::Segment && W::DIMENSION == 3 => radius.max(1e-6 * size),
        _ => radius,
    };
    let solids = solids(&shape, radius);
    let Aim { place, normal } = awkward_place(random, &shape, &solids, size + radius);
    let unit: W = rounded(&normal);
    let steepness = one_of(random, &[0.0, 0.0, 1e-9, 1e-4, 0.01, 0.6, 1.0]);
    let sideways =
        if below(random, 2) == 0 { across(random, unit) } else { along_axis(random, unit) };
    let speed = if round { 1.0 } else { power(random, -6.0, 6.0) };
    let velocity = (sideways * (1.0 - steepness * steepness).sqrt() - unit * steepness) * speed;
    let shift = one_of(random, &[0.0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-12, -1e-12, 1e-15, -1e-15]);
    let place = plus(&place, exact(shift * f64::max(radius, size)), &normal);
    let gap =
        f64::max(radius, size) * one_of(random, &[0.0, 1e-12, 1e-6, 0.5, 1.0, 4.0, 100.0, 1e6]);
    // A small ball starts at most a million radii away, or as far as the shape is large.
    let gap = if radius > 0.0 { gap.min(f64::max(1e6 * radius, size)) } else { gap };
    let gap = if kind == Kind::Arena { gap.min(size) } else { gap };
    let time = gap / speed;
    let bend = speed * speed / f64::max(radius, size) * one_of(random, &[1e-3, 0.1, 1.0, 10.0]);
    // The way back is not much longer than the gap.
    let pull = if time > 0.0 { f64::min(bend, 4.0 * speed / time) } else { bend };
    // Away from the surface the path has its lowest point there.
    let pull = match below(random, 4) {
        0 => unit * pull,
        1 => unit * -pull,
        2 => along_axis(random, unit) * pull,
        _ => direction::<W>(random) * pull,
    };
    let acceleration = if curved { pull } else { W::ZERO };
    let motion = through(&place, velocity, acceleration, time);
    let end = match below(random, 4) {
        0 => time,
        1 => time * (1.0 + 1e-15),
        _ => time * 3.0 + size / speed,
    };
    Case { shape, motion, radius, end }
}

/// A direction of the frame of round numbers across the normal, if there is one.
fn along_axis<W: Wide>(random: &mut Random, normal: W) -> W {
    let first = below(random, W::DIMENSION);
    let axes = (0..W::DIMENSION).map(|axis| W::unit((axis + first) % W::DIMENSION));
    let free = axes.into_iter().find(|axis| axis.dot(normal) == 0.0);
    free.unwrap_or_else(|| across(random, normal))
}

/// A place of the surface: on a face, in a corner, or on the seam between the two.
fn awkward_place<W: Wide>(
    random: &mut Random,
    shape: &Shape<W>,
    solids: &[Solid],
    far: f64,
) -> Aim {
    let from = match shape {
        Shape::Convex(shape) => {
            let local = W::from_components(|axis| {
                let half = shape.half.component(axis);
                let beyond = far * random.between(-3.0, 3.0);
                let within = half * random.between(-1.0, 1.0);
                one_of(random, &[0.0, half, -half, beyond, within])
            });
            shape.frame.to_global(local) + shape.centre
        }
        Shape::Outline(_) | Shape::RoundArena { .. } => unreachable!("not among the cases yet"),
        Shape::HalfSpace { .. } => W::from_components(|_| far * random.between(-3.0, 3.0)),
        Shape::Arena { half } => W::from_components(|axis| {
            half.component(axis) * one_of(random, &[0.0, 1.0, -1.0, 0.5, 0.99])
        }),
    };
    let aim = nearest(solids, &point(from));
    debug_assert!((dot(&aim.normal, &aim.normal).0 - 1.0).abs() < 1e-9);
    aim
}
