//! The store of a world: the bodies, and all else that decides their future; and what can be read of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::collections::Chunked;
use super::contacts::Contacts;
use super::epoch::Epoch;
use super::id::BodyId;
use super::journal::OptionalJournal;
use super::progress::Progress;
use super::slot::{Environment, SharedBodies, Slot};
use crate::body::{Body, Kind};
use crate::shape::Frame;
use crate::vector::Vector;

/// Bodies, gravity, and all else that decides their future. A clone is a snapshot.
///
/// # Example
/// ```
/// use collide_core::{body::Body, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let ball = world.add(Body::dynamic(Shape::ball(0.5), DVec2::ZERO)).unwrap();
/// world.edit(ball, |body| body.velocity = DVec2::new(2.0, 0.0)).unwrap();
/// assert_eq!(world.body(ball).unwrap().velocity.x, 2.0);
/// assert!(world.edit(ball, |body| body.mass = -1.0).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct World<V: Vector> {
    /// The bodies. The place of a body is that of its index, unless the list has been put into another order.
    pub(crate) slots: Chunked<Option<Slot<V>>>,
    pub(crate) ids: Ids,
    pub(crate) environment: Environment<V>,
    pub(crate) regions: Regions,
    /// The resting contacts of piles, and where bodies are in contact at the end of a step.
    pub(crate) contacts: Contacts<V>,
    /// The bodies that have been woken and are not reported yet.
    pub(crate) woken: Vec<BodyId>,
    /// The step that has begun and not ended, if there is one.
    pub(crate) progress: Option<Progress>,
    pub(crate) epoch: Epoch,
    pub(super) counts: Counts,
    pub(super) shared_bodies: SharedBodies<V>,
    pub(crate) flags: Flags,
    pub(crate) journal: OptionalJournal<V, World<V>>,
}

/// The ids and the keys of bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ids {
    /// The generation of each index: how many bodies have had it and are gone.
    pub(crate) generations: Vec<u32>,
    /// The indices that no body has and that can be used again.
    pub(crate) free: Vec<u32>,
    pub(crate) keys: BTreeMap<u64, BodyId>,
    /// The key of the next body that is added without one.
    pub(crate) next_key: u64,
}

/// The balls in sensors and gates.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Regions {
    /// The (region, ball) pairs of which the ball is inside.
    pub(crate) inside: BTreeSet<(BodyId, BodyId)>,
    /// The pairs that ended because one of the two was removed. The next step reports them.
    pub(crate) departed: Vec<(BodyId, BodyId)>,
    /// The last crossing of each pair in this step.
    pub(crate) last_crossings: BTreeMap<(BodyId, BodyId), LastCrossing>,
}

/// The last crossing of the edge of a region by a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LastCrossing {
    /// When, in seconds from the start of the step.
    pub(crate) time: f64,
    /// The revisions of the region and of the ball at that time.
    pub(crate) revisions: [u32; 2],
}

/// Numbers of bodies of some kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    /// Dynamic boxes.
    pub(super) moving_boxes: usize,
    /// Bodies with a shape that a moving box cannot meet.
    pub(super) not_for_boxes: usize,
    /// Bodies on which something acts when a step begins: damping, or a target.
    pub(super) driven: usize,
}

/// What may be true of some body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flags {
    /// Whether a body was added, removed or edited since the last step began.
    pub(crate) changed: ConservativeFlag,
    /// Whether a body sleeps.
    pub(crate) sleeps: ConservativeFlag,
}

impl Default for Flags {
    fn default() -> Self {
        Self { changed: ConservativeFlag(true), sleeps: ConservativeFlag(true) }
    }
}

/// A flag that may be true without need. If it is false, no body has to be looked at.
///
/// It changes no result, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct ConservativeFlag(pub(crate) bool);

impl fmt::Debug for ConservativeFlag {
    /// Hides the value, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ConservativeFlag")
    }
}

impl PartialEq for ConservativeFlag {
    /// Always true, so that worlds do not differ by their flags.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V: Vector> Default for World<V> {
    fn default() -> Self {
        Self {
            slots: Chunked::default(),
            ids: Ids::default(),
            environment: Environment::default(),
            regions: Regions::default(),
            contacts: Contacts::default(),
            woken: Vec::new(),
            progress: None,
            epoch: Epoch::new(),
            counts: Counts::default(),
            shared_bodies: SharedBodies::default(),
            flags: Flags::default(),
            journal: OptionalJournal::default(),
        }
    }
}

impl<V: Vector> World<V> {
    /// A world without bodies and without gravity.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A copy of the body, with the position and velocity of its last event or of the end of the last step.
    /// [`position`](Self::position), [`velocity`](Self::velocity) and [`state`](Self::state) are cheaper.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body<V>> {
        self.slot(id).map(Slot::body)
    }

    /// The position of the body at its last event or at the end of the last step, in length units.
    #[must_use]
    pub fn position(&self, id: BodyId) -> Option<V> {
        self.slot(id).map(|slot| slot.position)
    }

    /// The velocity of the body at its last event or at the end of the last step, in length units a second.
    #[must_use]
    pub fn velocity(&self, id: BodyId) -> Option<V> {
        self.slot(id).map(|slot| slot.velocity)
    }

    /// The [`position`](Self::position) and the [`velocity`](Self::velocity) of the body.
    #[inline]
    #[must_use]
    pub fn state(&self, id: BodyId) -> Option<(V, V)> {
        self.slot(id).map(|slot| (slot.position, slot.velocity))
    }

    /// How the shape of the body is turned, at its last event or at the end of the last step.
    #[must_use]
    pub fn rotation(&self, id: BodyId) -> Option<Frame<V>> {
        self.slot(id).map(|slot| slot.rotation_at(slot.time))
    }

    /// How fast the body turns, in radians a second, at its last event or at the end of the last step; zero if it does not.
    #[must_use]
    pub fn angular_velocity(&self, id: BodyId) -> Option<V::Cross> {
        self.slot(id).map(|slot| match slot.constraints().spin {
            Some(spin) => spin.angular_velocity,
            None => slot.turn_rate().unwrap_or_default(),
        })
    }

    /// The number of further impacts after which the body breaks; 0 if it never does.
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

    /// The body that absorbed this one, or broke it, if one did. Such a body keeps the place and the velocity that it
    /// had then, and takes part in nothing.
    #[must_use]
    pub fn absorbed_by(&self, id: BodyId) -> Option<BodyId> {
        self.slot(id).and_then(|slot| slot.constraints().absorbed_by)
    }

    /// Whether the body sleeps: it rests in a pile, and does not move until something touches it or what
    /// it lies on changes.
    #[must_use]
    pub fn is_asleep(&self, id: BodyId) -> bool {
        self.slot(id).is_some_and(|slot| slot.constraints().asleep.is_some())
    }

    /// Whether the ball is inside the sensor, as of the last step.
    #[must_use]
    pub fn is_inside(&self, sensor: BodyId, ball: BodyId) -> bool {
        self.regions.inside.contains(&(sensor, ball))
    }

    /// Whether a step has been interrupted and waits to be resumed.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.progress.is_some()
    }

    /// Whether any body that takes part and is awake has a velocity, a target elsewhere or an acceleration, or is a wall that
    /// turns. A ball that turns on the spot does not count.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.slots.iter().flatten().any(|slot| self.moves(slot))
    }

    /// The acceleration of every dynamic body, in length units a second squared, before its scale.
    #[must_use]
    pub fn gravity(&self) -> V {
        self.environment.gravity
    }

    /// The lengths after which the space repeats along each axis, zero where it does not.
    #[must_use]
    pub fn period(&self) -> V {
        self.environment.period.lengths
    }

    /// The relative rounding of the places that the game gives, that of f64 by default.
    #[must_use]
    pub fn given_rounding(&self) -> f64 {
        self.environment.given_rounding
    }
}

impl<V: Vector> World<V> {
    /// The id of a body that [moves](Self::is_moving): this one, if it does.
    pub(crate) fn moving_body(&self, known: Option<BodyId>) -> Option<BodyId> {
        let known = known.and_then(|id| self.slot(id)).filter(|slot| self.moves(slot));
        let any = || self.slots.iter().flatten().find(|slot| self.moves(slot));
        known.or_else(any).map(|slot| slot.id)
    }

    /// Whether a body takes part, is awake and moves.
    fn moves(&self, slot: &Slot<V>) -> bool {
        let Environment { gravity, period, .. } = self.environment;
        if !slot.takes_part() || slot.constraints().asleep.is_some() {
            return false;
        }
        let moving = slot.velocity != V::default();
        match slot.shared.kind {
            _ if slot.is_turning() => true,
            Kind::Static => false,
            Kind::Kinematic => {
                slot.shared.target.map_or(moving, |target| period.wrap(target) != slot.position)
            }
            Kind::Dynamic => !slot.is_at_rest() || slot.external_acceleration(gravity) != V::ZERO,
        }
    }

    #[inline]
    pub(crate) fn slot(&self, id: BodyId) -> Option<&Slot<V>> {
        self.slots.get(self.slots.place(id.index))?.as_ref().filter(|slot| slot.id == id)
    }

    /// The two bodies with these indices; nothing if one of them is gone.
    #[inline(always)]
    pub(crate) fn pair(&self, indices: [u32; 2]) -> Option<[&Slot<V>; 2]> {
        let [one, two] = indices.map(|index| self.slots[index as usize].as_ref());
        Some([one?, two?])
    }

    pub(crate) fn slot_mut(&mut self, id: BodyId) -> Option<&mut Slot<V>> {
        self.slots.get_mut(self.slots.place(id.index))?.as_mut().filter(|slot| slot.id == id)
    }

    /// All bodies, in the order of their keys.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Slot<V>> {
        self.ids().filter_map(|id| self.slot(id))
    }

    /// Sorts pairs of bodies by their keys.
    pub(crate) fn sort_by_key(&self, pairs: &mut [(BodyId, BodyId)]) {
        pairs.sort_unstable_by_key(|pair| (self.key(pair.0), self.key(pair.1)));
    }

    /// The present time, in seconds from the start of an interrupted step; zero between steps.
    pub(crate) fn now(&self) -> f64 {
        self.progress.map_or(0.0, |progress| progress.now)
    }

    /// The rest of an interrupted step, in seconds; zero between steps.
    pub(super) fn time_left(&self) -> f64 {
        self.progress.map_or(0.0, |progress| progress.dt - progress.now)
    }

    pub(crate) fn environment(&self) -> Environment<V> {
        self.environment
    }

    /// Whether the space repeats along no axis.
    pub(crate) fn is_open(&self) -> bool {
        self.environment.period.is_open()
    }

    /// Whether damping or a target acts on a body when a step begins.
    pub(crate) fn has_driven(&self) -> bool {
        self.counts.driven > 0
    }

    /// Whether there are no resting contacts, no suppressed pairs, no balls in regions, and no reports left over.
    pub(crate) fn is_unbound(&self) -> bool {
        self.contacts.all().is_empty()
            && self.contacts.suppressed.is_empty()
            && self.regions.inside.is_empty()
            && self.regions.last_crossings.is_empty()
            && self.regions.departed.is_empty()
            && self.woken.is_empty()
    }

    /// Records that the game has changed something.
    pub(super) fn note_change(&mut self) {
        self.epoch = Epoch::new();
        self.flags.changed = ConservativeFlag(true);
    }
}
