//! Solves the velocities of piles by soft contacts, in many short sub-steps.
//!
//! A pile of rigid bodies has no unique forces, so the iterations of a rigid solver do not settle. Here a contact
//! is a stiff, damped spring: its overlap is its force, and there is one equilibrium. A sub-step pulls the bodies, lets
//! overlaps push them apart a little, moves them, and then takes back the speed that the push gave (the relaxation).
//!
//! ```text
//! pull -> push -------------> move -> relax ------------> brake        next sub-step
//!         pairs, by levels            the same, in which  friction,    begins with the same changes again,
//!         moving walls                overlaps no longer  spins        so no pass for a warm start is needed
//!         wedges, standing walls      push, in small
//!                                     piles to its end
//! ```
//!
//! The springs are made for sub-steps of a length `h` that is stored with them, and keep their stiffness in shorter ones and in
//! steps of another length. So the overlap at rest is known beforehand: `.81 F h^2 / m` for a force `F` between two bodies of
//! mass `m`.
//!
//! Sources: Macklin and others, "Small steps in physics simulation" (2019), for sub-steps in place of iterations; Catto,
//! "Soft constraints" (2011), for the spring, and "Solver2D" (2024), for the relaxation.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, SolverSettings};
use crate::step::solver::rows::contact_row::Pass;
use crate::step::solver::rows::{Order, Rows};
use crate::vector::Vector;

mod energy_limit;

use energy_limit::EnergyLimit;

/// Finds the velocities of a pile after the sub-steps and the displacements, and returns the number of passes, without further
/// ones of relaxation. Some bodies were put or driven into others if `any_forced`.
pub(super) fn solve_pile<V: Vector>(
    rows: &mut Rows<V>,
    pile_bodies: &[PileBody<V>],
    any_forced: bool,
    settings: &SolverSettings,
) -> u32 {
    let dt = settings.solver_substep_dt();
    let [push, relaxation] = Pass::both(dt, settings.spring_dt);
    // With this limit bodies that were put into others would not part.
    let is_limited = settings.has_unlike_masses && !any_forced;
    let mut energy_limit = is_limited.then(|| EnergyLimit::new(pile_bodies));
    for substep in 0..settings.solver_substeps {
        rows.begin_substep(substep, pile_bodies, dt);
        rows.follow_round_walls(push);
        rows.pass_pairs(push);
        rows.pass_walls(push);
        rows.move_bodies(dt);
        relax(rows, relaxation, settings);
        if let Some(limit) = &mut energy_limit {
            limit.apply(pile_bodies, rows);
        }
        rows.brake();
    }
    2 * settings.solver_substeps
}

/// Takes back the speeds that overlaps gave. One pass leaves some of them where three bodies or more are in a row. A few bodies
/// that bear nothing would fly apart with them, so in small piles further passes follow until hardly any contact changes.
fn relax<V: Vector>(rows: &mut Rows<V>, pass: Pass, settings: &SolverSettings) {
    rows.pass_pairs(pass);
    rows.pass_walls(pass);
    let least_change = settings.tolerance * settings.solver_substep_dt();
    let passes = rows.passes_over(Tuning::RELAXED_CONTACTS);
    for number in 0..usize::min(passes, Tuning::MAX_RELAXATIONS) {
        let order = if number % 2 == 0 { Order::Down } else { Order::Up };
        let of_pairs = rows.pass_pairs_in(pass, order);
        if f64::max(of_pairs, rows.pass_walls(pass)) <= least_change {
            break;
        }
    }
}
