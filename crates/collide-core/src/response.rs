//! HOW do two bodies part?

pub mod surface;
mod outcome;
pub mod restitution;

pub use outcome::Response;
pub use surface::{Combine, Surface};
