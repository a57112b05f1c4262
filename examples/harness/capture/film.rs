//! `--film FILE`: films the window as an animated GIF and exits.
//!
//! While the window is filmed, every update advances the clocks by the same time, however long it takes. So
//! the film plays at true speed even if rendering is slow.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;

use super::animation::{Picture, write_gif};
use super::timing::Timing;
use crate::args::RunArgs;

/// The number of updates before the film, in which the renderer loads its pipelines and pictures.
const WARM_UP_UPDATES: u32 = 60;

/// The number of updates at the start of the warm-up in which the clocks advance, so that the bodies enter the
/// simulation. In the others the clocks stop.
const ENTRY_UPDATES: u32 = 3;

/// The default duration of a film, in seconds.
const DEFAULT_SECONDS: f64 = 6.0;

/// Makes the film that the command line asks for.
pub struct FilmPlugin(pub RunArgs);

/// The film in progress. The resource exists only if the command line asks for a film.
#[derive(Resource, Debug)]
pub struct Film {
    path: PathBuf,
    width: u32,
    timing: Timing,
    /// The number of updates so far, including the warm-up.
    updates: u32,
    /// The frames that have arrived from the renderer.
    frames: Vec<Option<Picture>>,
}

impl Film {
    /// The time since the start of the film, in seconds; negative during the warm-up.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let updates = f64::from(self.updates) - f64::from(WARM_UP_UPDATES);
        updates * self.timing.update_duration().as_secs_f64()
    }

    /// The duration of the film, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.timing.seconds(self.timing.frames())
    }

    /// The number of the frame that is due in this update.
    fn due(&self) -> Option<u32> {
        let updates = self.updates.checked_sub(WARM_UP_UPDATES)?;
        let frame = updates / self.timing.updates_per_frame();
        let is_due = updates % self.timing.updates_per_frame() == 0;
        (is_due && frame < self.timing.frames()).then_some(frame)
    }

    fn add(&mut self, frame: u32, image: &Image) -> Result<(), String> {
        let picture = image.clone().try_into_dynamic().map_err(|error| error.to_string())?;
        let picture = picture.thumbnail(self.width.min(picture.width()), u32::MAX).to_rgb8();
        let pixels = picture.pixels().map(|pixel| pixel.0).collect();
        self.frames[frame as usize] = Some(Picture { width: picture.width() as u16, pixels });
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.frames.iter().all(Option::is_some)
    }

    fn save(&mut self) -> Result<(), String> {
        let frames: Vec<Picture> = self.frames.drain(..).flatten().collect();
        let file = File::create(&self.path).map_err(|error| error.to_string())?;
        write_gif(BufWriter::new(file), &frames, self.timing).map_err(|error| error.to_string())
    }
}

impl Plugin for FilmPlugin {
    fn build(&self, app: &mut App) {
        let Some(path) = self.0.film.clone() else { return };
        let timing = Timing::new(self.0.film_fps, self.0.seconds.unwrap_or(DEFAULT_SECONDS));
        let frames = vec![None; timing.frames() as usize];
        app.insert_resource(TimeUpdateStrategy::ManualDuration(timing.update_duration()))
            .insert_resource(Film { path, width: self.0.film_width, timing, updates: 0, frames })
            .add_systems(Last, capture);
    }
}

/// Captures the frame that is due, and stops and starts the clocks of the warm-up.
fn capture(mut film: ResMut<Film>, mut commands: Commands) {
    if let Some(frame) = film.due() {
        commands.spawn(Screenshot::primary_window()).observe(
            // The picture arrives some updates later.
            move |captured: On<ScreenshotCaptured>,
                  mut film: ResMut<Film>,
                  mut exit: MessageWriter<AppExit>| {
                let mut result = film.add(frame, &captured.image);
                if result.is_ok() && !film.is_complete() {
                    return;
                }
                result = result.and_then(|()| film.save());
                exit.write(match result {
                    Ok(()) => AppExit::Success,
                    Err(error) => {
                        eprintln!("The film could not be saved: {error}");
                        AppExit::error()
                    }
                });
            },
        );
    }
    let update = match film.updates {
        ENTRY_UPDATES => Some(Duration::ZERO),
        WARM_UP_UPDATES => Some(film.timing.update_duration()),
        _ => None,
    };
    if let Some(update) = update {
        commands.insert_resource(TimeUpdateStrategy::ManualDuration(update));
    }
    film.updates += 1;
}
