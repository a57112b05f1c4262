//! When is the next tick, and which instant is seen?
//!
//! `Time<Elastic>` runs beside Bevy's clocks. The length of a tick never changes with the speed, or a
//! game would play differently in slow motion; the speed changes how many ticks a second has.

use std::time::Duration;

use bevy_time::Time;

/// The context of `Time<Elastic>`; see [`ElasticTime`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    paused: bool,
    speed: f64,
    /// Ticks that are due: the fraction of one that has gathered, and more at high speed.
    due: f64,
    /// Ticks that are wanted although the clock is paused.
    requested: u32,
    seeking: bool,
    ticking: bool,
    tick: u64,
    dt: Duration,
    /// The instant inside the last tick that is seen, as a fraction of it.
    view: f64,
}

impl Default for Elastic {
    fn default() -> Self {
        Self {
            paused: false,
            speed: 1.0,
            due: 0.0,
            requested: 0,
            seeking: false,
            ticking: false,
            tick: 0,
            dt: Duration::from_micros(15_625),
            view: 1.0,
        }
    }
}

/// The controls of `Time<Elastic>`.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_time::Time;
///
/// let mut time = Time::<Elastic>::default();
/// time.set_speed(0.25);
/// time.pause();
/// time.request_ticks(1);
/// assert!(time.is_paused());
/// ```
pub trait ElasticTime {
    /// Stops the clock at the instant that is seen.
    fn pause(&mut self);

    /// Lets the clock run again.
    fn unpause(&mut self);

    /// Whether the clock stands.
    fn is_paused(&self) -> bool;

    /// Sets how many seconds of the game pass in a second; not below zero. NaN is ignored.
    fn set_speed(&mut self, speed: f64);

    /// How many seconds of the game pass in a second.
    fn speed(&self) -> f64;

    /// Makes this many ticks although the clock is paused, one in each fixed update.
    fn request_ticks(&mut self, ticks: u32);

    /// Pauses, and moves what is seen to the next impact: inside the last tick if there is one after
    /// the instant seen, or else in the first tick to come that has one.
    fn seek_impact(&mut self);

    /// Whether an impact is being sought.
    fn is_seeking(&self) -> bool;

    /// The number of ticks made so far.
    fn tick(&self) -> u64;

    /// The length of a tick in seconds.
    fn tick_seconds(&self) -> f64;

    /// The instant inside the last tick that is seen, 0 its start and 1 its end.
    fn view(&self) -> f64;
}

impl ElasticTime for Time<Elastic> {
    fn pause(&mut self) {
        self.context_mut().paused = true;
    }

    fn unpause(&mut self) {
        let clock = self.context_mut();
        clock.paused = false;
        clock.seeking = false;
    }

    fn is_paused(&self) -> bool {
        self.context().paused
    }

    fn set_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            self.context_mut().speed = speed.clamp(0.0, f64::MAX);
        }
    }

    fn speed(&self) -> f64 {
        self.context().speed
    }

    fn request_ticks(&mut self, ticks: u32) {
        let clock = self.context_mut();
        clock.requested = clock.requested.saturating_add(ticks);
    }

    fn seek_impact(&mut self) {
        let clock = self.context_mut();
        clock.paused = true;
        clock.seeking = true;
    }

    fn is_seeking(&self) -> bool {
        self.context().seeking
    }

    fn tick(&self) -> u64 {
        self.context().tick
    }

    fn tick_seconds(&self) -> f64 {
        self.context().dt.as_secs_f64()
    }

    fn view(&self) -> f64 {
        self.context().view
    }
}

impl Elastic {
    /// A fixed update has come: decides whether a tick is made in it.
    pub(crate) fn update(&mut self) {
        if self.paused {
            self.ticking = self.requested > 0;
            self.requested = self.requested.saturating_sub(1);
            return;
        }
        self.due += self.speed;
        self.ticking = self.due >= 1.0;
        if self.ticking {
            self.due -= 1.0;
        }
    }

    /// Whether another tick must be made before the next fixed update, because the speed is high.
    pub(crate) fn take_extra(&mut self) -> bool {
        let extra = !self.paused && self.due >= 1.0;
        if extra {
            self.due -= 1.0;
            self.ticking = true;
        }
        extra
    }

    /// Makes a tick whatever the clock says, in search of an impact.
    pub(crate) fn force(&mut self) {
        self.ticking = true;
    }

    pub(crate) fn is_ticking(&self) -> bool {
        self.ticking
    }

    pub(crate) fn set_dt(&mut self, dt: Duration) {
        self.dt = dt;
    }

    pub(crate) fn dt(&self) -> Duration {
        self.dt
    }

    /// A tick has been made.
    pub(crate) fn end_tick(&mut self) {
        self.ticking = false;
        self.tick += 1;
        if self.paused {
            self.view = if self.seeking { 0.0 } else { 1.0 };
        }
    }

    /// The frame lies this fraction of a fixed update after the last one.
    pub(crate) fn see(&mut self, overstep: f64) {
        if !self.paused {
            self.view = (self.due + f64::min(self.speed, 1.0) * overstep).min(1.0);
        }
    }

    /// The impact that was sought is at this instant; or nothing moves, and the tick's end is seen.
    pub(crate) fn found(&mut self, view: f64) {
        self.seeking = false;
        self.view = view;
    }

    /// Goes back to an earlier tick, at its end.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.tick = tick;
        self.due = 0.0;
        self.seeking = false;
        self.view = 1.0;
    }
}
