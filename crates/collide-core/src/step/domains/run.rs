//! Runs a step domain by domain, on several threads or one after the other.
//!
//! Where nothing but impacts happens, bodies are divided into domains: pieces of the list of bodies that are also
//! compact in space. With copies of the walls a domain is a world of its own, and is lent to a worker, which handles its
//! events as far as the [causal bound](crate::step::domains::causal_bound) allows. The deferred bodies of all domains are
//! one more world, the remainder, which is run last. No result depends on the division, because events that share no body commute.
//!
//! A worker makes all stages of a step for one domain at once, while the domain's memory is in a near cache. So nothing is
//! detected before the stage of responses.

use std::mem::{swap, take};
use std::sync::{Mutex, PoisonError};

use crate::broad::BoundingSphere;
use crate::executor::map;
use crate::step::domains::partition::Partition;
use crate::step::domains::result::DomainResult;
use crate::step::domains::state::Domains;
use crate::step::domains::tuning::Tuning;
use crate::step::domains::worker::Worker;
use crate::step::engine::Engine;
use crate::step::no_room::over_budget::crowd_budget;
use crate::step::prediction::all_pairs::predict_all_pairs;
use crate::step::prediction::broad_phase::rebuild_broad_phase;
use crate::vector::Vector;
use crate::world::{Progress, Slot, World};

/// A wall, and its place.
type Wall<V> = (usize, Slot<V>);

impl<V: Vector> Domains<V> {
    /// Makes a step domain by domain, up to the flight to its end. If that is not possible, the world is as
    /// it was when the step began, and false is returned.
    pub(crate) fn run(&mut self, engine: &mut Engine<V>, world: &mut World<V>, dt: f64) -> bool {
        let Some(partition) = self.partition.take() else { return false };
        let walls = take_walls(world, &partition.walls);

        self.run_domains(engine, world, (&partition, &walls), dt);

        let is_done = !self.has_failed() && self.run_remainder(engine, world, (&partition, &walls));

        if is_done {
            if self.is_of_use() {
                self.backoff.succeed();
            } else {
                self.backoff.fail();
            }
            self.partition = Some(partition);
        } else {
            for (number, domain) in self.results.iter_mut().enumerate() {
                domain.log.roll_back(world, |body| number * partition.length + body as usize);
            }
            self.backoff.fail();
        }
        for (place, wall) in walls {
            world.slots[place] = Some(wall);
        }
        is_done
    }

    /// Runs all domains, each as far as it can be run alone.
    fn run_domains(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        (partition, walls): (&Partition<V>, &[Wall<V>]),
        dt: f64,
    ) {
        let mut domains = take(&mut self.results);
        domains.resize_with(world.slots.pieces(), DomainResult::default);
        let workers = Mutex::new(take(&mut self.workers));
        let idle = || workers.lock().unwrap_or_else(PoisonError::into_inner);
        let (settings, stretch, progress) =
            (engine.settings, engine.motions.horizon, world.progress);
        let parts = world.slots.pieces_mut().zip(&mut domains).enumerate();
        map(&*engine.executor, parts, |(number, (bodies, domain))| {
            let mut worker = idle().pop().unwrap_or_default();
            (worker.engine.settings, worker.engine.motions.horizon) = (settings, stretch);
            worker.run_domain((bodies, walls), domain, progress, |worker, bodies| {
                worker.bound.begin(partition.speed, bodies);
                worker.defer_reachable(partition.boundary_bodies(number), dt);
            });
            idle().push(worker);
        });
        self.workers = workers.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Any worker's horizon will do: it changes the speed and no result.
        let last = self.workers.last();
        engine.motions.horizon = last.map_or(stretch, |worker| worker.engine.motions.horizon);
        self.results = domains;
    }

    /// Runs the deferred bodies of all domains, and returns whether that was possible. If it was not, none
    /// of it is done.
    fn run_remainder(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        (partition, walls): (&Partition<V>, &[Wall<V>]),
    ) -> bool {
        let Some(mut worker) = self.workers.pop() else { return false };
        let (mut places, mut bodies) = (take(&mut engine.search.found), Vec::new());
        places.clear();
        for (number, domain) in self.results.iter_mut().enumerate() {
            domain.log.deferred.sort_unstable();
            let first = (number * partition.length) as u32;
            places.extend(domain.log.deferred.iter().map(|body| first + body));
        }
        let place = |body: u32| places[body as usize] as usize;
        bodies.extend(places.iter().map(|place| world.slots[*place as usize].take()));
        worker.run_domain(
            (&mut bodies, walls),
            &mut self.remainder,
            world.progress,
            |worker, _| {
                worker.bound.begin(partition.speed, 0);
            },
        );
        for (body, slot) in (0..).zip(bodies) {
            world.slots[place(body)] = slot;
        }
        // Which bodies of crowds wait depends on the order of all events.
        let logs = || self.results.iter().chain([&self.remainder]).map(|domain| &domain.log);
        let crowd_work: f64 = logs().map(|log| log.crowd_work).sum();
        let dt = world.progress.map_or(0.0, |progress| progress.dt);
        self.remainder.log.has_failed |= crowd_work > crowd_budget(engine, world, dt);
        if self.remainder.log.has_failed {
            self.remainder.log.roll_back(world, place);
        }
        engine.search.found = places;
        self.workers.push(worker);
        !self.remainder.log.has_failed
    }

    /// Whether an event came that a domain cannot handle.
    fn has_failed(&self) -> bool {
        self.results.iter().any(|domain| domain.log.has_failed)
    }

    /// Whether most events were handled in the domains.
    fn is_of_use(&self) -> bool {
        let handled = self.results.iter().map(|domain| domain.log.handled.len());
        self.remainder.log.handled.len()
            <= handled.sum::<usize>() / Tuning::EVENTS_PER_DEFERRED_EVENT
                + Tuning::SPARE_DEFERRED_EVENTS
    }
}

impl<V: Vector> Worker<V> {
    /// Defers the bodies of a domain that these bodies of other domains may touch.
    fn defer_reachable<'a>(
        &mut self,
        boundary_bodies: impl Iterator<Item = &'a BoundingSphere<V>>,
        dt: f64,
    ) {
        for body in boundary_bodies {
            if !self.bound.log.has_failed {
                self.defer_near(body, 0.0, dt);
            }
        }
    }

    /// Runs the step of these bodies and the walls as far as the bound allows. `set_bound` is called when
    /// the bodies have been entered. Nothing but the states of the bodies is changed.
    fn run_domain(
        &mut self,
        (bodies, walls): (&mut Vec<Option<Slot<V>>>, &[Wall<V>]),
        domain: &mut DomainResult<V>,
        progress: Option<Progress>,
        set_bound: impl FnOnce(&mut Self, usize),
    ) {
        let dt = progress.map_or(0.0, |progress| progress.dt);
        self.world.progress = progress;
        swap(&mut self.engine.report, &mut domain.report);
        swap(&mut self.bound.log, &mut domain.log);
        let count = bodies.len();
        bodies.reserve_exact(walls.len());
        bodies.extend(walls.iter().map(|(_, wall)| Some(wall.clone())));
        self.world.slots.replace(take(bodies));
        self.engine.report.clear(dt);
        rebuild_broad_phase(&mut self.engine, &mut self.world, dt);
        set_bound(self, count);
        predict_all_pairs(&mut self.engine, &self.world, dt);
        self.run_events(dt);
        self.bound.log.crowd_work = self.world.progress.map_or(0.0, |progress| progress.crowd_work);
        *bodies = self.world.slots.replace(Vec::new());
        bodies.truncate(count);
        swap(&mut self.engine.report, &mut domain.report);
        swap(&mut self.bound.log, &mut domain.log);
    }
}

/// Takes the walls from these places.
fn take_walls<V: Vector>(world: &mut World<V>, places: &[u32]) -> Vec<Wall<V>> {
    let places = places.iter().map(|place| *place as usize);
    places.filter_map(|place| Some((place, world.slots[place].take()?))).collect()
}
