//! HOW do two bodies part?

pub mod restitution;
