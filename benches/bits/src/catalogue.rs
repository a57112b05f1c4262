//! The scenes of the catalogue as games, and those of spheres in space.

use collide_core::body::Body;
use collide_core::world::World;
use glam::{DVec2, DVec3};
use scenes::core::as_body;
use scenes::gas::Gas;
use scenes::{Change, spheres};

use crate::game::Game;

/// The length of a step, in seconds.
const DT: f64 = 1.0 / 60.0;

/// Scenes that are played with many bodies or long steps too, since both have ways of their own through the step: the name,
/// the number of bodies, the number of steps and the length of a step.
const LARGE: [(&str, usize, usize, f64); 7] = [
    ("gas", 10_000, 60, DT),
    ("dense", 10_000, 20, DT),
    ("fast", 10_000, 20, DT),
    ("mixed-gas", 10_000, 20, DT),
    ("gas", 100_000, 6, DT),
    ("gas", 1000, 4, 0.5),
    ("gas", 20_000, 3, 0.5),
];

/// The games of the plane: name, number of bodies, number of steps and length of a step.
pub fn plane() -> impl Iterator<Item = (&'static str, usize, usize, f64)> {
    let scenes = scenes::all().iter().map(|entry| {
        let steps = if entry.count > 1000 { 120 } else { 240 };
        (entry.name, entry.count, steps, DT)
    });
    scenes.chain(LARGE)
}

/// A scene with the changes that a game makes to it.
pub fn game(name: &'static str, bodies: usize, steps: usize, dt: f64) -> Option<Game<DVec2>> {
    let scene = scenes::by_name(name, Some(bodies), 1)?;
    let (world, mut ids) = scenes::core::world(&scene).ok()?;
    let mut changes = scene.changes.into_iter().peekable();
    let script = move |step: usize, world: &mut World<DVec2>| {
        let now = step as f64 * dt;
        while let Some(change) = changes.next_if(|change| change.time() <= now + 0.5 * dt) {
            match change {
                Change::Add { body, .. } => ids.extend(world.add(as_body(&body)).ok()),
                Change::SetVelocity { body, velocity, .. } => {
                    let steer = |body: &mut Body<DVec2>| body.velocity = velocity;
                    // A scene steers bodies that it has added.
                    let _ = world.edit(ids[body], steer);
                }
            }
        }
    };
    Some(Game { dt, script: Box::new(script), ..Game::left_alone(name, world, steps) })
}

/// A game of spheres.
type InSpace = fn() -> Option<Game<DVec3>>;

/// The games of space.
pub const SPACE: [InSpace; 2] = [gas_in_space, pile_in_space];

fn gas_in_space() -> Option<Game<DVec3>> {
    let gas = Gas { count: 1000, ..Gas::default() };
    let (world, _) = scenes::core::world(&spheres::gas(gas, "gas in space")).ok()?;
    Some(Game::left_alone("gas in space", world, 240))
}

fn pile_in_space() -> Option<Game<DVec3>> {
    let (world, _) = scenes::core::world(&spheres::pile(300, 1)).ok()?;
    Some(Game::left_alone("pile in space", world, 400))
}
