//! Which options do all demos have?

use std::path::PathBuf;

use clap::Args;

/// The options that all demos have.
#[derive(Args, Clone, Debug)]
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

    /// The seed of all that is random
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

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
