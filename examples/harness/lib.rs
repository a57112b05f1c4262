//! Shared code of the demos: window, camera, keys, bar, overlays, pictures, and runs without a window.
//!
//! It contains no physics, spawns no bodies and knows no rules of a game.

pub mod args;
pub mod palette;
pub mod window;
pub mod mouse;
pub mod camera;
pub mod draw;
pub mod keys;
pub mod overlay;
pub mod bar;
pub mod tools;
pub mod labels;
pub mod capture;
pub mod play;
pub mod headless;
pub mod tally;
