//! How do several work on one step, or one on a part of it after the other?
//!
//! Where nothing but impacts happens, bodies are divided into domains: neighbours in the list of all, who are to be
//! neighbours in space too. With the walls a domain is a world of its own, and is lent to one who makes the step there
//! as far as nobody of another domain can have a part in it ([`fence`](crate::step::domains::causal_bound)). Those of whom something is left
//! to be done, where domains meet, are one more world when all others are done. No result depends on it, because
//! events that share no body commute.
//!
//! Who makes a domain needs much memory for it, and uses the same for the next one, while that is still near. What the
//! stages of a step do is done there at once. So nothing is detected before the stage of responses.

use std::mem::{swap, take};
use std::sync::{Mutex, PoisonError};

use crate::broad::Spot;
use crate::executor::map;
use crate::step::domains::partition::Outline;
use crate::step::domains::result::Domain;
use crate::step::domains::state::Domains;
use crate::step::domains::worker::Worker;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::{Progress, Slot, World};

/// A wall, and the place of it.
type Wall<V> = (usize, Slot<V>);

impl<V: Vector> Domains<V> {
    /// Makes a step domain by domain but for flying everyone to its end, if that is possible; otherwise the world is
    /// as it was when the step began.
    pub(crate) fn run(&mut self, engine: &mut Engine<V>, world: &mut World<V>, dt: f64) -> bool {
        let Some(outline) = self.outline.take() else { return false };
        let walls = take_walls(world, &outline.walls);

        self.make_domains(engine, world, (&outline, &walls), dt);

        let is_done = !self.is_broken() && self.make_rest(engine, world, (&outline, &walls));

        if is_done {
            if self.is_of_use() {
                self.backoff.succeed();
            } else {
                self.backoff.fail();
            }
            self.outline = Some(outline);
        } else {
            for (number, domain) in self.results.iter_mut().enumerate() {
                domain.done.undo(world, |body| number * outline.length + body as usize);
            }
            self.backoff.fail();
        }
        for (place, wall) in walls {
            world.slots[place] = Some(wall);
        }
        is_done
    }

    /// Makes the domains, each as far as it can be made alone.
    fn make_domains(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        (outline, walls): (&Outline<V::Wide>, &[Wall<V>]),
        dt: f64,
    ) {
        let mut domains = take(&mut self.results);
        domains.resize_with(world.slots.pieces(), Domain::default);
        let hands = Mutex::new(take(&mut self.workers));
        let idle = || hands.lock().unwrap_or_else(PoisonError::into_inner);
        let (settings, stretch, progress) =
            (engine.settings, engine.motions.horizon, world.progress);
        let parts = world.slots.pieces_mut().zip(&mut domains).enumerate();
        map(&*engine.executor, parts, |(number, (bodies, domain))| {
            let mut hand = idle().pop().unwrap_or_default();
            (hand.engine.settings, hand.engine.motions.horizon) = (settings, stretch);
            hand.make((bodies, walls), domain, progress, |hand, bodies| {
                hand.fence.begin(outline.speed, bodies);
                hand.lose_those_near(outline.strangers(number), dt);
            });
            idle().push(hand);
        });
        self.workers = hands.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Whosever it is, it decides nothing but the speed.
        let last = self.workers.last();
        engine.motions.horizon = last.map_or(stretch, |hand| hand.engine.motions.horizon);
        self.results = domains;
    }

    /// Makes what the domains have left, and tells whether that was possible: if it was not, nothing of it is done.
    fn make_rest(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        (outline, walls): (&Outline<V::Wide>, &[Wall<V>]),
    ) -> bool {
        let Some(mut hand) = self.workers.pop() else { return false };
        let (mut places, mut bodies) = (take(&mut engine.search.found), Vec::new());
        places.clear();
        for (number, domain) in self.results.iter_mut().enumerate() {
            domain.done.lost.sort_unstable();
            let first = (number * outline.length) as u32;
            places.extend(domain.done.lost.iter().map(|body| first + body));
        }
        let place = |body: u32| places[body as usize] as usize;
        bodies.extend(places.iter().map(|place| world.slots[*place as usize].take()));
        hand.make((&mut bodies, walls), &mut self.remainder, world.progress, |hand, _| {
            hand.fence.begin(outline.speed, 0);
        });
        for (body, slot) in (0..).zip(bodies) {
            world.slots[place(body)] = slot;
        }
        if self.remainder.done.is_broken {
            self.remainder.done.undo(world, place);
        }
        engine.search.found = places;
        self.workers.push(hand);
        !self.remainder.done.is_broken
    }

    /// Whether something came in a domain that is not for there.
    fn is_broken(&self) -> bool {
        self.results.iter().any(|domain| domain.done.is_broken)
    }

    /// Whether most events were handled in the domains.
    fn is_of_use(&self) -> bool {
        /// One of so many may be left, besides a few.
        const LEFT: usize = 8;
        const FEW: usize = 64;
        let handled = self.results.iter().map(|domain| domain.done.handled.len());
        self.remainder.done.handled.len() <= handled.sum::<usize>() / LEFT + FEW
    }
}

impl<V: Vector> Worker<V> {
    /// Loses those of a domain whom these bodies of others may touch.
    fn lose_those_near<'a>(&mut self, strangers: impl Iterator<Item = &'a Spot<V::Wide>>, dt: f64) {
        for stranger in strangers {
            if !self.fence.done.is_broken {
                self.lose_near(stranger, 0.0, dt);
            }
        }
    }

    /// Makes the step for these bodies and the walls as far as the fence admits, which is put up when it is known
    /// where everyone is. Of the bodies nothing is changed but their states.
    fn make(
        &mut self,
        (bodies, walls): (&mut Vec<Option<Slot<V>>>, &[Wall<V>]),
        domain: &mut Domain<V>,
        progress: Option<Progress>,
        put_up_fence: impl FnOnce(&mut Self, usize),
    ) {
        let dt = progress.map_or(0.0, |progress| progress.dt);
        self.world.progress = progress;
        swap(&mut self.engine.report, &mut domain.report);
        swap(&mut self.fence.done, &mut domain.done);
        let count = bodies.len();
        bodies.reserve_exact(walls.len());
        bodies.extend(walls.iter().map(|(_, wall)| Some(wall.clone())));
        self.world.slots.replace(take(bodies));
        self.engine.report.clear(dt);
        self.engine.rebuild_broad_phase(&mut self.world, dt);
        put_up_fence(self, count);
        self.engine.predict_all_pairs(&self.world, dt);
        self.handle_all(dt);
        *bodies = self.world.slots.replace(Vec::new());
        bodies.truncate(count);
        swap(&mut self.engine.report, &mut domain.report);
        swap(&mut self.fence.done, &mut domain.done);
    }
}

/// Takes the walls from these places.
fn take_walls<V: Vector>(world: &mut World<V>, places: &[u32]) -> Vec<Wall<V>> {
    let places = places.iter().map(|place| *place as usize);
    places.filter_map(|place| Some((place, world.slots[place].take()?))).collect()
}
