//! Decides whether the step that begins is made by persistent tracking, and begins to track.

use crate::step::engine::Engine;
use crate::step::engine::regime::Regime;
use crate::step::tracking::eligibility::{BodyStats, TrackingTerms};
use crate::step::tracking::tracker::Tracking;
use crate::step::tracking::tuning::Tuning;
use crate::vector::Vector;
use crate::world::{Progress, World};

impl<V: Vector> Tracking<V> {
    /// Whether the step that begins is made by tracking. It is then made when it is [run](Self::follow).
    pub(crate) fn choose(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        regime: Regime,
        dt: f64,
    ) -> bool {
        let is_on = self.may_go_on(engine, world, regime, dt);
        // Until the step has ended they are of no state.
        self.set_epoch(None);
        self.is_on = is_on;
        if is_on {
            // There are no piles.
            world.progress = world.progress.map(|it| Progress { has_begun: true, ..it });
        }
        is_on
    }

    /// Whether there are trajectories of all bodies when a step begins, from the one before or from now on.
    fn may_go_on(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        regime: Regime,
        dt: f64,
    ) -> bool {
        let is_known = self.is_of(world.epoch);
        if !is_known && (self.is_of_any() || self.is_on) {
            self.stop();
        }
        let is_possible = regime == Regime::Impacts { may_be_driven: false }
            && (Tuning::MIN_BODIES..most_bodies(engine)).contains(&world.slots.len());
        if !is_possible || !is_known && self.backoff.waits() {
            return false;
        }
        if is_known && self.lasts_for(dt) {
            engine
                .predictions
                .queue
                .begin_with_buckets([0.0, dt], self.trajectories.event_buckets(dt));
            return true;
        }
        let begins = self.lay_all(engine, world, dt);
        if !begins {
            self.stop();
        }
        begins
    }

    /// Begins to track all bodies, if there is use in it.
    fn lay_all(&mut self, engine: &mut Engine<V>, world: &mut World<V>, dt: f64) -> bool {
        let terms = BodyStats::of(world).and_then(|stats| stats.terms(dt));
        let Some(terms) = terms else { return false };
        world.slots.join();
        if world.slots.len() >= Tuning::FREE_MEMORY_BODIES {
            engine.free_search_memory();
        }
        engine.motions.suspend(false);
        if !self.lay_walls(world, terms) {
            return false;
        }
        self.begin();
        engine.predictions.queue.begin_with_buckets([0.0, dt], self.trajectories.event_buckets(dt));
        engine.predictions.versions.clear();
        engine.predictions.versions.resize(world.slots.len(), 0);
        for body in 0..world.slots.len() as u32 {
            self.track(engine, world, body, dt);
        }
        true
    }

    /// Begins with trajectories of no body on these terms, between the walls. Returns whether that is possible.
    fn lay_walls(&mut self, world: &World<V>, terms: TrackingTerms<V>) -> bool {
        let walls = world.slots.items().iter().enumerate().filter_map(|(place, slot)| {
            let slot = slot.as_ref().filter(|slot| !slot.is_mover() && slot.takes_part())?;
            Some((place as u32, &slot.shared.shape, slot.position))
        });
        let count = world.slots.len();
        self.trajectories.begin(terms, count);
        self.trajectories.cells.place_walls(count, walls)
    }
}

/// One more than the largest number of bodies that are tracked.
fn most_bodies<V: Vector>(engine: &Engine<V>) -> usize {
    let executor = &*engine.executor;
    let pieces = usize::min(
        Tuning::PIECES.saturating_mul(executor.min_bodies_per_task()),
        Tuning::MAX_BODIES,
    );
    if executor.threads() > 1 { pieces } else { Tuning::MAX_BODIES }
}
