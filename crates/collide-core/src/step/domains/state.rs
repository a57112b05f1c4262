//! The domains of a world, and the workers that handle their events.

use crate::step::domains::partition::Outline;
use crate::step::domains::result::Domain;
use crate::step::domains::worker::Worker;
use crate::step::state::backoff::Backoff;
use crate::vector::Vector;
use crate::world::Stamp;

/// How many steps are made without domains before the first try, as a caller that makes one or two steps only has no
/// use for bodies in order, and at most after domains were of no use.
const FIRST_WAIT: u32 = 2;
const LONGEST_WAIT: u32 = 1023;

/// The domains of a world.
#[derive(Clone, Debug)]
pub(crate) struct Domains<V: Vector> {
    /// Whether they are to make the step that has begun, of which nothing is predicted yet.
    pub(crate) is_chosen: bool,
    pub(crate) backoff: Backoff,
    pub(crate) workers: Vec<Worker<V>>,
    /// What came of each domain in the last step, and of the remainder: the bodies that were deferred by all.
    pub(crate) results: Vec<Domain<V>>,
    pub(crate) remainder: Domain<V>,
    /// Where the domains end when the next step begins, if that is known.
    pub(crate) outline: Option<Outline<V::Wide>>,
    /// How many bodies were near another domain when the bodies were arranged; zero if that is not known.
    pub(crate) strangers: usize,
}

impl<V: Vector> Default for Domains<V> {
    fn default() -> Self {
        Self {
            is_chosen: false,
            backoff: Backoff::new(FIRST_WAIT, LONGEST_WAIT),
            workers: Vec::new(),
            results: Vec::new(),
            remainder: Domain::default(),
            outline: None,
            strangers: 0,
        }
    }
}

impl<V: Vector> Domains<V> {
    /// Keeps the outline through a change of the world in which no body changes, if it is that of a step of `dt` seconds
    /// from the state `before` on.
    pub(crate) fn keep_outline(&mut self, dt: f64, before: Stamp, now: Stamp) {
        let outline = self.outline.take_if(|outline| outline.is_of(dt, before));
        self.outline = outline.map(|outline| outline.restamped(now));
    }
}
