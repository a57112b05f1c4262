//! Whether the bodies of a world can be tracked from step to step, and on what terms.

use crate::broad::{Lattice, Region};
use crate::rounding;
use crate::step::tracking::tuning::Tuning;
use crate::vector::Vector;
use crate::world::{Dynamics, World};

/// Statistics of the flying bodies of a world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyStats<V: Vector> {
    /// Their number.
    flying: usize,
    /// The corners of a box around their positions.
    low: V,
    high: V,
    /// Their mean and highest speed.
    mean_speed: f64,
    max_speed: f64,
    /// The radius of the largest one.
    radius: f64,
    /// Whether a ball or a wall takes energy at impacts.
    is_lossy: bool,
}

/// The terms on which bodies are tracked. If one is broken, tracking ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrackingTerms<V: Vector> {
    pub(crate) lattice: Lattice<V>,
    /// How far a ball reaches beyond its cell at most.
    pub(crate) reach: f64,
    /// The corners of a box that no body leaves.
    pub(crate) bounds: [V; 2],
    /// The square of a speed that no body exceeds.
    pub(crate) max_speed_squared: f64,
    /// The largest error of a position on a trajectory.
    pub(crate) margin: f64,
    /// The time in seconds after which tracking ends.
    pub(crate) until: f64,
    /// The length of the longest step.
    pub(crate) longest: f64,
    /// The length of a bucket of the calendar queue.
    pub(crate) bucket: f64,
    /// The time by which a possible touch comes before the impact, on average.
    pub(crate) lead: f64,
    /// Whether bodies may lose energy at impacts, and so come to rest against each other.
    pub(crate) is_lossy: bool,
}

impl<V: Vector> Default for TrackingTerms<V> {
    fn default() -> Self {
        Self {
            lattice: Lattice::default(),
            reach: 0.0,
            bounds: [V::ZERO; 2],
            max_speed_squared: 0.0,
            margin: 0.0,
            until: 0.0,
            longest: 0.0,
            bucket: 1.0,
            lead: 0.0,
            is_lossy: false,
        }
    }
}

impl<V: Vector> BodyStats<V> {
    /// The statistics of a world; nothing if it holds more than balls that fly freely, and static walls.
    pub(crate) fn of(world: &World<V>) -> Option<Self> {
        let slots = || world.slots.iter().flatten().filter(|slot| slot.takes_part());
        let place = slots().find(|slot| slot.is_mover())?.position;
        let (low, high) = (place, place);
        let mut stats = Self {
            flying: 0,
            low,
            high,
            mean_speed: 0.0,
            max_speed: 0.0,
            radius: 0.0,
            is_lossy: false,
        };
        let mut speeds = 0.0;
        for slot in slots() {
            let is_simple = matches!(slot.dynamics(), Dynamics::FreeBall | Dynamics::Fixed);
            if !is_simple || slot.edited || slot.may_overlap || slot.overlap_reported {
                return None;
            }
            stats.is_lossy |= slot.shared.restitution < 1.0;
            if slot.is_mover() {
                let (place, speed) = (slot.position, slot.velocity.length());
                if !place.is_finite() {
                    return None;
                }
                stats.flying += 1;
                (stats.low, stats.high) = (stats.low.least(place), stats.high.greatest(place));
                stats.max_speed = f64::max(stats.max_speed, speed);
                stats.radius = f64::max(stats.radius, slot.shared.ball_radius);
                speeds += speed;
            }
        }
        Some(Self { mean_speed: speeds / stats.flying as f64, ..stats })
    }

    /// The terms on which these bodies are tracked from a step of `dt` seconds on; nothing if there is no use in it.
    pub(crate) fn terms(&self, dt: f64) -> Option<TrackingTerms<V>> {
        let &Self { flying, low, high, mean_speed, max_speed, radius, is_lossy } = self;
        let (size, count, span) = (2.0 * radius, flying as f64, high - low);
        let spare = V::from_components(|_| 2.0 * size) + span * Tuning::SPARE_SPAN;
        let bounds = [low - spare, high + spare];
        let farthest = bounds.map(V::max_magnitude).into_iter().fold(0.0, f64::max);
        // The rounding of the distance of two bodies at the end of a step.
        let rounding = 2.0 * f64::EPSILON * farthest;
        let speed = Tuning::MAX_SPEEDUP * max_speed;
        let width = size * (1.0 + Tuning::SPARE_CELL);
        let region = Region { origin: low, span };
        let lattice = Lattice::over(&region, width, Tuning::MAX_CELLS_PER_BODY * count);
        let side = lattice.side();
        let busy = Tuning::DUE_PER_BUCKET * side / (Tuning::DUE_PER_CROSSING * count * mean_speed);
        let bucket = f64::min(Tuning::BUCKET_TRAVEL * size / speed, busy);
        let until = f64::min(Tuning::MAX_STEPS * dt, Tuning::MAX_BUCKETS * bucket);
        let margin = rounding * Tuning::MAX_STEPS + rounding::DISTANCE * (farthest + speed * until);
        // Where bodies cross cells more often than they collide, finding all of them once a step takes less time.
        let crossings = Tuning::CROSSINGS_PER_SIDE * mean_speed * dt / side;
        let filled = count * (0..V::DIMENSION).fold(1.0, |share, _| share * size / side);
        let cells = lattice.len() as f64;
        let is_of_use = (crossings < Tuning::MAX_CROSSINGS
            || filled > Tuning::MIN_FILLED_SHARE * cells)
            && margin <= 2.0 * Tuning::MAX_HALF_MARGIN * size
            && count <= Tuning::MAX_BODIES_PER_CELL * cells
            && dt <= (Tuning::MAX_BUCKETS_PER_BODY * count + Tuning::SPARE_BUCKETS) * bucket
            && Tuning::POSSIBLE.contains(&max_speed)
            && Tuning::POSSIBLE.contains(&size)
            && bucket > Tuning::MIN_TIME
            && until < Tuning::MAX_TIME
            && span.max_magnitude() < Tuning::POSSIBLE.end;
        is_of_use.then_some(TrackingTerms {
            lattice,
            reach: radius + Tuning::SPARE_CELL * size,
            bounds,
            max_speed_squared: speed * speed,
            margin,
            until,
            longest: Tuning::LONGEST_STEP * dt,
            bucket,
            lead: margin / mean_speed,
            is_lossy,
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

    /// Whether a row of balls would be tracked of which the last is `faster` times as fast.
    fn are_tracked(count: u32, faster: f64) -> bool {
        let mut world = World::<DVec2>::new();
        for number in 1..=count {
            let speed = if number == count { faster } else { 1.0 };
            let ball = Body::dynamic(Shape::ball(0.3), dvec2(f64::from(number), 0.0));
            world.add(Body { velocity: DVec2::Y * speed, ..ball }).unwrap();
        }
        // New bodies are not tracked.
        let _report = Stepper::new().step(&mut world, 1e-9);
        let stats = BodyStats::of(&world).unwrap();
        stats.terms(1.0 / 60.0).is_some()
    }

    #[test]
    fn one_far_faster_ball_prevents_tracking() {
        assert!(are_tracked(20, 1.0));
        assert!(are_tracked(20, 100.0));
        assert!(!are_tracked(20, 10_000.0));
    }
}
