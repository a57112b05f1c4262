//! What the demo games share: window, camera, keys, bar, overlays, screenshots and runs without a window.
//! No physics, no spawning and no rules of a game.

pub mod args;
pub mod palette;
pub mod window;
pub mod mouse;
pub mod camera;
pub mod draw;
pub mod keys;
pub mod overlay;
pub mod paths;
pub mod flash;
pub mod bar;
pub mod labels;
pub mod screenshot;
pub mod play;
pub mod headless;
pub mod tally;
