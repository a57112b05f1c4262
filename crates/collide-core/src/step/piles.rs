//! Piles: bodies that rest on each other are solved together, since impact by impact would never end.
//!
//! A step in which there are piles is divided into sub-steps, into the more the faster bodies in the piles
//! approach. Each of them begins with these stages:
//!
//! ```text
//! release bodies   those that rested in the sub-step before
//! find contacts    neighbour list -> contacts of bodies that may rest, or that overlap; sleepers that are touched wake
//! report overlaps  of bodies that were put into others
//! retain piles     contacts -> those of piles, of clusters, and of bodies that overlap
//! fill the input   bodies and contacts from the ground up, with the forces of the sub-step before
//! plan             how long the sub-step lasts, and how exactly it is solved
//! solve            -> velocities, displacements and forces
//! report impacts   of members of a pile that have bounced off each other
//! pass over        moving walls, over the bodies that they squeeze
//! store forces     for the warm start of the next sub-step
//! write back       velocities, and paths on which each body moves evenly until the sub-step ends
//! ```
//!
//! A body that was pressed, or has joined a pile since, is a member of it. Two members are left to the solver even if they
//! approach fast.
//!
//! Bodies that move evenly look for no impacts with each other. Another body meets them at the exact time, on their even
//! paths, and then joins them or bounces off. A member keeps its path, and has its new velocity from the next sub-step on,
//! unless it is hit so hard that it flies.

use crate::report::{Event, Impact};
use crate::response::Response;
use crate::step::engine::Engine;
use crate::step::no_room::moving_walls::{mark_squeezed, stop_at_moving_walls};
use crate::step::no_room::overlaps::deep_overlaps;
use crate::step::no_room::passed_over::{pass_over_squeezed, release_passed_over};
use crate::step::response::plastic::suppressed_bodies;
use crate::step::solver::input::SolverSettings;
use crate::step::state::piles::PileScratch;
use crate::step::touch::classify::MEMBER_TRAVEL;
use crate::step::touch::meeting::Meeting;
use crate::vector::Vector;
use crate::world::{
    Environment, EvenMotion, NotedTouch, PileState, Progress, Resting, Slot, World,
};

mod neighbours;
mod body_cache;
mod ball_contacts;
mod face_normals;
mod pile_contacts;
mod islands;
mod solver_input;
mod substep;

use islands::retain_piles;
use pile_contacts::touched_sleepers;
use solver_input::fill_solver_input;
use substep::{Substep, plan_substep};

impl<V: Vector> Engine<V> {
    /// Begins a sub-step at `time`, where the one before ends: solves the piles, and predicts all bodies anew
    /// for which that makes a difference.
    pub(crate) fn begin_substep(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        if let Some(progress) = &mut world.progress {
            progress.now = time;
        }
        for index in 0..world.slots.len() as u32 {
            self.cut_chord(world, index, time);
        }
        let mut suppressed = suppressed_bodies(world);
        self.solve_piles(world, dt);
        suppressed.retain(|index| self.rewritten.binary_search(index).is_err());
        for index in &suppressed {
            // Touches that were suppressed are predicted now.
            self.rewrite(world, *index, time, |_| {});
        }
        self.predict_many_rewritten(world, dt);
    }

    /// Solves the piles for a sub-step that begins now. Bodies that move differently from now on are listed as
    /// rewritten, in order.
    pub(crate) fn solve_piles(&mut self, world: &mut World<V>, dt: f64) {
        let Some(progress) = world.progress else { return };
        let time = progress.now;
        let is_first = progress.solved_substeps.unwrap_or(0) == 0;
        if is_first && !world.contacts.passed_over.is_empty() {
            release_passed_over(world, time);
        }
        if is_first && !self.piles.may_rest {
            self.forget_piles(world);
            world.progress = Some(Progress { solved_substeps: Some(0), ..progress });
            return;
        }
        let mut scratch = std::mem::take(&mut self.piles.scratch);
        self.release_resting_bodies(world, time);
        self.find_contacts_of_awake(world, &mut scratch, time, dt);
        self.report_overlaps(world, deep_overlaps(world, &scratch.found), is_first, time);
        retain_piles(&mut scratch);
        fill_solver_input(world, &mut scratch, time, dt);
        let Some(substep) = plan_substep(world, &scratch, dt) else { return };
        self.solve_contacts(&mut scratch, &substep.settings);
        self.report_solved_impacts(world, &scratch, time);
        pass_over_squeezed(world, &scratch);
        store_forces(world, &scratch);
        if self.settings.contacts {
            note_pressed_pairs(world, time);
        }
        self.write_back(world, &scratch, &substep, time);
        self.piles.scratch = scratch;
        self.sort_rewritten(world);
    }

    /// Finds the contacts of a sub-step, and wakes the sleeping bodies that others touch there.
    fn find_contacts_of_awake(
        &mut self,
        world: &mut World<V>,
        scratch: &mut PileScratch<V>,
        time: f64,
        dt: f64,
    ) {
        self.find_contacts(world, scratch, time, dt);
        let touched = touched_sleepers(scratch);
        if !touched.is_empty() {
            touched.into_iter().for_each(|body| world.wake_touched(body));
            self.report_woken(world, time);
            self.release_resting_bodies(world, time);
            self.find_contacts(world, scratch, time, dt);
        }
    }

    /// Sorts the list of rewritten bodies, and frees what constrains them no more.
    fn sort_rewritten(&mut self, world: &mut World<V>) {
        self.rewritten.sort_unstable();
        self.rewritten.dedup();
        for index in &self.rewritten {
            if let Some(slot) = &mut world.slots[*index as usize] {
                slot.drop_empty_constraints();
            }
        }
    }

    /// Forgets the contacts of a world in which no body can rest.
    fn forget_piles(&mut self, world: &mut World<V>) {
        // The memory is freed: in the first step of a large gas all bodies were new, and might have overlapped.
        self.piles.scratch = PileScratch::default();
        let is_of_sleeper = |resting: &Resting<V>| world.is_asleep(resting.bodies[0]);
        if !world.contacts.all().iter().all(is_of_sleeper) {
            store_forces(world, &self.piles.scratch);
        }
        world.contacts.suppressed.clear();
    }

    /// Releases the bodies that rested until now. Their velocities are those of the solver, or of what has hit them since.
    fn release_resting_bodies(&mut self, world: &mut World<V>, time: f64) {
        let mut resting = Vec::new();
        for slot in world.slots.iter_mut().flatten().filter(|slot| slot.is_in_pile()) {
            // A body that only fell on the pile keeps its flight.
            if slot.moves_evenly() {
                resting.push(slot.id.index);
            } else {
                slot.fly_past_pile();
            }
        }
        for index in resting {
            self.rewrite(world, index, time, Slot::leave_contacts);
        }
    }

    /// Finds the velocities of the bodies, and how far they move. In between it is known what moving walls squeeze.
    fn solve_contacts(&mut self, scratch: &mut PileScratch<V>, settings: &SolverSettings) {
        let PileScratch { bodies, contacts, solver, .. } = scratch;
        let stats = solver.find_velocities(bodies, contacts, settings);
        mark_squeezed(bodies, contacts);
        stop_at_moving_walls(bodies, contacts);
        solver.find_displacements(bodies, contacts, settings);
        let tally = &mut self.report.contacts;
        tally.solved += contacts.len() as u64;
        tally.iterations += u64::from(stats.iterations) * contacts.len() as u64;
        tally.energy_lost += stats.energy_lost;
    }

    /// Reports the impacts that the solver has found, at the start of the sub-step: bounces in piles, and what walls give to
    /// clusters, since where nothing pulls, all momentum can be accounted for.
    fn report_solved_impacts(&mut self, world: &World<V>, scratch: &PileScratch<V>, time: f64) {
        let Environment { gravity, period, .. } = world.environment();
        let PileScratch { found, order, contacts, solver, .. } = scratch;
        for solved in &solver.impacts {
            let contact = solved.contact as usize;
            let (found, normal) = (&found[order[contact] as usize], contacts[contact].normal);
            let Some([first, second]) = world.pair(found.pair) else {
                continue;
            };
            let is_push = solved.approach_speed.is_none();
            if is_push && !first.floats_in_cluster(gravity) {
                continue;
            }
            let Some(surface) = self.surface([first, second]) else { continue };
            let feature = found.contact.feature;
            let meeting = Meeting::new([first, second], time, feature, period, surface);
            let [one, two] = meeting.velocities;
            let own_approach = || f64::max((two - one).dot(meeting.normal), 0.0);
            let impact = meeting.impact(
                &Response {
                    first: one,
                    second: two,
                    approach_speed: solved.approach_speed.unwrap_or_else(own_approach),
                    impulse: solved.impulse,
                    friction: solved.friction,
                    energy_lost: solved.energy_lost,
                },
                [first.id, second.id],
            );
            self.report.events.push(Event::Impact(Impact { normal, ..impact }));
        }
    }

    /// Writes velocities and spins back to the bodies of active contacts, and sets them in even motion for a sub-step from
    /// `time` on, by the displacements that the solver has found. Bodies of rigid contacts may overlap after that if they are being moved apart, and so may bodies
    /// that a body which was put into one of them, or a wall, drives into each other.
    fn write_back(
        &mut self,
        world: &mut World<V>,
        scratch: &PileScratch<V>,
        Substep { settings, until }: &Substep,
        time: f64,
    ) {
        let PileScratch { bodies, numbers, contacts, solver, .. } = scratch;
        let [mut is_active, mut may_overlap, mut comes_out] =
            [(); 3].map(|()| vec![false; bodies.len()]);
        for contact in contacts {
            comes_out[contact.bodies[0] as usize] |= contact.comes_out;
            let is_corrected = contact.correction_rate > 0.0 || !contact.is_bearing;
            let is_moved = contact.is_forced || settings.is_rigid && is_corrected;
            for place in contact.bodies.map(|body| body as usize) {
                is_active[place] |= contact.is_active;
                may_overlap[place] |= is_moved;
            }
        }
        for (place, (body, number)) in bodies.iter().zip(numbers).enumerate() {
            let Some(slot) = &mut world.slots[*number as usize] else { continue };
            if !slot.is_mover() {
                continue;
            }
            slot.fall_on_pile();
            slot.may_overlap |= may_overlap[place];
            // No further, as nothing but position correction keeps it out of other walls on the way.
            let comes_out =
                comes_out[place] && body.displacement.length() <= MEMBER_TRAVEL * body.size;
            let state = if comes_out { PileState::ComesOut } else { PileState::Member };
            if is_active[place] && !slot.moves_evenly() {
                self.rewrite(world, *number, time, |slot| {
                    slot.velocity = body.velocity;
                    let path = body.displacement / (until - time);
                    slot.move_evenly(state, EvenMotion { until: *until, path });
                    if let Some(spin) = solver.spins.get(place) {
                        slot.set_angular_velocity(spin.angular_velocity);
                    }
                });
            }
        }
    }
}

/// Stores the forces of the solver for the next warm start, in place of all but those of sleeping bodies. No pair is
/// suppressed any more.
fn store_forces<V: Vector>(world: &mut World<V>, scratch: &PileScratch<V>) {
    world.contacts.suppressed.clear();
    let PileScratch { cache, found, order, contacts, .. } = scratch;
    let mut resting = world.contacts.take();
    // Those of sleeping bodies are needed when these wake.
    match world.flags.sleeps.0 {
        true => resting.retain(|resting| world.is_asleep(resting.bodies[0])),
        false => resting.clear(),
    }
    // They were found nearly in the order in which they are stored.
    let mut places = vec![0; order.len()];
    for (place, found) in order.iter().enumerate() {
        places[*found as usize] = place;
    }
    // Contacts without a force are stored too: a body that touches a pile sleeps and wakes with it.
    resting.extend(found.iter().zip(places).map(|(found, place)| Resting {
        bodies: found.pair.map(|index| cache[index as usize].id),
        feature: found.contact.feature,
        force: contacts[place].force,
        friction_force: contacts[place].friction_force,
    }));
    world.contacts.set(resting);
}

/// Notes the pairs that the solver has pressed at `time` and that are not in contact yet.
fn note_pressed_pairs<V: Vector>(world: &mut World<V>, time: f64) {
    let contacts = &mut world.contacts;
    let mut known = contacts.points.all().iter().map(|point| point.bodies).peekable();
    let mut pressed = Vec::new();
    // Both lists are sorted by bodies.
    for resting in contacts.all().iter().filter(|resting| resting.force > 0.0) {
        while known.next_if(|bodies| *bodies < resting.bodies).is_some() {}
        if known.peek() != Some(&resting.bodies) {
            pressed.push(NotedTouch { bodies: resting.bodies, time, is_impact: false });
        }
    }
    contacts.points.touches.extend(pressed);
}
