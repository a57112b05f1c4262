//! Handles the events of a step by persistent tracking.
//!
//! Where balls fly freely and do nothing but collide, with each other and with static walls, no body is searched for anew
//! when a step begins: the [trajectories](crate::step::tracking::trajectories) give a time before which two cannot touch,
//! and only then the impact is predicted from their states. No result depends on it.

use crate::contact::contact;
use crate::impact::touch;
use crate::step::engine::Engine;
use crate::step::event_loop::take_event;
use crate::step::prediction::predict::{free_impact, next_event, ordered_pair, push_event};
use crate::step::response::collide::collide;
use crate::step::response::free::{bounce_freely, free_event_limit};
use crate::step::state::event_queue::Prediction;
use crate::step::state::motion_bounds::{Meets, MotionBounds};
use crate::step::touch::surfaces::may_meet;
use crate::step::tracking::next_events::is_after;
use crate::step::tracking::tracker::Tracking;
use crate::step::tracking::trajectories::PendingEvent;
use crate::vector::Vector;
use crate::world::{Dynamics, World};

impl<V: Vector> Tracking<V> {
    /// Handles all events of the step. If an event comes that tracking cannot handle, returns false, and
    /// the step is unfinished.
    pub(crate) fn follow(&mut self, engine: &mut Engine<V>, world: &mut World<V>, dt: f64) -> bool {
        let clock = self.trajectories.clock;
        while !self.trajectories.are_broken() {
            let next = engine.predictions.queue.earliest_time(&engine.predictions.versions);
            let until = clock + f64::min(next, dt);
            if let Some(due) =
                self.trajectories.due(&engine.predictions.versions, until, clock + dt)
            {
                self.handle_pending(engine, world, due, dt);
            } else if let Some(prediction) = take_event(engine, world) {
                if let Some(progress) = &mut world.progress {
                    progress.now = prediction.time;
                }
                let bounced = bounce_freely(engine, world, &prediction, dt);
                if !bounced && !self.collide_tracked(engine, world, &prediction, dt) {
                    break;
                }
                self.track_rewritten(engine, world, dt);
            } else {
                self.rescan_deferred(engine, world, clock + dt);
                self.end_step(dt);
                return true;
            }
        }
        false
    }

    /// Handles an impact that is no simple bounce. Returns whether both bodies can be tracked from then on.
    fn collide_tracked(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        prediction: &Prediction,
        dt: f64,
    ) -> bool {
        let may_be = are_tracked(world, prediction, free_event_limit(engine, dt));
        if may_be {
            let _all_are = collide(engine, world, prediction, dt);
        }
        may_be && are_tracked(world, prediction, u32::MAX)
    }

    /// Tracks anew all bodies that a response has rewritten.
    fn track_rewritten(&mut self, engine: &mut Engine<V>, world: &World<V>, dt: f64) {
        let mut rewritten = std::mem::take(&mut engine.rewritten);
        for body in rewritten.drain(..) {
            engine.predictions.invalidate_body(body);
            self.track(engine, world, body, dt);
        }
        engine.rewritten = rewritten;
    }

    /// Handles what is due for a ball.
    fn handle_pending(
        &mut self,
        engine: &mut Engine<V>,
        world: &World<V>,
        (body, due, now): (u32, PendingEvent, f64),
        dt: f64,
    ) {
        match due {
            PendingEvent::Touch(other) => self.predict_or_defer(engine, world, [body, other], dt),
            PendingEvent::Rescan => self.rescan(engine, world, body, (None, now), dt),
            PendingEvent::CellCrossing(side) => {
                self.rescan(engine, world, body, (Some(side), now), dt)
            }
        }
    }

    /// Tests a ball with the bodies near it, or with those that are new where it has entered its cell.
    fn rescan(
        &mut self,
        engine: &mut Engine<V>,
        world: &World<V>,
        body: u32,
        (entered_through, now): (Option<usize>, f64),
        dt: f64,
    ) {
        engine.search.found.clear();
        let (trajectories, versions) = (&mut self.trajectories, &engine.predictions.versions);
        let (entered, found) = ((entered_through, now), &mut engine.search.found);
        if trajectories.is_lossy() {
            trajectories.rescan::<true>(versions, body, entered, found);
        } else {
            trajectories.rescan::<false>(versions, body, entered, found);
        }
        for place in self.trajectories.walls_near(body) {
            let wall = self.trajectories.cells.wall(place);
            match self.wall_touch_time(engine, world, [body, wall], now) {
                Some(time) if is_after(now, time) => {
                    self.trajectories.add(&engine.predictions.versions, [body, wall], time);
                }
                Some(_) => engine.search.found.push(wall),
                None => {}
            }
        }
        for place in 0..engine.search.found.len() {
            let other = engine.search.found[place];
            self.predict_or_defer(engine, world, [body, other], dt);
        }
    }

    /// Predicts the impact of a pair in this step. If there is none, the pair is tested again at the end of
    /// the step, where positions are rounded.
    fn predict_or_defer(
        &mut self,
        engine: &mut Engine<V>,
        world: &World<V>,
        pair: [u32; 2],
        dt: f64,
    ) {
        if !self.predict(engine, world, pair, dt) {
            self.trajectories.defer(&engine.predictions.versions, pair);
        }
    }

    /// Tests the pairs again that might have touched in the step and have not.
    fn rescan_deferred(&mut self, engine: &mut Engine<V>, world: &World<V>, end: f64) {
        while let Some([body, other]) = self.trajectories.deferred(&engine.predictions.versions) {
            let time = if self.trajectories.is_wall(other) {
                self.wall_touch_time(engine, world, [body, other], end)
            } else {
                self.trajectories.meeting([body, other], end)
            };
            if let Some(time) = time {
                self.trajectories.add(&engine.predictions.versions, [body, other], time);
            }
        }
    }

    /// Predicts the impact of a pair in this step, and returns whether there is one.
    fn predict(
        &mut self,
        engine: &mut Engine<V>,
        world: &World<V>,
        [one, two]: [u32; 2],
        dt: f64,
    ) -> bool {
        let slot = |body: u32| world.slots[body as usize].as_ref();
        let (Some(a), Some(b)) = (slot(one), slot(two)) else { return false };
        if !self.trajectories.is_wall(two) {
            let paths = [a, b].map(|slot| MotionBounds::whole(slot, dt));
            let flights = || Some([a.flight(), b.flight()]);
            match MotionBounds::meets([&paths[0], &paths[1]], || Some(b.id.index), flights) {
                Meets::No => return false,
                Meets::At(time) => {
                    engine.predictions.queue.push(free_impact(
                        world,
                        &engine.predictions.versions,
                        time,
                        [one, two],
                    ));
                    return true;
                }
                Meets::Perhaps => {}
            }
        }
        let Some((pair, bodies)) = ordered_pair(world, [one, two]) else { return false };
        let Some((kind, touch)) = next_event(engine, world, pair, dt) else { return false };
        push_event(engine, kind, touch, pair, bodies);
        true
    }

    /// Tracks a body that has been rewritten.
    pub(crate) fn track(&mut self, engine: &mut Engine<V>, world: &World<V>, body: u32, dt: f64) {
        let Some(slot) = &world.slots[body as usize] else { return };
        // A body that does not fly any more is not tracked, and tracking ends when the event has been handled.
        if slot.path_dynamics() != Dynamics::FreeBall {
            return;
        }
        self.trajectories.track(body, slot);
        let now = self.trajectories.clock + slot.time;
        self.rescan(engine, world, body, (None, now), dt);
    }

    /// The time from which on a ball may touch a wall, if it may.
    fn wall_touch_time(
        &self,
        engine: &Engine<V>,
        world: &World<V>,
        bodies: [u32; 2],
        now: f64,
    ) -> Option<f64> {
        let [ball, wall] = world.pair(bodies)?;
        if !wall.takes_part() || !may_meet(engine, [ball, wall]) {
            return None;
        }
        let (mut motion, radius, left) = self.trajectories.ball(bodies[0], now);
        motion.offset -= wall.position;
        // The position is known up to the margin only. A ball inside of it that moves along the wall may touch it at once.
        if self.trajectories.is_lossy()
            && contact(&wall.shared.shape, motion.offset, radius).separation <= 0.0
        {
            return Some(now);
        }
        touch(&wall.shared.shape, &motion, radius, left, None).map(|touch| now + touch.time)
    }
}

/// Whether the movers of a prediction fly freely, and have had less than `most` events in the step.
fn are_tracked<V: Vector>(world: &World<V>, prediction: &Prediction, most: u32) -> bool {
    prediction.bodies.into_iter().all(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.is_some_and(|slot| {
            let is_free = slot.dynamics() == Dynamics::FreeBall;
            !slot.is_mover() || is_free && slot.events() < most
        })
    })
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};

    use super::*;
    use crate::body::Body;
    use crate::broad::BroadPhase;
    use crate::shape::Shape;
    use crate::step::Outcome;
    use crate::step::Stepper;

    /// A gas of unlike balls of this speed in a room with posts, a step, a floor and a brick that breaks.
    fn gas<V: Vector>(speed: f64) -> World<V> {
        let mut world = World::new();
        let side: u32 = if V::DIMENSION == 2 { 16 } else { 6 };
        let half = 0.5 * f64::from(side);
        for number in 0..side.pow(V::DIMENSION as u32) {
            let along = |axis: usize| f64::from(number / side.pow(axis as u32) % side) + 0.5 - half;
            let way = |axis: usize| f64::from(number * [37, 59, 83][axis] % 101) / 50.0 - 1.0;
            let place = V::from_components(along);
            let velocity = V::from_components(way) * speed;
            let (mass, friction) = (1.0 + f64::from(number % 3), f64::from(number % 5 / 4));
            let (radius, minimum_impulse) =
                (0.2 + 0.05 * f64::from(number % 4), f64::from(number % 7 / 6) * 0.02);
            let ball = Body::dynamic(Shape::ball(radius), place);
            world.add(Body { velocity, mass, friction, minimum_impulse, ..ball }).unwrap();
        }
        let corner = |share: f64| V::from_components(|_| share * half);
        let room = V::from_components(|_| half + 1.0);
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
        world.add(Body::fixed(Shape::ball(0.3), corner(1.0))).unwrap();
        let post = Body::fixed(Shape::ball(0.2), corner(0.0));
        world.add(Body { restitution: 0.5, ..post }).unwrap();
        let brick = Body::fixed(Shape::ball(0.2), V::unit(0));
        world.add(Body { breaks_after: 2, ..brick }).unwrap();
        let floor = Shape::half_space(V::unit(0));
        world.add(Body::fixed(floor, corner(-1.1))).unwrap();
        let step = Shape::cuboid(V::from_components(|axis| [0.9, 0.3, 0.5][axis]));
        world.add(Body::fixed(step, corner(1.15))).unwrap();
        world
    }

    /// Asserts that tracking gives the bits of the brute-force search.
    fn assert_matches_brute_force<V: Vector>(speed: f64, dt: f64) {
        let (mut world, mut other) = (gas::<V>(speed), gas::<V>(speed));
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        brute.settings.broad = BroadPhase::Brute;
        let (mut tracked, mut impacts) = (0, 0);
        for step in 0..150 {
            let report = stepper.step(&mut world, dt);
            assert_eq!(report, brute.step(&mut other, dt), "{step}");
            impacts += report.impacts().count();
            assert_eq!(world, other, "{step}");
            tracked += usize::from(stepper.tracking.is_of(world.epoch));
        }
        assert!(tracked > 120 && impacts > 100, "{tracked} {impacts}");
    }

    #[test]
    fn tracked_gas_matches_brute_force_bits() {
        assert_matches_brute_force::<DVec2>(4.0, 0.25);
        for (speed, dt) in [(1.0, 1.0 / 60.0), (6.0, 1.0 / 60.0)] {
            assert_matches_brute_force::<DVec2>(speed, dt);
            assert_matches_brute_force::<DVec3>(speed, dt);
        }
    }

    #[test]
    fn gas_that_loses_energy_matches_brute_force_bits() {
        for restitution in [0.0, 0.3, 0.9] {
            let (mut world, mut other) = (gas::<DVec2>(4.0), gas::<DVec2>(4.0));
            for world in [&mut world, &mut other] {
                let ids: Vec<_> = world.ids().collect();
                for id in ids {
                    world.edit(id, |body| body.restitution = restitution).unwrap();
                }
            }
            let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
            brute.settings.broad = BroadPhase::Brute;
            let mut tracked = 0;
            for _ in 0..150 {
                assert_eq!(stepper.step(&mut world, 0.02), brute.step(&mut other, 0.02));
                tracked += usize::from(stepper.tracking.is_of(world.epoch));
            }
            assert_eq!(world, other);
            // Without restitution the gas soon is a cluster.
            let least = if restitution > 0.0 { 20 } else { 1 };
            assert!(tracked >= least, "{tracked} steps at restitution {restitution}");
        }
    }

    #[test]
    fn edited_world_is_tracked_again_to_the_same_bits() {
        let (mut world, mut other) = (gas::<DVec2>(3.0), gas::<DVec2>(3.0));
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        brute.settings.broad = BroadPhase::Brute;
        let ids: Vec<_> = world.ids().collect();
        let mut tracked = 0;
        for step in 0..200 {
            for world in [&mut world, &mut other] {
                match step {
                    20 => world.edit(ids[7], |body| body.velocity *= -50.0).unwrap(),
                    60 => assert!(world.remove(ids[100]).is_some()),
                    100 => {
                        assert!(world.add(Body::dynamic(Shape::ball(0.1), DVec2::NEG_X)).is_ok())
                    }
                    140 => world.edit(ids[9], |body| body.linear_damping = 0.5).unwrap(),
                    170 => world.edit(ids[9], |body| body.linear_damping = 0.0).unwrap(),
                    _ => {}
                }
            }
            for (stepper, world) in [(&mut stepper, &mut world), (&mut brute, &mut other)] {
                let events = if step == 80 { 2 } else { u64::MAX };
                let mut outcome = Outcome::Interrupted;
                stepper.integrate(world, 0.02);
                stepper.detect(world);
                while outcome == Outcome::Interrupted {
                    outcome = stepper.respond(world, events);
                }
            }
            assert_eq!(stepper.report(), brute.report(), "{step}");
            assert_eq!(world, other, "{step}");
            let is_tracked = stepper.tracking.is_of(world.epoch);
            assert!(!is_tracked || !(140..170).contains(&step), "{step}");
            tracked += usize::from(is_tracked);
        }
        assert!(tracked > 120, "{tracked}");
    }

    #[test]
    fn ball_that_touches_three_at_one_instant_ends_the_step() {
        let (mut world, mut other) = (World::new(), World::new());
        for world in [&mut world, &mut other] {
            let mut add = |place: DVec2, velocity: DVec2| {
                let ball = Body::dynamic(Shape::ball(0.3), place);
                world.add(Body { velocity, ..ball }).unwrap();
            };
            add(DVec2::X * -2.345, DVec2::X);
            for way in [-75.0, 0.0, 75.0] {
                add(DVec2::from_angle(f64::to_radians(way)) * 0.6, DVec2::ZERO);
            }
            for number in 0..60 {
                let place = DVec2::new(f64::from(number % 10) - 5.0, 3.0 + f64::from(number / 10));
                add(place, DVec2::from_angle(f64::from(number)) * 0.5);
            }
            world.add(Body::fixed(Shape::arena(DVec2::splat(9.0)), DVec2::ZERO)).unwrap();
        }
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        brute.settings.broad = BroadPhase::Brute;
        let mut tracked = 0;
        for _ in 0..300 {
            assert_eq!(stepper.step(&mut world, 0.01), brute.step(&mut other, 0.01));
            tracked += usize::from(stepper.tracking.is_of(world.epoch));
        }
        assert_eq!(world, other);
        assert!(tracked > 280, "{tracked}");
    }
}
