//! How a body takes part in piles: what is asked of its state, and what changes it.

use super::record::Slot;
use crate::vector::Vector;
use crate::world::constraints::{EvenMotion, PileState, Support};

// The questions.

impl<V: Vector> Slot<V> {
    /// Whether it lies in a pile, or falls on one.
    pub(crate) fn is_in_pile(&self) -> bool {
        self.pile_state != PileState::Free
    }

    /// Whether it moves evenly until the piles are solved again.
    pub(crate) fn moves_evenly(&self) -> bool {
        self.pile_state.moves_evenly()
    }

    /// Whether it has the path that the solver gave it, whatever has changed its velocity since.
    pub(crate) fn moves_as_solved(&self) -> bool {
        use PileState::{ComesOut, Member, Nudged};
        matches!(self.pile_state, Member | Nudged | ComesOut)
    }

    /// Whether it has the path that the solver gave it, and no slow touch has pressed it since.
    pub(crate) fn is_as_solved(&self) -> bool {
        matches!(self.pile_state, PileState::Member | PileState::ComesOut)
    }

    /// Whether it has met members of a pile since the piles were solved, and goes along them.
    pub(crate) fn has_joined(&self) -> bool {
        self.pile_state == PileState::Deflected && !self.constraints().supports.walls.is_empty()
    }

    /// Whether it comes out of a wall that was put onto it.
    pub(crate) fn comes_out_of_wall(&self) -> bool {
        self.pile_state == PileState::ComesOut
    }

    /// When its even motion ends, in seconds from the start of the step; nothing if it does not move evenly.
    pub(crate) fn even_until(&self) -> Option<f64> {
        self.constraints().even.map(|even| even.until)
    }

    /// The velocity at `time` that an impact changes, whatever path the body is on.
    pub(crate) fn impact_velocity(&self, time: f64) -> V {
        if self.moves_evenly() { self.velocity } else { self.flight().velocity(time) }
    }

    /// The velocity along its path, which in a pile is not that of an impact.
    #[inline]
    pub(crate) fn path_velocity(&self) -> V {
        self.constraints().even.map_or(self.velocity, |even| even.path)
    }
}

// The changes.

impl<V: Vector> Slot<V> {
    /// Ends all supports.
    pub(crate) fn clear_supports(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.clear();
        }
    }

    /// Lets it move evenly in this state until a time, if the state is one of even motion.
    pub(crate) fn move_evenly(&mut self, state: PileState, even: EvenMotion<V>) {
        self.pile_state = state;
        self.constraints_mut().even = Some(even);
    }

    /// Takes from its velocity, with which its even motion would end, what the pull would give to it from `time` on, on a way that
    /// it does not go. Across the pull it keeps its momentum.
    pub(crate) fn forgo_way(&mut self, gravity: V, time: f64) {
        let Some(EvenMotion { until, path }) = self.constraints().even else { return };
        let pull = self.external_acceleration(gravity);
        let strength = pull.length();
        let gained = 2.0 * pull.dot(path * (until - time));
        if strength > 0.0 && gained > 0.0 {
            let along = pull * (1.0 / strength);
            let speed = self.velocity.dot(along);
            let slowed = f64::max(speed * speed - gained, 0.0).sqrt();
            self.velocity += along * f64::min(slowed - speed, 0.0);
        }
    }

    /// Notes that it was solved with a pile. It keeps its motion.
    pub(crate) fn fall_on_pile(&mut self) {
        if self.pile_state == PileState::Free {
            self.pile_state = PileState::FallsOn;
        }
    }

    /// Ends its part in a pile, if it only fell on that.
    pub(crate) fn fly_past_pile(&mut self) {
        if self.pile_state == PileState::FallsOn {
            self.pile_state = PileState::Free;
        }
    }

    /// Ends its part in a pile and all supports. It goes on with its velocity.
    pub(crate) fn leave_contacts(&mut self) {
        self.clear_supports();
        self.pile_state = PileState::Free;
        if let Some(constraints) = self.constrained.if_any() {
            constraints.even = None;
        }
    }

    /// Gives it a velocity that detaches it from what it rests on.
    pub(crate) fn detach(&mut self, velocity: V) {
        self.clear_supports();
        self.detach_count = self.detach_count.wrapping_add(1);
        self.set_velocity_and_path(velocity);
        if self.moves_evenly() && !self.comes_out_of_wall() {
            self.pile_state = PileState::Deflected;
        }
    }

    /// Lets it move evenly with a pile that it has met, along a path, and gives it the velocity that it has then. `met` is what
    /// it has met since the piles were solved.
    pub(crate) fn join(&mut self, even: EvenMotion<V>, velocity: V, met: Vec<Support<V>>) {
        self.velocity = velocity;
        self.clear_supports();
        self.move_evenly(PileState::Deflected, even);
        self.constraints_mut().supports.walls = met;
    }

    /// Lets a body that has joined a pile go on along another body that it meets.
    pub(crate) fn join_along(&mut self, support: Support<V>, velocity: V) {
        let Some(even) = self.constraints().even else { return };
        let mut met = self.constraints().supports.clone();
        met.add_wall(support);
        let path = met.limit_velocity(velocity).unwrap_or(velocity);
        self.join(EvenMotion { path, ..even }, velocity, met.walls);
    }

    /// Changes its velocity by so little that the bodies that rest against it still do.
    pub(crate) fn nudge(&mut self, velocity: V) {
        self.set_velocity_and_path(velocity);
        if self.pile_state == PileState::Member {
            self.pile_state = PileState::Nudged;
        }
    }

    /// Gives a body of a pile another path along what it touches, and the velocity that it has when the piles are solved next. A
    /// body that does not move evenly only gets the velocity.
    pub(crate) fn graze(&mut self, path: V, velocity: V) {
        self.nudge(velocity);
        self.set_path(path);
    }

    /// Lets it stay in place. In a pile it keeps the velocity that it has when the piles are solved next.
    pub(crate) fn stay(&mut self) {
        if self.moves_evenly() {
            self.set_path(V::ZERO);
        } else {
            self.velocity = V::ZERO;
        }
    }

    fn set_velocity_and_path(&mut self, velocity: V) {
        self.velocity = velocity;
        self.set_path(velocity);
    }

    /// Sets its path, if it moves evenly.
    fn set_path(&mut self, path: V) {
        if let Some(even) = self.constrained.if_any().and_then(|it| it.even.as_mut()) {
            even.path = path;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::body::Body;
    use crate::contact::Feature;
    use crate::shape::Shape;
    use crate::world::{BodyId, World};

    #[test]
    fn velocity_is_that_of_the_body_whatever_its_path_is() {
        let mut world = World::new();
        let ball = world.add(Body::dynamic(Shape::ball(1.0), DVec2::ZERO)).unwrap();
        let slot = world.slot_mut(ball).unwrap();
        assert!(!slot.is_in_pile());
        slot.fall_on_pile();
        assert!(slot.is_in_pile() && !slot.moves_evenly());

        slot.velocity = DVec2::X;
        slot.move_evenly(PileState::Member, EvenMotion { until: 0.5, path: DVec2::Y });
        assert!(slot.is_as_solved() && slot.moves_as_solved());
        assert_eq!([slot.velocity, slot.path_velocity()], [DVec2::X, DVec2::Y]);

        slot.graze(DVec2::NEG_X, DVec2::NEG_Y);
        assert!(!slot.is_as_solved() && slot.moves_as_solved());
        assert_eq!([slot.velocity, slot.path_velocity()], [DVec2::NEG_Y, DVec2::NEG_X]);

        slot.stay();
        assert_eq!([slot.velocity, slot.path_velocity()], [DVec2::NEG_Y, DVec2::ZERO]);

        let wall = BodyId { index: 9, generation: 0 };
        let met = Support::smooth(wall, Feature::PLANE, DVec2::Y, DVec2::ZERO);
        slot.join(EvenMotion::none(0.5), DVec2::X, vec![met]);
        assert!(slot.has_joined() && !slot.moves_as_solved());

        slot.detach(DVec2::X * 3.0);
        assert!(!slot.has_joined() && slot.moves_evenly());
        assert_eq!([slot.velocity, slot.path_velocity()], [DVec2::X * 3.0; 2]);

        slot.leave_contacts();
        assert!(!slot.is_in_pile());
        assert_eq!(slot.path_velocity(), slot.velocity);
    }
}
