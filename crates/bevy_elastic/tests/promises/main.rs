//! What the plugin promises to games, one promise a file. No window, no renderer; time is driven by hand.

mod app;
mod bounces;
