//! A pair of bodies: its rest speed, the distance at which it is found, its meeting, and the ball in a round wall.

pub(crate) mod thresholds;
pub(crate) mod margins;
pub(crate) mod meeting;
pub(crate) mod bowl;
