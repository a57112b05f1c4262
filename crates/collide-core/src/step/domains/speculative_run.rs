//! What is handled of a step by one who sees some of the bodies?

use crate::broad::Spot;
use crate::report::Report;
use crate::step::domains::causal_bound::Handled;
use crate::step::domains::worker::Worker;
use crate::step::response::handling::Handling;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::vector::{Vector, Wide};

impl<V: Vector> Worker<V> {
    /// Handles all events that can be handled by one who does not see all, or in a simple case by one who does.
    pub(crate) fn handle_all(&mut self, dt: f64) {
        while !self.fence.done.is_broken
            && let Some(prediction) = self.engine.take(&self.world)
        {
            self.lose_by(prediction.time, dt);
            if !self.fence.admits(&self.world, &prediction) {
                self.leave(&prediction, dt);
            } else if prediction.kind == EventKind::HorizonReached {
                let body = prediction.bodies[0];
                self.engine.extend_horizon(&self.world, body, prediction.time, dt);
            } else {
                self.handle(prediction, dt);
            }
        }
        // Nobody but the lost can still be touched.
        self.lose_by(dt, dt);
    }

    /// Handles an event, and records it.
    fn handle(&mut self, prediction: Prediction, dt: f64) {
        self.keep(&prediction);
        let speeds = self.speeds(&prediction);
        if self.engine.handle(&mut self.world, &prediction, dt) == Handling::Deferred {
            self.leave(&prediction, dt);
        }
        self.engine.predict_rewritten(&self.world, dt);
        self.hasten(&prediction, speeds, dt);
        let Report { events, legs, .. } = &self.engine.report;
        let [events, legs] = [events.len(), legs.len()].map(|it| it as u32);
        self.fence.note(&self.world, Handled { prediction, events, legs });
    }

    /// Loses all who are to be lost by this time.
    fn lose_by(&mut self, until: f64, dt: f64) {
        while !self.fence.done.is_broken
            && let Some((body, time)) = self.fence.next_lost(until)
        {
            self.lose_around(body, time, dt);
        }
    }

    /// Leaves an event for later: its bodies are lost. There is no later where everyone is seen.
    pub(crate) fn leave(&mut self, prediction: &Prediction, dt: f64) {
        self.fence.break_if_all_are_seen();
        for body in prediction.bodies {
            if self.fence.lose(body) {
                self.lose_around(body, prediction.time, dt);
            }
        }
    }

    /// A body is lost from `time` on: so are those whom it may touch later, from then on.
    fn lose_around(&mut self, body: u32, time: f64, dt: f64) {
        let Some(slot) = &self.world.slots[body as usize] else { return };
        if slot.is_mover() {
            let spot = Spot { middle: slot.flight().position(time), reach: slot.form.girth };
            self.lose_near(&spot, time, dt);
        }
    }

    /// Of one who is in this place at `time` nothing is known from then on.
    pub(crate) fn lose_near(&mut self, spot: &Spot<V::Wide>, time: f64, dt: f64) {
        let Self { engine, world, fence } = self;
        let (finder, paths) = (&engine.search.finder, &engine.motions.bounds);
        // Whoever is known may yet come to fly as fast as anyone.
        let closing = 2.0 * fence.speed;
        let rounding = rounding::<V>(&spot.middle);
        finder.query(&spot.grown(closing * (dt - time) + rounding), |other| {
            let Some(loss) = fence.loss(other) else { return };
            let no_ball = || {
                let slot = world.slots[other as usize].as_ref()?;
                Some((slot.flight().position(time), slot.flight().launch, slot.form.girth))
            };
            let known = paths[other as usize].ball_at(time).or_else(no_ball);
            let Some((place, velocity, girth)) = known else { return };
            let way = place - spot.middle;
            let near = rounding + spot.reach + girth;
            let nearer = near + closing * (f64::min(loss, dt) - time) * (1.0 + 1e-9);
            if way.length_squared() > nearer * nearer {
                // It is lost before, or not in this step, however fast it comes to be.
                return;
            }
            let gap = way.length() - near;
            let closing = fence.speed + velocity.length();
            let touched = if gap > 0.0 { time + gap / closing } else { time };
            fence.lose_at(other, touched, dt);
        });
    }

    /// How fast those are of the bodies of an event who are to be lost later.
    fn speeds(&self, prediction: &Prediction) -> [Option<f64>; 2] {
        prediction.bodies.map(|body| {
            let slot = self.world.slots[body as usize].as_ref();
            let slot = slot.filter(|_| self.fence.is_waiting(body));
            slot.map(|slot| slot.flight().launch.length())
        })
    }

    /// Who has become faster than he was comes nearer to others the sooner.
    fn hasten(&mut self, prediction: &Prediction, speeds: [Option<f64>; 2], dt: f64) {
        let now = self.speeds(prediction);
        for (body, speeds) in prediction.bodies.into_iter().zip(speeds.into_iter().zip(now)) {
            if let (Some(before), Some(now)) = speeds {
                self.fence.hasten(body, prediction.time, [before, now], dt);
            }
        }
    }

    /// Keeps those as they were when the step began whom an event rewrites for the first time.
    fn keep(&mut self, prediction: &Prediction) {
        for index in prediction.bodies {
            if let Some(slot) = self.world.slots[index as usize].as_ref()
                && slot.is_mover()
                && slot.events() == 0
            {
                self.fence.keep(index, slot);
            }
        }
    }
}

/// By how much two who are near a place may be nearer to each other than is known, as places are rounded.
fn rounding<V: Vector>(place: &V::Wide) -> f64 {
    16.0 * V::EPSILON * place.max_magnitude()
}
