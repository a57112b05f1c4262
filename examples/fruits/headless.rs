//! The run without a window: the bot plays a game, in which no fruit may be lost and each drop must be as foretold.

use std::process::ExitCode;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
#[cfg(test)]
use bevy_elastic::simulation::SimulationStepper;
#[cfg(test)]
use clap::Parser;
use collide_core::measure::{deepest_overlap, energy, total_mass};
use harness::headless::{self, finish};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::args::FruitsArgs;
use crate::board::{FLOOR, GRAVITY, HALF_WIDTH};
use crate::bot::Bot;
#[cfg(test)]
use crate::futures::{Fall, first_touch, foresee};
use crate::game::game;
use crate::hopper::Hopper;
use crate::kinds::{Fruit, KINDS};
use crate::rules::{Game, Merged};

/// For how many ticks after a merge the new fruit may overlap others, since it was born where they are: 41 were measured, of a
/// large one in a full box.
const BIRTH: u32 = 64;

/// The deepest accepted overlap at other times, in pixels.
const OVERLAP: f64 = 1.0;

/// By how much energy may grow in a tick at other times: to lift all fruits by so many pixels. Where a contact of a pile ends
/// it gives back what its small overlap held: at most 0.05 was measured.
const GROWTH: f64 = 0.15;

/// What is watched in each tick.
#[derive(Resource, Default, Serialize)]
struct Watch {
    /// The most by which a fruit was outside of the box, in pixels.
    outside: f32,
    /// The number of ticks after which fruits were missing, or too many.
    miscounted: u32,
    /// The deepest overlap, in pixels, and the largest growth of energy in a tick, long after a merge.
    overlap: f64,
    growth: f64,
    /// The number of ticks long after a merge.
    calm: u32,
    since_merge: u32,
    #[serde(skip)]
    energy: f64,
    #[serde(skip)]
    dropped: u32,
}

#[derive(Serialize)]
struct Summary {
    score: u32,
    dropped: u32,
    merged: [u32; KINDS],
    is_over: bool,
    /// How many drops were as foretold, and how many not.
    right: u32,
    wrong: u32,
    watch: Watch,
    /// Its drifts contain what merges change, so `watch` has a measure of its own.
    tally: Tally,
}

pub fn run(args: &FruitsArgs) -> ExitCode {
    let summary = play(args);
    let Summary { score, dropped, merged, is_over, right, wrong, watch, tally } = &summary;
    let print = || {
        println!("{score} points with {dropped} fruits, the box is full: {is_over}");
        println!("merges by kind: {merged:?}");
        println!("drops as foretold, to the bit: {right}, others: {wrong}");
        println!(
            "fruits miscounted in {} ticks, outside by {} px",
            watch.miscounted, watch.outside
        );
        println!(
            "overlap: {:.2} px, just after merges {:.2}",
            watch.overlap, tally.deepest_overlap
        );
        println!(
            "energy in {} calm ticks grew to lift all fruits by {:.4} px at most",
            watch.calm, watch.growth
        );
        println!("impacts: {}, in {:.0} s of the game", tally.impacts, tally.seconds);
        println!("bodies over their budget: {}", tally.limits_hit);
        println!("state hash: {}", tally.hash);
    };
    finish(&summary, args.run.json, print, is_sound(&summary))
}

/// Whether no fruit was lost, all points come from merges, all drops were as foretold, and no law is broken.
fn is_sound(Summary { score, dropped, merged, right, wrong, watch, tally, .. }: &Summary) -> bool {
    let points: u32 = (0..).zip(merged).map(|(kind, count)| count * Fruit(kind).points()).sum();
    let is_kept = watch.miscounted == 0 && watch.outside < 1.0 && *score == points;
    let is_calm = watch.overlap <= OVERLAP && watch.growth <= GROWTH;
    let is_foretold = *wrong == 0 && right + 1 >= *dropped;
    is_kept && is_calm && is_foretold && tally.limits_hit == 0
}

fn app(args: &FruitsArgs) -> App {
    let mut app = headless::app::<Vec2>();
    app.insert_resource(Bot::new(true))
        .insert_resource(Hopper::new(args.seed))
        .init_resource::<Watch>()
        .add_plugins((game, TallyPlugin::<Vec2>::default()))
        .add_plugins(RecordingPlugin::<Vec2>::new(&args.run))
        .add_systems(FixedPostUpdate, watch.in_set(ElasticSystems::Report));
    app
}

fn play(args: &FruitsArgs) -> Summary {
    let mut app = app(args);
    let tally = Tally::play::<Vec2>(&mut app, &args.run, |world| {
        let game = world.resource::<Game>();
        !game.is_over && game.dropped < args.drops
    });
    save_recording::<Vec2>(&mut app);
    let watch = app.world_mut().remove_resource::<Watch>().unwrap_or_default();
    let (game, bot) = (app.world().resource::<Game>(), app.world().resource::<Bot>());
    let Game { score, dropped, merged, is_over, .. } = game.clone();
    Summary { score, dropped, merged, is_over, right: bot.right, wrong: bot.wrong, watch, tally }
}

fn watch(
    simulation: Res<Simulation>,
    fruits: Query<(&Fruit, &Position)>,
    game: Res<Game>,
    mut merged: MessageReader<Merged>,
    mut watch: ResMut<Watch>,
) {
    watch.miscounted += u32::from(fruits.iter().count() as u32 != game.left());
    for (fruit, place) in &fruits {
        let reach = HALF_WIDTH - fruit.radius();
        let outside = (place.0.x.abs() - reach).max(FLOOR + fruit.radius() - place.0.y);
        watch.outside = watch.outside.max(outside);
    }
    let weight = f64::from(GRAVITY) * total_mass(simulation.world());
    let now = energy(simulation.world()).total();
    let before = std::mem::replace(&mut watch.energy, now);
    let is_same = std::mem::replace(&mut watch.dropped, game.dropped) == game.dropped;
    watch.since_merge = if merged.read().count() > 0 { 0 } else { watch.since_merge + 1 };
    if watch.since_merge > BIRTH && is_same && game.dropped > 0 {
        watch.calm += 1;
        watch.growth = watch.growth.max((now - before) / weight);
        watch.overlap = watch.overlap.max(deepest_overlap(simulation.world()));
    }
}

#[cfg(test)]
fn short(drops: &str, seed: &str) -> Summary {
    play(&FruitsArgs::parse_from(["fruits", "--drops", drops, "--seed", seed]))
}

#[test]
fn bot_loses_no_fruit_and_every_drop_is_as_foretold() {
    let summary = short("12", "1");
    assert!(is_sound(&summary), "{}", serde_json::to_string(&summary).unwrap_or_default());
    assert!(summary.right >= 11 && summary.score > 10);
}

#[test]
fn same_seed_is_the_same_game() {
    let [one, same, other] = [("5", "2"), ("5", "2"), ("5", "3")].map(|it| short(it.0, it.1));
    assert_eq!(one.tally.hash, same.tally.hash);
    assert_ne!(one.tally.hash, other.tally.hash);
}

#[test]
fn line_shows_to_the_bit_where_and_when_a_fruit_first_touches() {
    let mut app = app(&FruitsArgs::parse_from(["fruits"]));
    app.insert_resource(Bot::default()).init_resource::<Fall>().add_systems(Last, foresee);
    for x in [-90.0, 20.0, -60.0, 35.0, 0.0, -75.0, 12.0] {
        (0..40).for_each(|_| app.update());
        app.world_mut().resource_mut::<Hopper>().aim(x);
        app.update();
        let foreseen = app.world().resource::<Fall>().touch;
        app.world_mut().resource_mut::<Hopper>().drops = true;
        let mut newest = None;
        let touched = (0..100).find_map(|ticks| {
            app.update();
            let world = app.world().resource::<Simulation>().world();
            newest = newest.or(world.ids().last());
            first_touch(world, app.world().resource::<SimulationStepper>().report(), newest?, ticks)
        });
        assert!(touched.is_some() && touched == foreseen, "{touched:?} {foreseen:?}");
    }
}
