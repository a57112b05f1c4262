//! The rows of the solver: what a pass reads and changes of a body and of a contact.

use std::f64::consts::TAU;

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact, SolvedImpact};
use crate::vector::Vector;

/// The part of a body that a pass changes.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(in crate::step::solver) struct RowBody<V: Vector> {
    pub(in crate::step::solver) velocity: V,
    /// The displacement since the first sub-step began.
    pub(in crate::step::solver) displacement: V,
}

/// A contact along its normal. In the plane it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(in crate::step::solver) struct ContactRow<V: Vector> {
    /// The places of the two bodies.
    pub(in crate::step::solver) bodies: [u32; 2],
    /// The unit vector from the second body to the first.
    pub(in crate::step::solver) normal: V,
    /// The distance when the first sub-step began, negative where the bodies overlap.
    pub(in crate::step::solver) separation: f64,
    /// The impulse on the first body in a sub-step.
    pub(in crate::step::solver) impulse: f64,
    /// The mass that an impulse between the two bodies moves.
    pub(in crate::step::solver) effective_mass: f64,
    pub(in crate::step::solver) inverse_masses: [f64; 2],
}

/// The coefficients of a pass over all contacts.
#[derive(Clone, Copy, Debug)]
pub(in crate::step::solver) struct Pass {
    /// The inverse length of a sub-step, by which a gap becomes the speed that closes it.
    pub(in crate::step::solver) per_gap: f64,
    /// The speed at which an overlap pushes the bodies apart, for each unit of depth.
    pub(in crate::step::solver) per_depth: f64,
    /// The share of the impulse so far that stays.
    pub(in crate::step::solver) kept: f64,
    /// The share of the missing impulse that is given.
    pub(in crate::step::solver) given: f64,
}

impl Pass {
    /// A pass in sub-steps of `dt` seconds in which overlaps do not push.
    pub(in crate::step::solver) fn rigid(dt: f64) -> Self {
        Self { per_gap: 1.0 / dt, per_depth: 0.0, kept: 1.0, given: 1.0 }
    }

    /// The two passes of a sub-step of `dt` seconds with springs for sub-steps of this length: the one in which overlaps push, and
    /// the relaxation.
    pub(in crate::step::solver) fn both(dt: f64, spring_dt: f64) -> [Self; 2] {
        let angle = TAU * Tuning::FREQUENCY * (dt / spring_dt);
        let damping = 2.0 * Tuning::DAMPING_RATIO + angle;
        let kept = 1.0 - 1.0 / (1.0 + angle * damping);
        let rigid = Self::rigid(dt);
        [Self { per_depth: angle / damping / dt, kept, given: kept, ..rigid }, rigid]
    }
}

/// The larger of two numbers. It is one instruction, and [`f64::max`] is four, as it passes over what is not a number.
#[inline(always)]
fn most(one: f64, two: f64) -> f64 {
    if one > two { one } else { two }
}

/// The largest overlap that this pass pushes, as a share of the smaller body's size: in short sub-steps a deep overlap would push
/// its bodies fast.
pub(in crate::step::solver) fn max_pushed_depth(push: Pass) -> f64 {
    f64::min(Tuning::MAX_PUSHED_DEPTH, Tuning::MAX_SIZES_PER_SECOND / push.per_depth)
}

/// Two bodies that approach so fast that they bounce if they meet.
#[derive(Clone, Copy, Debug)]
pub(in crate::step::solver) struct Bounce {
    /// The number of their contact.
    pub(in crate::step::solver) contact: u32,
    /// The row of their contact.
    pub(in crate::step::solver) row: u32,
    /// The speed at which they approached when the first sub-step began.
    pub(in crate::step::solver) approach_speed: f64,
    pub(in crate::step::solver) restitution: f64,
}

impl<V: Vector> ContactRow<V> {
    /// A row that is not filled yet.
    pub(in crate::step::solver) const NONE: Self = Self {
        bodies: [0; 2],
        normal: V::ZERO,
        separation: 0.0,
        impulse: 0.0,
        effective_mass: 0.0,
        inverse_masses: [0.0; 2],
    };

    /// The row of a contact of two bodies in sub-steps of `dt` seconds. Overlaps push up to this share of the smaller size.
    pub(in crate::step::solver) fn new(
        contact: &PileContact<V>,
        pair: [&PileBody<V>; 2],
        dt: f64,
        max_pushed_depth: f64,
    ) -> Self {
        let [first, second] = pair;
        let size = PileBody::smaller_size(pair);
        Self {
            bodies: contact.bodies,
            normal: contact.normal,
            separation: f64::max(contact.separation, -max_pushed_depth * size),
            impulse: contact.force * dt,
            effective_mass: 1.0 / (first.inverse_mass + second.inverse_mass),
            inverse_masses: [first.inverse_mass, second.inverse_mass],
        }
    }

    /// Gives the contact its missing impulse, so far as the function `limit` lets it have that much, and notes whether it has one.
    /// Returns by how much that changes the impulse.
    #[inline(always)]
    pub(in crate::step::solver) fn solve(
        &mut self,
        bodies: &mut [RowBody<V>],
        is_active: &mut bool,
        pass: Pass,
        limit: impl Fn(f64) -> f64,
    ) -> f64 {
        // The compiler checks the places once, as it sees that they do not change.
        let [first, second] = self.bodies.map(|body| body as usize);
        let pair = [bodies[first], bodies[second]];
        let missing = self.effective_mass * pass.given * self.excess_speed_of(&pair, pass);
        let impulse = limit(most(pass.kept * self.impulse - missing, 0.0));
        let change = impulse - self.impulse;
        self.impulse = impulse;
        *is_active |= impulse > 0.0;
        let given = self.normal * change;
        bodies[first].velocity = pair[0].velocity + given * self.inverse_masses[0];
        bodies[second].velocity = pair[1].velocity - given * self.inverse_masses[1];
        change
    }

    /// By how much this change of the impulse changes the relative velocity along the normal.
    pub(in crate::step::solver) fn speed_change(&self, change: f64) -> f64 {
        change.abs() * (self.inverse_masses[0] + self.inverse_masses[1])
    }

    /// The speed at which the two separate, beyond the one that the pass is to bring about.
    pub(in crate::step::solver) fn excess_speed(&self, bodies: &[RowBody<V>], pass: Pass) -> f64 {
        self.excess_speed_of(&self.bodies.map(|body| bodies[body as usize]), pass)
    }

    /// The speed at which these two bodies separate, beyond the one that the pass is to bring about.
    #[inline(always)]
    fn excess_speed_of(&self, [first, second]: &[RowBody<V>; 2], pass: Pass) -> f64 {
        let gap = self.separation + (first.displacement - second.displacement).dot(self.normal);
        let speed = (first.velocity - second.velocity).dot(self.normal);
        speed + most(gap * pass.per_gap, gap * pass.per_depth)
    }

    /// Applies an impulse to the first body, and its opposite to the second.
    #[inline(always)]
    pub(in crate::step::solver) fn apply(&self, bodies: &mut [RowBody<V>], impulse: V) {
        let [first, second] = self.bodies;
        bodies[first as usize].velocity += impulse * self.inverse_masses[0];
        bodies[second as usize].velocity -= impulse * self.inverse_masses[1];
    }

    /// The velocity of the first body against the second.
    pub(in crate::step::solver) fn relative_velocity(&self, bodies: &[RowBody<V>]) -> V {
        let [first, second] = self.bodies.map(|body| bodies[body as usize].velocity);
        first - second
    }
}

impl Bounce {
    /// The impact as it is reported, if the two meet in this row.
    pub(in crate::step::solver) fn solved<V: Vector>(
        &self,
        row: &ContactRow<V>,
    ) -> SolvedImpact<V> {
        let Self { contact, approach_speed, restitution, .. } = *self;
        let lost = approach_speed * approach_speed * (1.0 - restitution * restitution);
        SolvedImpact {
            contact,
            approach_speed: Some(approach_speed),
            impulse: row.effective_mass * approach_speed * (1.0 + restitution),
            friction: V::ZERO,
            energy_lost: 0.5 * row.effective_mass * lost,
        }
    }
}
