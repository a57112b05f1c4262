//! `--screenshot FILE --frames N`: saves a picture of the Nth frame and exits.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;

use crate::args::RunArgs;

/// Takes the picture that the command line asks for.
pub struct ScreenshotPlugin(pub RunArgs);

/// The picture has been saved. A game may check it before the App exits in the next frame.
#[derive(Event, Clone, Debug)]
pub struct ScreenshotSaved(pub Image);

/// The exit status of the App after the picture; success unless a check of the game fails.
#[derive(Resource, Clone, Debug, Default)]
pub struct ScreenshotExit(pub AppExit);

#[derive(Resource)]
struct Plan {
    args: RunArgs,
    frame: u32,
}

impl Plugin for ScreenshotPlugin {
    fn build(&self, app: &mut App) {
        if self.0.screenshot.is_some() {
            app.insert_resource(Plan { args: self.0.clone(), frame: 0 })
                .init_resource::<ScreenshotExit>()
                .add_systems(Last, count_frames);
        }
    }
}

fn count_frames(mut plan: ResMut<Plan>, mut commands: Commands) {
    plan.frame += 1;
    if plan.frame == plan.args.frames.max(1) {
        commands.spawn(Screenshot::primary_window()).observe(save);
        // The picture arrives some frames later; until then the clocks stop, so that a check finds the state
        // that the picture shows.
        commands.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
}

fn save(captured: On<ScreenshotCaptured>, plan: Res<Plan>, mut commands: Commands) {
    let picture = captured.image.clone();
    let saved = plan.args.screenshot.as_ref().map(|path| {
        let rgb = picture.clone().try_into_dynamic().map_err(|error| error.to_string())?.to_rgb8();
        rgb.save(path).map_err(|error| error.to_string())
    });
    match saved {
        Some(Err(error)) => {
            eprintln!("The picture could not be saved: {error}");
            commands.write_message(AppExit::error());
        }
        _ => {
            commands.trigger(ScreenshotSaved(picture));
            commands.queue(|world: &mut World| {
                let ScreenshotExit(exit) = world.resource::<ScreenshotExit>().clone();
                world.write_message(exit);
            });
        }
    }
}
