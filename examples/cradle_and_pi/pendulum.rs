//! What pulls a ball of the cradle back?
//!
//! The bob of a pendulum with a string of length `l` obeys, in its way `x` along the arc,
//!
//! ```text
//! x'' = -w^2 x        w = sqrt(g / l)
//! ```
//!
//! for small angles, and for any angle where cheeks bend the string into a cycloid. The plugin knows no
//! strings, so the pull is the game's own: a kick to the velocity between two ticks. In between the
//! balls fly straight and the plugin finds their impacts.
//!
//! ```text
//! v += -k x           k = 4 sin^2(w dt / 2) / dt
//! x += v dt           for the length of a tick
//! ```
//!
//! This is the leapfrog method, with velocities that belong to the middles of the ticks. With this `k`
//! the places at the ends of ticks are those of the true pendulum, `x = a cos(w t)`, since those obey
//! `x(t + dt) - 2 x(t) + x(t - dt) = -4 sin^2(w dt / 2) x(t)`. And of two equal balls that touch in rest
//! and meet, each goes on with the motion of the other, so impacts between ticks do not change that.
//!
//! Source: Huygens, Horologium Oscillatorium (1673), for the cycloid; Hockney and Eastwood, Computer
//! Simulation Using Particles (1981), chapter 4, for leapfrog.

/// The length of a string, in metres.
pub const STRING: f64 = 1.0;

/// Gravity, in metres a second squared.
const GRAVITY: f64 = 9.81;

/// A pendulum that is kicked once in a tick.
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
    /// The length of a tick, in seconds.
    dt: f64,
}

impl Pendulum {
    /// A pendulum in ticks of `dt` seconds.
    #[must_use]
    pub fn new(dt: f64) -> Self {
        Self { dt }
    }

    /// `w`, in radians a second.
    #[must_use]
    pub fn frequency() -> f64 {
        (GRAVITY / STRING).sqrt()
    }

    /// The change of velocity between two ticks, in metres a second, so far `away` from rest, in metres.
    #[must_use]
    pub fn kick(self, away: f64) -> f64 {
        let half = (0.5 * Self::frequency() * self.dt).sin();
        -4.0 * half * half / self.dt * away
    }

    /// The energy for each kilogram, in joules, between two ticks: so far `away` from rest, in metres, after
    /// a tick with this velocity, in metres a second.
    ///
    /// The velocity of the instant is that in the middle of two ticks, lengthened by `w dt / sin(w dt)`,
    /// as the chord of two ticks is shorter than the arc.
    #[must_use]
    pub fn energy(self, away: f64, velocity: f64) -> f64 {
        let turn = Self::frequency() * self.dt;
        let now = (velocity + 0.5 * self.kick(away)) * turn / turn.sin();
        let swing = Self::frequency() * away;
        0.5 * (now * now + swing * swing)
    }

    /// The velocity in the first tick of a ball that is let go, in metres a second: half a kick, as it
    /// stands still at the beginning and not half a tick before.
    #[must_use]
    pub fn release(self, away: f64) -> f64 {
        0.5 * self.kick(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kicked_once_in_a_tick_it_is_where_the_true_pendulum_is() {
        let (dt, away) = (1.0 / 64.0, 0.4);
        let pendulum = Pendulum::new(dt);
        let (mut place, mut velocity) = (away, pendulum.release(away));
        for tick in 1..=640 {
            place += velocity * dt;
            // At rest all of the energy is that of the lift.
            let lift = 0.5 * (Pendulum::frequency() * away).powi(2);
            let energy = pendulum.energy(place, velocity);
            assert!((energy / lift - 1.0).abs() < 1e-12, "tick {tick}: {energy} J, not {lift}");
            velocity += pendulum.kick(place);
            let truth = away * (Pendulum::frequency() * dt * f64::from(tick)).cos();
            assert!((place - truth).abs() < 1e-12, "tick {tick}: {place}, not {truth}");
        }
    }
}
