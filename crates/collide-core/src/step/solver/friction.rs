//! Friction at a contact of a pile, by Coulomb's law.

use crate::vector::Vector;

/// The constraint across the normal of a contact: sliding is braked by at most a share of the normal impulse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrictionRow<V: Vector> {
    /// The coefficient of friction.
    pub(crate) friction: f64,
    /// The impulse on the first body in this solver sub-step.
    pub(crate) impulse: V,
    /// The velocity of the second body's surface relative to the body.
    pub(crate) surface_velocity: V,
}

impl<V: Vector> FrictionRow<V> {
    /// The row of a contact without friction.
    pub(crate) const NONE: Self =
        Self { friction: 0.0, impulse: V::ZERO, surface_velocity: V::ZERO };

    /// The row of a contact with this coefficient, and with this impulse of the sub-step before if there is friction.
    pub(crate) fn new(friction: f64, impulse: V, surface_velocity: V) -> Self {
        let impulse = if friction > 0.0 { impulse } else { V::ZERO };
        Self { friction, impulse, surface_velocity }
    }

    /// Changes the impulse so that the two surfaces do not slide, as far as the normal impulse allows. Returns the change.
    /// `relative` is the velocity of the first body against the second.
    #[inline(always)]
    pub(crate) fn brake(
        &mut self,
        relative: V,
        normal: V,
        effective_mass: f64,
        normal_impulse: f64,
    ) -> V {
        // Less a zero, a velocity has the same bits.
        let slip = relative - self.surface_velocity;
        let sliding = slip - normal * slip.dot(normal);
        let wanted = self.impulse - sliding * effective_mass;
        let (size, most) = (wanted.length(), self.friction * normal_impulse);
        let limited = if size > most { wanted * (most / size) } else { wanted };
        let change = limited - self.impulse;
        self.impulse = limited;
        change
    }
}
