//! When is the next tick, and which instant is seen?
//!
//! `Time<Elastic>` runs beside Bevy's clocks. The length of a tick never changes with the speed, or a
//! game would play differently in slow motion; the speed changes how many ticks a second has.

use std::time::Duration;

use bevy_time::Time;

/// The context of `Time<Elastic>`; see [`ElasticTime`].
///
/// A fixed update shows an **interval** of the game as long as the speed, counted in ticks, and makes
/// the ticks that reach to its end. An interval may begin inside a tick and end inside another:
///
/// ```text
///   ticks made    |----1----|----2----|
///   interval           [=== span ===]
///                      o=0          o=1   ahead: what the ticks reach beyond it
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elastic {
    paused: bool,
    speed: f64,
    /// How far the ticks reach beyond the interval, in ticks; below 1.
    ahead: f64,
    /// How much of the game the interval shows, in ticks.
    span: f64,
    /// How far before the end of the last tick the next interval begins, in ticks.
    reached: f64,
    /// Whether an interval is being shown; not while the clock stands.
    running: bool,
    /// Ticks of this interval that are still to be made.
    owed: u32,
    /// Ticks that are wanted although the clock is paused.
    requested: u32,
    search: Option<SeekStatus>,
    /// The search ends when the clock tells so many seconds.
    search_end: f64,
    ticking: bool,
    tick: u64,
    dt: Duration,
    /// The instant that is seen, as a fraction of the last tick; below zero in the ticks before.
    view: f64,
}

/// What became of a search for an impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekStatus {
    /// It goes on in the next frame.
    Running,
    /// The clock stands at the instant of an impact.
    Found,
    /// There was none: nothing moves any more, or the time for the search has passed. The clock stands at the
    /// end of the last tick.
    NotFound,
}

/// How long [`ElasticTime::seek_impact`] searches, in seconds of the game.
pub const DEFAULT_SEEK_SECONDS: f64 = 60.0;

/// More would only freeze the game that asks for it.
const MOST_SPEED: f64 = 1024.0;

/// What rounding may leave of a sum of speeds that ends with a tick, in ticks.
const ROUNDING: f64 = 1e-9;

impl Default for Elastic {
    fn default() -> Self {
        Self {
            paused: false,
            speed: 1.0,
            ahead: 0.0,
            span: 0.0,
            reached: 0.0,
            running: false,
            owed: 0,
            requested: 0,
            search: None,
            search_end: 0.0,
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
/// time.set_relative_speed(0.25);
/// time.pause();
/// time.request_ticks(1);
/// assert!(time.is_paused());
/// ```
pub trait ElasticTime {
    /// Stops the clock at the instant that is seen, and ends a search.
    fn pause(&mut self);

    /// Lets the clock run again.
    fn unpause(&mut self);

    /// Whether the clock stands.
    fn is_paused(&self) -> bool;

    /// Sets how many seconds of the game pass in a second, from 0 to 1024. NaN is ignored.
    fn set_relative_speed(&mut self, speed: f64);

    /// How many seconds of the game pass in a second.
    fn relative_speed(&self) -> f64;

    /// Makes this many ticks although the clock is paused, one in each fixed update.
    fn request_ticks(&mut self, ticks: u32);

    /// Pauses, and moves what is seen to the next impact: inside the last tick if there is one after
    /// the instant seen, or else in the first tick to come that has one.
    ///
    /// The game is played on until then, as what it does decides what is hit. So the search ends in vain when
    /// nothing moves any more, or after [`DEFAULT_SEEK_SECONDS`] of the game: bodies may have parted for ever.
    /// [`seek_status`](Self::seek_status) tells which.
    fn seek_impact(&mut self) {
        self.seek_impact_within(DEFAULT_SEEK_SECONDS);
    }

    /// The same for at most this many seconds of the game. After 0 seconds or less, and NaN, only what is left of
    /// the last tick is searched; without an end, a search may never end.
    fn seek_impact_within(&mut self, seconds: f64);

    /// Whether an impact is being sought.
    fn is_seeking(&self) -> bool {
        self.seek_status() == Some(SeekStatus::Running)
    }

    /// What became of the last search for an impact; nothing if the clock was paused, set going or put back since.
    fn seek_status(&self) -> Option<SeekStatus>;

    /// The number of ticks made so far.
    fn tick(&self) -> u64;

    /// The length of a tick in seconds.
    fn tick_seconds(&self) -> f64;

    /// The instant that is seen, 0 at the start of the last tick and 1 at its end; below zero in the
    /// ticks before, at speeds that no whole number of ticks makes up.
    fn displayed_fraction(&self) -> f64;
}

impl ElasticTime for Time<Elastic> {
    fn pause(&mut self) {
        let clock = self.context_mut();
        clock.stand();
        clock.search = None;
    }

    fn unpause(&mut self) {
        let clock = self.context_mut();
        clock.paused = false;
        clock.search = None;
    }

    fn is_paused(&self) -> bool {
        self.context().paused
    }

    fn set_relative_speed(&mut self, speed: f64) {
        if !speed.is_nan() {
            self.context_mut().speed = speed.clamp(0.0, MOST_SPEED);
        }
    }

    fn relative_speed(&self) -> f64 {
        self.context().speed
    }

    fn request_ticks(&mut self, ticks: u32) {
        let clock = self.context_mut();
        clock.requested = clock.requested.saturating_add(ticks);
    }

    fn seek_impact_within(&mut self, seconds: f64) {
        let end = self.elapsed_secs_f64() + seconds.max(0.0);
        let clock = self.context_mut();
        clock.stand();
        clock.search = Some(SeekStatus::Running);
        clock.search_end = end;
    }

    fn seek_status(&self) -> Option<SeekStatus> {
        self.context().search
    }

    fn tick(&self) -> u64 {
        self.context().tick
    }

    fn tick_seconds(&self) -> f64 {
        self.context().dt.as_secs_f64()
    }

    fn displayed_fraction(&self) -> f64 {
        self.context().view
    }
}

impl Elastic {
    /// Pauses. Ticks that were still to be made in this fixed update are not.
    fn stand(&mut self) {
        self.paused = true;
        self.ahead -= f64::from(self.owed);
        self.owed = 0;
    }

    /// A fixed update has come: decides whether a tick is made in it.
    pub(crate) fn update(&mut self) {
        if self.paused {
            self.see(1.0);
            self.ticking = self.requested > 0;
            self.requested = self.requested.saturating_sub(1);
            return;
        }
        // At whole speeds the interval ends with a tick. What slow motion or a pause has left over is
        // shown within this one interval, or the game would be seen that much later for ever.
        let whole = self.speed >= 1.0 && self.speed.fract() == 0.0;
        let ahead = if whole { 0.0 } else { self.ahead };
        let ticks = (self.speed - ahead - ROUNDING).ceil().max(0.0);
        self.ahead = (ahead + ticks - self.speed).max(0.0);
        self.span = self.reached + ticks - self.ahead;
        self.reached = self.ahead;
        self.running = true;
        // The speed is bounded, and so is the number of ticks.
        self.owed = self.owed.saturating_add(ticks as u32);
        self.ticking = self.take_owed();
    }

    /// Whether another tick must be made before the next fixed update, because the speed is high.
    pub(crate) fn take_extra(&mut self) -> bool {
        self.ticking = self.take_owed();
        self.ticking
    }

    fn take_owed(&mut self) -> bool {
        let owes = self.owed > 0;
        self.owed = self.owed.saturating_sub(1);
        owes
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

    /// The state of the world is that of the end of another tick.
    pub(crate) fn count_tick(&mut self) {
        self.tick += 1;
        if self.paused {
            self.found(1.0);
        }
    }

    /// All has been told about the tick.
    pub(crate) fn end_tick(&mut self) {
        self.ticking = false;
    }

    /// How many ticks before the next one an interval may still show.
    pub(crate) fn past_ticks(&self) -> usize {
        // Without a limit a high speed would keep the paths of very many ticks.
        const MOST: f64 = 64.0;
        if !self.running {
            return 0;
        }
        (self.ahead + self.span - ROUNDING).ceil().clamp(1.0, MOST) as usize - 1
    }

    /// The frame lies this fraction of a fixed update after the last one.
    pub(crate) fn see(&mut self, overstep: f64) {
        if !self.running {
            return;
        }
        self.view = 1.0 - (self.ahead + self.span * (1.0 - overstep)).max(0.0);
        if self.paused {
            self.found(self.view);
        }
    }

    /// The clock stands at this instant of the last tick.
    pub(crate) fn found(&mut self, view: f64) {
        self.view = view;
        self.reached = 1.0 - view;
        self.ahead = 0.0;
        self.running = false;
    }

    /// Whether there is no time left for the search when the clock tells so many seconds.
    pub(crate) fn search_is_over(&self, seconds: f64) -> bool {
        seconds >= self.search_end
    }

    /// The impact that was sought has been found, or there is none.
    pub(crate) fn end_search(&mut self, search: SeekStatus) {
        self.search = Some(search);
    }

    /// Whether no tick will come by itself.
    pub(crate) fn stands(&self) -> bool {
        self.paused || self.speed == 0.0
    }

    /// Goes back to an earlier tick, at its end. What is left of the present tick is not made.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.tick = tick;
        self.owed = 0;
        self.search = None;
        self.ticking = false;
        self.found(1.0);
    }
}
