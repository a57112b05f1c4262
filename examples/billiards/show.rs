//! What the bar above the table says.

use bevy::camera::visibility::Visibility;
use bevy::prelude::*;
use bevy_elastic::body::Absorbed;
use bevy_elastic::prelude::*;
use harness::keys::{KEYS, Shown};

use crate::aim::Aim;
use crate::game::{Game, Parlour, Phase};
use crate::look::balls::Numbered;
use crate::look::hud::{HudView, Side};
use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::verdict::Player;

/// The keys of this game; those of all demos follow.
const OWN_KEYS: [(&str, &str); 5] = [
    ("Mouse", "aim; with Shift finely"),
    ("Left drag", "pull back and release to shoot"),
    ("Click", "place the ball in hand"),
    ("U", "take the shot back"),
    ("M", "eight-ball or practice"),
];

/// Fills the bar.
pub fn show(
    parlour: Res<Parlour>,
    shown: Res<Shown>,
    aim: Res<Aim>,
    time: Res<Time<Elastic>>,
    mut view: ResMut<HudView>,
) {
    let state = &parlour.state;
    let (sides, active) = match &state.game {
        Game::EightBall(game) => {
            let side = |player| eight_ball_side(game, player);
            ([side(Player::One), side(Player::Two)], usize::from(game.turn == Player::Two))
        }
        Game::Practice(game) => {
            let shots = if game.shots == 1 { "shot" } else { "shots" };
            let task = format!("{} pocketed in {} {shots}", game.pocketed, game.shots);
            let side = Side { name: "Practice".to_owned(), task, balls: vec![] };
            ([side, Side::default()], 0)
        }
    };
    view.set_if_neq(HudView {
        sides,
        active,
        message: state.message.clone(),
        foul: state.foul,
        hint: hint(state.phase, &time),
        power: (state.phase == Phase::Aiming).then_some(aim.power as f32),
        keys: OWN_KEYS.into_iter().chain(KEYS).collect(),
        help: shown.help,
    });
}

fn hint(phase: Phase, time: &Time<Elastic>) -> String {
    let task = match phase {
        Phase::Placing(_) => "click to place the cue ball",
        Phase::Aiming => "drag back and release to shoot",
        Phase::Rolling => "",
        Phase::Over => "R  new game",
    };
    let clock = match (time.is_paused(), time.speed()) {
        (true, _) => format!("paused at {:.4} s", time.elapsed_secs_f64()),
        (false, speed) if speed > 1.0 => format!("{speed:.0}x"),
        (false, speed) if speed < 1.0 => format!("1/{:.0}x", 1.0 / speed),
        _ => String::new(),
    };
    let parts = [task.to_owned(), clock, "H  keys".to_owned()];
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("     ")
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

/// Hides the balls that have dropped.
pub fn hide_dropped(mut balls: Query<(&mut Visibility, Has<Absorbed>), With<Numbered>>) {
    for (mut visibility, dropped) in &mut balls {
        let wanted = if dropped { Visibility::Hidden } else { Visibility::Inherited };
        visibility.set_if_neq(wanted);
    }
}
