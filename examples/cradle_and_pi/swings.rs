//! The record of the displacements of the cradle's balls.

use std::collections::VecDeque;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::cradle::{BALLS, Bob};

/// The length of the record, in ticks.
const MAX_TICKS: usize = 320;

/// The displacements at the ends of the last ticks: the time in seconds, and the displacement of each ball in
/// metres.
#[derive(Resource, Clone, Debug, Default)]
pub struct Swings(pub VecDeque<(f64, [f64; BALLS])>);

/// Records the displacements at the end of a tick.
pub fn record_swings(
    bobs: Query<(&Bob, &Position<DVec2>)>,
    time: Res<Time<Elastic>>,
    mut swings: ResMut<Swings>,
) {
    let seconds = time.tick() as f64 * time.tick_seconds();
    let swings = &mut swings.0;
    // After a rewind, or while the clock is paused, the record ends before the present.
    while swings.back().is_some_and(|last| last.0 >= seconds) {
        swings.pop_back();
    }
    let mut displacements = [0.0; BALLS];
    for (bob, place) in &bobs {
        displacements[bob.number] = place.0.x - bob.rest;
    }
    swings.push_back((seconds, displacements));
    while swings.len() > MAX_TICKS {
        swings.pop_front();
    }
}
