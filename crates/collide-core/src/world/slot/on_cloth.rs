//! How a ball moves on the cloth on which it lies: it slides, it rolls, or it lies still.
//!
//! With the velocity `v`, the roll `p` and the inertia factor `k`, and with the slip `u = v - p`,
//!
//! ```text
//! slides    v' = -sliding u/|u|    p' = sliding u/|u| / k    for |u| k / ((1 + k) sliding), then v = p = (v + k p) / (1 + k)
//! rolls     v = p                  v' = -rolling v/|v|       for |v| / rolling
//! still     v = p = 0
//! ```
//!
//! Which of them it is follows from the state: a ball rolls if `v` and `p` are the same to the bit. So they are made the same
//! where they differ by rounding only, and stay so while it rolls.
//!
//! Source: Coriolis, Théorie mathématique des effets du jeu de billard (1835); Leckie and Greenspan, An event-based pool
//! physics simulator (2006).

use super::record::Slot;
use crate::flight::Flight;
use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::{ConstrainedMotion, SpinRates};

/// How a ball slides on a cloth.
struct ClothSlide<V> {
    /// Its acceleration by the cloth.
    acceleration: V,
    /// The slip, and the rate at which its length falls if nothing else acts on the ball.
    slip: V,
    rate: f64,
}

impl<V: Vector> Slot<V> {
    /// Whether it is a ball that lies on a cloth.
    pub(crate) fn is_on_cloth(&self) -> bool {
        self.roll().is_some()
    }

    /// Its roll, if it lies on a cloth.
    #[inline]
    pub(crate) fn roll(&self) -> Option<V> {
        // Most bodies lie on none, which is soon seen.
        self.shared.cloth?;
        self.constraints().spin.and_then(|spin| spin.roll)
    }

    /// Whether it rolls or lies still on a cloth, so that it takes its roll along when something pushes it.
    #[inline]
    pub(crate) fn rolls(&self) -> bool {
        self.roll().is_some_and(|roll| roll == self.path_velocity())
    }

    /// How it slides on its cloth, if it does.
    fn cloth_slide(&self) -> Option<ClothSlide<V>> {
        let (roll, cloth) = self.roll().zip(self.shared.cloth_under())?;
        let slip = self.velocity - roll;
        let speed = slip.length();
        let mobility = 1.0 + 1.0 / self.shared.inertia_factor?;
        let acceleration = if speed > 0.0 { slip * (-cloth.sliding / speed) } else { V::ZERO };
        (speed > 0.0).then_some(ClothSlide { acceleration, slip, rate: cloth.sliding * mobility })
    }

    /// The motion of a free ball that lies on a cloth.
    pub(in crate::world) fn cloth_motion(&self) -> ConstrainedMotion<V> {
        let supports = &self.constraints().supports;
        let (slide, push) = (self.cloth_slide(), supports.push_acceleration());
        // A ball that slides is braked by the cloth alone.
        let (by_cloth, resistance) = match &slide {
            Some(slide) => (slide.acceleration, 0.0),
            None => (V::ZERO, self.shared.resistance),
        };
        let (origin, velocity) = (self.position, self.velocity);
        let acceleration = self.acceleration() + by_cloth + push;
        let flight = Flight::new(self.time, origin, velocity, acceleration, resistance);
        let flight = match supports.is_empty() {
            true => flight,
            false => {
                flight.bent(supports.limit_acceleration(flight.acceleration), resistance > 0.0)
            }
        };
        let factor = self.shared.inertia_factor.unwrap_or(f64::INFINITY);
        let roll =
            slide.as_ref().map_or(flight.acceleration, |it| it.acceleration * (-1.0 / factor));
        let spinning = self.shared.cloth.map_or(0.0, |cloth| cloth.spinning);
        let spin = SpinRates { roll, spinning, ..SpinRates::none() };
        let slide_end = slide.map_or(f64::INFINITY, |slide| self.time + slide.duration(push));
        ConstrainedMotion { flight, spin, slide_end, chord: None }
    }

    /// Changes its roll by as much as rounding where it differs from the velocity by no more, so that the ball rolls.
    pub(crate) fn settle_roll(&mut self) {
        let Some(roll) = self.roll() else { return };
        let velocity = self.path_velocity();
        let rounding = rounding::VELOCITY * (velocity.length() + roll.length());
        if (velocity - roll).length() <= rounding {
            self.set_roll(velocity);
        }
    }

    /// When it ceases to slide on its cloth, in seconds from the start of the step; infinite if it does not slide.
    pub(crate) fn slide_end(&self) -> f64 {
        self.constrained.slide_end()
    }

    /// Lets it roll on its cloth with this velocity.
    pub(crate) fn roll_on(&mut self, velocity: V) {
        self.velocity = velocity;
        self.set_roll(self.velocity);
    }

    /// Sets its roll, if it lies on a cloth.
    pub(crate) fn set_roll(&mut self, roll: V) {
        if let Some(spin) = self.constrained.if_any().and_then(|it| it.spin.as_mut()) {
            spin.roll = spin.roll.map(|_| roll);
        }
    }

    /// Changes its velocity by so little that the bodies that rest against it still do, where another body holds it. If it rolls
    /// on a cloth it goes on rolling. If it slides, and what holds it does not give way, its spin no longer drives it there:
    /// `away` is the unit vector away from such a body.
    pub(crate) fn nudge_on_cloth(&mut self, velocity: V, away: Option<V>) {
        let (rolls, roll) = (self.rolls(), self.roll());
        self.nudge(velocity);
        let Some(roll) = roll else { return };
        let velocity = self.velocity;
        if rolls {
            return self.set_roll(velocity);
        }
        if let Some(away) = away {
            // The spin is only taken away, so no energy comes from it.
            let lacking = f64::min(velocity.dot(away), 0.0) - roll.dot(away);
            self.set_roll(if lacking > 0.0 { roll + away * lacking } else { roll });
        }
        self.settle_roll();
    }

    /// The velocity with which it rolls when it has ceased to slide on its cloth.
    pub(crate) fn velocity_after_slide(&self) -> Option<V> {
        let (roll, factor) = self.roll().zip(self.shared.inertia_factor)?;
        self.cloth_slide()?;
        Some((self.velocity + roll * factor) / (1.0 + factor))
    }

    /// The mass with which it gives way to a body that stays in contact with it: a ball that rolls takes its roll along.
    pub(crate) fn rolling_mass(&self) -> f64 {
        match self.shared.inertia_factor.filter(|_| self.rolls()) {
            Some(factor) => self.mass() * (1.0 + factor),
            None => self.mass(),
        }
    }
}

impl<V: Vector> ClothSlide<V> {
    /// After how many seconds it has ceased to slide, if pushes accelerate the ball so.
    fn duration(&self, push: V) -> f64 {
        let speed = self.slip.length();
        let rate = self.rate - push.dot(self.slip) / speed;
        if rate > 0.0 { speed / rate } else { f64::INFINITY }
    }
}
