//! Balance: whether what a body rests on can carry it.
//!
//! A ball on the tip of a wall, or on another ball, stays in place for a while although it must fall. So a body is in
//! balance only if the normals of its supports enclose the pull, but for rounding, or if friction holds it. On walls alone
//! friction does not hold a ball that turns, as it rolls.

use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::{Resting, Support, Supports};
use crate::world::slot::{Environment, Obstacle, Slot};
use crate::world::store::World;

/// The share of the pull that may be left without a support.
const BALANCE_ROUNDING: f64 = 1e-9;

/// The gap up to which another body supports one, as a share of the size.
const SUPPORT_GAP: f64 = 1e-3;

/// A body with more supports counts as carried: the search for what they leave takes the cube of their number, and a large
/// body may lie on a thousand small ones. Equal balls in space touch at most twelve others.
const MAX_SUPPORTS: usize = 12;

impl<V: Vector> World<V> {
    /// The numbers of the bodies, among those that `may_sleep`, that are not in balance.
    pub(super) fn unbalanced(&self, may_sleep: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut supports = vec![Supports::default(); self.slots.len()];
        let mut is_braked = vec![false; self.slots.len()];
        for resting in self.contacts.all() {
            let [Some(first), Some(second)] = resting.bodies.map(|body| self.slot(body)) else {
                continue;
            };
            if !may_sleep(first.id.index) {
                continue;
            }
            let Some(normal) = self.support_normal(resting, [first, second]) else { continue };
            let sides = [(first, normal), (second, -normal)];
            for (slot, normal) in sides.into_iter().filter(|(slot, _)| slot.is_mover()) {
                let place = slot.id.index();
                // Only the solver of piles finds forces.
                let may_hold = !slot.is_turning_ball() || resting.force > 0.0;
                is_braked[place] |= may_hold && resting.friction_force != V::ZERO;
                let still = V::ZERO;
                let support = Support::smooth(second.id, resting.feature, normal, still);
                supports[place].walls.push(support);
            }
        }
        let bodies = self.slots.iter().flatten().filter(|slot| may_sleep(slot.id.index));
        let is_unbalanced = |slot: &&Slot<V>| {
            let place = slot.id.index();
            !is_braked[place] && !self.is_carried_by(slot, &supports[place])
        };
        bodies.filter(is_unbalanced).map(|slot| slot.id.index).collect()
    }

    /// The normal of a contact out of its second body, if the two are near enough to support each other.
    fn support_normal(&self, resting: &Resting<V>, [first, second]: [&Slot<V>; 2]) -> Option<V> {
        let obstacle =
            Obstacle::new(second, &first.shared.mover, self.environment().period, first.time);
        let offset = first.position - second.position;
        let is_near = || obstacle.contact(offset).separation <= SUPPORT_GAP * first.size();
        (resting.force > 0.0 || is_near()).then(|| obstacle.normal(offset, resting.feature))
    }

    /// Whether these supports leave nothing of the pull on a body but rounding.
    fn is_carried_by(&self, slot: &Slot<V>, supports: &Supports<V>) -> bool {
        if supports.walls.len() > MAX_SUPPORTS {
            return true;
        }
        let Environment { gravity, given_rounding, .. } = self.environment();
        let pull = slot.external_acceleration(gravity);
        let left = supports.limit_acceleration(pull).length();
        let rounding =
            rounding::GIVEN_DISTANCE * given_rounding * slot.position.max_magnitude() / slot.size();
        left <= f64::max(BALANCE_ROUNDING, rounding) * pull.length()
    }
}
