//! Changes of the bodies of a world: adding, removing, editing and restoring them.

use std::sync::Arc;

use super::constraints::SpinState;
use super::id::BodyId;
use super::journal::Change;
use super::slot::{Slot, bounds_of};
use super::store::World;
use crate::body::{Body, InvalidBody, Kind};
use crate::broad::Aabb;
use crate::response::cloth::SpinChange;
use crate::vector::Vector;

impl<V: Vector> World<V> {
    /// Adds a body; its key is one more than the largest so far.
    ///
    /// # Errors
    /// If a value of the body is out of range.
    pub fn add(&mut self, body: Body<V>) -> Result<BodyId, InvalidBody> {
        self.add_with_key(body, self.ids.next_key)
    }

    /// Adds a body under a key. Keys decide the order of simultaneous events, so two worlds with
    /// the same keys agree to the bit, in whatever order their bodies were added.
    ///
    /// # Errors
    /// If a value of the body is out of range or the key is taken.
    pub fn add_with_key(&mut self, body: Body<V>, key: u64) -> Result<BodyId, InvalidBody> {
        self.check_addition(&body, key)?;
        self.journal.note(|| Change::Add { key, body: Box::new(body.clone()) });
        let index = self.ids.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.ids.generations.push(0);
            (self.slots.len() - 1) as u32
        });
        let id = BodyId { index, generation: self.ids.generations[index as usize] };
        let time = self.now();
        let mut slot = self.make_slot(id, key, &body, time);
        slot.may_overlap = true;
        slot.settle_roll();
        slot.enter_space(&self.environment());
        slot.head_for_target(&self.environment(), self.time_left());
        self.ids.next_key = self.ids.next_key.max(key.saturating_add(1));
        if !slot.is_mover() && slot.is_solid() {
            self.wake_all();
        }
        self.put(slot);
        Ok(id)
    }

    /// Checks whether a body can be added under a key.
    pub(super) fn check_addition(&self, body: &Body<V>, key: u64) -> Result<(), InvalidBody> {
        body.validate()?;
        if self.ids.keys.contains_key(&key) {
            return Err(InvalidBody::KeyTaken { key });
        }
        let Aabb { min, max } = bounds_of(body);
        self.environment().period.admits([min, max])?;
        self.check_meetings(body, None)
    }

    /// The slot of a new body, with its state at `time`.
    pub(super) fn make_slot(&mut self, id: BodyId, key: u64, body: &Body<V>, time: f64) -> Slot<V> {
        let shared = self.shared_bodies.of(body);
        Slot::new(id, key, shared, body, time)
    }

    /// Puts the slot of a body that was checked into its place.
    pub(super) fn put(&mut self, slot: Slot<V>) {
        let (id, key) = (slot.id, slot.key);
        self.note_change();
        self.count(&slot.shared, 1);
        let place = self.slots.place(id.index);
        self.slots[place] = Some(slot);
        self.ids.keys.insert(key, id);
    }

    /// Removes a body and returns it; `None` if it is gone already. If it was inside a sensor, or was a sensor with
    /// balls inside, the next step reports that they have left.
    pub fn remove(&mut self, id: BodyId) -> Option<Body<V>> {
        let slot = self.slot(id)?;
        let (key, body) = (slot.key, slot.body());
        self.journal.note(|| Change::Remove(id));
        self.note_change();
        self.wake_around(id);
        self.leave_regions(id);
        self.end_contacts(id);
        self.count(&body, -1);
        let index = id.index as usize;
        let place = self.slots.place(id.index);
        self.slots[place] = None;
        // An index that has no further generation is not used again, or an old id would name its next body.
        if let Some(next) = self.ids.generations[index].checked_add(1) {
            self.ids.generations[index] = next;
            self.ids.free.push(id.index);
        }
        self.ids.keys.remove(&key);
        Some(body)
    }

    /// Changes a body. Within an interrupted step it is moved to the present first. It wakes, with what touches it, and what
    /// pressed it is found anew; but a change of its layers after which it meets the same others as before changes nothing else.
    ///
    /// # Errors
    /// If the id is unknown, or if a value is out of range after the change; then nothing has changed.
    pub fn edit(
        &mut self,
        id: BodyId,
        change: impl FnOnce(&mut Body<V>),
    ) -> Result<(), InvalidBody> {
        let before = self.present_body(id).ok_or(InvalidBody::Unknown)?;
        let mut body = before.clone();
        change(&mut body);
        self.replace(id, &before, body)
    }

    /// A body with its state at the present.
    fn present_body(&self, id: BodyId) -> Option<Body<V>> {
        let now = self.now();
        let slot = self.slot(id)?;
        let mut body = slot.body();
        (body.position, body.velocity) = slot.state(now);
        body.rotation = slot.rotation_at(now);
        if let Some(spin) = slot.spin_at(now) {
            body.angular_velocity = spin.angular_velocity;
            body.roll = spin.roll.unwrap_or(body.roll);
        }
        Some(body)
    }

    /// Puts a changed body into the place of what it was. Apart from [`edit`](Self::edit), so that it is compiled once and not
    /// for each change that a game makes.
    fn replace(&mut self, id: BodyId, before: &Body<V>, body: Body<V>) -> Result<(), InvalidBody> {
        let (now, environment) = (self.now(), self.environment());
        body.validate()?;
        let bounds = bounds_of(&body);
        environment.period.admits([bounds.min, bounds.max])?;
        let form =
            |body: &Body<V>| (body.kind, body.role, body.layers, body.rotation, body.is_turning());
        if form(&body) != form(before) || body.shape != before.shape {
            self.check_meetings(&body, Some(id))?;
        }
        if body == *before {
            return Ok(());
        }
        self.journal.note(|| Change::Edit { id, body: Box::new(body.clone()) });
        let meets_others = body.layers != before.layers
            && self.slots.iter().flatten().any(|other| {
                let [after, before] =
                    [&body, before].map(|it| it.layers.meets(other.shared.layers));
                other.id != id && after != before
            });
        if body == (Body { layers: body.layers, ..before.clone() }) && !meets_others {
            // It goes on in its place, with all that presses it.
            self.note_change();
            self.wake_around(id);
            let shared = self.shared_bodies.of(&body);
            self.slot_mut(id).into_iter().for_each(|slot| slot.shared = Arc::clone(&shared));
            return Ok(());
        }
        let placement = |body: &Body<V>| {
            let rotation = (body.kind != Kind::Dynamic).then_some(body.rotation);
            (body.kind, body.role, body.position, rotation)
        };
        let is_placed =
            meets_others || placement(&body) != placement(before) || body.shape != before.shape;
        self.count(before, -1);
        self.count(&body, 1);
        self.note_change();
        self.wake_around(id);
        let left = self.time_left();
        let shared = self.shared_bodies.of(&body);
        if let Some(slot) = self.slot_mut(id) {
            (slot.shared, slot.tag) = (shared, body.tag);
            (slot.position, slot.velocity) = (body.position, body.velocity);
            slot.time = now;
            slot.set_spin(SpinState::of(&body));
            slot.may_overlap |= is_placed;
            slot.begin_anew(&environment, left);
        }
        self.wake_where(id);
        Ok(())
    }

    /// Forgets the past of a body: what pressed it, what it bounced off, and for how long it has been quiet.
    ///
    /// From then on it behaves as a body that has just been added, at the same place with the same velocity and spin, under
    /// the same key. It wakes. The sensors and gates that it is in it stays in, and its contacts do not end. Nothing
    /// happens if the id is unknown.
    ///
    /// # Example
    /// ```
    /// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
    /// use glam::DVec2;
    ///
    /// let mut world = World::new();
    /// world.set_gravity(DVec2::NEG_Y).unwrap();
    /// world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    /// let ball = Body { restitution: 0.0, ..Body::dynamic(Shape::ball(0.5), DVec2::Y * 0.5) };
    /// let ball = world.add(ball).unwrap();
    /// let mut stepper = Stepper::new();
    /// (0..60).for_each(|_| drop(stepper.step(&mut world, 1.0 / 60.0)));
    /// assert!(world.is_asleep(ball));
    /// world.forget_past(ball);
    /// assert!(!world.is_asleep(ball));
    /// ```
    pub fn forget_past(&mut self, id: BodyId) {
        if self.slot(id).is_none() {
            return;
        }
        self.journal.note(|| Change::ForgetPast(id));
        self.wake_around(id);
        self.contacts.forget(|body| body == id);
        self.forget_own_past(id);
    }

    /// Sets the tag of a body, which only a hook reads. All else stays as it is; nothing happens if the id is unknown.
    ///
    /// # Example
    /// ```
    /// use collide_core::{body::Body, shape::Shape, world::World};
    /// use glam::DVec2;
    ///
    /// let mut world = World::<DVec2>::new();
    /// let ball = world.add(Body::dynamic(Shape::ball(0.5), DVec2::ZERO)).unwrap();
    /// world.set_tag(ball, 7);
    /// assert_eq!(world.body(ball).unwrap().tag, 7);
    /// ```
    pub fn set_tag(&mut self, id: BodyId, tag: u64) {
        if self.slot(id).is_some_and(|slot| slot.tag != tag) {
            self.journal.note(|| Change::SetTag { id, tag });
            self.note_change();
            self.slot_mut(id).into_iter().for_each(|slot| slot.tag = tag);
        }
    }

    /// Forgets the past of all bodies, as [`forget_past`](Self::forget_past) does that of one.
    pub fn forget_all_past(&mut self) {
        self.journal.note(|| Change::ForgetAllPast);
        self.wake_all();
        self.contacts.forget(|_| true);
        self.ids().collect::<Vec<_>>().into_iter().for_each(|id| self.forget_own_past(id));
    }

    /// Forgets what is stored with a body of its past.
    fn forget_own_past(&mut self, id: BodyId) {
        let (now, environment, left) = (self.now(), self.environment(), self.time_left());
        self.note_change();
        self.regions.last_crossings.retain(|pair, _| pair.0 != id && pair.1 != id);
        self.fly_to(id.index, now);
        if let Some(slot) = self.slot_mut(id) {
            (slot.may_overlap, slot.overlap_reported) = (true, false);
            slot.in_cluster = false;
            slot.forget_quiet_time();
            slot.begin_anew(&environment, left);
        }
    }

    /// Changes how a body turns at an impact of which it is the first or the second body.
    pub(crate) fn turn_by(&mut self, id: BodyId, change: &SpinChange<V>, side: usize) {
        if let Some(slot) = self.slot_mut(id) {
            slot.turn_by(change, side);
        }
    }

    /// Ends all that a body is inside of, or that is inside it. The next step reports it.
    fn leave_regions(&mut self, id: BodyId) {
        let has_it = |pair: &(BodyId, BodyId)| pair.0 == id || pair.1 == id;
        let mut ended: Vec<_> = self.regions.inside.iter().copied().filter(has_it).collect();
        self.sort_by_key(&mut ended);
        for pair in ended {
            self.regions.inside.remove(&pair);
            self.regions.departed.push(pair);
        }
        self.regions.last_crossings.retain(|pair, _| !has_it(pair));
    }

    /// Takes a body out of the game as if `by` had absorbed it, or does nothing if it is out already. It stays where it
    /// is, keeps its velocity and meets nothing until it is [restored](Self::restore); what lies on it wakes, and
    /// within an interrupted step loses its support when the step ends. If it was inside a sensor the next step reports
    /// that it has left.
    ///
    /// # Errors
    /// If one of the ids is unknown.
    ///
    /// # Example
    /// ```
    /// use collide_core::body::Body;
    /// use collide_core::shape::Shape;
    /// use collide_core::step::Stepper;
    /// use collide_core::world::World;
    /// use glam::{DVec2, dvec2};
    ///
    /// let mut world = World::<DVec2>::new();
    /// let wall = world.add(Body::fixed(Shape::ball(1.0), dvec2(3.0, 0.0))).unwrap();
    /// let ball = Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(1.0), DVec2::ZERO) };
    /// let ball = world.add(ball).unwrap();
    /// world.absorb(wall, ball).unwrap();
    /// Stepper::new().step(&mut world, 4.0);
    /// assert_eq!(world.body(ball).unwrap().position, dvec2(4.0, 0.0));
    /// ```
    pub fn absorb(&mut self, id: BodyId, by: BodyId) -> Result<(), InvalidBody> {
        let (now, environment) = (self.now(), self.environment());
        let slot = self.slot(id).ok_or(InvalidBody::Unknown)?;
        self.slot(by).ok_or(InvalidBody::Unknown)?;
        if !slot.takes_part() {
            return Ok(());
        }
        let ((position, velocity), spin) = (slot.state(now), slot.spin_at(now));
        self.journal.note(|| Change::Absorb { id, by });
        self.note_change();
        self.wake_around(id);
        self.leave_regions(id);
        if let Some(slot) = self.slot_mut(id) {
            (slot.position, slot.velocity, slot.time) = (position, velocity, now);
            slot.set_spin(spin);
            slot.edited = true;
            slot.set_bounced(None);
            slot.leave_contacts();
            slot.constraints_mut().absorbed_by = Some(by);
            slot.update_flight(&environment);
        }
        Ok(())
    }

    /// Brings an absorbed or broken body back where it was, or does nothing if it is neither. Move it first, or it is
    /// absorbed again. A body that was broken breaks at its next impact.
    pub fn restore(&mut self, id: BodyId) {
        let (now, environment) = (self.now(), self.environment());
        if let Some(slot) = self.slot_mut(id).filter(|slot| !slot.takes_part()) {
            slot.constraints_mut().absorbed_by = None;
            slot.edited = true;
            slot.time = now;
            // Its contacts were at the place where it was taken out.
            slot.leave_contacts();
            slot.update_flight(&environment);
            self.journal.note(|| Change::Restore(id));
            self.note_change();
        }
    }

    /// Makes the state of this world that of another one, as when a snapshot is restored. A recording of this world goes on.
    pub fn set_state(&mut self, state: Self) {
        self.journal.note(|| Change::SetState(Box::new(state.clone())));
        let journal = std::mem::take(&mut self.journal);
        *self = Self { journal, ..state };
    }

    /// Rejects a moving box in a world with a body that it cannot meet, and the other way round.
    fn check_meetings(&self, body: &Body<V>, own: Option<BodyId>) -> Result<(), InvalidBody> {
        let (is_box, is_not_for_boxes) = (body.is_moving_box(), body.is_not_for_boxes());
        if !(is_box && self.counts.not_for_boxes > 0
            || is_not_for_boxes && self.counts.moving_boxes > 0)
        {
            return Ok(());
        }
        let clashes = |slot: &&Slot<V>| {
            let other = &slot.shared;
            Some(slot.id) != own
                && body.layers.meets(other.layers)
                && (is_box && other.is_not_for_boxes() || is_not_for_boxes && other.is_moving_box())
        };
        match self.slots.iter().flatten().filter(clashes).map(|slot| slot.key).min() {
            Some(key) => Err(InvalidBody::CannotMeet { key }),
            None => Ok(()),
        }
    }

    /// Adds `change` to the counts for each kind of body that this one is.
    fn count(&mut self, body: &Body<V>, change: isize) {
        let counts = &mut self.counts;
        for (count, is_counted) in [
            (&mut counts.moving_boxes, body.is_moving_box()),
            (&mut counts.not_for_boxes, body.is_not_for_boxes()),
            (&mut counts.driven, body.is_driven()),
        ] {
            *count = count.wrapping_add_signed(change * isize::from(is_counted));
        }
    }
}
