//! How have the balls of the cradle swung?

use std::collections::VecDeque;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::cradle::{BALLS, Bob};

/// How much of the swings is remembered, in ticks.
const TICKS: usize = 320;

/// Where the balls were at the ends of the last ticks: seconds, then the way from rest of each.
#[derive(Resource, Clone, Debug, Default)]
pub struct Swings(pub VecDeque<(f64, [f64; BALLS])>);

/// Remembers where the balls are at the end of a tick.
pub fn note_swings(
    bobs: Query<(&Bob, &Position<DVec2>)>,
    time: Res<Time<Elastic>>,
    mut swings: ResMut<Swings>,
) {
    let seconds = time.tick() as f64 * time.tick_seconds();
    let swings = &mut swings.0;
    // The clock may have gone back, or stand.
    while swings.back().is_some_and(|last| last.0 >= seconds) {
        swings.pop_back();
    }
    let mut ways = [0.0; BALLS];
    for (bob, place) in &bobs {
        ways[bob.number] = place.0.x - bob.rest;
    }
    swings.push_back((seconds, ways));
    while swings.len() > TICKS {
        swings.pop_front();
    }
}
