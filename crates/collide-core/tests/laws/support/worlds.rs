//! Worlds that several tests build.

pub mod crowd;
pub mod mixture;
pub mod scene;
pub mod stage;
pub mod balls;
pub mod table;
pub mod view;
pub mod wild;
