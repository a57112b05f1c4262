//! The keys, fingers on a phone, and the bar.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::args::RunArgs;
use harness::bar::Bar;
use harness::keys::{Overlays, ResetRequested, is_typing};

use crate::ball::Ball;
use crate::bot::Bot;
use crate::controls::Controls;
use crate::rules::{BALLS, Game, ask_again};
use crate::table::is_in_lane;
use crate::tilt::Tilt;

const LEFT: [KeyCode; 3] = [KeyCode::ArrowLeft, KeyCode::KeyA, KeyCode::ShiftLeft];
const RIGHT: [KeyCode; 3] = [KeyCode::ArrowRight, KeyCode::KeyD, KeyCode::ShiftRight];
const PULL: [KeyCode; 2] = [KeyCode::Space, KeyCode::ArrowDown];

/// The keys that push the table, and the directions in which balls go.
const NUDGES: [(KeyCode, Vec2); 3] = [
    (KeyCode::KeyZ, vec2(-0.8, 0.6)),
    (KeyCode::KeyX, vec2(0.8, 0.6)),
    (KeyCode::ArrowUp, vec2(0.0, 1.0)),
];

/// Reads the input of the player and fills the bar.
pub struct InputPlugin {
    /// Whether the bot plays at the start.
    pub bot: bool,
    pub seed: u32,
}

impl InputPlugin {
    /// For a picture or a film the bot plays.
    pub fn new(run: &RunArgs, bot: bool, seed: u32) -> Self {
        Self { bot: bot || !run.is_played(), seed }
    }
}

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Bot::new(self.bot, self.seed))
            .add_systems(Startup, start)
            .add_systems(Update, (read.run_if(not(is_typing)), fill_bar).chain());
    }
}

fn start(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>) {
    bar.keys = &[
        ("Left, Right", "flippers; also A and D, or the Shift keys"),
        ("Space", "hold to pull the plunger, release; also Down"),
        ("Z  X  Up", "push the table: too often, and it tilts"),
        ("B", "the bot plays, or you"),
    ];
    bar.unused = &["Backspace", "Tab"];
    shown.trails = true;
}

/// Reads the keys and the fingers. A finger on the left or right half holds a flipper; while a ball waits for its launch any
/// finger pulls the plunger.
fn read(
    keys: Res<ButtonInput<KeyCode>>,
    (touches, window): (Res<Touches>, Single<&Window>),
    balls: Query<(&Position, &Velocity), With<Ball>>,
    mut bot: ResMut<Bot>,
    (game, mut controls): (Res<Game>, ResMut<Controls>),
    mut resets: MessageWriter<ResetRequested>,
) {
    if keys.just_pressed(KeyCode::KeyB) {
        bot.is_on = !bot.is_on;
        *controls = Controls::default();
    }
    let is_asked = keys.just_pressed(KeyCode::Space) || touches.any_just_pressed();
    if is_asked {
        ask_again(&game, &mut resets);
    }
    if bot.is_on {
        return;
    }
    let middle = 0.5 * window.width();
    let touched = |is_right| touches.iter().any(|it| (it.position().x > middle) == is_right);
    let waits =
        balls.iter().any(|it| is_in_lane(it.0.0) && it.0.0.y < 200.0 && it.1.0.length() < 200.0);
    controls.flippers = [
        keys.any_pressed(LEFT) || touched(false) && !waits,
        keys.any_pressed(RIGHT) || touched(true) && !waits,
    ];
    controls.pulls =
        keys.any_pressed(PULL) && !game.is_over || waits && touches.iter().next().is_some();
    let pushed = NUDGES.iter().filter(|(key, _)| keys.just_pressed(*key)).map(|(_, way)| *way);
    controls.nudges.extend(pushed);
}

fn fill_bar((game, tilt, bot): (Res<Game>, Res<Tilt>, Res<Bot>), mut bar: ResMut<Bar>) {
    let plays = if bot.is_on { ", the bot plays" } else { "" };
    let wanted = Bar {
        title: format!("Pinball   {}", game.score),
        subtitle: format!("ball {} of {BALLS}, best score {}{plays}", game.ball, game.best),
        message: if tilt.is_tilted { "Tilt!".to_owned() } else { game.news.clone() },
        is_wrong: tilt.is_tilted,
        hint: String::from(match (game.is_over, bot.is_on) {
            (true, false) => "Space: another game",
            (_, true) => "B: you play",
            _ => "Left, Right: flippers     Space: plunger     Z, X, Up: push the table     B: bot",
        }),
        ..bar.clone()
    };
    bar.set_if_neq(wanted);
}
