//! The state of the serial event loop: what one thread needs to handle the events of a step one after the other.

use std::sync::Arc;

use crate::executor::{Executor, Serial};
use crate::report::Report;
use crate::settings::Settings;
use crate::step::hook::Hook;
use crate::step::state::body_motions::BodyMotions;
use crate::step::state::event_queue::EventQueue;
use crate::step::state::piles::Piles;
use crate::step::state::predictions::Predictions;
use crate::step::state::search::Search;
use crate::vector::Vector;

/// Makes one serial event loop. It holds nothing that decides the future.
#[derive(Clone, Debug)]
pub(crate) struct Engine<V: Vector> {
    /// How the step is made, as the user of the stepper has set it.
    pub(crate) settings: Settings,
    pub(crate) hook: Option<Hook<V>>,
    /// Divides what is done for every body among threads.
    pub(crate) executor: Arc<dyn Executor>,
    /// What has happened since the step began or was resumed.
    pub(crate) report: Report<V>,
    pub(crate) predictions: Predictions<V>,
    pub(crate) search: Search<V>,
    pub(crate) motions: BodyMotions<V>,
    pub(crate) piles: Piles<V>,
    /// The bodies that a response has rewritten and that have not been predicted anew since.
    pub(crate) rewritten: Vec<u32>,
    /// Whether a touch that is a contact is not handled but left to the caller.
    pub(crate) defers_contacts: bool,
}

impl<V: Vector> Default for Engine<V> {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            hook: None,
            executor: Arc::new(Serial),
            report: Report::default(),
            predictions: Predictions::default(),
            search: Search::default(),
            motions: BodyMotions::default(),
            piles: Piles::default(),
            rewritten: Vec::new(),
            defers_contacts: false,
        }
    }
}

impl<V: Vector> Engine<V> {
    /// Takes over what the user of the stepper has set.
    pub(crate) fn configure(
        &mut self,
        settings: Settings,
        hook: Option<&Hook<V>>,
        executor: &Arc<dyn Executor>,
    ) {
        self.settings = settings;
        if self.hook.as_ref() != hook {
            self.hook = hook.cloned();
        }
        if !Arc::ptr_eq(&self.executor, executor) {
            self.executor = Arc::clone(executor);
        }
    }

    /// Gives back the memory of the broad phase and of the predictions.
    pub(crate) fn free_search_memory(&mut self) {
        self.motions.suspend(true);
        self.search = Search::default();
        (self.predictions.queue, self.predictions.versions) = (EventQueue::default(), Vec::new());
    }
}
