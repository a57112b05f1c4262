//! A slot: a body with what the step keeps about it.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::constraints::{Constrained, Constraints};
use super::held::Held;
use super::id::BodyId;
use super::resting::{QUIET, Rest, Resting};
use super::shared_body::SharedBody;
use crate::body::{Body, Kind, Role};
use crate::broad::BoundingSphere;
use crate::contact::Feature;
use crate::flight::Flight;
use crate::shape::{Mover, Shape};
use crate::vector::{Vector, Wide};

// layers: allow(fields, "one record of two cache lines; grouped fields would be padded")
/// A body with what the step keeps about it.
///
/// There may be very many. In the plane a slot takes two lines of memory, and the first one has all that a step needs of
/// a body that flies freely and has no event. What most bodies do not have is elsewhere.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Slot<V: Vector> {
    /// When the state was last rewritten, in seconds from the start of the step.
    pub(crate) time: f64,
    /// Where it was at `time`.
    pub(crate) position: V,
    /// How it moved then.
    pub(crate) velocity: V,
    pub(crate) shared: Arc<SharedBody<V>>,
    pub(super) constrained: Constrained<V::Wide>,
    /// Whether it bounced off another body at `time`.
    has_bounced: bool,
    /// Whether it has had events in this step.
    has_events: bool,
    /// Whether it is accelerated.
    is_accelerated: bool,
    /// Whether it lies in a pile, or falls on one.
    pub(crate) in_pile: bool,
    /// Whether it lies in a cluster: no force acts on it, and it has had very many events in a step, or rested against a
    /// body that had.
    pub(crate) in_cluster: bool,
    /// Whether it came, was changed or was moved by the game since the last step.
    pub(crate) edited: bool,
    /// Whether it may overlap another body: it came or was changed, or has been held.
    pub(crate) may_overlap: bool,
    /// Whether a deep overlap of it has been reported that still lasts.
    pub(crate) overlap_reported: bool,
    /// Its acceleration, which is made anew with the flight.
    acceleration: V::Wide,
    pub(crate) id: BodyId,
    pub(crate) key: u64,
    /// The game's own number, which is not shared.
    pub(crate) tag: u64,
    /// The body and its feature off which it bounced at `time`, if it did.
    bounced_off: (BodyId, Feature),
    /// How often an impact, or the game, has thrown it off what it rested on.
    pub(crate) detach_count: u32,
    /// How often its path was changed, by an event or by the game.
    pub(crate) revision: u32,
    /// How many events of this step were its own, if it has had any.
    events: u32,
}

/// The value of [`Slot::bounced_off`] before the first bounce; it is not read then.
const NO_BODY: (BodyId, Feature) = (BodyId { index: u32::MAX, generation: 0 }, Feature::PLANE);

impl<V: Vector> PartialEq for Slot<V> {
    /// Whether both are equal in all that can be read: the partner of a bounce, and the number of events, are kept when
    /// they no longer count.
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
    /// The same as is compared.
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

/// The last crossing of a ball and a sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Crossed {
    /// When, in seconds from the start of the step.
    pub(crate) time: f64,
    /// The revisions of the sensor and of the ball at that time.
    pub(crate) revisions: [u32; 2],
}

impl<V: Vector> Slot<V> {
    /// A body that has just come, as of `time`; it flies once it has [entered](Self::enter_space).
    pub(crate) fn new(
        id: BodyId,
        key: u64,
        shared: Arc<SharedBody<V>>,
        body: &Body<V>,
        time: f64,
    ) -> Self {
        let Body { position, velocity, tag, .. } = *body;
        Self {
            id,
            key,
            tag,
            is_accelerated: false,
            acceleration: V::Wide::ZERO,
            position,
            velocity,
            shared,
            time,
            in_pile: false,
            in_cluster: false,
            detach_count: 0,
            bounced_off: NO_BODY,
            has_bounced: false,
            edited: true,
            may_overlap: false,
            overlap_reported: false,
            has_events: false,
            events: 0,
            revision: 0,
            constrained: Constrained::FREE,
        }
    }

    fn marks(&self) -> [bool; 5] {
        [self.in_pile, self.in_cluster, self.edited, self.may_overlap, self.overlap_reported]
    }

    fn counts(&self) -> [u32; 3] {
        [self.detach_count, self.revision, self.events()]
    }

    /// What keeps it from flying freely.
    pub(crate) fn constraints(&self) -> &Constraints<V::Wide> {
        self.constrained.get()
    }

    /// What keeps it from flying freely, to be added to: a body that has no constraints gets some by this.
    pub(crate) fn constraints_mut(&mut self) -> &mut Constraints<V::Wide> {
        let acceleration = self.acceleration();
        let Self { constrained, time, position, velocity, shared, .. } = self;
        constrained.get_mut(|| free_flight((*time, *position, *velocity), acceleration, shared))
    }

    /// The path from `time` on. Of what is constrained it is that of the time when it was renewed last.
    #[inline(always)]
    pub(crate) fn flight(&self) -> Flight<V::Wide> {
        match self.constrained.flight() {
            Some(flight) => *flight,
            None => free_flight(
                (self.time, self.position, self.velocity),
                self.acceleration(),
                &self.shared,
            ),
        }
    }

    /// What pulls it, if it is free to move.
    #[inline(always)]
    pub(super) fn acceleration(&self) -> V::Wide {
        if self.is_accelerated { self.acceleration } else { V::Wide::ZERO }
    }

    /// From now on this pulls it.
    pub(super) fn set_acceleration(&mut self, pull: V::Wide) {
        (self.is_accelerated, self.acceleration) = (pull != V::Wide::ZERO, pull);
    }

    /// How many events of this step were its own.
    pub(crate) fn events(&self) -> u32 {
        if self.has_events { self.events } else { 0 }
    }

    /// So many events of this step were its own.
    pub(crate) fn set_events(&mut self, events: u32) {
        (self.has_events, self.events) = (true, events);
    }

    /// Resets the count of events when a step begins.
    #[inline(always)]
    pub(crate) fn reset_events(&mut self) {
        self.has_events = false;
    }

    /// The body and its feature off which it bounced at `time`.
    pub(crate) fn bounced(&self) -> Option<(BodyId, Feature)> {
        self.has_bounced.then_some(self.bounced_off)
    }

    /// The number of the body off which it bounced at `time`; `u32::MAX` if it did not.
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

    /// The same body with these constraints.
    #[cfg(feature = "serde")]
    pub(crate) fn constrained_by(self, constraints: Constraints<V::Wide>) -> Self {
        Self { constrained: Constrained::by(constraints, self.flight()), ..self }
    }

    /// Leaves the walls from which it moves away at this velocity, by more than `rounding`.
    pub(crate) fn drop_receding_walls(&mut self, velocity: V::Wide, rounding: f64) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.leave(velocity, rounding);
        }
    }

    /// Lies against nothing any more.
    pub(crate) fn clear_supports(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.clear();
        }
    }

    /// Goes on with another velocity, thrown off what held it.
    pub(crate) fn detach(&mut self, velocity: V::Wide) {
        self.velocity = V::narrow(velocity);
        self.clear_supports();
        self.detach_count = self.detach_count.wrapping_add(1);
        let velocity = self.velocity.widen();
        if let Some(rest) =
            self.constrained.if_any().and_then(|constraints| constraints.rest.as_mut())
        {
            *rest = Rest { velocity, laid: false, ..*rest };
        }
    }

    /// Changes the velocity by so little that bodies that rest against it still do.
    pub(crate) fn nudge(&mut self, velocity: V::Wide) {
        self.velocity = V::narrow(velocity);
        let velocity = self.velocity.widen();
        if let Some(rest) =
            self.constrained.if_any().and_then(|constraints| constraints.rest.as_mut())
        {
            (rest.velocity, rest.nudged) = (velocity, true);
        }
    }

    /// Whether it has been nudged since it was laid.
    pub(crate) fn is_nudged(&self) -> bool {
        self.constraints().rest.is_some_and(|rest| rest.nudged)
    }

    /// Whether it is a wall that a body touches in one place only: not one with corners to lie in.
    pub(crate) fn is_single_surface(&self) -> bool {
        !self.is_mover() && !matches!(self.shared.shape, Shape::Arena { .. } | Shape::Outline(_))
    }

    /// Whether it lies in a pile as it was laid.
    pub(crate) fn moves_as_solved(&self) -> bool {
        self.constraints().rest.is_some_and(|rest| rest.laid)
    }

    /// The velocity at `time` that an impact changes: of what is held in a pile that with which the part
    /// of the step ends, whatever it moves with until then.
    pub(crate) fn impact_velocity(&self, time: f64) -> V::Wide {
        self.constraints().rest.map_or_else(|| self.flight().velocity(time), |rest| rest.velocity)
    }

    /// The longest side of its bounds.
    pub(crate) fn size(&self) -> f64 {
        self.shared.size
    }

    /// Where it is when it is at a place.
    pub(crate) fn bounding_sphere(&self, place: V::Wide) -> BoundingSphere<V::Wide> {
        let rounding = 8.0 * f64::EPSILON * place.max_magnitude();
        let reach = self.shared.bounding_radius + rounding;
        if place.is_finite() {
            BoundingSphere { centre: place, radius: reach }
        } else {
            BoundingSphere::EVERYWHERE
        }
    }

    /// Changes what it is, and nothing that decides its path.
    pub(crate) fn update_shared(&mut self, change: impl FnOnce(&mut Body<V>)) {
        let mut body = self.body();
        change(&mut body);
        self.shared = Arc::new(SharedBody::of(&body));
    }

    /// The body as it was at `time`.
    pub(crate) fn body(&self) -> Body<V> {
        self.shared.body(self.position, self.velocity, self.tag)
    }

    /// Counts for how long it has lain quietly, at the end of a step of `dt` seconds.
    pub(crate) fn update_quiet_time(&mut self, gravity: V::Wide, dt: f64) {
        /// What lies on walls alone is quiet if it is slower than this share of what its pull gives in a
        /// step.
        const SLOW: f64 = 0.01;
        /// In a pile, which creeps for long before it lies, it may be so many times faster,
        const CREEP: f64 = 40.0;
        /// but not faster than this share of its size in a second.
        const FAR: f64 = 0.05;
        if self.constraints().asleep.is_some() {
            return;
        }
        if self.constraints().rest.is_none() && self.constraints().supports.walls.is_empty() {
            if let Some(constraints) = self.constrained.if_any() {
                constraints.still = 0.0;
            }
            return;
        }
        let velocity = self.constraints().rest.map_or(self.velocity.widen(), |rest| rest.velocity);
        let slow = SLOW * self.external_acceleration(gravity).length() * dt;
        let creep = f64::max(slow, f64::min(CREEP * slow, FAR * self.size()));
        let quiet =
            velocity.length() <= if self.constraints().rest.is_some() { creep } else { slow };
        let constraints = self.constraints_mut();
        constraints.still = if quiet { constraints.still + dt } else { 0.0 };
    }

    /// Whether it has been quiet for long enough to fall asleep: ten times as long while overlaps of it are corrected, as
    /// there may be no room.
    pub(crate) fn may_fall_asleep(&self) -> bool {
        self.constraints().still >= if self.may_overlap { 10.0 * QUIET } else { QUIET }
    }

    /// The walls on which it lies alone, if it is about to fall asleep there.
    pub(crate) fn sleep_contacts(&self) -> impl Iterator<Item = Resting<V::Wide>> + '_ {
        let ripe = self.may_fall_asleep()
            && self.constraints().asleep.is_none()
            && self.constraints().rest.is_none();
        let walls = self.constraints().supports.walls.iter().filter(move |_| ripe);
        walls.map(|wall| Resting {
            bodies: [self.id, wall.wall],
            feature: wall.feature,
            impulse: 0.0,
            slide: V::Wide::ZERO,
        })
    }

    /// Rests nowhere any more, and keeps the velocity that it has now.
    pub(crate) fn clear_rest(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.rest = None;
        }
    }

    /// Nothing holds it until the step ends.
    pub(crate) fn release(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.held = Held::Free;
        }
    }

    /// Whether it lies neither in a pile nor against anything.
    pub(crate) fn is_airborne(&self) -> bool {
        self.constraints().rest.is_none() && self.constraints().supports.is_empty()
    }

    /// Whether nothing at all keeps it from flying freely, as is true of most.
    pub(crate) fn is_unconstrained(&self) -> bool {
        self.constrained.is_free()
    }

    /// Whether it is a ball that flies straight until it bounces off another one, as most are.
    pub(crate) fn is_free_ball(&self) -> bool {
        self.is_unconstrained() && self.shared.is_simple && !self.is_accelerated
    }

    /// Whether it is a free ball, in neither a pile nor a cluster.
    pub(crate) fn flies_freely(&self) -> bool {
        self.is_free_ball() && !self.in_pile && !self.in_cluster
    }

    /// Whether it is a solid wall that does not move, though it may break.
    pub(crate) fn stands(&self) -> bool {
        self.shared.kind == Kind::Static
            && self.is_solid()
            && self.is_unconstrained()
            && !self.in_cluster
    }

    /// Bounces off this feature of another at `time`, where it is then, with this velocity, if it is a free ball.
    #[inline]
    pub(crate) fn bounce_freely(
        &mut self,
        time: f64,
        [place, velocity]: [V::Wide; 2],
        off: (BodyId, Feature),
    ) {
        (self.time, self.position) = (time, V::narrow(place));
        self.set_bounced(Some(off));
        self.revision = self.revision.wrapping_add(1);
        self.detach(velocity);
        self.set_events(self.events() + 1);
    }

    /// Gives back the memory of constraints that there were.
    pub(crate) fn drop_empty_constraints(&mut self) {
        self.constrained.drop_if_empty();
    }

    /// Forgets what holds it, and where it rests: it goes on with its own velocity.
    pub(crate) fn leave_contacts(&mut self) {
        self.clear_supports();
        self.in_pile = false;
        if let Some(rest) =
            self.constrained.if_any().and_then(|constraints| constraints.rest.take())
        {
            self.velocity = V::narrow(rest.velocity);
        }
    }

    /// Whether it does not move by itself until the step ends.
    pub(crate) fn is_held(&self) -> bool {
        self.constraints().held != Held::Free
    }

    pub(crate) fn takes_part(&self) -> bool {
        self.is_unconstrained() || self.constraints().absorbed_by.is_none()
    }

    pub(crate) fn is_solid(&self) -> bool {
        self.shared.is_solid
    }

    /// Whether others may rest on it: a solid, and a gate for bodies that are not inside it.
    pub(crate) fn can_support(&self) -> bool {
        matches!(self.shared.role, Role::Solid | Role::OneWay { .. })
    }

    /// Whether it meets others on its own account: a ball or a box that flies.
    pub(crate) fn is_mover(&self) -> bool {
        self.shared.is_mover
    }

    /// The acceleration by gravity and by the game.
    pub(crate) fn external_acceleration(&self, gravity: V::Wide) -> V::Wide {
        gravity * self.shared.gravity_scale + self.shared.acceleration.widen()
    }

    /// The pull by which is measured how slowly it touches others in a crowd, in a step of `dt` seconds: in a
    /// cluster, which nothing pulls, what would move it by a small share of its size.
    pub(crate) fn resting_acceleration(&self, gravity: V::Wide, dt: f64) -> f64 {
        /// That share.
        const LITTLE: f64 = 1e-4;
        if self.floats_in_cluster(gravity) {
            LITTLE * self.size() / (dt * dt)
        } else {
            self.external_acceleration(gravity).length()
        }
    }

    /// Whether it lies in a cluster that nothing pulls.
    pub(crate) fn floats_in_cluster(&self, gravity: V::Wide) -> bool {
        self.in_cluster && self.external_acceleration(gravity) == V::Wide::ZERO
    }

    /// Whether it comes to lie in a cluster when it meets others very often.
    pub(crate) fn can_cluster(&self, gravity: V::Wide) -> bool {
        self.is_mover()
            && self.shared.restitution < 1.0
            && self.external_acceleration(gravity) == V::Wide::ZERO
    }

    /// Whether it could lie in a pile, or in a cluster.
    pub(crate) fn can_rest(&self) -> bool {
        self.is_mover() && (self.in_cluster || self.is_accelerated)
    }

    /// The mass with which it takes part in an impact.
    pub(crate) fn mass(&self) -> f64 {
        if self.shared.kind == Kind::Dynamic { self.shared.mass } else { f64::INFINITY }
    }

    /// Its shape as the centre of a mover meets it. The world holds no body that has none.
    pub(crate) fn grown_by(&self, mover: &Mover<V::Wide>) -> Cow<'_, Shape<V::Wide>> {
        let shape = &self.shared.shape;
        if mover.is_ball() {
            return Cow::Borrowed(shape);
        }
        shape.grown_by(mover.half).unwrap_or(Cow::Borrowed(shape))
    }
}

/// The flight of what nothing constraints, from this state on.
#[inline(always)]
fn free_flight<V: Vector>(
    (time, position, velocity): (f64, V, V),
    acceleration: V::Wide,
    shared: &SharedBody<V>,
) -> Flight<V::Wide> {
    // Nothing pulls what is not free to move.
    let launch = if shared.kind == Kind::Static { V::Wide::ZERO } else { velocity.widen() };
    Flight::new(time, position.widen(), launch, acceleration, shared.resistance)
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2};

    use super::*;

    #[test]
    fn a_body_in_a_plane_takes_two_lines_of_memory() {
        assert_eq!(size_of::<Option<Slot<Vec2>>>(), 128);
        assert_eq!(size_of::<Option<Slot<DVec2>>>(), 128);
    }
}
