//! How does one follow a half of space?
//!
//! The border is between two rows of cells. Who is on one side of it is followed by one, and who is near it on the
//! other side by both: as a guest by him whose half it is not, who may not know everyone whom a guest meets.

use std::mem::{swap, take};

use super::fence::Handled;
use super::queue::Prediction;
use super::stepper::{Domain, Half, Hand};
use super::terms::Terms;
use super::witness::{Sight, Witness};
use crate::report::Report;
use crate::vector::Vector;
use crate::world::{Progress, Slot, World};

/// The zones of cells into which it matters who comes: those at the border, those as near to it as guests are, and
/// those beyond the border that are farther from it.
pub(super) const AT_BORDER: u8 = 1;
pub(super) const NEAR: u8 = 2;
const FAR: u8 = 3;

impl<V: Vector> Half<V> {
    /// The first half, or the second, of a world whose movers are in these rows along an axis, with the border before
    /// one of them and guests so many rows beyond it.
    pub(super) fn new(
        number: u8,
        world: &World<V>,
        rows: &[Option<usize>],
        (row, depth): (usize, usize),
    ) -> Self {
        let mut half = Self {
            hand: Hand::default(),
            number,
            depth,
            guests: Vec::new(),
            mistaken: Vec::new(),
            brought: vec![1; rows.len()],
            step: 0,
            border: Vec::new(),
            met: Vec::new(),
            is_rewritten: vec![false; rows.len()],
            seen: Vec::new(),
            is_out_of_order: false,
            told: Domain::default(),
            is_done: false,
        };
        let is_first = number == 0;
        let range = if is_first { 0..row + depth } else { row - depth..usize::MAX };
        let own = &mut half.hand.world;
        own.generations.clone_from(&world.generations);
        let is_here = |it: &Option<usize>| it.is_none_or(|it| range.contains(&it));
        let slots = world.slots.items().iter().zip(rows);
        let here = slots.map(|(slot, it)| if is_here(it) { slot.clone() } else { None });
        own.slots.replace(here.collect());
        let is_guest = |it: &usize| (*it >= row) == is_first && range.contains(it);
        let guests = (0..).zip(rows).filter(|(_, it)| it.as_ref().is_some_and(is_guest));
        half.guests.extend(guests.map(|(body, _)| body));
        half
    }

    /// Begins to follow all who are here, where the border is before a row along an axis. Tells whether that is
    /// possible.
    pub(super) fn begin(
        &mut self,
        terms: &Terms<V::Wide>,
        (axis, row): (usize, usize),
        dt: f64,
    ) -> bool {
        let Self { hand: Hand { stepper, world }, depth, .. } = self;
        let depth = *depth;
        world.progress = Some(Progress { dt, settled: Some(0), now: 0.0 });
        if !stepper.lay_tracks(world, *terms) {
            return false;
        }
        let is_first = self.number == 0;
        let zone = |it: usize| match is_first {
            _ if it == row - 1 || it == row => AT_BORDER,
            true if it == row - depth => NEAR,
            true if it == row + depth + 1 => FAR,
            false if it == row + depth - 1 => NEAR,
            false if it == row - depth - 2 => FAR,
            _ => 0,
        };
        let zones = (0..terms.lattice.len()).map(|cell| zone(terms.lattice.place_of(cell)[axis]));
        let zones: Vec<u8> = zones.collect();
        let border = (0..).zip(&zones).filter(|(_, zone)| **zone == AT_BORDER);
        self.border.extend(border.map(|(cell, _)| cell));
        stepper.tracks.is_on = true;
        stepper.queue.begin_with([0.0, dt], stepper.tracks.spans(dt));
        stepper.track_all(world, dt);
        stepper.tracks.divide(zones);
        true
    }

    /// Who of his own has come into a zone in the last step.
    pub(super) fn passed(&self, zone: u8, owners: &[u8]) -> Vec<u32> {
        let is_own = |body: u32| owners[body as usize] == self.number;
        let passed = self.hand.stepper.tracks.passed.iter();
        passed.filter(|(body, at)| *at == zone && is_own(*body)).map(|(body, _)| *body).collect()
    }

    /// Whether a body is followed, or is a wall.
    pub(super) fn knows(&self, body: u32) -> bool {
        self.hand.world.slots[body as usize].is_some()
    }

    /// What happened to those who are marked.
    pub(super) fn seen_of(&self, is_marked: &[bool]) -> impl Iterator<Item = &Sight<V>> {
        let is_of = |seen: &&Sight<V>| seen.bodies.iter().any(|body| is_marked[*body as usize]);
        self.seen.iter().filter(is_of)
    }

    /// A body as the step has left it here; nothing if nothing was asked about it.
    pub(super) fn left(&self, place: usize) -> Option<&Slot<V>> {
        let own = self.hand.world.slots[place].as_ref();
        own.filter(|_| self.brought[place] == self.step)
    }

    /// In which row along an axis a body is.
    pub(super) fn row(&self, slot: &Slot<V>, axis: usize) -> usize {
        self.hand.stepper.tracks.cells.row(slot.position.widen(), axis)
    }

    /// Follows everyone through a step, of whom this is known when it begins.
    pub(super) fn follow(
        &mut self,
        known: &World<V>,
        bodies: Bodies<'_>,
        newcomers: &[u32],
        dt: f64,
    ) {
        self.begin_step(known, bodies.owners, newcomers, dt);
        let Self { hand: Hand { stepper, world }, number, brought, step, .. } = self;
        let Self { border, met, seen, told, is_rewritten, is_out_of_order, .. } = self;
        met.clear();
        border.iter().for_each(|cell| stepper.tracks.each_in(*cell, |body| met.push(body)));
        let handled = &mut told.done.handled;
        seen.clear();
        handled.clear();
        is_rewritten.fill(false);
        let mut witness = Watcher {
            copies: Copies { known, brought, step: *step },
            bodies,
            number: *number,
            is_rewritten,
            seen,
            handled,
            last: None,
            is_out_of_order: false,
            so_far: [0; 2],
        };
        self.is_done = stepper.follow(world, &mut witness, dt);
        *is_out_of_order = witness.is_out_of_order;
        swap(&mut told.report, &mut stepper.report);
        let passed = stepper.tracks.passed.iter().filter(|(_, zone)| *zone == AT_BORDER);
        met.extend(passed.map(|(body, _)| body));
    }

    /// Begins a step, with the guests who are near in it.
    fn begin_step(&mut self, known: &World<V>, owners: &[u8], newcomers: &[u32], dt: f64) {
        self.step += 1;
        let Hand { stepper, world } = &mut self.hand;
        // What came of the look at all when they began to be followed is for the first step.
        if self.step > 1 {
            stepper.queue.begin_with([0.0, dt], stepper.tracks.spans(dt));
        }
        world.progress = Some(Progress { dt, settled: Some(0), now: 0.0 });
        stepper.report.clear(dt);
        self.forget_those_far(owners);
        self.learn_of_guests(known, newcomers, dt);
    }

    /// Learns of guests what came to pass, and who has newly come.
    fn learn_of_guests(&mut self, known: &World<V>, newcomers: &[u32], dt: f64) {
        let Self { hand: Hand { stepper, world }, guests, mistaken, brought, step, .. } = self;
        for body in newcomers {
            let place = *body as usize;
            if world.slots[place].is_none() {
                world.slots[place] = known.slots[place].clone();
                brought[place] = *step;
                guests.push(*body);
                mistaken.push(*body);
            }
        }
        let mut copies = Copies { known, brought, step: *step };
        for body in mistaken.drain(..) {
            copies.bring(world, [body; 2]);
            stepper.versions[body as usize] += 1;
            stepper.track_again(world, &mut copies, body, dt);
        }
    }

    /// Follows guests no more who have gone too far.
    fn forget_those_far(&mut self, owners: &[u8]) {
        let Self { hand: Hand { stepper, world }, guests, mistaken, .. } = self;
        let mut passed = take(&mut stepper.tracks.passed);
        for (body, zone) in passed.drain(..) {
            let place = body as usize;
            let is_guest = owners[place] != self.number;
            // Where a guest really is who was seen wrongly is not known here yet.
            if zone == FAR
                && is_guest
                && !mistaken.contains(&body)
                && world.slots[place].take().is_some()
            {
                stepper.versions[place] += 1;
                stepper.tracks.forget(body);
                guests.retain(|guest| *guest != body);
            }
        }
        stepper.tracks.passed = passed;
    }
}

/// Copies of bodies that are brought into the states in which a step begins when that is asked for.
struct Copies<'a, V: Vector> {
    known: &'a World<V>,
    brought: &'a mut [u32],
    step: u32,
}

impl<V: Vector> Witness<V> for Copies<'_, V> {
    fn bring(&mut self, world: &mut World<V>, bodies: [u32; 2]) {
        for place in bodies.map(|body| body as usize) {
            if self.brought[place] != self.step
                && let Some(copy) = &mut world.slots[place]
                && let Some(body) = &self.known.slots[place]
            {
                self.brought[place] = self.step;
                copy.take_state(body);
            }
        }
    }

    fn bring_all(&mut self, world: &mut World<V>) {
        (0..world.slots.len() as u32).for_each(|body| self.bring(world, [body; 2]));
    }

    fn note(&mut self, _: &World<V>, _: &Prediction, _: &mut Report<V>) {}
}

/// What is known of bodies in both halves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bodies<'a> {
    /// Whose each is, by number.
    pub(super) owners: &'a [u8],
    /// Whether both know it.
    pub(super) are_shared: &'a [bool],
}

/// Who notes what is seen of a half.
struct Watcher<'a, V: Vector> {
    copies: Copies<'a, V>,
    bodies: Bodies<'a>,
    number: u8,
    is_rewritten: &'a mut [bool],
    seen: &'a mut Vec<Sight<V>>,
    handled: &'a mut Vec<Handled>,
    /// The last event, and whether two of different owners have touched at the very time of another one.
    last: Option<(f64, [u32; 2])>,
    is_out_of_order: bool,
    /// How much has been told.
    so_far: [usize; 2],
}

impl<V: Vector> Watcher<'_, V> {
    /// Whether these are two who move and are of different owners.
    fn are_of_both(&self, world: &World<V>, bodies: [u32; 2]) -> bool {
        let [one, two] = bodies.map(|body| self.bodies.owners[body as usize]);
        let moves = |body: u32| world.slots[body as usize].as_ref().is_some_and(Slot::is_mover);
        one != two && bodies.into_iter().all(moves)
    }
}

impl<V: Vector> Witness<V> for Watcher<'_, V> {
    fn bring(&mut self, world: &mut World<V>, bodies: [u32; 2]) {
        self.copies.bring(world, bodies);
    }

    fn bring_all(&mut self, world: &mut World<V>) {
        self.copies.bring_all(world);
    }

    fn note(&mut self, world: &World<V>, prediction: &Prediction, report: &mut Report<V>) {
        let Prediction { time, bodies, .. } = *prediction;
        let places = bodies.map(|body| body as usize);
        places.into_iter().for_each(|place| self.is_rewritten[place] = true);
        if places.into_iter().any(|place| self.bodies.are_shared[place]) {
            let velocity = |place: usize| world.slots[place].as_ref().map(|slot| slot.velocity);
            let velocities = places.map(|place| velocity(place).unwrap_or_default());
            self.seen.push(Sight { time, bodies, velocities });
        }
        if let Some((_, before)) = self.last.filter(|(last, _)| *last == time) {
            let mut both = [before, bodies].into_iter();
            self.is_out_of_order |= both.any(|bodies| self.are_of_both(world, bodies));
        }
        self.last = Some((time, bodies));
        // Of an event he tells whose the first of its bodies is.
        if self.bodies.owners[places[0]] == self.number {
            self.so_far = [report.events.len(), report.legs.len()];
            let [events, legs] = self.so_far.map(|it| it as u32);
            self.handled.push(Handled { prediction: *prediction, events, legs });
        } else {
            report.events.truncate(self.so_far[0]);
            report.legs.truncate(self.so_far[1]);
        }
    }
}
