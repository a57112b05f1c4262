//! Measures of a world: energy, momentum, temperature, overlaps and the hash of its state.
//!
//! A mass counts if it is that of a **dynamic body that takes part**: static and kinematic bodies move
//! as if of infinite mass, and what an absorber took or an impact broke is out of the game; none of
//! them counts. Units are those of the game: with lengths in metres, masses in kilograms and times in
//! seconds, energies are joules.
//!
//! Positions and velocities are those that the world stores: in an interrupted step, of each body
//! those of its last event. Sums run in the order of keys, so their bits do not depend on how the
//! world is stored; of n terms they are rounded by about n units in the last place of the largest.
//!
//! | conserved by | energy | momentum | angular momentum |
//! |---|---|---|---|
//! | impacts of two dynamic bodies | if restitution is 1, without friction | yes | yes, to the rounding of the normal |
//! | impacts with a static body | if restitution is 1, without friction | no | no |
//! | flight under gravity | kinetic and potential together | no | no |
//!
//! # Example
//! ```
//! use collide_core::measure::{angular_momentum, centre_of_mass, energy, temperature};
//! use collide_core::{body::Body, shape::Shape, world::World};
//! use glam::DVec2;
//!
//! // A dumbbell without a bar: two balls that fly past each other, one metre from the middle.
//! let ball = |side: f64| Body {
//!     mass: 2.0,
//!     velocity: DVec2::Y * 3.0 * side,
//!     ..Body::dynamic(Shape::ball(0.5), DVec2::X * side)
//! };
//! let mut world = World::new();
//! world.add(ball(-1.0))?;
//! world.add(ball(1.0))?;
//! assert_eq!(energy(&world).kinetic, 18.0);
//! assert_eq!(centre_of_mass(&world), Some(DVec2::ZERO));
//! assert_eq!(angular_momentum(&world, DVec2::ZERO), 12.0);
//! assert_eq!(temperature(&world), Some(18.0));
//! # Ok::<(), collide_core::body::InvalidBody>(())
//! ```

use crate::body::Kind;
use crate::vector::Vector;
use crate::world::{Slot, World};

mod fingerprint;
mod overlap;

pub use fingerprint::state_hash;
pub use overlap::deepest_overlap;

/// The energy of a world by its kinds, in mass times speed squared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Energy {
    /// That of motion, as [`kinetic_energy`].
    pub kinetic: f64,
    /// That of place, as [`potential_energy`].
    pub potential: f64,
}

impl Energy {
    /// Both together, which flights and elastic impacts conserve.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

/// The kinetic and the potential energy.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::energy, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// // A ball of mass 2 falls 5 m under 10 m/s^2: 100 J of one kind become 100 J of the other.
/// let mut world = World::new();
/// world.set_gravity(DVec2::Y * -10.0)?;
/// world.add(Body { mass: 2.0, ..Body::dynamic(Shape::ball(0.5), DVec2::Y * 5.0) })?;
/// assert_eq!((energy(&world).kinetic, energy(&world).potential), (0.0, 100.0));
/// Stepper::new().step(&mut world, 1.0);
/// assert_eq!((energy(&world).kinetic, energy(&world).potential), (100.0, 0.0));
/// # Ok::<(), collide_core::body::InvalidBody>(())
/// ```
#[must_use]
pub fn energy<V: Vector>(world: &World<V>) -> Energy {
    Energy { kinetic: kinetic_energy(world), potential: potential_energy(world) }
}

/// The kinetic energy, the sum of `m v^2 / 2` and of the [`rotational_energy`], in mass times speed squared; 0 without bodies.
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
///
/// Source: the vis viva of Leibniz (1686), halved as by Coriolis (1829).
#[must_use]
pub fn kinetic_energy<V: Vector>(world: &World<V>) -> f64 {
    sum(world, |slot| {
        let translation = 0.5 * slot.shared.mass * slot.velocity.length_squared();
        if slot.is_turning_ball() { translation + slot.rotational_energy() } else { translation }
    })
}

/// The part of the kinetic energy that is rotation, the sum of `k m R^2 w^2 / 2` over the balls that turn, in mass times speed
/// squared; 0 without any.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::rotational_energy, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::new();
/// let disc = Body::dynamic(Shape::ball(2.0), DVec2::ZERO);
/// world.add(Body { inertia_factor: Some(0.5), angular_velocity: 3.0, ..disc }).unwrap();
/// assert_eq!(rotational_energy(&world), 9.0);
/// ```
#[must_use]
pub fn rotational_energy<V: Vector>(world: &World<V>) -> f64 {
    sum(world, Slot::rotational_energy)
}

/// The potential energy in the field of gravity and of the bodies' own constant accelerations, the
/// sum of `-m a . x`, in mass times speed squared; 0 at the origin and without bodies.
///
/// In a periodic space with an acceleration along a periodic axis there is no potential: what comes in
/// on the other side has jumped by `m a . L`. Rolling resistance and damping have none either.
#[must_use]
pub fn potential_energy<V: Vector>(world: &World<V>) -> f64 {
    let gravity = world.gravity();
    sum(world, |slot| -slot.shared.mass * slot.position.dot(slot.external_acceleration(gravity)))
}

/// The momentum, the sum of `m v`, in mass times speed; zero without bodies.
///
/// Source: Newton, Principia (1687), Definition II and Corollary III.
#[must_use]
pub fn momentum<V: Vector>(world: &World<V>) -> V {
    weighted(world, |slot| slot.velocity)
}

/// The sum of the magnitudes of the momenta, the scale against which a drift of momentum is judged; 0
/// without bodies.
#[must_use]
pub fn momentum_scale<V: Vector>(world: &World<V>) -> f64 {
    sum(world, |slot| slot.shared.mass * slot.velocity.length())
}

/// The angular momentum about a point, the sum of `(x - point) x m v`, and of `k m R^2 w` of balls that turn, in mass times
/// length times speed; zero without bodies.
///
/// In the plane it is a number, positive counterclockwise; in space a vector. The impulse of friction acts where two bodies
/// touch and not along the line of their centres, so it takes angular momentum from bodies that do not turn. In a periodic
/// space it is not conserved.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::angular_momentum, shape::Shape, world::World};
/// use glam::{DVec2, DVec3};
///
/// let (shape, velocity) = (Shape::ball(0.5), DVec2::Y);
/// let mut plane = World::new();
/// plane.add(Body { velocity, ..Body::dynamic(shape, DVec2::X * 3.0) }).unwrap();
/// assert_eq!(angular_momentum(&plane, DVec2::ZERO), 3.0);
/// assert_eq!(angular_momentum(&plane, DVec2::X * 3.0), 0.0);
///
/// let (shape, velocity) = (Shape::ball(0.5), DVec3::Y);
/// let mut space = World::new();
/// space.add(Body { velocity, ..Body::dynamic(shape, DVec3::X * 3.0) }).unwrap();
/// assert_eq!(angular_momentum(&space, DVec3::ZERO), DVec3::Z * 3.0);
/// ```
///
/// Source: Euler (1775); Landau and Lifshitz, Mechanics, section 9.
#[must_use]
pub fn angular_momentum<V: Vector>(world: &World<V>, point: V) -> V::Cross {
    dynamic(world).fold(Default::default(), |sum, slot| {
        let arm = slot.position - point;
        let orbital = Vector::cross(arm, slot.velocity) * slot.shared.mass;
        let sum = sum + orbital;
        if slot.is_turning_ball() { sum + slot.own_angular_momentum() } else { sum }
    })
}

/// The mass of all that counts; 0 without bodies.
#[must_use]
pub fn total_mass<V: Vector>(world: &World<V>) -> f64 {
    sum(world, |slot| slot.shared.mass)
}

/// The centre of mass, the sum of `m x` over the sum of `m`, in length units; nothing without bodies.
///
/// In a periodic space it is that of the stored positions, and jumps when a body comes in on the other
/// side.
#[must_use]
pub fn centre_of_mass<V: Vector>(world: &World<V>) -> Option<V> {
    mean(world, |slot| slot.position)
}

/// The velocity of the centre of mass, in length units a second: momentum over mass; nothing without
/// bodies.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::centre_of_mass_velocity, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::new();
/// assert_eq!(centre_of_mass_velocity(&world), None);
/// let heavy = Body { mass: 3.0, ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// world.add(heavy).unwrap();
/// let fast = Body { velocity: DVec2::X * 8.0, ..Body::dynamic(Shape::ball(0.5), DVec2::X * 2.0) };
/// world.add(fast).unwrap();
/// assert_eq!(centre_of_mass_velocity(&world), Some(DVec2::X * 2.0));
/// ```
///
/// Source: Newton, Principia (1687), Corollary IV: it is not changed by what bodies do to each other.
#[must_use]
pub fn centre_of_mass_velocity<V: Vector>(world: &World<V>) -> Option<V> {
    mean(world, |slot| slot.velocity)
}

/// The temperature as an energy, `k T`, in mass times speed squared; nothing with fewer than two bodies.
///
/// In equilibrium every degree of freedom has `k T / 2` on average. What is heat is the motion about
/// the centre of mass, the peculiar velocities `v - V`. Of N bodies in d dimensions they have
/// d (N - 1) degrees of freedom, since d are spent on the condition that they have no momentum:
///
/// ```text
/// k T = 2 (K - K_cm) / (d (N - 1)),      K - K_cm = sum of m (v - V)^2 / 2
/// ```
///
/// The sum is taken as it stands on the right, so that a fast cold cloud does not lose its temperature
/// in the difference of two large energies. Where walls hold the gas, momentum is not conserved, and
/// d N degrees of freedom would be right; the two differ by the share 1/N.
///
/// Source: Allen and Tildesley, Computer Simulation of Liquids (1987), section 2.4.
#[must_use]
pub fn temperature<V: Vector>(world: &World<V>) -> Option<f64> {
    let bodies = dynamic(world).count();
    let drift = centre_of_mass_velocity(world).filter(|_| bodies > 1)?;
    let heat = sum(world, |slot| 0.5 * slot.shared.mass * (slot.velocity - drift).length_squared());
    Some(2.0 * heat / (V::DIMENSION * (bodies - 1)) as f64)
}

/// The mean of the speeds, each body counted once whatever its mass, in length units a second; nothing
/// without bodies.
///
/// In a gas of equal masses in equilibrium it is `sqrt(pi k T / (2 m))` in the plane and
/// `sqrt(8 k T / (pi m))` in space.
///
/// Source: Maxwell, Illustrations of the Dynamical Theory of Gases (1860).
#[must_use]
pub fn mean_speed<V: Vector>(world: &World<V>) -> Option<f64> {
    let bodies = dynamic(world).count();
    let speeds = sum(world, |slot| slot.velocity.length());
    (bodies > 0).then(|| speeds / bodies as f64)
}

fn dynamic<V: Vector>(world: &World<V>) -> impl Iterator<Item = &Slot<V>> {
    world.in_order().filter(|slot| slot.takes_part() && slot.shared.kind == Kind::Dynamic)
}

/// The sum of a quantity over all that counts. It begins with 0, since of no terms `Iterator::sum`
/// makes -0.
fn sum<V: Vector>(world: &World<V>, quantity: impl Fn(&Slot<V>) -> f64) -> f64 {
    dynamic(world).fold(0.0, |sum, slot| sum + quantity(slot))
}

/// The sum of a vector times the mass over all that counts.
fn weighted<V: Vector>(world: &World<V>, vector: impl Fn(&Slot<V>) -> V) -> V {
    dynamic(world).fold(V::ZERO, |sum, slot| sum + vector(slot) * slot.shared.mass)
}

/// The mean of a vector, weighted by mass.
fn mean<V: Vector>(world: &World<V>, vector: impl Fn(&Slot<V>) -> V) -> Option<V> {
    let mass = total_mass(world);
    (mass > 0.0).then(|| weighted(world, vector) / mass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Stepper;
    use glam::{DVec2, DVec3};

    fn ball(place: DVec2, velocity: DVec2, mass: f64) -> Body<DVec2> {
        Body { velocity, mass, ..Body::dynamic(Shape::ball(0.5), place) }
    }

    #[test]
    fn without_bodies_that_count_there_is_nothing_to_measure() {
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(Shape::ball(1.0), DVec2::ONE)).unwrap();
        world.add(Body::kinematic(Shape::ball(1.0), DVec2::ONE, DVec2::X)).unwrap();
        let sums = [kinetic_energy(&world), potential_energy(&world), total_mass(&world)];
        assert!(sums.into_iter().all(|sum| sum == 0.0 && sum.is_sign_positive()));
        assert_eq!((momentum(&world), momentum_scale(&world)), (DVec2::ZERO, 0.0));
        assert_eq!((centre_of_mass(&world), centre_of_mass_velocity(&world)), (None, None));
        assert_eq!((temperature(&world), mean_speed(&world)), (None, None));
        assert_eq!((angular_momentum(&world, DVec2::ONE), deepest_overlap(&world)), (0.0, 0.0));
        assert_eq!(state_hash(&World::<DVec2>::new()), 0xcbf2_9ce4_8422_2325);
        world.add(ball(DVec2::X * 9.0, DVec2::X, 1.0)).unwrap();
        assert_eq!((temperature(&world), mean_speed(&world)), (None, Some(1.0)));
    }

    #[test]
    fn the_temperature_does_not_feel_a_common_velocity() {
        let with = |drift: DVec2| {
            let mut world = World::new();
            for (number, speed) in [1.0, -2.0, 0.5, 0.5].into_iter().enumerate() {
                let velocity = drift + DVec2::new(speed, 0.0);
                world.add(ball(DVec2::X * 2.0 * number as f64, velocity, 3.0)).unwrap();
            }
            world
        };
        // 2 * 3/2 (1 + 4 + 1/4 + 1/4) / (2 * 3)
        assert_eq!(temperature(&with(DVec2::ZERO)), Some(2.75));
        assert_eq!(temperature(&with(DVec2::new(1024.0, -4096.0))), Some(2.75));
        assert_eq!(mean_speed(&with(DVec2::ZERO)), Some(1.0));
    }

    #[test]
    fn an_oblique_impact_keeps_the_angular_momentum_about_any_point() {
        let mut world = World::<DVec3>::new();
        let ball = |place: DVec3, velocity: DVec3, mass: f64| Body {
            velocity,
            mass,
            ..Body::dynamic(Shape::ball(0.5), place)
        };
        world.add(ball(DVec3::ZERO, DVec3::new(2.0, 0.1, 0.0), 1.0)).unwrap();
        world.add(ball(DVec3::new(3.0, 0.4, 0.3), DVec3::ZERO, 2.0)).unwrap();
        for point in [DVec3::ZERO, DVec3::new(4.0, -7.0, 2.0)] {
            let mut world = world.clone();
            let before = angular_momentum(&world, point);
            let report = Stepper::new().step(&mut world, 3.0).clone();
            assert_eq!(report.impacts().count(), 1);
            let drift = (angular_momentum(&world, point) - before).length();
            assert!(drift <= 1e-14 * before.length().max(30.0), "{drift}");
        }
    }
}
