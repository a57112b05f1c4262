//! Plays a break by itself while the window is filmed: it aims, strikes, and rewinds to the rack at the end, so
//! that the film repeats without a jump.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::Snapshot;
use harness::capture::film::Film;

use crate::aim::{Aim, Stroke};
use crate::args::BilliardsArgs;
use crate::game::{Phase, Session};
use crate::table::bodies::Balls;

/// The default speed of the break, in metres a second.
const BREAK_SPEED: f64 = 9.0;

/// The time until the cue has turned to the rack, in seconds of the film.
const TURN_END: f64 = 0.7;

/// The time until the cue has been pulled back, in seconds of the film.
const PULL_END: f64 = 1.4;

/// The time of the stroke, in seconds of the film.
const STROKE: f64 = 1.6;

/// The duration of the rewind, in seconds.
const REWIND: f64 = 0.9;

/// The duration of the still picture after the rewind, in seconds.
const PAUSE: f64 = 0.25;

/// The angle between the cue and the rack at the start, in radians.
const START_ANGLE: f64 = 0.16;

/// The power before the cue is pulled back.
const START_POWER: f64 = 0.25;

/// The demonstration of a recorded break.
#[derive(Resource, Debug)]
pub struct Demonstration {
    /// The speed of the break, in metres a second.
    speed: f64,
    /// The table after each update since the stroke, for the rewind.
    tables: Vec<Snapshot<DVec2>>,
}

impl Demonstration {
    /// The demonstration of the command line.
    #[must_use]
    pub fn new(args: &BilliardsArgs) -> Self {
        Self { speed: args.break_speed.unwrap_or(BREAK_SPEED), tables: Vec::new() }
    }
}

/// Aims and strikes.
pub fn play(
    film: Res<Film>,
    demonstration: Res<Demonstration>,
    balls: Res<Balls>,
    mut aim: ResMut<Aim>,
    mut session: ResMut<Session>,
    mut stroke: Stroke,
) {
    // After the stroke the tables are saved.
    if session.state.phase != Phase::Aiming || !demonstration.tables.is_empty() {
        return;
    }
    let seconds = film.seconds();
    if seconds < STROKE {
        let turn = ease(seconds / TURN_END);
        let pull = ease((seconds - TURN_END) / (PULL_END - TURN_END));
        let power = START_POWER.lerp(Aim::power_for(demonstration.speed), pull);
        aim.hold(START_ANGLE * (1.0 - turn), power);
    } else {
        // The stroke of the last forecast, so that the shot is the one that the aim line has shown.
        stroke.strike(&balls, aim.shot(), &mut session);
    }
}

/// Saves the table after every update of the shot, restores the tables in reverse order at the end, and finally
/// undoes the shot.
pub fn rewind(
    film: Res<Film>,
    mut demonstration: ResMut<Demonstration>,
    mut aim: ResMut<Aim>,
    mut session: ResMut<Session>,
    mut snapshots: Snapshots<DVec2>,
) {
    let start = film.duration() - REWIND - PAUSE;
    let seconds = film.seconds();
    if seconds < STROKE {
        return;
    }
    if seconds < start {
        demonstration.tables.push(snapshots.take());
    } else if seconds < start + REWIND {
        let share = 1.0 - ease((seconds - start) / REWIND);
        let last = demonstration.tables.len().saturating_sub(1);
        // Not the first table, in which the balls are at rest and the shot would be judged.
        let index = ((share * last as f64).round() as usize).max(1);
        if let Some(table) = demonstration.tables.get(index) {
            snapshots.restore(table);
        }
    } else if let Some(table) = session.undo() {
        snapshots.restore(&table);
        aim.hold(START_ANGLE, START_POWER);
    }
}

/// A smooth step from 0 to 1 over the unit interval, `3x^2 - 2x^3`.
fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ease_is_smooth_between_its_ends() {
        assert_eq!([-1.0, 0.0, 0.5, 1.0, 2.0].map(ease), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert!(ease(0.01) < 1e-3 && ease(0.99) > 1.0 - 1e-3);
    }

    #[test]
    fn power_for_speed_gives_speed() {
        let mut aim = Aim::default();
        aim.hold(0.0, Aim::power_for(BREAK_SPEED));
        assert!((aim.shot().velocity - DVec2::X * BREAK_SPEED).length() < 1e-12);
    }
}
