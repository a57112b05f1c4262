//! The text of the bar above the table, and the visibility of dropped balls.

use bevy::camera::visibility::Visibility;
use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use harness::bar::Bar;

use crate::aim::Aim;
use crate::args::Seat;
use crate::bots::bot::{Bot, Foreseen, Seats};
use crate::game::{Game, Phase, Session};
use crate::look::balls::Numbered;
use crate::look::hud::{HudView, Side};
use crate::replay::reel::Reel;
use crate::replay::twin::{self, Twin};
use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::nine_ball::NineBall;
use crate::rules::verdict::Player;
use crate::table::bodies::Balls;

/// The keys of this game.
const KEYS: [(&str, &str); 13] = [
    ("Mouse", "aim; with Shift finely"),
    ("Left drag", "pull back and release to shoot"),
    ("Space", "shoot with the power that the bar shows"),
    ("Finger", "from the cue ball back shoots, elsewhere aims"),
    ("W A S D", "follow, side, draw: the tip; also the arrows"),
    ("Q E", "lower, raise the cue: with side a massé"),
    ("X", "hit the middle of the ball with a level cue"),
    ("Click", "place the ball in hand"),
    ("U", "take the shot back"),
    ("B", "see the last shot again, slowly; Left and Right, its events"),
    ("O", "two breaks, less than an atom apart"),
    ("M", "eight-ball, nine-ball or practice"),
    ("G", "the start screen: games, players and bots"),
];

/// Fills the bar.
pub fn fill_bar(
    session: Res<Session>,
    (aim, seats, bot, foreseen): (Res<Aim>, Res<Seats>, Res<Bot>, Res<Foreseen>),
    (twin, reel, balls, time): (Res<Twin>, Res<Reel>, Res<Balls>, Res<Time<Elastic>>),
    mut bar: ResMut<Bar>,
    mut view: ResMut<HudView>,
) {
    let state = &session.state;
    let (sides, active) = match &state.game {
        Game::EightBall(game) => {
            let side = |player| eight_ball_side(game, player);
            ([side(Player::One), side(Player::Two)], usize::from(game.turn == Player::Two))
        }
        Game::NineBall(game) => {
            let side = |player| nine_ball_side(game, player);
            ([side(Player::One), side(Player::Two)], usize::from(game.turn == Player::Two))
        }
        Game::Practice(game) => {
            let shots = if game.shots == 1 { "shot" } else { "shots" };
            let task = format!("{} pocketed in {} {shots}", game.pocketed, game.shots);
            let side = Side { name: "Practice".to_owned(), task, balls: vec![] };
            ([side, Side::default()], 0)
        }
    };
    let sides = match state.game.turn() {
        Some(_) => named(sides, *seats),
        None => sides,
    };
    view.set_if_neq(HudView {
        sides,
        active,
        power: (state.phase == Phase::Aiming).then_some(aim.power as f32),
    });
    let twins = twin::message(&twin, &balls, &time);
    let own_hint = || hint(state.phase, aim.scratches).to_owned();
    bar.set_if_neq(Bar {
        is_wrong: state.foul && twins.is_none(),
        message: twins.unwrap_or_else(|| state.message.clone()),
        hint: if reel.is_playing() {
            "drag along the events; B goes back to the game".to_owned()
        } else {
            bot_hint(&bot, &foreseen).unwrap_or_else(own_hint)
        },
        keys: &KEYS,
        ..default()
    });
}

/// The sides with the names of the bots.
fn named(sides: [Side; 2], Seats(seats): Seats) -> [Side; 2] {
    let mut seats = seats.into_iter();
    sides.map(|side| match seats.next() {
        None | Some(Seat::Human) => side,
        Some(seat) => Side { name: seat.name().to_owned(), ..side },
    })
}

/// What a bot does, while it does something.
fn bot_hint(bot: &Bot, foreseen: &Foreseen) -> Option<String> {
    match bot {
        Bot::Idle => None,
        Bot::Looks { search, .. } => {
            Some(format!("the bot looks at futures: {} of {}", search.done(), search.total()))
        }
        Bot::Aims { .. } => Some(format!("the best of {} futures", foreseen.futures)),
    }
}

fn hint(phase: Phase, scratches: bool) -> &'static str {
    match phase {
        Phase::Placing(_) => "click to place the cue ball",
        Phase::Aiming if scratches => "red: the cue ball would be pocketed",
        Phase::Aiming => "drag back and release to shoot",
        Phase::Rolling => "",
        Phase::Over => "R  new game",
    }
}

fn eight_ball_side(game: &EightBall, player: Player) -> Side {
    let group = game.group(player);
    let balls: Vec<Ball> = group.map_or(vec![], |group| game.table.of(group).collect());
    let (task, balls) = match (game.winner, group) {
        (Some(winner), _) => (if winner == player { "wins" } else { "" }, vec![]),
        (None, None) => ("open table", balls),
        (None, Some(_)) if balls.is_empty() => ("on the eight", vec![Ball::EIGHT]),
        (None, Some(group)) => (group.name(), balls),
    };
    Side { name: player.name().to_owned(), task: task.to_owned(), balls }
}

fn nine_ball_side(game: &NineBall, player: Player) -> Side {
    let plays = game.turn == player;
    let (task, balls) = match (game.winner, game.legal_target()) {
        (Some(winner), _) => (if winner == player { "wins" } else { "" }.to_owned(), vec![]),
        (None, Some(ball)) if plays => {
            (format!("hit the {} first", ball.0), game.table.iter().collect())
        }
        _ => (String::new(), vec![]),
    };
    Side { name: player.name().to_owned(), task, balls }
}

/// Hides the balls that have dropped.
pub fn hide_dropped(mut balls: Query<(&mut Visibility, Has<Absorbed>), With<Numbered>>) {
    for (mut visibility, dropped) in &mut balls {
        let wanted = if dropped { Visibility::Hidden } else { Visibility::Inherited };
        visibility.set_if_neq(wanted);
    }
}
