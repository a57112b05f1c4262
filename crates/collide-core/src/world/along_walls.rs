//! The path of a body along walls that bend on its way: round walls, edges and corners, and walls that turn.
//!
//! The [law of a body on walls](super::constraints::Ride) gives its acceleration at each instant, which changes on such a way.
//! So the way is divided into chords, on each of which the normals turn by a small angle. A chord begins and ends on the walls:
//! where, and with which velocity and spin, the integration of the law says, by the method of Runge and Kutta of the fourth
//! order. In between the body flies along the parabola from the one place to the other, which is off the way by the third power
//! of the angle. A chord that another event ends before is integrated until then. The integration takes the features that the
//! body touches for surfaces without an end; a chord ends where another feature is the nearest.
//!
//! What the integration is wrong by is taken away: the body is put onto the walls, moves along them, does not slide where
//! friction holds it, and has its energy where nothing takes or gives any.
//!
//! Source: Hairer, Lubich and Wanner, Geometric Numerical Integration (2006), IV.4, for the projection.

mod law;
mod way;

use std::cmp::Ordering;

use super::constraints::{Bend, Chord, MAX_WALLS, Support};
use super::slot::Slot;
use super::store::World;
use crate::flight::Flight;
use crate::rounding;
use crate::vector::Vector;
pub(crate) use law::level_acceleration;
use law::{Law, law_on_walls};
use way::State;

/// The angle, in radians, by which the normal of a wall may turn along a chord, or a pendulum of its radius of curvature swing.
const CHORD_ANGLE: f64 = 1.0 / 32.0;

/// The largest angle, in radians, of a chord of a body so fast that it would need more chords than there may be. What it needs
/// more counts as events.
const LARGEST_ANGLE: f64 = 0.25;

/// The angle, in radians, up to which a chord is the way itself but for rounding: it is off by less than the third power.
const EXACT_ANGLE: f64 = CHORD_ANGLE / 1024.0;

/// The largest number of chords in a step, but for shorter ones, which end at the end of a surface and count as events.
pub(crate) const MAX_CHORDS: f64 = 256.0;

/// The share of a step up to which a chord is so short that it is not worth one.
const NO_TIME: f64 = 1e-6;

/// A chord makes a body no faster than the fastest of what takes part, but for this share, which an integration may be off by.
const SPEED_TOLERANCE: f64 = 1e-5;

/// The most that it may add to that, as a multiple of what the pull and the acceleration of the walls would add.
const MOST_ADDED: f64 = 2.0;

/// How often the range in which a body comes to another feature of a wall is halved.
const HALVINGS: usize = 20;

impl<V: Vector> World<V> {
    /// Moves the state of a body along its path to `time`. The caller updates the flight when all changes are made.
    pub(crate) fn fly_to(&mut self, index: u32, time: f64) {
        let Some(slot) = &self.slots[index as usize] else { return };
        if slot.follows_bends() && slot.flight().is_moving() && time > slot.time {
            let there = self.along_walls(slot, time - slot.time);
            self.slots[index as usize] = Some(there);
        } else if let Some(slot) = &mut self.slots[index as usize] {
            slot.fly_to(time);
        }
    }

    /// Lets a body that moves along walls which bend go on along its next chord, in a step of `dt` seconds. It leaves those that
    /// turn away from it faster than anything presses it against them. The chord lasts no more than `longest` seconds.
    pub(crate) fn follow_walls(&mut self, index: u32, dt: f64, longest: f64) {
        let Some(slot) = &self.slots[index as usize] else { return };
        if !slot.follows_bends() {
            return;
        }
        let mut slot = slot.clone();
        self.bend_supports(&mut slot);
        let law = law_on_walls(&slot, [false; MAX_WALLS]);
        leave_unloaded_walls(&mut slot, &law);
        slot.update_flight(&self.environment);
        let left = dt - slot.time;
        if slot.follows_bends() && left > NO_TIME * dt {
            self.begin_chord(&mut slot, (left, dt), longest);
        }
        self.slots[index as usize] = Some(slot);
    }

    /// Begins the next chord of a body, if it is not at rest, with `left` seconds of a step of `dt` seconds to come.
    fn begin_chord(&self, slot: &mut Slot<V>, (left, dt): (f64, f64), longest: f64) {
        let law = law_on_walls(slot, [false; MAX_WALLS]);
        let walls = &slot.constraints().supports.walls;
        let forces = law.acceleration.length() + slot.rider().pull.length();
        let rate = |wall: &Support<V>| {
            wall.bend.map_or(0.0, |it| it.normal_rate.length() + (it.curvature * forces).sqrt())
        };
        let fastest = walls.iter().map(rate).fold(0.0, f64::max);
        let is_still = !slot.flight().is_moving()
            && walls.iter().all(|wall| wall.bend.is_none_or(|it| it.normal_rate == V::ZERO));
        if is_still {
            return;
        }
        let most = (MAX_CHORDS * left / dt).floor();
        let count = f64::min((left * fastest / CHORD_ANGLE).ceil(), most);
        let ends = [slot.own_stop(), slot.ride_end().map_or(f64::INFINITY, |(end, _)| end)];
        let until = ends.into_iter().map(|end| end - slot.time).fold(longest, f64::min);
        let widest = f64::min(until, LARGEST_ANGLE / fastest);
        let length = f64::min(left / f64::max(count, 1.0), widest);
        if length <= NO_TIME * dt {
            return;
        }
        let there = self.along_walls(slot, length);
        if is_shot_out(slot, &there, length) {
            slot.retain_walls(|wall| wall.bend.is_none());
            return slot.update_flight(&self.environment);
        }
        let (length, there) = self.until_change(slot, &law, (length, there));
        let exact_for = f64::max(EXACT_ANGLE / fastest, 2.0 * NO_TIME * dt);
        let exact_for = Some(exact_for).filter(|it| *it < length);
        set_chord(slot, Chord { length, exact_for }, &there);
    }

    /// The length of a chord that begins where the law is this, and the body at its end: as given, or up to where it has come to
    /// another feature of a wall, or to the last place where a wall bears it.
    fn until_change(
        &self,
        slot: &Slot<V>,
        law: &Law<V>,
        (mut length, mut there): (f64, Slot<V>),
    ) -> (f64, Slot<V>) {
        let features = |slot: &Slot<V>| {
            let walls = slot.constraints().supports.walls.iter();
            walls.map(|wall| wall.feature).collect::<Vec<_>>()
        };
        let (before, borne) = (features(slot), law.loaded(slot));
        let changes = |there: &Slot<V>| {
            let borne_there = law_on_walls(there, [false; MAX_WALLS]).loaded(there);
            let mut walls = borne.into_iter().zip(borne_there);
            features(there) != before || walls.any(|(before, after)| before && !after)
        };
        if !changes(&there) {
            return (length, there);
        }
        let mut last = (0.0, slot.clone());
        for _ in 0..HALVINGS {
            let middle = 0.5 * (last.0 + length);
            let place = self.along_walls(slot, middle);
            if changes(&place) {
                (length, there) = (middle, place);
            } else {
                last = (middle, place);
            }
        }
        if features(&there) == before && last.0 > 0.0 { last } else { (length, there) }
    }

    /// Lets a body go on along a chord that it had when it was stored, if it can have one.
    #[cfg(feature = "serde")]
    pub(crate) fn restore_chord(&mut self, index: u32, chord: Chord) {
        let Some(slot) = self.slots[index as usize].as_ref().filter(|it| it.follows_bends()) else {
            return;
        };
        let mut slot = slot.clone();
        let there = self.along_walls(&slot, chord.length);
        set_chord(&mut slot, chord, &there);
        self.slots[index as usize] = Some(slot);
    }
}

/// Whether a chord of so many seconds would make a body faster than all that takes part, as between walls that close, the bends
/// of which ask for that. The body flies on then, and meets them again.
fn is_shot_out<V: Vector>(slot: &Slot<V>, there: &Slot<V>, length: f64) -> bool {
    let (walls, rider) = (&slot.constraints().supports.walls, slot.rider());
    let of_walls = walls.iter().map(|wall| (wall.velocity + wall.surface_velocity).length());
    let speed = of_walls.fold(f64::max(slot.velocity.length(), rider.spin_speed()), f64::max);
    let turned =
        walls.iter().filter_map(|wall| wall.bend).map(|it| it.surface_acceleration.length());
    let forces = rider.pull.length() + turned.sum::<f64>();
    let most = (1.0 + SPEED_TOLERANCE) * speed + MOST_ADDED * forces * length;
    // What is not a number is no speed.
    there.velocity.length().partial_cmp(&most) != Some(Ordering::Less)
}

/// Ends the support of a body by walls that bend away from it as fast as what presses it against them. Its velocity is changed by
/// as much as the normal there may be rounded, so that it does not touch the wall again at once.
fn leave_unloaded_walls<V: Vector>(slot: &mut Slot<V>, law: &Law<V>) {
    let speed = slot.velocity.length();
    let place_rounding = rounding::PLACE * slot.position.max_magnitude();
    let mut velocity = slot.velocity;
    let mut loaded = law.loaded(slot).into_iter();
    slot.constraints_mut().supports.walls.retain(|wall| {
        let (stays, bend) = (loaded.next() == Some(true), wall.bend);
        let Some(Bend { curvature, .. }) = bend.filter(|_| !stays) else { return true };
        let least = place_rounding * curvature * speed;
        let lacking = least - (velocity - wall.velocity).dot(wall.normal);
        velocity += wall.normal * f64::max(lacking, 0.0);
        false
    });
    slot.velocity = velocity;
}

/// Lets a body fly along a chord to where it is `there`.
fn set_chord<V: Vector>(slot: &mut Slot<V>, chord: Chord, there: &Slot<V>) {
    let Chord { length, .. } = chord;
    let way = there.position - slot.position - slot.velocity * length;
    let acceleration = way * (2.0 / (length * length));
    let [from, to] = [&*slot, there].map(State::of);
    let mut motion = slot.plain_motion();
    motion.flight = Flight {
        start: slot.time,
        origin: slot.position,
        launch: slot.velocity,
        acceleration,
        stop: f64::INFINITY,
    };
    if slot.roll().is_none() {
        let change = to.angular_velocity + from.angular_velocity * -1.0;
        motion.spin.angular = change * (1.0 / length);
    }
    motion.spin.roll = (to.roll - from.roll) * (1.0 / length);
    motion.slide_end = f64::INFINITY;
    motion.chord = Some(chord);
    slot.constrained.set_motion(motion);
}
