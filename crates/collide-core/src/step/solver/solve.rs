//! Solves a sub-step: first the velocities, of piles by soft contacts and of clusters by rigid ones, then the displacements.

use crate::step::solver::input::{
    PileBody, PileContact, PileSpin, RoundWall, RoundWalls, SolvedImpact, SolverSettings,
};
use crate::step::solver::position_correction::PositionCorrection;
use crate::step::solver::rigid::RigidSolver;
use crate::step::solver::soft::SoftSolver;
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
    /// Finds the velocities at the end of a sub-step, and the forces of the contacts. One solver is used for all of them: a
    /// pile that two had solved would never rest.
    pub(crate) fn find_velocities(
        &mut self,
        bodies: &mut [PileBody<V>],
        contacts: &mut [PileContact<V>],
        settings: &SolverSettings,
    ) -> SolverStats {
        let Self { soft, rigid, spins, round_walls, impacts, .. } = self;
        impacts.clear();
        if settings.is_rigid {
            return rigid.solve(bodies, (contacts, impacts), settings);
        }
        soft.solve((bodies, spins), (contacts, RoundWalls(round_walls), impacts), settings)
    }

    /// Finds how far the bodies move, once their velocities are known.
    pub(crate) fn find_displacements(
        &mut self,
        bodies: &mut [PileBody<V>],
        contacts: &mut [PileContact<V>],
        settings: &SolverSettings,
    ) {
        let Self { correction, round_walls, .. } = self;
        let round_walls = RoundWalls(round_walls);
        let is_soft = |contact: &PileContact<V>| contact.is_bearing && !contact.is_in_wall(bodies);
        if settings.is_rigid || !contacts.iter().all(is_soft) {
            correction.correct(bodies, (contacts, round_walls), settings);
        } else {
            correction.keep_out(bodies, (contacts, round_walls), settings);
        }
    }
}
