//! What an engine must do to take part.

use glam::DVec2;
use scenes::{Scene, Space};

/// The length of a step, in seconds.
pub const DT: f64 = 1.0 / 60.0;

/// The speed limit of every engine that has one, in length units a second. The fastest bodies of the scenes
/// have 6,000, and the engines limit speed to 400 by default.
pub const SPEED_LIMIT: f32 = 1e5;

/// The state of a body that moves.
#[derive(Clone, Copy, Debug)]
pub struct State<W = DVec2> {
    pub position: W,
    pub velocity: W,
}

/// A scene in an engine, in the plane unless another vector is given.
pub trait Peer<W = DVec2> {
    /// Makes a step of [`DT`]. This, and nothing else, is timed.
    fn step(&mut self);

    /// The number of impacts that the last step reported, if the engine reports them.
    fn impacts(&self) -> Option<u64> {
        None
    }

    /// The bodies that move, in the order of the scene.
    fn movers(&mut self) -> Vec<State<W>>;

    /// The memory that the engine has allocated outside of Rust's allocator, in bytes.
    fn foreign_bytes(&self) -> usize {
        0
    }
}

/// Makes a scene with a number of threads; bodies at rest may sleep if the last argument is true.
pub type Make<W = DVec2> = fn(&Scene<W>, usize, bool) -> Box<dyn Peer<W>>;

/// An engine with its settings.
#[derive(Clone, Debug)]
pub struct Engine<W = DVec2> {
    pub name: &'static str,
    /// The version, or the commit where that is more exact.
    pub version: String,
    pub threads: usize,
    pub make: Make<W>,
}

/// The walls around a room of this half size: two boxes for each axis, each as its centre and half its size.
///
/// The other engines collide bodies faster with boxes than with half-spaces, which have infinite bounds, and sweep
/// fast bodies against them. The boxes are thick, since thin ones would let more fast bodies through.
pub fn walls<W: Space>(room: W) -> Vec<[W; 2]> {
    const THICKNESS: f64 = 20.0;
    let wall = |across: usize, side: f64| {
        let distance = room.component(across) + 0.5 * THICKNESS;
        let centre = |axis| if axis == across { side * distance } else { 0.0 };
        let half = |axis| {
            if axis == across { 0.5 * THICKNESS } else { room.component(axis) + THICKNESS }
        };
        [W::from_components(centre), W::from_components(half)]
    };
    (0..W::DIMENSION).flat_map(|axis| [wall(axis, 1.0), wall(axis, -1.0)]).collect()
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, dvec2, dvec3};

    use super::walls;

    #[test]
    fn walls_enclose_room() {
        let plane: Vec<[DVec2; 2]> = walls(dvec2(3.0, 5.0));
        assert_eq!(plane[0], [dvec2(13.0, 0.0), dvec2(10.0, 25.0)]);
        assert_eq!(plane[3], [dvec2(0.0, -15.0), dvec2(23.0, 10.0)]);
        let space: Vec<[DVec3; 2]> = walls(dvec3(3.0, 5.0, 7.0));
        assert_eq!(space.len(), 6);
        assert_eq!(space[5], [dvec3(0.0, 0.0, -17.0), dvec3(23.0, 25.0, 10.0)]);
    }
}
