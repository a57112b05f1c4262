//! The hash of a state, by which two worlds are compared to the bit.

use crate::shape::Frame;
use crate::vector::Vector;
use crate::world::World;

/// A fingerprint of the state: keys, positions, velocities, rotations of walls, angular velocities and rolls of balls, and
/// absorbed bodies, to the bit. How a ball is turned is not in it, as nothing depends on that.
///
/// FNV-1a over the f64 bits in the order of keys; the same on every machine. Worlds of the same bodies
/// at the same places have the same hash, whatever their ids are; what only the future shows, like the
/// mass of a body or an interrupted step, is not in it. A world without bodies has the hash
/// 0xcbf29ce484222325.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::state_hash, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// let mut one = World::new();
/// let ball = one.add(Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(1.0), DVec2::ZERO) }).unwrap();
/// let mut two = one.clone();
/// Stepper::new().step(&mut one, 0.1);
/// assert_ne!(state_hash(&one), state_hash(&two));
/// Stepper::new().step(&mut two, 0.1);
/// assert_eq!(state_hash(&one), state_hash(&two));
/// ```
///
/// Source: Fowler, Noll and Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
#[must_use]
pub fn state_hash<V: Vector>(world: &World<V>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |bits: u64| {
        for byte in bits.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for slot in world.in_order() {
        feed(slot.key);
        feed(u64::from(slot.takes_part()));
        for vector in [slot.position, slot.velocity] {
            // Adding zero makes -0.0, which is no other state, the same as 0.0.
            (0..V::DIMENSION).for_each(|axis| feed((vector.component(axis) + 0.0).to_bits()));
        }
        let spin = slot.constraints().spin;
        let rotation = slot.rotation_at(slot.time);
        let is_turned = spin.is_none() && rotation != Frame::identity();
        let turned = rotation.axes().iter().filter(|_| is_turned);
        for axis in turned {
            (0..V::DIMENSION).for_each(|it| feed((axis.component(it) + 0.0).to_bits()));
        }
        if let Some(spin) = spin {
            let roll = spin.roll.unwrap_or(V::ZERO);
            let rates = V::components_of_axis(spin.angular_velocity);
            rates.iter().for_each(|it| feed((it + 0.0).to_bits()));
            (0..V::DIMENSION).for_each(|axis| feed((roll.component(axis) + 0.0).to_bits()));
        }
    }
    hash
}
