//! The sizes, masses and restitutions of a pool table and its balls.

/// Number of balls, the cue ball included.
pub const BALL_COUNT: usize = 16;

/// Mass of every ball, in kilograms: six ounces.
pub const BALL_MASS: f64 = 0.170_097;

/// Radius of every ball, in metres: half of two and a quarter inches.
pub const BALL_RADIUS: f64 = 0.028_575;

/// Restitution between two balls; measured values lie between 0.92 and 0.98.
pub const BALL_RESTITUTION: f64 = 0.95;

/// Restitution between a ball and a cushion; measured values lie between 0.6 and 0.9.
pub const CUSHION_RESTITUTION: f64 = 0.85;

/// Deceleration of a rolling ball, in metres per second squared.
///
/// It is the coefficient of rolling resistance, 0.01 (measured: 0.005 to 0.015), times gravity. A
/// model without spin has no sliding phase, in which the cloth brakes harder; two or three times
/// this value compensates for that.
pub const ROLLING_DECELERATION: f64 = 0.01 * 9.81;

/// Half of the playing surface between the cushion noses along x, in metres.
pub const HALF_LENGTH: f64 = 1.27;

/// Half of the playing surface between the cushion noses along y, in metres.
pub const HALF_WIDTH: f64 = 0.635;

/// The x coordinate of the head string, in metres; the cue ball starts on it.
pub const HEAD_STRING: f64 = -0.635;

/// The x coordinate of the first ball of the rack, in metres; its y is zero.
pub const FOOT_SPOT: f64 = 0.635;

/// Default distance between neighbours of the rack, in metres; racking by hand leaves 1e-5 to 1e-4.
pub const RACK_GAP: f64 = 5.0e-5;
