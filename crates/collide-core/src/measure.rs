//! What is conserved, how deep do bodies overlap, and is this the same state?
//!
//! Sums run in the order of keys, so their bits do not depend on how the world is stored.

use crate::body::Kind;
use crate::vector::{Vector, Wide};
use crate::world::{Obstacle, Slot, World};

/// The kinetic energy of all dynamic bodies that take part, in mass times speed squared.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::kinetic_energy, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::new();
/// let ball = Body { mass: 2.0, velocity: DVec2::new(3.0, 4.0), ..Body::dynamic(Shape::ball(1.0), DVec2::ZERO) };
/// world.add(ball).unwrap();
/// assert_eq!(kinetic_energy(&world), 25.0);
/// ```
#[must_use]
pub fn kinetic_energy<V: Vector>(world: &World<V>) -> f64 {
    dynamic(world)
        .map(|slot| 0.5 * slot.body.mass * slot.body.velocity.widen().length_squared())
        .sum()
}

/// The energy of all dynamic bodies in the field of gravity and of their own constant accelerations,
/// zero at the origin.
#[must_use]
pub fn potential_energy<V: Vector>(world: &World<V>) -> f64 {
    let gravity = world.gravity().widen();
    dynamic(world)
        .map(|slot| -slot.body.mass * slot.body.position.widen().dot(slot.pull(gravity)))
        .sum()
}

/// The momentum of all dynamic bodies that take part, in mass times speed.
#[must_use]
pub fn momentum<V: Vector>(world: &World<V>) -> V::Wide {
    dynamic(world)
        .fold(V::Wide::ZERO, |sum, slot| sum + slot.body.velocity.widen() * slot.body.mass)
}

/// The sum of the magnitudes of the momenta, the scale against which a drift of momentum is judged.
#[must_use]
pub fn momentum_scale<V: Vector>(world: &World<V>) -> f64 {
    dynamic(world).map(|slot| slot.body.mass * slot.body.velocity.widen().length()).sum()
}

/// The deepest overlap of two solid bodies, at least one of them dynamic, in length units; 0 if none
/// overlap. Compares every ball with every body.
#[must_use]
pub fn deepest_overlap<V: Vector>(world: &World<V>) -> f64 {
    let slots: Vec<_> =
        in_order(world).filter(|slot| slot.takes_part() && slot.is_solid()).collect();
    let mut deepest = 0.0;
    for (index, ball) in slots.iter().enumerate().filter(|(_, slot)| slot.is_mover()) {
        for (other_index, other) in slots.iter().enumerate() {
            if other_index == index || (other.is_mover() && other_index < index) {
                continue;
            }
            let both_fly = other.is_mover() && other.mover.is_round() && !ball.mover.is_round();
            let [one, two] = if both_fly { [other, ball] } else { [ball, other] };
            if !one.body.layers.meets(two.body.layers) {
                continue;
            }
            let obstacle = Obstacle::new(two, &one.mover, world.environment().period);
            let offset = one.body.position.widen() - two.body.position.widen();
            let apart = obstacle.contact(offset).separation;
            deepest = f64::max(deepest, -apart);
        }
    }
    deepest
}

/// A fingerprint of the state: keys, positions, velocities and who is absorbed, to the bit.
///
/// FNV-1a over the f64 bits in the order of keys; the same on every machine.
#[must_use]
pub fn state_hash<V: Vector>(world: &World<V>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |bits: u64| {
        for byte in bits.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for slot in in_order(world) {
        feed(slot.key);
        feed(u64::from(slot.takes_part()));
        for vector in [slot.body.position.widen(), slot.body.velocity.widen()] {
            // Adding zero makes -0.0, which is no other state, the same as 0.0.
            (0..V::Wide::DIMENSION).for_each(|axis| feed((vector.component(axis) + 0.0).to_bits()));
        }
    }
    hash
}

fn in_order<V: Vector>(world: &World<V>) -> impl Iterator<Item = &Slot<V>> {
    world.ids().filter_map(|id| world.slot(id))
}

fn dynamic<V: Vector>(world: &World<V>) -> impl Iterator<Item = &Slot<V>> {
    in_order(world).filter(|slot| slot.takes_part() && slot.body.kind == Kind::Dynamic)
}
