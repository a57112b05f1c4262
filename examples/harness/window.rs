//! The window of a demo.

use std::time::Duration;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;

use crate::args::RunArgs;

/// Bevy's plugins with a window of 1280 by 720 that bears this title.
#[must_use]
pub fn window(title: &str) -> PluginGroupBuilder {
    let window = Window {
        title: title.to_owned(),
        resolution: WindowResolution::new(1280, 720),
        ..Window::default()
    };
    DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
}

/// For a picture every frame lasts 1/60 s however long it takes, so that it shows the same each time.
pub fn steady_frames(app: &mut App, args: &RunArgs) {
    if args.screenshot.is_some() {
        let frame = Duration::from_nanos(16_666_667);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    }
}
