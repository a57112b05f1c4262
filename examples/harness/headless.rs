//! A run without a window: the App, and how it ends.

use std::process::ExitCode;

use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::space::Space;
use serde::Serialize;

/// An App for a game in the space `V` without a window. Every update but the first, which only starts the
/// clocks, makes a tick.
pub fn app<V: Space>() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(ElasticSpacePlugin::<V>::default());
    set_clock(&mut app, Time::<Fixed>::default());
    app
}

/// Gives the App another length of its ticks.
pub fn set_clock(app: &mut App, clock: Time<Fixed>) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(clock.timestep()))
        .insert_resource(clock);
}

/// Prints what a run came to, as one JSON object or in words, and tells the exit status.
pub fn finish(
    summary: &impl Serialize,
    json: bool,
    print: impl FnOnce(),
    is_sound: bool,
) -> ExitCode {
    match serde_json::to_string(summary) {
        Ok(line) if json => println!("{line}"),
        Err(error) if json => eprintln!("The summary could not be written: {error}"),
        _ => print(),
    }
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
