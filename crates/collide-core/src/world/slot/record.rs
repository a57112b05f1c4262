//! The record of a body: its state, and what the step stores about it.

use std::fmt;
use std::sync::Arc;

use super::shared_body::SharedBody;
use crate::body::{Body, Kind};
use crate::broad::BoundingSphere;
use crate::contact::Feature;
use crate::flight::Flight;
use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::{Constrained, Constraints, PileState, SpinState};
use crate::world::id::BodyId;

// layers: allow(sizes, "one record of two cache lines; grouped fields would be padded")
/// A body with its state and what the step stores about it.
///
/// There may be very many slots. In the plane each takes two cache lines, and the first one holds all that a step
/// needs of a body that flies freely and has no event. What few bodies have is stored elsewhere: the constraints.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Slot<V: Vector> {
    /// When the state was last rewritten, in seconds from the start of the step.
    pub(crate) time: f64,
    /// The position at `time`.
    pub(crate) position: V,
    /// The velocity at `time`. A body that moves evenly in a pile has it when the piles are solved next, and its path is kept
    /// with its constraints.
    pub(crate) velocity: V,
    /// The part of the body that its motion does not change.
    pub(crate) shared: Arc<SharedBody<V>>,
    /// What keeps it from flying freely, and its flight under that.
    pub(in crate::world) constrained: Constrained<V>,
    /// Whether it bounced off another body at `time`.
    has_bounced: bool,
    /// Whether it has had events in this step.
    has_events: bool,
    /// Whether its acceleration differs from zero.
    pub(super) is_accelerated: bool,
    /// How it takes part in piles.
    pub(super) pile_state: PileState,
    /// Whether it lies in a cluster: no force acts on it, and it has had very many events in a step, or rested
    /// against a body that had.
    pub(crate) in_cluster: bool,
    /// Whether the game added, changed or moved it since the last step.
    pub(crate) edited: bool,
    /// Whether it may overlap another body: the game edited it, it has been held, or it has been driven deep into another or
    /// passed over. Of a wall: whether the game has put it where it is since the last step.
    pub(crate) may_overlap: bool,
    /// Whether a deep overlap of it has been reported that still lasts.
    pub(crate) overlap_reported: bool,
    /// The acceleration of its free flight, which is updated with the flight. Not read if it is zero.
    acceleration: V,
    pub(crate) id: BodyId,
    pub(crate) key: u64,
    /// The number that the game gave it.
    pub(crate) tag: u64,
    /// The body and its feature off which it bounced at `time`, if it did.
    bounced_off: (BodyId, Feature),
    /// How often an impact, or the game, has detached it from what it rested on. It wraps around.
    pub(crate) detach_count: u32,
    /// How often an event or the game has changed its path. It wraps around.
    pub(crate) revision: u32,
    /// The number of its events in this step, if it has had any.
    events: u32,
}

/// The value of [`Slot::bounced_off`] before the first bounce; it is not read then.
const NO_BODY: (BodyId, Feature) = (BodyId { index: u32::MAX, generation: 0 }, Feature::PLANE);

impl<V: Vector> PartialEq for Slot<V> {
    /// Compares what can be read. The partner of a bounce and the number of events stay stored when they no longer
    /// count.
    fn eq(&self, other: &Self) -> bool {
        let state = |slot: &Self| (slot.time, slot.position, slot.velocity, slot.acceleration());
        let names = |slot: &Self| (slot.id, slot.key, slot.tag, slot.bounced());
        state(self) == state(other)
            && names(self) == names(other)
            && self.marks() == other.marks()
            && self.counts() == other.counts()
            && self.shared == other.shared
            && self.constrained == other.constrained
    }
}

impl<V: Vector> fmt::Debug for Slot<V> {
    /// Shows what is compared.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Slot")
            .field("time", &self.time)
            .field("position", &self.position)
            .field("velocity", &self.velocity)
            .field("acceleration", &self.acceleration())
            .field("id", &self.id)
            .field("key", &self.key)
            .field("tag", &self.tag)
            .field("bounced", &self.bounced())
            .field("marks", &self.marks())
            .field("counts", &self.counts())
            .field("shared", &self.shared)
            .field("constrained", &self.constrained)
            .finish()
    }
}

impl<V: Vector> Slot<V> {
    /// The slot of a body with its state at `time`. Its flight is not set before it has
    /// [entered the space](Self::enter_space).
    pub(crate) fn new(
        id: BodyId,
        key: u64,
        shared: Arc<SharedBody<V>>,
        body: &Body<V>,
        time: f64,
    ) -> Self {
        let Body { position, velocity, tag, .. } = *body;
        let mut slot = Self {
            time,
            position,
            velocity,
            shared,
            constrained: Constrained::FREE,
            has_bounced: false,
            has_events: false,
            is_accelerated: false,
            pile_state: PileState::Free,
            in_cluster: false,
            edited: true,
            may_overlap: false,
            overlap_reported: false,
            acceleration: V::ZERO,
            id,
            key,
            tag,
            bounced_off: NO_BODY,
            detach_count: 0,
            revision: 0,
            events: 0,
        };
        slot.set_spin(SpinState::of(body));
        slot
    }

    fn marks(&self) -> (PileState, [bool; 4]) {
        let flags = [self.in_cluster, self.edited, self.may_overlap, self.overlap_reported];
        (self.pile_state, flags)
    }

    fn counts(&self) -> [u32; 3] {
        [self.detach_count, self.revision, self.events()]
    }

    /// The body, with its state at `time`.
    pub(crate) fn body(&self) -> Body<V> {
        let body = self.shared.body(self.position, self.velocity, self.tag);
        match self.constraints().spin {
            Some(SpinState { angular_velocity, rotation, roll }) => {
                let roll = roll.unwrap_or(body.roll);
                Body { angular_velocity, rotation, roll, ..body }
            }
            None => body,
        }
    }

    /// Sets how it turns, or that it may not.
    pub(crate) fn set_spin(&mut self, spin: Option<SpinState<V>>) {
        if spin.is_some() {
            self.constraints_mut().spin = spin;
        } else if let Some(constraints) = self.constrained.if_any() {
            constraints.spin = None;
        }
    }

    /// Changes values of the body on which its path does not depend.
    pub(crate) fn update_shared(&mut self, change: impl FnOnce(&mut Body<V>)) {
        let mut body = self.body();
        change(&mut body);
        self.shared = Arc::new(SharedBody::of(&body));
    }

    /// The longest side of its bounds, in length units.
    pub(crate) fn size(&self) -> f64 {
        self.shared.size
    }

    /// The mass with which it takes part in an impact; infinite unless it is dynamic.
    pub(crate) fn mass(&self) -> f64 {
        if self.shared.kind == Kind::Dynamic { self.shared.mass } else { f64::INFINITY }
    }

    /// The velocity of its surface relative to the body; zero if it is dynamic.
    pub(crate) fn surface_velocity(&self) -> V {
        if self.shared.kind == Kind::Dynamic { V::ZERO } else { self.shared.surface_velocity }
    }

    /// The sphere that holds it when it is at this position.
    pub(crate) fn bounding_sphere(&self, position: V) -> BoundingSphere<V> {
        let rounding = rounding::PLACE * position.max_magnitude();
        let radius = self.shared.bounding_radius + rounding;
        if position.is_finite() {
            BoundingSphere { centre: position, radius }
        } else {
            BoundingSphere::EVERYWHERE
        }
    }
}

// The flight.

impl<V: Vector> Slot<V> {
    /// The path from `time` on. Under constraints it is the one that was last [updated](Self::update_flight).
    #[inline(always)]
    pub(crate) fn flight(&self) -> Flight<V> {
        match self.constrained.flight() {
            Some(flight) => *flight,
            None => free_flight(
                (self.time, self.position, self.velocity),
                self.acceleration(),
                &self.shared,
            ),
        }
    }

    /// The acceleration of its free flight; zero unless it is dynamic.
    #[inline(always)]
    pub(super) fn acceleration(&self) -> V {
        if self.is_accelerated { self.acceleration } else { V::ZERO }
    }

    /// Sets the acceleration of its free flight.
    pub(super) fn set_acceleration(&mut self, acceleration: V) {
        (self.is_accelerated, self.acceleration) = (acceleration != V::ZERO, acceleration);
    }

    /// The acceleration by gravity and by the game, in length units a second squared; zero on a cloth.
    pub(crate) fn external_acceleration(&self, gravity: V) -> V {
        if self.shared.cloth.is_some() {
            return V::ZERO;
        }
        gravity * self.shared.gravity_scale + self.shared.acceleration
    }
}

// The events.

impl<V: Vector> Slot<V> {
    /// The number of its events in this step.
    pub(crate) fn events(&self) -> u32 {
        if self.has_events { self.events } else { 0 }
    }

    /// Sets the number of its events in this step.
    pub(crate) fn set_events(&mut self, events: u32) {
        (self.has_events, self.events) = (true, events);
    }

    /// Sets the number of its events to zero when a step ends.
    #[inline(always)]
    pub(crate) fn reset_events(&mut self) {
        self.has_events = false;
    }

    /// The body and its feature off which it bounced at `time`, if it did.
    pub(crate) fn bounced(&self) -> Option<(BodyId, Feature)> {
        self.has_bounced.then_some(self.bounced_off)
    }

    /// The index of the body off which it bounced at `time`; `u32::MAX` if it did not.
    #[inline(always)]
    pub(crate) fn bounced_off_index(&self) -> u32 {
        if self.has_bounced { self.bounced_off.0.index } else { NO_BODY.0.index }
    }

    /// Records the body and its feature off which it bounced at `time`, or that it did not bounce.
    #[inline(always)]
    pub(crate) fn set_bounced(&mut self, off: Option<(BodyId, Feature)>) {
        self.has_bounced = off.is_some();
        if let Some(off) = off {
            self.bounced_off = off;
        }
    }
}

// The constraints.

impl<V: Vector> Slot<V> {
    /// What keeps it from flying freely.
    pub(crate) fn constraints(&self) -> &Constraints<V> {
        self.constrained.get()
    }

    /// What keeps it from flying freely, to be added to. Memory is taken for it if there was nothing; to reduce
    /// constraints, use the other methods.
    pub(crate) fn constraints_mut(&mut self) -> &mut Constraints<V> {
        let acceleration = self.acceleration();
        let Self { constrained, time, position, velocity, shared, .. } = self;
        constrained.get_mut(|| free_flight((*time, *position, *velocity), acceleration, shared))
    }

    /// The same body with these constraints, in this state; it turns as before.
    #[cfg(feature = "serde")]
    pub(crate) fn constrained_by(self, constraints: Constraints<V>, pile_state: PileState) -> Self {
        let constraints = Constraints { spin: self.constraints().spin, ..constraints };
        Self { constrained: Constrained::by(constraints, self.flight()), pile_state, ..self }
    }

    /// How it takes part in piles.
    #[cfg(feature = "serde")]
    pub(crate) fn pile_state(&self) -> PileState {
        self.pile_state
    }

    /// Frees the memory of constraints that are empty.
    pub(crate) fn drop_empty_constraints(&mut self) {
        self.constrained.drop_if_empty();
    }
}

/// The flight of a body that nothing constrains, from this state on.
#[inline(always)]
fn free_flight<V: Vector>(
    (time, position, velocity): (f64, V, V),
    acceleration: V,
    shared: &SharedBody<V>,
) -> Flight<V> {
    // The velocity of a static body is not read.
    let launch = if shared.kind == Kind::Static { V::ZERO } else { velocity };
    Flight::new(time, position, launch, acceleration, shared.resistance)
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;

    #[test]
    fn slot_in_the_plane_takes_two_cache_lines() {
        assert_eq!(size_of::<Option<Slot<DVec2>>>(), 128);
    }
}
