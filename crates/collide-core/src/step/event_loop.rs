//! The serial event loop: takes the next event, handles it, and predicts anew the bodies that it rewrote.

use crate::step::engine::Engine;
use crate::step::prediction::prefetch::{MIN_BODIES, prefetch_event};
use crate::step::response::handling::Handling;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::vector::Vector;
use crate::world::World;

impl<V: Vector> Engine<V> {
    /// Handles the predicted events in order, at most `limit` of them, and returns whether none is left.
    pub(crate) fn run(&mut self, world: &mut World<V>, limit: u64, dt: f64) -> bool {
        let mut handled = 0;
        while let Some(event) = self.next(world, dt) {
            if handled == limit {
                self.predictions.queue.push(event);
                return false;
            }
            let _all_are = self.handle(world, &event, dt);
            self.predict_rewritten(world, dt);
            handled += 1;
        }
        true
    }

    /// Takes the next event. Before it, looks for others along paths that have reached their horizon, and solves the piles where
    /// a sub-step ends.
    fn next(&mut self, world: &mut World<V>, dt: f64) -> Option<Prediction> {
        loop {
            let next = self.take(world);
            let time = next.map_or(f64::INFINITY, |next| next.time);
            let solution = world.progress.and_then(|progress| progress.next_solution);
            match next {
                _ if let Some(solution) = solution.filter(|it| *it < f64::min(time, dt)) => {
                    next.into_iter().for_each(|next| self.predictions.queue.push(next));
                    self.begin_substep(world, solution, dt);
                }
                Some(next) if next.kind == EventKind::HorizonReached => {
                    self.extend_horizon(world, next.bodies[0], time, dt);
                }
                next => return next,
            }
        }
    }

    /// Takes the earliest prediction that is still valid.
    pub(crate) fn take(&mut self, world: &World<V>) -> Option<Prediction> {
        let (paths, spheres) = (&self.motions.bounds, &self.motions.spheres);
        self.predictions.queue.pop(&self.predictions.versions, |bodies| {
            if paths.len() >= MIN_BODIES {
                bodies.into_iter().for_each(|body| prefetch_event(world, paths, spheres, body));
            }
        })
    }

    /// Handles an event.
    pub(crate) fn handle(&mut self, world: &mut World<V>, event: &Prediction, dt: f64) -> Handling {
        if let Some(progress) = &mut world.progress {
            progress.now = event.time;
        }
        match event.kind {
            EventKind::Impact if self.bounce_freely(world, event, dt) => {}
            EventKind::Impact => return self.collide(world, event, dt),
            EventKind::FaceEnd => self.leave_face(world, event, dt),
            EventKind::Stop => self.stop(world, event.bodies[0], event.time, dt),
            EventKind::Enter | EventKind::Leave => self.cross_edge(world, event, dt),
            EventKind::Absorb => self.absorb(world, event),
            EventKind::Stick => self.stick(world, event.bodies[0], event.time, dt),
            EventKind::ChordEnd => self.begin_chord(world, event.bodies[0], event.time, dt),
            EventKind::Wrap => self.wrap(world, event.bodies[0], event.time, dt),
            // The caller looks further along the path.
            EventKind::HorizonReached => {}
        }
        Handling::Done
    }
}
