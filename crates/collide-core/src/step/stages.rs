//! The stages of the step, in their order.

use crate::step::domains::partition::Outline;
use crate::step::settings::method::Method;
use crate::step::stepper::{Outcome, Stepper};
use crate::vector::Vector;
use crate::world::{Hint, Progress, Stamp, World};

impl<V: Vector> Stepper<V> {
    /// Begins a step of `dt` seconds. Within an interrupted step only the report begins anew.
    ///
    /// A `dt` that is NaN, infinite or not above zero begins no step.
    pub fn integrate(&mut self, world: &mut World<V>, dt: f64) {
        let dt = world.progress.map_or(dt, |progress| progress.dt);
        self.report.clear(dt);
        if world.progress.is_some() || !dt.is_finite() || dt <= 0.0 {
            return;
        }
        world.progress = Some(Progress { dt, settled: None, now: 0.0 });
        if !self.settings.sleep || self.settings.method != Method::Continuous {
            world.wake_all();
        }
        let is_known = |outline: &mut Outline<_>| outline.is_of(dt, world.stamp);
        let outline = self.outline.take_if(is_known);
        let are_known = self.tracks.are_of(world.stamp);
        world.stamp = Stamp::new();
        self.outline = outline.map(|outline| outline.restamped(world.stamp));
        if are_known {
            self.tracks.stamp(world.stamp);
        }
        drive_all(world, dt);
    }

    /// Tells what the game has moved into and out of sensors, and predicts the earliest events inside
    /// the step that has begun; the discrete method predicts none. Where bodies do nothing but collide, that may be
    /// left to [`respond`](Self::respond), which does it part by part, or when their time comes.
    pub fn detect(&mut self, world: &mut World<V>) {
        let Some(Progress { dt, now, .. }) = world.progress else { return };
        self.report.dt = dt;
        self.tell_woken(world, now);
        if self.judges_anew(world) {
            // Who meets from now on may have passed through each other before, and that stays so.
            world.move_all();
        }
        self.tell_departures(world);
        if self.goes_tracked(world, dt) || self.goes_apart(world, dt) {
            self.vouch(world);
        } else {
            self.detect_whole(world, dt);
        }
    }

    /// Predicts the earliest events of all.
    fn detect_whole(&mut self, world: &mut World<V>, dt: f64) {
        if self.enter_all(world, dt) {
            self.tell_arrivals(world);
        }
        if self.settings.method != Method::Continuous {
            self.vouch(world);
            return;
        }
        if world.progress.is_some_and(|progress| progress.settled.is_none()) {
            let changed = self.settle(world, dt);
            self.enter_again(world, &changed, dt);
        }
        self.vouch(world);
        self.predict_everyone(world, dt);
    }

    /// Handles the predicted events in order, at most `events` of them, and ends the step when none
    /// is left. The discrete method ends the step whatever `events` is.
    ///
    /// What was changed since [`detect`](Self::detect) counts: if the game has edited, added or removed
    /// a body, or changed the space, the settings or the hook, or if this stepper has not looked at this
    /// world, everything is detected anew first.
    pub fn respond(&mut self, world: &mut World<V>, events: u64) -> Outcome {
        let Some(Progress { dt, .. }) = world.progress else { return Outcome::Finished };
        if !self.foresees(world) {
            self.detect(world);
        }
        // Until it is known where this ends, the predictions are of no state.
        self.seen = None;
        if let Method::Discrete(discrete) = self.settings.method {
            self.move_and_correct(world, discrete, dt);
            self.finish(world, dt);
            self.report.sort_by_time();
            return Outcome::Finished;
        }
        if self.tracks.is_on {
            if events == u64::MAX && self.respond_tracked(world, dt) {
                return Outcome::Finished;
            }
            self.tracks.lose();
            self.detect_whole(world, dt);
            self.seen = None;
        }
        if std::mem::take(&mut self.is_apart) {
            if events == u64::MAX && self.respond_apart(world, dt) {
                self.finish(world, dt);
                return Outcome::Finished;
            }
            self.detect_whole(world, dt);
            self.seen = None;
        }
        let mut handled = 0;
        while let Some(prediction) = self.next(world, dt) {
            if handled == events {
                self.queue.push(prediction);
                self.vouch(world);
                return Outcome::Interrupted;
            }
            handled += 1;
            self.handle(world, &prediction, dt);
        }
        self.finish(world, dt);
        Outcome::Finished
    }
}

/// What acts on bodies once at the beginning of a step of `dt` seconds.
fn drive_all<V: Vector>(world: &mut World<V>, dt: f64) {
    let environment = world.environment();
    let mut driven = Vec::new();
    if world.has_driven() {
        driven.resize(world.slots.len(), false);
        for slot in world.slots.iter_mut().flatten().filter(|slot| slot.takes_part()) {
            driven[slot.id.index()] = slot.drive(&environment, dt);
        }
    }
    let is_driven = |index: usize| driven.get(index) == Some(&true);
    if driven.is_empty() && !world.changed.0 {
        return;
    }
    world.changed = Hint(false);
    // Those that parted at the end of the last step may approach again at once, if one of them was
    // driven, or changed by the game, since.
    for index in 0..world.slots.len() {
        let Some(slot) = &world.slots[index] else { continue };
        let Some((partner, _)) = slot.bounced() else { continue };
        let changed = world
            .slot(partner)
            .is_none_or(|partner| partner.fresh || is_driven(partner.id.index()));
        if (changed || is_driven(slot.id.index()))
            && let Some(slot) = &mut world.slots[index]
        {
            slot.set_bounced(None);
        }
    }
}
