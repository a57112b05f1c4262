//! The motion of a body between its events: its flight, and how the step moves and deflects it.

use super::constraints::Constraints;
use super::slot::Slot;
use crate::body::Kind;
use crate::flight::Flight;
use crate::impact::Motion;
use crate::period::Period;
use crate::vector::{Vector, Wide};

/// What acts on every body alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Environment<W: Wide> {
    pub(crate) gravity: W,
    pub(crate) period: Period<W>,
}

impl<V: Vector> Slot<V> {
    /// Whether rolling resistance brings it to rest before its position changes by a bit. Such a body would only be pushed
    /// to and fro between two that do not move.
    pub(crate) fn stops_within_rounding(&self, gravity: V::Wide) -> bool {
        let resistance = self.shared.resistance;
        let Self { position, velocity, .. } = self;
        let (speed, size) =
            (velocity.widen().length(), self.shared.local_bounds.max.max_magnitude());
        let rounding = 0.25 * V::EPSILON * f64::max(position.widen().max_magnitude(), size);
        resistance > 0.0
            && speed > 0.0
            && 0.5 * speed * speed
                < rounding * (resistance - self.external_acceleration(gravity).length())
    }

    /// Whether it has flown since its last event as it would have alone, and is nothing but a body that flies:
    /// when the step ends it only has to be flown there.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_unconstrained()
            && !self.in_pile
            && !self.in_cluster
            && self.shared.kind == Kind::Dynamic
            && self.shared.rolling_resistance == 0.0
    }

    /// Flies a plain body to the end of a step of `dt` seconds, in a space that does not repeat.
    #[inline(always)]
    pub(crate) fn fly_to_end(&mut self, dt: f64) {
        let flight = self.flight();
        if flight.is_moving() {
            self.position = V::narrow(flight.position(dt));
            self.velocity = V::narrow(flight.velocity(dt));
        }
        self.time = 0.0;
        self.reset_events();
    }

    /// The same for a free ball.
    #[inline(always)]
    pub(crate) fn fly_straight_to_end(&mut self, dt: f64) {
        let (origin, launch) = (self.position.widen(), self.velocity.widen());
        if launch != V::Wide::ZERO {
            // As if zero pulled it: that takes the sign from zeros.
            let launch = launch + V::Wide::ZERO;
            self.position = V::narrow(origin + launch * (dt - self.time));
            self.velocity = V::narrow(launch);
        }
        self.time = 0.0;
        self.reset_events();
    }

    /// Rewrites the state as of `time`. The caller renews the flight when it has finished.
    pub(crate) fn fly_to(&mut self, time: f64) {
        (self.position, self.velocity) = self.state(time);
        self.time = time;
    }

    /// Position and velocity at `time`. What is held in place keeps the velocity that it had.
    pub(crate) fn state(&self, time: f64) -> (V, V) {
        let flight = self.flight();
        let position = V::narrow(flight.position(time));
        if self.is_held()
            || self.constraints().asleep.is_some()
            || !self.takes_part()
            || self.shared.kind != Kind::Dynamic
        {
            return (position, self.velocity);
        }
        (position, V::narrow(flight.velocity(time)))
    }

    /// What acts once at the beginning of a step of `dt` seconds: linear damping, and the velocity
    /// that brings a kinematic body to its target, in a periodic space the short way. Tells whether that
    /// has changed its path.
    pub(crate) fn drive(&mut self, environment: &Environment<V::Wide>, dt: f64) -> bool {
        if self.shared.kind == Kind::Dynamic && self.shared.linear_damping > 0.0 {
            let kept = libm::exp(-self.shared.linear_damping * dt);
            return self.set_velocity(self.velocity.widen() * kept, environment);
        }
        self.head_for_target(environment, dt)
    }

    /// Lets a kinematic body fly so that it is at its target in `time` seconds, and tells whether that
    /// has changed its path. It does so when a step begins, and when the game changes it in a step.
    pub(crate) fn head_for_target(
        &mut self,
        environment: &Environment<V::Wide>,
        time: f64,
    ) -> bool {
        match (self.shared.kind, self.shared.target) {
            (Kind::Kinematic, Some(target)) if time > 0.0 => {
                let way = environment.period.wrap(target.widen() - self.position.widen());
                self.set_velocity(way / time, environment)
            }
            _ => false,
        }
    }

    /// Flies on with another velocity, and tells whether it is another.
    fn set_velocity(&mut self, velocity: V::Wide, environment: &Environment<V::Wide>) -> bool {
        let velocity = V::narrow(velocity);
        // A target beyond what a velocity can hold is reached by a jump at the end of the step.
        let changes = velocity.widen().is_finite() && velocity != self.velocity;
        if changes {
            self.velocity = velocity;
            self.update_flight(environment);
        }
        changes
    }

    /// A kinematic body is at its target at the end of a step, to the bit, and whatever else moves is
    /// inside the period.
    pub(crate) fn finish_position(&mut self, environment: &Environment<V::Wide>) {
        match (self.shared.kind, self.shared.target) {
            (Kind::Static, _) => return,
            (Kind::Kinematic, Some(target)) if self.takes_part() => self.position = target,
            _ => {}
        }
        self.wrap(&environment.period);
    }

    /// Brings the position between minus and plus half a period.
    pub(crate) fn wrap(&mut self, period: &Period<V::Wide>) {
        if !period.is_open() {
            self.position = V::narrow(period.wrap(self.position.widen()));
        }
    }

    /// How much room it is given around its path, so that it leaves it seldom when it is pushed in a pile.
    pub(crate) fn fattening(&self, gravity: V::Wide, dt: f64) -> f64 {
        if self.can_rest() { self.resting_acceleration(gravity, dt) * dt * dt } else { 0.0 }
    }

    /// When its path leaves the images that are near, in a space that repeats; perhaps never, if that is after `dt`.
    #[inline]
    pub(crate) fn wrap_time(&self, period: &Period<V::Wide>, dt: f64) -> f64 {
        if period.is_open() { f64::INFINITY } else { self.wrap_time_in_period(period, dt) }
    }

    /// The same in a space that does repeat; seldom asked for, and kept out of what is asked of all.
    #[inline(never)]
    fn wrap_time_in_period(&self, period: &Period<V::Wide>, dt: f64) -> f64 {
        let flight = self.flight();
        let Flight { start, origin, launch, acceleration, .. } = flight;
        let motion = Motion { offset: origin, velocity: launch, acceleration };
        if !flight.is_moving() || period.is_wide_for(&motion, dt - start) {
            return f64::INFINITY;
        }
        start + period.horizon(&motion)
    }

    /// The time at which its present path ends unless it meets another body: where it stops or wraps, at most `dt`.
    pub(crate) fn path_end(&self, ends: [f64; 2], dt: f64) -> f64 {
        let end = ends.into_iter().fold(dt, |first, end| if end < first { end } else { first });
        if self.is_unconstrained() {
            return end;
        }
        self.constraints().rest.map_or(end, |rest| if rest.until < end { rest.until } else { end })
    }

    /// Takes its place after the game has changed it or the space.
    pub(crate) fn enter_space(&mut self, environment: &Environment<V::Wide>) {
        if self.shared.kind != Kind::Static {
            self.wrap(&environment.period);
        }
        self.update_flight(environment);
    }

    /// Makes the flight anew from the state.
    pub(crate) fn update_flight(&mut self, environment: &Environment<V::Wide>) {
        let is_free = self.shared.kind == Kind::Dynamic;
        self.set_acceleration(if is_free {
            self.external_acceleration(environment.gravity)
        } else {
            V::Wide::ZERO
        });
        if !self.is_unconstrained() {
            self.constrained.set_flight(self.constrained_flight());
        }
    }

    /// The flight from the state of what constraints may keep from flying freely.
    fn constrained_flight(&self) -> Flight<V::Wide> {
        let (time, origin) = (self.time, self.position.widen());
        let velocity = self.velocity.widen();
        let Constraints { asleep, absorbed_by, rest, held, supports, .. } = self.constraints();
        match self.shared.kind {
            _ if asleep.is_some() || absorbed_by.is_some() => Flight::at_rest(time, origin),
            Kind::Dynamic if self.is_held() => {
                let velocity = held.velocity().unwrap_or(V::Wide::ZERO);
                Flight::new(time, origin, velocity, V::Wide::ZERO, 0.0)
            }
            Kind::Static => Flight::at_rest(time, origin),
            Kind::Kinematic => Flight::new(time, origin, velocity, V::Wide::ZERO, 0.0),
            Kind::Dynamic if rest.is_some() => {
                Flight::new(time, origin, velocity, V::Wide::ZERO, 0.0)
            }
            Kind::Dynamic => {
                let resistance = self.shared.resistance;
                if supports.is_empty() {
                    Flight::new(time, origin, velocity, self.acceleration(), resistance)
                } else {
                    let pull = self.acceleration() + supports.push();
                    let flight = Flight::new(time, origin, velocity, pull, resistance);
                    flight.bent(supports.held(flight.acceleration), resistance > 0.0)
                }
            }
        }
    }
}
