//! Piles: bodies that rest on each other are solved together, since impact by impact would never end.
//!
//! A step in which there are piles is divided into sub-steps, into the more the faster bodies in the piles
//! approach. Each of them begins with these stages:
//!
//! ```text
//! release bodies   those that rested in the sub-step before
//! find contacts    neighbour list -> contacts of bodies that may rest, or that overlap
//! retain piles     contacts -> those of piles, of clusters, and of bodies that overlap
//! solve            bodies and contacts from the ground up -> velocities, displacements and forces
//! report           members of a pile that have bounced off each other
//! pass over        moving walls, over the bodies that they squeeze
//! store forces     for the warm start of the next sub-step
//! set motion       each body moves evenly until the sub-step ends
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
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::MEMBER_TRAVEL;
use crate::step::response::overlaps::Overlap;
use crate::step::response::plastic::suppressed_bodies;
use crate::step::response::squeezed::{pass_over, release_passed_over};
use crate::step::state::piles::{FoundContact, PileScratch};
use crate::vector::Vector;
use crate::world::{Environment, NotedTouch, Progress, Rest, Resting, Slot, World};

mod tuning;
mod neighbours;
mod body_cache;
mod ball_contacts;
mod face_normals;
mod contacts;
mod islands;
mod solver_input;
mod substep;

use contacts::touched_sleepers;
pub(crate) use contacts::{carries, pair_size, relative_motion};
use islands::retain_piles;
use solver_input::fill_solver_input;
use substep::{longest_travel, next_substep, solver_settings, substeps_of_step};

impl<V: Vector> Engine<V> {
    /// Begins a sub-step at `time`, where the one before ends: solves the piles, and predicts all bodies anew
    /// for which that makes a difference.
    pub(crate) fn begin_substep(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        if let Some(progress) = &mut world.progress {
            progress.now = time;
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
        let (solved, time) = (progress.solved_substeps.unwrap_or(0), progress.now);
        if solved == 0 && !world.contacts.passed_over.is_empty() {
            release_passed_over(world, time);
        }
        if solved == 0 && !self.piles.may_rest {
            self.forget_piles(world);
            world.progress = Some(Progress { solved_substeps: Some(0), ..progress });
            return;
        }
        self.release_resting_bodies(world, time);
        let mut scratch = std::mem::take(&mut self.piles.scratch);
        self.find_contacts(world, &mut scratch, time, dt);
        let touched = touched_sleepers(&scratch);
        if !touched.is_empty() {
            touched.into_iter().for_each(|body| world.wake_touched(body));
            self.report_woken(world, time);
            self.release_resting_bodies(world, time);
            self.find_contacts(world, &mut scratch, time, dt);
        }
        self.report_overlaps(world, deep_overlaps(world, &scratch.found), solved == 0, time);
        retain_piles(world, &mut scratch);
        world.contacts.suppressed.clear();
        self.solve_contacts(world, &mut scratch, solved, time, dt);
        self.piles.scratch = scratch;
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

    /// Releases the bodies that rested until now. Their velocities are those of the solver.
    fn release_resting_bodies(&mut self, world: &mut World<V>, time: f64) {
        let mut resting = Vec::new();
        for slot in world.slots.iter_mut().flatten().filter(|slot| slot.in_pile) {
            slot.in_pile = false;
            // A body that only fell on the pile keeps its flight.
            if slot.constraints().rest.is_some() {
                resting.push(slot.id.index);
            }
        }
        for index in resting {
            self.rewrite(world, index, time, Slot::leave_contacts);
        }
    }

    /// Solves the contacts of a sub-step that begins at `time`, after so many solver sub-steps, and sets the
    /// bodies in motion.
    fn solve_contacts(
        &mut self,
        world: &mut World<V>,
        scratch: &mut PileScratch<V>,
        solved: u32,
        time: f64,
        dt: f64,
    ) {
        fill_solver_input(world, scratch, time, dt);
        let PileScratch { bodies, contacts, solver, .. } = scratch;
        let any_floats = bodies.iter().any(|body| body.inverse_mass > 0.0 && body.pull == V::ZERO);
        let travel = longest_travel(bodies, contacts, any_floats, dt);
        let Some(progress) = &mut world.progress else { return };
        if solved == 0 && !contacts.is_empty() {
            let before = world.contacts.substeps;
            progress.substeps =
                substeps_of_step(bodies, contacts, [travel, dt], any_floats, before);
            world.contacts.substeps = progress.substeps;
        }
        let next = next_substep(travel, any_floats, [solved, progress.substeps]);
        // A step without piles has no sub-steps.
        let has_piles = solved > 0 || !contacts.is_empty();
        progress.solved_substeps = Some(if has_piles { next } else { 0 });
        let until = progress.start_of_solver_substep(next);
        let (substeps, length) = (next - solved, until - time);
        let settings = solver_settings(bodies, contacts, any_floats, substeps, length, dt);
        let stats = solver.solve(bodies, contacts, &settings);
        let tally = &mut self.report.contacts;
        tally.solved += contacts.len() as u64;
        tally.iterations += u64::from(stats.iterations) * contacts.len() as u64;
        tally.energy_lost += stats.energy_lost;
        self.report_solved_impacts(world, scratch, time);
        pass_over_squeezed(world, scratch);
        store_forces(world, scratch);
        if self.settings.contacts {
            note_pressed_pairs(world, time);
        }
        self.set_even_motion(world, scratch, settings.is_rigid, time, until);
    }

    /// Reports the impacts that the solver has found, at the start of the sub-step: bounces in piles, and what walls give to
    /// clusters, since where nothing pulls, all momentum can be accounted for.
    fn report_solved_impacts(&mut self, world: &World<V>, scratch: &PileScratch<V>, time: f64) {
        let Environment { gravity, period, .. } = world.environment();
        let PileScratch { found, order, contacts, solver, .. } = scratch;
        for solved in &solver.impacts {
            let contact = solved.contact as usize;
            let (found, normal) = (&found[order[contact] as usize], contacts[contact].normal);
            let [Some(first), Some(second)] =
                found.pair.map(|index| world.slots[index as usize].as_ref())
            else {
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

    /// Sets the bodies of active contacts in even motion from `time` to `until`, by the displacements that
    /// the solver has found. Bodies of rigid contacts may overlap after that if they are being moved apart, and so may bodies
    /// that a body which was put into one of them, or a wall, drives into each other.
    fn set_even_motion(
        &mut self,
        world: &mut World<V>,
        scratch: &PileScratch<V>,
        are_rigid: bool,
        time: f64,
        until: f64,
    ) {
        let PileScratch { bodies, numbers, contacts, solver, .. } = scratch;
        let [mut is_active, mut may_overlap, mut comes_out] =
            [(); 3].map(|()| vec![false; bodies.len()]);
        for contact in contacts {
            comes_out[contact.bodies[0] as usize] |= contact.comes_out;
            let is_corrected = contact.correction_rate > 0.0 || !contact.is_bearing;
            let is_moved = contact.is_forced || are_rigid && is_corrected;
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
            slot.in_pile = true;
            slot.may_overlap |= may_overlap[place];
            if is_active[place] && slot.constraints().rest.is_none() {
                self.rewrite(world, *number, time, |slot| {
                    slot.velocity = body.displacement / (until - time);
                    slot.constraints_mut().rest = Some(Rest {
                        until,
                        velocity: body.velocity,
                        as_solved: true,
                        nudged: false,
                        // No further, as nothing but position correction keeps it out of other walls on the way.
                        comes_out: comes_out[place]
                            && body.displacement.length() <= MEMBER_TRAVEL * body.size,
                    });
                    if let Some(spin) = solver.spins.get(place) {
                        slot.set_angular_velocity(spin.angular_velocity);
                    }
                });
            }
        }
    }
}

/// The deep overlaps among these contacts.
fn deep_overlaps<V: Vector>(world: &World<V>, found: &[FoundContact<V>]) -> Vec<Overlap> {
    let overlap = |found: &FoundContact<V>| {
        let [one, two] = found.pair.map(|index| world.slots[index as usize].as_ref());
        let depth = -found.contact.separation;
        let bodies = [one?.id, two?.id];
        Some(Overlap { bodies, share: depth / found.size, depth })
    };
    found.iter().filter(|found| found.is_deep).filter_map(overlap).collect()
}

/// Stores the forces of the solver for the next warm start, in place of all but those of sleeping bodies.
fn store_forces<V: Vector>(world: &mut World<V>, scratch: &PileScratch<V>) {
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

/// Lets the moving walls pass over the bodies that they have been found to squeeze.
fn pass_over_squeezed<V: Vector>(world: &mut World<V>, scratch: &PileScratch<V>) {
    for (found, contact) in scratch.in_order() {
        if contact.gives_way && !found.is_passed_over {
            pass_over(world, found.pair.map(|index| scratch.cache[index as usize].id));
        }
    }
}
