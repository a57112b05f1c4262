//! The part of the game that the frames between two fixed updates display.

/// An interval of the game, measured in ticks.
///
/// A fixed update displays an interval as long as the speed of the clock, and makes the ticks that reach to its
/// end. An interval may begin inside one tick and end inside another:
///
/// ```text
///   ticks made    |----1----|----2----|
///   interval           [== length ==]     the excess of the ticks: what they reach beyond it
///   overstep           0            1
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Interval {
    length: f64,
    /// From the end of the interval to the end of the last tick; below 1.
    excess: f64,
    /// From the start of the next interval to the end of the last tick.
    next_start: f64,
    /// Whether frames display this interval. While the clock is paused they display one instant.
    is_displayed: bool,
}

/// What rounding may leave of a sum of speeds that ends with a tick, in ticks.
const ROUNDING_TICKS: f64 = 1e-9;

/// The maximum number of earlier ticks that an interval displays. Without a limit a high speed would keep the paths
/// of very many ticks.
const MAX_PAST_TICKS: f64 = 64.0;

impl Interval {
    /// Begins the next interval and returns the number of ticks that it needs.
    pub(crate) fn begin(&mut self, speed: f64) -> u32 {
        // At whole speeds the interval ends with a tick. What slow motion or a pause has left over is displayed
        // within this one interval, or the game would stay that much later for ever.
        let is_whole = speed >= 1.0 && speed.fract() == 0.0;
        let excess = if is_whole { 0.0 } else { self.excess };
        let ticks = (speed - excess - ROUNDING_TICKS).ceil().max(0.0);
        self.excess = (excess + ticks - speed).max(0.0);
        self.length = self.next_start + ticks - self.excess;
        self.next_start = self.excess;
        self.is_displayed = true;
        // The speed is bounded, and so is the number of ticks.
        ticks as u32
    }

    /// Takes back ticks of this interval that are not made.
    pub(crate) fn cancel_ticks(&mut self, ticks: u32) {
        self.excess -= f64::from(ticks);
    }

    /// The number of ticks before the next one that the interval may still display.
    pub(crate) fn past_ticks(&self) -> usize {
        if !self.is_displayed {
            return 0;
        }
        (self.excess + self.length - ROUNDING_TICKS).ceil().clamp(1.0, MAX_PAST_TICKS) as usize - 1
    }

    /// The instant that a frame displays at this fraction of the fixed update, as a fraction of the last tick; `None`
    /// if the displayed instant does not move.
    pub(crate) fn displayed_fraction(&self, overstep: f64) -> Option<f64> {
        self.is_displayed.then(|| 1.0 - (self.excess + self.length * (1.0 - overstep)).max(0.0))
    }

    /// Ends the interval at an instant, given as a fraction of the last tick. The next interval begins there.
    pub(crate) fn stop_at(&mut self, fraction: f64) {
        self.next_start = 1.0 - fraction;
        self.excess = 0.0;
        self.is_displayed = false;
    }
}
