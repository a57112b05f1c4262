//! What is written beside the table: the start screen, the bar and the panel.

pub mod start;
pub mod show;
pub mod panel;
