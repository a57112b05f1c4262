//! The game without its window: the box, the hopper, the rules and the bot, tick by tick.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

use crate::board;
use crate::bot::{self, Bot};
use crate::hopper::{Hopper, drop_fruit};
use crate::kinds::Fruit;
use crate::rules::{Game, Merged, merge, watch_line};

/// All that needs no window.
pub fn game(app: &mut App) {
    app.init_resource::<Game>()
        .init_resource::<Bot>()
        .add_message::<Merged>()
        .add_message::<ResetRequested>()
        .add_systems(Startup, board::build)
        .add_systems(Update, restart.run_if(on_message::<ResetRequested>))
        .add_systems(
            FixedPostUpdate,
            (merge.run_if(goes_on), watch_line, bot::compare, bot::play, drop_fruit)
                .chain()
                .in_set(ElasticSystems::Prepare),
        );
}

fn goes_on(game: Res<Game>) -> bool {
    !game.is_over
}

/// Begins another game.
fn restart(
    fruits: Query<Entity, With<Fruit>>,
    (mut game, mut hopper, mut bot): (ResMut<Game>, ResMut<Hopper>, ResMut<Bot>),
    mut commands: Commands,
) {
    fruits.iter().for_each(|fruit| commands.entity(fruit).despawn());
    game.renew();
    hopper.renew();
    bot.forget();
}
