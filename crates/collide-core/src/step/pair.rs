//! A pair of bodies: its rest speed, its search radius, its meeting, a ball inside a round wall or on one that turns, and
//! a body between walls.

pub(crate) mod thresholds;
pub(crate) mod margins;
pub(crate) mod meeting;
pub(crate) mod bowl;
pub(crate) mod turning;
pub(crate) mod walls;
