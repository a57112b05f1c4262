//! Events that a body has by itself: it stops, or wraps around a space that repeats.

use crate::report::Event;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::{Slot, World};

impl<V: Vector> Engine<V> {
    /// Rolling resistance has eaten the motion of a ball.
    pub(crate) fn stop(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        self.come_to_rest(world, index, time);
        self.count_event(world, index, time, dt);
    }

    /// Ends the motion of a ball at the time of its stop, and tells.
    pub(crate) fn come_to_rest(&mut self, world: &mut World<V>, index: u32, time: f64) {
        // What pressed against it pressed because it was slowing down.
        self.rewrite(world, index, time, Slot::leave_supports);
        if let Some(slot) = &world.slots[index as usize]
            && slot.velocity == V::default()
        {
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
    }

    /// A body has flown a period, and goes on from where its image is.
    pub(crate) fn wrap(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        let period = world.environment().period;
        self.rewrite(world, index, time, |slot| slot.wrap(&period));
        self.count_event(world, index, time, dt);
    }
}
