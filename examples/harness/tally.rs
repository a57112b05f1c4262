//! What every run without a window counts: impacts, drifts, overlaps, limits and the hash of the end.
//!
//! A drift is what a tick changed and its impacts do not explain; what the game changes between two
//! ticks is the game's. Of a wall that moves with velocity u, an impulse J does the work J . u.

use std::marker::PhantomData;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Engine, Simulation};
use bevy_elastic::space::Space;
use collide_core::body::Kind;
use collide_core::measure::{
    deepest_overlap, energy, momentum, momentum_scale, state_hash, total_mass,
};
use collide_core::report::Impact;
use collide_core::vector::Wide;
use serde::Serialize;

use crate::args::RunArgs;

/// The sums since the App began.
#[derive(Resource, Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// How many impacts there were.
    pub impacts: u64,
    /// How long the game has played, in seconds.
    pub seconds: f64,
    /// The energy that the impacts do not explain, over that of the first tick.
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
        app.init_resource::<Tally>().init_resource::<Before<V>>().add_systems(
            FixedPostUpdate,
            (open::<V>.in_set(ElasticSystems::Integrate), book::<V>.in_set(ElasticSystems::Report)),
        );
    }
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
    engine: Res<Engine<V>>,
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

impl Tally {
    /// Plays an App for as long as was told, or until there were so many impacts, and as long as `goes_on`
    /// says so after every update.
    pub fn play<V: Space>(
        app: &mut App,
        args: &RunArgs,
        impacts: u64,
        mut goes_on: impl FnMut(&mut World) -> bool,
    ) -> Self {
        // A time alone is no reason to stop at a number of impacts.
        let otherwise = if args.seconds.is_some() { u64::MAX } else { impacts };
        let (impacts, seconds) = (args.impacts.unwrap_or(otherwise), args.seconds);
        let is_over = |tally: &Self| {
            tally.impacts >= impacts || seconds.is_some_and(|seconds| tally.seconds >= seconds)
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

    /// Prints the sums below a title, a line each, or all as one JSON object.
    pub fn tell(&self, title: &str, json: bool) {
        if json {
            println!("{}", serde_json::json!({ "title": title, "tally": self }));
            return;
        }
        println!("{title}");
        println!("  impacts          {}", self.impacts);
        println!("  seconds          {:.3}", self.seconds);
        println!("  energy drift     {:.1e}", self.energy_drift);
        println!("  momentum drift   {:.1e}", self.momentum_drift);
        println!("  deepest overlap  {:.1e}", self.deepest_overlap);
        println!("  limits hit       {}", self.limits_hit);
        println!("  state hash       {}", self.hash);
    }
}
