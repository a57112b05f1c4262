//! The restoring force on a ball of the cradle, as a kick between ticks.
//!
//! The bob of a pendulum with a string of length `l` obeys, with its displacement `x` along the arc,
//!
//! ```text
//! x'' = -w^2 x        w = sqrt(g / l)
//! ```
//!
//! for small angles, and for any angle if cycloidal cheeks guide the string. The plugin has no strings, so
//! the demo applies the force itself: it changes the velocity between two ticks. During a tick the balls
//! move at constant velocity, and the plugin finds their impacts.
//!
//! ```text
//! v += -k x           k = 4 sin^2(w dt / 2) / dt
//! x += v dt           for the length of a tick
//! ```
//!
//! This is the leapfrog method, with velocities at the middles of the ticks. With this `k` the positions at
//! the ends of the ticks are exact, `x = a cos(w t)`, because these satisfy
//! `x(t + dt) - 2 x(t) + x(t - dt) = -4 sin^2(w dt / 2) x(t)`. When two equal balls that touch at rest
//! collide, each continues the motion of the other, so impacts inside a tick keep the positions exact.
//!
//! Source: Huygens, Horologium Oscillatorium (1673), for the cycloid; Hockney and Eastwood, Computer
//! Simulation Using Particles (1981), chapter 4, for leapfrog.

/// The length of a string, in metres.
pub const STRING: f64 = 1.0;

/// Gravity, in metres a second squared.
const GRAVITY: f64 = 9.81;

/// A pendulum that is kicked once a tick.
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
    /// The duration of a tick, in seconds.
    dt: f64,
}

impl Pendulum {
    /// A pendulum for ticks of `dt` seconds.
    #[must_use]
    pub fn new(dt: f64) -> Self {
        Self { dt }
    }

    /// The angular frequency `w`, in radians a second.
    #[must_use]
    pub fn frequency() -> f64 {
        (GRAVITY / STRING).sqrt()
    }

    /// The change of velocity between two ticks, in metres a second, at the displacement `away`, in metres.
    #[must_use]
    pub fn kick(self, away: f64) -> f64 {
        let half = (0.5 * Self::frequency() * self.dt).sin();
        -4.0 * half * half / self.dt * away
    }

    /// The energy per kilogram, in joules, between two ticks, at the displacement `away`, in metres, after a
    /// tick with this velocity, in metres a second.
    ///
    /// The velocity between two ticks is the mean of the velocities in both, times `w dt / sin(w dt)`, which
    /// turns the mean over two ticks into the velocity at their boundary.
    #[must_use]
    pub fn energy(self, away: f64, velocity: f64) -> f64 {
        let turn = Self::frequency() * self.dt;
        let now = (velocity + 0.5 * self.kick(away)) * turn / turn.sin();
        let swing = Self::frequency() * away;
        0.5 * (now * now + swing * swing)
    }

    /// The velocity in the first tick after the release, in metres a second. It is half a kick, because the
    /// ball is at rest at the start of the tick and not half a tick earlier.
    #[must_use]
    pub fn release(self, away: f64) -> f64 {
        0.5 * self.kick(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kicked_pendulum_matches_exact_positions() {
        let (dt, away) = (1.0 / 64.0, 0.4);
        let pendulum = Pendulum::new(dt);
        let (mut place, mut velocity) = (away, pendulum.release(away));
        for tick in 1..=640 {
            place += velocity * dt;
            // The energy at the release is potential energy only.
            let lift = 0.5 * (Pendulum::frequency() * away).powi(2);
            let energy = pendulum.energy(place, velocity);
            assert!((energy / lift - 1.0).abs() < 1e-12, "tick {tick}: {energy} J, not {lift}");
            velocity += pendulum.kick(place);
            let truth = away * (Pendulum::frequency() * dt * f64::from(tick)).cos();
            assert!((place - truth).abs() < 1e-12, "tick {tick}: {place}, not {truth}");
        }
    }
}
