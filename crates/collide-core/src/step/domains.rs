//! How do several work on one step, or one on a part of it after the other?
//!
//! Where nothing but impacts happens, bodies are divided into domains: neighbours in the list of all, who are to be
//! neighbours in space too. A domain is a world with a stepper of its own, which makes the step as far as nobody of
//! another domain can have a part in it ([`fence`](super::fence)). What is left, where domains meet, is handled
//! after that by one who sees all. No result depends on it, because events that share no body commute.
//!
//! What the stages of a step do is done there at once, while what is known of a domain is still in the memory that is
//! near. So nothing is detected before the stage of responses.

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::fence::Handled;
use super::find::survey;
use super::method::Method;
use super::outline::{Outline, Part};
use super::paths::{Meets, Path, stretch};
use super::queue::{Kind, Prediction};
use super::stepper::{Domain, Stepper};
use crate::broad::grid::{Grid, Large};
use crate::broad::{Aabb, BroadPhase, Finder, Grids, Spot, halve};
use crate::executor::map;
use crate::report::Report;
use crate::vector::{Vector, Wide};
use crate::world::{Progress, World};

/// A domain has about so many bodies where they are many: what is known of them fits into the memory that is near.
const BODIES: usize = 16_384;

/// For so many steps at most there are no domains after they were of no use.
const PATIENCE: u32 = 1023;

impl<V: Vector> Stepper<V> {
    /// Whether the step that begins is to be made domain by domain. What is left to do in it is done then when it is
    /// [responded](Self::respond_apart) to.
    pub(super) fn goes_apart(&mut self, world: &mut World<V>, dt: f64) -> bool {
        self.is_apart = false;
        let wanted = self.domains_wanted(world);
        if wanted < 2 || self.patience > 0 {
            self.patience = self.patience.saturating_sub(1);
            return false;
        }
        let length = world.slots.len().div_ceil(wanted);
        let stamp = world.stamp;
        let holds = |outline: &Outline<_>| {
            outline.is_of(dt, stamp) && (self.settings.record_legs || !outline.is_mixed())
        };
        if !self.outline.as_ref().is_some_and(holds) || !world.slots.is_divided(length) {
            self.outline = self.outline_of(world, length, dt);
        }
        self.is_apart = self.outline.is_some();
        if self.is_apart {
            world.slots.divide(length);
            // There are no piles.
            world.progress = world.progress.map(|it| Progress { settled: Some(0), ..it });
        } else {
            self.lose_patience();
        }
        self.is_apart
    }

    /// Into how many domains the bodies are to be divided in the step that begins; into one or none if there is no
    /// use in it.
    fn domains_wanted(&self, world: &World<V>) -> usize {
        let begins = |progress: Progress| progress.settled.is_none() && progress.now == 0.0;
        let may = self.settings.method == Method::Continuous
            && self.settings.broad == BroadPhase::Grid
            && self.hook.is_none()
            && world.is_open()
            && world.environment().gravity == V::Wide::ZERO
            && world.progress.is_some_and(begins)
            && world.is_unbound();
        if !may {
            return 0;
        }
        let (count, threads) = (world.slots.len(), self.executor.threads());
        let least = usize::max(self.executor.least_piece(), 1);
        let busy = if threads > 1 { usize::min(threads, count / least) } else { 0 };
        usize::max(busy, count / BODIES)
    }

    /// Where the domains end that so many bodies each make, if the step can be made by them. For that the bodies are
    /// arranged, unless their legs are to be told in order.
    fn outline_of(&self, world: &mut World<V>, length: usize, dt: f64) -> Option<Outline<V::Wide>> {
        let known = ([dt, V::EPSILON], world.stamp);
        let outline = |parts| Outline::of((parts, length), known.0, known.1);
        let nothing = vec![Default::default(); world.slots.len().div_ceil(length)];
        let mut rough = self.parts(world, length, nothing.clone());
        if rough.iter().any(|part| part.is_odd) {
            return None;
        }
        if !self.settings.record_legs {
            arrange(world, length);
            rough = self.parts(world, length, nothing);
        }
        let rough = outline(rough)?;
        outline(self.parts(world, length, rough.next_parts().collect()))
    }

    /// What is known of parts of so many bodies each, which begins with this.
    fn parts(
        &self,
        world: &mut World<V>,
        length: usize,
        known: Vec<(Part<V::Wide>, Vec<Aabb<V::Wide>>)>,
    ) -> Vec<Part<V::Wide>> {
        let runs = world.slots.runs(length).into_iter().zip(known);
        map(&*self.executor, runs, |(slots, (mut part, near))| {
            slots.iter().for_each(|slot| part.add(slot.as_ref(), &near));
            part
        })
    }

    /// Makes the next steps without domains, and the more of them the more often that is needed.
    fn lose_patience(&mut self) {
        self.impatience = u32::min(2 * self.impatience + 1, PATIENCE);
        self.patience = self.impatience;
    }

    /// Makes a step domain by domain but for flying everyone to its end, if that is possible; otherwise the world is
    /// as it was when the step began.
    pub(super) fn respond_apart(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let Some(outline) = self.outline.take() else { return false };
        self.versions.divide_like(&world.slots, 0);
        self.paths.divide_like(&world.slots, Path::none());
        self.spots.divide_like(&world.slots, Spot::NOWHERE);
        let walls = self.enter_walls(world, &outline.walls, dt);
        self.in_domains(world, &outline.walls, |number, domain| {
            let Domain { stepper, world } = domain;
            stepper.enter_domain(world, &walls, dt);
            stepper.put_up_fence(world, &outline, number, dt);
            stepper.handle_all(world, dt);
        });
        let told = std::mem::take(&mut self.report);
        self.fence.begin(outline.speed, (0, 0));
        let mut is_done = self.domains.iter().all(|domain| !domain.stepper.fence.is_broken);
        if is_done {
            self.join(world, &outline, dt);
            self.handle_all(world, dt);
            self.give_grids_back();
            is_done = !self.fence.is_broken;
        }
        self.fence.is_up = false;
        if is_done {
            self.tell_all(told);
            self.impatience = 0;
            self.outline = Some(outline);
        } else {
            self.report = told;
            self.fence.restore(world);
            self.domains.iter_mut().for_each(|domain| domain.stepper.fence.restore(world));
            self.lose_patience();
        }
        is_done
    }

    /// Notes where the walls are, and what everyone has to know of them.
    fn enter_walls(&mut self, world: &World<V>, walls: &[u32], dt: f64) -> Vec<Large<V::Wide>> {
        let mut large = Vec::new();
        for body in walls {
            let Some(slot) = world.slots.get(*body as usize).and_then(Option::as_ref) else {
                continue;
            };
            let (path, spot) = Path::of(slot, slot.time, (dt, self.stretch));
            (self.paths[*body as usize], self.spots[*body as usize]) = (path, spot);
            large.push(Large { body: *body, spot, bounds: slot.form.bounds(&spot) });
        }
        large
    }

    /// Lets each domain do something with its part of the world.
    fn in_domains(
        &mut self,
        world: &mut World<V>,
        walls: &[u32],
        work: impl Fn(usize, &mut Domain<V>) + Sync,
    ) {
        let mut domains = std::mem::take(&mut self.domains);
        domains.resize_with(world.slots.pieces(), Domain::default);
        let known = self.versions.lend(walls).into_iter().zip(self.paths.lend(walls));
        let known = known.zip(self.spots.lend(walls)).zip(world.slots.lend(walls));
        for (domain, known) in domains.iter_mut().zip(known) {
            let (own, stepper) = (&mut domain.world, &mut domain.stepper);
            (((stepper.versions, stepper.paths), stepper.spots), own.slots) = known;
            (own.gravity, own.period) = (world.gravity, world.period);
            own.progress = world.progress.map(|it| Progress { settled: Some(0), ..it });
            stepper.settings = self.settings;
        }
        let numbered = domains.iter_mut().enumerate();
        map(&*self.executor, numbered, |(number, domain)| work(number, domain));
        for (piece, domain) in domains.iter_mut().enumerate() {
            let (own, stepper) = (&mut domain.world, &mut domain.stepper);
            world.slots.take_back(piece, std::mem::take(&mut own.slots));
            self.versions.take_back(piece, std::mem::take(&mut stepper.versions));
            self.paths.take_back(piece, std::mem::take(&mut stepper.paths));
            self.spots.take_back(piece, std::mem::take(&mut stepper.spots));
        }
        self.domains = domains;
    }

    /// Takes over what the domains have left to be done.
    fn join(&mut self, world: &World<V>, outline: &Outline<V::Wide>, dt: f64) {
        let left = self.domains.iter().map(|domain| domain.stepper.fence.aside.len()).sum();
        self.queue.begin(dt, left);
        let mut parts = Vec::new();
        for (Domain { stepper, .. }, part) in self.domains.iter_mut().zip(&outline.parts) {
            stepper.fence.aside.iter().for_each(|prediction| self.queue.push(*prediction));
            if let Finder::Grid(grid) = &mut stepper.finder {
                parts.push((std::mem::take(grid), part.hull.grown(outline.far())));
            }
        }
        let grids = Grids { parts, length: world.slots.len().div_ceil(self.domains.len()) };
        let borders = outline.borders().filter(|(one, two, _)| one < two);
        let lists = map(&*self.executor, borders, |(_, two, strangers)| {
            let mut list = Vec::new();
            for (one, _) in strangers {
                let spot = &self.spots[*one as usize];
                if !grids.parts[two].1.touches(spot) {
                    continue;
                }
                grids.parts[two].0.query_own(spot, |other| {
                    let pair = [*one, other];
                    match self.meets_freely(world, pair) {
                        Meets::No => {}
                        meets => list.push((pair, meets)),
                    }
                });
            }
            list
        });
        self.finder = Finder::Grids(grids);
        for (pair, meets) in lists.into_iter().flatten() {
            self.predict_if(world, meets, pair, dt);
        }
    }

    /// Gives the domains their grids back.
    fn give_grids_back(&mut self) {
        if let Finder::Grids(grids) = &mut self.finder {
            let parts = grids.parts.drain(..);
            for (domain, (grid, _)) in self.domains.iter_mut().zip(parts) {
                domain.stepper.finder = Finder::Grid(grid);
            }
        }
    }

    /// Tells what was told in all domains and after that, in order, after what was told before.
    fn tell_all(&mut self, mut told: Report<V>) {
        let steppers: Vec<&Self> =
            self.domains.iter().map(|it| &it.stepper).chain([&*self]).collect();
        // The next event of each list. As who handles all would, it takes the earliest of those that are next.
        let mut next: BinaryHeap<(Prediction, usize, usize)> = BinaryHeap::new();
        let of = |list: usize, number: usize| {
            let handled = steppers[list].fence.handled.get(number)?;
            Some((handled.prediction, list, number))
        };
        next.extend((0..steppers.len()).filter_map(|list| of(list, 0)));
        while let Some(mut first) = next.peek_mut() {
            let (_, list, number) = *first;
            let (fence, report) = (&steppers[list].fence, &steppers[list].report);
            let before = number.checked_sub(1).map(|it| &fence.handled[it]);
            let [events, legs] = before.map_or([0; 2], |it| [it.events, it.legs]);
            let until = &fence.handled[number];
            told.events.extend_from_slice(&report.events[events..until.events]);
            told.legs.extend_from_slice(&report.legs[legs..until.legs]);
            match of(list, number + 1) {
                Some(after) => *first = after,
                None => drop(PeekMut::pop(first)),
            }
        }
        self.report = told;
    }

    /// Handles all events that can be handled by one who does not see all, or in a simple case by one who does.
    fn handle_all(&mut self, world: &mut World<V>, dt: f64) {
        while !self.fence.is_broken
            && let Some(prediction) = self.take(world)
        {
            while let Some((body, time)) = self.fence.next_lost(prediction.time) {
                self.lose_around(world, body, time, dt);
            }
            if !self.fence.admits(world, &prediction) {
                self.leave(world, &prediction, dt);
            } else if prediction.kind == Kind::Look {
                self.look_further(world, prediction.bodies[0], prediction.time, dt);
            } else {
                self.keep(world, &prediction);
                self.handle(world, &prediction, dt);
                let (events, legs) = (self.report.events.len(), self.report.legs.len());
                self.fence.note(world, Handled { prediction, events, legs });
            }
        }
    }

    /// Leaves an event for later: its bodies are lost.
    pub(super) fn leave(&mut self, world: &World<V>, prediction: &Prediction, dt: f64) {
        self.fence.set_aside(prediction);
        for body in prediction.bodies {
            if self.fence.lose(body) {
                self.lose_around(world, body, prediction.time, dt);
            }
        }
    }

    /// A body is lost from `time` on: so are those whom it may touch later, from then on.
    fn lose_around(&mut self, world: &World<V>, body: u32, time: f64, dt: f64) {
        let Some(slot) = &world.slots[body as usize] else { return };
        if slot.is_mover() {
            let spot = Spot { middle: slot.flight.position(time), reach: slot.form.girth };
            self.lose_near(world, &spot, time, dt);
        }
    }

    /// Of one who is in this place at `time` nothing is known from then on.
    fn lose_near(&mut self, world: &World<V>, spot: &Spot<V::Wide>, time: f64, dt: f64) {
        let Self { finder, fence, .. } = self;
        // Both may fly as fast as anyone.
        let closing = 2.0 * fence.speed;
        let rounding = rounding::<V>(&spot.middle);
        finder.query(&spot.grown(closing * (dt - time) + rounding), |other| {
            if fence.is_lost(other) {
                return;
            }
            let Some(slot) = world.slots[other as usize].as_ref().filter(|it| it.is_mover()) else {
                return;
            };
            let way = (slot.flight.position(time) - spot.middle).length();
            let gap = way - rounding - spot.reach - slot.form.girth;
            let touched = time + f64::max(gap, 0.0) / closing;
            if touched <= dt {
                fence.lose_at(other, touched);
            }
        });
    }

    /// Keeps those as they were when the step began whom an event rewrites for the first time.
    fn keep(&mut self, world: &World<V>, prediction: &Prediction) {
        for index in prediction.bodies {
            if self.versions[index as usize] == 0
                && let Some(slot) = world.slots[index as usize].as_ref().filter(|it| it.is_mover())
            {
                self.fence.keep(index, slot);
            }
        }
    }

    /// Notes the ways of the bodies of a domain, makes them findable, and predicts their events.
    fn enter_domain(&mut self, world: &World<V>, walls: &[Large<V::Wide>], dt: f64) {
        let slots = world.slots.run();
        self.report.clear(dt);
        self.queue.begin(dt, slots.items.len());
        self.versions.items_mut().fill(0);
        let (paths, spots) = (self.paths.items_mut(), self.spots.items_mut());
        let survey = survey(slots.items, (paths, &mut *spots), V::Wide::ZERO, (dt, self.stretch));
        // The walls are guests everywhere.
        let place = |wall: &Large<V::Wide>| (wall.body as usize).wrapping_sub(slots.first);
        let mut set = |wall, spot| spots.get_mut(place(wall)).map(|known| *known = spot);
        for wall in walls {
            set(wall, Spot::NOWHERE);
        }
        let form = |body: usize| world.slots[body].as_ref().map(|slot| &slot.form);
        let bounds = |body: usize, spot: &Spot<V::Wide>| {
            form(body).map_or(Aabb::everything(), |form| form.bounds(spot))
        };
        let mut grid = match &mut self.finder {
            Finder::Grid(grid) => std::mem::take(grid),
            _ => Grid::default(),
        };
        grid.rebuild((slots.first as u32, self.spots.items()), walls, |_| 0.0, bounds);
        self.stretch = stretch(survey.filled / grid.volume());
        self.finder = Finder::Grid(grid);
        for wall in walls {
            if let Some(spot) = self.spots.items_mut().get_mut(place(wall)) {
                *spot = wall.spot;
            }
        }
        self.predict_everyone(world, dt);
    }

    /// Loses those of a domain whom bodies of others may touch.
    fn put_up_fence(
        &mut self,
        world: &World<V>,
        outline: &Outline<V::Wide>,
        number: usize,
        dt: f64,
    ) {
        let slots = world.slots.run();
        self.fence.begin(outline.speed, (slots.first, slots.items.len()));
        let hull = outline.parts[number].hull.grown(outline.far());
        for (_, _, strangers) in outline.borders().filter(|(_, other, _)| *other == number) {
            for (_, spot) in strangers {
                if hull.touches(&Spot { reach: 0.0, ..*spot }) {
                    self.lose_near(world, spot, 0.0, dt);
                }
            }
        }
    }
}

/// By how much two who are near a place may be nearer to each other than is known, as places are rounded.
fn rounding<V: Vector>(place: &V::Wide) -> f64 {
    16.0 * V::EPSILON * place.max_magnitude()
}

/// Brings the bodies into an order in which those of a part are neighbours in space; all others come last.
fn arrange<V: Vector>(world: &mut World<V>, length: usize) {
    let (mut movers, mut others) = (Vec::new(), Vec::new());
    for (number, slot) in (0..).zip(world.slots.iter()) {
        match slot.as_ref().filter(|slot| slot.is_mover()) {
            Some(slot) => movers.push((slot.flight.origin, number)),
            None => others.push(number),
        }
    }
    halve(&mut movers, length);
    world.slots.arrange(movers.into_iter().map(|(_, number)| number).chain(others));
}
