//! What the demo games share: window, camera, keys, overlays, screenshots and runs without a window.
//! No physics, no spawning and no rules of a game.

pub mod args;
pub mod palette;
pub mod window;
pub mod mouse;
pub mod camera;
pub mod keys;
pub mod overlay;
pub mod flash;
pub mod bar;
pub mod labels;
pub mod shapes;
pub mod paths;
pub mod hud;
pub mod draw;
pub mod tally;
pub mod screenshot;
pub mod play;
