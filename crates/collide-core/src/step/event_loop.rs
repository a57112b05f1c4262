//! What comes next, and what is done about it?

use crate::step::prediction::prefetch::{MANY, read_for_event};
use crate::step::state::event_queue::{Kind, Prediction};
use crate::step::stepper::Stepper;
use crate::vector::Vector;
use crate::world::{Progress, World};

impl<V: Vector> Stepper<V> {
    /// Takes the next event, looks further along paths where that comes first, and lets the piles settle whose time
    /// comes before.
    pub(crate) fn next(&mut self, world: &mut World<V>, dt: f64) -> Option<Prediction> {
        loop {
            let next = self.take(world);
            let time = next.map_or(f64::INFINITY, |next| next.time);
            let divided = world.progress.filter(Progress::is_divided);
            let part_end = divided.map_or(f64::INFINITY, |progress| progress.part_end());
            match next {
                _ if time > part_end => {
                    if let Some(next) = next {
                        self.queue.push(next);
                    }
                    self.begin_part(world, part_end, dt);
                }
                Some(next) if next.kind == Kind::Look => {
                    self.look_further(world, next.bodies[0], time, dt);
                }
                next => return next,
            }
        }
    }

    /// Takes the next prediction.
    pub(crate) fn take(&mut self, world: &World<V>) -> Option<Prediction> {
        let (paths, spots) = (&self.paths, &self.spots);
        self.queue.pop(&self.versions, |bodies| {
            if paths.len() >= MANY {
                bodies.into_iter().for_each(|body| read_for_event(world, paths, spots, body));
            }
        })
    }

    /// Handles an event.
    pub(crate) fn handle(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        if let Some(progress) = &mut world.progress {
            progress.now = prediction.time;
        }
        match prediction.kind {
            Kind::Impact => {
                let bounced = self.bounce_freely(world, prediction, dt);
                if bounced == 0 {
                    self.collide(world, prediction, dt);
                }
                for body in &prediction.bodies[..bounced] {
                    self.predict_again(world, *body, dt);
                }
            }
            Kind::Stop => self.stop(world, prediction.bodies[0], prediction.time, dt),
            Kind::Enter | Kind::Leave => self.cross(world, prediction, dt),
            Kind::Absorb => self.absorb(world, prediction),
            Kind::Wrap => self.wrap(world, prediction.bodies[0], prediction.time, dt),
            // Has been looked after by whoever takes the next event.
            Kind::Look => {}
        }
    }
}
