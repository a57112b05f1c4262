//! Friction of a body that lies on one wall: it brakes the sliding by a constant deceleration, and then holds the body.

use super::record::Slot;
use crate::flight::Flight;
use crate::vector::{Vector, Wide};
use crate::world::constraints::Support;

/// How a body slides along the wall on which it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sliding<W> {
    /// Its velocity along the surface of the wall; zero if it is rounding.
    slip: W,
    /// The deceleration by friction, as long as it slides.
    strength: f64,
    normal: W,
}

impl<V: Vector> Slot<V> {
    /// How it slides; nothing unless it lies on one wall alone, with friction.
    pub(super) fn sliding(&self) -> Option<Sliding<V::Wide>> {
        let supports = &self.constraints().supports;
        let [Support { normal, velocity, friction, surface_velocity, .. }] = *supports.walls else {
            return None;
        };
        let pull = self.acceleration() + supports.push_acceleration();
        let load = -pull.dot(normal);
        if friction == 0.0 || load <= 0.0 {
            return None;
        }
        let own = self.velocity.widen();
        let relative = own - velocity - surface_velocity;
        let slip = relative - normal * relative.dot(normal);
        let speeds = own.length() + velocity.length() + surface_velocity.length();
        // Smaller numbers of f32 have fewer digits.
        let rounding = f64::max(4.0 * V::EPSILON * speeds, f64::from(f32::MIN_POSITIVE));
        let slides = slip.length() > rounding;
        let slip = if slides { slip } else { V::Wide::ZERO };
        Some(Sliding { slip, strength: friction * load, normal })
    }

    /// When friction ends its sliding, in seconds from the start of the step, and the way in which it slides until then.
    pub(crate) fn slip_end(&self) -> Option<(f64, V::Wide)> {
        if self.is_unconstrained() || self.is_held() || self.constraints().rest.is_some() {
            return None;
        }
        let Sliding { slip, strength, .. } = self.sliding()?;
        let Flight { start, acceleration, .. } = self.flight();
        let (square, approach) = (slip.length_squared(), -acceleration.dot(slip));
        match square > 0.0 {
            true if strength == f64::INFINITY => Some((start, slip)),
            true if approach > 0.0 => Some((start + square / approach, slip)),
            _ => None,
        }
    }

    /// Ends its sliding in this way: along it, it has the velocity of the surface from now on.
    pub(crate) fn end_slip(&mut self, way: V::Wide) {
        if let Some(Sliding { slip, .. }) = self.sliding() {
            let left = way * (slip.dot(way) / way.length_squared());
            self.velocity = V::narrow(self.velocity.widen() - left);
        }
    }

    /// The force of friction that keeps it from sliding; zero if it slides or needs none.
    pub(super) fn static_friction(&self) -> V::Wide {
        let holds = |sliding: &Sliding<V::Wide>| sliding.slip == V::Wide::ZERO;
        let Some(Sliding { normal, .. }) = self.sliding().filter(holds) else {
            return V::Wide::ZERO;
        };
        let pull = self.acceleration() + self.constraints().supports.push_acceleration();
        (normal * pull.dot(normal) - pull) * self.shared.mass
    }
}

impl<W: Wide> Sliding<W> {
    /// What friction leaves of the acceleration of the body along the wall.
    pub(super) fn brake(&self, acceleration: W) -> W {
        let &Self { slip, strength, normal } = self;
        let speed = slip.length();
        if speed > 0.0 {
            let is_finite = strength < f64::INFINITY;
            return if is_finite { acceleration - slip * (strength / speed) } else { acceleration };
        }
        let along = acceleration - normal * acceleration.dot(normal);
        let wish = along.length();
        if wish <= strength { W::ZERO } else { acceleration - along * (strength / wish) }
    }
}
