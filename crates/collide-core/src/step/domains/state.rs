//! The domains of a world, and the workers that handle their events.

use crate::step::domains::partition::Partition;
use crate::step::domains::result::DomainResult;
use crate::step::domains::tuning::Tuning;
use crate::step::domains::worker::Worker;
use crate::step::state::backoff::Backoff;
use crate::vector::Vector;
use crate::world::Epoch;

/// The domains of a world.
#[derive(Clone, Debug)]
pub(crate) struct Domains<V: Vector> {
    /// Whether the step that has begun is made by domains. Nothing is predicted then.
    pub(crate) is_chosen: bool,
    pub(crate) backoff: Backoff,
    pub(crate) workers: Vec<Worker<V>>,
    /// The result of each domain in the last step.
    pub(crate) results: Vec<DomainResult<V>>,
    /// The result of the remainder: the bodies that were deferred in their domains.
    pub(crate) remainder: DomainResult<V>,
    /// The partition of the next step, if it is known.
    pub(crate) partition: Option<Partition<V>>,
    /// The number of bodies near another domain when bodies were last sorted; zero if it is not known.
    pub(crate) boundary_bodies: usize,
}

impl<V: Vector> Default for Domains<V> {
    fn default() -> Self {
        Self {
            is_chosen: false,
            backoff: Backoff::new(Tuning::FIRST_WAIT, Tuning::LONGEST_WAIT),
            workers: Vec::new(),
            results: Vec::new(),
            remainder: DomainResult::default(),
            partition: None,
            boundary_bodies: 0,
        }
    }
}

impl<V: Vector> Domains<V> {
    /// Keeps the partition through a change of the world in which no body changes, if it is that of a step of `dt` seconds
    /// from the state `before` on.
    pub(crate) fn keep_partition(&mut self, dt: f64, before: Epoch, now: Epoch) {
        let partition = self.partition.take_if(|partition| partition.is_of(dt, before));
        self.partition = partition.map(|partition| partition.with_epoch(now));
    }
}
