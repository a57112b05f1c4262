//! How does a step go in which everyone is followed from step to step?
//!
//! Where balls fly freely and do nothing but collide, with each other and with walls that stand, nobody is looked for
//! anew when a step begins: their [tracks](crate::step::tracking::trajectories) tell when two may touch, and only then it is asked of their
//! states when they do. No result depends on it.

use crate::broad::BroadPhase;
use crate::impact::touch;
use crate::step::prediction::predict::{free_impact, ranked};
use crate::step::settings::method::Method;
use crate::step::state::event_queue::Prediction;
use crate::step::state::motion_bounds::{Meets, Path};
use crate::step::stepper::Stepper;
use crate::step::tracking::eligibility::{Census, Terms};
use crate::step::tracking::next_events::is_after;
use crate::step::tracking::trajectories::Due;
use crate::vector::{Vector, Wide};
use crate::world::{Progress, World};

/// One follows so many bodies at least, and less than so many: what is known of more is too far off in memory.
const FEW: usize = 8;
const MANY: usize = 1 << 14;

/// From so many on the memory of those who are looked for is given back while they are followed.
const ROOMY: usize = 1 << 10;

/// Where several threads can work on a step, one follows less than so many pieces of work.
const PIECES: usize = 2;

impl<V: Vector> Stepper<V> {
    /// Whether everyone is followed in the step that begins. What is left to do in it is done then when it is
    /// [responded](Self::respond_tracked) to.
    pub(crate) fn goes_tracked(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let is_on = self.keeps_tracks(world, dt);
        // Until the step has ended they are of no state.
        self.tracks.void();
        self.tracks.is_on = is_on;
        if is_on {
            // There are no piles.
            world.progress = world.progress.map(|it| Progress { settled: Some(0), ..it });
        }
        is_on
    }

    /// Whether there are tracks of everyone when a step begins, from the one before or from now on.
    fn keeps_tracks(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let is_known = self.tracks.are_of(world.stamp);
        if !is_known && (self.tracks.are_of_any() || self.tracks.is_on) {
            self.tracks.lose();
        }
        if !self.may_track(world) {
            return false;
        }
        if !is_known && self.tracks.patience > 0 {
            self.tracks.patience -= 1;
            return false;
        }
        if is_known && self.tracks.last_for(dt) {
            self.queue.begin_with([0.0, dt], self.tracks.spans(dt));
            return true;
        }
        let begins = self.begin_tracks(world, dt);
        if !begins {
            self.tracks.lose();
        }
        begins
    }

    /// Whether there is nothing in the world but what may be followed, as far as that is soon told.
    fn may_track(&self, world: &World<V>) -> bool {
        let begins = |progress: Progress| progress.settled.is_none() && progress.now == 0.0;
        (FEW..self.most_tracked()).contains(&world.slots.len())
            && self.settings.method == Method::Continuous
            && self.settings.broad == BroadPhase::Grid
            && self.hook.is_none()
            && world.is_open()
            && world.environment().gravity == V::Wide::ZERO
            && world.progress.is_some_and(begins)
            && world.is_unbound()
            && !world.has_driven()
    }

    /// Than how many less are followed.
    fn most_tracked(&self) -> usize {
        let executor = &*self.executor;
        let pieces = usize::min(PIECES.saturating_mul(executor.least_piece()), MANY);
        if executor.threads() > 1 { pieces } else { MANY }
    }

    /// Begins to follow everyone, if there is use in it.
    fn begin_tracks(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let terms = Census::of(world).and_then(|census| census.terms(dt, V::EPSILON));
        let Some(terms) = terms else { return false };
        world.slots.unite();
        if world.slots.len() >= ROOMY {
            self.give_back();
        }
        if !self.lay_tracks(world, terms) {
            return false;
        }
        self.queue.begin_with([0.0, dt], self.tracks.spans(dt));
        self.track_all(world, dt);
        true
    }

    /// Lays tracks of nobody on these terms, between the walls. Tells whether that is possible.
    pub(crate) fn lay_tracks(&mut self, world: &World<V>, terms: Terms<V::Wide>) -> bool {
        let walls = world.slots.items().iter().enumerate().filter_map(|(place, slot)| {
            let slot = slot.as_ref().filter(|slot| !slot.is_mover())?;
            Some((place as u32, &slot.form.shape, slot.position.widen()))
        });
        let count = world.slots.len();
        self.tracks.begin(terms, count);
        self.tracks.cells.place_walls(count, walls)
    }

    /// Notes where everyone flies.
    pub(crate) fn track_all(&mut self, world: &mut World<V>, dt: f64) {
        self.versions.clear();
        self.versions.resize(world.slots.len(), 0);
        for body in 0..world.slots.len() as u32 {
            self.track_again(world, body, dt);
        }
    }

    /// Makes what is left to be made of a step. If something comes for which tracks are not, that is left, and nobody
    /// is followed any more.
    pub(crate) fn respond_tracked(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let is_done = self.follow(world, dt);
        if is_done {
            self.tracks.is_on = false;
            self.finish(world, dt);
            self.tracks.stamp(world.stamp);
        }
        is_done
    }

    /// Follows everyone to the end of the step. If something comes for which tracks are not, that is left, and the end
    /// is not reached.
    pub(crate) fn follow(&mut self, world: &mut World<V>, dt: f64) -> bool {
        let clock = self.tracks.clock;
        while !self.tracks.are_broken() {
            let next = self.queue.soonest(&self.versions);
            let until = clock + f64::min(next, dt);
            if let Some(due) = self.tracks.due(&self.versions, until, clock + dt) {
                self.look_into(world, due, dt);
            } else if let Some(prediction) = self.take(world) {
                if let Some(progress) = &mut world.progress {
                    progress.now = prediction.time;
                }
                let bounced = self.bounce_freely(world, &prediction, dt);
                if bounced == 0 && !self.collide_followed(world, &prediction, dt) {
                    break;
                }
                for body in &prediction.bodies[..bounced] {
                    self.versions[*body as usize] += 1;
                    self.track_again(world, *body, dt);
                }
            } else {
                self.look_at_deferred(world, clock + dt);
                self.tracks.end_step(dt);
                return true;
            }
        }
        false
    }

    /// Lets two collide who do not simply bounce. Tells whether both can be followed from then on.
    fn collide_followed(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) -> bool {
        let may_be = are_followed(world, prediction, self.harmless_events(dt));
        if may_be {
            self.collide(world, prediction, dt);
        }
        may_be && are_followed(world, prediction, u32::MAX)
    }

    /// Looks into what is due about a body.
    fn look_into(&mut self, world: &mut World<V>, (body, due, now): (u32, Due, f64), dt: f64) {
        match due {
            Due::Touch(other) => self.foresee_or_defer(world, [body, other], dt),
            Due::Around => {
                if self.tracks.wear_out() {
                    if let Some(slot) = &world.slots[body as usize] {
                        self.tracks.lay(body, slot);
                    }
                }
                self.look(world, body, (None, now), dt);
            }
            Due::Beyond(side) => self.look(world, body, (Some(side), now), dt),
        }
    }

    /// Looks at those near a body, or at those who are new where it has come through a side of its cell.
    fn look(
        &mut self,
        world: &mut World<V>,
        body: u32,
        (came, now): (Option<usize>, f64),
        dt: f64,
    ) {
        self.found.clear();
        self.tracks.look(&self.versions, body, (came, now), &mut self.found);
        for place in self.tracks.walls_near(body) {
            let wall = self.tracks.cells.wall(place);
            match self.wall_touch(world, [body, wall], now) {
                Some(time) if is_after(now, time) => {
                    self.tracks.add(&self.versions, [body, wall], time);
                }
                Some(_) => self.found.push(wall),
                None => {}
            }
        }
        for place in 0..self.found.len() {
            let other = self.found[place];
            self.foresee_or_defer(world, [body, other], dt);
        }
    }

    /// Predicts when two touch in this step. If they do not, they are looked at again when it ends: places are
    /// rounded there.
    fn foresee_or_defer(&mut self, world: &mut World<V>, pair: [u32; 2], dt: f64) {
        if !self.foresee(world, pair, dt) {
            self.tracks.defer(&self.versions, pair);
        }
    }

    /// Looks again at those who might have touched in the step and have not.
    fn look_at_deferred(&mut self, world: &World<V>, end: f64) {
        while let Some([body, other]) = self.tracks.deferred(&self.versions) {
            let time = if self.tracks.is_wall(other) {
                self.wall_touch(world, [body, other], end)
            } else {
                self.tracks.meeting([body, other], end)
            };
            if let Some(time) = time {
                self.tracks.add(&self.versions, [body, other], time);
            }
        }
    }

    /// Predicts when two touch in this step, and tells whether they do.
    fn foresee(&mut self, world: &World<V>, [one, two]: [u32; 2], dt: f64) -> bool {
        let slot = |body: u32| world.slots[body as usize].as_ref();
        let (Some(a), Some(b)) = (slot(one), slot(two)) else { return false };
        if !self.tracks.is_wall(two) {
            let paths = [a, b].map(|slot| Path::whole(slot, dt));
            let flights = || Some([a.flight(), b.flight()]);
            match Path::meets([&paths[0], &paths[1]], || Some(b.id.index), flights) {
                Meets::No => return false,
                Meets::At(time) => {
                    self.queue.push(free_impact(world, &self.versions, time, [one, two]));
                    return true;
                }
                Meets::Perhaps => {}
            }
        }
        let Some((pair, bodies)) = ranked(world, [one, two]) else { return false };
        let Some((kind, touch)) = self.event(world, pair, dt) else { return false };
        self.push(kind, touch, pair, bodies);
        true
    }

    /// Follows a body that has been rewritten.
    pub(crate) fn track_again(&mut self, world: &mut World<V>, body: u32, dt: f64) {
        let Some(slot) = &world.slots[body as usize] else { return };
        // Who does not fly any more is not followed, and the tracks end when the event has been handled.
        if !slot.is_free_ball() {
            return;
        }
        self.tracks.follow(body, slot);
        let now = self.tracks.clock + slot.time;
        self.look(world, body, (None, now), dt);
    }

    /// When a body may touch a wall from now on.
    fn wall_touch(&self, world: &World<V>, bodies: [u32; 2], now: f64) -> Option<f64> {
        let [ball, wall] = bodies.map(|body| world.slots[body as usize].as_ref());
        let (ball, wall) = (ball?, wall?);
        if !self.meets([ball, wall]) {
            return None;
        }
        let (mut motion, radius, left) = self.tracks.ball(bodies[0], now);
        motion.offset -= wall.position.widen();
        touch(&wall.form.shape, &motion, radius, left, None).map(|touch| now + touch.time)
    }
}

/// Whether those of a prediction who move fly freely, and have had less events than so many in the step.
fn are_followed<V: Vector>(world: &World<V>, prediction: &Prediction, most: u32) -> bool {
    prediction.bodies.into_iter().all(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.is_some_and(|slot| !slot.is_mover() || slot.flies_freely() && slot.events() < most)
    })
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, Vec2, Vec3};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Outcome;

    /// Balls of several kinds on a lattice that fly about so fast in a room, with posts, a step and a floor in it.
    fn gas<V: Vector>(speed: f64) -> World<V> {
        let mut world = World::new();
        let side: u32 = if V::Wide::DIMENSION == 2 { 16 } else { 6 };
        let half = 0.5 * f64::from(side);
        for number in 0..side.pow(V::Wide::DIMENSION as u32) {
            let along = |axis: usize| f64::from(number / side.pow(axis as u32) % side) + 0.5 - half;
            let way = |axis: usize| f64::from(number * [37, 59, 83][axis] % 101) / 50.0 - 1.0;
            let place = V::narrow(V::Wide::from_components(along));
            let velocity = V::narrow(V::Wide::from_components(way) * speed);
            let (mass, friction) = (1.0 + f64::from(number % 3), f64::from(number % 5 / 4));
            let (radius, minimum_impulse) =
                (0.2 + 0.05 * f64::from(number % 4), f64::from(number % 7 / 6) * 0.02);
            let ball = Body::dynamic(Shape::ball(radius), place);
            world.add(Body { velocity, mass, friction, minimum_impulse, ..ball }).unwrap();
        }
        let corner = |share: f64| V::narrow(V::Wide::from_components(|_| share * half));
        let room = V::Wide::from_components(|_| half + 1.0);
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
        world.add(Body::fixed(Shape::ball(0.3), corner(1.0))).unwrap();
        let post = Body::fixed(Shape::ball(0.2), corner(0.0));
        world.add(Body { restitution: 0.5, ..post }).unwrap();
        let floor = Shape::half_space(V::Wide::unit(0));
        world.add(Body::fixed(floor, corner(-1.1))).unwrap();
        let step = Shape::cuboid(V::Wide::from_components(|axis| [0.9, 0.3, 0.5][axis]));
        world.add(Body::fixed(step, corner(1.15))).unwrap();
        world
    }

    /// Whether all comes out the same as where everyone is asked about everyone, while all are followed.
    fn comes_out_the_same<V: Vector>(speed: f64, dt: f64) {
        let (mut world, mut other) = (gas::<V>(speed), gas::<V>(speed));
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        brute.settings.broad = BroadPhase::Brute;
        let (mut followed, mut impacts) = (0, 0);
        for step in 0..150 {
            let report = stepper.step(&mut world, dt);
            assert_eq!(report, brute.step(&mut other, dt), "{step}");
            impacts += report.impacts().count();
            assert_eq!(world, other, "{step}");
            followed += usize::from(stepper.tracks.are_of(world.stamp));
        }
        assert!(followed > 120 && impacts > 100, "{followed} {impacts}");
    }

    #[test]
    fn whether_all_are_followed_changes_nothing() {
        comes_out_the_same::<DVec2>(4.0, 0.25);
        comes_out_the_same::<Vec2>(4.0, 0.25);
        for (speed, dt) in [(1.0, 1.0 / 60.0), (6.0, 1.0 / 60.0)] {
            comes_out_the_same::<DVec2>(speed, dt);
            comes_out_the_same::<Vec2>(speed, dt);
            comes_out_the_same::<DVec3>(speed, dt);
            comes_out_the_same::<Vec3>(speed, dt);
        }
    }

    #[test]
    fn who_was_changed_is_followed_from_there() {
        let (mut world, mut other) = (gas::<DVec2>(3.0), gas::<DVec2>(3.0));
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        brute.settings.broad = BroadPhase::Brute;
        let ids: Vec<_> = world.ids().collect();
        let mut followed = 0;
        for step in 0..200 {
            for world in [&mut world, &mut other] {
                match step {
                    20 => world.edit(ids[7], |body| body.velocity *= -50.0).unwrap(),
                    60 => assert!(world.remove(ids[100]).is_some()),
                    100 => {
                        assert!(world.add(Body::dynamic(Shape::ball(0.1), DVec2::NEG_X)).is_ok())
                    }
                    140 => world.edit(ids[9], |body| body.restitution = 0.5).unwrap(),
                    170 => world.edit(ids[9], |body| body.restitution = 1.0).unwrap(),
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
            let is_followed = stepper.tracks.are_of(world.stamp);
            assert!(!is_followed || !(140..170).contains(&step), "{step}");
            followed += usize::from(is_followed);
        }
        assert!(followed > 120, "{followed}");
    }

    #[test]
    fn who_comes_to_many_at_once_is_not_looked_at_for_ever() {
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
        let mut followed = 0;
        for _ in 0..300 {
            assert_eq!(stepper.step(&mut world, 0.01), brute.step(&mut other, 0.01));
            followed += usize::from(stepper.tracks.are_of(world.stamp));
        }
        assert_eq!(world, other);
        assert!(followed > 280, "{followed}");
    }
}
