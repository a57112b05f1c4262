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

use super::find::survey;
use super::outline::Outline;
use super::paths::{Meets, Path, stretch};
use super::stepper::{Domain, Stepper};
use crate::broad::grid::{Grid, Large};
use crate::broad::{Aabb, Finder, Grids, Spot};
use crate::executor::map;
use crate::report::Report;
use crate::vector::{Vector, Wide};
use crate::world::{Progress, World};

impl<V: Vector> Stepper<V> {
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
            if self.is_of_use() {
                self.impatience = 0;
            } else {
                self.lose_patience();
            }
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
        let grids = Grids { parts, length: outline.length };
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

    /// Whether most events were handled in the domains.
    fn is_of_use(&self) -> bool {
        /// One of so many may be left, besides a few.
        const LEFT: usize = 8;
        const FEW: usize = 64;
        let handled = self.domains.iter().map(|domain| domain.stepper.fence.handled.len());
        self.fence.handled.len() <= handled.sum::<usize>() / LEFT + FEW
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
        let of = |list: usize, number: usize| {
            let handled = steppers[list].fence.handled.get(number)?;
            Some((&handled.prediction, list, number))
        };
        let mut next: BinaryHeap<_> = (0..steppers.len()).filter_map(|list| of(list, 0)).collect();
        let mut so_far = vec![[0; 2]; steppers.len()];
        while let Some(mut first) = next.peek_mut() {
            let (_, list, number) = *first;
            let (fence, report) = (&steppers[list].fence, &steppers[list].report);
            let until = &fence.handled[number];
            let [events, legs] = std::mem::replace(&mut so_far[list], [until.events, until.legs]);
            told.events.extend_from_slice(&report.events[events..until.events]);
            told.legs.extend_from_slice(&report.legs[legs..until.legs]);
            match of(list, number + 1) {
                Some(after) => *first = after,
                None => drop(PeekMut::pop(first)),
            }
        }
        self.report = told;
    }

    /// Notes the ways of the bodies of a domain, makes them findable, and predicts their events.
    fn enter_domain(&mut self, world: &World<V>, walls: &[Large<V::Wide>], dt: f64) {
        let slots = world.slots.run();
        self.report.clear(dt);
        self.queue.begin(dt, slots.items.len());
        self.versions.items_mut().fill(0);
        let (paths, spots) = (self.paths.items_mut(), self.spots.items_mut());
        let survey = survey(slots.items, (paths, spots), V::Wide::ZERO, (dt, self.stretch));
        // The walls are guests everywhere, and not to be found twice.
        self.set_walls(walls, slots.first, |_| Spot::NOWHERE);
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
        self.set_walls(walls, slots.first, |wall| wall.spot);
        self.predict_everyone(world, dt);
    }

    /// Notes where those walls are that are among the bodies of a domain, which begin with this place.
    fn set_walls(
        &mut self,
        walls: &[Large<V::Wide>],
        first: usize,
        place: impl Fn(&Large<V::Wide>) -> Spot<V::Wide>,
    ) {
        for wall in walls {
            let own = (wall.body as usize).wrapping_sub(first);
            if let Some(spot) = self.spots.items_mut().get_mut(own) {
                *spot = place(wall);
            }
        }
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
                if hull.holds(spot.middle) && !self.fence.is_broken {
                    self.lose_near(world, spot, 0.0, dt);
                }
            }
        }
    }
}
