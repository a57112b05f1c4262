//! Shared code of the demos: window, camera, keys, bar, overlays, pictures, and runs without a window.
//!
//! It contains no physics, spawns no bodies and knows no rules of a game.

pub mod host;
pub mod args;
pub mod palette;
pub mod window;
pub mod pointer;
pub mod camera;
pub mod draw;
pub mod shapes;
pub mod keys;
pub mod overlay;
mod fonts;
pub mod bar;
pub mod tools;
pub mod labels;
pub mod capture;
pub mod recording;
pub mod sound;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod play;
pub mod headless;
pub mod tally;
