//! What every run without a window counts: impacts, drifts, overlaps, limits and the hash of the end.
//!
//! A drift is what a tick changed and its events do not explain; what the game changes between two ticks is
//! the game's. Nothing is booked from differences of the measured energy, or all would be explained:
//!
//! ```text
//! impact                 the loss and the impulse that are told, which come from formulas
//! wall of velocity u     the work J . u of the impulse J
//! rolling resistance c   the work m c s along a path s, and the impulse m c t against the velocity
//! absorbed or broken     all of the body's own
//! ```

use std::marker::PhantomData;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::Space;
use collide_core::body::Kind;
use collide_core::measure::{
    deepest_overlap, energy, momentum, momentum_scale, state_hash, total_mass,
};
use collide_core::report::{Event, Impact, Leg};
use collide_core::vector::Wide;
use serde::Serialize;

use crate::args::RunArgs;
use crate::headless::finish;

/// What a drift may be in f64.
pub const DRIFT: f64 = 1e-12;

/// What an overlap may be in f64, in diameters.
pub const OVERLAP: f64 = 1e-9;

/// The sums since the App began.
#[derive(Resource, Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// How many impacts there were.
    pub impacts: u64,
    /// How long the game has played, in seconds of the game.
    pub seconds: f64,
    /// The energy that the events do not explain, over that of the first tick.
    pub energy_drift: f64,
    /// The momentum that they do not explain, over the sum of the magnitudes in the first tick.
    pub momentum_drift: f64,
    /// The deepest overlap at the end of any tick, in length units.
    pub deepest_overlap: f64,
    /// How many limits of the step were hit.
    pub limits_hit: u64,
    /// The hash of the state at the end.
    pub hash: String,
    #[serde(skip)]
    opening: Option<[f64; 2]>,
}

/// Keeps the [`Tally`] of a game in the space `V`.
pub struct TallyPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Default for TallyPlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Space> Plugin for TallyPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Tally>()
            .init_resource::<Before<V>>()
            .add_systems(Startup, record_paths)
            .add_systems(FixedPostUpdate, open::<V>.in_set(ElasticSystems::Integrate))
            .add_systems(FixedPostUpdate, book::<V>.in_set(ElasticSystems::Report));
    }
}

/// What rolling takes is found along all paths.
fn record_paths(mut config: ResMut<ElasticConfig>) {
    config.record_paths = true;
}

/// Energy and momentum at the start of the tick.
#[derive(Resource)]
struct Before<V: Space>(f64, V::Wide);

impl<V: Space> Default for Before<V> {
    fn default() -> Self {
        Self(0.0, V::Wide::ZERO)
    }
}

fn open<V: Space>(
    simulation: Res<Simulation<V>>,
    mut before: ResMut<Before<V>>,
    mut tally: ResMut<Tally>,
) {
    let world = simulation.world();
    *before = Before(energy(world).total(), momentum(world));
    // A ball that lies on the paddle has nothing to drift.
    if tally.opening.is_none() && momentum_scale(world) > 0.0 {
        tally.opening = Some([before.0, momentum_scale(world)]);
    }
}

fn book<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut before: ResMut<Before<V>>,
    mut tally: ResMut<Tally>,
) {
    let (world, report) = (simulation.world(), engine.report());
    let (mut work, mut pushed) = (0.0, world.gravity().widen() * (total_mass(world) * report.dt));
    for impact in report.impacts() {
        tally.impacts += 1;
        work -= impact.energy_lost;
        if let Some((impulse, velocity)) = by_wall(&simulation, impact) {
            pushed += impulse;
            work += impulse.dot(velocity);
        }
    }
    let rolled = report.legs.iter().filter_map(|leg| by_cloth(&simulation, leg));
    let taken = report.events.iter().filter_map(|event| by_taking(&simulation, event));
    for (energy, impulse) in rolled.chain(taken) {
        work -= energy;
        pushed -= impulse;
    }
    tally.seconds += report.dt;
    tally.limits_hit += report.limits.len() as u64;
    tally.deepest_overlap = tally.deepest_overlap.max(deepest_overlap(world));
    if let Some([whole, scale]) = tally.opening {
        let unexplained = momentum(world) - before.1 - pushed;
        tally.energy_drift += (energy(world).total() - before.0 - work) / whole;
        tally.momentum_drift += unexplained.length() / scale;
    }
    *before = Before(energy(world).total(), momentum(world));
}

/// The impulse of a wall on what hit it, and the velocity of the wall; nothing of two bodies that fly.
fn by_wall<V: Space>(
    simulation: &Simulation<V>,
    impact: &Impact<V::Wide>,
) -> Option<(V::Wide, V::Wide)> {
    let wall = simulation.world().body(impact.bodies[1])?;
    let impulse = impact.normal * impact.impulse + impact.friction;
    (wall.kind != Kind::Dynamic).then(|| (impulse, wall.velocity.widen()))
}

/// What rolling resistance has taken along a path: energy and momentum.
fn by_cloth<V: Space>(simulation: &Simulation<V>, leg: &Leg<V::Wide>) -> Option<(f64, V::Wide)> {
    let body = simulation.world().body(leg.body).filter(|body| body.rolling_resistance > 0.0)?;
    let (force, speed) = (body.mass * body.rolling_resistance, leg.velocity.length());
    let impulse = leg.velocity * (force * (leg.end - leg.start) / speed.max(f64::MIN_POSITIVE));
    Some((force * leg.length(), impulse))
}

/// What was absorbed or broken has taken along: energy and momentum.
fn by_taking<V: Space>(
    simulation: &Simulation<V>,
    event: &Event<V::Wide>,
) -> Option<(f64, V::Wide)> {
    let taken = match event {
        Event::Absorbed(crossing) => crossing.ball,
        Event::Broken { body, .. } => *body,
        _ => return None,
    };
    let body = simulation.world().body(taken).filter(|body| body.kind == Kind::Dynamic)?;
    let velocity = body.velocity.widen();
    Some((0.5 * body.mass * velocity.dot(velocity), velocity * body.mass))
}

impl Tally {
    /// Plays an App for as long as was told, and as long as `goes_on` says so after every update.
    pub fn play<V: Space>(
        app: &mut App,
        args: &RunArgs,
        mut goes_on: impl FnMut(&mut World) -> bool,
    ) -> Self {
        let is_over = |tally: &Self| {
            args.impacts.is_some_and(|impacts| tally.impacts >= impacts)
                || args.seconds.is_some_and(|seconds| tally.seconds >= seconds)
        };
        while !is_over(app.world().resource::<Self>()) {
            app.update();
            if !goes_on(app.world_mut()) {
                break;
            }
        }
        Self::of::<V>(app)
    }

    /// The sums of an App that has played, with the hash of its state.
    #[must_use]
    pub fn of<V: Space>(app: &App) -> Self {
        let state = app.world().resource::<Simulation<V>>().world();
        Self {
            hash: format!("{:016x}", state_hash(state)),
            ..app.world().resource::<Self>().clone()
        }
    }

    /// The sums of two Apps, of drifts and overlaps the larger, with the hash of the other one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let larger = |one: f64, other: f64| if other.abs() > one.abs() { other } else { one };
        Self {
            impacts: self.impacts + other.impacts,
            seconds: self.seconds + other.seconds,
            energy_drift: larger(self.energy_drift, other.energy_drift),
            momentum_drift: larger(self.momentum_drift, other.momentum_drift),
            deepest_overlap: larger(self.deepest_overlap, other.deepest_overlap),
            limits_hit: self.limits_hit + other.limits_hit,
            ..other
        }
    }

    /// Whether the drifts are below a bound, overlaps below another in length units, and no limit hit.
    #[must_use]
    pub fn is_sound(&self, drift: f64, overlap: f64) -> bool {
        self.energy_drift.abs() <= drift
            && self.momentum_drift <= drift
            && self.deepest_overlap <= overlap
            && self.limits_hit == 0
    }

    /// Prints the sums below a title, a line each, or as one JSON object, and tells the exit status.
    pub fn finish(&self, title: &str, json: bool, is_sound: bool) -> ExitCode {
        let summary = serde_json::json!({ "title": title, "tally": self });
        let print = || {
            println!("{title}");
            self.print();
        };
        finish(&summary, json, print, is_sound)
    }

    /// Prints the sums, a line each.
    pub fn print(&self) {
        println!("  impacts          {}", self.impacts);
        println!("  seconds          {:.3}", self.seconds);
        println!("  energy drift     {:.1e}", self.energy_drift);
        println!("  momentum drift   {:.1e}", self.momentum_drift);
        println!("  deepest overlap  {:.1e}", self.deepest_overlap);
        println!("  limits hit       {}", self.limits_hit);
        println!("  state hash       {}", self.hash);
    }
}
