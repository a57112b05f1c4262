//! The reel: the table after each tick of the last shot, from which the shot is played again.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::Snapshot;

use crate::game::{Phase, Session};
use crate::look::cue::CueView;

/// How fast the shot is played again at first, in seconds of the game a second.
const SPEED: f64 = 0.25;

/// The last shot, tick by tick.
#[derive(Resource, Default)]
pub struct Reel {
    /// The table after each tick of the shot, in order.
    tables: Vec<Snapshot<DVec2>>,
    /// What to go back to, while the shot is played again.
    left: Option<Left>,
    /// The tick that was chosen on the timeline.
    pub wanted: Option<u64>,
}

/// The present that a replay has left.
struct Left {
    table: Snapshot<DVec2>,
    speed: f64,
    is_paused: bool,
    /// The number of the table of the session. If it changes, there is nothing to go back to.
    number: u32,
}

impl Reel {
    /// Whether a shot is played again.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.left.is_some()
    }

    /// The first and the last tick of the shot.
    #[must_use]
    pub fn ticks(&self) -> Option<[u64; 2]> {
        Some([self.tables.first()?.tick(), self.tables.last()?.tick()])
    }

    /// The table at a tick, or at the nearest one before it.
    fn table_at(&self, tick: u64) -> Option<&Snapshot<DVec2>> {
        let after = self.tables.partition_point(|table| table.tick() <= tick);
        self.tables.get(after.saturating_sub(1))
    }
}

/// Whether a shot is played again.
pub fn is_playing(reel: Res<Reel>) -> bool {
    reel.is_playing()
}

/// Saves the table after each tick of a shot.
pub fn record(
    session: Res<Session>,
    time: Res<Time<Elastic>>,
    snapshots: Snapshots<DVec2>,
    mut reel: ResMut<Reel>,
) {
    let rolls = session.state.phase == Phase::Rolling && !reel.is_playing();
    let (Some(shot), true, tick) = (session.shots.last(), rolls, time.tick()) else { return };
    // Of an earlier shot, or of what was rewound.
    reel.tables.retain(|table| table.tick() > shot.start && table.tick() < tick);
    if tick > shot.start {
        reel.tables.push(snapshots.take());
    }
}

/// B plays the last shot again, and goes back to the present. Left and Right show the events before and after.
pub fn control(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    time: Res<Time<Elastic>>,
    mut snapshots: Snapshots<DVec2>,
    mut reel: ResMut<Reel>,
    mut commands: Commands,
) {
    let toggles = keys.just_pressed(KeyCode::KeyB);
    let wanted = reel.wanted.take();
    let Some(left) = &reel.left else {
        if toggles && let Some(first) = first_of_last_shot(&session, &reel) {
            let (table, speed) = (snapshots.take(), time.relative_speed());
            let (is_paused, number) = (time.is_paused(), session.table);
            snapshots.restore(&first);
            commands.queue(|world: &mut World| set_clock(world, Some(SPEED), false));
            reel.left = Some(Left { table, speed, is_paused, number });
        }
        return;
    };
    let is_over = left.number != session.table;
    if toggles || is_over {
        if !is_over {
            snapshots.restore(&left.table);
        }
        let (speed, is_paused) = (left.speed, left.is_paused);
        commands.queue(move |world: &mut World| set_clock(world, Some(speed), is_paused));
        reel.left = None;
        return;
    }
    let Some([first, last]) = reel.ticks() else { return };
    let events = session.shots.last().into_iter().flat_map(|shot| &shot.events);
    // An event is seen at the end of its tick.
    let mut seen = events.map(|(tick, _)| (tick + 1).clamp(first, last));
    let now = time.tick();
    let wanted = if keys.just_pressed(KeyCode::ArrowRight) {
        seen.find(|tick| *tick > now)
    } else if keys.just_pressed(KeyCode::ArrowLeft) {
        seen.filter(|tick| *tick < now).last().or(Some(first))
    } else {
        wanted
    };
    if let Some(table) = wanted.and_then(|tick| reel.table_at(tick)) {
        snapshots.restore(table);
        commands.queue(|world: &mut World| set_clock(world, None, true));
    } else if now >= last && !time.is_paused() {
        commands.queue(|world: &mut World| set_clock(world, None, true));
    }
}

/// Sets the clock, which [`Snapshots`] reads.
fn set_clock(world: &mut World, speed: Option<f64>, is_paused: bool) {
    let mut time = world.resource_mut::<Time<Elastic>>();
    if let Some(speed) = speed {
        time.set_relative_speed(speed);
    }
    if is_paused { time.pause() } else { time.unpause() }
}

/// Hides the cue, which belongs to the present.
pub fn hide_cue(mut view: ResMut<CueView>) {
    view.set_if_neq(CueView { visible: false, ..*view });
}

/// The table after the first tick of the last shot, if that has ended and is on the reel.
fn first_of_last_shot(session: &Session, reel: &Reel) -> Option<Snapshot<DVec2>> {
    let shot = session.shots.last()?;
    let first = reel.tables.first()?;
    let is_of_shot = first.tick() > shot.start && shot.end.is_some_and(|end| first.tick() <= end);
    is_of_shot.then(|| first.clone())
}
