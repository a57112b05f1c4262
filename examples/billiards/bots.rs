//! The bots: what they consider, what they choose, and their games without a window.

pub mod candidates;
pub mod bot;
pub mod frames;
