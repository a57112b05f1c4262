//! What becomes of two free balls that touch?
//!
//! Most events are impacts of two balls that nothing pulls, slows down, holds or wears. Little of what
//! [`collide`](super::respond) asks can be true of them: they bounce, and that is done here at once, by the same
//! functions and to the same bits.

use super::meeting::Meeting;
use super::paths::Path;
use super::queue::Prediction;
use super::respond::leg;
use super::resting::CROWDED;
use super::stepper::Stepper;
use crate::report::Event;
use crate::vector::Vector;
use crate::world::{Slot, World};

impl<V: Vector> Stepper<V> {
    /// Lets two free balls bounce off each other. Tells whether it has: otherwise nothing is done.
    pub(super) fn bounce_freely(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        dt: f64,
    ) -> bool {
        let Prediction { time, feature, bodies, .. } = *prediction;
        if self.hook.is_some() || !world.is_open() {
            return false;
        }
        let places = bodies.map(|body| body as usize);
        let Ok([Some(first), Some(second)]) = world.slots.items_mut().get_disjoint_mut(places)
        else {
            return false;
        };
        if !is_free(first) || !is_free(second) {
            return false;
        }
        let Some(surface) = self.surface([first, second]) else { return false };
        let meeting = Meeting::of_balls([first, second], (time, feature), surface);
        let bounce = meeting.bounce(surface.restitution);
        let bounce = bounce.filter(|bounce| meeting.changes::<V>(bounce));
        let Some(response) = bounce.and_then(|bounce| meeting.response(bounce)) else {
            return false;
        };

        let ids = [first.id, second.id];
        self.report.events.push(Event::Impact(meeting.told(&response, ids)));
        let velocities = [response.first, response.second];
        let ahead = self.ahead(dt);
        for (side, slot) in [first, second].into_iter().enumerate() {
            if self.settings.record_legs {
                self.report.legs.extend(leg(slot, time));
            }
            slot.bounce_freely(time, velocities[side], (ids[1 - side], feature));
            let place = places[side];
            (self.paths[place], self.spots[place]) = Path::of_free(slot, time, &ahead);
        }
        for body in bodies {
            self.predict_again(world, body, dt);
        }
        true
    }
}

/// Whether all that can happen to a body is that it bounces off another, if that is one too.
fn is_free<V: Vector>(slot: &Slot<V>) -> bool {
    slot.is_free_ball() && !slot.in_crowd && !slot.clustered && slot.events + 1 < CROWDED
}
