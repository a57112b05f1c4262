//! The window of a demo, and its frame time while pictures are taken.

use std::time::Duration;

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;

use crate::args::RunArgs;

/// Bevy's default plugins with a window of 1280 by 720 pixels and this title. In a page it fills the element around its
/// canvas, `#demo`.
#[must_use]
pub fn window(title: &str) -> PluginGroupBuilder {
    let window = Window {
        title: title.to_owned(),
        resolution: WindowResolution::new(1280, 720),
        canvas: Some("#demo".to_owned()),
        fit_canvas_to_parent: true,
        ..Window::default()
    };
    DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
}

/// For `--screenshot` advances the clocks by 1/60 s a frame, whatever time the frame takes, so that the
/// picture is the same every time.
pub fn use_fixed_frame_time(app: &mut App, args: &RunArgs) {
    if args.screenshot.is_some() {
        let frame = Duration::from_nanos(16_666_667);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    }
}
