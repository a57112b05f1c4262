//! A world, and what a game does to it before each step.

use collide_core::vector::Vector;
use collide_core::world::World;

/// What a game does before the step of this number.
pub type Script<V> = Box<dyn FnMut(usize, &mut World<V>)>;

/// A world, and what a game does to it before each step.
pub struct Game<V: Vector> {
    /// The name of its line.
    pub name: &'static str,
    /// The world at the start.
    pub world: World<V>,
    /// How many steps are made.
    pub steps: usize,
    /// The length of a step, in seconds.
    pub dt: f64,
    /// What happens before each step.
    pub script: Script<V>,
}

impl<V: Vector> Game<V> {
    /// A game that leaves its world alone, at 60 steps a second.
    #[must_use]
    pub fn left_alone(name: &'static str, world: World<V>, steps: usize) -> Self {
        Self { name, world, steps, dt: 1.0 / 60.0, script: Box::new(|_, _| ()) }
    }
}
