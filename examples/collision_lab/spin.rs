//! The two lessons on spin: a superball under a table, and a disc with backspin on a floor.

pub mod formula;
pub mod throw;
pub mod measured;
pub mod headless;
pub mod look;
pub mod panel;
