//! Saves pictures of the window.

pub mod screenshot;
