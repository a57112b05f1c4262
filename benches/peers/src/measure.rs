//! Plays a scene in an engine and measures the steps and the result.

use std::array::from_fn;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use rstar::primitives::GeomWithData;
use rstar::{PointDistance, RTree};
use scenes::{Kind, Scene, Shape, Space};

use crate::peer::{Engine, State};

/// Counts the memory that all Rust code allocates.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// A scene and the number of its steps.
pub struct Run<'a, W> {
    pub scene: &'a Scene<W>,
    /// The number of steps that are timed.
    pub steps: usize,
    /// The number of steps before those.
    pub skip: usize,
    /// Whether bodies at rest may sleep.
    pub sleep: bool,
}

/// The result of one round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    pub median: Duration,
    pub p95: Duration,
    pub p99: Duration,
    pub impacts_per_second: Option<f64>,
    /// The energy at the end as a share of that at the start.
    pub energy_left: f64,
    /// The deepest overlap of two balls at the end of every tenth step, in diameters of the smaller one.
    pub deepest_overlap: f64,
    /// The number of bodies with their centres outside of the room at the end.
    pub outside: usize,
    pub bytes: usize,
}

/// An engine and the results of its rounds.
pub struct Row<W> {
    pub engine: Engine<W>,
    pub scene: &'static str,
    pub bodies: usize,
    pub rounds: Vec<Round>,
}

impl<W: Space> Row<W> {
    pub fn new(engine: Engine<W>, run: &Run<'_, W>) -> Self {
        Self {
            engine,
            scene: run.scene.name,
            bodies: run.scene.dynamic_bodies().count(),
            rounds: Vec::new(),
        }
    }

    /// The median of a value over the rounds.
    pub fn median<T: PartialOrd>(&self, of: impl Fn(&Round) -> T) -> T {
        let mut all: Vec<T> = self.rounds.iter().map(of).collect();
        all.sort_by(|one, two| one.partial_cmp(two).unwrap_or(std::cmp::Ordering::Equal));
        all.swap_remove(all.len() / 2)
    }
}

/// Plays a round.
pub fn play<W: Space>(engine: &Engine<W>, run: &Run<'_, W>) -> Round {
    let scene = run.scene;
    let before = ALLOCATED.current_usage();
    let mut peer = (engine.make)(scene, engine.threads, run.sleep);
    let start = energy(scene, &peer.movers());
    let (mut times, mut impacts, mut deepest) = (Vec::with_capacity(run.steps), Some(0), 0f64);
    for step in 0..run.skip + run.steps {
        let begin = Instant::now();
        peer.step();
        if step >= run.skip {
            times.push(begin.elapsed());
            impacts = impacts.zip(peer.impacts()).map(|(sum, more)| sum + more);
            if step % 10 == 9 {
                deepest = deepest.max(deepest_overlap(scene, &peer.movers()));
            }
        }
    }
    let bytes = ALLOCATED.current_usage().saturating_sub(before) + peer.foreign_bytes();
    let movers = peer.movers();
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    Round {
        median: at(0.5),
        p95: at(0.95),
        p99: at(0.99),
        impacts_per_second: impacts.map(|impacts| impacts as f64 / total.as_secs_f64()),
        energy_left: energy(scene, &movers) / start,
        deepest_overlap: deepest,
        outside: outside(scene, &movers),
        bytes,
    }
}

/// The kinetic energy plus the potential energy above the lower corner of the room.
fn energy<W: Space>(scene: &Scene<W>, movers: &[State<W>]) -> f64 {
    let of = |(body, state): (&scenes::Body<W>, &State<W>)| {
        let height = state.position - scene.room[0];
        body.mass * (0.5 * state.velocity.dot(state.velocity) - scene.gravity.dot(height))
    };
    scene.dynamic_bodies().zip(movers).map(of).sum()
}

fn radius<W>(body: &scenes::Body<W>) -> Option<f64> {
    match body.shape {
        Shape::Ball { radius } if body.kind == Kind::Dynamic => Some(radius),
        _ => None,
    }
}

/// The position with a third component of zero in the plane.
fn point<W: Space>(position: W) -> [f64; 3] {
    from_fn(|axis| if axis < W::DIMENSION { position.component(axis) } else { 0.0 })
}

/// The deepest overlap of two balls, in diameters of the smaller one.
fn deepest_overlap<W: Space>(scene: &Scene<W>, movers: &[State<W>]) -> f64 {
    let balls: Vec<_> = scene
        .dynamic_bodies()
        .zip(movers)
        .filter_map(|(body, state)| {
            let position = point(state.position);
            let is_finite = position.iter().all(|component| component.is_finite());
            is_finite.then_some(GeomWithData::new(position, radius(body)?))
        })
        .collect();
    let largest = balls.iter().map(|ball| ball.data).fold(0.0, f64::max);
    let tree = RTree::bulk_load(balls.clone());
    let mut deepest = 0f64;
    for ball in &balls {
        let reach = ball.data + largest;
        for other in tree.locate_within_distance(*ball.geom(), reach * reach) {
            let distance = ball.geom().distance_2(other.geom()).sqrt();
            // The tree returns the ball itself too.
            if distance > 0.0 {
                let depth = ball.data + other.data - distance;
                deepest = deepest.max(depth / (2.0 * f64::min(ball.data, other.data)));
            }
        }
    }
    deepest
}

/// The number of centres outside of the room.
fn outside<W: Space>(scene: &Scene<W>, movers: &[State<W>]) -> usize {
    let [low, high] = scene.room;
    let inside = |state: &&State<W>| {
        let position = |axis| state.position.component(axis);
        let between =
            |axis| low.component(axis) <= position(axis) && position(axis) <= high.component(axis);
        (0..W::DIMENSION).all(between)
    };
    movers.len() - movers.iter().filter(inside).count()
}
