//! The words of a demo in the page around its canvas: what the bar shows, the keys, and how far the game is.
//!
//! A canvas contains no text that a browser could read aloud, enlarge on a small screen or test. So a demo sends its state to
//! the page as the event `demo` of the window, with JSON in `detail`, and what is to be heard as the event `sounds`.

use std::marker::PhantomData;

use bevy::diagnostic::DiagnosticsStore;
use bevy::prelude::*;
use bevy_elastic::diagnostics::ElasticDiagnosticsPlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use serde::Serialize;

use crate::bar::{Bar, clock};
use crate::host::dispatch;
use crate::sound::{SoundPlugin, Sounds};

/// The time between two states that are sent, in seconds.
const INTERVAL: f32 = 0.1;

/// The state of a demo, as its page receives it.
#[derive(Serialize)]
struct Status<'a> {
    title: &'a str,
    subtitle: &'a str,
    message: &'a str,
    hint: &'a str,
    is_wrong: bool,
    clock: String,
    /// Each key and its action.
    keys: Vec<(&'static str, &'static str)>,
    /// The game time, in seconds, and whether it stands still.
    seconds: f64,
    is_paused: bool,
    /// The number of impacts since the start of the demo.
    impacts: u64,
    /// The place of the first free body, in the plane.
    ball: Option<[f32; 2]>,
    /// How long a tick takes, in milliseconds.
    tick_time: Option<f64>,
}

/// Sends the state of a game in the space `V` to its page. The times of ticks are those that the inspector measures.
pub struct PagePlugin<V: Space>(PhantomData<V>);

impl<V: Space> Default for PagePlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Space> Plugin for PagePlugin<V> {
    fn build(&self, app: &mut App) {
        app.add_plugins(SoundPlugin::<V>::default()).add_systems(Last, (send::<V>, send_sounds));
    }
}

/// A free body.
type Free<V> = (With<Velocity<V>>, Without<Static>, Without<Kinematic>);

fn send<V: Space>(
    bar: Res<Bar>,
    (real, time): (Res<Time<Real>>, Res<Time<Elastic>>),
    balls: Query<&Transform, Free<V>>,
    measured: Res<DiagnosticsStore>,
    mut impacts: MessageReader<Collided<V>>,
    (mut count, mut waits): (Local<u64>, Local<f32>),
) {
    *count += impacts.read().count() as u64;
    *waits -= real.delta_secs();
    if *waits > 0.0 {
        return;
    }
    *waits = INTERVAL;
    let tick_time = measured.get(&ElasticDiagnosticsPlugin::TICK_TIME);
    let status = Status {
        title: &bar.title,
        subtitle: &bar.subtitle,
        message: &bar.message,
        hint: &bar.hint,
        is_wrong: bar.is_wrong,
        clock: clock(&time),
        keys: bar.all_keys().copied().collect(),
        seconds: time.elapsed_secs_f64(),
        is_paused: time.is_paused(),
        impacts: *count,
        ball: balls.iter().next().map(|ball| ball.translation.truncate().to_array()),
        tick_time: tick_time.and_then(|time| time.average()),
    };
    if let Ok(text) = serde_json::to_string(&status) {
        dispatch("demo", &text);
    }
}

/// Sends the sounds of this frame.
fn send_sounds(sounds: Res<Sounds>) {
    if let (false, Ok(text)) = (sounds.0.is_empty(), serde_json::to_string(&sounds.0)) {
        dispatch("sounds", &text);
    }
}
