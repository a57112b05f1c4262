//! The clock `Time<Elastic>`: its state, and the controls for a game.
//!
//! The length of a tick never changes with the speed, or a game would play differently in slow motion. The speed
//! changes the number of ticks per second.

use std::time::Duration;

use bevy_time::Time;

use crate::time::interval::Interval;

/// The context of `Time<Elastic>`; the controls are in [`ElasticTime`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    is_paused: bool,
    speed: f64,
    interval: Interval,
    /// The ticks of the interval that are not made yet.
    owed_ticks: u32,
    /// The ticks to make although the clock is paused.
    requested_ticks: u32,
    seek: Seek,
    is_ticking: bool,
    tick: u64,
    dt: Duration,
    /// The instant that is displayed, as a fraction of the last tick; negative in the ticks before.
    displayed_fraction: f64,
}

/// The search for the next impact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seek {
    status: Option<SeekStatus>,
    /// The elapsed time of the clock at which the search ends, in seconds.
    end_seconds: f64,
}

/// The state of a search for an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekStatus {
    /// The search goes on in the next frame.
    Running,
    /// The clock is paused at the instant of an impact.
    Found,
    /// There was no impact: nothing moves any more, or the time limit of the search was reached. The clock is paused
    /// at the end of the last tick.
    NotFound,
}

/// The time limit of [`ElasticTime::seek_impact`], in seconds of the game.
pub const DEFAULT_SEEK_SECONDS: f64 = 60.0;

/// The largest speed. A larger one would only freeze the game that sets it.
const MAX_SPEED: f64 = 1024.0;

impl Default for Elastic {
    fn default() -> Self {
        Self {
            is_paused: false,
            speed: 1.0,
            interval: Interval::default(),
            owed_ticks: 0,
            requested_ticks: 0,
            seek: Seek::default(),
            is_ticking: false,
            tick: 0,
            dt: Duration::from_micros(15_625),
            displayed_fraction: 1.0,
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
/// time.set_relative_speed(0.25);
/// time.pause();
/// time.request_ticks(1);
/// assert!(time.is_paused());
/// ```
pub trait ElasticTime {
    /// Pauses the clock at the instant that is displayed, and ends a search for an impact.
    fn pause(&mut self);

    /// Lets the clock run again.
    fn unpause(&mut self);

    /// Whether the clock is paused.
    fn is_paused(&self) -> bool;

    /// Sets how many seconds of the game pass in a second, from 0 to 1024. Other values are clamped; NaN is ignored.
    fn set_relative_speed(&mut self, speed: f64);

    /// The number of seconds of the game that pass in a second.
    fn relative_speed(&self) -> f64;

    /// Makes this many ticks although the clock is paused, one in each fixed update.
    fn request_ticks(&mut self, ticks: u32);

    /// Pauses the clock and moves the displayed instant to the next impact.
    ///
    /// If the last tick has an impact after the displayed instant, that one is next; otherwise it is the first impact
    /// in the ticks to come.
    ///
    /// The ticks until then are made with all systems of the game, because these decide what is hit. Bodies may have
    /// separated for ever, so the search ends without a result when nothing moves any more, or after
    /// [`DEFAULT_SEEK_SECONDS`] of the game. [`seek_status`](Self::seek_status) returns the result.
    fn seek_impact(&mut self) {
        self.seek_impact_within(DEFAULT_SEEK_SECONDS);
    }

    /// The same as [`seek_impact`](Self::seek_impact), for at most this many seconds of the game.
    ///
    /// With 0, a negative number or NaN, only the rest of the last tick is searched. With infinity a search may never
    /// end.
    fn seek_impact_within(&mut self, seconds: f64);

    /// Whether a search for an impact is running.
    fn is_seeking(&self) -> bool {
        self.seek_status() == Some(SeekStatus::Running)
    }

    /// The state of the last search for an impact; `None` if the clock was paused, unpaused or rewound since.
    fn seek_status(&self) -> Option<SeekStatus>;

    /// The number of ticks made so far.
    fn tick(&self) -> u64;

    /// The length of a tick in seconds.
    fn tick_seconds(&self) -> f64;

    /// The instant that is displayed, as a fraction of the last tick: 0 at its start and 1 at its end.
    ///
    /// It is negative in earlier ticks, which are displayed at speeds that are not a whole number of ticks.
    fn displayed_fraction(&self) -> f64;
}

impl ElasticTime for Time<Elastic> {
    fn pause(&mut self) {
        let clock = self.context_mut();
        clock.pause();
        clock.seek.status = None;
    }

    fn unpause(&mut self) {
        let clock = self.context_mut();
        clock.is_paused = false;
        clock.seek.status = None;
    }

    fn is_paused(&self) -> bool {
        self.context().is_paused
    }

    fn set_relative_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            self.context_mut().speed = speed.clamp(0.0, MAX_SPEED);
        }
    }

    fn relative_speed(&self) -> f64 {
        self.context().speed
    }

    fn request_ticks(&mut self, ticks: u32) {
        let clock = self.context_mut();
        clock.requested_ticks = clock.requested_ticks.saturating_add(ticks);
    }

    fn seek_impact_within(&mut self, seconds: f64) {
        let end_seconds = self.elapsed_secs_f64() + seconds.max(0.0);
        let clock = self.context_mut();
        clock.pause();
        clock.seek = Seek { status: Some(SeekStatus::Running), end_seconds };
    }

    fn seek_status(&self) -> Option<SeekStatus> {
        self.context().seek.status
    }

    fn tick(&self) -> u64 {
        self.context().tick
    }

    fn tick_seconds(&self) -> f64 {
        self.context().dt.as_secs_f64()
    }

    fn displayed_fraction(&self) -> f64 {
        self.context().displayed_fraction
    }
}

impl Elastic {
    /// Pauses. The ticks that this fixed update still owes are not made.
    fn pause(&mut self) {
        self.is_paused = true;
        self.interval.cancel_ticks(self.owed_ticks);
        self.owed_ticks = 0;
    }

    /// Decides at the start of a fixed update whether it makes a tick.
    pub(crate) fn begin_update(&mut self) {
        if self.is_paused {
            self.display(1.0);
            self.is_ticking = self.requested_ticks > 0;
            self.requested_ticks = self.requested_ticks.saturating_sub(1);
            return;
        }
        let ticks = self.interval.begin(self.speed);
        self.owed_ticks = self.owed_ticks.saturating_add(ticks);
        self.is_ticking = self.take_owed_tick();
    }

    /// Whether another tick must be made before the next fixed update, because the speed is high. Begins it if so.
    pub(crate) fn begin_extra_tick(&mut self) -> bool {
        self.is_ticking = self.take_owed_tick();
        self.is_ticking
    }

    fn take_owed_tick(&mut self) -> bool {
        let is_owed = self.owed_ticks > 0;
        self.owed_ticks = self.owed_ticks.saturating_sub(1);
        is_owed
    }

    /// Begins a tick in search of an impact, whether the clock is paused or not.
    pub(crate) fn force_tick(&mut self) {
        self.is_ticking = true;
    }

    pub(crate) fn is_ticking(&self) -> bool {
        self.is_ticking
    }

    pub(crate) fn set_dt(&mut self, dt: Duration) {
        self.dt = dt;
    }

    pub(crate) fn dt(&self) -> Duration {
        self.dt
    }

    /// Counts a tick. From here on the state of the simulation is that of its end.
    pub(crate) fn count_tick(&mut self) {
        self.tick += 1;
        if self.is_paused {
            self.stop_at(1.0);
        }
    }

    /// Ends a tick, after all its events have been reported.
    pub(crate) fn end_tick(&mut self) {
        self.is_ticking = false;
    }

    /// The number of ticks before the next one that frames may still display.
    pub(crate) fn past_ticks(&self) -> usize {
        self.interval.past_ticks()
    }

    /// Moves the displayed instant to that of a frame, which lies this fraction of a fixed update after the last one.
    pub(crate) fn display(&mut self, overstep: f64) {
        let Some(fraction) = self.interval.displayed_fraction(overstep) else { return };
        self.displayed_fraction = fraction;
        if self.is_paused {
            self.stop_at(fraction);
        }
    }

    /// Displays this instant, a fraction of the last tick, until the clock runs again.
    pub(crate) fn stop_at(&mut self, fraction: f64) {
        self.displayed_fraction = fraction;
        self.interval.stop_at(fraction);
    }

    /// Whether the time limit of the search is reached at this elapsed time of the clock.
    pub(crate) fn is_seek_over(&self, elapsed_seconds: f64) -> bool {
        elapsed_seconds >= self.seek.end_seconds
    }

    /// Ends the search with this result.
    pub(crate) fn end_seek(&mut self, result: SeekStatus) {
        self.seek.status = Some(result);
    }

    /// Whether no tick comes by itself: the clock is paused, or its speed is 0.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_paused || self.speed == 0.0
    }

    /// Goes back to the end of an earlier tick. The ticks that the present fixed update still owes are not made.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.tick = tick;
        self.owed_ticks = 0;
        self.seek.status = None;
        self.is_ticking = false;
        self.stop_at(1.0);
    }
}
