//! Plays a scene of the catalogue in a world.

use collide_core::body::{Body, Kind};
use collide_core::measure::deepest_overlap;
use collide_core::report::{Legs, Report};
use collide_core::step::{Settings, Stepper};
use collide_core::world::{BodyId, World};
use glam::DVec2;
use scenes::core::as_body;
use scenes::{Change, Scene};

/// A scene of the catalogue, its world and its time.
pub struct ScenePlayer {
    pub world: World<DVec2>,
    pub stepper: Stepper<DVec2>,
    /// The bodies that have been added, in the order of the scene.
    pub ids: Vec<BodyId>,
    /// The time since the start, in seconds.
    pub clock: f64,
    scene: Scene,
    /// How many of the changes have been made.
    changed: usize,
}

impl ScenePlayer {
    /// The scene at its start. No legs are recorded.
    pub fn new(scene: &Scene) -> Self {
        Self::with_settings(scene, Settings { legs: Legs::None, ..Settings::default() })
    }

    /// The scene at its start, with these settings of the step.
    pub fn with_settings(scene: &Scene, settings: Settings) -> Self {
        let (world, ids) = scenes::core::world(scene).unwrap();
        let stepper = Stepper::with_settings(settings);
        Self { world, stepper, ids, clock: 0.0, scene: scene.clone(), changed: 0 }
    }

    /// Makes the changes of the scene that are due, then one step.
    pub fn step(&mut self, dt: f64) -> &Report<DVec2> {
        let due = |change: &&Change| change.time() <= self.clock + 0.5 * dt;
        for change in self.scene.changes[self.changed..].iter().take_while(due) {
            self.changed += 1;
            match change {
                Change::Add { body, .. } => self.ids.push(self.world.add(as_body(body)).unwrap()),
                Change::SetVelocity { body, velocity, .. } => {
                    let steer = |body: &mut Body<DVec2>| body.velocity = *velocity;
                    self.world.edit(self.ids[*body], steer).unwrap();
                }
            }
        }
        self.clock += dt;
        self.stepper.step(&mut self.world, dt)
    }

    /// Whether all positions and velocities are finite.
    pub fn is_finite(&self) -> bool {
        let bodies = self.ids.iter().filter_map(|id| self.world.body(*id));
        let mut vectors = bodies.flat_map(|body| [body.position, body.velocity]);
        vectors.all(|vector| vector.is_finite())
    }

    /// How far the outermost mover is outside of the room, in length units; below zero if all are inside.
    ///
    /// In a periodic space the centre of the mover counts.
    pub fn outside(&self) -> f64 {
        let [low, high] = self.scene.room;
        let movers = self.ids.iter().filter_map(|id| self.world.body(*id));
        let movers = movers.filter(|body| body.kind == Kind::Dynamic);
        let excesses = movers.map(|body| {
            let place = body.position;
            let mover = body.shape.mover().filter(|_| self.scene.period == DVec2::ZERO);
            let reach = mover.map_or(DVec2::ZERO, |mover| mover.half + mover.radius);
            (low - place + reach).max(place + reach - high).max_element()
        });
        excesses.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The deepest overlap, in diameters of the smallest body.
    pub fn overlap(&self) -> f64 {
        deepest_overlap(&self.world) / self.scene.smallest_diameter()
    }
}
