//! What the plugin promises to games, one promise a file. No window, no renderer; time is driven by hand.

mod app;
mod absorbers;
mod bad_input;
mod bounces;
mod clock;
mod disabled;
mod drawing;
mod face;
mod forecasts;
mod lifecycle;
mod messages;
mod methods;
mod observers;
mod odd_orders;
mod queries;
mod scales;
mod sensors;
mod snapshots;
mod spaces;
mod transforms;
mod truth;
