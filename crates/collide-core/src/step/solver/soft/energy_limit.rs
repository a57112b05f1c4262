//! Takes back the energy that springs give back where masses are unlike.
//!
//! A spring between two bodies is damped for the mass of the lighter one. It catches a heavy body that falls on light ones which
//! lie on a wall, and would throw it up again: a ball of ten thousand times their mass bounced for ever. Contacts that do not
//! bounce give nothing back, so mechanical energy may not grow in any sub-step.

use crate::step::solver::input::PileBody;
use crate::step::solver::rows::Rows;
use crate::step::solver::rows::gains::energy_of_walls;
use crate::vector::Vector;

/// The limit of the mechanical energy of the bodies.
pub(super) struct EnergyLimit<V: Vector> {
    /// The displacement of each body when the limit was applied last.
    displaced: Vec<V>,
    /// Which bodies have had an impulse.
    is_touched: Vec<bool>,
    /// The energy that walls may have given.
    of_walls: f64,
}

impl<V: Vector> EnergyLimit<V> {
    /// The limit of these bodies, which are about to be solved.
    pub(super) fn new(bodies: &[PileBody<V>]) -> Self {
        Self {
            displaced: vec![V::ZERO; bodies.len()],
            is_touched: vec![false; bodies.len()],
            of_walls: energy_of_walls(bodies, 0.0),
        }
    }

    /// Takes back what touched bodies have gained since the sub-step began, but for the energy that spins gave and walls may
    /// have given. All changes of their velocities are reduced by one factor, so momentum is kept.
    pub(super) fn apply(&mut self, pile_bodies: &[PileBody<V>], rows: &mut Rows<V>) {
        let Self { displaced, is_touched, of_walls } = self;
        let of_spins = f64::max(rows.spins.energy_lost(), 0.0);
        rows.mark_touched(is_touched);
        let Rows { bodies, before, .. } = rows;
        let is_limited = |body: &usize| is_touched[*body] && pile_bodies[*body].inverse_mass > 0.0;
        let limited = || (0..bodies.len()).filter(is_limited);
        // The gain with a share of the changes, as the coefficients of a polynomial in that share.
        let [mut constant, mut linear, mut square] = [-*of_walls - of_spins, 0.0, 0.0];
        for body in limited() {
            let change = bodies[body].velocity - before[body];
            let moved = bodies[body].displacement - displaced[body];
            let PileBody { pull, inverse_mass, .. } = pile_bodies[body];
            constant -= pull.dot(moved) / inverse_mass;
            linear += before[body].dot(change) / inverse_mass;
            square += 0.5 * change.length_squared() / inverse_mass;
        }
        if square > 0.0 && constant + linear + square > 0.0 {
            let least = -linear / (2.0 * square);
            // If each share gains something, the one that gains least.
            let root = f64::max(least * least - constant / square, 0.0).sqrt();
            let share = (least + root).clamp(0.0, 1.0);
            for body in limited() {
                let change = bodies[body].velocity - before[body];
                bodies[body].velocity = before[body] + change * share;
            }
        }
        for (displaced, body) in displaced.iter_mut().zip(bodies) {
            *displaced = body.displacement;
        }
    }
}
