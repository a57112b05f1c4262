//! The colours of the teams.

use bevy::prelude::*;
use harness::palette::BODIES;

use crate::team::Team;

/// The colour of a team.
pub fn tint(team: Team) -> Color {
    BODIES[team as usize]
}
