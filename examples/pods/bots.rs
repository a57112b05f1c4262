//! The bots: one that reacts, and one that searches futures.

pub mod reactive;
pub mod track;
pub mod search;
