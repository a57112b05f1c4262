//! Measures how piles fall and come to rest: times, overlaps, and what moves afterwards.
//!
//! ```sh
//! cargo run --release -p steps --bin rest -- pile --bodies 2000 --seeds 16
//! cargo run --release -p steps --bin rest -- pile --bodies 2000 --dimensions 3
//! ```
//!
//! The fall lasts from the first impact until the kinetic energy is a thousandth of its peak. A pile is quiet from when
//! the energy stays below a millionth of the peak. Lengths are in sizes of the smallest body. What a scene adds or changes
//! in its course is left out.

use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use collide_core::body::Kind;
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::report::{Event, Legs, Report};
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};
use scenes::{Scene, Space};

/// The length of a step, in seconds.
const DT: f64 = 1.0 / 60.0;

/// Measures how piles fall and come to rest.
#[derive(Debug, Parser)]
struct Options {
    /// A scene of the catalogue: pile, mixed, heap, tower, ...
    scene: String,
    /// The number of dimensions. In space there is the scene pile only.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    dimensions: u8,
    /// How many bodies move.
    #[arg(long)]
    bodies: Option<usize>,
    /// How many seeds are played, from 1 on.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// For how many seconds each is played.
    #[arg(long, default_value_t = 30.0)]
    seconds: f64,
    /// Every how many steps overlaps are measured; zero for never, so that they disturb no times.
    #[arg(long, default_value_t = 1)]
    overlaps: usize,
}

/// The measurements of one seed.
#[derive(Debug, Default)]
struct Measured {
    /// The median time of a step in milliseconds, in the fall and later.
    times: [f64; 2],
    /// The deepest overlap in the fall and later, and the last one.
    overlaps: [f64; 3],
    /// When the energy stayed small, and when the last body fell asleep, in seconds.
    quiet: Option<f64>,
    asleep: Option<f64>,
    /// How far any body moved from three seconds after the pile was quiet.
    drift: f64,
    /// How many limits were reached.
    limits: usize,
    /// How many impacts were reported.
    impacts: usize,
}

fn main() -> ExitCode {
    let options = Options::parse();
    println!(
        "seed  fall ms  rest ms  overlap: fall  later   last    quiet s  asleep s  drift    limits  \
         impacts"
    );
    for seed in 1..=options.seeds {
        let Some(measured) = measure_seed(&options, seed) else {
            eprintln!("no scene is called {}", options.scene);
            return ExitCode::FAILURE;
        };
        let Measured { times: [fall, rest], overlaps, quiet, asleep, drift, limits, impacts } =
            measured;
        let [in_fall, later, last] = overlaps;
        let time = |time: Option<f64>| time.map_or("never".to_owned(), |time| format!("{time:.1}"));
        println!(
            "{seed:4}  {fall:7.3}  {rest:7.3}  {in_fall:13.4}  {later:.4}  {last:.4}  {:>7}  {:>8}  {drift:.1e}  \
             {limits:6}  {impacts}",
            time(quiet),
            time(asleep)
        );
    }
    ExitCode::SUCCESS
}

/// Plays the scene with a seed; nothing if there is no such scene.
fn measure_seed(options: &Options, seed: u64) -> Option<Measured> {
    if options.dimensions == 3 {
        let bodies = options.bodies.unwrap_or(2000);
        let is_pile = options.scene == "pile";
        return is_pile
            .then(|| scenes::spheres::pile(bodies, seed))
            .and_then(|scene| measure::<DVec3>(options, &scene));
    }
    let scene = scenes::by_name(&options.scene, options.bodies, seed)?;
    measure::<DVec2>(options, &scene)
}

/// Plays a scene; nothing if a body of it is not valid.
fn measure<V>(options: &Options, scene: &Scene<V>) -> Option<Measured>
where
    V: Vector + Space,
{
    let (mut world, ids) = scenes::core::world::<V>(scene).ok()?;
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    let size = smallest_size(&world, &ids);
    let mut observer = Observer::<V>::default();
    for step in 0..(options.seconds / DT) as usize {
        let clock = step as f64 * DT;
        let start = Instant::now();
        let report = stepper.step(&mut world, DT);
        let time = start.elapsed().as_secs_f64() * 1e3;
        observer.note_report(report, clock);
        observer.note_energy(kinetic_energy(&world), clock);
        observer.note_time(time, report.contacts.solved > 0);
        if options.overlaps > 0 && step % options.overlaps == 0 {
            observer.note_overlap(deepest_overlap(&world) / size);
        }
        match observer.measured.quiet {
            Some(quiet) if clock <= quiet + 3.0 => {}
            Some(_) if observer.settled.is_empty() => observer.settled = places(&world, &ids),
            Some(_) => {}
            None => observer.settled.clear(),
        }
    }
    let distance = |(one, two): (&V, V)| (*one - two).length() / size;
    let moved = observer.settled.iter().zip(places(&world, &ids)).map(distance);
    let drift = moved.fold(0.0, f64::max);
    Some(Measured { drift, times: observer.times.map(median), ..observer.measured })
}

/// What has been seen of a seed so far.
#[derive(Debug)]
struct Observer<V> {
    measured: Measured,
    peak: f64,
    has_fallen: bool,
    /// The times of the steps in the fall, and of those later in which bodies are awake.
    times: [Vec<f64>; 2],
    /// Where the bodies were three seconds after the pile was quiet; empty before.
    settled: Vec<V>,
}

impl<V> Default for Observer<V> {
    fn default() -> Self {
        Self {
            measured: Measured::default(),
            peak: 0.0,
            has_fallen: false,
            times: Default::default(),
            settled: Vec::new(),
        }
    }
}

impl<V: Vector> Observer<V> {
    fn note_report(&mut self, report: &Report<V>, clock: f64) {
        if report.events.iter().any(|event| matches!(event, Event::FellAsleep { .. })) {
            self.measured.asleep = Some(clock);
        }
        self.measured.limits += report.limits.len();
        self.measured.impacts += report.impacts().count();
    }

    fn note_energy(&mut self, energy: f64, clock: f64) {
        self.has_fallen |= self.peak > 0.0 && energy < 1e-3 * self.peak;
        self.peak = self.peak.max(energy);
        let quiet = self.measured.quiet.or(Some(clock));
        self.measured.quiet = quiet.filter(|_| energy < 1e-6 * self.peak);
    }

    fn note_time(&mut self, time: f64, has_contacts: bool) {
        if self.has_fallen && has_contacts {
            self.times[1].push(time);
        } else if !self.has_fallen && self.measured.impacts > 0 {
            self.times[0].push(time);
        }
    }

    fn note_overlap(&mut self, overlap: f64) {
        let deepest = &mut self.measured.overlaps[usize::from(self.has_fallen)];
        *deepest = deepest.max(overlap);
        self.measured.overlaps[2] = overlap;
    }
}

/// The median; zero of nothing.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

/// The diameter of the smallest dynamic body.
fn smallest_size<V: Vector>(world: &World<V>, ids: &[BodyId]) -> f64 {
    let bodies = ids.iter().filter_map(|id| world.body(*id));
    let movers = bodies.filter(|body| body.kind == Kind::Dynamic);
    let radii = movers.filter_map(|body| match body.shape {
        Shape::Convex(shape) => Some(shape.radius),
        _ => None,
    });
    2.0 * radii.fold(f64::INFINITY, f64::min)
}

fn places<V: Vector>(world: &World<V>, ids: &[BodyId]) -> Vec<V> {
    ids.iter().filter_map(|id| world.body(*id)).map(|body| body.position).collect()
}
