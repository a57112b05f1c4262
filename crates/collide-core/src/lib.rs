//! Exact elastic collisions: the pure maths and the event-driven step, without an engine.

pub mod vector;
pub mod roots;
pub mod shape;
pub mod body;
pub mod flight;
