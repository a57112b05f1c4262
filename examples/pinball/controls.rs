//! What the player holds and presses, or the bot for the player.

use bevy::prelude::*;

/// The state of the buttons of the cabinet.
#[derive(Resource, Default)]
pub struct Controls {
    /// Whether the left and the right flipper are up.
    pub flippers: [bool; 2],
    /// Whether the plunger is pulled.
    pub pulls: bool,
    /// Directions in which the table was pushed since the last tick.
    pub nudges: Vec<Vec2>,
}
