//! Overlays drawn over any game: trails, predicted paths, impact rings, and the tools of the plugin.

pub mod tools;
pub mod trails;
pub mod paths;
pub mod flash;
