//! Solves a sub-step: first the velocities, of piles by soft contacts and of clusters by rigid ones, then the displacements.

use crate::step::solver::input::{
    PileBody, PileContact, PileSpin, RoundWall, RoundWalls, SolvedImpact, SolverSettings,
};
use crate::step::solver::position_correction::PositionCorrection;
use crate::step::solver::rigid::solve_cluster;
use crate::step::solver::rows::Rows;
use crate::step::solver::rows::gains::unearned_share;
use crate::step::solver::soft::solve_pile;
use crate::step::solver::stats::SolverStats;
use crate::vector::Vector;

/// The solvers. They are kept from one sub-step to the next for their memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver<V: Vector> {
    rows: Rows<V>,
    correction: PositionCorrection<V>,
    /// How each of the bodies of a sub-step turns, in their order; nothing if none does.
    pub(crate) spins: Vec<PileSpin<V>>,
    /// The round walls of a sub-step, each with the number of its contact, in the order of contacts.
    pub(crate) round_walls: Vec<(u32, RoundWall<V>)>,
    /// The impacts that were found when the last sub-step was solved, in the order of contacts.
    pub(crate) impacts: Vec<SolvedImpact<V>>,
}

impl<V: Vector> Solver<V> {
    /// Finds the velocities at the end of a sub-step, the displacements by them, the forces of the contacts, and the impacts. The
    /// energy that the contacts took is mechanical energy: what the pulls give along the displacements counts.
    pub(crate) fn find_velocities(
        &mut self,
        bodies: &mut [PileBody<V>],
        contacts: &mut [PileContact<V>],
        settings: &SolverSettings,
    ) -> SolverStats {
        let Self { rows, spins, round_walls, impacts, .. } = self;
        impacts.clear();
        rows.prepare((bodies, spins), (contacts, RoundWalls(round_walls)), settings);
        let any_forced = !settings.is_rigid && contacts.iter().any(|contact| contact.is_forced);
        let iterations = if settings.is_rigid {
            solve_cluster(rows, bodies, settings)
        } else {
            solve_pile(rows, bodies, any_forced, settings)
        };
        rows.bounce();
        rows.write_contacts(contacts, settings.solver_substep_dt());
        rows.list_impacts(impacts);
        if settings.is_rigid {
            rows.list_pushes(contacts, impacts);
        }
        let spin_energy_lost = rows.spins.write(spins);
        let taken_share = match any_forced {
            true => unearned_share(bodies, &rows.bodies, spin_energy_lost),
            false => 0.0,
        };
        let energy_lost = rows.write_bodies(bodies, taken_share) + spin_energy_lost;
        SolverStats { iterations, energy_lost }
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

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::step::solver::input::tests::WALL;

    const PULL: f64 = 10.0;

    fn settings(substeps: u32) -> SolverSettings {
        SolverSettings {
            dt: 1.0 / 60.0,
            solver_substeps: substeps,
            spring_dt: 1.0 / 60.0 / f64::from(substeps),
            max_iterations: 0,
            tolerance: 0.0,
            slop: 0.0,
            max_correction: 0.0,
            is_rigid: false,
            has_unlike_masses: false,
        }
    }

    fn body(pull: DVec2, velocity: DVec2) -> PileBody<DVec2> {
        PileBody { pull, velocity, inverse_mass: 1.0, ..WALL }
    }

    /// Solves steps, and moves the bodies of the contacts in each of them.
    fn play(
        bodies: &mut [PileBody<DVec2>],
        contacts: &mut [PileContact<DVec2>],
        steps: usize,
        settings: &SolverSettings,
    ) {
        let mut solver = Solver::default();
        for _ in 0..steps {
            solver.find_velocities(bodies, contacts, settings);
            for contact in &mut *contacts {
                let [first, second] =
                    contact.bodies.map(|body| bodies[body as usize].velocity_displacement);
                contact.separation += (first - second).dot(contact.normal);
            }
        }
    }

    #[test]
    fn overlap_of_a_tower_at_rest_follows_from_its_weight() {
        for substeps in [8, 16, 64] {
            let mut bodies = vec![WALL];
            let mut contacts = Vec::new();
            for number in 0..10 {
                bodies.push(body(dvec2(0.0, -PULL), DVec2::ZERO));
                contacts.push(PileContact::new([number + 1, number], DVec2::Y));
            }
            play(&mut bodies, &mut contacts, 3000, &settings(substeps));
            assert!(bodies.iter().all(|body| body.velocity.length() < 1e-9));
            // The wall is rigid, and takes no overlap to carry the tower.
            assert!(contacts[0].separation.abs() < 1e-9, "{}", contacts[0].separation);
            let dt = 1.0 / 60.0 / f64::from(substeps);
            for (above, contact) in (1..=10).rev().zip(&contacts).skip(1) {
                let weight = f64::from(above) * PULL;
                assert!((contact.force / weight - 1.0).abs() < 1e-6, "{} {weight}", contact.force);
                let overlap = 2.0 * 0.405 * weight * dt * dt;
                let ratio = -contact.separation / overlap;
                assert!((ratio - 1.0).abs() < 0.01, "{substeps} {above}: {ratio}");
            }
        }
    }

    #[test]
    fn overlap_at_rest_follows_from_the_springs_and_not_from_the_sub_steps() {
        let mut bodies = [WALL, body(dvec2(0.0, -PULL), DVec2::ZERO), WALL];
        bodies[2] = PileBody { inverse_mass: 1.0, pull: dvec2(0.0, -PULL), ..WALL };
        let mut contacts = [[1, 0], [2, 1]].map(|pair| PileContact::new(pair, DVec2::Y));
        let springs = settings(16);
        play(&mut bodies, &mut contacts, 600, &springs);
        let overlap = contacts[1].separation;
        assert!(overlap < -1e-6, "{overlap:e}");
        for (dt, solver_substeps) in [(0.25, 256), (1.0 / 60.0, 32), (1.0 / 90.0, 16)] {
            play(&mut bodies, &mut contacts, 4, &SolverSettings { dt, solver_substeps, ..springs });
            let ratio = contacts[1].separation / overlap;
            assert!((ratio - 1.0).abs() < 1e-9, "{dt} {solver_substeps}: {ratio}");
            assert!(bodies.iter().all(|body| body.velocity.length() < 1e-9));
        }
    }

    #[test]
    fn a_rigid_tower_comes_to_rest_with_impulses_that_carry_its_weight() {
        let mut bodies = vec![WALL];
        let mut contacts = Vec::new();
        for number in 0..30 {
            bodies.push(body(dvec2(0.0, -PULL), DVec2::ZERO));
            contacts.push(PileContact::new([number + 1, number], DVec2::Y));
        }
        let rigid = SolverSettings {
            max_iterations: 40,
            tolerance: 0.005,
            max_correction: 1.0,
            is_rigid: true,
            ..settings(1)
        };
        play(&mut bodies, &mut contacts, 2000, &rigid);
        for (above, contact) in (1..=30).rev().zip(&contacts) {
            let weight = f64::from(above) * PULL;
            assert!((contact.force / weight - 1.0).abs() < 1e-3, "{} {weight}", contact.force);
        }
        assert!(bodies.iter().all(|body| body.velocity.length() < 1e-4));
    }

    #[test]
    fn friction_holds_a_body_on_a_slope_up_to_the_angle_of_friction() {
        let normal = dvec2(-0.6, 0.8);
        for (friction, slides) in [(0.74, true), (0.76, false)] {
            let mut bodies = [WALL, body(dvec2(0.0, -PULL), DVec2::ZERO)];
            let mut contacts = [PileContact { friction, ..PileContact::new([1, 0], normal) }];
            play(&mut bodies, &mut contacts, 60, &settings(16));
            let speed = bodies[1].velocity.length();
            // Along the slope it is pulled by .6 g and braked by .8 g times the friction.
            let expected = if slides { PULL * (0.6 - 0.8 * friction) } else { 0.0 };
            assert!((speed - expected).abs() < 1e-6, "{friction}: {speed}");
        }
    }

    #[test]
    fn bodies_that_meet_fast_bounce_and_others_pass_their_speed_on() {
        for (restitution, separation) in [(0.5, 0.02), (0.0, 0.02), (0.5, 3.0)] {
            let mut bodies = [body(DVec2::ZERO, dvec2(-2.0, 0.0)), body(DVec2::ZERO, DVec2::ZERO)];
            let mut contacts =
                [PileContact { separation, restitution, ..PileContact::new([0, 1], DVec2::X) }];
            let mut solver = Solver::default();
            let stats = solver.find_velocities(&mut bodies, &mut contacts, &settings(16));
            let meets = separation < 2.0 / 60.0;
            let after = if meets { restitution * 2.0 } else { -2.0 };
            let relative = bodies[0].velocity - bodies[1].velocity;
            assert!((relative - dvec2(after, 0.0)).length() < 1e-12, "{relative}");
            let momentum = bodies[0].velocity + bodies[1].velocity;
            assert!((momentum - dvec2(-2.0, 0.0)).length() < 1e-12, "{momentum}");
            assert_eq!(!solver.impacts.is_empty(), meets && restitution > 0.0);
            for impact in solver.impacts {
                assert_eq!((impact.approach_speed, impact.impulse), (Some(2.0), 1.5));
                let lost = stats.energy_lost;
                assert!((impact.energy_lost - lost).abs() < 1e-12, "{lost}");
            }
        }
    }
}
