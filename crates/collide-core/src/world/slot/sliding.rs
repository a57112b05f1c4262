//! Friction of a body that lies on one wall: it brakes the sliding by a constant deceleration, and then holds the body, or
//! lets it roll.
//!
//! A ball of inertia `k m R^2` slides with `s = v - R w x n` along the wall. With the pull `p` along the wall, and `N` across,
//!
//! ```text
//! slides    v' = p - mu N s/|s|        R w' = (n x s/|s|) mu N / k        s' = p - (1 + 1/k) mu N s/|s|
//! rolls     v' = p / (1 + k)           R w' = n x v'                      if p k / (1 + k) <= mu N
//! ```
//!
//! A body that does not turn is the case of infinite `k`: it is held where a ball would roll.

use super::record::Slot;
use crate::flight::Flight;
use crate::response::spin::twist;
use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::Support;

/// How a body slides along the wall on which it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliding<V> {
    /// The velocity of its point of contact along the surface of the wall; zero if it is rounding.
    slip: V,
    /// The deceleration by friction, as long as it slides.
    strength: f64,
    normal: V,
    /// The radius of a ball that may turn; infinite of a body that does not.
    radius: f64,
    /// 1 and the inverse of the inertia factor.
    mobility: f64,
}

/// How friction lets a body move along a wall.
pub(super) struct Braked<V: Vector> {
    pub(super) acceleration: V,
    pub(super) angular_acceleration: V::Cross,
}

impl<V: Vector> Slot<V> {
    /// How it slides; nothing unless it lies on one wall alone, with friction.
    pub(super) fn sliding(&self) -> Option<Sliding<V>> {
        if self.is_on_cloth() {
            return None;
        }
        let supports = &self.constraints().supports;
        let [Support { normal, velocity, friction, surface_velocity, .. }] = *supports.walls else {
            return None;
        };
        let pull = self.acceleration() + supports.push_acceleration();
        let load = -pull.dot(normal);
        if friction == 0.0 || load <= 0.0 {
            return None;
        }
        let spin = self.impact_spin(self.time);
        let rolling = normal.swept(spin.angular_velocity * spin.radius);
        let own = self.velocity;
        let relative = own - velocity - surface_velocity - rolling;
        let slip = relative - normal * relative.dot(normal);
        let speeds =
            own.length() + velocity.length() + surface_velocity.length() + rolling.length();
        let slides = slip.length() > rounding::VELOCITY * speeds;
        let slip = if slides { slip } else { V::ZERO };
        let turns = self.is_turning_ball();
        let radius = if turns { spin.radius } else { f64::INFINITY };
        let mobility = spin.mobility();
        Some(Sliding { slip, strength: friction * load, normal, radius, mobility })
    }

    /// When friction ends its sliding, in seconds from the start of the step, and the way in which it slides until then.
    pub(crate) fn slip_end(&self) -> Option<(f64, V)> {
        if self.is_unconstrained() || self.is_held() || self.moves_evenly() {
            return None;
        }
        let Sliding { slip, strength, normal, radius, .. } = self.sliding()?;
        let Flight { start, acceleration, .. } = self.flight();
        let rolling = match self.constrained.spin() {
            Some((_, rates)) => normal.swept(rates.angular * radius),
            None => V::ZERO,
        };
        let (square, approach) = (slip.length_squared(), (rolling - acceleration).dot(slip));
        match square > 0.0 {
            true if strength == f64::INFINITY => Some((start, slip)),
            true if approach > 0.0 => Some((start + square / approach, slip)),
            _ => None,
        }
    }

    /// Ends its sliding in this way: along it, its point of contact has the velocity of the surface from now on.
    pub(crate) fn end_slip(&mut self, way: V) {
        if let Some(Sliding { slip, normal, mobility, .. }) = self.sliding() {
            let left = way * (slip.dot(way) / way.length_squared());
            let change = -left / mobility;
            self.velocity += change;
            self.twist(twist(normal, change * self.shared.mass));
        }
    }

    /// The force of friction that keeps it from sliding; zero if it slides or needs none.
    pub(super) fn static_friction(&self) -> V {
        let holds = |sliding: &Sliding<V>| sliding.slip == V::ZERO;
        let Some(Sliding { normal, mobility, .. }) = self.sliding().filter(holds) else {
            return V::ZERO;
        };
        let pull = self.acceleration() + self.constraints().supports.push_acceleration();
        (normal * pull.dot(normal) - pull) * (self.shared.mass / mobility)
    }
}

impl<V: Vector> Sliding<V> {
    /// What friction leaves of the acceleration of the body along the wall, and how it changes the spin.
    pub(super) fn brake(&self, acceleration: V) -> Braked<V> {
        let &Self { slip, strength, normal, mobility, .. } = self;
        let speed = slip.length();
        if speed > 0.0 {
            let is_finite = strength < f64::INFINITY;
            let friction = if is_finite { slip * (-strength / speed) } else { V::ZERO };
            return self.braked(acceleration, friction);
        }
        let along = acceleration - normal * acceleration.dot(normal);
        let wish = along.length();
        if wish > strength * mobility {
            return self.braked(acceleration, along * (-strength / wish));
        }
        if self.radius.is_infinite() {
            return self.braked(V::ZERO, V::ZERO);
        }
        self.braked(along, -along / mobility)
    }

    /// An acceleration with that of this friction added to it.
    fn braked(&self, acceleration: V, friction: V) -> Braked<V> {
        let lever = (self.mobility - 1.0) / self.radius;
        Braked {
            acceleration: acceleration + friction,
            angular_acceleration: twist(self.normal, friction) * lever,
        }
    }
}
