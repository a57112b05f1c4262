//! Slow motion near the burst of clacks.
//!
//! The heavier the one block, the more clacks fall into the instant in which it turns round: of 314159
//! all but a few in one tick. The forecast tells when the next ones come, and the clock is set so that
//! about equally many are seen in every second.

use std::time::Duration;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::event::ElasticEvent;
use bevy_elastic::prelude::*;
use harness::keys::Overlays;

use crate::args::Experiment;
use crate::blocks::clacks;
use crate::path::Path;
use crate::stage::Stage;

/// The burst takes about so many seconds of the player.
const BURST: f64 = 16.0;

/// Slower than this nothing needs to be, in clacks in a second of the player.
const LEAST_PACE: f64 = 8.0;

/// How fast the game runs.
#[derive(Resource, Clone, Debug)]
pub struct Pace {
    /// Whether bursts are slowed down.
    pub slow: bool,
    /// The speed outside of bursts.
    pub speed: f64,
    /// When the clacks after the present are, in seconds of the game, as far as was looked ahead.
    ahead: Vec<f64>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { slow: true, speed: 1.0, ahead: Vec::new() }
    }
}

/// How many ticks are looked ahead: as many as two frames make, so that the clock is slow before the tick
/// of the burst begins; or a second where the player wants to see what comes.
#[must_use]
pub fn horizon(shown: &Overlays) -> u32 {
    if shown.paths { 64 } else { 4 }
}

/// The longest frame: two ticks. On a slow machine the game is slower rather than past the burst before
/// the clock can be set.
pub const LONGEST_FRAME: Duration = Duration::from_micros(31_250);

/// Asks when the next clacks are.
pub fn look_ahead(
    stage: Res<Stage>,
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    mut forecast: Forecast<DVec2>,
    mut pace: ResMut<Pace>,
) {
    pace.ahead.clear();
    if stage.experiment == Experiment::Blocks {
        let future = forecast.predict(&[], horizon(&shown));
        let clacks = future.events.iter().filter_map(|event| match event {
            ElasticEvent::Collided(clack) => {
                Some(clack.tick as f64 * time.tick_seconds() + clack.time)
            }
            _ => None,
        });
        pace.ahead.extend(clacks);
    }
}

/// The keys by which the player sets the speed. They are read here as well, since in a burst the clock is
/// far from the speed that the player has set.
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

/// Sets the clock for the frames to come.
pub fn set_clock(
    stage: Res<Stage>,
    path: Res<Path>,
    pace: Res<Pace>,
    mut time: ResMut<Time<Elastic>>,
) {
    // The blocks would only fly out of the picture in search of a clack when there is none to come.
    if stage.experiment == Experiment::Blocks
        && time.is_seeking()
        && path.is_over(path.clacks.len())
    {
        time.pause();
    }
    let known = |number: usize| {
        let made = path.clacks.get(number).map(|clack| clack.seconds);
        made.or_else(|| pace.ahead.get(number.checked_sub(path.clacks.len())?).copied())
    };
    let wanted = f64::max(clacks(stage.power) as f64 / BURST, LEAST_PACE);
    let burst = speed_for(wanted, path.seen, known).filter(|_| pace.slow);
    time.set_relative_speed(pace.speed * burst.unwrap_or(1.0).min(1.0));
}

/// The speed at which so many clacks are seen in a second of the player, judged by those of the next
/// eighth; nothing where fewer are known.
fn speed_for(wanted: f64, seen: usize, known: impl Fn(usize) -> Option<f64>) -> Option<f64> {
    let some = (wanted / 8.0).ceil() as usize;
    // From the clack before, or the clock would come ever slower to the next and never arrive.
    let (start, end) = (known(seen.checked_sub(1)?)?, known(seen + some)?);
    Some(wanted * (end - start) / (some + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_clacks_are_seen_as_wanted() {
        // A thousand in a second of the game, and ten are wanted.
        let known = |number: usize| (number < 100).then_some(number as f64 * 1e-3);
        let speed = speed_for(10.0, 5, known);
        assert!(speed.is_some_and(|speed| (speed - 0.01).abs() < 1e-15), "{speed:?}");
        assert_eq!(speed_for(10.0, 0, known), None);
        assert_eq!(speed_for(10.0, 99, known), None);
    }
}
