//! The keys, the mouse and the bar.

use bevy::prelude::*;
use harness::bar::Bar;
use harness::keys::{Overlays, ResetRequested, is_typing};
use harness::pointer::Pointer;

use crate::bot::Bot;
use crate::futures::{Fall, foresee};
use crate::hopper::Hopper;
use crate::rules::Game;

/// How fast a key moves the hopper, in pixels a second.
const SPEED: f32 = 340.0;

/// How long after the end of a game no click begins another, in seconds: it was meant for a drop.
const PAUSE: f64 = 1.0;

/// Reads the input of the player and fills the bar.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Fall>()
            .add_systems(Startup, start)
            .add_systems(Update, (aim.run_if(not(is_typing)), foresee, fill_bar).chain());
    }
}

fn start(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>) {
    bar.keys = &[
        ("Mouse", "move the fruit; also Left and Right"),
        ("Click", "drop it; also Space or Down"),
        ("B", "the bot plays, or you"),
    ];
    bar.unused = &["Backspace", "T", "Tab"];
    shown.paths = true;
}

fn aim(
    keys: Res<ButtonInput<KeyCode>>,
    pointer: Pointer,
    time: Res<Time<Real>>,
    (mut hopper, mut bot): (ResMut<Hopper>, ResMut<Bot>),
    game: Res<Game>,
    mut resets: MessageWriter<ResetRequested>,
) {
    if keys.just_pressed(KeyCode::KeyB) {
        bot.is_on = !bot.is_on;
        bot.forget();
    }
    // A finger aims while it is down; a mouse before.
    let left = MouseButton::Left;
    let is_clicked = if pointer.is_finger() {
        pointer.buttons.just_released(left)
    } else {
        pointer.buttons.just_pressed(left)
    };
    let is_asked = is_clicked && !pointer.is_over_panel()
        || keys.any_just_pressed([KeyCode::Space, KeyCode::ArrowDown]);
    if game.is_over {
        let is_asked = is_asked && game.over_since > PAUSE;
        resets.write_batch(is_asked.then_some(ResetRequested));
        return;
    }
    if bot.is_on {
        return;
    }
    let way =
        f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    let follows = pointer.has_moved() || pointer.buttons.pressed(left);
    let place = pointer.place().filter(|_| follows && !pointer.is_over_panel());
    let x = place.map_or(hopper.x + way * SPEED * time.delta_secs(), |place| place.x);
    hopper.aim(x);
    hopper.drops |= is_asked && hopper.is_ready();
}

fn fill_bar((game, bot): (Res<Game>, Res<Bot>), mut bar: ResMut<Bar>) {
    let wanted = Bar {
        title: format!("Fruits   {}", game.score),
        subtitle: format!("best {}, {} dropped", game.best, game.dropped),
        message: match (game.is_over, bot.is_on) {
            (true, _) if game.score == game.best => {
                "The box is full: the best score yet".to_owned()
            }
            (true, _) => "The box is full".to_owned(),
            (false, true) if bot.right + bot.wrong > 0 => {
                let drops = bot.right + bot.wrong;
                format!("The bot plays: {} of {drops} drops as foretold, to the bit", bot.right)
            }
            (false, true) => "The bot plays".to_owned(),
            _ => "Equal fruits that touch merge".to_owned(),
        },
        is_wrong: game.is_over,
        hint: String::from(match (game.is_over, bot.is_on) {
            (true, _) => "Space: another game",
            (_, true) => "B: you play",
            _ => "Mouse: move     Click or Space: drop     L: the line     B: bot",
        }),
        ..bar.clone()
    };
    bar.set_if_neq(wanted);
}
