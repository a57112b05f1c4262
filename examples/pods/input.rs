//! The pointer, the keys of the game, and the bar.

use bevy::prelude::*;
use harness::bar::Bar;
use harness::keys::{Overlays, ResetRequested, is_typing};
use harness::pointer::Pointer;

use crate::args::Players;
use crate::bots::search::DEPTH;
use crate::control::{Drivers, Hand};
use crate::course::LAPS;
use crate::game::Game;
use crate::pod::Power;
use crate::team::Team;

/// Keys that choose the teams.
const PLAYERS: [(KeyCode, Players); 3] = [
    (KeyCode::Digit1, Players::Reactive),
    (KeyCode::Digit2, Players::Searching),
    (KeyCode::Digit3, Players::You),
];

/// Whether the futures are drawn.
#[derive(Resource, Clone, Copy, Debug)]
pub struct ShowsFan(pub bool);

/// Reads the input of the player and fills the bar.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(ShowsFan(true))
            .add_systems(Startup, start)
            .add_systems(Update, (point, (steer, choose).run_if(not(is_typing)), fill_bar).chain());
    }
}

fn start(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>) {
    bar.keys = &[
        ("Space", "start; another race, after one"),
        ("1  2  3", "against a searching bot: a reactive one, another, you"),
        ("F", "the futures that were searched"),
        ("Mouse", "your pod turns to it; Space or a click is thrust"),
        ("S", "your shield: mass times 10, then no thrust for a while"),
        ("B", "the boost of your team, once"),
    ];
    bar.unused = &["L", "Tab"];
    shown.trails = true;
}

fn point(pointer: Pointer, keys: Res<ButtonInput<KeyCode>>, mut hand: ResMut<Hand>) {
    let is_on_map = !pointer.is_over_panel();
    if let Some(place) = pointer.place().filter(|_| is_on_map) {
        hand.place = Some(place.as_dvec2());
    }
    let is_pressed = is_on_map && pointer.buttons.pressed(MouseButton::Left);
    hand.presses = is_pressed || keys.pressed(KeyCode::Space);
}

/// Keeps what a key asks for until the next turn.
fn steer(keys: Res<ButtonInput<KeyCode>>, mut hand: ResMut<Hand>) {
    for (key, power) in [(KeyCode::KeyS, Power::Shield), (KeyCode::KeyB, Power::Boost)] {
        if keys.just_pressed(key) {
            hand.asked = Some(power);
        }
    }
}

fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    (mut game, mut drivers): (ResMut<Game>, ResMut<Drivers>),
    mut fan: ResMut<ShowsFan>,
    mut resets: MessageWriter<ResetRequested>,
) {
    if keys.just_pressed(KeyCode::KeyF) {
        fan.0 = !fan.0;
    }
    if keys.just_pressed(KeyCode::Space) {
        if game.race.winner.is_some() {
            game.seed = game.seed.wrapping_add(1);
            resets.write(ResetRequested);
        }
        game.is_on = true;
    }
    for (_, players) in PLAYERS.iter().filter(|(key, _)| keys.just_pressed(*key)) {
        drivers.players = *players;
        game.is_on = *players != Players::You;
        resets.write(ResetRequested);
    }
}

/// What a team is called.
fn name(team: Team, players: Players) -> &'static str {
    match (team, players) {
        (Team::Blue, Players::Reactive) => "reactive",
        (Team::Blue, Players::You) => "you",
        _ => "searching",
    }
}

/// How far a team is.
fn standing(game: &Game, team: Team) -> String {
    let Game { course, race, .. } = game;
    let count = course.checkpoints.len() as u32;
    let passed = race.pods[race.leader(course, team)].passed;
    let lap = (passed / count + 1).min(LAPS);
    format!("{team:?}: lap {lap} of {LAPS}, {passed} of {} passed", course.total())
}

fn fill_bar(game: Res<Game>, drivers: Res<Drivers>, mut bar: ResMut<Bar>) {
    let players = drivers.players;
    let teams = Team::BOTH.map(|team| name(team, players));
    let [blue, orange] = Team::BOTH.map(|team| standing(&game, team));
    let message = match game.race.winner {
        Some(team) => {
            let turns = game.race.turn;
            format!(
                "{team:?} ({}) wins in {turns} turns     Space: another race",
                name(team, players)
            )
        }
        None if !game.is_on => "Space: start".to_owned(),
        None => format!("{blue}          {orange}"),
    };
    let keys = if players == Players::You {
        "mouse: turn     click or Space: thrust     S: shield     B: boost"
    } else {
        "1 2 3: the teams     F: the futures"
    };
    let wanted = Bar {
        title: "Pods".to_owned(),
        subtitle: format!("blue: {}, orange: {}", teams[0], teams[1]),
        message,
        hint: format!(
            "turn {}: {} futures of {DEPTH} turns     {keys}",
            game.race.turn, drivers.searched
        ),
        ..bar.clone()
    };
    bar.set_if_neq(wanted);
}
