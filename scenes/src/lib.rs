//! Plain data of the scenes that are tested, timed and shown.
//!
//! A scene is numbers only: places, sizes, masses. Nothing here moves and nothing here draws, so that
//! the tests, the benches and the games all start from one and the same arrangement. Only `+ - * /` and
//! square roots lead to a place, so it is the same on every machine.
//!
//! [`all`] lists the scenes, and [`by_name`] makes one. With the feature `core`, it becomes a world of the core.

pub mod scene;
mod random;
mod layout;
pub mod billiards;
pub mod gas;
pub mod table;
pub mod pile;
pub mod stack;
pub mod collapse;
pub mod squeeze;
pub mod carry;
pub mod extreme;
pub mod catalogue;
#[cfg(feature = "core")]
pub mod core;

pub use catalogue::{Entry, all, by_name};
pub use scene::{Body, Change, Kind, Scene, Shape};
