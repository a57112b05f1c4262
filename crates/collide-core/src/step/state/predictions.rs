//! The predicted events of a step, and the inputs that they are valid for.

use crate::settings::Settings;
use crate::step::hook::Hook;
use crate::step::state::event_queue::EventQueue;
use crate::vector::Vector;
use crate::world::{Epoch, World};

/// The predicted events of the step.
#[derive(Clone, Debug)]
pub(crate) struct Predictions<V: Vector> {
    pub(crate) queue: EventQueue,
    /// How often each body was rewritten since the queue was filled. A prediction holds the versions of its two
    /// bodies, and is void once either has a newer one.
    pub(crate) versions: Vec<u32>,
    key: Option<PredictionKey<V>>,
}

/// The inputs of predictions: the state of a world, and the settings and the hook by which pairs are judged.
#[derive(Clone, Debug)]
struct PredictionKey<V: Vector> {
    epoch: Epoch,
    settings: Settings,
    hook: Option<Hook<V>>,
}

impl<V: Vector> Default for Predictions<V> {
    fn default() -> Self {
        Self { queue: EventQueue::default(), versions: Vec::new(), key: None }
    }
}

impl<V: Vector> Predictions<V> {
    /// Records that the predictions are valid for the present state of the world, these settings and this hook.
    pub(crate) fn mark_valid(
        &mut self,
        world: &mut World<V>,
        settings: Settings,
        hook: Option<&Hook<V>>,
    ) {
        world.epoch = Epoch::new();
        self.key = Some(PredictionKey { epoch: world.epoch, settings, hook: hook.cloned() });
    }

    /// Records that the predictions are valid for no state.
    pub(crate) fn invalidate(&mut self) {
        self.key = None;
    }

    /// Whether the predictions are valid for the present state of the world, these settings and this hook.
    pub(crate) fn is_valid(
        &self,
        world: &World<V>,
        settings: Settings,
        hook: Option<&Hook<V>>,
    ) -> bool {
        self.key.as_ref().is_some_and(|key| {
            key.epoch.is_same(world.epoch) && key.settings == settings && key.hook.as_ref() == hook
        })
    }

    /// Whether the predictions were made for the present state of the world with another hook than this one.
    pub(crate) fn has_other_hook(&self, world: &World<V>, hook: Option<&Hook<V>>) -> bool {
        self.key
            .as_ref()
            .is_some_and(|key| key.epoch.is_same(world.epoch) && key.hook.as_ref() != hook)
    }

    /// Starts a new version for a body that was rewritten: predictions about it are void from now on.
    pub(crate) fn invalidate_body(&mut self, body: u32) {
        self.versions[body as usize] += 1;
    }
}
