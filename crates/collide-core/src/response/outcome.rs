//! The result of an impact.

use crate::vector::Vector;

/// What an impact did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<V: Vector> {
    /// The velocity of the first body afterwards, in length units a second.
    pub first: V,
    /// The velocity of the second body afterwards, in length units a second.
    pub second: V,
    /// How fast the two approached along the normal, in length units a second; above zero.
    pub approach_speed: f64,
    /// The impulse on the first body along the normal, in mass times speed; above zero.
    pub impulse: f64,
    /// The impulse of friction on the first body, across the normal, in mass times speed; zero
    /// without friction. The second body gets the opposite.
    pub friction: V,
    /// The kinetic energy that the impact took, in mass times speed squared.
    ///
    /// Restitution takes `m1 m2 / (m1 + m2) (1 - e^2) u^2 / 2` and friction its share of the sliding;
    /// a minimum impulse, a restitution above 1 or a speed limit may give more than both take, and then this is below zero.
    pub energy_lost: f64,
}
