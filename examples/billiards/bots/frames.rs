//! Games of bot against bot without a window: which wins, and whether each shot is the one that was foreseen.

use std::process::ExitCode;
use std::time::Duration;

use bevy::prelude::*;
use harness::headless::finish;
use harness::keys::ResetRequested;
use serde::Serialize;

use crate::aim::Aim;
use crate::args::{BilliardsArgs, Seat};
use crate::bots::bot::{self, Bot, BotPlugin, Foreseen};
use crate::game::{Game, Phase, Session};
use crate::headless::table;
use crate::referee;
use crate::rules::shot::Shot;
use crate::rules::verdict::Player;

/// A game that takes more shots counts for neither.
const MOST_SHOTS: usize = 300;

/// The result of some games.
#[derive(Serialize, Default)]
struct Summary {
    games: u32,
    /// How many each player has won.
    won: [u32; 2],
    /// How many were not over after 300 shots.
    unfinished: u32,
    shots: usize,
    futures: usize,
    /// How many shots were another one than the bot had foreseen.
    surprises: usize,
}

/// Plays the games of the options. The exit status is a failure if a seat has no bot, a game does not end, or a shot is not the
/// foreseen one.
pub fn run(args: &BilliardsArgs, games: u32) -> ExitCode {
    if [args.one, args.two].contains(&Seat::Human) {
        eprintln!("Games without a window need a bot in each seat, as --one hard --two middle.");
        return ExitCode::from(2);
    }
    let summary = play_games(args, games);
    let print = || {
        let [one, two] = [args.one, args.two].map(Seat::name);
        let Summary { games, won, unfinished, shots, futures, surprises } = &summary;
        println!(
            "{one} against {two}, {games} games: {} to {}, {unfinished} not over",
            won[0], won[1]
        );
        println!(
            "{shots} shots, chosen from {futures} futures; {surprises} were not the foreseen ones"
        );
    };
    let is_sound = summary.surprises == 0 && summary.unfinished == 0;
    finish(&summary, args.run.json, print, is_sound)
}

fn play_games(args: &BilliardsArgs, games: u32) -> Summary {
    let mut summary = Summary { games, ..Summary::default() };
    for number in 0..games {
        let breaker = if number % 2 == 0 { Player::One } else { Player::Two };
        let args = BilliardsArgs { seed: args.seed + u64::from(number), ..args.clone() };
        match play_game(&args, breaker, &mut summary) {
            Some(winner) => summary.won[usize::from(winner == Player::Two)] += 1,
            None => summary.unfinished += 1,
        }
    }
    summary
}

/// Plays one game and returns its winner.
fn play_game(args: &BilliardsArgs, breaker: Player, summary: &mut Summary) -> Option<Player> {
    let mut app = table(args);
    app.add_message::<ResetRequested>()
        .insert_resource(Session::new(Game::start(args.game).again(breaker)))
        .insert_resource(Aim::default())
        .add_plugins(BotPlugin(args.clone()))
        .add_systems(
            Update,
            (referee::record_events, referee::judge, bot::look, bot::play).chain(),
        );
    let mut checked = 0;
    loop {
        app.update();
        let session = app.world().resource::<Session>();
        if let Some(shot) = session.shots.get(checked)
            && shot.end.is_some()
        {
            checked += 1;
            let foreseen = app.world().resource::<Foreseen>();
            let happened = Shot::new(shot.events.iter().map(|it| it.1).collect());
            summary.surprises += usize::from(happened != Shot::new(foreseen.events.clone()));
            summary.futures += foreseen.futures;
            summary.shots += 1;
        }
        if session.state.phase == Phase::Over {
            return session.state.game.winner();
        }
        if checked >= MOST_SHOTS {
            return None;
        }
        if let Bot::Looks { .. } = app.world().resource::<Bot>() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn bots_finish_both_games_by_the_shots_that_they_foresaw() {
        for game in ["eight", "nine"] {
            let line = ["billiards", "--game", game, "--one", "middle", "--two", "easy"];
            let summary = play_games(&BilliardsArgs::parse_from(line), 1);
            assert_eq!((summary.unfinished, summary.surprises), (0, 0), "{game}");
            assert!(summary.shots > 0 && summary.won.iter().sum::<u32>() == 1);
        }
    }

    /// In the second of these games the eight turned on the spot when the bot looked, and less when it was hit.
    #[test]
    fn bot_waits_for_a_ball_that_turns_on_the_spot() {
        let line = ["billiards", "--seed", "13", "--one", "middle", "--two", "easy"];
        let summary = play_games(&BilliardsArgs::parse_from(line), 2);
        assert_eq!((summary.unfinished, summary.surprises), (0, 0));
    }
}
