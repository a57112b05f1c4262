//! The command line options that all demos share.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::host::IN_PAGE;

/// The command line options that all demos share.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    /// Run without a window, as fast as possible, and print a summary
    #[arg(long)]
    pub headless: bool,

    /// Without a window: stop after S seconds of game time; with --film: the duration, by default 6
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,

    /// Without a window: stop after N impacts
    #[arg(long, value_name = "N")]
    pub impacts: Option<u64>,

    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Save a picture of the window and exit
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,

    /// The number of frames of 1/60 s before the picture
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub frames: u32,

    /// Save the window as an animated GIF and exit
    #[arg(long, value_name = "FILE", conflicts_with = "screenshot")]
    pub film: Option<PathBuf>,

    /// Frames a second of the film, 1 to 50
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub film_fps: u32,

    /// Width of the film in pixels, at most that of the window
    #[arg(long, value_name = "PIXELS", default_value_t = 640, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub film_width: u32,

    /// Save what happened when the demo ends, for `stress --replay FILE`; without a window if it plays one game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

impl RunArgs {
    /// These options with a default duration in seconds, which applies if neither `--seconds` nor
    /// `--impacts` is given.
    #[must_use]
    pub fn or_seconds(&self, seconds: f64) -> Self {
        let default = if self.impacts.is_none() { Some(seconds) } else { None };
        Self { seconds: self.seconds.or(default), ..self.clone() }
    }

    /// These options with a default number of impacts, which applies if neither `--seconds` nor
    /// `--impacts` is given.
    #[must_use]
    pub fn or_impacts(&self, impacts: u64) -> Self {
        let default = if self.seconds.is_none() { Some(impacts) } else { None };
        Self { impacts: self.impacts.or(default), ..self.clone() }
    }

    /// Whether it is for a player, and not for a picture or a film.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.screenshot.is_none() && self.film.is_none()
    }

    /// Whether to run without a window: with `--headless`, or if there is no display. The latter is
    /// reported on standard error. A page always has a window.
    #[must_use]
    pub fn without_window(&self) -> bool {
        if IN_PAGE {
            return false;
        }
        let has_no_display = cfg!(target_os = "linux")
            && ["DISPLAY", "WAYLAND_DISPLAY"]
                .iter()
                .all(|name| std::env::var_os(name).is_none_or(|value| value.is_empty()));
        if has_no_display && !self.headless {
            eprintln!("There is no display, so this runs without a window, as with --headless.");
        }
        self.headless || has_no_display
    }
}

/// A parser for an option that is a number from `low` to `high`, both included.
pub fn between<T>(
    low: T,
    high: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let value: T = text.parse().map_err(|_| "not a number".to_owned())?;
        let is_between = low <= value && value <= high;
        if is_between { Ok(value) } else { Err(format!("not between {low} and {high}")) }
    }
}
