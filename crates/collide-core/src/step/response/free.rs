//! What becomes of a free ball that touches another one, or a wall?
//!
//! Most events are impacts of balls that nothing pulls, slows down, holds or wears. Little of what
//! [`collide`](crate::step::response::collide) asks can be true of them: they bounce, and that is done here at once, by the same
//! functions and to the same bits.

use crate::report::{Event, Legs};
use crate::shape::Shape;
use crate::step::engine::Engine;
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::IMPATIENT;
use crate::step::state::event_queue::Prediction;
use crate::step::state::motion_bounds::Path;
use crate::vector::Vector;
use crate::world::{Slot, World};

impl<V: Vector> Engine<V> {
    /// Lets a free ball bounce off another one, or off a wall that stands, and returns whether that was possible. If it
    /// was not, nothing has been done.
    pub(crate) fn bounce_freely(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        dt: f64,
    ) -> bool {
        let Prediction { time, feature, bodies, .. } = *prediction;
        if self.hook.is_some() || !world.is_open() {
            return false;
        }
        let most = self.harmless_events(dt);
        let places = bodies.map(|body| body as usize);
        let Ok([Some(first), Some(second)]) = world.slots.items_mut().get_disjoint_mut(places)
        else {
            return false;
        };
        // All that can happen to such a one is that it bounces off another, if that is one too.
        let is_free = |slot: &Slot<V>| slot.flies_freely() && slot.events() < most;
        if !is_free(first) || !is_free(second) && !stands(second) {
            return false;
        }
        let Some(surface) = self.surface([first, second]) else { return false };
        let (meeting, there) = Meeting::of_free([first, second], (time, feature), surface);
        let bounce = meeting.bounce(surface.restitution);
        let bounce = bounce.filter(|bounce| meeting.changes::<V>(bounce));
        let Some(response) = bounce.and_then(|bounce| meeting.response(bounce)) else {
            return false;
        };

        let ids = [first.id, second.id];
        self.report.events.push(Event::Impact(meeting.told(&response, ids)));
        let velocities = [response.first, response.second];
        let ahead = self.motion.ahead(dt);
        let movers = if second.is_mover() { 2 } else { 1 };
        for (side, slot) in [first, second].into_iter().enumerate().take(movers) {
            if self.settings.legs != Legs::None {
                self.report.legs.extend(self.ended(slot, time));
            }
            slot.bounce_freely(time, [there[side], velocities[side]], (ids[1 - side], feature));
            if self.motion.is_current {
                let place = places[side];
                (self.motion.paths[place], self.motion.spots[place]) =
                    Path::of_free(slot, time, &ahead);
            }
            self.rewritten.push(prediction.bodies[side]);
        }
        true
    }

    /// After so many events of a free ball in a step of `dt` seconds another one does nothing more to it than to turn
    /// it.
    pub(crate) fn harmless_events(&self, dt: f64) -> u32 {
        u32::min(self.settings.budget(dt) as u32, IMPATIENT - 1)
    }
}

/// Whether a body is a wall that nothing can happen to, and along which nobody slides.
fn stands<V: Vector>(slot: &Slot<V>) -> bool {
    slot.stands() && !matches!(slot.form.shape, Shape::RoundArena { .. })
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec3, dvec2, vec3};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Hook;
    use crate::step::Stepper;

    /// Balls of several kinds that fly about in a room.
    fn gas<V: Vector>(place: impl Fn(u32) -> V, room: V::Wide) -> World<V> {
        let mut world = World::new();
        for number in 0..200 {
            let velocity = place(number * 37 % 200);
            let ball = Body::dynamic(Shape::ball(0.2), place(number));
            let (mass, friction) = (1.0 + f64::from(number % 3), f64::from(number % 5 / 4));
            let (restitution, minimum_impulse) = (1.0 - friction / 4.0, f64::from(number % 7 / 6));
            let tag = u64::from(number);
            let ball = Body { velocity, mass, restitution, friction, minimum_impulse, tag, ..ball };
            world.add(ball).unwrap();
        }
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
        world
    }

    /// Whether all comes out the same if whoever judges pairs, and says nothing new, is asked about every impact.
    fn comes_out_the_same<V: Vector>(world: World<V>) {
        let (mut free, mut asked) = (Stepper::new(), Stepper::new());
        asked.hook = Some(Hook::new(|pair| Some(pair.surface)));
        let (mut world, mut other) = (world.clone(), world);
        let mut impacts = 0;
        for _ in 0..120 {
            let report = free.step(&mut world, 0.02);
            assert_eq!(report, asked.step(&mut other, 0.02));
            assert_eq!(world, other);
            impacts += report.impacts().count();
        }
        assert!(impacts > 300, "{impacts}");
    }

    #[test]
    fn free_balls_bounce_as_those_of_whom_more_is_asked() {
        let flat = |number: u32| dvec2(f64::from(number % 14), f64::from(number / 14)) - 6.5;
        comes_out_the_same(gas::<DVec2>(flat, DVec2::splat(8.0)));
        let deep = |number: u32| {
            vec3((number % 6) as f32, (number / 6 % 6) as f32, (number / 36) as f32) - 2.5
        };
        comes_out_the_same(gas::<Vec3>(deep, glam::DVec3::splat(4.0)));
    }
}
