//! The run without a window: a flood of balls, of which none is lost, and the golden ball finds each bin.

use std::process::ExitCode;
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
#[cfg(test)]
use clap::Parser;
use harness::headless::{self, finish};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::args::{PachinkoArgs, Rain};
use crate::board::{BINS, Ball, BoardPlugin, Landed};
use crate::futures::{Chosen, MAX_TRIES};
use crate::game::rules;
use crate::hopper::{Hopper, HopperPlugin};

/// The most ticks for one bin: a minute.
const TICKS: u32 = 4000;

/// The largest accepted overlap, in pixels: a fiftieth of a ball, where balls press each other between the pegs.
const OVERLAP: f64 = 0.1;

/// By how much energy may grow in all, relative to that of the first balls.
const GROWTH: f64 = 1e-6;

#[derive(Serialize)]
struct Summary {
    balls: u32,
    landed: u32,
    /// The most balls that were in the game at once.
    most: usize,
    /// The median time of the ticks with at least nine tenths of them, in milliseconds.
    tick: f64,
    /// How many bins the golden ball was sent to, and in how many it has landed.
    chosen: usize,
    found: usize,
    /// The median number of futures to find one.
    tries: u32,
    tally: Tally,
}

pub fn run(args: &PachinkoArgs) -> ExitCode {
    let summary = flood(args);
    let Summary { balls, landed, most, tick, chosen, found, tries, tally } = &summary;
    let print = || {
        println!(
            "{landed} of {balls} balls have landed; {most} at once, a tick takes {tick:.2} ms"
        );
        println!(
            "the golden ball was sent to {chosen} bins and found {found}; {tries} futures each"
        );
        tally.print();
    };
    let is_sound = landed == balls && found == chosen && is_sound(tally);
    finish(&summary, args.run.json, print, is_sound)
}

/// Whether energy has never grown, no limit was hit and no ball is deep in another body. What balls lose where they stay
/// together is in no event, so energy may fall.
fn is_sound(tally: &Tally) -> bool {
    tally.energy_drift <= GROWTH && tally.deepest_overlap <= OVERLAP && tally.limits_hit == 0
}

/// Lets all balls fall, twice: once for the time, and once with everything measured; then chooses each bin while it drizzles.
fn flood(args: &PachinkoArgs) -> Summary {
    let (most, tick) = time_flood(args.balls);
    let mut app = headless::app::<Vec2>();
    app.insert_resource(Hopper::new(Rain::Flood).with_stock(args.balls)).add_plugins((
        rules,
        TallyPlugin::<Vec2>::default(),
        RecordingPlugin::<Vec2>::new(&args.run),
    ));
    update_until(&mut app, |world| world.resource::<Landed>().total() == args.balls);
    save_recording::<Vec2>(&mut app);
    let (landed, tally) = (app.world().resource::<Landed>().total(), Tally::of::<Vec2>(&app));
    let mut tries = choose_bins();
    let chosen = tries.len();
    tries.retain(|(_, has_landed)| *has_landed);
    tries.sort_unstable();
    let (found, tries) = (tries.len(), tries.get(tries.len() / 2).map_or(0, |it| it.0));
    Summary { balls: args.balls, landed, most, tick, chosen, found, tries, tally }
}

/// Updates until a condition holds, for a minute of the game at most. Returns whether it holds.
fn update_until(app: &mut App, is_over: impl Fn(&World) -> bool) -> bool {
    (0..TICKS).any(|_| {
        app.update();
        is_over(app.world())
    })
}

/// The most balls that are in the game at once, and the median time of an update with at least nine tenths of them, in
/// milliseconds.
fn time_flood(balls: u32) -> (usize, f64) {
    let mut app = headless::app::<Vec2>();
    app.insert_resource(Hopper::new(Rain::Flood).with_stock(balls))
        .add_plugins((BoardPlugin, HopperPlugin));
    let mut times: Vec<(usize, Duration)> = Vec::new();
    while app.world().resource::<Landed>().total() < balls / 2 && times.len() < TICKS as usize {
        let start = Instant::now();
        app.update();
        let time = start.elapsed();
        let falling = app.world_mut().query_filtered::<(), With<Ball>>().iter(app.world()).count();
        times.push((falling, time));
    }
    let most = times.iter().map(|it| it.0).max().unwrap_or_default();
    let many = times.iter().filter(|it| 10 * it.0 >= 9 * most);
    let mut many: Vec<Duration> = many.map(|it| it.1).collect();
    many.sort_unstable();
    (most, many.get(many.len() / 2).map_or(0.0, |time| 1e3 * time.as_secs_f64()))
}

/// Chooses each bin in turn, while balls fall from the hopper. For each that a future reaches: the number of futures, and
/// whether the golden ball has landed in it.
fn choose_bins() -> Vec<(u32, bool)> {
    let mut app = headless::app::<Vec2>();
    app.insert_resource(Hopper::new(Rain::Drizzle)).add_plugins(rules);
    app.update();
    let try_bin = |bin| {
        *app.world_mut().resource_mut::<Chosen>() = Chosen { bin: Some(bin), ..default() };
        app.world_mut().resource_mut::<Landed>().golden = None;
        update_until(&mut app, |world| world.resource::<Chosen>().bin.is_none());
        let tries = app.world().resource::<Chosen>().tries;
        update_until(&mut app, |world| world.resource::<Landed>().golden.is_some());
        let has_landed = app.world().resource::<Landed>().golden == Some(bin);
        (tries < MAX_TRIES).then_some((tries, has_landed))
    };
    (0..BINS).filter_map(try_bin).collect()
}

#[test]
fn no_ball_is_lost_and_every_bin_is_found() {
    let args = PachinkoArgs::parse_from(["pachinko", "--balls", "800"]);
    let Summary { balls, landed, chosen, found, tally, .. } = flood(&args);
    assert!(landed == balls && is_sound(&tally), "{landed} {tally:?}");
    assert!(chosen == BINS && found == BINS, "{found} of {chosen}");
}
