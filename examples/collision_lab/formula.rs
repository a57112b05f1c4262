//! What do the formulas say about an impact?

use bevy::math::DVec2;
use collide_core::response::textbook::{decompose, one_dimensional};

/// Two bodies just before they part: masses in kilograms, infinite for a wall, velocities in metres a
/// second, and the restitution of the pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The masses.
    pub masses: [f64; 2],
    /// The velocities before.
    pub before: [DVec2; 2],
    /// The share of the approach speed that is given back.
    pub restitution: f64,
    /// The unit vector along which they push each other.
    pub normal: DVec2,
}

impl Encounter {
    /// The parts of two velocities along the normal, and the rests, which are across it.
    #[must_use]
    pub fn split(&self, velocities: [DVec2; 2]) -> ([f64; 2], [DVec2; 2]) {
        let parts = velocities.map(|velocity| decompose(velocity, self.normal));
        (parts.map(|part| part.normal.dot(self.normal)), parts.map(|part| part.tangential))
    }

    /// The velocities after the impact, without friction: along the normal those of two bodies on a
    /// line, across it what they were.
    #[must_use]
    pub fn after(&self) -> [DVec2; 2] {
        let (along, across) = self.split(self.before);
        let along = one_dimensional(along, self.masses, self.restitution);
        [0, 1].map(|body| self.normal * along[body] + across[body])
    }

    /// The kinetic energy that is lost, `(1 - e^2) m1 m2 / (m1 + m2) (u1 - u2)^2 / 2` along the normal,
    /// in joules.
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
    fn a_heavy_ball_drives_a_light_one_on() {
        let before = [DVec2::X * 2.0, DVec2::ZERO];
        let elastic = Encounter { masses: [3.0, 1.0], before, restitution: 1.0, normal: -DVec2::X };
        assert_eq!(elastic.after(), [DVec2::X, DVec2::X * 3.0]);
        assert_eq!(elastic.energy_lost(), 0.0);
    }

    #[test]
    fn without_restitution_both_go_on_together() {
        let before = [DVec2::X * 4.0, DVec2::ZERO];
        let dull = Encounter { masses: [1.0, 3.0], before, restitution: 0.0, normal: -DVec2::X };
        assert_eq!(dull.after(), [DVec2::X, DVec2::X]);
        // Of 8 J the common velocity leaves 2.
        assert_eq!(dull.energy_lost(), 6.0);
    }

    #[test]
    fn what_is_across_the_normal_stays() {
        let before = [DVec2::new(1.0, 5.0), DVec2::new(-2.0, -7.0)];
        let elastic = Encounter { masses: [1.0, 1.0], before, restitution: 1.0, normal: -DVec2::X };
        assert_eq!(elastic.after(), [DVec2::new(-2.0, 5.0), DVec2::new(1.0, -7.0)]);
    }

    #[test]
    fn a_wall_gives_back_the_share() {
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
