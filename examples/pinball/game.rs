//! The game without its window: the table, its parts, the rules and the bot, tick by tick.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

use crate::bot::{self, Bot};
use crate::controls::Controls;
use crate::rules::{self, Game};
use crate::table::{self, GRAVITY};
use crate::tilt::{self, Tilt};
use crate::{flippers, parts, plunger};

/// The clock of the game: a flipper that is pressed moves within a 256th of a second.
pub fn clock() -> Time<Fixed> {
    Time::from_hz(256.0)
}

/// All that needs no window.
pub fn game(app: &mut App) {
    app.insert_resource(Gravity(vec2(0.0, -GRAVITY)))
        .init_resource::<Bot>()
        .init_resource::<Controls>()
        .init_resource::<Game>()
        .init_resource::<Tilt>()
        .add_message::<ResetRequested>()
        .add_observer(rules::collide)
        .add_observer(rules::pass)
        .add_observer(rules::fall)
        .add_systems(
            Startup,
            (table::build, parts::build, flippers::build, plunger::build, rules::restart),
        )
        .add_systems(Update, rules::restart.run_if(on_message::<ResetRequested>))
        .add_systems(
            FixedPostUpdate,
            (
                (rules::drain, rules::serve, bot::play, rules::change_lanes).chain(),
                (flippers::turn, plunger::pull, tilt::nudge, parts::raise).chain(),
            )
                .chain()
                .in_set(ElasticSystems::Prepare),
        );
}
