//! A worker: a serial event loop with a world of its own, to which the bodies of one domain at a time are lent.

use crate::step::domains::causal_bound::CausalBound;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::World;

/// Handles the events of domains, one domain after the other.
#[derive(Clone, Debug)]
pub(crate) struct Worker<V: Vector> {
    pub(crate) engine: Engine<V>,
    pub(crate) world: World<V>,
    /// Which events can be handled without knowing the other domains.
    pub(crate) bound: CausalBound<V>,
}

impl<V: Vector> Default for Worker<V> {
    fn default() -> Self {
        let engine = Engine { defers_contacts: true, ..Engine::default() };
        Self { engine, world: World::new(), bound: CausalBound::default() }
    }
}
