//! The two sides of the table.

use bevy::prelude::*;
use clap::ValueEnum;
use serde::Serialize;

/// One of the two sides.
#[derive(Component, ValueEnum, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The sign of the x coordinates on this side.
    pub fn sign(self) -> f32 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }

    pub fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }
}
