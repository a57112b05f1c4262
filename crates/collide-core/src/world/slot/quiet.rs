//! How long a body has been quiet, after which it may fall asleep.

use super::record::Slot;
use crate::vector::Vector;
use crate::world::constraints::Resting;

/// The time for which a body must be quiet before it falls asleep, in seconds.
const SLEEP_DELAY: f64 = 0.5;

/// The delay for a body that may overlap others, in seconds. It is still being moved out of them, and there may be no
/// room for it.
const OVERLAP_SLEEP_DELAY: f64 = 10.0 * SLEEP_DELAY;

/// A body that rests on walls alone is quiet below this share of the speed that its acceleration gives it in a step.
const QUIET_SPEED: f64 = 0.01;

/// A body in a pile, which creeps for long before it comes to rest, is quiet at a speed so many times higher,
const PILE_QUIET_FACTOR: f64 = 40.0;

/// and a ball that turns, which may begin to roll at any time, so many times,
const TURNING_QUIET_FACTOR: f64 = 4.0;

/// but never at a higher speed than this share of its size in a second.
const MAX_QUIET_SIZES_PER_SECOND: f64 = 0.05;

impl<V: Vector> Slot<V> {
    /// Adds a step of `dt` seconds to the time for which it has been quiet, or sets that time to zero.
    pub(crate) fn update_quiet_time(&mut self, gravity: V, dt: f64) {
        if self.constraints().asleep.is_some() {
            return;
        }
        if !self.moves_evenly() && self.constraints().supports.walls.is_empty() {
            if let Some(constraints) = self.constrained.if_any() {
                constraints.quiet_time = 0.0;
            }
            return;
        }
        let at_wall = QUIET_SPEED * self.external_acceleration(gravity).length() * dt;
        let factor = if self.is_turning_ball() { TURNING_QUIET_FACTOR } else { PILE_QUIET_FACTOR };
        let bound = f64::min(factor * at_wall, MAX_QUIET_SIZES_PER_SECOND * self.size());
        let in_pile = f64::max(at_wall, bound);
        let limit = if self.moves_evenly() { in_pile } else { at_wall };
        let is_quiet = self.velocity.length() <= limit && self.spin_speed() <= limit;
        let constraints = self.constraints_mut();
        constraints.quiet_time = if is_quiet { constraints.quiet_time + dt } else { 0.0 };
    }

    /// Counts anew for how long it has been quiet.
    pub(crate) fn forget_quiet_time(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.quiet_time = 0.0;
        }
    }

    /// Whether it has been quiet for long enough to fall asleep.
    pub(crate) fn may_fall_asleep(&self) -> bool {
        let delay = if self.may_overlap { OVERLAP_SLEEP_DELAY } else { SLEEP_DELAY };
        self.constraints().quiet_time >= delay
    }

    /// The contacts with walls of a body that rests on walls alone and is about to fall asleep.
    pub(crate) fn sleep_contacts(&self) -> impl Iterator<Item = Resting<V>> + '_ {
        let falls_asleep =
            self.may_fall_asleep() && self.constraints().asleep.is_none() && !self.moves_evenly();
        let walls = self.constraints().supports.walls.iter().filter(move |_| falls_asleep);
        walls.map(|wall| Resting {
            bodies: [self.id, wall.wall],
            feature: wall.feature,
            force: 0.0,
            friction_force: self.static_friction(),
            spring_dt: 0.0,
        })
    }
}
