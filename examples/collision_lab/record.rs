//! The record of the snapshots of all ticks, for scrubbing.
//!
//! A rewind of the plugin's buffer removes the later snapshots at once. This record keeps them until the
//! next tick, so that the player can scrub in both directions.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::Snapshot;

/// The maximum number of snapshots: one minute.
const MAX_SNAPSHOTS: usize = 3840;

/// The snapshots of the last ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Record {
    snapshots: Vec<Snapshot<DVec2>>,
    /// The index of the snapshot to restore next.
    pub wanted: Option<usize>,
}

impl Record {
    /// The number of snapshots.
    #[must_use]
    pub fn len(&self) -> usize {
        self.snapshots.len()
    }

    /// The index of the snapshot of a tick, or of the last one before it.
    #[must_use]
    pub fn index_of(&self, tick: u64) -> usize {
        self.snapshots.partition_point(|snapshot| snapshot.tick() <= tick).saturating_sub(1)
    }
}

/// After a tick, removes the snapshots of later ticks and adds its own.
pub fn record(snapshots: Snapshots<DVec2>, mut record: ResMut<Record>) {
    let now = snapshots.take();
    record.snapshots.retain(|old| old.tick() < now.tick());
    record.snapshots.push(now);
    let extra = record.snapshots.len().saturating_sub(MAX_SNAPSHOTS);
    record.snapshots.drain(..extra);
}

/// The key B goes back by a tick.
pub fn step_back(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Elastic>>,
    mut record: ResMut<Record>,
) {
    if keys.just_pressed(KeyCode::KeyB) && record.len() > 0 {
        record.wanted = Some(record.index_of(time.tick()).saturating_sub(1));
    }
}

/// Restores the snapshot that is wanted.
pub fn scrub(mut snapshots: Snapshots<DVec2>, mut record: ResMut<Record>) {
    if let Some(index) = record.bypass_change_detection().wanted
        && let Some(snapshot) = record.snapshots.get(index)
    {
        snapshots.restore(snapshot);
    }
}

/// Pauses the clock while the player scrubs.
pub fn pause_scrubbing(mut record: ResMut<Record>, mut time: ResMut<Time<Elastic>>) {
    if record.bypass_change_detection().wanted.take().is_some() {
        time.pause();
    }
}
