//! What must an engine do to take part?

use glam::DVec2;
use scenes::Scene;

/// The length of a step, in seconds.
pub const DT: f64 = 1.0 / 60.0;

/// A mover as it is now.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    pub position: DVec2,
    pub velocity: DVec2,
}

/// A scene in an engine.
pub trait Peer {
    /// Makes a step of [`DT`]. This, and nothing else, is timed.
    fn step(&mut self);

    /// How many impacts the last step told, if the engine tells them.
    fn impacts(&self) -> Option<u64> {
        None
    }

    /// Everyone who moves, in the order of the scene.
    fn movers(&mut self) -> Vec<Now>;

    /// What the engine has allocated besides what Rust's allocator knows of, in bytes.
    fn foreign_bytes(&self) -> usize {
        0
    }
}

/// An engine with its settings.
#[derive(Clone, Copy)]
pub struct Contestant {
    pub name: &'static str,
    pub threads: usize,
    /// Makes the scene; the last is whether bodies at rest may sleep.
    pub make: fn(&Scene, usize, bool) -> Box<dyn Peer>,
}
