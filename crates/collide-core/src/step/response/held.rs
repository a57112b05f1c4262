//! What becomes of what is held, and of what runs into it?

use crate::step::engine::Engine;
use crate::step::state::event_queue::Prediction;
use crate::vector::{Vector, Wide};
use crate::world::{Held, Obstacle, Slot, World};

impl<V: Vector> Engine<V> {
    /// Two touch of which one is held. What runs into it cannot push it, and is held too; a wall that
    /// moves takes it along, until something on the other side is in the way.
    pub(crate) fn jam(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let time = prediction.time;
        let [Some(first), Some(second)] =
            prediction.bodies.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let held = [first, second].map(|slot| as_held(slot, time));
        let [one, two] = held.map(|held| held.velocity().unwrap_or(V::Wide::ZERO));
        let obstacle = Obstacle::new(second, &first.form.mover, world.environment().period);
        let offset = first.flight().position(time) - second.flight().position(time);
        let normal = obstacle.normal(obstacle.nearest(offset), prediction.feature);
        let glides = (one - two).dot(normal).abs() <= 1e-9 * (one.length() + two.length());
        let (movers, ids) = ([first, second].map(Slot::is_mover), [first.id, second.id]);
        for side in [0, 1].into_iter().filter(|side| movers[*side]) {
            let after = held[side].after(held[1 - side]);
            let is_stopped = after == Held::Squeezed && glides;
            if after != held[side] && !is_stopped {
                if after == Held::Squeezed {
                    self.tell_squeezed(world, (ids[side], ids[1 - side], 0.0), time);
                }
                self.hold(world, prediction.bodies[side], after, time);
            }
        }
    }
}

/// How a body is held; of a wall what it does to what is held.
fn as_held<V: Vector>(slot: &Slot<V>, time: f64) -> Held<V::Wide> {
    if slot.is_mover() {
        return slot.ties().held;
    }
    match slot.flight().velocity(time) {
        velocity if velocity == V::Wide::ZERO => Held::Squeezed,
        velocity => Held::Carried(velocity),
    }
}
