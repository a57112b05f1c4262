//! The run without a window: two bots play, and puck and mallets stay where they belong.

use std::process::ExitCode;

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
#[cfg(test)]
use clap::Parser;
use harness::headless::{self, finish, set_clock};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::args::{AirHockeyArgs, Players};
use crate::bot::Bots;
use crate::control::Controllers;
use crate::game::{clock, on_one_machine};
use crate::mallet::{Mallet, RADIUS};
use crate::rules::{Match, PUCK_SPEED, Puck};
use crate::side::Side;
use crate::table::{HALF, PUCK_RADIUS, is_inside};

/// How far a mallet may be over a line or the rim, in millimetres: the rounding of f32.
const ROUNDING: f32 = 1e-3;

/// The largest accepted overlap, in millimetres: a hundredth of the puck, where a mallet presses it against the rim.
const OVERLAP: f64 = 1.0;

/// The longest time that the puck may lie within `NEAR` millimetres of one place, in seconds.
const STUCK: f64 = 10.0;
const NEAR: f32 = 5.0;

/// What is watched in each tick.
#[derive(Resource, Default, Serialize)]
struct Watch {
    /// The number of ticks in which the puck was outside of the table.
    outside: u32,
    /// How far a mallet was over the line or the rim, at most.
    deepest_crossing: f32,
    top_speed: f32,
    goals: u32,
    /// The longest time that the puck lay near one place, in seconds.
    longest_rest: f64,
    #[serde(skip)]
    rest: (Vec2, f64),
}

#[derive(Serialize)]
struct Summary {
    game: Match,
    watch: Watch,
    /// Its drifts contain the work of the hands.
    tally: Tally,
}

pub fn run(args: &AirHockeyArgs) -> ExitCode {
    let summary = play(args);
    let Summary { game, watch, tally } = &summary;
    let print = || {
        println!(
            "matches won: {:?}, the last at {:?}; {} goals",
            game.won, game.score, watch.goals
        );
        println!("ticks with the puck outside: {}", watch.outside);
        println!("a mallet was over a line by at most {:.1e} mm", watch.deepest_crossing);
        println!("top speed of the puck: {:.0} mm/s", watch.top_speed);
        println!("longest rest of the puck within {NEAR} mm: {:.2} s", watch.longest_rest);
        println!("impacts: {}, in {:.0} s of the game", tally.impacts, tally.seconds);
        println!("deepest overlap: {:.1e} mm", tally.deepest_overlap);
        println!("bodies over their budget: {}", tally.limits_hit);
        println!("state hash: {}", tally.hash);
    };
    finish(&summary, args.run.json, print, is_sound(&summary))
}

fn is_sound(Summary { watch, tally, .. }: &Summary) -> bool {
    let stays = watch.outside == 0 && watch.deepest_crossing < ROUNDING;
    let goes_on = watch.longest_rest < STUCK && (tally.seconds < 100.0 || watch.goals > 0);
    let is_exact = tally.limits_hit == 0 && tally.deepest_overlap < OVERLAP;
    stays && goes_on && is_exact && watch.top_speed <= PUCK_SPEED * 1.000_001
}

fn play(args: &AirHockeyArgs) -> Summary {
    let mut app = headless::app::<Vec2>();
    set_clock(&mut app, clock());
    let levels = [args.level, args.other.unwrap_or(args.level)];
    on_one_machine(&mut app, Controllers::new(Players::Bots), Bots::new(levels, args.seed));
    app.init_resource::<Watch>()
        .add_plugins(TallyPlugin::<Vec2>::default())
        .add_plugins(RecordingPlugin::<Vec2>::new(&args.run))
        .add_systems(Update, watch);
    let tally = Tally::play::<Vec2>(&mut app, &args.run.or_seconds(120.0), |_| true);
    save_recording::<Vec2>(&mut app);
    let watch = app.world_mut().remove_resource::<Watch>().unwrap_or_default();
    let game = app.world().resource::<Match>().clone();
    Summary { game, watch, tally }
}

fn watch(
    puck: Single<(&Position, &Velocity), (With<Puck>, Without<Absorbed>)>,
    mallets: Query<(&Side, &Position), With<Mallet>>,
    (game, time): (Res<Match>, Res<Time<Elastic>>),
    mut score: Local<u32>,
    mut watch: ResMut<Watch>,
) {
    let (place, velocity) = (puck.0.0, puck.1.0);
    watch.outside += u32::from(!is_inside(place, PUCK_RADIUS));
    watch.top_speed = watch.top_speed.max(velocity.length());
    for (side, at) in &mallets {
        let over_line = RADIUS - side.sign() * at.0.x;
        let over_rim = (at.0.abs() + RADIUS - HALF).max_element();
        watch.deepest_crossing = watch.deepest_crossing.max(over_line.max(over_rim));
    }
    let goals: u32 = game.score.map(u32::from).iter().sum();
    watch.goals += goals.saturating_sub(std::mem::replace(&mut *score, goals));
    let now = time.elapsed_secs_f64();
    if watch.rest.0.distance(place) > NEAR {
        watch.rest = (place, now);
    }
    watch.longest_rest = watch.longest_rest.max(now - watch.rest.1);
}

#[test]
fn bots_score_and_nothing_leaves_its_place() {
    let args = AirHockeyArgs::parse_from(["air_hockey", "--seconds", "60", "--level", "hard"]);
    let summary = play(&args);
    assert!(is_sound(&summary), "{}", serde_json::to_string(&summary).unwrap_or_default());
    assert!(summary.watch.goals > 3);
}

#[test]
fn hard_bot_beats_the_easy_one() {
    let line = ["air_hockey", "--seconds", "150", "--level", "easy", "--other", "hard"];
    let [easy, hard] = play(&AirHockeyArgs::parse_from(line)).game.won;
    assert!(hard > easy, "{easy} {hard}");
}
