//! The core of bevy_elastic with default settings, except that the paths of bodies are not recorded. Several
//! threads are those of a pool of rayon.

use std::process::Command;
use std::sync::Arc;

use collide_core::report::Legs;
use collide_core::step::{Discrete, Method, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use rayon::ThreadPoolBuilder;
use scenes::Scene;

use crate::peer::{DT, Peer, State};

struct Ours<V: Vector> {
    world: World<V>,
    stepper: Stepper<V>,
    movers: Vec<BodyId>,
}

/// The commit of this tree, with `-dirty` if it has changes; a few words if git does not say.
pub fn version() -> String {
    let directory = env!("CARGO_MANIFEST_DIR");
    let arguments = ["-C", directory, "describe", "--always", "--dirty", "--exclude", "*"];
    let output = Command::new("git").args(arguments).output().ok();
    let commit = output.filter(|output| output.status.success());
    commit.map_or("this tree".to_owned(), |commit| {
        String::from_utf8_lossy(&commit.stdout).trim().to_owned()
    })
}

pub fn continuous<V: Vector>(
    scene: &Scene<V>,
    threads: usize,
    sleep: bool,
) -> Box<dyn Peer<V>> {
    Box::new(Ours::<V>::new(scene, Method::Continuous, threads, sleep))
}

pub fn discrete<V: Vector>(
    scene: &Scene<V>,
    threads: usize,
    sleep: bool,
) -> Box<dyn Peer<V>> {
    Box::new(Ours::<V>::new(scene, Method::Discrete(Discrete::default()), threads, sleep))
}

impl<V: Vector> Ours<V> {
    fn new(scene: &Scene<V>, method: Method, threads: usize, sleep: bool) -> Self {
        let settings = Settings { method, sleep, legs: Legs::None, ..Settings::default() };
        let (world, ids) = scenes::core::world(scene).expect("scenes hold valid bodies");
        let bodies = ids.into_iter().zip(&scene.bodies);
        let movers = bodies.filter(|(_, body)| body.kind == scenes::Kind::Dynamic);
        let movers = movers.map(|(id, _)| id).collect();
        let mut stepper = Stepper::with_settings(settings);
        if threads > 1 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            stepper.executor = Arc::new(pool.expect("threads can be started"));
        }
        Self { world, stepper, movers }
    }
}

impl<V: Vector> Peer<V> for Ours<V> {
    fn step(&mut self) {
        self.stepper.step(&mut self.world, DT);
    }

    fn impacts(&self) -> Option<u64> {
        Some(self.stepper.report().impacts().count() as u64)
    }

    fn movers(&mut self) -> Vec<State<V>> {
        let bodies = self.movers.iter().filter_map(|id| self.world.body(*id));
        bodies
            .map(|body| State { position: body.position, velocity: body.velocity })
            .collect()
    }
}
