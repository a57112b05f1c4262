//! The touch of two bodies: what it amounts to, and what decides that.
//!
//! ```text
//! classify            the only rule of slow and fast: impact, contact, or left to the solver of a pile
//! load                what presses two bodies together, and the rest speed that follows for an event
//! margins             how far contacts are looked for, and what may be rounding
//! surfaces            restitution and friction of a pair, and whether the two meet at all
//! regions             the rule of sensors, absorbers and gates
//! meeting             two solid bodies at the instant of their touch
//! bent_wall           what presses a ball against a wall that turns, or that is round
//! between_walls       a body between walls
//! ```

pub(crate) mod classify;
pub(crate) mod load;
pub(crate) mod margins;
pub(crate) mod surfaces;
pub(crate) mod regions;
pub(crate) mod meeting;
pub(crate) mod bent_wall;
pub(crate) mod between_walls;
