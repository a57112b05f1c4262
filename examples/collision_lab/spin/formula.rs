//! The textbook formulas for a ball that turns: its bounce off a wall, and its way on a floor.

use bevy::math::DVec2;

/// How a ball moves and turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// The velocity in metres a second.
    pub velocity: DVec2,
    /// The speed of the surface by turning, `R w`, in metres a second, counterclockwise.
    pub surface: f64,
}

/// The numbers of a ball and a wall that decide how they touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// The inertia factor of the ball: its moment of inertia over `m R^2`.
    pub inertia: f64,
    /// The restitution along the normal.
    pub restitution: f64,
    /// The restitution of the sliding, across the normal.
    pub tangential: f64,
    /// The coefficient of friction.
    pub friction: f64,
}

impl Motion {
    /// The motion after a bounce off a wall at rest. The unit normal points from the wall to the ball.
    ///
    /// ```text
    /// s = v.t + R w                            the sliding along the tangent t; on a floor t points to the right
    /// d = -(1 + et) s k/(1 + k)                the change of v.t, at most mu (1 + e) |v.n|
    /// v.n' = -e v.n     v.t' = v.t + d     R w' = R w + d/k
    /// ```
    #[must_use]
    pub fn after_bounce(self, normal: DVec2, material: &Material) -> Self {
        let Material { inertia, restitution, tangential, friction } = *material;
        let tangent = -normal.perp();
        let push = -(1.0 + restitution) * self.velocity.dot(normal);
        let wanted = -(1.0 + tangential) * self.sliding(normal) * inertia / (1.0 + inertia);
        let change = wanted.clamp(-friction * push, friction * push);
        Self {
            velocity: self.velocity + normal * push + tangent * change,
            surface: self.surface + change / inertia,
        }
    }

    /// The velocity with which the surface slides on a wall, in metres a second.
    #[must_use]
    pub fn sliding(self, normal: DVec2) -> f64 {
        self.surface - self.velocity.dot(normal.perp())
    }

    /// The kinetic energy of flight and of turning, in joules.
    #[must_use]
    pub fn energies(self, mass: f64, inertia: f64) -> [f64; 2] {
        let turning = inertia * self.surface * self.surface;
        [self.velocity.length_squared(), turning].map(|square| 0.5 * mass * square)
    }
}

/// The way of a ball that was set on a floor and slides until it rolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// The motion at the start.
    pub start: Motion,
    /// The inertia factor of the ball.
    pub inertia: f64,
    /// The deceleration of a sliding ball, friction times gravity, in metres a second squared.
    pub braking: f64,
}

impl Slide {
    /// The time at which the ball begins to roll, `|s| / (mu g (1 + 1/k))`, in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.start.sliding(DVec2::Y).abs() / (self.braking * (1.0 + 1.0 / self.inertia))
    }

    /// The velocity with which it rolls, `(v - k R w) / (1 + k)`, in metres a second.
    #[must_use]
    pub fn rolling(&self) -> f64 {
        let Motion { velocity, surface } = self.start;
        (velocity.x - self.inertia * surface) / (1.0 + self.inertia)
    }

    /// The time at which the ball turns back, in seconds; `None` if it rolls before.
    #[must_use]
    pub fn turning_back(&self) -> Option<f64> {
        let speed = self.start.velocity.x;
        let brakes = speed * self.start.sliding(DVec2::Y) > 0.0;
        let time = speed.abs() / self.braking;
        (brakes && time < self.end()).then_some(time)
    }

    /// The motion at a time, and the way until then in metres.
    #[must_use]
    pub fn at(&self, time: f64) -> (Motion, f64) {
        let end = self.end();
        let (sliding, rolling) = (time.min(end), (time - end).max(0.0));
        let braking = -self.braking * self.start.sliding(DVec2::Y).signum();
        let Motion { velocity, surface } = self.start;
        let way = (velocity.x + 0.5 * braking * sliding) * sliding + self.rolling() * rolling;
        if rolling > 0.0 {
            let velocity = DVec2::X * self.rolling();
            return (Motion { velocity, surface: -self.rolling() }, way);
        }
        let velocity = velocity + DVec2::X * (braking * sliding);
        (Motion { velocity, surface: surface + braking * sliding / self.inertia }, way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUPERBALL: Material =
        Material { inertia: 0.4, restitution: 1.0, tangential: 1.0, friction: 100.0 };

    #[test]
    fn superball_under_table_returns_with_garwins_fractions() {
        let thrown = Motion { velocity: DVec2::new(343.0, -100.0), surface: 0.0 };
        let expected = [(147.0, -490.0), (-217.0, 420.0), (-333.0, 130.0)];
        let mut motion = thrown;
        for ((velocity, surface), normal) in
            expected.into_iter().zip([DVec2::Y, -DVec2::Y, DVec2::Y])
        {
            let before = motion;
            motion = motion.after_bounce(normal, &SUPERBALL);
            assert!((motion.velocity - DVec2::new(velocity, -before.velocity.y)).length() < 1e-12);
            assert!((motion.surface - surface).abs() < 1e-12, "{motion:?}");
            // No energy is lost.
            let [before, after] =
                [before, motion].map(|motion| motion.energies(1.0, 0.4).iter().sum::<f64>());
            assert!((before - after).abs() < 1e-12 * before);
        }
    }

    #[test]
    fn friction_bounds_what_bounce_changes() {
        let thrown = Motion { velocity: DVec2::new(3.0, -1.0), surface: 0.0 };
        let smooth = thrown.after_bounce(DVec2::Y, &Material { friction: 0.25, ..SUPERBALL });
        assert_eq!(smooth, Motion { velocity: DVec2::new(2.5, 1.0), surface: -1.25 });
    }

    #[test]
    fn disc_with_backspin_stops_returns_and_rolls() {
        let start = Motion { velocity: DVec2::X * 5.0, surface: 17.5 };
        let slide = Slide { start, inertia: 0.5, braking: 2.5 };
        assert_eq!((slide.turning_back(), slide.end(), slide.rolling()), (Some(2.0), 3.0, -2.5));
        assert_eq!(slide.at(2.0), (Motion { velocity: DVec2::ZERO, surface: 7.5 }, 5.0));
        let rolls = Motion { velocity: DVec2::X * -2.5, surface: 2.5 };
        assert_eq!(slide.at(3.0), (rolls, 3.75));
        assert_eq!(slide.at(4.0), (rolls, 1.25));
    }

    #[test]
    fn disc_without_backspin_rolls_on() {
        let start = Motion { velocity: DVec2::X * 3.0, surface: 0.0 };
        let slide = Slide { start, inertia: 0.5, braking: 1.0 };
        assert_eq!((slide.turning_back(), slide.end(), slide.rolling()), (None, 1.0, 2.0));
        assert_eq!(slide.at(2.0).1, 4.5);
    }
}
