//! A world: the bodies of a simulation under ids that stay valid.

use crate::body::{Body, InvalidBody, Kind};
use crate::broad::Aabb;
use crate::vector::{Vector, Wide};

mod id;
mod held;
mod support;
mod resting;
mod shared_body;
mod constraints;
mod slot;
mod motion;
mod obstacle;
mod epoch;
mod contacts;
mod islands;
mod progress;
mod store;
mod wake;

#[cfg(feature = "serde")]
pub(crate) use constraints::Constraints;
pub(crate) use epoch::Epoch;
pub(crate) use held::Held;
pub use id::BodyId;
pub(crate) use islands::Islands;
pub(crate) use motion::Environment;
pub(crate) use obstacle::Obstacle;
pub(crate) use progress::Progress;
pub(crate) use resting::{Rest, Resting};
pub(crate) use slot::{Crossed, Slot};
pub(crate) use store::ConservativeFlag;
pub use store::World;
#[cfg(feature = "serde")]
pub(crate) use support::Supports;
pub(crate) use support::{Push, Support};

impl<V: Vector> World<V> {
    /// A world without bodies and without gravity.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body; its key is one more than the largest so far.
    ///
    /// # Errors
    /// If a value of the body is out of range.
    pub fn add(&mut self, body: Body<V>) -> Result<BodyId, InvalidBody> {
        self.add_with_key(body, self.ids.next_key)
    }

    /// Adds a body under a key. Keys decide the order of simultaneous events, so two worlds with
    /// the same keys agree to the bit, in whatever order they were added.
    ///
    /// # Errors
    /// If a value of the body is out of range or the key is taken.
    pub fn add_with_key(&mut self, body: Body<V>, key: u64) -> Result<BodyId, InvalidBody> {
        self.check_newcomer(&body, key)?;
        let index = self.ids.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.ids.generations.push(0);
            (self.slots.len() - 1) as u32
        });
        let id = BodyId { index, generation: self.ids.generations[index as usize] };
        let time = self.now();
        let mut slot = self.make_slot(id, key, &body, time);
        slot.enter_space(&self.environment());
        slot.head_for_target(&self.environment(), self.time_left());
        self.ids.next_key = self.ids.next_key.max(key.saturating_add(1));
        if !slot.is_mover() && slot.is_solid() {
            self.wake_all();
        }
        self.put(slot);
        Ok(id)
    }

    /// What the step is to keep about a body that has just come, as of `time`.
    pub(crate) fn make_slot(&mut self, id: BodyId, key: u64, body: &Body<V>, time: f64) -> Slot<V> {
        let shared = self.shared_bodies.of(body);
        Slot::new(id, key, shared, body, time)
    }

    /// Whether a body can be added under a key.
    pub(crate) fn check_newcomer(&self, body: &Body<V>, key: u64) -> Result<(), InvalidBody> {
        body.validate()?;
        if self.ids.keys.contains_key(&key) {
            return Err(InvalidBody::KeyTaken { key });
        }
        let Aabb { min, max } = Aabb::around(&body.shape);
        self.environment().period.admits([min, max])?;
        self.check_meetings(body, None)
    }

    /// Puts a body that was checked into its place.
    pub(crate) fn put(&mut self, slot: Slot<V>) {
        let (id, key) = (slot.id, slot.key);
        self.note_change();
        self.count(&slot.shared, 1);
        let place = self.slots.place(id.index);
        self.slots[place] = Some(slot);
        self.ids.keys.insert(key, id);
    }

    /// Removes a body, or does nothing if it is gone. Sensors that it was inside of, or that it was,
    /// tell of its leaving in the next step.
    pub fn remove(&mut self, id: BodyId) -> Option<Body<V>> {
        let slot = self.slot(id)?;
        let (key, body) = (slot.key, slot.body());
        self.note_change();
        self.wake_around(id);
        let mut ended: Vec<_> = self
            .regions
            .touching
            .iter()
            .copied()
            .filter(|pair| pair.0 == id || pair.1 == id)
            .collect();
        self.sort_by_key(&mut ended);
        for pair in ended {
            self.regions.touching.remove(&pair);
            self.regions.departed.push(pair);
        }
        self.regions.crossed.retain(|pair, _| pair.0 != id && pair.1 != id);
        self.count(&body, -1);
        let index = id.index as usize;
        let place = self.slots.place(id.index);
        self.slots[place] = None;
        // A place that has no further generation is not used again, or an old id would name its next body.
        if let Some(next) = self.ids.generations[index].checked_add(1) {
            self.ids.generations[index] = next;
            self.ids.free.push(id.index);
        }
        self.ids.keys.remove(&key);
        Some(body)
    }

    /// A copy of the body, with position and velocity as of its last event or the end of the last step. Where
    /// only those are asked for, [`position`](Self::position), [`velocity`](Self::velocity) and
    /// [`state`](Self::state) are cheaper.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body<V>> {
        self.slot(id).map(Slot::body)
    }

    /// Where the body is, as of its last event or the end of the last step.
    #[must_use]
    pub fn position(&self, id: BodyId) -> Option<V> {
        self.slot(id).map(|slot| slot.position)
    }

    /// How the body moves, as of its last event or the end of the last step.
    #[must_use]
    pub fn velocity(&self, id: BodyId) -> Option<V> {
        self.slot(id).map(|slot| slot.velocity)
    }

    /// Both: where the body is and how it moves.
    #[inline]
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<(V, V)> {
        self.slot(id).map(|slot| (slot.position, slot.velocity))
    }

    /// After how many more impacts the body breaks; 0 never.
    #[must_use]
    pub fn breaks_after(&self, id: BodyId) -> Option<u32> {
        self.slot(id).map(|slot| slot.shared.breaks_after)
    }

    /// The key of the body.
    #[must_use]
    pub fn key(&self, id: BodyId) -> Option<u64> {
        self.slot(id).map(|slot| slot.key)
    }

    /// The body with this key.
    #[must_use]
    pub fn id_with_key(&self, key: u64) -> Option<BodyId> {
        self.ids.keys.get(&key).copied()
    }

    /// The ids of all bodies, in the order of their keys.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.ids.keys.values().copied()
    }

    /// All bodies, in the order of their keys.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Slot<V>> {
        self.ids().filter_map(|id| self.slot(id))
    }

    /// Changes a body. Within an interrupted step it is flown to the present first.
    ///
    /// # Errors
    /// If the id is unknown or a value came out of range; then nothing has changed.
    pub fn edit(
        &mut self,
        id: BodyId,
        change: impl FnOnce(&mut Body<V>),
    ) -> Result<(), InvalidBody> {
        let (now, environment) = (self.now(), self.environment());
        let slot = self.slot(id).ok_or(InvalidBody::Unknown)?;
        let mut body = slot.body();
        (body.position, body.velocity) = slot.state(now);
        if let Some(rest) = slot.constraints().rest {
            body.velocity = V::narrow(rest.velocity);
        }
        let before = body.clone();
        change(&mut body);
        body.validate()?;
        let reach = Aabb::around(&body.shape);
        environment.period.admits([reach.min, reach.max])?;
        if (body.kind, &body.shape, &body.role, body.layers)
            != (before.kind, &before.shape, &before.role, before.layers)
        {
            self.check_meetings(&body, Some(id))?;
        }
        if body == before {
            return Ok(());
        }
        self.count(&before, -1);
        self.count(&body, 1);
        self.note_change();
        self.wake_around(id);
        let left = self.time_left();
        let shared = self.shared_bodies.of(&body);
        if let Some(slot) = self.slot_mut(id) {
            (slot.shared, slot.tag) = (shared, body.tag);
            (slot.position, slot.velocity) = (body.position, body.velocity);
            slot.time = now;
            slot.edited = true;
            slot.revision = slot.revision.wrapping_add(1);
            slot.set_bounced(None);
            slot.detach_count = slot.detach_count.wrapping_add(1);
            slot.clear_rest();
            slot.leave_contacts();
            slot.enter_space(&environment);
            slot.head_for_target(&environment, left);
        }
        self.wake_where(id);
        Ok(())
    }

    /// Refuses a moving box beside a shape that it cannot meet, or the other way round.
    fn check_meetings(&self, body: &Body<V>, own: Option<BodyId>) -> Result<(), InvalidBody> {
        let (is_box, is_averse) = (body.is_moving_box(), body.is_averse_to_boxes());
        if !(is_box && self.counts.averse > 0 || is_averse && self.counts.boxes > 0) {
            return Ok(());
        }
        let clashes = |slot: &&Slot<V>| {
            let other = &slot.shared;
            Some(slot.id) != own
                && body.layers.meets(other.layers)
                && (is_box && other.is_averse_to_boxes() || is_averse && other.is_moving_box())
        };
        match self.slots.iter().flatten().filter(clashes).map(|slot| slot.key).min() {
            Some(key) => Err(InvalidBody::CannotMeet { key }),
            None => Ok(()),
        }
    }

    /// Notes that the game has changed something.
    pub(crate) fn note_change(&mut self) {
        self.epoch = Epoch::new();
        self.flags.changed = ConservativeFlag(true);
    }

    fn count(&mut self, body: &Body<V>, change: isize) {
        self.counts.boxes =
            self.counts.boxes.wrapping_add_signed(change * isize::from(body.is_moving_box()));
        let averse = isize::from(body.is_averse_to_boxes());
        self.counts.averse = self.counts.averse.wrapping_add_signed(change * averse);
        self.counts.driven =
            self.counts.driven.wrapping_add_signed(change * isize::from(body.is_driven()));
    }

    /// Whether a body is driven when a step begins.
    pub(crate) fn has_driven(&self) -> bool {
        self.counts.driven > 0
    }

    /// Which body absorbed this one, or broke it, if one did. Such a body keeps its place and its
    /// velocity of that instant, and takes part in nothing.
    #[must_use]
    pub fn absorbed_by(&self, id: BodyId) -> Option<BodyId> {
        self.slot(id).and_then(|slot| slot.constraints().absorbed_by)
    }

    /// Brings an absorbed or broken body back where it was, or does nothing. Move it first, or it is
    /// absorbed again; one that was broken breaks at its next impact.
    pub fn restore(&mut self, id: BodyId) {
        let (now, environment) = (self.now(), self.environment());
        if let Some(slot) = self.slot_mut(id).filter(|slot| !slot.takes_part()) {
            slot.constraints_mut().absorbed_by = None;
            slot.edited = true;
            slot.time = now;
            // Its contacts were at the place where it was taken out.
            slot.leave_contacts();
            slot.update_flight(&environment);
            self.note_change();
        }
    }

    /// Whether no body is known to rest against others or to be in a sensor, and none is to be reported.
    pub(crate) fn is_unbound(&self) -> bool {
        self.contacts.all().is_empty()
            && self.contacts.apart.is_empty()
            && self.regions.touching.is_empty()
            && self.regions.crossed.is_empty()
            && self.regions.departed.is_empty()
            && self.woken.is_empty()
    }

    /// Whether the ball is inside the sensor, as of the last step.
    #[must_use]
    pub fn is_inside(&self, sensor: BodyId, ball: BodyId) -> bool {
        self.regions.touching.contains(&(sensor, ball))
    }

    /// Whether a step has been interrupted and waits to be resumed.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.progress.is_some()
    }

    /// Whether any body that takes part has a velocity, a target elsewhere or an acceleration.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let Environment { gravity, period } = self.environment();
        let awake = |slot: &&Slot<V>| slot.takes_part() && slot.constraints().asleep.is_none();
        self.slots.iter().flatten().filter(awake).any(|slot| {
            let moving = slot.velocity != V::default();
            match slot.shared.kind {
                Kind::Static => false,
                Kind::Kinematic => slot.shared.target.map_or(moving, |target| {
                    V::narrow(period.wrap(target.widen())) != slot.position
                }),
                Kind::Dynamic => moving || slot.external_acceleration(gravity) != V::Wide::ZERO,
            }
        })
    }

    /// How much of an interrupted step is left, in seconds; zero between steps.
    fn time_left(&self) -> f64 {
        self.progress.map_or(0.0, |progress| progress.dt - progress.now)
    }

    /// Sorts pairs of bodies by their keys.
    pub(crate) fn sort_by_key(&self, pairs: &mut [(BodyId, BodyId)]) {
        pairs.sort_unstable_by_key(|pair| (self.key(pair.0), self.key(pair.1)));
    }
}
