//! Changes of a body at a touch: its velocity, and what has supported it or held it until then.

use super::record::Slot;
use crate::contact::Feature;
use crate::vector::Vector;
use crate::world::constraints::{Held, Rest, Support};
use crate::world::id::BodyId;

// What ends.

impl<V: Vector> Slot<V> {
    /// Ends the support by walls from which it moves away at this velocity, by more than `rounding`.
    pub(crate) fn drop_receding_walls(&mut self, velocity: V, rounding: f64) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.drop_receding(velocity, rounding);
        }
    }

    /// Ends the support by the walls that are not to be kept.
    pub(crate) fn retain_walls(&mut self, keeps: impl Fn(&Support<V>) -> bool) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.walls.retain(keeps);
        }
    }

    /// Ends all supports.
    pub(crate) fn clear_supports(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.clear();
        }
    }

    /// Ends its rest in a pile. It keeps its present velocity.
    pub(crate) fn clear_rest(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.rest = None;
        }
    }

    /// Ends its rest in a pile and all supports. It takes on the velocity with which its sub-step would have ended.
    pub(crate) fn leave_contacts(&mut self) {
        self.clear_supports();
        self.in_pile = false;
        if let Some(rest) = self.constrained.if_any().and_then(|it| it.rest.take()) {
            self.velocity = rest.velocity;
        }
    }

    /// Lets go of a body that was held in place.
    pub(crate) fn release(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.held = Held::Free;
        }
    }
}

// What begins.

impl<V: Vector> Slot<V> {
    /// Gives it a velocity that detaches it from what it rests on.
    pub(crate) fn detach(&mut self, velocity: V) {
        self.velocity = velocity;
        self.clear_supports();
        self.detach_count = self.detach_count.wrapping_add(1);
        if let Some(rest) = self.constrained.if_any().and_then(|it| it.rest.as_mut()) {
            *rest = Rest { velocity, as_solved: false, ..*rest };
        }
    }

    /// Changes the velocity that it has when the piles are solved next. A body of a pile keeps its path until then.
    pub(crate) fn push(&mut self, velocity: V) {
        if let Some(rest) = self.constrained.if_any().and_then(|it| it.rest.as_mut()) {
            rest.velocity = velocity;
        }
    }

    /// Lets it move evenly with a pile that it has met, along a path until a time, and gives it the velocity that it has
    /// then. `met` is what it has met since the piles were solved.
    pub(crate) fn join(&mut self, (path, until): (V, f64), velocity: V, met: Vec<Support<V>>) {
        self.velocity = path;
        self.clear_supports();
        self.in_pile = true;
        let rest = Rest { until, velocity, as_solved: false, nudged: false, comes_out: false };
        let constraints = self.constraints_mut();
        (constraints.rest, constraints.supports.walls) = (Some(rest), met);
    }

    /// Lets a body that has joined a pile go on along another body that it meets.
    pub(crate) fn join_along(&mut self, support: Support<V>, velocity: V) {
        let Some(Rest { until, .. }) = self.constraints().rest else { return };
        let mut met = self.constraints().supports.clone();
        met.add_wall(support);
        let path = met.limit_velocity(velocity).unwrap_or(velocity);
        self.join((path, until), velocity, met.walls);
    }

    /// Changes its velocity by so little that the bodies that rest against it still do.
    pub(crate) fn nudge(&mut self, velocity: V) {
        self.velocity = velocity;
        if let Some(rest) = self.constrained.if_any().and_then(|it| it.rest.as_mut()) {
            (rest.velocity, rest.nudged) = (velocity, true);
        }
    }

    /// Lets a body of a pile go on along a path that hardly differs from its own, and changes the velocity that it has when the
    /// piles are solved next.
    pub(crate) fn graze(&mut self, path: V, velocity: V) {
        self.nudge(velocity);
        self.velocity = path;
    }

    /// Lets a free ball bounce at `time`, at this place and with this velocity, off a feature of another body.
    #[inline]
    pub(crate) fn bounce_freely(
        &mut self,
        time: f64,
        [place, velocity]: [V; 2],
        off: (BodyId, Feature),
    ) {
        (self.time, self.position) = (time, place);
        self.set_bounced(Some(off));
        self.revision = self.revision.wrapping_add(1);
        self.detach(velocity);
        self.set_events(self.events() + 1);
    }
}
