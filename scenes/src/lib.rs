//! Plain data of the scenes that are tested, timed and shown.
//!
//! A scene is numbers only: places, sizes, masses. Nothing here moves and nothing here draws, so that
//! the tests, the benches and the games all start from one and the same arrangement.

pub mod billiards;
