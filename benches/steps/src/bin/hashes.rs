//! Prints the state hash of every scene of the catalogue, for each number of threads.
//!
//! Two versions of the core that print the same lines make the same bits. Use it before and after a
//! change that should alter nothing but speed:
//!
//! ```sh
//! cargo run --release -p steps --bin hashes > before.txt
//! ```

use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use collide_core::body::Body;
use collide_core::executor::{Executor, Task};
use collide_core::measure::state_hash;
use collide_core::step::{Settings, Stepper};
use glam::DVec2;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scenes::core::as_body;
use scenes::{Change, Scene};

/// The length of a step, in seconds.
const DT: f64 = 1.0 / 60.0;

/// The numbers of threads that are compared.
const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Scenes that are run with many bodies too, since only many bodies are divided among threads:
/// the name, the number of bodies, the number of steps and the length of a step.
const LARGE: [(&str, usize, usize, f64); 7] = [
    ("gas", 10_000, 60, DT),
    ("dense", 10_000, 20, DT),
    ("fast", 10_000, 20, DT),
    ("mixed-gas", 10_000, 20, DT),
    ("gas", 100_000, 6, DT),
    ("gas", 1000, 4, 0.5),
    ("gas", 20_000, 3, 0.5),
];

/// An executor that divides even little work into as many pieces as it has threads.
#[derive(Debug)]
struct Pieces(usize);

impl Executor for Pieces {
    fn threads(&self) -> usize {
        self.0
    }

    fn min_bodies_per_task(&self) -> usize {
        1
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        static POOL: LazyLock<Option<ThreadPool>> =
            LazyLock::new(|| ThreadPoolBuilder::new().num_threads(2).build().ok());
        match &*POOL {
            Some(pool) => pool.run(tasks),
            None => tasks.into_iter().for_each(|task| task()),
        }
    }
}

fn main() -> ExitCode {
    let catalogue = scenes::all().iter().map(|entry| {
        let steps = if entry.count > 1000 { 120 } else { 240 };
        (entry.name, entry.count, steps, DT)
    });
    let mut agree = true;
    for (name, bodies, steps, dt) in catalogue.chain(LARGE) {
        let Some(scene) = scenes::by_name(name, Some(bodies), 1) else { continue };
        let hashes = THREADS.map(|threads| play(&scene, threads, steps, dt));
        let [state, events] = hashes[0].unwrap_or_default();
        let same = hashes[0].is_some() && hashes.iter().all(|other| *other == hashes[0]);
        let verdict = if same {
            "same with 1, 2, 3 and 8 threads".to_owned()
        } else {
            format!("DIFFERS AMONG {THREADS:?} THREADS: {hashes:x?}")
        };
        println!("{name} {bodies} {dt:.4}: state {state:016x}, events {events:016x}, {verdict}");
        agree &= same;
    }
    if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays a scene with the changes that a game makes to it. Returns the hash of the final state and
/// that of the times of all events, or nothing if the scene holds what no world can.
fn play(scene: &Scene, threads: usize, steps: usize, dt: f64) -> Option<[u64; 2]> {
    let (mut world, mut ids) = scenes::core::world(scene).ok()?;
    let mut stepper = Stepper::with_settings(Settings::default());
    stepper.executor = Arc::new(Pieces(threads));
    let mut changes = scene.changes.iter().peekable();
    let mut events = 0xcbf2_9ce4_8422_2325u64;
    for step in 0..steps {
        let now = step as f64 * dt;
        while let Some(change) = changes.next_if(|change| change.time() <= now + 0.5 * dt) {
            match change {
                Change::Add { body, .. } => ids.push(world.add(as_body(body)).ok()?),
                Change::SetVelocity { body, velocity, .. } => {
                    let steer = |body: &mut Body<DVec2>| body.velocity = *velocity;
                    world.edit(ids[*body], steer).ok()?;
                }
            }
        }
        for event in &stepper.step(&mut world, dt).events {
            events = (events ^ event.time().to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Some([state_hash(&world), events])
}
