//! Solves the velocities of clusters by rigid contacts, in many short sub-steps (Catto, "Iterative dynamics with temporal
//! coherence", 2005).
//!
//! Where nothing pulls, springs would give bodies energy. In each sub-step passes in which no overlap pushes follow each other,
//! each with its brake, until hardly any contact changes. A cluster starts without impulses: where nothing presses, those of
//! the sub-step before would be given twice.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, SolverSettings};
use crate::step::solver::rows::contact_row::Pass;
use crate::step::solver::rows::gains::energy_of_walls;
use crate::step::solver::rows::{Order, Rows};
use crate::vector::Vector;

/// Finds the velocities of a cluster after the sub-steps and the displacements, and returns the number of passes.
pub(super) fn solve_cluster<V: Vector>(
    rows: &mut Rows<V>,
    pile_bodies: &[PileBody<V>],
    settings: &SolverSettings,
) -> u32 {
    let dt = settings.solver_substep_dt();
    // A growth up to the energy at the speed of position correction is no sign of wrong impulses either.
    let allowance = energy_of_walls(pile_bodies, settings.max_correction / settings.dt);
    let mut passes = 0;
    for substep in 0..settings.solver_substeps {
        rows.begin_substep(substep, pile_bodies, dt);
        passes += iterate(rows, settings);
        let (before, after) = rows.kinetic_energies(pile_bodies, dt);
        if after > Tuning::MAX_ENERGY_GROWTH * (before + allowance) {
            // Impulses of bodies that were pressed together and are free now would shoot them away.
            rows.restart_cold(pile_bodies, dt);
            passes += iterate(rows, settings);
        }
        rows.move_bodies(dt);
        rows.add_to_totals();
    }
    passes
}

/// Makes passes until no contact changes by more than the tolerance, and returns their number.
fn iterate<V: Vector>(rows: &mut Rows<V>, settings: &SolverSettings) -> u32 {
    let dt = settings.solver_substep_dt();
    let pass = Pass::rigid(dt);
    for number in 0..settings.max_iterations {
        // Up from the walls and down to them in turn, so that a push goes both ways through the cluster equally fast.
        let largest = if number % 2 == 0 {
            let of_walls = rows.pass_walls(pass);
            f64::max(of_walls, rows.pass_pairs_in(pass, Order::Up))
        } else {
            let of_pairs = rows.pass_pairs_in(pass, Order::Down);
            f64::max(of_pairs, rows.pass_walls(pass))
        };
        rows.brake();
        if largest <= settings.tolerance * dt {
            return number + 1;
        }
    }
    settings.max_iterations
}
