//! The run without a window: the bot plays, and the table must keep the ball, the energy and the game going.

use std::process::ExitCode;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_elastic::components::{Absorbed, AngularVelocity};
use bevy_elastic::events::LimitReached;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
#[cfg(test)]
use clap::Parser;
use collide_core::measure::energy;
use harness::headless::{self, finish, set_clock};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::args::PinballArgs;
use crate::ball::{Ball, RADIUS};
use crate::bot::Bot;
#[cfg(test)]
use crate::controls::Controls;
use crate::flippers::Flipper;
use crate::game::{clock, game};
use crate::parts::Part;
use crate::plunger::Plunger;
use crate::rules::{Counts, Game};
use crate::table::is_inside;
#[cfg(test)]
use crate::table::{ARCH, HALF_WIDTH};

/// The longest time that a ball may stay within `NEAR` millimetres of one place, in seconds.
const STUCK: f64 = 10.0;
const NEAR: f32 = 5.0;

/// The largest accepted growth of the energy of all balls in a tick in which nothing drives them, relative to that of a
/// ball at a metre a second.
const GROWTH: f64 = 1e-9;

/// The energy of a ball of mass 1 at a metre a second, in millimetres.
const UNIT: f64 = 0.5e6;

/// The largest accepted overlap, in millimetres: a hundredth of a ball, where balls lie on each other.
const OVERLAP: f64 = 0.27;

/// What is watched in each tick.
#[derive(Resource, Default, Serialize)]
struct Watch {
    /// The number of ticks in which a ball was outside of the table.
    outside: u32,
    /// The longest time that a ball stayed near one place, in seconds, and where that was.
    longest_rest: f64,
    rest_place: Vec2,
    /// The largest growth of energy in a tick in which nothing drove a ball, in units of that of a ball at a metre a second.
    growth: f64,
    /// The number of these ticks.
    undriven: u64,
    /// The most speed of a ball, in millimetres a second.
    top_speed: f32,
    /// The time of the last event of a body that was over its budget, in seconds, and where a ball was then.
    last_limit: Option<(f64, Vec2)>,
    #[serde(skip)]
    energy: Option<f64>,
}

/// Where a ball was when it last moved on, and when.
#[derive(Component)]
struct Anchor(Vec2, f64);

#[derive(Serialize)]
struct Summary {
    counts: Counts,
    best: u64,
    watch: Watch,
    /// Its drifts contain the work of flippers, plunger and kicks, so `watch` has a measure of its own.
    tally: Tally,
}

pub fn run(args: &PinballArgs) -> ExitCode {
    let summary = play(args);
    let Summary { counts, best, watch, tally } = &summary;
    let print = || {
        println!(
            "{} games, {} launches, {} drains, {} saves, {} banks, {} multiballs, {} tilts",
            counts.games,
            counts.launches,
            counts.drains,
            counts.saves,
            counts.banks,
            counts.multiballs,
            counts.tilts
        );
        let mean = counts.points / u64::from(counts.games.max(1));
        println!("best score {best}, mean {mean}; top speed {:.0} mm/s", watch.top_speed);
        println!("ticks with a ball outside: {}", watch.outside);
        println!(
            "longest rest within {NEAR} mm: {:.2} s at {:.0}",
            watch.longest_rest, watch.rest_place
        );
        println!(
            "growth of energy: {:.1e} at most in {} undriven ticks",
            watch.growth, watch.undriven
        );
        println!("impacts: {}, in {:.0} s of the game", tally.impacts, tally.seconds);
        println!("deepest overlap: {:.1e} mm", tally.deepest_overlap);
        println!("bodies over their budget: {} {:?}", tally.limits_hit, watch.last_limit);
        println!("state hash: {}", tally.hash);
    };
    finish(&summary, args.run.json, print, is_sound(&summary))
}

/// Whether no ball left the table or was stuck, energy never grew by itself, and no limit was hit.
fn is_sound(Summary { counts, watch, tally, .. }: &Summary) -> bool {
    let goes_on = counts.launches > 0 && (tally.seconds < 600.0 || counts.games > 0);
    let keeps = watch.outside == 0 && watch.longest_rest < STUCK && watch.growth < GROWTH;
    goes_on && keeps && tally.limits_hit == 0 && tally.deepest_overlap < OVERLAP
}

fn play(args: &PinballArgs) -> Summary {
    let mut app = headless::app::<Vec2>();
    set_clock(&mut app, clock());
    app.insert_resource(Bot::new(true, args.seed))
        .init_resource::<Watch>()
        .add_plugins((game, TallyPlugin::<Vec2>::default()))
        .add_plugins(RecordingPlugin::<Vec2>::new(&args.run))
        .add_systems(Update, (watch_places, watch_energy, watch_limits));
    // Bodies are few: other threads would only wait for each other.
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
    }
    let tally = Tally::play::<Vec2>(&mut app, &args.run.or_seconds(60.0), |_| true);
    save_recording::<Vec2>(&mut app);
    let watch = app.world_mut().remove_resource::<Watch>().unwrap_or_default();
    let Game { counts, best, .. } = app.world().resource::<Game>().clone();
    Summary { counts, best, watch, tally }
}

fn watch_places(
    mut balls: Query<
        (Entity, &Position, &Velocity, Option<&mut Anchor>),
        (With<Ball>, Without<Absorbed>),
    >,
    time: Res<Time<Elastic>>,
    mut watch: ResMut<Watch>,
    mut commands: Commands,
) {
    let now = time.elapsed_secs_f64();
    for (ball, place, velocity, anchor) in &mut balls {
        watch.outside += u32::from(!is_inside(place.0, RADIUS));
        watch.top_speed = watch.top_speed.max(velocity.0.length());
        let Some(mut anchor) = anchor else {
            commands.entity(ball).insert(Anchor(place.0, now));
            continue;
        };
        if anchor.0.distance(place.0) > NEAR {
            *anchor = Anchor(place.0, now);
        } else if now - anchor.1 > watch.longest_rest {
            watch.longest_rest = now - anchor.1;
            watch.rest_place = anchor.0;
        }
    }
}

fn watch_limits(
    mut limits: MessageReader<LimitReached>,
    places: Query<&Position>,
    time: Res<Time<Elastic>>,
    mut watch: ResMut<Watch>,
) {
    for place in limits.read().filter_map(|limit| places.get(limit.entity).ok()) {
        watch.last_limit = Some((time.elapsed_secs_f64(), place.0));
    }
}

/// Compares the energy with that before the tick, if in this one neither flipper nor plunger moved, no bumper or slingshot was
/// hit, and no ball came or went.
fn watch_energy(
    simulation: Res<Simulation>,
    driven: (Query<&AngularVelocity, With<Flipper>>, Query<&Plunger>),
    balls: Query<Has<Absorbed>, With<Ball>>,
    parts: Query<&Part>,
    mut hits: MessageReader<Collided>,
    mut count: Local<usize>,
    mut watch: ResMut<Watch>,
) {
    let kicks = hits.read().flat_map(|hit| [hit.entity, hit.other]).filter(|it| {
        parts.get(*it).is_ok_and(|part| matches!(part, Part::Bumper | Part::Sling { .. }))
    });
    let turns = driven.0.iter().any(|rate| rate.0 != 0.0);
    let moves = driven.1.iter().any(|plunger| plunger.pulled > 0.0);
    let before = std::mem::replace(&mut *count, balls.iter().count());
    let is_same = before == *count && !balls.iter().any(|is_drained| is_drained);
    let now = energy(simulation.world()).total();
    let undriven = is_same && kicks.count() == 0 && !turns && !moves;
    if let Some(old) = watch.energy.filter(|_| undriven) {
        watch.growth = watch.growth.max((now - old) / UNIT);
        watch.undriven += 1;
    }
    watch.energy = is_same.then_some(now);
}

#[test]
fn bot_keeps_the_ball_on_the_table() {
    let args = PinballArgs::parse_from(["pinball", "--seconds", "30"]);
    let summary = play(&args);
    assert!(is_sound(&summary), "{}", serde_json::to_string(&summary).unwrap_or_default());
    assert!(summary.watch.undriven > 1000 && summary.best > 0);
}

/// The top speed and the height of a ball in the three seconds after a pull of so many ticks.
#[cfg(test)]
fn launch(ticks: u32) -> (f32, f32) {
    let mut app = headless::app::<Vec2>();
    set_clock(&mut app, clock());
    app.add_plugins(game);
    (0..200).for_each(|_| app.update());
    app.world_mut().resource_mut::<Controls>().pulls = true;
    (0..ticks).for_each(|_| app.update());
    app.world_mut().resource_mut::<Controls>().pulls = false;
    let (mut speed, mut height) = (0.0f32, 0.0f32);
    for _ in 0..768 {
        app.update();
        let mut balls = app.world_mut().query_filtered::<(&Position, &Velocity), With<Ball>>();
        for (place, velocity) in balls.iter(app.world()) {
            speed = speed.max(velocity.0.length());
            height = height.max(place.0.y);
        }
    }
    (speed, height)
}

#[test]
fn longer_pull_launches_faster_and_the_longest_reaches_the_top() {
    let launches = [40, 80, 120, 160, 205].map(launch);
    assert!(launches.windows(2).all(|pair| pair[1].0 > pair[0].0 + 100.0), "{launches:?}");
    let top = ARCH + HALF_WIDTH - RADIUS;
    assert!(launches[0].1 < 300.0 && (launches[4].1 - top).abs() < 1.0, "{launches:?}");
}

/// Both flippers at once squeezed a ball between their ends, since these were nearer to each other than its diameter.
#[test]
fn flippers_do_not_squeeze_a_ball_between_their_ends() {
    for height in (90u8..150).step_by(4) {
        let mut app = headless::app::<Vec2>();
        set_clock(&mut app, clock());
        app.add_plugins((game, TallyPlugin::<Vec2>::default()));
        (0..20).for_each(|_| app.update());
        let mut balls = app.world_mut().query_filtered::<&mut Position, With<Ball>>();
        for mut place in balls.iter_mut(app.world_mut()) {
            place.0 = vec2(0.0, f32::from(height));
        }
        app.world_mut().resource_mut::<Controls>().flippers = [true; 2];
        (0..40).for_each(|_| app.update());
        let tally = Tally::of::<Vec2>(&app);
        assert!(tally.limits_hit == 0 && tally.deepest_overlap < OVERLAP, "{height} {tally:?}");
    }
}
