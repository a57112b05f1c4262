//! The run without a window: races of bots, in which numbers stay whole and the searching bot foresees each turn.

use std::process::ExitCode;
use std::time::Duration;

use bevy::math::DVec2;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
#[cfg(test)]
use clap::Parser;
use harness::headless::{self, finish, set_clock};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{DRIFT, Tally, TallyPlugin};
use serde::Serialize;

use crate::args::{Players, PodsArgs};
use crate::control::Drivers;
use crate::game::{Game, clock, rules};
use crate::race::Race;
use crate::team::Team;

/// The largest accepted overlap: two pods that touch are both rounded by at most half of the diagonal of a unit.
const OVERLAP: f64 = 1.5;

/// What is watched in each turn.
#[derive(Resource, Default)]
struct Watch {
    foreseen: Option<Race>,
    /// How many turns had another end than was foreseen.
    surprises: u32,
    /// How many turns left a pod at a place or with a velocity that is not a whole number.
    astray: u32,
    /// The futures of all turns.
    futures: usize,
}

/// One race.
#[derive(Serialize)]
struct Outcome {
    seed: u32,
    /// None if the time was over before.
    winner: Option<Team>,
    turns: u32,
    /// The checkpoints that each pod has passed, and how many there are in a race.
    passed: [u32; 4],
    total: u32,
    futures: usize,
    /// The mean time of a turn, in milliseconds.
    turn: f64,
    surprises: u32,
    astray: u32,
}

#[derive(Serialize)]
struct Summary {
    races: Vec<Outcome>,
    tally: Tally,
}

pub fn run(args: &PodsArgs) -> ExitCode {
    let summary = play_all(args);
    let print = || {
        for race in &summary.races {
            let Outcome { seed, turns, passed, total, futures, turn, .. } = race;
            let winner =
                race.winner.map_or("no winner yet".to_owned(), |it| format!("{it:?} wins"));
            println!("course {seed}: {winner} after {turns} turns, with {passed:?} of {total}");
            println!("  {futures} futures, {turn:.2} ms a turn");
            println!("  turns not as foreseen: {}, not whole: {}", race.surprises, race.astray);
        }
        summary.tally.print();
    };
    finish(&summary, args.run.json, print, is_sound(&summary, args.players))
}

/// Whether numbers stay whole and no limit was hit; and if one bot reacts, whether the searching one has foreseen each turn and
/// has won.
fn is_sound(Summary { races, tally }: &Summary, players: Players) -> bool {
    let is_right = |race: &Outcome| {
        let is_beaten = race.winner == Some(Team::Blue);
        race.astray == 0 && (players != Players::Reactive || (race.surprises == 0 && !is_beaten))
    };
    races.iter().all(is_right) && tally.is_sound(DRIFT, OVERLAP)
}

fn play_all(args: &PodsArgs) -> Summary {
    let mut summary = Summary { races: Vec::new(), tally: Tally::default() };
    for seed in args.seed..args.seed.saturating_add(args.races) {
        let (outcome, tally) = play(args, seed);
        summary.races.push(outcome);
        summary.tally = std::mem::take(&mut summary.tally).combine(tally);
    }
    summary
}

/// The App of a race.
fn app(args: &PodsArgs, seed: u32) -> App {
    let mut app = headless::app::<DVec2>();
    set_clock(&mut app, clock());
    app.insert_resource(Time::<Virtual>::from_max_delta(Duration::from_secs(1)))
        .insert_resource(Game::new(seed, true))
        .insert_resource(Drivers::new(args.players, args.plans, seed))
        .init_resource::<Watch>()
        .add_plugins((rules, TallyPlugin::<DVec2>::default()))
        .add_plugins(RecordingPlugin::<DVec2>::new(&args.run))
        .add_systems(FixedPostUpdate, foresee.in_set(ElasticSystems::Integrate))
        .add_systems(FixedLast, compare);
    app
}

fn play(args: &PodsArgs, seed: u32) -> (Outcome, Tally) {
    let mut app = app(args, seed);
    let start = Instant::now();
    let is_open = |world: &mut World| world.resource::<Game>().race.winner.is_none();
    let tally = Tally::play::<DVec2>(&mut app, &args.run, is_open);
    let milliseconds = 1e3 * start.elapsed().as_secs_f64();
    save_recording::<DVec2>(&mut app);
    let (Game { course, race, .. }, watch) =
        (app.world().resource::<Game>(), app.world().resource::<Watch>());
    let outcome = Outcome {
        seed,
        winner: race.winner,
        turns: race.turn,
        passed: race.pods.map(|pod| pod.passed),
        total: course.total(),
        futures: watch.futures,
        turn: milliseconds / f64::from(race.turn.max(1)),
        surprises: watch.surprises,
        astray: watch.astray,
    };
    (outcome, tally)
}

/// Keeps what the searching bot expects of the turn.
fn foresee(drivers: Res<Drivers>, mut watch: ResMut<Watch>) {
    watch.futures += drivers.searches().map(|(_, search)| search.count()).sum::<usize>();
    let result = drivers.searches().find_map(|(_, search)| search.result());
    watch.foreseen = result.map(|(_, race)| race);
}

fn compare(game: Res<Game>, mut watch: ResMut<Watch>) {
    let is_whole = |vector: DVec2| vector == vector.round();
    let pods = &game.race.pods;
    watch.astray += u32::from(!pods.iter().all(|it| is_whole(it.place) && is_whole(it.velocity)));
    let foreseen = watch.foreseen.take();
    watch.surprises += u32::from(foreseen.is_some_and(|race| race != game.race));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays these courses with a small search.
    fn races(line: &[&str]) -> (Summary, PodsArgs) {
        let line = ["pods", "--plans", "16"].iter().chain(line);
        let args = PodsArgs::parse_from(line);
        (play_all(&args), args)
    }

    #[test]
    fn searching_bot_wins_and_foresees_each_turn() {
        let (summary, args) = races(&["--races", "5"]);
        let text = serde_json::to_string(&summary).unwrap_or_default();
        assert!(is_sound(&summary, args.players), "{text}");
        assert!(summary.races.iter().all(|race| race.winner == Some(Team::Orange)), "{text}");
        assert!(summary.tally.impacts > 0);
    }

    #[test]
    fn race_is_the_same_for_the_same_seed() {
        let ends = [3, 3, 4].map(|seed| {
            let seed = u32::to_string(&seed);
            let line = ["--players", "searching", "--seconds", "25", "--races", "1"];
            let (summary, _) = races(&[&line[..], &["--seed", &seed]].concat());
            summary.tally.hash
        });
        assert!(ends[0] == ends[1] && ends[0] != ends[2], "{ends:?}");
    }

    #[test]
    fn race_is_the_same_at_any_speed() {
        let args = PodsArgs::parse_from(["pods", "--plans", "4"]);
        let ends = [1.0, 0.5, 5.0].map(|speed| {
            let mut app = app(&args, 3);
            app.world_mut().resource_mut::<Time<Elastic>>().set_relative_speed(speed);
            while app.world().resource::<Game>().race.winner.is_none() {
                app.update();
            }
            let race = &app.world().resource::<Game>().race;
            (race.turn, race.pods.map(|pod| pod.passed))
        });
        assert!(ends[0] == ends[1] && ends[0] == ends[2], "{ends:?}");
    }
}
