//! Plays a game with a number of threads, and hashes what happens.

use collide_core::measure::state_hash;
use collide_core::recording::Recording;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;

use crate::game::Game;

/// The numbers of threads that are compared with one thread.
#[cfg(feature = "threads")]
pub const THREADS: &[usize] = &[2, 3, 8];
/// The numbers of threads that are compared with one thread.
#[cfg(not(feature = "threads"))]
pub const THREADS: &[usize] = &[];

/// What happened in a game.
pub struct Trace {
    /// The hash of the final state.
    pub state: u64,
    /// The hash of the times of all events.
    pub events: u64,
    /// The number of events.
    pub count: u64,
    /// The hash of the bytes of the snapshot; 0 without one.
    pub snapshot: u64,
    /// The hash of the bytes of the recording, which ends in the same state when it is played again; 0 without one.
    pub recording: u64,
}

/// The start of an FNV-1a hash.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash with one more number.
fn fed(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3)
}

/// Plays a game. With `stored` the world is written as bytes in the middle, and the game goes on with what is read; and the
/// game is recorded, and played again from the bytes of the recording.
pub fn play<V: Vector>(mut game: Game<V>, threads: usize, stored: bool) -> Trace {
    let mut stepper = stepper(threads);
    let mut trace = Trace { state: 0, events: EMPTY, count: 0, snapshot: 0, recording: 0 };
    if stored {
        Recording::start(&mut game.world);
    }
    for step in 0..game.steps {
        if stored && step == game.steps / 2 {
            trace.snapshot = through_bytes(&mut game.world);
        }
        (game.script)(step, &mut game.world);
        for event in &stepper.step(&mut game.world, game.dt).events {
            trace.events = fed(trace.events, event.time().to_bits());
            trace.count += 1;
        }
    }
    trace.state = state_hash(&game.world);
    trace.recording = played_again(&game.world, trace.state).unwrap_or_default();
    trace
}

/// Makes the world what is read after it was written, and returns the hash of its bytes; zero if it cannot be written.
fn through_bytes<V: Vector>(world: &mut World<V>) -> u64 {
    let Ok(bytes) = postcard::to_stdvec(world) else { return 0 };
    let Ok(read) = postcard::from_bytes(&bytes) else { return 0 };
    world.set_state(read);
    hash(&bytes)
}

/// The hash of the bytes of the recording of a world, if it ends in this state when it is played again.
fn played_again<V: Vector>(world: &World<V>, state: u64) -> Option<u64> {
    let bytes = Recording::so_far(world)?.to_bytes().ok()?;
    let mut replay = Recording::<V>::from_bytes(&bytes).ok()?.replay();
    while replay.step().ok()?.is_some() {}
    (state_hash(replay.world()) == state).then(|| hash(&bytes))
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(EMPTY, |hash, byte| fed(hash, u64::from(*byte)))
}

#[cfg(not(feature = "threads"))]
fn stepper<V: Vector>(_: usize) -> Stepper<V> {
    Stepper::with_settings(Settings::default())
}

#[cfg(feature = "threads")]
fn stepper<V: Vector>(threads: usize) -> Stepper<V> {
    let mut stepper = Stepper::with_settings(Settings::default());
    stepper.executor = std::sync::Arc::new(pieces::Pieces(threads));
    stepper
}

/// An executor that divides even little work.
#[cfg(feature = "threads")]
mod pieces {
    use std::sync::LazyLock;

    use collide_core::executor::{Executor, Task};
    use rayon::{ThreadPool, ThreadPoolBuilder};

    /// Divides even little work into as many pieces as it has threads.
    #[derive(Debug)]
    pub struct Pieces(pub usize);

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
}
