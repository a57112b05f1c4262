//! Options that a scene and a list of cases share, and what follows from them.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use collide_core::report::Legs;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use rayon::ThreadPoolBuilder;

/// How a scene is stepped and how the result is printed.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// How many bodies move.
    #[arg(long)]
    pub bodies: Option<usize>,
    /// How many steps are made.
    #[arg(long, default_value_t = 200)]
    pub steps: usize,
    /// How long a step is, in seconds.
    #[arg(long, default_value_t = 1.0 / 60.0)]
    pub dt: f64,
    /// How many threads share the work that can be divided.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// The seed of the scene.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Which paths the report contains.
    #[arg(long, value_enum, default_value_t = Paths::None)]
    pub legs: Paths,
    /// Prints one object a line instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Which paths the report contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paths {
    None,
    AfterEvents,
    All,
}

impl From<Paths> for Legs {
    fn from(paths: Paths) -> Self {
        match paths {
            Paths::None => Self::None,
            Paths::AfterEvents => Self::AfterEvents,
            Paths::All => Self::All,
        }
    }
}

impl Options {
    /// A stepper with a pool of its own if there are several threads. Its budget of events is so large
    /// that long steps are made in full too.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn stepper<V: Vector>(&self) -> Result<Stepper<V>, String> {
        let legs = self.legs.into();
        let settings = Settings { legs, events_per_second: 1e7, ..Settings::default() };
        let mut stepper = Stepper::with_settings(settings);
        if self.threads > 1 {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
            stepper.executor = Arc::new(pool.map_err(|error| error.to_string())?);
        }
        Ok(stepper)
    }
}

/// The value below which this share of the values lies; 0 without values.
pub fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get((share * values.len() as f64) as usize).copied().unwrap_or_default()
}

/// The middle one of the values; 0 without values.
pub fn median(values: Vec<f64>) -> f64 {
    quantile(values, 0.5)
}
