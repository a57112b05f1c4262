//! The broad phase of a step: where each body was entered, and the lists that a search fills.

use crate::body::Kind;
use crate::broad::{BroadPhase, Candidates, Finder};
use crate::step::state::motion_bounds::PairList;
use crate::vector::Vector;
use crate::world::{Epoch, Slot, World};

/// Where bodies can be found, and buffers for what a search finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search<V: Vector> {
    /// Finds the bodies near a place.
    pub(crate) finder: Finder<V>,
    /// The bodies near the path for which others are looked for.
    pub(crate) candidates: Candidates,
    /// A buffer for the bodies that a query finds.
    pub(crate) found: Vec<u32>,
    /// A buffer for the bodies that move, where those are few.
    pub(crate) few_moving: Vec<u32>,
    /// The pairs that may meet, as listed when the step began: one list for each thread that made them.
    pub(crate) pairs: Vec<PairList>,
    /// The bodies that have left their fattened bounds since the neighbour list was made; nothing if there is no list.
    pub(crate) moved: Option<Vec<u32>>,
    /// How many bodies have been entered anew since all were.
    pub(crate) entered: usize,
    /// What the bodies were entered for: the epoch of their world, how they are found, and the length of a step; nothing if
    /// the next step has to enter all bodies anew.
    pub(crate) valid_for: Option<(Epoch, BroadPhase, f64)>,
    /// The corners of a box that holds all bounded bodies, in a space that repeats.
    pub(crate) region: Option<[V; 2]>,
    /// The bodies that a step may change.
    pub(crate) loose: Loose,
}

/// The bodies that a step may change: all but static ones, which stay as they are until the game edits them. What was worked out
/// of static ones in a step holds in the next, so where most bodies are walls a step takes the time of the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loose {
    /// Their places, in order.
    pub(crate) bodies: Vec<u32>,
    /// Whether no static body has changed since the step before.
    pub(crate) is_kept: bool,
    /// Whether no static body has changed since they were listed in this step.
    pub(crate) is_current: bool,
    /// What is known of static bodies is of this state of the world and of steps of this length; nothing if nothing is known.
    pub(crate) valid_for: Option<(Epoch, f64)>,
}

impl Loose {
    /// Whether what is known of static bodies is true at the start of a step of `dt` seconds.
    pub(crate) fn is_valid(&self, epoch: Epoch, dt: f64) -> bool {
        self.valid_for.is_some_and(|known| known.0.is_same(epoch) && known.1 == dt)
    }

    /// Lists the loose bodies of a world in which static ones may have changed.
    pub(crate) fn list<V: Vector>(&mut self, world: &World<V>) {
        let is_loose = |slot: &Slot<V>| slot.shared.kind != Kind::Static;
        let places = (0u32..).zip(world.slots.items());
        let loose = places.filter(|(_, slot)| slot.as_ref().is_some_and(is_loose));
        self.bodies.clear();
        self.bodies.extend(loose.map(|(place, _)| place));
    }
}

impl<V: Vector> Search<V> {
    /// Whether the bodies were entered for this: only steps of `dt` seconds have changed the world since.
    pub(crate) fn is_valid(&self, epoch: Epoch, broad: BroadPhase, dt: f64) -> bool {
        self.valid_for.is_some_and(|(known_epoch, known_broad, known_dt)| {
            known_epoch.is_same(epoch) && (known_broad, known_dt) == (broad, dt)
        })
    }

    /// Forgets what is known of static bodies, since one has changed.
    pub(crate) fn forget_static(&mut self) {
        (self.valid_for, self.loose.valid_for) = (None, None);
        self.loose.is_current = false;
    }

    /// Keeps what the bodies were entered for when the world gets a new epoch by a step, and not by the game.
    pub(crate) fn follow_epoch(&mut self, before: Epoch, now: Epoch) {
        self.valid_for =
            self.valid_for.filter(|it| it.0.is_same(before)).map(|(_, broad, dt)| (now, broad, dt));
        let known = &mut self.loose.valid_for;
        *known = known.filter(|it| it.0.is_same(before)).map(|(_, dt)| (now, dt));
    }
}
