//! Overlays drawn over any game: trails, predicted paths and impact rings.

pub mod trails;
pub mod paths;
pub mod flash;
