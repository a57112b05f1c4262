//! Slow motion during the burst of clacks.
//!
//! The heavier the block, the shorter the burst of clacks in which it turns round: of 314159 clacks all but a
//! few occur in one tick. The forecast gives the times of the next clacks, and the clock is set to a speed at
//! which about equally many are displayed every second.

use std::time::Duration;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::prelude::*;
use harness::keys::Overlays;

use crate::args::Experiment;
use crate::blocks::clacks;
use crate::path::Path;
use crate::stage::Stage;

/// The duration of the burst in slow motion, in seconds of frame time.
const BURST_SECONDS: f64 = 16.0;

/// The minimum rate in slow motion, in clacks per second of frame time.
const MIN_CLACK_RATE: f64 = 8.0;

/// The speed of the game.
#[derive(Resource, Clone, Debug)]
pub struct Pace {
    /// Whether bursts are slowed down.
    pub slow: bool,
    /// The speed outside of bursts.
    pub speed: f64,
    /// The times of the predicted clacks, in seconds of game time.
    predicted: Vec<f64>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { slow: true, speed: 1.0, predicted: Vec::new() }
    }
}

/// The length of the forecast in ticks. It covers two of the longest frames, so that the clock is slow before
/// the tick of the burst starts, or one second if predicted positions are drawn.
#[must_use]
pub fn horizon(shown: &Overlays) -> u32 {
    if shown.paths { 64 } else { 4 }
}

/// The longest frame: two ticks. On a slow machine the game runs slower, so that it does not pass the burst
/// before the clock is set.
pub const LONGEST_FRAME: Duration = Duration::from_micros(31_250);

/// Predicts the times of the next clacks.
pub fn predict_clacks(
    stage: Res<Stage>,
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    mut forecast: Forecast<DVec2>,
    mut pace: ResMut<Pace>,
) {
    pace.predicted.clear();
    if stage.experiment == Experiment::Blocks {
        let future = forecast.predict(&[], horizon(&shown));
        let clacks = future.events.iter().filter_map(|event| match event {
            ElasticEvent::Collided(clack) => {
                Some(clack.tick as f64 * time.tick_seconds() + clack.time)
            }
            _ => None,
        });
        pace.predicted.extend(clacks);
    }
}

/// The keys for the speed. They are read here too, because in a burst the speed of the clock is not the one
/// that the player has chosen.
pub fn keys(keys: Res<ButtonInput<KeyCode>>, stage: Res<Stage>, mut pace: ResMut<Pace>) {
    if stage.is_changed() {
        pace.speed = 1.0;
    }
    if keys.just_pressed(KeyCode::KeyS) {
        pace.slow = !pace.slow;
    }
    if keys.just_pressed(KeyCode::BracketLeft) {
        pace.speed = (pace.speed / 2.0).max(1.0 / 64.0);
    }
    if keys.just_pressed(KeyCode::BracketRight) {
        pace.speed = (pace.speed * 2.0).min(16.0);
    }
}

/// Sets the speed of the clock for the next frame.
pub fn set_clock(
    stage: Res<Stage>,
    path: Res<Path>,
    pace: Res<Pace>,
    mut time: ResMut<Time<Elastic>>,
) {
    // After the last clack a search for the next one would only move the blocks out of the picture.
    if stage.experiment == Experiment::Blocks
        && time.is_seeking()
        && path.is_over(path.clacks.len())
    {
        time.pause();
    }
    let known = |number: usize| {
        let recorded = path.clacks.get(number).map(|clack| clack.seconds);
        recorded.or_else(|| pace.predicted.get(number.checked_sub(path.clacks.len())?).copied())
    };
    let rate = f64::max(clacks(stage.power) as f64 / BURST_SECONDS, MIN_CLACK_RATE);
    let burst = speed_for(rate, path.displayed, known).filter(|_| pace.slow);
    time.set_relative_speed(pace.speed * burst.unwrap_or(1.0).min(1.0));
}

/// The speed of the clock that displays `rate` clacks per second of frame time, estimated from the clacks of
/// the next eighth of a second; `None` if fewer are known.
fn speed_for(rate: f64, displayed: usize, known: impl Fn(usize) -> Option<f64>) -> Option<f64> {
    let count = (rate / 8.0).ceil() as usize;
    // The interval starts at the previous clack. If it started at the displayed time, the clock would slow down
    // before every clack and never reach it.
    let (start, end) = (known(displayed.checked_sub(1)?)?, known(displayed + count)?);
    Some(rate * (end - start) / (count + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_for_gives_requested_rate() {
        // A thousand clacks per second of game time; the requested rate is ten.
        let known = |number: usize| (number < 100).then_some(number as f64 * 1e-3);
        let speed = speed_for(10.0, 5, known);
        assert!(speed.is_some_and(|speed| (speed - 0.01).abs() < 1e-15), "{speed:?}");
        assert_eq!(speed_for(10.0, 0, known), None);
        assert_eq!(speed_for(10.0, 99, known), None);
    }
}
