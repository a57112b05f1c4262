//! The rules of the game, which need no window.

use bevy::prelude::*;

use crate::board::BoardPlugin;
use crate::futures::FuturesPlugin;
use crate::hopper::HopperPlugin;

/// Board, hopper and futures.
pub fn rules(app: &mut App) {
    app.add_plugins((BoardPlugin, HopperPlugin, FuturesPlugin));
}
