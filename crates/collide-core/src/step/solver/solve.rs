//! Solves a sub-step: piles as soft contacts, clusters as rigid ones; then finds how far the bodies move.

use crate::step::solver::input::{
    PileBody, PileContact, PileSpin, RoundWall, RoundWalls, SolvedImpact, SolverSettings,
};
use crate::step::solver::position_correction::PositionCorrection;
use crate::step::solver::rigid::RigidSolver;
use crate::step::solver::soft::SoftSolver;
use crate::step::solver::squeezed::{mark_squeezed, stop_at_moving_walls};
use crate::step::solver::stats::SolverStats;
use crate::vector::Vector;

/// The solvers. They are kept from one sub-step to the next for their memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver<V: Vector> {
    soft: SoftSolver<V>,
    rigid: RigidSolver<V>,
    correction: PositionCorrection<V>,
    /// How each of the bodies of a sub-step turns, in their order; nothing if none does. In a cluster it stays as it is.
    pub(crate) spins: Vec<PileSpin<V>>,
    /// The round walls of a sub-step, each with the number of its contact, in the order of contacts.
    pub(crate) round_walls: Vec<(u32, RoundWall<V>)>,
    /// The impacts that were found when the last sub-step was solved, in the order of contacts.
    pub(crate) impacts: Vec<SolvedImpact<V>>,
}

impl<V: Vector> Solver<V> {
    /// Finds the velocities at the end of a sub-step, the displacements, and the forces of the contacts. One solver is
    /// used for all of them: a pile that two had solved would never rest.
    pub(crate) fn solve(
        &mut self,
        bodies: &mut [PileBody<V>],
        contacts: &mut [PileContact<V>],
        settings: &SolverSettings,
    ) -> SolverStats {
        let Self { soft, rigid, correction, spins, round_walls, impacts } = self;
        let round_walls = RoundWalls(round_walls);
        impacts.clear();
        let stats = if settings.is_rigid {
            rigid.solve(bodies, (contacts, impacts), settings)
        } else {
            soft.solve((bodies, spins), (contacts, round_walls, impacts), settings)
        };
        mark_squeezed(bodies, contacts);
        stop_at_moving_walls(bodies, contacts);
        let is_soft = |contact: &PileContact<V>| contact.is_bearing && !contact.is_in_wall(bodies);
        if settings.is_rigid || !contacts.iter().all(is_soft) {
            correction.correct(bodies, (contacts, round_walls), settings);
        } else {
            correction.keep_out(bodies, (contacts, round_walls), settings);
        }
        stats
    }
}
