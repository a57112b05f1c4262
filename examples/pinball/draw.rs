//! The graphics.

use bevy::prelude::*;

pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, _app: &mut App) {}
}
