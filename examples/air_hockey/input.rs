//! The pointer, the keys of the game, and the bar.

use bevy::prelude::*;
use harness::bar::Bar;
use harness::keys::{Overlays, ResetRequested, is_typing};
use harness::pointer::Pointer;

use crate::args::{AirHockeyArgs, Level, Players};
use crate::bot::Bots;
use crate::control::{ARROWS, Controllers, Hand, LETTERS};
use crate::rules::{GOALS_TO_WIN, Match, Phase};
use crate::side::Side;

/// Keys that choose the players.
const PLAYERS: [(KeyCode, Players); 3] = [
    (KeyCode::Digit1, Players::One),
    (KeyCode::Digit2, Players::Two),
    (KeyCode::Digit3, Players::Bots),
];

/// What the bar says of the players; of two machines, which side this one has.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    Here(Players),
    #[cfg_attr(target_arch = "wasm32", expect(dead_code))]
    Elsewhere(Side),
}

/// What is said of the line to another machine.
#[derive(Resource, Clone, Debug, Default)]
pub struct LineText(pub Option<String>);

/// Reads the input of the players and fills the bar.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LineText>()
            .add_systems(Startup, start)
            .add_systems(Update, (point, read.run_if(not(is_typing)), fill_bar).chain());
    }
}

/// The players at the start; for a picture or a film two good bots.
pub fn players(args: &AirHockeyArgs) -> (Players, [Level; 2]) {
    if args.run.is_played() {
        (args.players, [args.level; 2])
    } else {
        (Players::Bots, [Level::Hard; 2])
    }
}

fn start(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>, opponents: Res<Opponents>) {
    const ANOTHER: (&str, &str) = ("Space", "another match, after one");
    bar.keys = match *opponents {
        Opponents::Here(_) => &[
            ("Mouse", "moves the left mallet"),
            ("W A S D", "too; the arrows also, or the right one if two play"),
            ("1  2  3", "you and a bot, two players, two bots"),
            ("X", "how well the bot plays"),
            ANOTHER,
        ],
        Opponents::Elsewhere(_) => {
            &[("Mouse", "moves your mallet"), ("W A S D", "too, and the arrows"), ANOTHER]
        }
    };
    bar.unused = match *opponents {
        Opponents::Here(_) => &["Tab", "Backspace"],
        Opponents::Elsewhere(_) => &["Tab", "P", ".", "N", "[  ]", "Backspace", "R", "T", "L", "I"],
    };
    shown.trails = matches!(*opponents, Opponents::Here(_));
}

fn point(pointer: Pointer, mut hand: ResMut<Hand>) {
    if pointer.has_moved() && !pointer.is_over_panel() {
        hand.place = pointer.place();
    }
}

fn read(
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    (mut resets, game): (MessageReader<ResetRequested>, Res<Match>),
    (mut opponents, mut controllers): (ResMut<Opponents>, ResMut<Controllers>),
    mut bots: ResMut<Bots>,
    mut hand: ResMut<Hand>,
) {
    let asks = keys.just_pressed(KeyCode::Space) || buttons.just_pressed(MouseButton::Left);
    let is_over = game.is_over();
    hand.restarts |= is_over && asks;
    let is_alone = *opponents != Opponents::Here(Players::Two);
    if keys.any_just_pressed(LETTERS) || is_alone && keys.any_just_pressed(ARROWS) {
        hand.place = None;
    }
    if keys.just_pressed(KeyCode::KeyX) {
        for bot in &mut bots.of_side {
            bot.level = match bot.level {
                Level::Easy => Level::Middle,
                Level::Middle => Level::Hard,
                Level::Hard => Level::Easy,
            };
        }
    }
    // Another machine plays on, whatever is asked here.
    let asks_reset = resets.read().count() > 0;
    let Opponents::Here(_) = *opponents else { return };
    hand.restarts |= asks_reset;
    for (_, players) in PLAYERS.iter().filter(|(key, _)| keys.just_pressed(*key)) {
        *opponents = Opponents::Here(*players);
        *controllers = Controllers::new(*players);
        hand.restarts = true;
    }
}

/// The name of a side, by the colour of its mallet.
pub fn name(side: Side) -> &'static str {
    match side {
        Side::Left => "Blue",
        Side::Right => "Red",
    }
}

fn fill_bar(
    (game, bots, line): (Res<Match>, Res<Bots>, Res<LineText>),
    opponents: Res<Opponents>,
    mut bar: ResMut<Bar>,
) {
    let level = format!("{:?}", bots.of_side[1].level).to_lowercase();
    let (against, hint) = match *opponents {
        Opponents::Here(Players::One) => (
            format!("you are blue, against a bot: {level}"),
            "Mouse or W, A, S, D: your mallet     X: the bot     2: two players",
        ),
        Opponents::Here(Players::Two) => (
            "two players".to_owned(),
            "Blue: mouse or W, A, S, D     Red: arrows     1: one player",
        ),
        Opponents::Here(Players::Bots) => {
            (format!("two bots: {level}"), "1: one player     2: two players     X: the bots")
        }
        Opponents::Elsewhere(side) => (
            format!("you are {}, against another machine", name(side).to_lowercase()),
            "Mouse or W, A, S, D: your mallet",
        ),
    };
    let message = match game.phase {
        Phase::Play => String::new(),
        Phase::Cheer(side, _) => format!("{} scores!", name(side.other())),
        Phase::Over(side) => format!("{} wins     Space: another match", name(side)),
    };
    let [left, right] = game.score;
    let wanted = Bar {
        title: format!("Air hockey   {left} : {right}"),
        subtitle: format!("first to {GOALS_TO_WIN}, {against}"),
        is_wrong: line.0.is_some(),
        message: line.0.clone().unwrap_or(message),
        hint: hint.to_owned(),
        ..bar.clone()
    };
    bar.set_if_neq(wanted);
}
