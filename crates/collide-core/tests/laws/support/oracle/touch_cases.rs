//! Random and degenerate cases of movers that approach shapes.

use collide_core::impact::Motion;
use collide_core::shape::{Frame, Shape};
use collide_core::vector::Vector;

use super::solids::solids;
use super::touch_oracle::{Point, Solid, dot, exact, plus, point, rounded};
use crate::support::random::Random;

/// A mover, a shape, and their relative motion until `end`.
#[derive(Clone, Debug)]
pub struct Case<V: Vector> {
    pub shape: Shape<V>,
    /// The corners of the convex parts of an outline.
    pub parts: Vec<Vec<V>>,
    pub motion: Motion<V>,
    /// The half extents of the moving box, zero for a ball.
    pub half: V,
    pub radius: f64,
    pub end: f64,
}

impl<V: Vector> Case<V> {
    /// The solids of the oracle for this pair.
    pub fn solids(&self) -> Vec<Solid> {
        solids(&self.shape, &self.parts, self.half, self.radius)
    }

    /// The shape of the library for this pair, grown by the half extents of the mover.
    pub fn sum(&self) -> Shape<V> {
        self.shape.grown_by(self.half).expect("the two can meet").into_owned()
    }
}

/// A ball, a box with edges along the axes, or such a box with rounded edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mover {
    Ball,
    Cuboid,
    Rounded,
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
    /// A box with rounded edges.
    Rounded,
    RoundArena,
    Polygon,
    Chain,
    ClosedChain,
}

impl Kind {
    /// The kinds that a mover can meet in a space with this number of axes.
    pub fn all(mover: Mover, dimension: usize) -> Vec<Self> {
        let mut all = vec![
            Self::Ball,
            Self::HalfSpace,
            Self::Arena,
            Self::Segment,
            Self::Capsule,
            Self::Cuboid,
            Self::Flat,
            Self::Rounded,
        ];
        if mover == Mover::Ball {
            all.push(Self::RoundArena);
        }
        if mover == Mover::Ball || dimension == 2 {
            all.push(Self::Turned);
        }
        if dimension == 2 {
            all.extend([Self::Polygon, Self::Chain, Self::ClosedChain]);
        }
        all
    }

    fn is_room(self) -> bool {
        matches!(self, Self::Arena | Self::RoundArena)
    }

    /// A random shape of this kind, about as large as `size`; `round` uses multiples of a quarter.
    fn shape<V: Vector>(
        self,
        random: &mut Random,
        parts: &[Vec<V>],
        size: f64,
        round: bool,
    ) -> Shape<V> {
        let some = |random: &mut Random, low: f64| {
            let number = random.between(low, 1.0);
            size * if round { (4.0 * number).round() * 0.25 } else { number }
        };
        let half = V::from_components(|_| some(random, 0.25));
        let (start, end) = (spread(random, some), spread(random, some));
        match self {
            Self::Ball => Shape::ball(some(random, 0.25)),
            Self::HalfSpace if round => Shape::half_space(V::unit(below(random, V::DIMENSION))),
            Self::HalfSpace => Shape::half_space(direction(random)),
            Self::Arena => Shape::arena(half),
            // Segments of round numbers lie along an axis.
            Self::Segment if round => Shape::segment(along_first(start), along_first(end)),
            Self::Segment => Shape::segment(start, end),
            Self::Capsule if round => {
                Shape::capsule(along_first(start), along_first(end), some(random, 0.25))
            }
            Self::Capsule => Shape::capsule(start, end, size * power(random, -6.0, 0.0)),
            Self::Cuboid => Shape::cuboid(half),
            Self::Turned => Shape::turned_cuboid(half, Frame::along(direction(random))),
            Self::Flat => Shape::cuboid(half - along_first(half)),
            Self::Rounded => Shape::rounded_cuboid(half, size * power(random, -6.0, 0.0)),
            Self::RoundArena => Shape::round_arena(some(random, 0.25)),
            Self::Polygon => Shape::polygon(&parts[0]).expect("corners of a circle are convex"),
            Self::Chain | Self::ClosedChain => {
                let points: Vec<V> = parts.iter().map(|part| part[0]).collect();
                let last = parts[parts.len() - 1][1];
                let closed = Shape::closed_chain(&points);
                let open = || Shape::chain(&[points.as_slice(), &[last]].concat());
                let chain = if self == Self::Chain { open() } else { closed };
                chain.expect("points that follow each other differ")
            }
        }
    }
}

/// The corners of the convex parts of a random outline of this kind.
fn parts<V: Vector>(random: &mut Random, kind: Kind, size: f64, round: bool) -> Vec<Vec<V>> {
    let flat = |x: f64, y: f64| V::from_components(|axis| [x, y, 0.0][axis] * size);
    let count = 3 + below(random, 4);
    match kind {
        Kind::Polygon if round => {
            // Three quarters of the corners of an octagon with integer coordinates.
            let all = [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)];
            let skip = below(random, 4);
            let chosen = all.into_iter().enumerate().filter(|(number, _)| number % 4 != skip);
            vec![chosen.map(|(_, (x, y))| flat(0.5 * f64::from(x), 0.5 * f64::from(y))).collect()]
        }
        Kind::Polygon => {
            let (turn, squash) = (random.between(0.0, 7.0), power(random, -3.0, 0.0));
            let corner = |number: usize| {
                let angle = turn + number as f64 * core::f64::consts::TAU / count as f64;
                flat(angle.cos(), squash * angle.sin())
            };
            vec![(0..count).map(corner).collect()]
        }
        Kind::Chain | Kind::ClosedChain => {
            let points = chain_points(random, kind == Kind::ClosedChain, count, round);
            let points: Vec<V> = points.into_iter().map(|(x, y)| flat(x, y)).collect();
            let open = usize::from(kind == Kind::Chain);
            let segment = |number: usize| vec![points[number], points[(number + 1) % points.len()]];
            (0..points.len() - open).map(segment).collect()
        }
        _ => Vec::new(),
    }
}

/// The points of a chain that is level, slanted, hilly or folds back on itself.
fn chain_points(random: &mut Random, closed: bool, count: usize, round: bool) -> Vec<(f64, f64)> {
    let style = if closed { 3 } else { below(random, 4) };
    let number = |random: &mut Random, size: f64| {
        let number = random.between(-size, size);
        if round { (4.0 * number).round() * 0.25 } else { number }
    };
    let mut points = Vec::new();
    while points.len() <= count {
        let step = points.len() as f64 / count as f64;
        let next = match style {
            0 => (2.0 * step - 1.0, 0.0),
            // A slanted line with joints that are flat to rounding.
            1 => (0.6 * step, 0.8 * step),
            2 => (2.0 * step - 1.0, number(random, 0.5)),
            _ => (number(random, 1.0), number(random, 1.0)),
        };
        let first = points.first() == Some(&next) && points.len() == count;
        if points.last() != Some(&next) && !first {
            points.push(next);
        }
    }
    points
}

/// A vector with components from -1 to 1 times the size.
fn spread<V: Vector>(random: &mut Random, some: impl Fn(&mut Random, f64) -> f64) -> V {
    V::from_components(|_| some(random, -1.0))
}

fn along_first<V: Vector>(vector: V) -> V {
    V::unit(0) * vector.component(0)
}

/// An integer below `count`.
fn below(random: &mut Random, count: usize) -> usize {
    random.between(0.0, count as f64) as usize
}

/// Ten to a power between two numbers.
fn power(random: &mut Random, low: f64, high: f64) -> f64 {
    10f64.powf(random.between(low, high))
}

fn direction<V: Vector>(random: &mut Random) -> V {
    loop {
        let vector = V::from_components(|_| random.between(-1.0, 1.0));
        let length = vector.length();
        if (0.1..1.0).contains(&length) {
            return vector / length;
        }
    }
}

/// A unit vector orthogonal to another.
fn across<V: Vector>(random: &mut Random, normal: V) -> V {
    loop {
        let other: V = direction(random);
        let rest = other - normal * other.dot(normal);
        if rest.length() > 0.1 {
            let rest = rest - normal * rest.dot(normal);
            return rest / rest.length();
        }
    }
}

/// A point of the surface and the normal there.
struct Aim {
    place: Point,
    normal: Point,
}

/// The point of the surface that is nearest to another.
fn nearest(solids: &[Solid], from: &Point) -> Aim {
    let samples = solids.iter().map(|solid| solid(from));
    let sample = samples.reduce(|one, two| if two.distance < one.distance { two } else { one });
    let sample = sample.expect("a shape has a surface");
    Aim { place: plus(from, -sample.distance, &sample.normal), normal: sample.normal }
}

/// The motion that is at `place` with this velocity after `time`.
fn through<V: Vector>(place: &Point, velocity: V, acceleration: V, time: f64) -> Motion<V> {
    let (time, velocity, acceleration) = (exact(time), point(velocity), point(acceleration));
    let launch = plus(&velocity, -time, &acceleration);
    let mean = plus(&launch, exact(0.5) * time, &acceleration);
    Motion {
        offset: rounded(&plus(place, -time, &mean)),
        velocity: rounded(&launch),
        acceleration: rounded(&acceleration),
    }
}

/// A mover that flies towards a point of the surface at an angle up to 89.99 degrees, with a gap and a speed of
/// any magnitude.
pub fn random_case<V: Vector>(
    random: &mut Random,
    (mover, kind): (Mover, Kind),
    curved: bool,
) -> Case<V> {
    let size = power(random, -3.0, 3.0);
    let upright = mover != Mover::Ball && V::DIMENSION == 3 && kind != Kind::HalfSpace;
    let parts = parts(random, kind, size, upright);
    let shape: Shape<V> = kind.shape(random, &parts, size, upright);
    let width = if kind.is_room() { 0.1 * size } else { size * power(random, -3.0, 2.0) };
    let half = match mover {
        Mover::Ball => V::ZERO,
        _ => V::from_components(|_| width * power(random, -1.0, 0.0)),
    };
    let radius = if below(random, 8) == 0 { 0.0 } else { size * power(random, -3.0, 2.0) };
    let radius = match kind {
        _ if mover == Mover::Cuboid => 0.0,
        Kind::Arena | Kind::RoundArena => {
            radius.min(if mover == Mover::Ball { 0.2 } else { 0.1 } * size)
        }
        // In space a point cannot hit a line without radius.
        Kind::Segment if V::DIMENSION == 3 => radius.max(1e-6 * size),
        _ => radius,
    };
    let solids = solids(&shape, &parts, half, radius);
    let large = size + radius + half.max_magnitude();
    let from = V::from_components(|_| large * random.between(-2.0, 2.0));
    let Aim { place, normal } = nearest(&solids, &point(from));
    let normal: V = rounded(&normal);
    let steepness =
        if below(random, 2) == 0 { random.between(0.0, 1.0) } else { power(random, -3.75, 0.0) };
    let sideways = across(random, normal) * (1.0 - steepness * steepness).sqrt();
    let speed = power(random, -6.0, 6.0);
    let gap = f64::max(radius, size) * power(random, -12.0, if kind.is_room() { 0.0 } else { 6.0 });
    let time = gap / speed;
    let pull = direction::<V>(random) * (speed / time * power(random, -3.0, 1.0));
    let acceleration = if curved { pull } else { V::ZERO };
    let velocity = (sideways - normal * steepness) * speed;
    let motion = through(&place, velocity, acceleration, time);
    Case { shape, parts, motion, half, radius, end: time * random.between(0.5, 3.0) }
}

/// One of several numbers.
fn one_of(random: &mut Random, numbers: &[f64]) -> f64 {
    numbers[below(random, numbers.len())]
}

/// A degenerate case: a mover that passes very close to the surface or touches it at the start, at the end,
/// in a corner or along an edge, with round or extreme numbers.
pub fn degenerate_case<V: Vector>(
    random: &mut Random,
    (mover, kind): (Mover, Kind),
    curved: bool,
) -> Case<V> {
    let upright = mover != Mover::Ball && V::DIMENSION == 3 && kind != Kind::HalfSpace;
    let round = below(random, 2) == 0;
    let size = if round { 1.0 } else { power(random, -3.0, 3.0) };
    let parts = parts(random, kind, size, round);
    let shape: Shape<V> = kind.shape(random, &parts, size, round || upright);
    let radius = size * one_of(random, &[0.0, 1e-6, 1e-3, 0.25, 0.5, 1.0, 1e3, 1e6]);
    let radius = if mover == Mover::Cuboid { 0.0 } else { radius };
    let half = degenerate_half(random, mover, &shape, size);
    // In an arena the largest ball has no play along one axis.
    let radius = match shape {
        Shape::Arena { half: room } => {
            radius.min((room - half).component(below(random, V::DIMENSION)))
        }
        Shape::RoundArena { radius: room } => radius.min(room * one_of(random, &[0.5, 0.999_999])),
        // In space a point cannot hit a line without radius.
        Shape::Convex(_) if kind == Kind::Segment && V::DIMENSION == 3 => radius.max(1e-6 * size),
        _ => radius,
    };
    let case = Case { shape, parts, motion: at_rest(), half, radius, end: 0.0 };
    let far = size + radius + half.max_magnitude();
    let Aim { place, normal } = degenerate_place(random, &case, far);
    let unit: V = rounded(&normal);
    let steepness = one_of(random, &[0.0, 0.0, 1e-9, 1e-4, 0.01, 0.6, 1.0]);
    let sideways =
        if below(random, 2) == 0 { across(random, unit) } else { along_axis(random, unit) };
    let speed = if round { 1.0 } else { power(random, -6.0, 6.0) };
    let velocity = (sideways * (1.0 - steepness * steepness).sqrt() - unit * steepness) * speed;
    let shift = one_of(random, &[0.0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-12, -1e-12, 1e-15, -1e-15]);
    let place = plus(&place, exact(shift * f64::max(radius, size)), &normal);
    let gap =
        f64::max(radius, size) * one_of(random, &[0.0, 1e-12, 1e-6, 0.5, 1.0, 4.0, 100.0, 1e6]);
    // A small ball starts at most a million radii away, or the size of the shape.
    let gap = if radius > 0.0 { gap.min(f64::max(1e6 * radius, size)) } else { gap };
    let gap = if kind.is_room() { gap.min(size) } else { gap };
    let time = gap / speed;
    let bend = speed * speed / f64::max(radius, size) * one_of(random, &[1e-3, 0.1, 1.0, 10.0]);
    // The path back is not much longer than the gap.
    let pull = if time > 0.0 { f64::min(bend, 4.0 * speed / time) } else { bend };
    // With an acceleration away from the surface, the path has its lowest point there.
    let pull = match below(random, 4) {
        0 => unit * pull,
        1 => unit * -pull,
        2 => along_axis(random, unit) * pull,
        _ => direction::<V>(random) * pull,
    };
    let acceleration = if curved { pull } else { V::ZERO };
    let motion = through(&place, velocity, acceleration, time);
    let end = match below(random, 4) {
        0 => time,
        1 => time * (1.0 + 1e-15),
        _ => time * 3.0 + size / speed,
    };
    Case { motion, end, ..case }
}

/// A coordinate axis orthogonal to the normal if there is one, else any orthogonal direction.
fn along_axis<V: Vector>(random: &mut Random, normal: V) -> V {
    let first = below(random, V::DIMENSION);
    let axes = (0..V::DIMENSION).map(|axis| V::unit((axis + first) % V::DIMENSION));
    let free = axes.into_iter().find(|axis| axis.dot(normal) == 0.0);
    free.unwrap_or_else(|| across(random, normal))
}

/// Half extents of a box, equal to the shape or smaller or larger by a simple ratio.
fn degenerate_half<V: Vector>(random: &mut Random, mover: Mover, shape: &Shape<V>, size: f64) -> V {
    if mover == Mover::Ball {
        return V::ZERO;
    }
    let ratio = one_of(random, &[1e-6, 1e-3, 0.25, 0.5, 1.0, 1e3, 1e6]);
    V::from_components(|axis| {
        let ratio = ratio * one_of(random, &[1.0, 1.0, 0.5, 0.1]);
        match shape {
            // In an arena the largest box has no play along an axis.
            Shape::Arena { half } => half.component(axis) * ratio.min(1.0),
            Shape::Convex(shape) if ratio == 1.0 => {
                f64::max(shape.half.component(axis), 1e-3 * size)
            }
            _ => size * ratio,
        }
    })
}

fn at_rest<V: Vector>() -> Motion<V> {
    Motion { offset: V::ZERO, velocity: V::ZERO, acceleration: V::ZERO }
}

/// A point of the surface: on a face, in a corner, or on the seam between both.
fn degenerate_place<V: Vector>(random: &mut Random, case: &Case<V>, far: f64) -> Aim {
    let from = match &case.shape {
        Shape::Convex(shape) => {
            let local = V::from_components(|axis| {
                let half = shape.half.component(axis);
                let beyond = far * random.between(-3.0, 3.0);
                let within = half * random.between(-1.0, 1.0);
                one_of(random, &[0.0, half, -half, beyond, within])
            });
            shape.frame.to_global(local) + shape.centre
        }
        Shape::Outline(_) => {
            let part = &case.parts[below(random, case.parts.len())];
            let corner = below(random, part.len());
            let edge = part[(corner + 1) % part.len()] - part[corner];
            let on_edge = part[corner] + edge * one_of(random, &[0.0, 0.0, 0.5, 0.3]);
            on_edge + V::from_components(|_| one_of(random, &[0.0, 0.0, far, -far, 0.1 * far]))
        }
        Shape::HalfSpace { .. } | Shape::RoundArena { .. } => {
            V::from_components(|_| far * random.between(-3.0, 3.0))
        }
        Shape::Arena { half } => V::from_components(|axis| {
            half.component(axis) * one_of(random, &[0.0, 1.0, -1.0, 0.5, 0.99])
        }),
    };
    // Align corners with corners or edges with edges.
    let shift = V::from_components(|axis| {
        let half = case.half.component(axis);
        if half > 0.0 { one_of(random, &[0.0, half, -half, 3.0 * half]) } else { 0.0 }
    });
    let aim = nearest(&case.solids(), &point(from + shift));
    debug_assert!((dot(&aim.normal, &aim.normal).0 - 1.0).abs() < 1e-9);
    aim
}
