//! The statistics of a run without a window: impacts, drifts, overlaps, limits and the final state hash.
//!
//! The drift of a conserved quantity is the part of its change in the ticks that the reported events do
//! not explain. Changes that the game makes between ticks do not count. The explained part is computed by
//! formula and never from differences of the measured quantity:
//!
//! ```text
//! impact                 the reported energy loss and impulse
//! wall of velocity u     the work J . u of the impulse J
//! rolling resistance c   the work m c s along a path s, and the impulse m c t against the velocity
//! cloth                  the work m a s of the deceleration a, and of those of the spin, and the impulse m a t
//! absorbed or broken     the whole energy and momentum of the body
//! ```

use std::marker::PhantomData;
use std::process::ExitCode;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::Space;
use collide_core::body::{Body, Kind};
use collide_core::measure::{
    deepest_overlap, energy, momentum, momentum_scale, state_hash, total_mass,
};
use collide_core::report::{Event, Impact, Leg, TurnLeg};
use collide_core::vector::Vector;
use serde::Serialize;

use crate::args::RunArgs;
use crate::headless::finish;

/// The largest relative drift that is accepted in f64.
pub const DRIFT: f64 = 1e-12;

/// The deepest overlap that is accepted in f64, in diameters.
pub const OVERLAP: f64 = 1e-9;

/// The statistics since the App started.
#[derive(Resource, Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// The number of impacts.
    pub impacts: u64,
    /// The elapsed game time, in seconds.
    pub seconds: f64,
    /// The change of energy that the events do not explain, relative to the energy in the first tick.
    pub energy_drift: f64,
    /// The change of momentum that the events do not explain, relative to the sum of the magnitudes in the
    /// first tick.
    pub momentum_drift: f64,
    /// The deepest overlap at the end of any tick, in length units.
    pub deepest_overlap: f64,
    /// The number of limits of the step that were hit.
    pub limits_hit: u64,
    /// The hash of the final state.
    pub hash: String,
    /// The energy and the sum of the magnitudes of momentum in the first tick.
    #[serde(skip)]
    initial: Option<[f64; 2]>,
}

/// Updates the [`Tally`] of a game in the space `V`.
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
            .add_systems(Startup, enable_path_records)
            .add_systems(FixedPostUpdate, measure_before::<V>.in_set(ElasticSystems::Integrate))
            .add_systems(FixedPostUpdate, update_tally::<V>.in_set(ElasticSystems::Report));
    }
}

/// Makes the reports contain the paths of all bodies, from which the rolling losses are computed.
fn enable_path_records(mut config: ResMut<ElasticConfig>) {
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

fn measure_before<V: Space>(
    simulation: Res<Simulation<V>>,
    mut before: ResMut<Before<V>>,
    mut tally: ResMut<Tally>,
) {
    let world = simulation.world();
    *before = Before(energy(world).total(), momentum(world));
    // As long as all bodies rest, there is nothing to relate a drift to.
    if tally.initial.is_none() && momentum_scale(world) > 0.0 {
        tally.initial = Some([before.0, momentum_scale(world)]);
    }
}

fn update_tally<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut before: ResMut<Before<V>>,
    mut tally: ResMut<Tally>,
) {
    let (world, report) = (simulation.world(), engine.report());
    let (mut work, mut pushed) = (0.0, world.gravity() * (total_mass(world) * report.dt));
    for impact in report.impacts() {
        tally.impacts += 1;
        work -= impact.energy_lost;
        if let Some((impulse, velocity)) = wall_impulse(&simulation, impact) {
            pushed += impulse;
            work += impulse.dot(velocity);
        }
    }
    let rolled = report.legs.iter().filter_map(|leg| rolling_loss(&simulation, leg));
    let turned = report.turns.iter().filter_map(|leg| spin_loss(&simulation, leg));
    let rolled = rolled.chain(turned.map(|energy| (energy, V::Wide::ZERO)));
    let removed = report.events.iter().filter_map(|event| removed_body(&simulation, event));
    for (energy, impulse) in rolled.chain(removed) {
        work -= energy;
        pushed -= impulse;
    }
    tally.seconds += report.dt;
    tally.limits_hit += report.limits.len() as u64;
    tally.deepest_overlap = tally.deepest_overlap.max(deepest_overlap(world));
    if let Some([whole, scale]) = tally.initial {
        let unexplained = momentum(world) - before.1 - pushed;
        tally.energy_drift += (energy(world).total() - before.0 - work) / whole;
        tally.momentum_drift += unexplained.length() / scale;
    }
    *before = Before(energy(world).total(), momentum(world));
}

/// The impulse of a wall on a body, and the velocity of the wall; `None` for an impact of two dynamic bodies.
fn wall_impulse<V: Space>(
    simulation: &Simulation<V>,
    impact: &Impact<V::Wide>,
) -> Option<(V::Wide, V::Wide)> {
    let wall = simulation.world().body(impact.bodies[1])?;
    let impulse = impact.normal * impact.impulse + impact.friction;
    (wall.kind != Kind::Dynamic).then_some((impulse, wall.velocity))
}

/// The energy and the momentum that rolling resistance or a cloth has removed along a leg of a path.
fn rolling_loss<V: Space>(
    simulation: &Simulation<V>,
    leg: &Leg<V::Wide>,
) -> Option<(f64, V::Wide)> {
    let body = simulation.world().body(leg.body)?;
    if body.cloth.is_some() {
        let (force, seconds) = (leg.acceleration * -body.mass, leg.end - leg.start);
        return Some((force.dot(leg.position_at(leg.end) - leg.position), force * seconds));
    }
    if body.rolling_resistance <= 0.0 {
        return None;
    }
    let (force, speed) = (body.mass * body.rolling_resistance, leg.velocity.length());
    let impulse = leg.velocity * (force * (leg.end - leg.start) / speed.max(f64::MIN_POSITIVE));
    Some((force * leg.length(), impulse))
}

/// The energy of turning that a cloth has removed along a leg.
fn spin_loss<V: Space>(simulation: &Simulation<V>, leg: &TurnLeg<V::Wide>) -> Option<f64> {
    let body = simulation.world().body(leg.body)?;
    let mean_roll = leg.roll_at(0.5 * (leg.start + leg.end))?;
    let way = mean_roll * (leg.end - leg.start);
    let [before, after] =
        [leg.start, leg.end].map(|time| V::Wide::magnitude(leg.angular_velocity_at(time)));
    let side = 0.5 * (before - after) * (before + after);
    let (mass, radius) = (turning_mass(&body), body.shape.ball_radius()?);
    Some(mass * (radius * radius * side - leg.roll_acceleration.dot(way)))
}

/// The mass of a ball times its inertia factor; zero if it does not turn.
fn turning_mass<W: Vector>(body: &Body<W>) -> f64 {
    body.mass * body.inertia_factor.unwrap_or(0.0)
}

/// The energy and the momentum of a dynamic body that was absorbed or broken.
fn removed_body<V: Space>(
    simulation: &Simulation<V>,
    event: &Event<V::Wide>,
) -> Option<(f64, V::Wide)> {
    let removed = match event {
        Event::Absorbed(crossing) => crossing.ball,
        Event::Broken { body, .. } => *body,
        _ => return None,
    };
    let body = simulation.world().body(removed).filter(|body| body.kind == Kind::Dynamic)?;
    let velocity = body.velocity;
    let rim = V::Wide::magnitude(body.angular_velocity) * body.shape.ball_radius().unwrap_or(0.0);
    let spin = turning_mass(&body) * (body.roll.dot(body.roll) + rim * rim);
    let kinetic = 0.5 * (body.mass * velocity.dot(velocity) + spin);
    let gravity = simulation.world().gravity() * (body.mass * body.gravity_scale);
    let energy = kinetic - gravity.dot(body.position);
    Some((energy, velocity * body.mass))
}

impl Tally {
    /// Updates an App until the limit of `args` is reached or `goes_on` returns false after an update, and
    /// returns the statistics.
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

    /// The statistics of an App so far, with the hash of its state.
    #[must_use]
    pub fn of<V: Space>(app: &App) -> Self {
        let state = app.world().resource::<Simulation<V>>().world();
        Self {
            hash: format!("{:016x}", state_hash(state)),
            ..app.world().resource::<Self>().clone()
        }
    }

    /// The statistics of two Apps together: sums of the counts and times, the larger drifts and overlaps, and
    /// the hash of `other`.
    #[must_use]
    pub fn combine(self, other: Self) -> Self {
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

    /// Whether no drift exceeds `drift`, no overlap exceeds `overlap` in length units, and no limit was hit.
    #[must_use]
    pub fn is_sound(&self, drift: f64, overlap: f64) -> bool {
        self.energy_drift.abs() <= drift
            && self.momentum_drift <= drift
            && self.deepest_overlap <= overlap
            && self.limits_hit == 0
    }

    /// Prints the statistics with a title, or as one JSON object, and returns the exit status.
    pub fn finish(&self, title: &str, json: bool, is_sound: bool) -> ExitCode {
        let summary = serde_json::json!({ "title": title, "tally": self });
        let print = || {
            println!("{title}");
            self.print();
        };
        finish(&summary, json, print, is_sound)
    }

    /// Prints the statistics, one a line.
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
