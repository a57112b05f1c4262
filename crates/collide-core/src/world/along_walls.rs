//! The path of a body along walls that bend on its way: round walls, edges and corners, and walls that turn.
//!
//! The [law of a body on walls](super::constraints::Ride) gives its acceleration at each instant, which changes on such a way.
//! So the way is divided into chords, on each of which the normals turn by a small angle. A chord begins and ends on the walls:
//! where, and with which velocity and spin, the integration of the law says, by the method of Runge and Kutta of the fourth
//! order. In between the body flies along the parabola from the one place to the other, which is off the way by the third power
//! of the angle. A chord that another event ends before is integrated until then.
//!
//! What the integration is wrong by is taken away: the body is put onto the walls, moves along them, does not slide where
//! friction holds it, and has its energy where nothing takes or gives any.
//!
//! Source: Hairer, Lubich and Wanner, Geometric Numerical Integration (2006), IV.4, for the projection.

use std::cmp::Ordering;

use super::constraints::{Bearing, Bend, Chord, MAX_WALLS, Rider, Support};
use super::slot::{Obstacle, Slot};
use super::store::World;
use crate::contact::{contact_of_part, is_face};
use crate::flight::Flight;
use crate::rounding;
use crate::vector::Vector;

/// The sum of the weights 1, 2, 2 and 1 of the method of Runge and Kutta.
const SUM_OF_WEIGHTS: f64 = 6.0;

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

/// A chord makes a body no faster than by this factor of the fastest of what takes part and of what the pull adds.
const MOST_SPEED_UP: f64 = 2.0;

/// A body leaves a wall that bends away from it if that bears it with less than this share of what the bend asks for.
const UNLOADED_SHARE: f64 = 1e-6;

/// A body lies on a wall if it overlaps that by no more than this share of its size.
const NEGLIGIBLE_GAP: f64 = 1e-9;

/// How often a body is put onto several walls one after the other.
const SETTLING_ROUNDS: usize = 8;

/// How often the range in which a body comes to another feature of a wall is halved.
const HALVINGS: usize = 20;

/// What the law on walls says of a body at an instant.
struct Law<V: Vector> {
    acceleration: V,
    angular_acceleration: V::Cross,
    /// The rate at which its roll on a cloth changes.
    roll_rate: V,
    bearings: [Bearing<V>; MAX_WALLS],
    is_rolling_braked: bool,
}

/// The state of a body on its way, or the rate at which that changes.
#[derive(Clone, Copy)]
struct State<V: Vector> {
    position: V,
    velocity: V,
    angular_velocity: V::Cross,
    roll: V,
}

impl<V: Vector> State<V> {
    fn of(slot: &Slot<V>) -> Self {
        Self {
            position: slot.position,
            velocity: slot.velocity,
            angular_velocity: slot.impact_spin(slot.time).angular_velocity,
            roll: slot.roll().unwrap_or(V::ZERO),
        }
    }

    /// The state after so many seconds of these rates.
    fn after(self, rates: Self, time: f64) -> Self {
        Self {
            position: self.position + rates.position * time,
            velocity: self.velocity + rates.velocity * time,
            angular_velocity: self.angular_velocity + rates.angular_velocity * time,
            roll: self.roll + rates.roll * time,
        }
    }
}

impl<V: Vector> World<V> {
    /// Moves the state of a body along its path to `time`. The caller updates the flight when all changes are made.
    pub(crate) fn fly_to(&mut self, index: u32, time: f64) {
        let Some(slot) = &self.slots[index as usize] else { return };
        if slot.chord().is_some() && time > slot.time {
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
        let law = slot.law_on_walls([false; MAX_WALLS]);
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
        let law = slot.law_on_walls([false; MAX_WALLS]);
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
        let mut length = f64::min(left / f64::max(count, 1.0), widest);
        if length <= NO_TIME * dt {
            return;
        }
        let mut there = self.along_walls(slot, length);
        // Between walls that close their bends may ask for what shoots the body out. It goes on as along planes then.
        let walls = slot.constraints().supports.walls.iter();
        let of_walls = walls.map(|wall| (wall.velocity + wall.surface_velocity).length());
        let speed = of_walls.fold(slot.velocity.length(), f64::max);
        let most = MOST_SPEED_UP * (speed + slot.rider().pull.length() * length);
        if there.velocity.length().partial_cmp(&most) != Some(Ordering::Less) {
            slot.forget_bends();
            return slot.update_flight(&self.environment);
        }
        let features = |slot: &Slot<V>| {
            let walls = slot.constraints().supports.walls.iter();
            walls.map(|wall| wall.feature).collect::<Vec<_>>()
        };
        let (before, borne) = (features(slot), law.loaded(slot));
        let changes = |there: &Slot<V>| {
            let borne_there = there.law_on_walls([false; MAX_WALLS]).loaded(there);
            let mut walls = borne.into_iter().zip(borne_there);
            features(there) != before || walls.any(|(before, after)| before && !after)
        };
        // It goes on to another feature of a wall, or to the last place where a wall bears it.
        if changes(&there) {
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
            if features(&there) == before && last.0 > 0.0 {
                (length, there) = last;
            }
        }
        let exact_for = f64::max(EXACT_ANGLE / fastest, 2.0 * NO_TIME * dt);
        let exact_for = Some(exact_for).filter(|it| *it < length);
        slot.set_chord(Chord { length, exact_for }, &there);
    }

    /// Lets a body go on along a chord that it had when it was stored, if it can have one.
    #[cfg(feature = "serde")]
    pub(crate) fn restore_chord(&mut self, index: u32, chord: Chord) {
        let Some(slot) = self.slots[index as usize].as_ref().filter(|it| it.follows_bends()) else {
            return;
        };
        let mut slot = slot.clone();
        let there = self.along_walls(&slot, chord.length);
        slot.set_chord(chord, &there);
        self.slots[index as usize] = Some(slot);
    }

    /// The body on walls after so many seconds of its way along them.
    fn along_walls(&self, slot: &Slot<V>, elapsed: f64) -> Slot<V> {
        let law = slot.law_on_walls([false; MAX_WALLS]);
        let walls = &slot.constraints().supports.walls;
        let mut sticks = [false; MAX_WALLS];
        for (number, (wall, bearing)) in walls.iter().zip(&law.bearings).enumerate() {
            sticks[number] = wall.friction > 0.0
                && bearing.slip == V::ZERO
                && bearing.friction.length() < wall.friction * bearing.force;
        }
        let start = State::of(slot);
        let mut probe = slot.clone();
        let mut rates_after = |rates: State<V>, time: f64| {
            let state = start.after(rates, time);
            probe.set_state(slot.time + time, &state);
            self.bend_supports(&mut probe);
            let law = probe.law_on_walls(sticks);
            State {
                position: state.velocity,
                velocity: law.acceleration,
                angular_velocity: law.angular_acceleration,
                roll: law.roll_rate,
            }
        };
        let none = State {
            position: V::ZERO,
            velocity: V::ZERO,
            angular_velocity: V::Cross::default(),
            roll: V::ZERO,
        };
        let first = rates_after(none, 0.0);
        let second = rates_after(first, 0.5 * elapsed);
        let third = rates_after(second, 0.5 * elapsed);
        let fourth = rates_after(third, elapsed);
        let sixth = elapsed / SUM_OF_WEIGHTS;
        let end = start
            .after(first, sixth)
            .after(second, 2.0 * sixth)
            .after(third, 2.0 * sixth)
            .after(fourth, sixth);
        let rolls = slot.rolls();
        let mut there = slot.clone();
        // Until its chord is known the body has none to fly along.
        let position = slot.chord().map(|_| slot.flight().position(slot.time + elapsed));
        there.fly_to(slot.time + elapsed);
        there.position = position.unwrap_or(end.position);
        there.velocity = end.velocity;
        match slot.roll() {
            Some(_) => there.set_roll(if rolls { end.velocity } else { end.roll }),
            None => there.set_angular_velocity(end.angular_velocity),
        }
        self.settle(&mut there, slot, (&law, sticks));
        there
    }

    /// Puts a body onto the walls along which it has moved from a state in which the law was this.
    fn settle(
        &self,
        there: &mut Slot<V>,
        start: &Slot<V>,
        (law, sticks): (&Law<V>, [bool; MAX_WALLS]),
    ) {
        // A body that has no room stays as deep in a wall as it was.
        let negligible = NEGLIGIBLE_GAP * start.size();
        let deep = |gap: f64| if gap < -negligible { gap } else { 0.0 };
        let kept = self.bend_supports(&mut start.clone()).map(deep);
        let mut bears = [false; MAX_WALLS];
        let mut still_sticks = sticks;
        for _ in 0..SETTLING_ROUNDS {
            let gaps = self.bend_supports(there);
            let now = there.law_on_walls(sticks);
            let mut farthest: f64 = 0.0;
            let walls = there.constraints().supports.walls.clone();
            for (number, wall) in walls.iter().enumerate() {
                let Bearing { force, friction, .. } = now.bearings[number];
                bears[number] = force > 0.0;
                still_sticks[number] &= !bears[number] || friction.length() < wall.friction * force;
                let gap = gaps[number] - kept[number];
                let gap = if bears[number] { gap } else { f64::min(gap, 0.0) };
                there.position -= wall.normal * gap;
                farthest = f64::max(farthest, gap.abs());
            }
            if farthest == 0.0 || walls.len() == 1 {
                break;
            }
        }
        self.bend_supports(there);
        let mut rider = there.rider();
        let walls = &there.constraints().supports.walls;
        for _ in 0..SETTLING_ROUNDS {
            for (number, wall) in walls.iter().enumerate().filter(|(number, _)| bears[*number]) {
                rider.stay_on(wall, still_sticks[number]);
            }
        }
        if sticks == still_sticks && law.keeps_energy(start) {
            let wanted = start.rider().energy_at(start.position) + rider.pull.dot(there.position);
            rider.scale_to(wanted);
        }
        there.velocity = rider.velocity;
        if !there.is_on_cloth() {
            there.set_angular_velocity(rider.spin.angular_velocity);
        }
    }

    /// Looks at the walls that bend where a body is now: their normals, and how they bend on its way. Returns how far it is from
    /// each, by what rounding or an integration is wrong by; zero for a plane.
    fn bend_supports(&self, slot: &mut Slot<V>) -> [f64; MAX_WALLS] {
        let mut gaps = [0.0; MAX_WALLS];
        let (time, position, velocity) = (slot.time, slot.position, slot.velocity);
        let mover = slot.shared.mover;
        let walls = &mut slot.constraints_mut().supports.walls;
        for (support, gap) in walls.iter_mut().zip(&mut gaps).filter(|(it, _)| it.bend.is_some()) {
            let Some(wall) = self.slot(support.wall) else { continue };
            let obstacle = Obstacle::new(wall, &mover, self.environment.period, time);
            let flight = wall.flight();
            let offset = obstacle.nearest(position - flight.position(time));
            let (shape, radius) = (obstacle.shape(), obstacle.radius());
            let contact = contact_of_part(shape, (offset, radius), support.feature);
            let (normal, feature) = (contact.normal, contact.feature);
            let arm = offset - normal * radius;
            (*gap, support.normal, support.feature) = (contact.separation, normal, feature);
            support.velocity = flight.velocity(time) + wall.turn_velocity(arm);
            support.surface_velocity = support.along(wall.surface_velocity());
            let is_bent = wall.is_turning() || !is_face(shape, feature);
            let relative = velocity - flight.velocity(time);
            let bend = obstacle.bend(offset, relative, (feature, normal));
            let own = flight.acceleration;
            let bend = Bend {
                rise: bend.rise + own.dot(normal),
                surface_acceleration: bend.surface_acceleration + own,
                ..bend
            };
            // A point cannot follow a sharp corner.
            support.bend = Some(bend).filter(|it| is_bent && it.curvature.is_finite());
        }
        gaps
    }
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

impl<V: Vector> Law<V> {
    /// Which walls bear a body that moves by this law, or at least do not bend away from it: neither faster than it moves, nor
    /// so fast that hardly anything is left of what presses it.
    fn loaded(&self, slot: &Slot<V>) -> [bool; MAX_WALLS] {
        let forces = self.acceleration.length() + slot.rider().pull.length();
        let mut loaded = [true; MAX_WALLS];
        let walls = slot.constraints().supports.walls.iter().zip(&self.bearings);
        for (loaded, (wall, bearing)) in loaded.iter_mut().zip(walls) {
            let away = self.acceleration.dot(wall.normal) - wall.rise();
            *loaded = match bearing.force > 0.0 {
                true => bearing.force >= -UNLOADED_SHARE * wall.rise(),
                false => away <= rounding::SAME * (forces + wall.rise().abs()),
            };
        }
        loaded
    }

    /// Whether nothing takes or gives energy to a body that moves by this law: the walls that bear it stand still, and it does
    /// not slide along rough ones.
    fn keeps_energy(&self, slot: &Slot<V>) -> bool {
        let is_idle = |(wall, bearing): (&Support<V>, &Bearing<V>)| {
            let stands = wall.velocity == V::ZERO && wall.surface_velocity == V::ZERO;
            let turns = wall.bend.is_some_and(|bend| bend.surface_acceleration != V::ZERO);
            stands && !turns && (wall.friction == 0.0 || bearing.slip == V::ZERO)
        };
        let supports = &slot.constraints().supports;
        !slot.is_on_cloth()
            && !self.is_rolling_braked
            && slot.shared.resistance == 0.0
            && supports.pushes.is_empty()
            && supports.walls.iter().zip(&self.bearings).all(is_idle)
    }
}

impl<V: Vector> Slot<V> {
    /// Sets the state at `time` on its way.
    fn set_state(&mut self, time: f64, state: &State<V>) {
        (self.time, self.position, self.velocity) = (time, state.position, state.velocity);
        match self.roll() {
            Some(_) => self.set_roll(state.roll),
            None => self.set_angular_velocity(state.angular_velocity),
        }
    }

    /// Lets the walls that support it be planes until it touches them again.
    fn forget_bends(&mut self) {
        self.constraints_mut().supports.walls.iter_mut().for_each(|wall| wall.bend = None);
    }

    /// What the law says of it now, of which it does not slide along those walls that it sticks to.
    fn law_on_walls(&self, sticks: [bool; MAX_WALLS]) -> Law<V> {
        let supports = &self.constraints().supports;
        if self.is_on_cloth() {
            let motion = self.cloth_motion();
            let acceleration = motion.flight.acceleration;
            let mut bearings = [Bearing::default(); MAX_WALLS];
            for (wall, bearing) in supports.walls.iter().zip(&mut bearings) {
                // How hard the wall bears it is not asked.
                let away = acceleration.dot(wall.normal) - wall.rise();
                let forces = acceleration.length() + wall.rise().abs();
                bearing.force = if away <= rounding::SAME * forces { forces } else { 0.0 };
            }
            return Law {
                acceleration,
                angular_acceleration: V::Cross::default(),
                roll_rate: motion.spin.roll,
                bearings,
                is_rolling_braked: false,
            };
        }
        let ride = supports.ride(&Rider { sticks, ..self.rider() });
        Law {
            acceleration: ride.acceleration,
            angular_acceleration: ride.angular_acceleration,
            roll_rate: V::ZERO,
            bearings: ride.bearings,
            is_rolling_braked: ride.is_rolling_braked,
        }
    }

    /// Lets it fly along a chord to where it is `there`.
    fn set_chord(&mut self, chord: Chord, there: &Self) {
        let Chord { length, .. } = chord;
        let way = there.position - self.position - self.velocity * length;
        let acceleration = way * (2.0 / (length * length));
        let [from, to] = [&*self, there].map(State::of);
        let mut motion = self.plain_motion();
        motion.flight = Flight {
            start: self.time,
            origin: self.position,
            launch: self.velocity,
            acceleration,
            stop: f64::INFINITY,
        };
        if self.roll().is_none() {
            let change = to.angular_velocity + from.angular_velocity * -1.0;
            motion.spin.angular = change * (1.0 / length);
        }
        motion.spin.roll = (to.roll - from.roll) * (1.0 / length);
        motion.slide_end = f64::INFINITY;
        motion.chord = Some(chord);
        self.constrained.set_motion(motion);
    }
}
