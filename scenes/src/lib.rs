//! Plain data of the scenes that are tested, timed and shown.
//!
//! A scene is data only: positions, velocities, sizes, masses. This crate neither simulates nor draws, so
//! that tests, benches and demos start from the same arrangement. Positions are computed with `+ - * /`
//! and square roots only, so they are the same on every machine.
//!
//! [`all`] lists the scenes, and [`by_name`] makes one. The feature `core` adds the module that converts a
//! scene into a world of the core.

pub mod space;
pub mod scene;
mod random;
mod layout;
pub mod billiards;
pub mod gas;
pub mod table;
pub mod pile;
pub mod spheres;
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
pub use space::Space;
