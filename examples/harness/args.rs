//! Which options do all demos have?

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// The options that all demos have.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    /// Run without a window, as fast as it goes, and print a summary
    #[arg(long)]
    pub headless: bool,

    /// Without a window: stop after so many seconds of the game
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,

    /// Without a window: stop after so many impacts
    #[arg(long, value_name = "N")]
    pub impacts: Option<u64>,

    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Save a picture of the window and leave
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,

    /// How many frames of 1/60 s to show before the picture
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub frames: u32,
}

impl RunArgs {
    /// These options, or a run without a window that stops after so many seconds if nothing is said.
    #[must_use]
    pub fn or_seconds(&self, seconds: f64) -> Self {
        let otherwise = if self.impacts.is_none() { Some(seconds) } else { None };
        Self { seconds: self.seconds.or(otherwise), ..self.clone() }
    }

    /// These options, or a run without a window that stops after so many impacts if nothing is said.
    #[must_use]
    pub fn or_impacts(&self, impacts: u64) -> Self {
        let otherwise = if self.seconds.is_none() { Some(impacts) } else { None };
        Self { impacts: self.impacts.or(otherwise), ..self.clone() }
    }

    /// Whether to run without a window: asked for, or there is no display to show one on, which is
    /// then said on standard error.
    #[must_use]
    pub fn without_window(&self) -> bool {
        let blind = cfg!(target_os = "linux")
            && ["DISPLAY", "WAYLAND_DISPLAY"]
                .iter()
                .all(|name| std::env::var_os(name).is_none_or(|value| value.is_empty()));
        if blind && !self.headless {
            eprintln!("There is no display, so this runs without a window, as with --headless.");
        }
        self.headless || blind
    }
}

/// Reads an option that is a number from one bound to another, both included.
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
