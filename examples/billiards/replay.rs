//! Shots that are seen again: the last one in slow motion, two breaks an atom apart, and the break of a film.

pub mod reel;
pub mod timeline;
pub mod twin;
pub mod demonstration;
