//! The event loop of a domain: events within the causal bound are handled, all others are deferred.

use crate::broad::BoundingSphere;
use crate::report::Report;
use crate::rounding;
use crate::step::domains::causal_bound::HandledEvent;
use crate::step::domains::worker::Worker;
use crate::step::event_loop::{handle_event, take_event};
use crate::step::prediction::predict::{extend_horizon, predict_rewritten};
use crate::step::response::handling::Handling;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::vector::Vector;

impl<V: Vector> Worker<V> {
    /// Handles all events that the bound admits, and defers the others.
    pub(crate) fn run_events(&mut self, dt: f64) {
        while !self.bound.log.has_failed
            && let Some(prediction) = take_event(&mut self.engine, &self.world)
        {
            self.defer_until(prediction.time, dt);
            if !self.bound.admits(&self.world, &prediction) {
                self.defer_event(&prediction, dt);
            } else if prediction.kind == EventKind::HorizonReached {
                let body = prediction.bodies[0];
                extend_horizon(&mut self.engine, &self.world, body, prediction.time, dt);
            } else {
                self.handle(prediction, dt);
            }
        }
        // Bodies that are due to be deferred before the step ends are deferred now.
        self.defer_until(dt, dt);
    }

    /// Handles an event, and records it.
    fn handle(&mut self, prediction: Prediction, dt: f64) {
        self.save(&prediction);
        let speeds = self.speeds(&prediction);
        // A deferred event is recorded too: nothing was reported, so merging it adds nothing.
        if handle_event(&mut self.engine, &mut self.world, &prediction, dt) == Handling::Deferred {
            self.defer_event(&prediction, dt);
        }
        predict_rewritten(&mut self.engine, &self.world, dt);
        self.tighten_bound(&prediction, speeds, dt);
        let Report { events, legs, .. } = &self.engine.report;
        let [events, legs] = [events.len(), legs.len()].map(|it| it as u32);
        self.bound.record(&self.world, HandledEvent { prediction, events, legs });
    }

    /// Defers all bodies that are due by this time.
    fn defer_until(&mut self, until: f64, dt: f64) {
        while !self.bound.log.has_failed
            && let Some((body, time)) = self.bound.next_deferred(until)
        {
            self.defer_neighbours(body, time, dt);
        }
    }

    /// Defers an event, and with it its bodies.
    pub(crate) fn defer_event(&mut self, prediction: &Prediction, dt: f64) {
        self.bound.fail_if_complete();
        for body in prediction.bodies {
            if self.bound.defer(body) {
                self.defer_neighbours(body, prediction.time, dt);
            }
        }
    }

    /// Has the bodies deferred that a deferred body may touch from `time` on.
    fn defer_neighbours(&mut self, body: u32, time: f64, dt: f64) {
        let Some(slot) = &self.world.slots[body as usize] else { return };
        if slot.is_mover() {
            let sphere = BoundingSphere {
                centre: slot.flight().position(time),
                radius: slot.shared.bounding_radius,
            };
            self.defer_near(&sphere, time, dt);
        }
    }

    /// Has the bodies deferred that one inside this sphere at `time`, about which nothing is known from
    /// then on, may touch.
    pub(crate) fn defer_near(&mut self, sphere: &BoundingSphere<V>, time: f64, dt: f64) {
        let Self { engine, world, bound } = self;
        let (finder, paths) = (&engine.search.finder, &engine.motions.bounds);
        // A body of the domain may become as fast as the bound allows.
        let closing = 2.0 * bound.speed;
        let rounding = rounding(&sphere.centre);
        finder.query(&sphere.grown(closing * (dt - time) + rounding), |other| {
            let Some(latest) = bound.deferral_time(other) else { return };
            let from_slot = || {
                let slot = world.slots[other as usize].as_ref()?;
                Some((
                    slot.flight().position(time),
                    slot.flight().launch,
                    slot.shared.bounding_radius,
                ))
            };
            let known = paths[other as usize].ball_at(time).or_else(from_slot);
            let Some((place, velocity, bounding_radius)) = known else { return };
            let way = place - sphere.centre;
            let near = rounding + sphere.radius + bounding_radius;
            let nearer =
                near + closing * (f64::min(latest, dt) - time) * (1.0 + rounding::TO_SPARE);
            if way.length_squared() > nearer * nearer {
                // It is deferred before, or not in this step, however fast it becomes.
                return;
            }
            let gap = way.length() - near;
            let closing = bound.speed + velocity.length();
            let touched = if gap > 0.0 { time + gap / closing } else { time };
            bound.defer_at(other, touched, dt);
        });
    }

    /// The speeds of those bodies of an event that are deferred later.
    fn speeds(&self, prediction: &Prediction) -> [Option<f64>; 2] {
        prediction.bodies.map(|body| {
            let slot = self.world.slots[body as usize].as_ref();
            let slot = slot.filter(|_| self.bound.is_waiting(body));
            slot.map(|slot| slot.flight().launch.length())
        })
    }

    /// Has the bodies of an event deferred sooner that have become faster.
    fn tighten_bound(&mut self, prediction: &Prediction, speeds: [Option<f64>; 2], dt: f64) {
        let now = self.speeds(prediction);
        for (body, speeds) in prediction.bodies.into_iter().zip(speeds.into_iter().zip(now)) {
            if let (Some(before), Some(now)) = speeds {
                self.bound.tighten_bound(body, prediction.time, [before, now], dt);
            }
        }
    }

    /// Saves the states of those bodies of an event that it rewrites for the first time in the step.
    fn save(&mut self, prediction: &Prediction) {
        for index in prediction.bodies {
            if let Some(slot) = self.world.slots[index as usize].as_ref()
                && slot.is_mover()
                && slot.events() == 0
            {
                self.bound.save(index, slot);
            }
        }
    }
}

/// The rounding of distances near a place.
fn rounding<V: Vector>(place: &V) -> f64 {
    rounding::DISTANCE * place.max_magnitude()
}
