//! Time and space: the clock, forecasts, snapshots, drawing, spaces and periods.

mod clock;
mod drawing;
mod forecasts;
mod futures;
mod searches;
mod snapshots;
mod spaces;
mod periods;
mod rolling_balls;
mod rounding;
mod recordings;
mod saved_games;
mod transforms;
mod turning_balls;
