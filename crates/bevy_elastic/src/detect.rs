//! Detect: the earliest impacts inside the tick are predicted.

use bevy_ecs::system::ResMut;

use crate::simulation::{Engine, Simulation};
use crate::space::Space;

/// Predicts the earliest events of every pair who come near each other.
pub fn detect<V: Space>(mut simulation: ResMut<Simulation<V>>, mut engine: ResMut<Engine<V>>) {
    engine.stepper.detect(&mut simulation.world);
}
