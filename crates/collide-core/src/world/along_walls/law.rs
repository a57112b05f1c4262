//! The law on walls of a body at an instant, on a cloth or not: how it moves, and which walls bear it.

use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::{Bearing, MAX_WALLS, Rider, Support};
use crate::world::slot::Slot;

/// A body leaves a wall that bends away from it if that bears it with less than this share of what the bend asks for.
const UNLOADED_SHARE: f64 = 1e-6;

/// What the law on walls says of a body at an instant.
pub(super) struct Law<V: Vector> {
    pub(super) acceleration: V,
    pub(super) angular_acceleration: V::Cross,
    /// The rate at which its roll on a cloth changes.
    pub(super) roll_rate: V,
    pub(super) bearings: [Bearing<V>; MAX_WALLS],
    is_rolling_braked: bool,
}

impl<V: Vector> Law<V> {
    /// Which walls bear a body that moves by this law, or at least do not bend away from it: neither faster than it moves, nor
    /// so fast that hardly anything is left of what presses it.
    pub(super) fn loaded(&self, slot: &Slot<V>) -> [bool; MAX_WALLS] {
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
    pub(super) fn keeps_energy(&self, slot: &Slot<V>) -> bool {
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

/// What would accelerate a body now if its walls were planes: what it presses others with, and they it. What the bends of
/// walls add turns with its velocity, so that a push by it would give it energy until the step ends.
pub(crate) fn level_acceleration<V: Vector>(slot: &Slot<V>) -> V {
    if slot.chord().is_none() {
        return slot.flight().acceleration;
    }
    let mut supports = slot.constraints().supports.clone();
    supports.walls.iter_mut().for_each(|wall| wall.bend = None);
    supports.ride(&slot.rider()).acceleration
}

/// What the law says of a body now, which does not slide along those walls that it sticks to.
pub(super) fn law_on_walls<V: Vector>(slot: &Slot<V>, sticks: [bool; MAX_WALLS]) -> Law<V> {
    let supports = &slot.constraints().supports;
    if slot.is_on_cloth() {
        let motion = slot.cloth_motion();
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
    let ride = supports.ride(&Rider { sticks, ..slot.rider() });
    Law {
        acceleration: ride.acceleration,
        angular_acceleration: ride.angular_acceleration,
        roll_rate: V::ZERO,
        bearings: ride.bearings,
        is_rolling_braked: ride.is_rolling_braked,
    }
}
