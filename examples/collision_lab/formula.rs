//! The textbook formulas for an impact of two bodies.

use bevy::math::DVec2;
use collide_core::response::textbook::{decompose, one_dimensional};

/// Two bodies at an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The masses in kilograms; infinite for a wall.
    pub masses: [f64; 2],
    /// The velocities before the impact, in metres a second.
    pub before: [DVec2; 2],
    /// The restitution of the pair: the ratio of separation speed to approach speed.
    pub restitution: f64,
    /// The unit vector of the impulse.
    pub normal: DVec2,
}

impl Encounter {
    /// The components of two velocities along the normal, and the remainders across it.
    #[must_use]
    pub fn split(&self, velocities: [DVec2; 2]) -> ([f64; 2], [DVec2; 2]) {
        let parts = velocities.map(|velocity| decompose(velocity, self.normal));
        (parts.map(|part| part.normal.dot(self.normal)), parts.map(|part| part.tangential))
    }

    /// The velocities after an impact without friction: along the normal as for two bodies on a line, across
    /// it unchanged.
    #[must_use]
    pub fn after(&self) -> [DVec2; 2] {
        let (along, across) = self.split(self.before);
        let along = one_dimensional(along, self.masses, self.restitution);
        [0, 1].map(|body| self.normal * along[body] + across[body])
    }

    /// The lost kinetic energy in joules, `(1 - e^2) m1 m2 / (m1 + m2) (u1 - u2)^2 / 2` with the velocities
    /// along the normal.
    #[must_use]
    pub fn energy_lost(&self) -> f64 {
        let ([one, two], _) = self.split(self.before);
        let reduced = 1.0 / (1.0 / self.masses[0] + 1.0 / self.masses[1]);
        0.5 * (1.0 - self.restitution * self.restitution) * reduced * (one - two) * (one - two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_ball_on_light_ball_at_rest_keeps_direction() {
        let before = [DVec2::X * 2.0, DVec2::ZERO];
        let elastic = Encounter { masses: [3.0, 1.0], before, restitution: 1.0, normal: -DVec2::X };
        assert_eq!(elastic.after(), [DVec2::X, DVec2::X * 3.0]);
        assert_eq!(elastic.energy_lost(), 0.0);
    }

    #[test]
    fn bodies_without_restitution_share_velocity() {
        let before = [DVec2::X * 4.0, DVec2::ZERO];
        let dull = Encounter { masses: [1.0, 3.0], before, restitution: 0.0, normal: -DVec2::X };
        assert_eq!(dull.after(), [DVec2::X, DVec2::X]);
        // The common velocity leaves 2 J of 8 J.
        assert_eq!(dull.energy_lost(), 6.0);
    }

    #[test]
    fn velocity_across_normal_is_unchanged() {
        let before = [DVec2::new(1.0, 5.0), DVec2::new(-2.0, -7.0)];
        let elastic = Encounter { masses: [1.0, 1.0], before, restitution: 1.0, normal: -DVec2::X };
        assert_eq!(elastic.after(), [DVec2::new(-2.0, 5.0), DVec2::new(1.0, -7.0)]);
    }

    #[test]
    fn wall_returns_share_of_normal_speed() {
        let wall = Encounter {
            masses: [2.0, f64::INFINITY],
            before: [DVec2::new(-4.0, 1.0), DVec2::ZERO],
            restitution: 0.5,
            normal: DVec2::X,
        };
        assert_eq!(wall.after(), [DVec2::new(2.0, 1.0), DVec2::ZERO]);
        // (1 - 1/4) of 2 kg at 4 m/s.
        assert_eq!(wall.energy_lost(), 12.0);
    }
}
