//! The App of a run without a window, and its exit status.

use std::process::ExitCode;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::space::Space;
use serde::Serialize;

/// An App for a game in the space `V` without a window. Every update makes one tick, except the first,
/// which only starts the clocks.
pub fn app<V: Space>() -> App {
    let mut app = app_in::<V>(FixedPostUpdate);
    set_clock(&mut app, Time::<Fixed>::default());
    app
}

/// An App for a game in the space `V` without a window, with the ticks of the simulation in a schedule, on the clock of the
/// computer.
pub fn app_in<V: Space>(schedule: impl ScheduleLabel) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(ElasticSpacePlugin::<V>::new(schedule));
    app
}

/// Sets the duration of a tick.
pub fn set_clock(app: &mut App, clock: Time<Fixed>) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(clock.timestep()))
        .insert_resource(clock);
}

/// Prints the summary of a run, as one JSON object or by `print`, and returns the exit status.
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
