//! The rows of the rigid solver: what an iteration reads and changes of a body and of a contact.

use crate::step::solver::friction::FrictionRow;
use crate::vector::Vector;

/// The part of a body that iterations change; two of them fit in a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct SolverBody<V: Vector> {
    pub(crate) velocity: V,
    /// Zero for a wall.
    pub(crate) inverse_mass: f64,
}

/// The impulses of a contact in all solver sub-steps together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TotalImpulse<V: Vector> {
    /// On the first body along the normal.
    pub(crate) normal: f64,
    /// On the first body across the normal.
    pub(crate) friction: V,
}

impl<V: Vector> TotalImpulse<V> {
    /// No impulse.
    pub(crate) const NONE: Self = Self { normal: 0.0, friction: V::ZERO };
}

/// The constraint along the normal of a contact: the bodies separate at least with a given velocity, and
/// never attract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalRow<V: Vector> {
    /// The places of the two bodies.
    pub(crate) bodies: [u32; 2],
    /// The unit vector from the second body to the first.
    pub(crate) normal: V,
    /// The impulse on the first body in this solver sub-step.
    pub(crate) impulse: f64,
    /// The mass that an impulse between the two bodies moves.
    pub(crate) effective_mass: f64,
    /// The least relative velocity along the normal.
    pub(crate) min_velocity: f64,
    /// The separation at the start of the sub-step.
    pub(crate) separation: f64,
    pub(crate) has_friction: bool,
    /// Whether it has had an impulse since the sub-step began, or since the last restart without impulses.
    pub(crate) is_active: bool,
}

impl<V: Vector> NormalRow<V> {
    /// A row that is not filled yet.
    pub(crate) const NONE: Self = Self {
        bodies: [0; 2],
        normal: V::ZERO,
        impulse: 0.0,
        effective_mass: 0.0,
        min_velocity: 0.0,
        separation: 0.0,
        has_friction: false,
        is_active: false,
    };

    /// Applies the impulse that is missing at this contact, which has the row `number` of each kind, and
    /// returns by how much that changes the relative velocity along the normal.
    #[inline(always)]
    pub(crate) fn solve(
        &mut self,
        bodies: &mut [SolverBody<V>],
        friction_rows: &mut [FrictionRow<V>],
        number: usize,
    ) -> f64 {
        let [first, second] = self.bodies.map(|body| bodies[body as usize]);
        let relative = first.velocity - second.velocity;
        let before = self.impulse;
        let missing = (self.min_velocity - relative.dot(self.normal)) * self.effective_mass;
        self.impulse = f64::max(before + missing, 0.0);
        self.is_active |= self.impulse > 0.0;
        let mut change = self.normal * (self.impulse - before);
        if self.has_friction {
            let (normal, mass) = (self.normal, self.effective_mass);
            change += friction_rows[number].brake(relative, normal, mass, self.impulse);
        }
        self.apply(bodies, change);
        (self.impulse - before).abs() * (first.inverse_mass + second.inverse_mass)
    }

    /// Applies an impulse to the first body, and its opposite to the second.
    #[inline(always)]
    pub(crate) fn apply(&self, bodies: &mut [SolverBody<V>], impulse: V) {
        let [first, second] = self.bodies;
        let body = &mut bodies[first as usize];
        body.velocity += impulse * body.inverse_mass;
        let body = &mut bodies[second as usize];
        body.velocity -= impulse * body.inverse_mass;
    }
}
