//! Billiards: eight-ball and free practice on a nine-foot table.

mod rules;
mod look;
mod parlour;

use bevy::DefaultPlugins;
use bevy::app::{App, AppExit, PluginGroup};
use bevy::window::{Window, WindowPlugin, WindowResolution};

fn main() -> AppExit {
    let window = Window {
        title: "Billiards".to_owned(),
        resolution: WindowResolution::new(1280, 720),
        ..Window::default()
    };
    let window = WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() };
    App::new()
        .insert_resource(look::background())
        .add_plugins(DefaultPlugins.set(window))
        .add_plugins((look::cue::CuePlugin, look::hud::HudPlugin, parlour::ParlourPlugin))
        .run()
}
