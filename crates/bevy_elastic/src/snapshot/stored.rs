//! The written form of a snapshot, in which the key of each body stands for its entity.

use std::time::Duration;

use bevy_math::DQuat;
use serde::{Deserialize, Serialize};

/// The version of the written form. The world of the core has one of its own.
const FORMAT: u32 = 1;

/// The written form of a snapshot of a world.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored<W> {
    format: u32,
    /// The number of axes.
    dimension: usize,
    pub(super) tick: u64,
    pub(super) elapsed: Duration,
    /// How balls on a cloth are turned, by their keys.
    pub(super) orientations: Vec<(u64, DQuat)>,
    pub(super) world: W,
}

impl<W> Stored<W> {
    /// The form of a world with so many axes, at this tick.
    pub(super) fn new(
        dimension: usize,
        (tick, elapsed): (u64, Duration),
        mut orientations: Vec<(u64, DQuat)>,
        world: W,
    ) -> Self {
        orientations.sort_unstable_by_key(|(key, _)| *key);
        Self { format: FORMAT, dimension, tick, elapsed, orientations, world }
    }

    /// Refuses what no snapshot of a world with so many axes can be, with the reason. The world has checked itself.
    pub(super) fn check(&self, dimension: usize) -> Result<(), String> {
        if self.format != FORMAT {
            let format = self.format;
            return Err(format!("the snapshot is written in format {format}, not {FORMAT}"));
        }
        if self.dimension != dimension {
            return Err(format!("the snapshot has {} axes, not {dimension}", self.dimension));
        }
        match self.orientations.iter().all(|(_, turned)| turned.is_normalized()) {
            true => Ok(()),
            false => Err("an orientation is no rotation".to_owned()),
        }
    }
}
