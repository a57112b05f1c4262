//! The record of all ticks, to scrub through: the ring of the plugin forgets what came after a snapshot
//! when that is restored, and this one does not until a tick is made.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::Snapshot;

/// So many ticks are kept: a minute.
const MOST: usize = 3840;

/// The snapshots of the last ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Record {
    snapshots: Vec<Snapshot<DVec2>>,
    /// The place in the record that is wanted.
    pub wanted: Option<usize>,
}

impl Record {
    /// How many ticks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.snapshots.len()
    }

    /// The place of a tick in the record, or of the last one before it.
    #[must_use]
    pub fn place_of(&self, tick: u64) -> usize {
        self.snapshots.partition_point(|snapshot| snapshot.tick() <= tick).saturating_sub(1)
    }
}

/// After a tick, forgets what came after it once and records it.
pub fn record(snapshots: Snapshots<DVec2>, mut record: ResMut<Record>) {
    let now = snapshots.take();
    record.snapshots.retain(|old| old.tick() < now.tick());
    record.snapshots.push(now);
    let extra = record.snapshots.len().saturating_sub(MOST);
    record.snapshots.drain(..extra);
}

/// The key B goes back by a tick.
pub fn step_back(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Elastic>>,
    mut record: ResMut<Record>,
) {
    if keys.just_pressed(KeyCode::KeyB) && record.len() > 0 {
        record.wanted = Some(record.place_of(time.tick()).saturating_sub(1));
    }
}

/// Goes to the place that is wanted.
pub fn scrub(mut snapshots: Snapshots<DVec2>, mut record: ResMut<Record>) {
    if let Some(place) = record.bypass_change_detection().wanted
        && let Some(snapshot) = record.snapshots.get(place)
    {
        snapshots.restore(snapshot);
    }
}

/// The clock stands while someone scrubs.
pub fn stand(mut record: ResMut<Record>, mut time: ResMut<Time<Elastic>>) {
    if record.bypass_change_detection().wanted.take().is_some() {
        time.pause();
    }
}
