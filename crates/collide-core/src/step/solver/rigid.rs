//! Solves the velocities of clusters, which nothing pulls, by sequential impulses (Catto 2005).
//!
//! An iteration goes through all contacts. Each gets the impulse by which its two bodies approach no faster
//! than their separation allows, and never attract each other. A sub-step is solved in solver sub-steps, each
//! of which starts where the one before has ended: many short ones with few iterations come nearer to rest
//! than one with many iterations (Macklin and others 2019). A cluster starts
//! each sub-step without impulses: where nothing presses, those of the one before would be given twice.

use crate::step::solver::friction::FrictionRow;
use crate::step::solver::input::{PileBody, PileContact, SolvedImpact, SolverSettings};
use crate::step::solver::levels::Levels;

use crate::step::solver::constants::Tuning;
use crate::step::solver::stats::SolverStats;
use crate::vector::Vector;

mod rows;

use rows::{NormalRow, SolverBody, TotalImpulse};

/// The state of the solver. It is kept from one sub-step to the next for its memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct RigidSolver<V: Vector> {
    bodies: Vec<SolverBody<V>>,
    /// The bodies at the start of the solver sub-step, after the pull.
    start: Vec<SolverBody<V>>,
    /// The displacement of each body since the sub-step began.
    displacements: Vec<V>,
    pulls: Vec<V>,
    /// Half of each mass; zero for a wall, which counts with no energy.
    half_masses: Vec<f64>,
    /// The contacts that bear, in the order of levels.
    normal_rows: Vec<NormalRow<V>>,
    /// In the same order; empty if there is no friction at all.
    friction_rows: Vec<FrictionRow<V>>,
    /// In the same order.
    totals: Vec<TotalImpulse<V>>,
    levels: Levels,
}

impl<V: Vector> RigidSolver<V> {
    /// Finds the velocities at the end of a sub-step, the displacements, and the impulses of the contacts.
    pub(crate) fn solve(
        &mut self,
        bodies: &mut [PileBody<V>],
        (contacts, impacts): (&mut [PileContact<V>], &mut Vec<SolvedImpact<V>>),
        settings: &SolverSettings,
    ) -> SolverStats {
        self.prepare(bodies, contacts, settings);
        let (allowance, dt) = (self.energy_allowance(settings), settings.solver_substep_dt());
        let mut stats = SolverStats { iterations: 0, energy_lost: 0.0 };
        for _ in 0..settings.solver_substeps {
            let before = self.apply_pull(dt);
            self.warm_start(dt);
            stats.iterations += self.iterate(settings);
            let mut after = self.kinetic_energy();
            if after > Tuning::MAX_ENERGY_GROWTH * (before + allowance) {
                // Impulses of bodies that were pressed together and are free now would shoot them away.
                self.restart_cold();
                stats.iterations += self.iterate(settings);
                after = self.kinetic_energy();
            }
            stats.energy_lost += before - after;
            self.end_solver_substep(dt);
        }
        self.write_back(bodies, contacts, dt);
        self.list_pushes(contacts, impacts);
        stats
    }

    /// Takes over the bodies and the contacts of a sub-step.
    fn prepare(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        settings: &SolverSettings,
    ) {
        let Self { bodies, start, displacements, pulls, half_masses, .. } = self;
        bodies.clear();
        bodies.extend(pile_bodies.iter().map(|body| {
            let PileBody { velocity, inverse_mass, .. } = *body;
            SolverBody { velocity, inverse_mass }
        }));
        start.clone_from(bodies);
        displacements.clear();
        displacements.resize(bodies.len(), V::ZERO);
        pulls.clear();
        pulls.extend(pile_bodies.iter().map(|body| body.pull));
        half_masses.clear();
        half_masses.extend(bodies.iter().map(|body| {
            if body.inverse_mass > 0.0 { 0.5 * (1.0 / body.inverse_mass) } else { 0.0 }
        }));
        self.prepare_rows(pile_bodies, contacts, settings);
    }

    /// Puts the contacts that bear into rows, in the order of levels.
    fn prepare_rows(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        settings: &SolverSettings,
    ) {
        let Self { bodies, normal_rows, friction_rows, totals, levels, .. } = self;
        let bearing = || contacts.iter().filter(|contact| contact.is_bearing);
        let can_move = |body: u32| bodies[body as usize].inverse_mass > 0.0;
        levels.arrange(bodies.len(), bearing().map(|contact| contact.bodies), can_move);
        let count = levels.rows().len();
        let has_friction = bearing().any(|contact| contact.friction > 0.0);
        normal_rows.clear();
        normal_rows.resize(count, NormalRow::NONE);
        friction_rows.clear();
        friction_rows.resize(if has_friction { count } else { 0 }, FrictionRow::NONE);
        totals.clear();
        totals.resize(count, TotalImpulse::NONE);
        for (contact, row) in bearing().zip(levels.rows()) {
            let PileContact { friction, friction_force, .. } = *contact;
            let dt = settings.solver_substep_dt();
            let [first, second] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
            normal_rows[*row as usize] = NormalRow {
                bodies: contact.bodies,
                normal: contact.normal,
                impulse: contact.force * dt,
                effective_mass: 1.0 / (first + second),
                min_velocity: 0.0,
                separation: contact.separation,
                has_friction: friction > 0.0,
                is_active: false,
            };
            if let Some(friction_row) = friction_rows.get_mut(*row as usize) {
                let PileBody { surface_velocity, .. } = pile_bodies[contact.bodies[1] as usize];
                *friction_row = FrictionRow::new(friction, friction_force * dt, surface_velocity);
            }
        }
    }

    /// The kinetic energy that all bodies would have at the speed of the fastest wall or surface, or at that of position
    /// correction if this is higher. A growth by so much is no sign of wrong impulses.
    fn energy_allowance(&self, settings: &SolverSettings) -> f64 {
        let walls = self.bodies.iter().filter(|body| body.inverse_mass == 0.0);
        let surfaces = self.friction_rows.iter().map(|row| row.surface_velocity.length());
        let speeds = walls.map(|wall| wall.velocity.length()).chain(surfaces);
        let fastest = speeds.fold(settings.max_correction / settings.dt, f64::max);
        self.half_masses.iter().map(|half| half * fastest * fastest).sum()
    }

    /// Adds what the pulls give in `dt` seconds, and returns the kinetic energy after that.
    fn apply_pull(&mut self, dt: f64) -> f64 {
        let mut energy = 0.0;
        let bodies = self.bodies.iter_mut().zip(&mut self.start);
        for ((body, start), (pull, half)) in bodies.zip(self.pulls.iter().zip(&self.half_masses)) {
            body.velocity += *pull * dt;
            *start = *body;
            energy += half * body.velocity.length_squared();
        }
        energy
    }

    /// Starts a solver sub-step of `dt` seconds with the impulses of the one before. Bodies that do not touch
    /// yet may approach until they do.
    fn warm_start(&mut self, dt: f64) {
        let Self { bodies, displacements, normal_rows, friction_rows, .. } = self;
        for (number, row) in normal_rows.iter_mut().enumerate() {
            let [first, second] = row.bodies.map(|body| displacements[body as usize]);
            let separation = row.separation + (first - second).dot(row.normal);
            row.min_velocity = f64::min(-separation / dt, 0.0);
            if row.impulse > 0.0 {
                let impulse = row.normal * row.impulse;
                let friction =
                    if row.has_friction { friction_rows[number].impulse } else { V::ZERO };
                row.apply(bodies, impulse + friction);
            }
        }
    }

    /// Goes back to the start of the solver sub-step, without the impulses of the one before.
    fn restart_cold(&mut self) {
        self.bodies.clone_from(&self.start);
        for row in &mut self.normal_rows {
            (row.impulse, row.is_active) = (0.0, false);
        }
        self.friction_rows.iter_mut().for_each(|row| row.impulse = V::ZERO);
    }

    /// Iterates until no contact changes by more than the tolerance, and returns the number of iterations.
    fn iterate(&mut self, settings: &SolverSettings) -> u32 {
        let Self { bodies, normal_rows, friction_rows, .. } = self;
        for iteration in 0..settings.max_iterations {
            let mut largest = 0f64;
            let rows = normal_rows.iter_mut().enumerate();
            // Up and down in turn, so that a weight and a support go through the pile equally fast.
            if iteration % 2 == 0 {
                for (number, row) in rows {
                    largest = larger(row.solve(bodies, friction_rows, number), largest);
                }
            } else {
                for (number, row) in rows.rev() {
                    largest = larger(row.solve(bodies, friction_rows, number), largest);
                }
            }
            if largest <= settings.tolerance * settings.solver_substep_dt() {
                return iteration + 1;
            }
        }
        settings.max_iterations
    }

    /// The kinetic energy of all bodies but the walls.
    fn kinetic_energy(&self) -> f64 {
        let of = |(body, half): (&SolverBody<V>, &f64)| half * body.velocity.length_squared();
        self.bodies.iter().zip(&self.half_masses).map(of).sum()
    }

    /// Moves all bodies for `dt` seconds, and sums the impulses.
    fn end_solver_substep(&mut self, dt: f64) {
        for (displacement, body) in self.displacements.iter_mut().zip(&self.bodies) {
            *displacement += body.velocity * dt;
        }
        for (number, (total, row)) in self.totals.iter_mut().zip(&self.normal_rows).enumerate() {
            total.normal += row.impulse;
            if let Some(row) = self.friction_rows.get(number) {
                total.friction += row.impulse;
            }
        }
    }

    /// Writes the result into the bodies and the contacts.
    fn write_back(&self, bodies: &mut [PileBody<V>], contacts: &mut [PileContact<V>], dt: f64) {
        let solved = self.bodies.iter().zip(&self.displacements);
        for (body, (solved, displacement)) in bodies.iter_mut().zip(solved) {
            (body.velocity, body.velocity_displacement) = (solved.velocity, *displacement);
        }
        let bearing = contacts.iter_mut().filter(|contact| contact.is_bearing);
        for (contact, row) in bearing.zip(self.levels.rows()) {
            let row = *row as usize;
            let friction_row = self.friction_rows.get(row);
            contact.force = self.normal_rows[row].impulse / dt;
            contact.friction_force = friction_row.map_or(V::ZERO, |row| row.impulse / dt);
            contact.is_active |= self.normal_rows[row].is_active;
        }
    }

    /// Lists what walls have given to bodies.
    fn list_pushes(&self, contacts: &[PileContact<V>], impacts: &mut Vec<SolvedImpact<V>>) {
        let bearing = (0u32..).zip(contacts).filter(|(_, contact)| contact.is_bearing);
        for ((number, contact), row) in bearing.zip(self.levels.rows()) {
            let total = &self.totals[*row as usize];
            let is_wall = self.bodies[contact.bodies[1] as usize].inverse_mass == 0.0;
            if is_wall && total.normal > 0.0 {
                impacts.push(SolvedImpact {
                    contact: number,
                    approach_speed: None,
                    impulse: total.normal,
                    friction: total.friction,
                    energy_lost: 0.0,
                });
            }
        }
    }
}

/// The larger of two numbers, of which the second is not NaN.
#[inline(always)]
fn larger(number: f64, before: f64) -> f64 {
    if number > before { number } else { before }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    /// A wall at rest; with an inverse mass, a body.
    pub(in super::super) const WALL: PileBody<DVec2> = PileBody {
        velocity: DVec2::ZERO,
        pull: DVec2::ZERO,
        surface_velocity: DVec2::ZERO,
        reference_pull: 0.0,
        velocity_displacement: DVec2::ZERO,
        displacement: DVec2::ZERO,
        size: 1.0,
        inverse_mass: 0.0,
        turn_rate: 0.0,
    };

    #[test]
    fn a_tower_comes_to_rest_with_impulses_that_carry_its_weight() {
        let mut bodies = vec![WALL];
        let mut contacts = Vec::new();
        for number in 0..30 {
            bodies.push(PileBody { pull: dvec2(0.0, -10.0), inverse_mass: 1.0, ..WALL });
            contacts.push(PileContact::new([number + 1, number], DVec2::Y));
        }
        let settings = SolverSettings {
            dt: 1.0 / 60.0,
            solver_substeps: 1,
            max_iterations: 40,
            tolerance: 0.005,
            slop: 0.0,
            max_correction: 1.0,
            is_rigid: false,
            has_unlike_masses: false,
        };
        for _ in 0..2000 {
            RigidSolver::default().solve(&mut bodies, (&mut contacts, &mut Vec::new()), &settings);
            for contact in &mut contacts {
                let [above, below] = contact.bodies.map(|body| bodies[body as usize].velocity);
                contact.separation += (above - below).y * settings.dt;
            }
        }
        for (above, contact) in (1..=30).rev().zip(&contacts) {
            let weight = f64::from(above) * 10.0;
            assert!((contact.force / weight - 1.0).abs() < 1e-3, "{} {weight}", contact.force);
        }
        assert!(bodies.iter().all(|body| body.velocity.length() < 1e-4));
    }
}
