//! May everyone be followed from step to step, and on what terms?

use crate::broad::{Lattice, Region};
use crate::vector::{Vector, Wide};
use crate::world::World;

/// By how much larger than a ball the sides of cells are, and how far one flies in a span of the agenda at most: who
/// leaves a cell may be taken for out of it a span early.
const SPARE: f64 = 0.05;
const SPAN: f64 = 0.015;

/// How much of the size of a ball half the margin may be.
const LITTLE: f64 = 5e-3;

/// Two who have a cell between them cannot touch, though both may be outside of their own.
const _: () = assert!(SPARE > 2.0 * SPAN * 1.2 + 2.0 * LITTLE);

/// After so many steps everyone is noted anew.
const STEPS: f64 = 4096.0;

/// If places are rounded too much for tracks that last so long, each is laid anew after so many steps, or after fewer,
/// but not less than these.
const WORN: f64 = 32.0;
const LEAST: f64 = 16.0;

/// By how much shorter a step may be than the first one, if tracks are laid anew.
const SHORTER: f64 = 0.9;

/// How many cells there are at most for each body, and bodies to a cell on average.
const CELLS: f64 = 3.0;
const CROWD: f64 = 3.0;

/// So many spans at most are counted from the beginning: what is noted of a time in single precision is less than a
/// fifth of one too early.
const SPANS: f64 = (1 << 20) as f64;

/// In single precision a time is as exact as that between these.
const LEAST_TIME: f64 = 1e-30;
const MOST_TIME: f64 = 1e30;

/// How many are due in a span, and how many spans a step has at most for each body, besides some: where one flies far
/// faster than all others most spans pass in which nobody is due.
const DUE: f64 = 4.0;
const MOST_SPANS: f64 = 16.0;
const SOME_SPANS: f64 = 512.0;

/// By how much longer a step may be than the first one.
const LONGER: f64 = 4.0;

/// How often a body may come into another cell in a step, unless so much of space is filled by the cubes around all
/// that it meets someone as often.
const OFTEN: f64 = 0.4;
const FILLED: f64 = 0.1;

/// How much faster than the fastest at the beginning anyone may become.
const FASTER: f64 = 2.0;

/// Who flies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Census<W: Wide> {
    /// How many, and in which box.
    flying: usize,
    low: W,
    high: W,
    /// How fast on average and at most, and how large the largest is.
    mean: f64,
    fastest: f64,
    radius: f64,
}

/// On what terms everyone is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<W: Wide> {
    pub(crate) lattice: Lattice<W>,
    /// How far a ball reaches out of its cell at most.
    pub(crate) reach: f64,
    /// Nobody flies beyond these corners, or is faster than the root of this.
    pub(crate) far: [W; 2],
    pub(crate) square: f64,
    /// How far places may be from where they are.
    pub(crate) margin: f64,
    /// For how many seconds and steps that is so, and how long a step may be.
    pub(crate) until: f64,
    pub(crate) steps: f64,
    pub(crate) longest: f64,
    /// For how many seconds a track is so exact, and how short a step may be for that.
    pub(crate) wear: f64,
    pub(crate) shortest: f64,
    /// How long a span of the agenda is, and how long before two touch it is foreseen when they do.
    pub(crate) span: f64,
    pub(crate) wait: f64,
}

impl<W: Wide> Default for Terms<W> {
    fn default() -> Self {
        Self {
            lattice: Lattice::default(),
            reach: 0.0,
            far: [W::ZERO; 2],
            square: 0.0,
            margin: 0.0,
            until: 0.0,
            steps: 0.0,
            longest: 0.0,
            wear: f64::INFINITY,
            shortest: 0.0,
            span: 1.0,
            wait: 0.0,
        }
    }
}

impl<W: Wide> Census<W> {
    /// That of a world; nothing if there is more in it than balls that fly freely and lose nothing when they bounce,
    /// and walls that stand.
    pub(crate) fn of<V: Vector<Wide = W>>(world: &World<V>) -> Option<Self> {
        let slots = || world.slots.iter().flatten();
        let place = slots().find(|slot| slot.is_mover())?.position.widen();
        let (low, high) = (place, place);
        let mut census = Self { flying: 0, low, high, mean: 0.0, fastest: 0.0, radius: 0.0 };
        let mut speeds = 0.0;
        for slot in slots() {
            let flies = slot.flies_freely() && slot.form.restitution >= 1.0;
            let is_plain = if slot.is_mover() { flies } else { slot.stands() };
            if !is_plain || slot.fresh || slot.crammed || slot.squeezed {
                return None;
            }
            if slot.is_mover() {
                let (place, speed) = (slot.position.widen(), slot.velocity.widen().length());
                if !place.is_finite() {
                    return None;
                }
                census.flying += 1;
                (census.low, census.high) = (census.low.least(place), census.high.greatest(place));
                census.fastest = f64::max(census.fastest, speed);
                census.radius = f64::max(census.radius, slot.form.ball);
                speeds += speed;
            }
        }
        Some(Self { mean: speeds / census.flying as f64, ..census })
    }

    /// The terms on which they are followed from a step of `dt` seconds on, if there is use in it. Places are rounded
    /// by `epsilon` as a share of how far they are from the origin.
    pub(crate) fn terms(&self, dt: f64, epsilon: f64) -> Option<Terms<W>> {
        let &Self { flying, low, high, mean, fastest, radius } = self;
        let (size, count, span) = (2.0 * radius, flying as f64, high - low);
        let far = W::from_components(|_| 2.0 * size) + span * 0.25;
        let far = [low - far, high + far];
        let place = far.map(W::max_magnitude).into_iter().fold(0.0, f64::max);
        // That of two who come near each other, in a step.
        let rounding = 2.0 * epsilon * place;
        let most = LITTLE * size / rounding;
        let worn = if most < STEPS { f64::min(WORN, most) } else { STEPS };
        let speed = FASTER * fastest;
        let region = Region { origin: low, span };
        let lattice = Lattice::over(&region, size * (1.0 + SPARE), CELLS * count);
        let side = lattice.side();
        let busy = DUE * side / (3.0 * count * mean);
        let length = f64::min(SPAN * size / speed, busy);
        let until = f64::min(STEPS * dt, SPANS * length);
        let margin = rounding * worn + 16.0 * f64::EPSILON * (place + speed * until);
        // Who comes into another cell more often than he meets someone had better be looked for once a step.
        let way = 1.3 * mean * dt / side;
        let filled = count * (0..W::DIMENSION).fold(1.0, |share, _| share * size / side);
        let cells = lattice.len() as f64;
        let is_of_use = (way < OFTEN || filled > FILLED * cells)
            && worn >= LEAST
            && margin <= 2.0 * LITTLE * size
            && count <= CROWD * cells
            && dt <= (MOST_SPANS * count + SOME_SPANS) * length
            && (1e-60..1e60).contains(&fastest)
            && (1e-60..1e60).contains(&size)
            && length > LEAST_TIME
            && until < MOST_TIME
            && span.max_magnitude() < 1e60;
        let (reach, square, longest) = (radius + SPARE * size, speed * speed, LONGER * dt);
        let (wear, shortest) = match SHORTER * dt {
            _ if worn >= STEPS => (f64::INFINITY, 0.0),
            shortest => ((worn.floor() - 1.0) * shortest, shortest),
        };
        is_of_use.then_some(Terms {
            lattice,
            reach,
            far,
            square,
            margin,
            until,
            steps: STEPS,
            longest,
            wear,
            shortest,
            span: length,
            wait: margin / mean,
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Stepper;

    /// Whether balls in a row would be followed, of which the last is so much faster.
    fn are_followed(count: u32, faster: f64) -> bool {
        let mut world = World::<DVec2>::new();
        for number in 1..=count {
            let speed = if number == count { faster } else { 1.0 };
            let ball = Body::dynamic(Shape::ball(0.3), dvec2(f64::from(number), 0.0));
            world.add(Body { velocity: DVec2::Y * speed, ..ball }).unwrap();
        }
        // Who is new is not followed.
        let _report = Stepper::new().step(&mut world, 1e-9);
        let census = Census::of(&world).unwrap();
        census.terms(1.0 / 60.0, f64::EPSILON).is_some()
    }

    #[test]
    fn nobody_is_followed_for_the_sake_of_one_bullet() {
        assert!(are_followed(20, 1.0));
        assert!(are_followed(20, 100.0));
        assert!(!are_followed(20, 10_000.0));
    }
}
