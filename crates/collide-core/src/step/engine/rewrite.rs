//! Rewrites the state of a body at one of its events.

use super::legs::turn_leg;
use super::record::Engine;
use crate::body::Kind;
use crate::report::{Event, Legs};
use crate::step::state::motion_bounds::MotionBounds;
use crate::vector::Vector;
use crate::world::{BodyId, Push, Slot, World};

impl<V: Vector> Engine<V> {
    /// Flies a body to `time`, changes its state there, and lists it as rewritten. The leg that ends there is reported if
    /// legs are wanted.
    pub(crate) fn rewrite(
        &mut self,
        world: &mut World<V>,
        index: u32,
        time: f64,
        change: impl FnOnce(&mut Slot<V>),
    ) {
        self.rewrite_for(world, index, time, f64::INFINITY, change);
    }

    /// Rewrites a body as [`rewrite`](Self::rewrite) does, of which a chord along walls that bend lasts no `longest` seconds.
    pub(crate) fn rewrite_for(
        &mut self,
        world: &mut World<V>,
        index: u32,
        time: f64,
        longest: f64,
        change: impl FnOnce(&mut Slot<V>),
    ) {
        let environment = world.environment();
        let ahead = world.progress.map(|progress| self.motions.lookahead(progress.dt));
        let Some(slot) = &world.slots[index as usize] else { return };
        // The setting is read here already: a leg is large, and seldom wanted.
        let ended =
            if self.settings.legs == Legs::None { None } else { self.ended_leg(slot, time) };
        if slot.is_turning_ball() && self.settings.legs != Legs::None {
            self.report.turns.extend(turn_leg(slot, time));
        }
        let was_at_rest = ended.is_some() && !slot.flight().is_moving();
        world.fly_to(index, time);
        let Some(slot) = &mut world.slots[index as usize] else { return };
        slot.set_bounced(None);
        slot.revision = slot.revision.wrapping_add(1);
        let pushes_before = if slot.is_unconstrained() {
            Vec::new()
        } else {
            slot.constraints().supports.pushes.clone()
        };
        change(slot);
        if slot.stops_within_rounding(environment.gravity) {
            slot.stay();
            slot.set_roll(V::ZERO);
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
        if slot.rides_on_walls() && slot.constraints().supports.walls.len() > 1 {
            slot.stop_slow_slip();
        }
        slot.update_flight(&environment);
        if slot.follows_bends()
            && let Some(progress) = world.progress
        {
            world.follow_walls(index, progress.dt, longest);
        }
        let Some(slot) = &world.slots[index as usize] else { return };
        if let Some(leg) = ended
            && (!was_at_rest || slot.flight().is_moving())
        {
            self.report.legs.push(leg);
        }
        if self.motions.is_current
            && let Some(ahead) = ahead
        {
            let motion = MotionBounds::of(slot, time, &ahead, &environment.period);
            (self.motions.bounds[index as usize], self.motions.spheres[index as usize]) = motion;
        }
        if slot.shared.kind == Kind::Static {
            self.search.forget_static();
        }
        if self.rewritten.last() != Some(&index) {
            self.rewritten.push(index);
        }
        if slot.constraints().supports.pushes.len() < pushes_before.len() {
            let id = slot.id;
            for Push { by, .. } in pushes_before {
                self.end_push(world, by, id, time);
            }
        }
    }

    /// Ends the chord of a body along walls that bend, before the end of which its flight has nearly its place and its velocity:
    /// from `time` on it has its own.
    pub(crate) fn cut_chord(&mut self, world: &mut World<V>, index: u32, time: f64) {
        let slot = world.slots[index as usize].as_ref();
        if slot.is_some_and(|slot| slot.chord().is_some() && slot.time < time) {
            self.rewrite(world, index, time, |_| {});
        }
    }

    /// Ends the push on `body` by another one that no longer presses against it.
    fn end_push(&mut self, world: &mut World<V>, body: BodyId, by: BodyId, time: f64) {
        let is_pushed =
            |slot: &Slot<V>| slot.constraints().supports.pushes.iter().any(|push| push.by == by);
        if world.slot(body).is_some_and(is_pushed) {
            self.rewrite(world, body.index, time, |slot| {
                slot.constraints_mut().supports.pushes.retain(|push| push.by != by);
            });
        }
    }
}
