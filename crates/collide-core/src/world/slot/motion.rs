//! The motion of a body between its events, from the start of a step to its end.

use super::record::Slot;
use crate::body::Kind;
use crate::flight::Flight;
use crate::impact::Motion;
use crate::period::Period;
use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::{ConstrainedMotion, Constraints};

/// What is alike for all bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Environment<V: Vector> {
    /// The acceleration of a body with a gravity scale of 1.
    pub(crate) gravity: V,
    /// The lengths after which the space repeats.
    pub(crate) period: Period<V>,
    /// The relative rounding of the places that the game gives.
    pub(crate) given_rounding: f64,
}

impl<V: Vector> Default for Environment<V> {
    /// Open space without gravity, with places given in f64.
    fn default() -> Self {
        let period = Period { lengths: V::ZERO };
        Self { gravity: V::ZERO, period, given_rounding: f64::EPSILON }
    }
}

// The start of a step, and changes by the game.

impl<V: Vector> Slot<V> {
    /// Forgets what it touched and rested on, and goes on from its state, with `left` seconds of the step to come.
    pub(crate) fn begin_anew(&mut self, environment: &Environment<V>, left: f64) {
        self.settle_roll();
        self.edited = true;
        self.revision = self.revision.wrapping_add(1);
        self.set_bounced(None);
        self.detach_count = self.detach_count.wrapping_add(1);
        self.leave_contacts();
        self.enter_space(environment);
        self.head_for_target(environment, left);
    }

    /// Places it in the space after the game, or a change of the space, has changed its state.
    pub(crate) fn enter_space(&mut self, environment: &Environment<V>) {
        if self.shared.kind != Kind::Static {
            self.wrap(&environment.period);
        }
        self.update_flight(environment);
    }

    /// Computes the flight anew from the state and the constraints.
    pub(crate) fn update_flight(&mut self, environment: &Environment<V>) {
        let is_dynamic = self.shared.kind == Kind::Dynamic;
        self.set_acceleration(if is_dynamic {
            self.external_acceleration(environment.gravity)
        } else {
            V::ZERO
        });
        if !self.is_unconstrained() {
            self.constrained.set_motion(self.plain_motion());
        }
    }

    /// The motion from the state under the constraints, by the acceleration that they leave now.
    pub(in crate::world) fn plain_motion(&self) -> ConstrainedMotion<V> {
        let (time, origin) = (self.time, self.position);
        let velocity = self.velocity;
        let Constraints { asleep, absorbed_by, even, held, supports, .. } = self.constraints();
        let flight = match self.shared.kind {
            _ if asleep.is_some() || absorbed_by.is_some() => Flight::at_rest(time, origin),
            Kind::Dynamic if self.is_held() => {
                let velocity = held.velocity().unwrap_or(V::ZERO);
                Flight::new(time, origin, velocity, V::ZERO, 0.0)
            }
            Kind::Static => Flight::at_rest(time, origin),
            Kind::Kinematic => Flight::new(time, origin, velocity, V::ZERO, 0.0),
            Kind::Dynamic if let Some(even) = even => {
                Flight::new(time, origin, even.path, V::ZERO, 0.0)
            }
            Kind::Dynamic if self.is_on_cloth() => return self.cloth_motion(),
            Kind::Dynamic => {
                let resistance = self.shared.resistance;
                let fly =
                    |acceleration: V| Flight::new(time, origin, velocity, acceleration, resistance);
                if supports.is_empty() {
                    fly(self.acceleration())
                } else {
                    let flight = fly(self.acceleration() + supports.push_acceleration());
                    let ride = supports.ride(&self.rider());
                    let bent = flight.bent(ride.acceleration, resistance > 0.0);
                    let mut motion = ConstrainedMotion::from(bent);
                    motion.spin.angular = ride.angular_acceleration;
                    return motion;
                }
            }
        };
        // What holds it keeps the cloth from changing its roll.
        flight.into()
    }

    /// Applies what acts once at the start of a step of `dt` seconds: damping, and the target of a kinematic body. Returns
    /// whether that has changed the path.
    pub(crate) fn drive(&mut self, environment: &Environment<V>, dt: f64) -> bool {
        self.damp_spin(dt);
        let is_damped = self.damp_velocity(environment, dt);
        let is_aimed = self.head_for_target(environment, dt);
        is_damped || is_aimed
    }

    /// Applies linear damping at the start of a step of `dt` seconds, to the roll of a ball on a cloth too. Returns whether that
    /// has changed the path.
    fn damp_velocity(&mut self, environment: &Environment<V>, dt: f64) -> bool {
        if self.shared.kind != Kind::Dynamic || self.shared.linear_damping <= 0.0 {
            return false;
        }
        let factor = libm::exp(-self.shared.linear_damping * dt);
        let (rolls, roll) = (self.rolls(), self.roll());
        let changes = self.set_velocity(self.velocity * factor, environment);
        let Some(roll) = roll else { return changes };
        self.set_roll(if rolls { self.velocity } else { roll * factor });
        self.update_flight(environment);
        true
    }

    /// Gives a kinematic body the velocity with which it is at its target in `time` seconds, in a periodic space by
    /// the shortest way. Returns whether that has changed the path.
    pub(crate) fn head_for_target(&mut self, environment: &Environment<V>, time: f64) -> bool {
        match (self.shared.kind, self.shared.target) {
            (Kind::Kinematic, Some(target)) if time > 0.0 => {
                let way = environment.period.wrap(target - self.position);
                self.set_velocity(way / time, environment)
            }
            _ => false,
        }
    }

    /// Sets the velocity, and returns whether that has changed it.
    fn set_velocity(&mut self, velocity: V, environment: &Environment<V>) -> bool {
        // A target that would need an infinite velocity is reached by a jump at the end of the step.
        let changes = velocity.is_finite() && velocity != self.velocity;
        if changes {
            self.velocity = velocity;
            self.update_flight(environment);
        }
        changes
    }
}

// The path within a step.

impl<V: Vector> Slot<V> {
    /// The position and the velocity at `time`. A body that is held, sleeps, takes no part or moves evenly in a pile keeps its
    /// velocity.
    pub(crate) fn state(&self, time: f64) -> (V, V) {
        let flight = self.flight();
        let position = flight.position(time);
        if self.is_held()
            || self.constraints().asleep.is_some()
            || !self.takes_part()
            || self.moves_evenly()
            || self.shared.kind != Kind::Dynamic
        {
            return (position, self.velocity);
        }
        (position, flight.velocity(time))
    }

    /// Moves its state along the path to `time`. The caller updates the flight when all changes are made.
    pub(crate) fn fly_to(&mut self, time: f64) {
        let rolls = self.rolls();
        let state = self.state(time);
        self.turn_to(time);
        (self.position, self.velocity) = state;
        self.time = time;
        if rolls {
            self.set_roll(self.path_velocity());
        }
    }

    /// The time at which its path ends if it meets no other body: the earliest of these times, of the end of its
    /// sub-step in a pile, of that of its sliding on a cloth, and of `dt`.
    pub(crate) fn path_end(&self, ends: [f64; 2], dt: f64) -> f64 {
        let end = ends.into_iter().fold(dt, |first, end| if end < first { end } else { first });
        if self.is_unconstrained() {
            return end;
        }
        let end = f64::min(end, self.constrained.slide_end());
        let end = f64::min(end, self.chord_end());
        self.even_until().map_or(end, |until| if until < end { until } else { end })
    }

    /// When it stops, or ceases to slide on a cloth, in seconds from the start of the step; infinite if it does neither.
    pub(crate) fn own_stop(&self) -> f64 {
        f64::min(self.flight().stop, self.constrained.slide_end())
    }

    /// The time at which its path leaves the nearest images, where the space repeats; infinite if that is certainly
    /// after `dt`.
    #[inline]
    pub(crate) fn wrap_time(&self, period: &Period<V>, dt: f64) -> f64 {
        if period.is_open() { f64::INFINITY } else { self.wrap_time_in_period(period, dt) }
    }

    /// The same in a space that repeats. Not inlined: it is rare, and its caller is called for every body.
    #[inline(never)]
    fn wrap_time_in_period(&self, period: &Period<V>, dt: f64) -> f64 {
        let flight = self.flight();
        let Flight { start, origin, launch, acceleration, .. } = flight;
        let motion = Motion { offset: origin, velocity: launch, acceleration };
        if !flight.is_moving() || period.is_wide_for(&motion, dt - start) {
            return f64::INFINITY;
        }
        start + period.horizon(&motion)
    }

    /// The margin by which its bounds are fattened in a step of `dt` seconds, so that a body of a pile seldom leaves them, and
    /// its neighbours are known for many steps: at least this share of its size. In length units; zero for a body that
    /// cannot rest.
    pub(crate) fn fattening(&self, share: f64, gravity: V, dt: f64) -> f64 {
        if self.can_rest() {
            f64::max(self.resting_acceleration(gravity, dt) * dt * dt, share * self.size())
        } else {
            0.0
        }
    }

    /// Whether rolling resistance stops it before its position changes by a bit. If such a body went on, it would be
    /// pushed to and fro between two bodies that do not move.
    pub(crate) fn stops_within_rounding(&self, gravity: V) -> bool {
        let resistance = self.shared.resistance;
        if resistance <= 0.0 {
            return false;
        }
        let (position, velocity) = (self.position, self.path_velocity());
        let (speed, size) = (velocity.length(), self.shared.local_bounds.max.max_magnitude());
        let rounding = rounding::NO_CHANGE * f64::max(position.max_magnitude(), size);
        // The square of a very small speed is zero.
        velocity != V::default()
            && (!self.is_on_cloth() || self.rolls())
            && 0.5 * speed * speed
                < rounding * (resistance - self.external_acceleration(gravity).length())
    }
}

// The end of a step.

impl<V: Vector> Slot<V> {
    /// Moves a free ball to the end of a step of `dt` seconds, in a space that does not repeat.
    #[inline(always)]
    pub(crate) fn fly_straight_to_end(&mut self, dt: f64) {
        let (origin, launch) = (self.position, self.velocity);
        if launch != V::ZERO {
            // To the bit as with an acceleration of zero, which turns -0 into 0.
            let launch = launch + V::ZERO;
            self.position = origin + launch * (dt - self.time);
            self.velocity = launch;
        }
        self.time = 0.0;
        self.reset_events();
    }

    /// Moves a ballistic body to the end of a step of `dt` seconds, in a space that does not repeat.
    #[inline(always)]
    pub(crate) fn fly_to_end(&mut self, dt: f64) {
        let flight = self.flight();
        if flight.is_moving() {
            self.position = flight.position(dt);
            self.velocity = flight.velocity(dt);
        }
        self.time = 0.0;
        self.reset_events();
    }

    /// Puts a kinematic body exactly on its target, and wraps the position of every other one that moves into the
    /// period.
    pub(crate) fn finish_position(&mut self, environment: &Environment<V>) {
        match (self.shared.kind, self.shared.target) {
            (Kind::Static, _) => return,
            (Kind::Kinematic, Some(target)) if self.takes_part() => self.position = target,
            _ => {}
        }
        self.wrap(&environment.period);
    }

    /// Wraps the position to between minus and plus half a period.
    pub(crate) fn wrap(&mut self, period: &Period<V>) {
        if !period.is_open() {
            self.position = period.wrap(self.position);
        }
    }
}
