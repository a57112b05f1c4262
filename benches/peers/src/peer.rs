//! What an engine must do to take part.

use glam::DVec2;
use scenes::Scene;

/// The length of a step, in seconds.
pub const DT: f64 = 1.0 / 60.0;

/// The speed limit of every engine that has one, in length units a second. The fastest bodies of the scenes
/// have 6,000, and the engines limit speed to 400 by default.
pub const SPEED_LIMIT: f32 = 1e5;

/// The state of a body that moves.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub position: DVec2,
    pub velocity: DVec2,
}

/// A scene in an engine.
pub trait Peer {
    /// Makes a step of [`DT`]. This, and nothing else, is timed.
    fn step(&mut self);

    /// The number of impacts that the last step reported, if the engine reports them.
    fn impacts(&self) -> Option<u64> {
        None
    }

    /// The bodies that move, in the order of the scene.
    fn movers(&mut self) -> Vec<State>;

    /// The memory that the engine has allocated outside of Rust's allocator, in bytes.
    fn foreign_bytes(&self) -> usize {
        0
    }
}

/// Makes a scene with a number of threads; bodies at rest may sleep if the last argument is true.
pub type Make = fn(&Scene, usize, bool) -> Box<dyn Peer>;

/// An engine with its settings.
#[derive(Clone, Debug)]
pub struct Engine {
    pub name: &'static str,
    /// The version, or the commit where that is more exact.
    pub version: String,
    pub threads: usize,
    pub make: Make,
}

/// The walls around a room of this half size: four boxes, each as its centre and half its size.
///
/// The other engines collide bodies faster with boxes than with half-spaces, which have infinite bounds, and sweep
/// fast bodies against them. The boxes are thick, since thin ones would let more fast bodies through.
pub fn walls(room: DVec2) -> [[DVec2; 2]; 4] {
    const THICKNESS: f64 = 20.0;
    [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y].map(|outwards| {
        let centre = outwards * (room + 0.5 * THICKNESS);
        let along = outwards.perp().abs() * (room + THICKNESS);
        [centre, along + outwards.abs() * (0.5 * THICKNESS)]
    })
}
