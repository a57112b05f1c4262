//! Saves pictures and films of the window.

mod timing;
mod quantise;
mod animation;
pub mod screenshot;
pub mod film;
