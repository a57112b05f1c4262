//! Predicates of a slot: what kind of body it is, and what it takes part in.

use super::dynamics::Dynamics;
use super::record::Slot;
use crate::body::Role;
use crate::shape::Shape;
use crate::vector::Vector;
use crate::world::constraints::Held;

// Each one says more than those above it, up to its dynamics.

impl<V: Vector> Slot<V> {
    /// Whether it stays in place, and does not slide on a cloth on the spot.
    pub(crate) fn is_at_rest(&self) -> bool {
        let has_roll = || self.constraints().spin.and_then(|it| it.roll) != Some(V::ZERO);
        self.path_velocity() == V::default() && (self.shared.cloth.is_none() || !has_roll())
    }

    /// Whether it takes part in the simulation: it has neither been absorbed nor broken.
    pub(crate) fn takes_part(&self) -> bool {
        self.is_unconstrained() || self.constraints().absorbed_by.is_none()
    }

    /// Whether other bodies may rest on it: it is a solid or a gate.
    pub(crate) fn can_support(&self) -> bool {
        matches!(self.shared.role, Role::Solid | Role::OneWay { .. })
    }

    /// Whether other bodies bounce off it from every side.
    pub(crate) fn is_solid(&self) -> bool {
        self.shared.is_solid
    }

    /// Whether it is solid and dynamic: a ball or a box that moves and bounces. Every pair that is tested has one.
    pub(crate) fn is_mover(&self) -> bool {
        self.shared.is_mover
    }

    /// Whether it could rest in a pile or in a cluster: it is a mover that is accelerated, or in a cluster already.
    pub(crate) fn can_rest(&self) -> bool {
        self.is_mover() && (self.in_cluster || self.is_accelerated)
    }

    /// Whether it neither moves with a pile nor along walls. It may be falling onto a pile.
    pub(crate) fn is_airborne(&self) -> bool {
        !self.moves_evenly() && self.constraints().supports.is_empty()
    }

    /// Whether it can be moved, and walls or a pile bear or hold it.
    pub(crate) fn is_borne(&self) -> bool {
        self.is_mover() && !self.is_unconstrained() && (!self.is_airborne() || self.is_held())
    }

    /// Whether it has no constraints at all.
    pub(crate) fn is_unconstrained(&self) -> bool {
        self.constrained.is_free()
    }

    /// The law by which it moves until its next event, whether it is in a pile or cluster or not.
    #[inline(always)]
    pub(crate) fn path_dynamics(&self) -> Dynamics {
        if !self.is_unconstrained() {
            return Dynamics::General;
        }
        match self.shared.dynamics {
            Dynamics::FreeBall if self.is_accelerated => Dynamics::Ballistic,
            dynamics => dynamics,
        }
    }

    /// The law by which it moves, which is general in a pile or a cluster: more is to be done there than to move it.
    #[inline(always)]
    pub(crate) fn dynamics(&self) -> Dynamics {
        if self.is_in_pile() || self.in_cluster { Dynamics::General } else { self.path_dynamics() }
    }
}

// Special states of bodies in contact.

impl<V: Vector> Slot<V> {
    /// Whether it is held in place until the step ends.
    pub(crate) fn is_held(&self) -> bool {
        self.constraints().held != Held::Free
    }

    /// Whether it is no mover, and of a shape that a ball touches in one place at a time: it has no corner to lie in.
    pub(crate) fn is_single_surface(&self) -> bool {
        !self.is_mover() && !matches!(self.shared.shape, Shape::Arena { .. } | Shape::Outline(_))
    }

    /// Whether it joins a cluster when it has very many events in a step: it loses energy when it bounces, and no
    /// force acts on it.
    pub(crate) fn can_cluster(&self, gravity: V) -> bool {
        self.is_mover()
            && (self.shared.restitution < 1.0 || self.shared.cloth_under().is_some())
            && self.external_acceleration(gravity) == V::ZERO
    }

    /// Whether it is in a cluster and no force acts on it.
    pub(crate) fn floats_in_cluster(&self, gravity: V) -> bool {
        self.in_cluster && self.external_acceleration(gravity) == V::ZERO
    }

    /// The acceleration that is the measure of slow touches in a pile, in a step of `dt` seconds. In a cluster, where
    /// no force acts, it is the one that moves the body in the step by a small share of its size.
    pub(crate) fn resting_acceleration(&self, gravity: V, dt: f64) -> f64 {
        /// The share of its size, in the square of a step.
        const CLUSTER_SHARE: f64 = 1e-4;
        if self.floats_in_cluster(gravity) {
            CLUSTER_SHARE * self.size() / (dt * dt)
        } else {
            self.external_acceleration(gravity).length()
        }
    }
}
