//! The entity of each body.

use std::collections::BTreeMap;
use std::hint::black_box;

use bevy_ecs::entity::Entity;
use collide_core::world::BodyId;

/// The entity of each body of a space.
///
/// A body that has left the simulation keeps its entity until the tick after that has reported the end of its
/// touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntityMap {
    /// The bodies of the simulation, by the index of the body.
    present: Vec<Option<(BodyId, Entity)>>,
    /// The bodies that were removed since the last tick. The end of their touches is not reported yet.
    removed: BTreeMap<BodyId, Entity>,
    /// The removed bodies of which the last tick has reported the end of touches.
    reported: BTreeMap<BodyId, Entity>,
}

impl EntityMap {
    pub(crate) fn get(&self, body: BodyId) -> Option<Entity> {
        let present = self.present.get(body.index()).copied().flatten();
        let present = present.filter(|(id, _)| *id == body).map(|(_, entity)| entity);
        let removed = || self.removed.get(&body).or_else(|| self.reported.get(&body)).copied();
        present.or_else(removed)
    }

    pub(crate) fn insert(&mut self, body: BodyId, entity: Entity) {
        if self.present.len() <= body.index() {
            self.present.resize(body.index() + 1, None);
        }
        self.present[body.index()] = Some((body, entity));
    }

    /// Removes a body that leaves the simulation.
    pub(crate) fn remove(&mut self, body: BodyId, entity: Entity) {
        if let Some(entry) = self.present.get_mut(body.index()) {
            *entry = None;
        }
        self.removed.insert(body, entity);
    }

    /// Begins a tick, which reports the end of touches of the bodies removed until now. Those of the tick before are
    /// forgotten.
    pub(crate) fn begin_tick(&mut self) {
        self.reported = std::mem::take(&mut self.removed);
    }

    /// Forgets the removed bodies: no tick will report the end of their touches.
    pub(crate) fn forget_removed(&mut self) {
        self.removed.clear();
    }

    /// Loads the entries of two bodies into the cache of the processor.
    pub(crate) fn prefetch(&self, bodies: [BodyId; 2]) {
        black_box(bodies.map(|body| self.present.get(body.index()).copied()));
    }
}
