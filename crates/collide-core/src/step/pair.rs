//! A pair of bodies: its rest speed, its search radius, its meeting, and a ball inside a round wall.

pub(crate) mod thresholds;
pub(crate) mod margins;
pub(crate) mod meeting;
pub(crate) mod bowl;
