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
use crate::step::stepper::{Domain, Hand, Stepper};
use crate::vector::Vector;
use crate::world::{Slot, World};

/// A wall, and the place of it.
type Wall<V> = (usize, Slot<V>);

impl<V: Vector> Stepper<V> {
    /// Makes a step domain by domain but for flying everyone to its end, if that is possible; otherwise the world is
    /// as it was when the step began.
    pub(crate) fn respond_apart(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let Some(outline) = self.outline.take() else { return false };
        let walls = take_walls(world, &outline.walls);

        self.make_domains(world, (&outline, &walls), dt);

        let is_done = !self.is_broken() && self.make_rest(world, (&outline, &walls), dt);

        if is_done {
            if self.is_of_use() {
                self.impatience = 0;
            } else {
                self.lose_patience();
            }
            self.outline = Some(outline);
        } else {
            for (number, domain) in self.domains.iter_mut().enumerate() {
                domain.done.undo(world, |body| number * outline.length + body as usize);
            }
            self.lose_patience();
        }
        for (place, wall) in walls {
            world.slots[place] = Some(wall);
        }
        is_done
    }

    /// Makes the domains, each as far as it can be made alone.
    fn make_domains(
        &mut self,
        world: &mut World<V>,
        (outline, walls): (&Outline<V::Wide>, &[Wall<V>]),
        dt: f64,
    ) {
        let mut domains = take(&mut self.domains);
        domains.resize_with(world.slots.pieces(), Domain::default);
        let hands = Mutex::new(take(&mut self.hands));
        let idle = || hands.lock().unwrap_or_else(PoisonError::into_inner);
        let (settings, stretch, progress) = (self.settings, self.stretch, world.progress);
        let parts = world.slots.pieces_mut().zip(&mut domains).enumerate();
        map(&*self.executor, parts, |(number, (bodies, domain))| {
            let mut hand = idle().pop().unwrap_or_default();
            (hand.stepper.settings, hand.stepper.stretch) = (settings, stretch);
            hand.world.progress = progress;
            hand.make((bodies, walls), domain, dt, |stepper, world, bodies| {
                stepper.fence.begin(outline.speed, bodies);
                stepper.lose_those_near(world, outline.strangers(number), dt);
            });
            idle().push(hand);
        });
        self.hands = hands.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Whosever it is, it decides nothing but the speed.
        self.stretch = self.hands.last().map_or(stretch, |hand| hand.stepper.stretch);
        self.domains = domains;
    }

    /// Makes what the domains have left, and tells whether that was possible: if it was not, nothing of it is done.
    fn make_rest(
        &mut self,
        world: &mut World<V>,
        (outline, walls): (&Outline<V::Wide>, &[Wall<V>]),
        dt: f64,
    ) -> bool {
        let Some(mut hand) = self.hands.pop() else { return false };
        let (mut places, mut bodies) = (take(&mut self.found), Vec::new());
        places.clear();
        for (number, domain) in self.domains.iter_mut().enumerate() {
            domain.done.lost.sort_unstable();
            let first = (number * outline.length) as u32;
            places.extend(domain.done.lost.iter().map(|body| first + body));
        }
        let place = |body: u32| places[body as usize] as usize;
        bodies.extend(places.iter().map(|place| world.slots[*place as usize].take()));
        hand.make((&mut bodies, walls), &mut self.rest, dt, |stepper, _, _| {
            stepper.fence.begin(outline.speed, 0);
        });
        for (body, slot) in (0..).zip(bodies) {
            world.slots[place(body)] = slot;
        }
        if self.rest.done.is_broken {
            self.rest.done.undo(world, place);
        }
        self.found = places;
        self.hands.push(hand);
        !self.rest.done.is_broken
    }

    /// Whether something came in a domain that is not for there.
    fn is_broken(&self) -> bool {
        self.domains.iter().any(|domain| domain.done.is_broken)
    }

    /// Whether most events were handled in the domains.
    fn is_of_use(&self) -> bool {
        /// One of so many may be left, besides a few.
        const LEFT: usize = 8;
        const FEW: usize = 64;
        let handled = self.domains.iter().map(|domain| domain.done.handled.len());
        self.rest.done.handled.len() <= handled.sum::<usize>() / LEFT + FEW
    }

    /// Loses those of a domain whom these bodies of others may touch.
    fn lose_those_near<'a>(
        &mut self,
        world: &World<V>,
        strangers: impl Iterator<Item = &'a Spot<V::Wide>>,
        dt: f64,
    ) {
        for stranger in strangers {
            if !self.fence.done.is_broken {
                self.lose_near(world, stranger, 0.0, dt);
            }
        }
    }
}

impl<V: Vector> Hand<V> {
    /// Makes the step for these bodies and the walls as far as the fence admits, which is put up when it is known
    /// where everyone is. Of the bodies nothing is changed but their states.
    fn make(
        &mut self,
        (bodies, walls): (&mut Vec<Option<Slot<V>>>, &[Wall<V>]),
        domain: &mut Domain<V>,
        dt: f64,
        put_up_fence: impl FnOnce(&mut Stepper<V>, &World<V>, usize),
    ) {
        let Self { stepper, world } = self;
        swap(&mut stepper.report, &mut domain.report);
        swap(&mut stepper.fence.done, &mut domain.done);
        let count = bodies.len();
        bodies.reserve_exact(walls.len());
        bodies.extend(walls.iter().map(|(_, wall)| Some(wall.clone())));
        world.slots.replace(take(bodies));
        stepper.report.clear(dt);
        stepper.enter_all(world, dt);
        put_up_fence(stepper, world, count);
        stepper.predict_everyone(world, dt);
        stepper.handle_all(world, dt);
        *bodies = world.slots.replace(Vec::new());
        bodies.truncate(count);
        swap(&mut stepper.report, &mut domain.report);
        swap(&mut stepper.fence.done, &mut domain.done);
    }
}

/// Takes the walls from these places.
fn take_walls<V: Vector>(world: &mut World<V>, places: &[u32]) -> Vec<Wall<V>> {
    let places = places.iter().map(|place| *place as usize);
    places.filter_map(|place| Some((place, world.slots[place].take()?))).collect()
}
