//! Piles: bodies that rest on each other are solved together, since impact by impact would never end.
//!
//! A step in which there are piles is divided into sub-steps, for each island by itself, into the more the faster its bodies
//! approach. Each of them begins with these stages:
//!
//! ```text
//! release due      members of which the sub-step ends now
//! find contacts    neighbour list -> contacts of bodies that may rest, or that overlap; sleepers that are touched wake
//! report overlaps  of bodies that were put into others
//! retain piles     contacts -> those of piles, of clusters, and of bodies that overlap, and the islands that they join
//! order            islands -> contacts of each from the ground up; islands in one box are one
//! fill the input   for each island bodies and contacts, with the forces of the sub-step before
//! plan             how long the sub-step lasts, and how exactly it is solved
//! solve            -> velocities, displacements and forces
//! report impacts   of members of a pile that have bounced off each other
//! pass over        moving walls, over the bodies that they squeeze
//! keep forces      for the warm start of the next sub-step
//! list pressed     pairs of which a contact may begin
//! write back       velocities, and paths on which each body moves evenly until the sub-step ends
//! store contacts   of all islands that were solved, and when one is solved next
//! ```
//!
//! A body that was pressed, or has joined a pile since, is a member of it. Two members are left to the solver even if they
//! approach fast.
//!
//! Bodies that move evenly look for no impacts with each other. Another body meets them at the exact time, on their even
//! paths, and then joins them or bounces off. A member keeps its path, and has its new velocity from the next sub-step on,
//! unless it is hit so hard that it flies.

use crate::report::{Budget, Event, Impact};
use crate::response::Response;
use crate::step::engine::Engine;
use crate::step::engine::wake::request_solution;
use crate::step::no_room::moving_walls::{mark_squeezed, stop_at_moving_walls};
use crate::step::no_room::over_budget::{hold_over_budget, spend_on_crowds};
use crate::step::no_room::overlaps::{deep_overlaps, report_overlaps};
use crate::step::no_room::passed_over::{pass_over_squeezed, release_passed_over};
use crate::step::piles::pile_contacts::find_contacts;
use crate::step::prediction::predict::predict_many_rewritten;
use crate::step::response::plastic::suppressed_bodies;
use crate::step::solver::input::SolverSettings;
use crate::step::state::piles::{FoundContact, PileScratch};
use crate::step::touch::classify::{MEMBER_TRAVEL, is_crowded, may_join_pile};
use crate::step::touch::meeting::Meeting;
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{
    BodyId, Environment, EvenMotion, NotedTouch, PileState, Progress, Resting, Slot, World,
};

pub(crate) mod neighbours;
mod body_cache;
mod ball_contacts;
mod face_normals;
mod pile_contacts;
mod islands;
mod solver_input;
mod substep;

use islands::{order_by_islands, retain_due, retain_piles};
use solver_input::fill_solver_input;
use substep::{Substep, plan_substep};

/// What a contact that is solved costs a crowd, in events of a body.
const EVENTS_PER_CONTACT: f64 = 0.25;

/// Solves at `time` the piles of which a sub-step ends, and predicts all bodies anew for which that makes a difference.
pub(crate) fn begin_substep<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    time: f64,
    dt: f64,
) {
    if let Some(progress) = &mut world.progress {
        progress.now = time;
    }
    solve_piles(engine, world, dt);
    predict_many_rewritten(engine, world, dt);
}

/// Solves the piles of which a sub-step begins now: all where the step begins. Bodies that move differently from now on are
/// listed as rewritten, in order.
pub(crate) fn solve_piles<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>, dt: f64) {
    let Some(progress) = world.progress else { return };
    let (time, is_first) = (progress.now, !progress.has_begun);
    if is_first && !world.contacts.passed_over.is_empty() {
        release_passed_over(world, time);
    }
    if is_first && !engine.piles.possible.may_pile() {
        forget_piles(engine, world);
        world.progress = Some(Progress { has_begun: true, ..progress });
        return;
    }
    let mut scratch = std::mem::take(&mut engine.piles.scratch);
    release_due(engine, world, &mut scratch, is_first, time);
    if !is_first && spend_on_crowds(engine, world, 0.0, dt) {
        keep_due_waiting(engine, world, &scratch.is_due, time);
    } else {
        solve_due(engine, world, &mut scratch, is_first, time, dt);
    }
    sort_rewritten(engine, world);
    if !is_first {
        // Touches that were suppressed are predicted now.
        let mut suppressed = suppressed_bodies(world, &scratch.is_due);
        suppressed.retain(|index| engine.rewritten.binary_search(index).is_err());
        suppressed.iter().for_each(|index| engine.rewrite(world, *index, time, |_| {}));
        engine.rewritten.sort_unstable();
    }
    let is_due = |body: &BodyId| scratch.is_due.get(body.index()).is_none_or(|is_due| *is_due);
    world.contacts.suppressed.retain(|pair, _| !pair.iter().any(is_due));
    set_next_solution(world, (&engine.search.loose.bodies, &scratch.is_due), time, dt);
    engine.piles.scratch = scratch;
}

/// Finds the contacts of the bodies that are due, and solves their islands.
fn solve_due<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    scratch: &mut PileScratch<V>,
    is_first: bool,
    time: f64,
    dt: f64,
) {
    find_contacts_of_due(engine, world, scratch, is_first, time, dt);
    report_overlaps(engine, world, deep_overlaps(world, &scratch.found), is_first, time);
    scratch.solved.clear();
    if !scratch.found.is_empty() {
        let islands = retain_piles(scratch);
        let (order, islands) = order_by_islands(scratch, islands);
        scratch.solved.resize(scratch.found.len(), None);
        for island in islands {
            scratch.order.clear();
            scratch.order.extend(&order[island]);
            solve_island(engine, world, scratch, time, dt);
        }
    }
    store_contacts(world, scratch);
    note_pressed_pairs(world, &mut engine.piles.contact_scratch.pressed, time);
}

/// Solves an island, of which the contacts are in order.
fn solve_island<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    scratch: &mut PileScratch<V>,
    time: f64,
    dt: f64,
) {
    let springs_before = fill_solver_input(world, scratch, time, dt);
    let Some(substep) = plan_substep(world, scratch, springs_before, dt) else { return };
    solve_contacts(engine, scratch, &substep.settings);
    let work = EVENTS_PER_CONTACT * scratch.contacts.len() as f64;
    let _is_spent = spend_on_crowds(engine, world, work, dt);
    report_solved_impacts(engine, world, scratch, time);
    pass_over_squeezed(world, scratch);
    keep_forces(scratch, substep.spring_dt);
    if engine.settings.contacts {
        list_pressed(scratch, &mut engine.piles.contact_scratch.pressed);
    }
    write_back(engine, world, scratch, &substep, time);
}

/// Holds the bodies that are due until the step ends, since the budget of all crowds is spent.
fn keep_due_waiting<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    is_due: &[bool],
    time: f64,
) {
    for (index, _) in (0u32..).zip(is_due).filter(|(_, is_due)| **is_due) {
        let slot = world.slots[index as usize].as_ref();
        if slot.is_some_and(|slot| slot.is_mover() && !slot.is_held()) {
            hold_over_budget(engine, world, index, Budget::OfCrowds, time);
        }
    }
}

/// Releases the bodies of which a sub-step ends now, and marks them as due, with those around which piles are to be solved: all
/// where the step begins. Their velocities are those of the solver, or of what has hit them since.
fn release_due<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    scratch: &mut PileScratch<V>,
    is_first: bool,
    time: f64,
) {
    let ends_now = |slot: &Slot<V>| slot.even_until().is_some_and(|until| until <= time);
    let PileScratch { is_due: due, .. } = scratch;
    due.clear();
    due.resize(world.slots.len(), is_first);
    let loose = std::mem::take(&mut engine.search.loose.bodies);
    for &index in &loose {
        if is_first || world.slots[index as usize].as_ref().is_some_and(ends_now) {
            due[index as usize] = true;
            release(engine, world, index, time);
        }
    }
    world.contacts.requested.retain(|body, requested| {
        let is_due = *requested <= time;
        due[body.index()] |= is_due;
        !is_due
    });
    for index in loose.iter().map(|index| *index as usize).filter(|index| due[*index]) {
        world.slots[index].iter_mut().for_each(Slot::fly_past_pile);
    }
    engine.search.loose.bodies = loose;
}

/// Releases a body that moves evenly.
fn release<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>, index: u32, time: f64) {
    if world.slots[index as usize].as_ref().is_some_and(Slot::moves_evenly) {
        engine.rewrite(world, index, time, Slot::leave_contacts);
    }
}

/// Finds the contacts of a sub-step that begins at `time`: those of the bodies that are due, and of all that they touch,
/// directly or through others, but for bodies in the middle of a sub-step. Sleeping bodies that are touched wake.
fn find_contacts_of_due<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    scratch: &mut PileScratch<V>,
    is_first: bool,
    time: f64,
    dt: f64,
) {
    loop {
        find_contacts(engine, world, scratch, time, dt);
        if !is_first {
            retain_due(scratch);
        }
        let disturbed = disturbed_bodies(world, &scratch.found, time);
        if disturbed.is_empty() {
            return;
        }
        for body in disturbed {
            engine.cut_chord(world, body.index, time);
            world.wake_touched(body);
        }
        for body in std::mem::take(&mut world.woken) {
            scratch.is_due[body.index()] = true;
            release(engine, world, body.index, time);
            world.woken.push(body);
        }
        engine.report_woken(world, time);
    }
}

/// Sorts the list of rewritten bodies, and frees what constrains them no more.
fn sort_rewritten<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>) {
    engine.rewritten.sort_unstable();
    engine.rewritten.dedup();
    for index in &engine.rewritten {
        if let Some(slot) = &mut world.slots[*index as usize] {
            slot.drop_empty_constraints();
        }
    }
}

/// Forgets the contacts of a world in which there is no pile.
fn forget_piles<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>) {
    // The memory is freed: in the first step of a large gas all bodies were new, and might have overlapped.
    if !engine.piles.scratch.cache.is_empty() {
        engine.piles.scratch = PileScratch::default();
    }
    let is_of_sleeper = |resting: &Resting<V>| world.is_asleep(resting.bodies[0]);
    if !world.contacts.all().iter().all(is_of_sleeper) {
        let sleepers = world.contacts.all().iter().copied().filter(is_of_sleeper).collect();
        world.contacts.set(sleepers);
    }
    world.contacts.suppressed.clear();
}

/// Finds the velocities of the bodies, and how far they move. In between it is known what moving walls squeeze.
fn solve_contacts<V: Vector>(
    engine: &mut Engine<V>,
    scratch: &mut PileScratch<V>,
    settings: &SolverSettings,
) {
    let PileScratch { bodies, contacts, solver, .. } = scratch;
    let stats = solver.find_velocities(bodies, contacts, settings);
    mark_squeezed(bodies, contacts);
    stop_at_moving_walls(bodies, contacts);
    solver.find_displacements(bodies, contacts, settings);
    let tally = &mut engine.report.contacts;
    tally.solved += contacts.len() as u64;
    tally.iterations += u64::from(stats.iterations) * contacts.len() as u64;
    tally.energy_lost += stats.energy_lost;
}

/// Reports the impacts that the solver has found, at the start of the sub-step: bounces in piles, and what walls give to
/// clusters, since where nothing pulls, all momentum can be accounted for.
fn report_solved_impacts<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    scratch: &PileScratch<V>,
    time: f64,
) {
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
        let Some(surface) = pair_surface(engine, [first, second]) else { continue };
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
        engine.report.events.push(Event::Impact(Impact { normal, ..impact }));
    }
}

/// Writes velocities and spins back to the bodies of active contacts, and sets them in even motion for a sub-step from
/// `time` on, by the displacements that the solver has found. The others fall on the pile, and piles are solved around them
/// when the sub-step ends. Bodies of rigid contacts may overlap after that if they are being moved apart, and so may bodies
/// that a body which was put into one of them, or a wall, drives into each other.
fn write_back<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    scratch: &PileScratch<V>,
    Substep { settings, until, .. }: &Substep,
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
        slot.may_overlap |= may_overlap[place];
        // No further: a fast body would pass through others on its way.
        let comes_out = comes_out[place] && body.displacement.length() <= MEMBER_TRAVEL * body.size;
        let state = if comes_out { PileState::ComesOut } else { PileState::Member };
        if is_active[place] && !slot.moves_evenly() {
            engine.rewrite(world, *number, time, |slot| {
                slot.velocity = body.velocity;
                let path = body.displacement / (until - time);
                slot.move_evenly(state, EvenMotion { until: *until, path });
                if let Some(spin) = solver.spins.get(place) {
                    slot.set_angular_velocity(spin.angular_velocity);
                }
            });
        } else if !slot.moves_evenly() {
            slot.fall_on_pile();
            world.contacts.requested.insert(slot.id, *until);
        }
    }
}

/// The bodies in these contacts that sleep, and wake if they are touched, and those of which the flight has nearly their place only.
fn disturbed_bodies<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V>],
    time: f64,
) -> Vec<BodyId> {
    let slots = found
        .iter()
        .flat_map(|found| found.pair)
        .filter_map(|index| world.slots[index as usize].as_ref());
    let is_on_chord = |slot: &&Slot<V>| slot.chord().is_some() && slot.time < time;
    slots
        .filter(|slot| slot.constraints().asleep.is_some() || is_on_chord(slot))
        .map(|slot| slot.id)
        .collect()
}

/// Keeps the forces of an island for the next warm start, and for which length of a solver sub-step its springs are made.
fn keep_forces<V: Vector>(scratch: &mut PileScratch<V>, spring_dt: f64) {
    let PileScratch { cache, found, is_due, order, contacts, solved, .. } = scratch;
    let found = order.iter().map(|place| &found[*place as usize]);
    for index in found.clone().flat_map(|found| found.pair) {
        is_due[index as usize] |= cache[index as usize].is_mover;
    }
    // Contacts without a force are stored too: a body that touches a pile sleeps and wakes with it.
    for ((place, found), contact) in order.iter().zip(found).zip(contacts) {
        solved[*place as usize] = Some(Resting {
            bodies: found.pair.map(|index| cache[index as usize].id),
            feature: found.contact.feature,
            force: contact.force,
            friction_force: contact.friction_force,
            spring_dt,
        });
    }
}

/// Stores the contacts of the islands that have been solved, in place of all that their bodies had.
fn store_contacts<V: Vector>(
    world: &mut World<V>,
    PileScratch { is_due, solved, .. }: &PileScratch<V>,
) {
    let is_due = |body: BodyId| is_due.get(body.index()).is_none_or(|is_due| *is_due);
    let mut resting = world.contacts.take();
    // Those of sleeping bodies are needed when these wake.
    resting.retain(|it| world.is_asleep(it.bodies[0]) || !it.bodies.into_iter().any(is_due));
    // They were found nearly in the order in which they are stored.
    resting.extend(solved.iter().flatten());
    world.contacts.set(resting);
}

/// Notes when an island is solved next. Piles are solved soon again around bodies that were due and still fly, in a crowd or while
/// they overlap others.
fn set_next_solution<V: Vector>(
    world: &mut World<V>,
    (loose, is_due): (&[u32], &[bool]),
    time: f64,
    dt: f64,
) {
    let slots = loose.iter().filter_map(|index| world.slots[*index as usize].as_ref());
    let ends = slots.filter_map(Slot::even_until);
    let next = ends.chain(world.contacts.requested.values().copied()).reduce(f64::min);
    if let Some(progress) = &mut world.progress {
        (progress.has_begun, progress.next_solution) = (true, next);
    }
    for &index in loose.iter().filter(|index| is_due[**index as usize]) {
        let waits = |slot: &Slot<V>| {
            let is_in_crowd = || is_crowded(slot) && may_join_pile(slot);
            !slot.is_in_pile() && slot.is_mover() && (slot.may_overlap || is_in_crowd())
        };
        if world.slots[index as usize].as_ref().is_some_and(waits) {
            request_solution(world, &[index], time, dt);
        }
    }
}

/// Lists the pairs of an island which the solver has pressed at any time in the sub-step.
fn list_pressed<V: Vector>(scratch: &PileScratch<V>, pressed: &mut Vec<[BodyId; 2]>) {
    let are_pressed =
        scratch.in_order().filter(|(_, contact)| contact.is_bearing && contact.is_active);
    let ids = |pair: [u32; 2]| pair.map(|index| scratch.cache[index as usize].id);
    pressed.extend(are_pressed.map(|(found, _)| ids(found.pair)));
}

/// Notes the pressed pairs that are not in contact yet as touches at `time`.
fn note_pressed_pairs<V: Vector>(world: &mut World<V>, pressed: &mut Vec<[BodyId; 2]>, time: f64) {
    pressed.sort_unstable();
    pressed.dedup();
    let points = &mut world.contacts.points;
    // Both lists are sorted by bodies.
    let mut known = points.all().iter().map(|point| point.bodies).peekable();
    pressed.retain(|pair| {
        while known.next_if(|bodies| bodies < pair).is_some() {}
        known.peek() != Some(pair)
    });
    let touch = |bodies| NotedTouch { bodies, time, is_impact: false };
    points.touches.extend(pressed.drain(..).map(touch));
}
