//! What the plugin promises to games, one promise a file. No window, no renderer; time is driven by hand.

mod app;
mod busy;
mod bodies;
mod impacts;
mod regions;
mod time;
mod reports;
mod tools;
