//! The way of a body along walls that bend: where it is after some seconds, by the integration of the law, and what takes the
//! error of that away.

use super::law::{Law, law_on_walls};
use crate::contact::{Contact, Feature, contact_of_feature, contact_of_part, is_face};
use crate::shape::Shape;
use crate::vector::Vector;
use crate::world::constraints::{Bend, MAX_WALLS};
use crate::world::slot::{Obstacle, Slot};
use crate::world::store::World;

/// The sum of the weights 1, 2, 2 and 1 of the method of Runge and Kutta.
const SUM_OF_WEIGHTS: f64 = 6.0;

/// A body lies on a wall if it overlaps that by no more than this share of its size.
const NEGLIGIBLE_GAP: f64 = 1e-9;

/// How often a body is put onto several walls one after the other.
const SETTLING_ROUNDS: usize = 8;

/// The state of a body on its way, or the rate at which that changes.
#[derive(Clone, Copy)]
pub(super) struct State<V: Vector> {
    position: V,
    velocity: V,
    pub(super) angular_velocity: V::Cross,
    pub(super) roll: V,
}

impl<V: Vector> State<V> {
    pub(super) fn of(slot: &Slot<V>) -> Self {
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
    /// The body on walls after so many seconds of its way along them.
    pub(super) fn along_walls(&self, slot: &Slot<V>, elapsed: f64) -> Slot<V> {
        let law = law_on_walls(slot, [false; MAX_WALLS]);
        let walls = &slot.constraints().supports.walls;
        let mut sticks = [false; MAX_WALLS];
        for (number, (wall, bearing)) in walls.iter().zip(&law.bearings).enumerate() {
            sticks[number] = bearing.slip == V::ZERO && wall.holds(bearing);
        }
        let start = State::of(slot);
        let mut probe = slot.clone();
        let mut rates_after = |rates: State<V>, time: f64| {
            let state = start.after(rates, time);
            set_state(&mut probe, slot.time + time, &state);
            self.extend_supports(&mut probe);
            let law = law_on_walls(&probe, sticks);
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
        let kept = self.extend_supports(&mut start.clone()).map(deep);
        let mut bears = [false; MAX_WALLS];
        let mut still_sticks = sticks;
        for _ in 0..SETTLING_ROUNDS {
            let gaps = self.extend_supports(there);
            let now = law_on_walls(there, sticks);
            let mut farthest: f64 = 0.0;
            let walls = there.constraints().supports.walls.clone();
            for (number, wall) in walls.iter().enumerate() {
                bears[number] = now.bearings[number].force > 0.0;
                still_sticks[number] &= !bears[number] || wall.holds(&now.bearings[number]);
                let gap = gaps[number] - kept[number];
                let gap = if bears[number] { gap } else { f64::min(gap, 0.0) };
                there.position -= wall.normal * gap;
                farthest = f64::max(farthest, gap.abs());
            }
            if farthest == 0.0 || walls.len() == 1 {
                break;
            }
        }
        self.extend_supports(there);
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
        self.bend_supports(there);
    }

    /// Looks at the walls that bend where a body is now: their nearest features, their normals, and how they bend on its way.
    pub(super) fn bend_supports(&self, slot: &mut Slot<V>) {
        self.look_at_walls(slot, contact_of_part);
    }

    /// The same, as if the features that it touches had no end: past the end the law would change along an integration. Returns
    /// how far it is from each, by what rounding or an integration is wrong by; zero for a plane.
    fn extend_supports(&self, slot: &mut Slot<V>) -> [f64; MAX_WALLS] {
        self.look_at_walls(slot, contact_of_feature)
    }

    /// Looks at the walls that bend where a body is now, with its contacts found so.
    fn look_at_walls(
        &self,
        slot: &mut Slot<V>,
        contact: impl Fn(&Shape<V>, (V, f64), Feature) -> Contact<V>,
    ) -> [f64; MAX_WALLS] {
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
            let contact = contact(shape, (offset, radius), support.feature);
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

/// Sets the state of a body at `time` on its way.
fn set_state<V: Vector>(slot: &mut Slot<V>, time: f64, state: &State<V>) {
    (slot.time, slot.position, slot.velocity) = (time, state.position, state.velocity);
    match slot.roll() {
        Some(_) => slot.set_roll(state.roll),
        None => slot.set_angular_velocity(state.angular_velocity),
    }
}
