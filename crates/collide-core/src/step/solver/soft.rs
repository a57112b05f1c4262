//! Solves the contacts of piles, which something pulls, as soft constraints in many short sub-steps.
//!
//! A pile of rigid bodies has no unique forces, so the iterations of a rigid solver do not settle. Here a contact
//! is a stiff, damped spring: its overlap is its force, and there is one equilibrium. A sub-step pulls the bodies, lets
//! overlaps push them apart a little, moves them, and then takes back the speed that the push gave (the relaxation).
//! Walls are rigid and come last, so no body enters them, but a moving wall pushes with a limited force. Two that nearly face
//! each other are solved together.
//!
//! ```text
//! pull -> push -------------> move -> relax ------------> brake        next sub-step
//!         pairs, by levels            the same, in which  friction,    begins with the same changes again,
//!         moving walls                overlaps no longer  spins        so no pass for a warm start is needed
//!         wedges, standing walls      push
//! ```
//!
//! The stiffness follows the length of a sub-step, so the overlap at rest is known beforehand: `.81 F h^2 / m` for a
//! force `F` between two bodies of mass `m`, in sub-steps of `h` seconds.
//!
//! Sources: Macklin and others, "Small steps in physics simulation" (2019), for sub-steps in place of iterations; Catto,
//! "Soft constraints" (2011), for the spring, and "Solver2D" (2024), for the relaxation.

use crate::step::solver::friction::FrictionRow;
use crate::step::solver::input::{
    PileBody, PileContact, PileSpin, RoundWalls, SolvedImpact, SolverSettings,
};
use crate::step::solver::levels::Levels;
use crate::step::solver::stats::SolverStats;
use crate::vector::Vector;

mod rows;
mod gains;
mod energy_limit;
mod spins;
mod wedges;
mod walls;

use energy_limit::EnergyLimit;
use gains::unearned_share;
use rows::{Bounce, Pass, SoftBody, SoftRow, max_pushed_depth};
use spins::Spins;
use walls::WallRows;

/// The state of the solver. It is kept from one solve to the next for its memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct SoftSolver<V: Vector> {
    bodies: Vec<SoftBody<V>>,
    /// The velocity of each body when the last sub-step began.
    before: Vec<V>,
    /// First the contacts of two movable bodies, in the order of levels, then those with walls.
    rows: Vec<SoftRow<V>>,
    walls: WallRows<V>,
    /// For each row whether it has had an impulse since the first sub-step began.
    is_active: Vec<bool>,
    /// In the order of the rows; empty if there is no friction at all.
    friction_rows: Vec<FrictionRow<V>>,
    spins: Spins<V>,
    /// The contacts of bodies that bounce if they meet.
    bounces: Vec<Bounce>,
    /// The row of each contact that bears.
    places: Vec<u32>,
    levels: Levels,
}

impl<V: Vector> SoftSolver<V> {
    /// Finds the velocities after the sub-steps, the displacements, the forces of the contacts, and the impacts. `spins` are
    /// those of the bodies in the same order, or none if no body turns. The energy that the contacts took is mechanical energy:
    /// what the pulls give along the displacements counts.
    pub(crate) fn solve(
        &mut self,
        (bodies, spins): (&mut [PileBody<V>], &mut [PileSpin<V>]),
        (contacts, round_walls, impacts): (
            &mut [PileContact<V>],
            RoundWalls<V>,
            &mut Vec<SolvedImpact<V>>,
        ),
        settings: &SolverSettings,
    ) -> SolverStats {
        let dt = settings.solver_substep_dt();
        self.prepare_bodies(bodies);
        self.place_contacts(bodies, contacts, dt);
        self.prepare_rows(bodies, contacts, round_walls, dt);
        self.walls.list_wedges(&self.rows);
        self.spins.prepare(spins, &self.rows);
        let [push, relaxation] = Pass::both(dt);
        let any_forced = contacts.iter().any(|contact| contact.is_forced);
        // With this limit bodies that were put into others would not part.
        let is_limited = settings.has_unlike_masses && !any_forced;
        let mut energy_limit = is_limited.then(|| EnergyLimit::new(bodies));
        for substep in 0..settings.solver_substeps {
            if substep == 0 {
                self.start(bodies, dt);
            } else {
                self.extrapolate();
            }
            self.follow_round_walls(push);
            self.pass(push);
            for body in &mut self.bodies {
                body.displacement += body.velocity * dt;
            }
            self.pass(relaxation);
            if let Some(limit) = &mut energy_limit {
                self.limit_energy(bodies, limit);
            }
            self.brake();
        }
        self.bounce();
        self.write_contacts(contacts, dt);
        self.list_impacts(impacts);
        let spin_energy_lost = self.spins.write(spins);
        let taken_share = match any_forced {
            true => unearned_share(bodies, &self.bodies, spin_energy_lost),
            false => 0.0,
        };
        let energy_lost = self.write_bodies(bodies, taken_share) + spin_energy_lost;
        SolverStats { iterations: 2 * settings.solver_substeps, energy_lost }
    }

    /// Takes over the bodies.
    fn prepare_bodies(&mut self, pile_bodies: &[PileBody<V>]) {
        let Self { bodies, before, .. } = self;
        bodies.clear();
        bodies.extend(pile_bodies.iter().map(|body| {
            let PileBody { velocity, .. } = *body;
            SoftBody { velocity, displacement: V::ZERO }
        }));
        before.clear();
        before.extend(pile_bodies.iter().map(|body| body.velocity));
    }

    /// Gives each contact that bears its row, for sub-steps of `dt` seconds.
    fn place_contacts(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        dt: f64,
    ) {
        let Self { walls: WallRows { first, max_impulses, .. }, places, levels, .. } = self;
        let bearing = || contacts.iter().filter(|contact| contact.is_bearing);
        let is_wall =
            |contact: &PileContact<V>| pile_bodies[contact.bodies[1] as usize].inverse_mass == 0.0;
        let pairs = bearing().filter(|contact| !is_wall(contact)).map(|contact| contact.bodies);
        levels.arrange(pile_bodies.len(), pairs, |_| true);
        *first = levels.rows().len();
        let is_moving_wall = |contact: &PileContact<V>| contact.max_force < f64::INFINITY;
        max_impulses.clear();
        let max_force = |contact: &PileContact<V>| contact.max_force * dt;
        max_impulses.extend(bearing().filter(|contact| is_moving_wall(contact)).map(max_force));
        let (mut next_pair, mut next_moving) = (levels.rows().iter().copied(), *first as u32..);
        let mut next_wall = (*first + max_impulses.len()) as u32..;
        places.clear();
        places.extend(bearing().filter_map(|contact| match contact {
            contact if is_moving_wall(contact) => next_moving.next(),
            contact if is_wall(contact) => next_wall.next(),
            _ => next_pair.next(),
        }));
    }

    /// Fills the rows for sub-steps of `dt` seconds.
    fn prepare_rows(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        mut round_walls: RoundWalls<V>,
        dt: f64,
    ) {
        let Self { rows, is_active, friction_rows, bounces, walls, places, .. } = self;
        let bearing = || (0u32..).zip(contacts).filter(|(_, contact)| contact.is_bearing);
        let has_friction = bearing().any(|(_, contact)| contact.friction > 0.0);
        rows.clear();
        rows.resize(places.len(), SoftRow::NONE);
        is_active.clear();
        is_active.resize(places.len(), false);
        friction_rows.clear();
        friction_rows.resize(if has_friction { places.len() } else { 0 }, FrictionRow::NONE);
        bounces.clear();
        walls.round.clear();
        let max_pushed_depth = max_pushed_depth(dt);
        for ((number, contact), place) in bearing().zip(&*places) {
            let pair = contact.bodies.map(|body| &pile_bodies[body as usize]);
            rows[*place as usize] = SoftRow::new(contact, pair, dt, max_pushed_depth);
            if contact.restitution > 0.0 {
                let [first, second] = pair.map(|body| body.velocity);
                bounces.push(Bounce {
                    contact: number,
                    row: *place,
                    approach_speed: (second - first).dot(contact.normal),
                    restitution: contact.restitution,
                });
            }
            let min_gap = -max_pushed_depth * pair[0].size;
            walls.round.extend(round_walls.of(number).map(|wall| (*place, wall, min_gap)));
            if let Some(row) = friction_rows.get_mut(*place as usize) {
                let PileContact { friction, friction_force, .. } = *contact;
                *row = FrictionRow::new(friction, friction_force * dt, pair[1].surface_velocity);
            }
        }
    }

    /// Begins the first sub-step, of `dt` seconds: with what the pulls give, and with the impulses of the last one before.
    fn start(&mut self, pile_bodies: &[PileBody<V>], dt: f64) {
        for (body, pile_body) in self.bodies.iter_mut().zip(pile_bodies) {
            body.velocity += pile_body.pull * dt;
        }
        for (place, row) in self.rows.iter().enumerate() {
            let friction = self.friction_rows.get(place).map_or(V::ZERO, |row| row.impulse);
            row.apply(&mut self.bodies, row.normal * row.impulse + friction);
            if !self.spins.is_empty() && friction != V::ZERO {
                self.spins.apply(row, friction);
            }
        }
    }

    /// Begins a later sub-step. Pulls and impulses change the velocities by as much as in the one before, so no pass over
    /// the contacts is needed.
    fn extrapolate(&mut self) {
        for (body, before) in self.bodies.iter_mut().zip(&mut self.before) {
            let change = body.velocity - *before;
            *before = body.velocity;
            body.velocity += change;
        }
        self.spins.extrapolate();
    }

    /// Turns the normals of round walls to where the bodies are now.
    fn follow_round_walls(&mut self, pass: Pass) {
        let Self { bodies, rows, walls, is_active, friction_rows, .. } = self;
        walls.follow_round((rows, is_active), friction_rows, bodies, pass);
    }

    /// Gives every contact its missing impulse: first pairs, and last walls, so that no body enters these.
    fn pass(&mut self, pass: Pass) {
        let Self { bodies, rows, walls, is_active, friction_rows, .. } = self;
        for (row, is_active) in rows.iter_mut().zip(&mut *is_active).take(walls.first) {
            row.solve(bodies, is_active, pass, f64::INFINITY);
        }
        walls.pass((rows, is_active), friction_rows, bodies, pass);
    }

    /// Takes back the energy that springs have given in this sub-step.
    fn limit_energy(&mut self, pile_bodies: &[PileBody<V>], limit: &mut EnergyLimit<V>) {
        let Self { bodies, before, rows, is_active, spins, .. } = self;
        let active = rows.iter().zip(is_active).filter(|(_, is_active)| **is_active);
        let of_spins = f64::max(spins.energy_lost(), 0.0);
        limit.apply(pile_bodies, (bodies, before), of_spins, active.map(|(row, _)| row));
    }

    /// Brakes what slides and rolls.
    fn brake(&mut self) {
        if !self.spins.is_empty() {
            return self.brake_turning();
        }
        let Self { bodies, rows, friction_rows, .. } = self;
        for (row, friction_row) in rows.iter().zip(friction_rows) {
            if friction_row.friction > 0.0 {
                let relative = row.relative_velocity(bodies);
                let change =
                    friction_row.brake(relative, row.normal, row.effective_mass, row.impulse);
                row.apply(bodies, change);
            }
        }
    }

    /// The same if bodies turn.
    fn brake_turning(&mut self) {
        let Self { bodies, rows, friction_rows, spins, .. } = self;
        for (number, (row, friction_row)) in rows.iter().zip(friction_rows).enumerate() {
            if friction_row.friction > 0.0 {
                let relative = row.relative_velocity(bodies);
                let change = spins.brake(number, (row, friction_row), relative);
                row.apply(bodies, change);
            }
        }
        for (number, row) in self.rows.iter().enumerate() {
            self.spins.brake_rolling(number, row);
        }
    }

    /// Lets the bodies separate that approached fast when the first sub-step began, and have met.
    fn bounce(&mut self) {
        let Self { bodies, rows, bounces, is_active, .. } = self;
        for Bounce { row, approach_speed, restitution, .. } in bounces {
            let (row, has_met) = (&rows[*row as usize], is_active[*row as usize]);
            let separation_speed = row.relative_velocity(bodies).dot(row.normal);
            let missing = *restitution * *approach_speed - separation_speed;
            if has_met && missing > 0.0 {
                row.apply(bodies, row.normal * (missing * row.effective_mass));
            }
        }
    }

    /// Writes the forces into the contacts.
    fn write_contacts(&self, contacts: &mut [PileContact<V>], dt: f64) {
        let bearing = contacts.iter_mut().filter(|contact| contact.is_bearing);
        for (contact, place) in bearing.zip(&self.places) {
            let row = &self.rows[*place as usize];
            let friction_row = self.friction_rows.get(*place as usize);
            contact.force = row.impulse / dt;
            contact.friction_force = friction_row.map_or(V::ZERO, |row| row.impulse / dt);
            contact.is_active |= self.is_active[*place as usize];
        }
    }

    /// Lists the bounces of bodies that have met.
    fn list_impacts(&self, impacts: &mut Vec<SolvedImpact<V>>) {
        let Self { rows, bounces, is_active, .. } = self;
        let met = bounces.iter().filter(|bounce| is_active[bounce.row as usize]);
        impacts.extend(met.map(|bounce| bounce.solved(&rows[bounce.row as usize])));
    }

    /// Writes the velocities and the displacements into the bodies, and returns the mechanical energy that the contacts
    /// took. This share of what bodies have gained is taken back.
    fn write_bodies(&self, bodies: &mut [PileBody<V>], taken_share: f64) -> f64 {
        let mut lost = 0.0;
        for (body, solved) in bodies.iter_mut().zip(&self.bodies) {
            let gain = solved.gain(body);
            let (velocity, taken) = match taken_share * gain > 0.0 {
                true => solved.slowed(body, taken_share * gain),
                false => (solved.velocity, 0.0),
            };
            lost += taken - gain;
            body.velocity = velocity;
            body.velocity_displacement = solved.displacement;
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::step::solver::rigid::tests::WALL;

    const PULL: f64 = 10.0;

    fn settings(substeps: u32) -> SolverSettings {
        SolverSettings {
            dt: 1.0 / 60.0,
            solver_substeps: substeps,
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
        substeps: u32,
    ) {
        let mut solver = SoftSolver::default();
        for _ in 0..steps {
            let (round_walls, impacts) = (RoundWalls(&[]), &mut Vec::new());
            let contacts = &mut *contacts;
            solver.solve((bodies, &mut []), (contacts, round_walls, impacts), &settings(substeps));
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
            play(&mut bodies, &mut contacts, 3000, substeps);
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
    fn friction_holds_a_body_on_a_slope_up_to_the_angle_of_friction() {
        let normal = dvec2(-0.6, 0.8);
        for (friction, slides) in [(0.74, true), (0.76, false)] {
            let mut bodies = [WALL, body(dvec2(0.0, -PULL), DVec2::ZERO)];
            let mut contacts = [PileContact { friction, ..PileContact::new([1, 0], normal) }];
            play(&mut bodies, &mut contacts, 60, 16);
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
            let mut impacts = Vec::new();
            let stats = SoftSolver::default().solve(
                (&mut bodies, &mut []),
                (&mut contacts, RoundWalls(&[]), &mut impacts),
                &settings(16),
            );
            let meets = separation < 2.0 / 60.0;
            let after = if meets { restitution * 2.0 } else { -2.0 };
            let relative = bodies[0].velocity - bodies[1].velocity;
            assert!((relative - dvec2(after, 0.0)).length() < 1e-12, "{relative}");
            let momentum = bodies[0].velocity + bodies[1].velocity;
            assert!((momentum - dvec2(-2.0, 0.0)).length() < 1e-12, "{momentum}");
            assert_eq!(!impacts.is_empty(), meets && restitution > 0.0);
            for impact in impacts {
                assert_eq!((impact.approach_speed, impact.impulse), (Some(2.0), 1.5));
                let lost = stats.energy_lost;
                assert!((impact.energy_lost - lost).abs() < 1e-12, "{lost}");
            }
        }
    }
}
