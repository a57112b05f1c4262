//! Saves pictures and recordings of the window.

mod timing;
mod quantise;
mod animation;
pub mod screenshot;
pub mod record;
