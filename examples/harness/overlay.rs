//! Overlays drawn over any game: velocity arrows, trails, predicted paths and impact rings.

pub mod trails;
pub mod paths;
pub mod flash;
