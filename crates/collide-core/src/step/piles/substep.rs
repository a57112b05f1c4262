//! Decides how long a sub-step lasts, and how exactly it is solved.

use super::tuning::Tuning;
use crate::step::solver::input::{PileBody, PileContact, SolverSettings};
use crate::vector::Wide;
use crate::world::Progress;

/// The number of the solver sub-step with which the sub-step ends that begins when `solved` of them are over:
/// the sooner, the faster the bodies are. Nothing pulls some of them if `any_floats`.
pub(crate) fn next_substep<W: Wide>(
    bodies: &[PileBody<W>],
    any_floats: bool,
    solved: u32,
    dt: f64,
) -> u32 {
    let movers = bodies.iter().filter(|body| body.inverse_mass > 0.0);
    let travels = movers.map(|body| body.velocity.length() * dt / body.size);
    let longest = travels.fold(0.0, f64::max);
    let bounds = if any_floats { Tuning::MAX_FLOATING_TRAVELS } else { Tuning::MAX_TRAVELS };
    let halvings = bounds.into_iter().filter(|bound| longest > *bound).count();
    // A sub-step begins where it would if all were of its length.
    let length = Progress::SOLVER_SUBSTEPS >> halvings;
    let aligned = 1 << solved.trailing_zeros().min(Progress::SOLVER_SUBSTEPS.trailing_zeros());
    solved + length.min(aligned)
}

/// How a sub-step of `substep_dt` seconds is solved, in a step of `dt` seconds. Nothing pulls some of the
/// bodies if `any_floats`.
pub(crate) fn solver_settings<W: Wide>(
    bodies: &[PileBody<W>],
    contacts: &[PileContact<W>],
    any_floats: bool,
    solver_substeps: u32,
    substep_dt: f64,
    dt: f64,
) -> SolverSettings {
    let iterations = u32::max(Tuning::ITERATIONS, Tuning::SUBSTEP_ITERATIONS / solver_substeps);
    let growth = 1.0 + Tuning::GROWTH_PER_DECADE * mass_ratio_decades(bodies, contacts);
    let strongest = bodies.iter().map(|body| body.reference_pull).fold(0.0, f64::max);
    SolverSettings {
        dt: substep_dt,
        solver_substeps,
        max_iterations: (f64::from(iterations) * growth) as u32,
        tolerance: Tuning::TOLERANCE * strongest,
        slop: Tuning::SLOP * 0.5 * strongest * dt * dt,
        max_correction: Tuning::CORRECTION_SPEED * strongest * dt * substep_dt,
        // In clusters the impulses of walls are reported.
        sums_impulses: any_floats,
    }
}

/// The largest number of powers of ten, at most [`Tuning::MAX_DECADES`], between the masses of two bodies in
/// contact that both can move.
fn mass_ratio_decades<W: Wide>(bodies: &[PileBody<W>], contacts: &[PileContact<W>]) -> f64 {
    let mut inverse_masses =
        bodies.iter().map(|body| body.inverse_mass).filter(|inverse_mass| *inverse_mass > 0.0);
    let first = inverse_masses.next();
    if inverse_masses.all(|inverse_mass| Some(inverse_mass) == first) {
        return 0.0;
    }
    let ratio = |contact: &PileContact<W>| {
        let [one, two] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
        if two > 0.0 { f64::max(one / two, two / one) } else { 1.0 }
    };
    libm::log10(contacts.iter().map(ratio).fold(1.0, f64::max)).min(Tuning::MAX_DECADES)
}
