//! Who comes near whom on the paths that were entered?
//!
//! Listed once in a step, and again for those who have left the room that they were given.

use crate::broad::{Spot, is_clear};
use crate::step::engine::Engine;
use crate::step::pair::margins::search_radius;
use crate::step::prediction::predict::rank;
use crate::vector::Vector;
use crate::world::{Slot, World};

/// Who looks, and for whom.
struct Looking<'a, V: Vector> {
    world: &'a World<V>,
    gravity: V::Wide,
    /// How long the step is, in seconds.
    dt: f64,
    /// How far each looks, if all do, which is asked for more often then; less than nothing of who does not.
    sights: &'a [f64],
}

/// That of a body that does not look.
const BLIND: f64 = -1.0;

impl<V: Vector> Engine<V> {
    /// Lists the pairs that come near each other on the paths that were entered.
    pub(crate) fn look_for_neighbours(&mut self, world: &World<V>, dt: f64) {
        let all = self.search.moved.is_none();
        let mut astray = self.search.moved.take().unwrap_or_default();
        if all || !astray.is_empty() {
            let gravity = world.environment().gravity;
            let mut pairs = std::mem::take(&mut self.piles.neighbours);
            let mut sights = std::mem::take(&mut self.piles.radii);
            if !all {
                let looking = Looking { world, gravity, dt, sights: &[] };
                self.list_around(&looking, astray.drain(..), &mut pairs);
            } else {
                pairs.clear();
                let count = world.slots.len() as u32;
                let far = |slot: &Option<Slot<V>>| {
                    slot.as_ref().and_then(|slot| search_radius(slot, gravity, dt)).unwrap_or(BLIND)
                };
                sights.clear();
                sights.extend(world.slots.iter().map(far));
                self.piles.radius = sights.iter().copied().fold(0.0, f64::max);
                let looking = Looking { world, gravity, dt, sights: &sights };
                if world.is_open() && self.search.finder.finds_pairs() {
                    self.list_all(&looking, &mut pairs);
                } else {
                    self.list_around(&looking, 0..count, &mut pairs);
                }
            }
            // Most of them are in order already.
            pairs.sort();
            pairs.dedup();
            (self.piles.neighbours, self.piles.radii) = (pairs, sights);
        }
        self.search.moved = Some(astray);
    }

    /// Lists those who are around these, and those around whom these are.
    fn list_around(
        &mut self,
        looking: &Looking<V>,
        bodies: impl Iterator<Item = u32>,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        let (open, period) = (looking.world.is_open(), looking.world.environment().period);
        for index in bodies {
            let Some(room) = self.search.finder.room(index) else { continue };
            let near =
                self.bodies_near(&room.grown(self.piles.radius), &period, |other| other != index);
            for other in &near {
                let either = [[index, *other], [*other, index]];
                // Where all are gone through, the other one has his own turn.
                for pair in either.into_iter().take(if looking.all() { 1 } else { 2 }) {
                    let (Some(own), [Some(first), Some(second)]) =
                        (looking.sight(pair[0]), pair.map(|body| self.search.finder.room(body)))
                    else {
                        continue;
                    };
                    // Until they are listed again, both stay in the rooms that they were given.
                    let place = first.grown(own);
                    if !open || place.touches(&second) {
                        pairs.extend(looking.pair(pair, (own, &place)));
                    }
                }
            }
            self.search.found = near;
        }
    }

    /// Lists those who are around all, as nobody has moved since everyone was made findable.
    fn list_all(&mut self, looking: &Looking<V>, pairs: &mut Vec<[u32; 2]>) {
        let room = |body: u32| self.search.finder.room(body).unwrap_or(Spot::NOWHERE);
        let mut list = |[index, other]: [u32; 2], is_near: &dyn Fn(&Spot<V::Wide>) -> bool| {
            let Some(own) = looking.sight(index) else { return };
            let place = room(index).grown(own);
            if is_near(&place) {
                pairs.extend(looking.pair([index, other], (own, &place)));
            }
        };
        self.search.finder.pairs([0, 1], |one, two| {
            list([one, two], &|place| place.touches(&room(two)));
            list([two, one], &|place| place.touches(&room(one)));
        });
        for large in self.search.finder.large() {
            let moves = looking.slot(large.body).is_some_and(Slot::is_mover);
            let count = looking.world.slots.len() as u32;
            for body in (0..count).filter(|body| *body != large.body) {
                list([body, large.body], &|place| large.bounds.touches(place));
                if moves {
                    list([large.body, body], &|place| place.touches(&room(body)));
                }
            }
        }
    }
}

impl<V: Vector> Looking<'_, V> {
    fn slot(&self, index: u32) -> Option<&Slot<V>> {
        self.world.slots[index as usize].as_ref()
    }

    /// Whether everyone looks.
    fn all(&self) -> bool {
        !self.sights.is_empty()
    }

    /// How far a body looks, if it does.
    fn sight(&self, index: u32) -> Option<f64> {
        match self.sights.get(index as usize) {
            Some(sight) => (*sight >= 0.0).then_some(*sight),
            None => search_radius(self.slot(index)?, self.gravity, self.dt),
        }
    }

    /// The pair of one who looks so far around his room with another who is that near, if it is to be listed by him.
    fn pair(
        &self,
        [index, other]: [u32; 2],
        (own, place): (f64, &Spot<V::Wide>),
    ) -> Option<[u32; 2]> {
        let (slot, second) = (self.slot(index)?, self.slot(other)?);
        if !second.may_carry() || !second.takes_part() || self.is_clear_of(second, place) {
            return None;
        }
        let is_first = !second.is_mover() || rank(slot) < rank(second);
        // Of two who look for each other the pair is listed by the one who looks further.
        let others = if self.all() { self.sight(other) } else { None };
        let looks_less = others.is_none_or(|others| own > others || own == others && is_first);
        looks_less.then_some(if is_first { [index, other] } else { [other, index] })
    }

    /// Whether a place is clear of a wall, as most are of those of their room.
    fn is_clear_of(&self, wall: &Slot<V>, place: &Spot<V::Wide>) -> bool {
        self.world.is_open()
            && !wall.flight().is_moving()
            && !wall.crammed
            && is_clear(&wall.form.shape, &place.moved(-wall.flight().origin))
    }
}
