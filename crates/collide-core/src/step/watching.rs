//! When does one watch end, and how does the next one begin?

use super::paths::Ahead;
use super::stepper::Stepper;
use super::watch::{Watch, has_piles, nothing_lies};
use crate::vector::Vector;
use crate::world::World;

impl<V: Vector> Stepper<V> {
    /// How far ahead paths are looked at, in a step of `dt` seconds.
    pub(super) fn ahead(&self, dt: f64) -> Ahead {
        Ahead { dt, until: self.watch.until, stretch: self.stretch }
    }

    /// The first watch of a step of `dt` seconds, or of what is left of it.
    pub(super) fn first_watch(&self, world: &World<V>, dt: f64) -> Watch {
        let may_divide = || nothing_lies(world);
        Watch::next([world.now(), dt], self.watch_length, world.slots.len(), may_divide)
    }

    /// Ends the present watch at `time`.
    pub(super) fn end_watch(&mut self, time: f64) {
        self.watch_length = self.watch.better(self.watch_length, time);
    }

    /// Looks for everyone anew, from `time` on, if there are no piles, of which there are parts.
    pub(super) fn watch_on(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        // Where a step is divided already, that is known.
        let is_divided = self.watch.goes_on || self.watch.until < dt;
        let nothing_lies = is_divided && !has_piles(world) || nothing_lies(world);
        if !nothing_lies && self.watch.until >= dt {
            self.watch = self.watch.endless();
            return;
        }
        self.end_watch(time);
        let bodies = world.slots.len();
        let next = Watch::next([time, dt], self.watch_length, bodies, || nothing_lies);
        self.enter_all(world, next.going_on(), dt);
        self.predict_everyone(world, dt);
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Outcome;

    /// Balls on a lattice that fly about in a room, at this restitution.
    fn gas(restitution: f64) -> World<DVec2> {
        let mut world = World::new();
        for number in 0..400 {
            let place = dvec2(f64::from(number % 20), f64::from(number / 20));
            let velocity = DVec2::from_angle(f64::from(number)) * 3.0;
            let ball = Body::dynamic(Shape::ball(0.3), place);
            world.add(Body { velocity, restitution, ..ball }).unwrap();
        }
        world.add(Body::fixed(Shape::arena(DVec2::splat(14.0)), DVec2::splat(9.5))).unwrap();
        world
    }

    #[test]
    fn whether_there_are_watches_changes_nothing() {
        for restitution in [1.0, 0.9] {
            let (mut world, mut apart) = (gas(restitution), gas(restitution));
            let mut stepper = Stepper::new();
            for _ in 0..4 {
                let mut events = stepper.step(&mut world, 2.0).events.clone();
                let mut told = Vec::new();
                loop {
                    // He has no time for a second watch.
                    let mut another = Stepper::new();
                    another.integrate(&mut apart, 2.0);
                    another.detect(&mut apart);
                    let outcome = another.respond(&mut apart, 50);
                    told.append(&mut another.report.events);
                    if outcome == Outcome::Finished {
                        break;
                    }
                }
                assert_eq!(events.len(), told.len());
                assert!(events.len() > 500);
                events.retain(|event| !told.contains(event));
                assert_eq!(events, []);
                assert_eq!(world, apart);
            }
            assert_eq!(stepper.watch_length < 1.0, restitution == 1.0);
        }
    }
}
