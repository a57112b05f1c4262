//! The store of a world: the bodies, and all else that decides their future.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::contacts::Contacts;
use super::epoch::Epoch;
use super::id::BodyId;
use super::motion::Environment;
use super::progress::Progress;
use super::shared_body::SharedBodies;
use super::slot::{Crossed, Slot};
use crate::chunked::Chunked;
use crate::period::Period;
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
    pub(crate) slots: Chunked<Option<Slot<V>>>,
    pub(crate) ids: Ids,
    pub(crate) gravity: V,
    pub(crate) period: V,
    pub(crate) regions: Regions,
    /// The resting contacts of piles.
    pub(crate) contacts: Contacts<V::Wide>,
    /// The bodies that have been woken and are not reported yet.
    pub(crate) woken: Vec<BodyId>,
    /// The step that has begun and not ended, if there is one.
    pub(crate) progress: Option<Progress>,
    pub(crate) epoch: Epoch,
    pub(super) counts: Counts,
    pub(super) shared_bodies: SharedBodies<V>,
    pub(crate) flags: Flags,
}

/// The ids and the keys of bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ids {
    /// The generation of each place, which is part of the id.
    pub(crate) generations: Vec<u32>,
    /// The places that are free.
    pub(crate) free: Vec<u32>,
    pub(crate) keys: BTreeMap<u64, BodyId>,
    /// The key of the next body that is added without one.
    pub(crate) next_key: u64,
}

/// The bodies inside of sensors and gates.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Regions {
    /// (sensor, ball) pairs of which the ball is inside.
    pub(crate) touching: BTreeSet<(BodyId, BodyId)>,
    /// Pairs that ended because one of the two was removed; the next step reports them.
    pub(crate) departed: Vec<(BodyId, BodyId)>,
    /// The last crossings in this step of (sensor, ball) pairs.
    pub(crate) crossed: BTreeMap<(BodyId, BodyId), Crossed>,
}

/// Numbers of bodies of some kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    /// Boxes that move.
    pub(super) boxes: usize,
    /// Bodies with a shape that those cannot meet.
    pub(super) averse: usize,
    /// Bodies that are driven when a step begins.
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

/// Whether something may be true of any body. If not, it need not be looked for.
///
/// It decides nothing, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct ConservativeFlag(pub(crate) bool);

impl fmt::Debug for ConservativeFlag {
    /// Without the value, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ConservativeFlag")
    }
}

impl PartialEq for ConservativeFlag {
    /// Worlds do not differ by their hints.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V: Vector> Default for World<V> {
    fn default() -> Self {
        Self {
            slots: Chunked::default(),
            ids: Ids::default(),
            gravity: V::default(),
            period: V::default(),
            regions: Regions::default(),
            contacts: Contacts::default(),
            woken: Vec::new(),
            progress: None,
            epoch: Epoch::new(),
            counts: Counts::default(),
            shared_bodies: SharedBodies::default(),
            flags: Flags::default(),
        }
    }
}

impl<V: Vector> World<V> {
    #[inline]
    pub(crate) fn slot(&self, id: BodyId) -> Option<&Slot<V>> {
        self.slots.get(self.slots.place(id.index))?.as_ref().filter(|slot| slot.id == id)
    }

    pub(crate) fn slot_mut(&mut self, id: BodyId) -> Option<&mut Slot<V>> {
        self.slots.get_mut(self.slots.place(id.index))?.as_mut().filter(|slot| slot.id == id)
    }

    pub(crate) fn now(&self) -> f64 {
        self.progress.map_or(0.0, |progress| progress.now)
    }

    pub(crate) fn environment(&self) -> Environment<V::Wide> {
        let period = Period { lengths: self.period.widen() };
        Environment { gravity: self.gravity.widen(), period }
    }

    /// Whether the space repeats nowhere.
    pub(crate) fn is_open(&self) -> bool {
        self.period == V::default()
    }
}
