//! The flight of a free body: a parabola of time, and the time at which rolling resistance stops it.

use crate::vector::Vector;

/// The path of a body from the time its state was last rewritten: a parabola of time, exact until
/// the body's next event.
///
/// # Example
/// ```
/// use collide_core::flight::Flight;
/// use glam::DVec2;
///
/// // A billiard ball at 2 m/s on a cloth that takes 0.5 m/s every second rolls 4 m in 4 s.
/// let flight = Flight::new(0.0, DVec2::ZERO, DVec2::new(2.0, 0.0), DVec2::ZERO, 0.5);
/// assert_eq!(flight.stop, 4.0);
/// assert_eq!(flight.position(4.0), DVec2::new(4.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight<V: Vector> {
    /// When the state below was true, in seconds from the start of the step.
    pub start: f64,
    /// The position at `start`.
    pub origin: V,
    /// The velocity at `start`.
    pub launch: V,
    /// The constant acceleration.
    pub acceleration: V,
    /// When the motion along `launch` ends because resistance has eaten it, in seconds from the start
    /// of the step; infinite if never. The flight is not valid after it.
    pub stop: f64,
}

impl<V: Vector> Flight<V> {
    /// A flight under the acceleration `pull` and a rolling resistance.
    ///
    /// Resistance opposes the velocity at `start`, with which it is exact as long as `pull` is zero
    /// or along the velocity. A body at rest stays so while `pull` is no stronger than the resistance.
    #[inline]
    #[must_use]
    pub fn new(start: f64, origin: V, launch: V, pull: V, resistance: f64) -> Self {
        let (acceleration, after) = if resistance == 0.0 {
            (pull, f64::INFINITY)
        } else {
            resisted(launch, pull, resistance)
        };
        Self { start, origin, launch, acceleration, stop: start + after }
    }

    /// The same flight with another acceleration, which ends where the body stops if it `resists`.
    #[must_use]
    pub(crate) fn bent(self, acceleration: V, resists: bool) -> Self {
        if acceleration == self.acceleration {
            return self;
        }
        let speed = self.launch.length();
        let deceleration = -acceleration.dot(self.launch) / speed;
        let stops = resists && speed > 0.0 && deceleration > 0.0;
        let stop = if stops { self.start + speed / deceleration } else { f64::INFINITY };
        Self { acceleration, stop, ..self }
    }

    /// The flight of a body that neither moves nor accelerates.
    #[must_use]
    pub fn at_rest(start: f64, origin: V) -> Self {
        Self { start, origin, launch: V::ZERO, acceleration: V::ZERO, stop: f64::INFINITY }
    }

    /// Whether the position changes at all.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.launch != V::ZERO || self.acceleration != V::ZERO
    }

    /// The position at `time`, in seconds from the start of the step.
    #[must_use]
    pub fn position(&self, time: f64) -> V {
        let elapsed = time - self.start;
        self.origin + (self.launch + self.acceleration * (0.5 * elapsed)) * elapsed
    }

    /// The velocity at `time`; exactly zero along the launch when that is the time of the stop.
    #[must_use]
    pub fn velocity(&self, time: f64) -> V {
        let elapsed = time - self.start;
        let velocity = self.launch + self.acceleration * elapsed;
        if time < self.stop {
            return velocity;
        }
        // What remains at the stop is across the launch, and nothing without a pull across.
        let along = velocity.dot(self.launch) / self.launch.length_squared();
        let across = velocity - self.launch * along;
        if across.length_squared() <= (1e-12 * 1e-12) * self.launch.length_squared() {
            V::ZERO
        } else {
            across
        }
    }
}

/// The acceleration under a pull and a resistance, and after what time they have eaten the motion.
#[inline(never)]
fn resisted<V: Vector>(launch: V, pull: V, resistance: f64) -> (V, f64) {
    let speed = launch.length();
    if speed > 0.0 {
        let direction = launch / speed;
        let deceleration = resistance - pull.dot(direction);
        let after = if deceleration > 0.0 { speed / deceleration } else { f64::INFINITY };
        return (pull - direction * resistance, after);
    }
    let strength = pull.length();
    let acceleration =
        if strength > resistance { pull * (1.0 - resistance / strength) } else { V::ZERO };
    (acceleration, f64::INFINITY)
}
