//! The match of two machines without a window: two bots, and the hashes of all ticks that are certain.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_ggrs::ConfirmedFrameCount;
#[cfg(test)]
use clap::Parser;
use harness::headless::{app_in, finish};
use serde::Serialize;

use super::rollback::{AirHockeyTick, Costs, Record};
use super::session::{LineNews, add_match, side};
use crate::args::AirHockeyArgs;
use crate::bot::Bots;
use crate::control::Controllers;
use crate::game::RATE;
use crate::rules::Match;

/// How long a machine that has all its ticks goes on answering, in seconds.
const LINGER: f64 = 2.0;

/// How long the other machine may take to start, and by how much a match may take longer than the game, in seconds.
const PATIENCE: f64 = 60.0;

#[derive(Serialize)]
struct Summary {
    /// The match at the end of these ticks.
    game: Match,
    /// The ticks that are certain, and the hash of all their hashes.
    ticks: usize,
    hash: String,
    /// How many ticks were made again, and how often the game went back.
    again: u32,
    back: u32,
    /// What it takes to save a tick and to go back to one, in microseconds.
    save: f64,
    load: f64,
    differs: Option<i32>,
    /// Whether the other machine has gone before the end.
    is_alone: bool,
}

/// Plays a match with another machine, and prints what both must agree on.
pub fn run(args: &AirHockeyArgs) -> ExitCode {
    let seconds = args.run.seconds.unwrap_or(60.0);
    match play(args, seconds) {
        Ok(summary) => {
            let is_whole = summary.ticks == ticks(seconds) && !summary.is_alone;
            let is_sound = summary.differs.is_none() && is_whole;
            let print = || summary.print();
            finish(&summary, args.run.json, print, is_sound)
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

impl Summary {
    fn print(&self) {
        println!("score {:?}, matches won {:?}", self.game.score, self.game.won);
        println!("{} certain ticks, their hash {}", self.ticks, self.hash);
        println!("went back {} times, made {} ticks again", self.back, self.again);
        println!("to save a tick takes {:.1} us, to go back {:.1} us", self.save, self.load);
        if let Some(tick) = self.differs {
            println!("the machines differ at tick {tick}");
        }
        if self.is_alone {
            println!("the other machine has gone");
        }
    }
}

fn ticks(seconds: f64) -> usize {
    (seconds * RATE as f64) as usize
}

/// Plays until all ticks of so many seconds are certain, or patience is at its end.
fn play(args: &AirHockeyArgs, seconds: f64) -> Result<Summary, String> {
    let mut app = app_in::<Vec2>(AirHockeyTick);
    app.insert_resource(Controllers::of_side(side(&args.p2p), true))
        .insert_resource(Bots::new([args.level; 2], args.seed));
    add_match(&mut app, &args.p2p)?;
    let (start, wanted) = (Instant::now(), ticks(seconds));
    app.init_resource::<Record>();
    let mut is_alone = false;
    let mut end: Option<Instant> = None;
    while end.is_none_or(|end| end.elapsed().as_secs_f64() < LINGER) {
        app.update();
        std::thread::sleep(Duration::from_millis(2));
        if end.is_none() && app.world().resource::<ConfirmedFrameCount>().0 > wanted as i32 {
            end = Some(Instant::now());
        }
        is_alone |= end.is_none() && app.world().resource::<LineNews>().is_gone;
        if is_alone || start.elapsed().as_secs_f64() > seconds + PATIENCE {
            break;
        }
    }
    let costs = *app.world().resource::<Costs>();
    let record = &app.world().resource::<Record>().0;
    let all = record.range(1..).take(wanted).map(|(_, of_tick)| of_tick);
    let hash =
        all.clone().fold(0u64, |hash, (next, _)| (hash ^ next).wrapping_mul(0x0100_0000_01b3));
    let mean = |seconds: f64, count: u32| 1e6 * seconds / f64::from(count.max(1));
    Ok(Summary {
        game: all.clone().last().map(|it| it.1.clone()).unwrap_or_default(),
        ticks: if end.is_some() { all.count() } else { 0 },
        hash: format!("{hash:016x}"),
        again: costs.ticks.saturating_sub(record.keys().next_back().map_or(0, |last| *last as u32)),
        back: costs.loads,
        save: mean(costs.save_seconds, costs.saves),
        load: mean(costs.load_seconds, costs.loads),
        differs: app.world().resource::<LineNews>().differs,
        is_alone,
    })
}

#[test]
fn two_machines_agree_on_every_tick_over_a_bad_line() {
    let machine = |side: &str, port: &str, other: &str| {
        let peer = format!("127.0.0.1:{other}");
        let line = ["air_hockey", "--p2p", &peer, "--port", port, "--side", side];
        let bad = ["--late", "100", "--loss", "5", "--level", "hard"];
        AirHockeyArgs::parse_from(line.into_iter().chain(bad))
    };
    let [left, right] = [machine("left", "47310", "47311"), machine("right", "47311", "47310")]
        .map(|args| std::thread::spawn(move || play(&args, 5.0)));
    let [left, right] =
        [left, right].map(|it| it.join().expect("a machine stopped").expect("a port"));
    assert!(left.ticks == 300 && right.ticks == 300, "{} {}", left.ticks, right.ticks);
    assert_eq!((left.hash, left.differs), (right.hash, right.differs));
    assert!(left.differs.is_none() && left.back > 10 && right.back > 10);
}
