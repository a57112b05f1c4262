//! The rows of the solver: the bodies and the contacts of a sub-step as passes over them read and change them.
//!
//! The contacts of two movable bodies come first, by levels. Walls come last, so no body enters them: first those that move,
//! which push with a limited force, then those that stand. Two that nearly face each other are solved together.

use crate::step::solver::friction::FrictionRow;
use crate::step::solver::input::{
    PileBody, PileContact, PileSpin, RoundWalls, SolvedImpact, SolverSettings,
};
use crate::step::solver::levels::Levels;
use crate::vector::Vector;

pub(super) mod contact_row;
pub(super) mod gains;
mod spins;
mod wedges;
mod walls;

use contact_row::{Bounce, ContactRow, Pass, RowBody, max_pushed_depth};
use spins::Spins;
use walls::WallRows;

/// The order in which a pass goes through pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Up,
    Down,
}

/// The impulses of a wall on a body in all solver sub-steps together.
#[derive(Clone, Copy, Debug)]
struct TotalImpulse<V: Vector> {
    /// Along the normal.
    normal: f64,
    /// Across the normal.
    friction: V,
}

/// The rows of a sub-step. They are kept from one to the next for their memory only.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows<V: Vector> {
    pub(super) bodies: Vec<RowBody<V>>,
    /// The velocity of each body when the last sub-step began.
    pub(super) before: Vec<V>,
    /// First the contacts of two movable bodies, in the order of levels, then those with walls.
    rows: Vec<ContactRow<V>>,
    walls: WallRows<V>,
    /// For each row whether it has had an impulse since the first sub-step began.
    is_active: Vec<bool>,
    /// In the order of the rows; empty if there is no friction at all.
    friction_rows: Vec<FrictionRow<V>>,
    pub(super) spins: Spins<V>,
    /// The contacts of bodies that bounce if they meet.
    bounces: Vec<Bounce>,
    /// The row of each contact that bears.
    places: Vec<u32>,
    /// In the order of the rows of walls; they stay zero while a pile is solved.
    totals: Vec<TotalImpulse<V>>,
    levels: Levels,
}

impl<V: Vector> Rows<V> {
    /// Takes over the bodies and the contacts of a sub-step.
    pub(super) fn prepare(
        &mut self,
        (bodies, spins): (&[PileBody<V>], &[PileSpin<V>]),
        (contacts, round_walls): (&[PileContact<V>], RoundWalls<V>),
        settings: &SolverSettings,
    ) {
        self.prepare_bodies(bodies);
        self.place_contacts(bodies, contacts, settings);
        self.prepare_rows(bodies, contacts, round_walls, settings);
        self.walls.list_wedges(&self.rows);
        self.spins.prepare(spins, &self.rows);
        let count = self.rows.len() - self.walls.first;
        self.totals.clear();
        self.totals.resize(count, TotalImpulse { normal: 0.0, friction: V::ZERO });
    }

    /// Takes over the bodies.
    fn prepare_bodies(&mut self, pile_bodies: &[PileBody<V>]) {
        let Self { bodies, before, .. } = self;
        bodies.clear();
        bodies.extend(pile_bodies.iter().map(|body| {
            let PileBody { velocity, .. } = *body;
            RowBody { velocity, displacement: V::ZERO }
        }));
        before.clear();
        before.extend(pile_bodies.iter().map(|body| body.velocity));
    }

    /// Gives each contact that bears its row.
    fn place_contacts(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        settings: &SolverSettings,
    ) {
        let Self { walls: WallRows { first, max_impulses, .. }, places, levels, .. } = self;
        let bearing = || contacts.iter().filter(|contact| contact.is_bearing);
        let is_wall =
            |contact: &PileContact<V>| pile_bodies[contact.bodies[1] as usize].inverse_mass == 0.0;
        let pairs = bearing().filter(|contact| !is_wall(contact)).map(|contact| contact.bodies);
        levels.arrange(pile_bodies.len(), pairs);
        *first = levels.rows().len();
        let is_moving_wall = |contact: &PileContact<V>| contact.max_force < f64::INFINITY;
        max_impulses.clear();
        let dt = settings.solver_substep_dt();
        // What nothing pulls has no weight by which a force could be limited.
        let max_force = |contact: &PileContact<V>| match settings.is_rigid {
            true => f64::INFINITY,
            false => contact.max_force * dt,
        };
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

    /// Fills the rows.
    fn prepare_rows(
        &mut self,
        pile_bodies: &[PileBody<V>],
        contacts: &[PileContact<V>],
        mut round_walls: RoundWalls<V>,
        settings: &SolverSettings,
    ) {
        let Self { rows, is_active, friction_rows, bounces, walls, places, .. } = self;
        let bearing = || (0u32..).zip(contacts).filter(|(_, contact)| contact.is_bearing);
        let has_friction = bearing().any(|(_, contact)| contact.friction > 0.0);
        rows.clear();
        rows.resize(places.len(), ContactRow::NONE);
        is_active.clear();
        is_active.resize(places.len(), false);
        friction_rows.clear();
        friction_rows.resize(if has_friction { places.len() } else { 0 }, FrictionRow::NONE);
        bounces.clear();
        walls.round.clear();
        let dt = settings.solver_substep_dt();
        let [push, _] = Pass::both(dt, settings.spring_dt);
        let max_pushed_depth = max_pushed_depth(push);
        for ((number, contact), place) in bearing().zip(&*places) {
            let pair = contact.bodies.map(|body| &pile_bodies[body as usize]);
            rows[*place as usize] = ContactRow::new(contact, pair, dt, max_pushed_depth);
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

    /// How many passes over all rows go over this number of contacts together.
    pub(super) fn passes_over(&self, contacts: usize) -> usize {
        contacts / usize::max(self.rows.len(), 1)
    }

    /// Begins a sub-step of `dt` seconds.
    pub(super) fn begin_substep(&mut self, substep: u32, pile_bodies: &[PileBody<V>], dt: f64) {
        if substep == 0 {
            self.start(pile_bodies, dt);
        } else {
            self.extrapolate();
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
    pub(super) fn follow_round_walls(&mut self, pass: Pass) {
        let Self { bodies, rows, walls, is_active, friction_rows, .. } = self;
        walls.follow_round((rows, is_active), friction_rows, bodies, pass);
    }

    /// Gives pairs their missing impulses, from the ground up.
    pub(super) fn pass_pairs(&mut self, pass: Pass) {
        let Self { bodies, rows, walls, is_active, .. } = self;
        for (row, is_active) in rows[..walls.first].iter_mut().zip(is_active) {
            row.solve(bodies, is_active, pass, |impulse| impulse);
        }
    }

    /// Gives pairs their missing impulses in this order, and returns by how much that changes a relative velocity at most.
    pub(super) fn pass_pairs_in(&mut self, pass: Pass, order: Order) -> f64 {
        let Self { bodies, rows, walls, is_active, .. } = self;
        let rows = rows.iter_mut().zip(is_active).take(walls.first);
        let solve = |largest: f64, (row, is_active): (&mut ContactRow<V>, &mut bool)| {
            let change = row.solve(bodies, is_active, pass, |impulse| impulse);
            f64::max(largest, row.speed_change(change))
        };
        match order {
            Order::Up => rows.fold(0.0, solve),
            Order::Down => rows.rev().fold(0.0, solve),
        }
    }

    /// Gives walls their missing impulses, and returns by how much that changes a relative velocity at most.
    pub(super) fn pass_walls(&mut self, pass: Pass) -> f64 {
        let Self { bodies, rows, walls, is_active, friction_rows, .. } = self;
        walls.pass((rows, is_active), friction_rows, bodies, pass)
    }

    /// Moves all bodies for `dt` seconds.
    pub(super) fn move_bodies(&mut self, dt: f64) {
        for body in &mut self.bodies {
            body.displacement += body.velocity * dt;
        }
    }

    /// Marks the bodies that have had an impulse since the first sub-step began.
    pub(super) fn mark_touched(&self, is_touched: &mut [bool]) {
        let active = self.rows.iter().zip(&self.is_active).filter(|(_, is_active)| **is_active);
        active.flat_map(|(row, _)| row.bodies).for_each(|body| is_touched[body as usize] = true);
    }

    /// Brakes what slides and rolls.
    pub(super) fn brake(&mut self) {
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

    /// The kinetic energy when the sub-step began, after the pull, and now. What spins have given since counts as there before.
    pub(super) fn kinetic_energies(&self, pile_bodies: &[PileBody<V>], dt: f64) -> (f64, f64) {
        let (mut before, mut after) = (self.spins.energy_lost(), 0.0);
        for ((body, start), pile_body) in self.bodies.iter().zip(&self.before).zip(pile_bodies) {
            if pile_body.inverse_mass > 0.0 {
                let half_mass = 0.5 / pile_body.inverse_mass;
                before += half_mass * (*start + pile_body.pull * dt).length_squared();
                after += half_mass * body.velocity.length_squared();
            }
        }
        (before, after)
    }

    /// Goes back to the start of the sub-step, without the impulses of the one before.
    pub(super) fn restart_cold(&mut self, pile_bodies: &[PileBody<V>], dt: f64) {
        for ((body, before), pile_body) in self.bodies.iter_mut().zip(&self.before).zip(pile_bodies)
        {
            body.velocity = *before + pile_body.pull * dt;
        }
        self.rows.iter_mut().for_each(|row| row.impulse = 0.0);
        self.friction_rows.iter_mut().for_each(|row| row.impulse = V::ZERO);
        self.is_active.fill(false);
        self.spins.restart_cold();
    }

    /// Adds the impulses of walls in the sub-step to those before.
    pub(super) fn add_to_totals(&mut self) {
        for (number, total) in (self.walls.first..).zip(&mut self.totals) {
            total.normal += self.rows[number].impulse;
            total.friction += self.friction_rows.get(number).map_or(V::ZERO, |row| row.impulse);
        }
    }

    /// Lets the bodies separate that approached fast when the first sub-step began, and have met.
    pub(super) fn bounce(&mut self) {
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
    pub(super) fn write_contacts(&self, contacts: &mut [PileContact<V>], dt: f64) {
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
    pub(super) fn list_impacts(&self, impacts: &mut Vec<SolvedImpact<V>>) {
        let Self { rows, bounces, is_active, .. } = self;
        let met = bounces.iter().filter(|bounce| is_active[bounce.row as usize]);
        impacts.extend(met.map(|bounce| bounce.solved(&rows[bounce.row as usize])));
    }

    /// Lists what walls have given to bodies of a cluster.
    pub(super) fn list_pushes(
        &self,
        contacts: &[PileContact<V>],
        impacts: &mut Vec<SolvedImpact<V>>,
    ) {
        let bearing = (0u32..).zip(contacts).filter(|(_, contact)| contact.is_bearing);
        for ((contact, _), place) in bearing.zip(&self.places) {
            let of_wall = (*place as usize).checked_sub(self.walls.first);
            let total = of_wall.map(|number| self.totals[number]);
            impacts.extend(total.filter(|total| total.normal > 0.0).map(|total| SolvedImpact {
                contact,
                approach_speed: None,
                impulse: total.normal,
                friction: total.friction,
                energy_lost: 0.0,
            }));
        }
    }

    /// Writes the velocities and the displacements into the bodies, and returns the mechanical energy that the contacts
    /// took. This share of what bodies have gained is taken back.
    pub(super) fn write_bodies(&self, bodies: &mut [PileBody<V>], taken_share: f64) -> f64 {
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
