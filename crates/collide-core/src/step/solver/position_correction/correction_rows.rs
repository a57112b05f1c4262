//! The bodies and contacts as position correction takes them, and how a contact moves its two bodies.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileContact, RoundWall, SolverSettings};
use crate::vector::Vector;

/// The part of a body that position correction reads and changes.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct CorrectionBody<V: Vector> {
    /// The displacement in the sub-step.
    pub(super) displacement: V,
    /// Zero for a wall.
    pub(super) inverse_mass: f64,
    pub(super) size: f64,
}

/// The part of a contact that position correction reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct CorrectionRow<V: Vector> {
    pub(super) bodies: [u32; 2],
    /// The unit vector from the second body to the first.
    pub(super) normal: V,
    /// The distance at the start of the sub-step, negative where the bodies overlap.
    pub(super) separation: f64,
    /// The overlap that is left as it is.
    pub(super) slop: f64,
    /// The overlap beyond which the bodies are moved back.
    pub(super) max_depth: f64,
    /// The part of an overlap that may be rounding.
    pub(super) rounding: f64,
    /// The size of the smaller body.
    pub(super) size: f64,
}

/// A contact of which the second body is a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallContact<V: Vector> {
    /// The number of its row.
    pub(super) row: u32,
    /// Whether it moves, and may pass over the body.
    pub(super) can_pass: bool,
    /// The distance by which the body comes out of it at least, whatever other bodies are in the way: zero unless the body is
    /// deep in a wall that stands.
    pub(super) progress: f64,
    pub(super) round_wall: Option<RoundWall<V>>,
}

impl<V: Vector> CorrectionRow<V> {
    /// The depth by which the two bodies overlap at the end of the sub-step, as they are displaced now.
    #[inline(always)]
    pub(super) fn depth(&self, bodies: &[CorrectionBody<V>]) -> f64 {
        let [first, second] = self.bodies.map(|body| bodies[body as usize].displacement);
        -self.separation - (first - second).dot(self.normal)
    }

    /// Moves the two apart, by the ratio of their masses: by a share of their overlap beyond the slop and
    /// `target`.
    #[inline(always)]
    pub(super) fn reduce_depth(&self, bodies: &mut [CorrectionBody<V>], target: f64, share: f64) {
        let distance = share * (self.depth(bodies) - self.slop - target);
        if distance <= 0.0 {
            return;
        }
        let [one, two] = self.bodies;
        let [first, second] = self.bodies.map(|body| bodies[body as usize].inverse_mass);
        let distance = distance / (first + second);
        bodies[one as usize].displacement += self.normal * (distance * first);
        bodies[two as usize].displacement -= self.normal * (distance * second);
    }

    /// Moves two bodies back that would overlap too deeply, by equal shares, and returns whether they would.
    #[inline(always)]
    pub(super) fn limit_depth(&self, bodies: &mut [CorrectionBody<V>]) -> bool {
        let distance = self.depth(bodies) - self.max_depth;
        if distance <= self.rounding {
            return false;
        }
        let [one, two] = self.bodies.map(|body| body as usize);
        let share = if bodies[two].inverse_mass > 0.0 { 0.5 } else { 1.0 };
        bodies[one].displacement += self.normal * (distance * share);
        bodies[two].displacement -= self.normal * (distance * (1.0 - share));
        true
    }

    /// The displacement that takes the first body back out of the second, a wall, if it has been moved deeper
    /// into the wall than it was, or less far out of it than it must be.
    pub(super) fn way_out(&self, bodies: &[CorrectionBody<V>], wall: &WallContact<V>) -> Option<V> {
        let [first, second] = self.bodies.map(|body| bodies[body as usize]);
        let moved = first.displacement - second.displacement;
        let (normal, deeper) = match wall.round_wall {
            Some(round) => {
                let (normal, gap) = round.after(moved)?;
                let start = round.gap(round.offset.length());
                (normal, f64::min(start + wall.progress, 0.0) - gap)
            }
            None => {
                let deeper = f64::min(self.separation, 0.0) - self.separation;
                (self.normal, deeper + wall.progress - moved.dot(self.normal))
            }
        };
        (deeper > 0.0).then(|| normal * deeper)
    }
}

/// The overlap that is left of `depth`, besides the slop, if two bodies are moved apart by at most `most`.
#[inline(always)]
pub(super) fn target_depth(depth: f64, most: f64) -> f64 {
    depth.max(0.0) - f64::min(Tuning::MAX_CORRECTION_SHARE * depth, most).max(0.0)
}

/// The distance by which a body of this size comes out of a wall that stands, if it lies in it.
pub(super) fn way_out_of_wall<V: Vector>(
    contact: &PileContact<V>,
    size: f64,
    settings: &SolverSettings,
) -> f64 {
    let most = Tuning::MAX_SIZES_PER_SECOND * size * settings.dt;
    f64::min(f64::max(-contact.separation, 0.0), most)
}

/// The distance by which two bodies in contact, of which this is the smaller size, are moved apart if they overlap deeply.
pub(super) fn wanted_correction<V: Vector>(
    contact: &PileContact<V>,
    size: f64,
    settings: &SolverSettings,
) -> f64 {
    let depth = f64::max(-contact.separation, 0.0);
    let share = f64::min(contact.correction_rate * settings.dt, Tuning::MAX_CORRECTION_SHARE);
    let [slowest, fastest] = [Tuning::PARTING_SIZES_PER_SECOND, Tuning::MAX_SIZES_PER_SECOND]
        .map(|speed| speed * size * settings.dt);
    // A share of what is left would never come to an end.
    let least = if share > 0.0 { f64::min(slowest, depth) } else { 0.0 };
    f64::max(share * depth, least).min(fastest)
}
