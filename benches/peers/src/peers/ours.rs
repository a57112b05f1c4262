//! bevy_elastic's core. Nothing is set but what the scene says; the paths of bodies are not recorded.

use collide_core::body::{Body, Kind};
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Method, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, Vec2};
use scenes::Scene;

use crate::peer::{DT, Now, Peer};

struct Ours<V: Vector> {
    world: World<V>,
    stepper: Stepper<V>,
    movers: Vec<BodyId>,
}

pub fn double(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Ours::<DVec2>::new(scene, Method::Continuous, sleep))
}

pub fn single(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Ours::<Vec2>::new(scene, Method::Continuous, sleep))
}

pub fn discrete(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Ours::<DVec2>::new(scene, Method::Discrete(Discrete::default()), sleep))
}

impl<V: Vector<Wide = DVec2>> Ours<V> {
    fn new(scene: &Scene, method: Method, sleep: bool) -> Self {
        let settings = Settings { method, sleep, record_legs: false, ..Settings::default() };
        let mut world = World::new();
        world.set_gravity(V::narrow(scene.gravity)).expect("gravity is a number");
        world.set_period(V::narrow(scene.period)).expect("the period is a length");
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let id = world.add(as_body(body)).expect("scenes hold possible bodies");
            if body.kind == scenes::Kind::Dynamic {
                movers.push(id);
            }
        }
        Self { world, stepper: Stepper::with_settings(settings), movers }
    }
}

impl<V: Vector<Wide = DVec2>> Peer for Ours<V> {
    fn step(&mut self) {
        self.stepper.step(&mut self.world, DT);
    }

    fn impacts(&self) -> Option<u64> {
        Some(self.stepper.report().impacts().count() as u64)
    }

    fn movers(&mut self) -> Vec<Now> {
        let bodies = self.movers.iter().filter_map(|id| self.world.body(*id));
        bodies
            .map(|body| Now { position: body.position.widen(), velocity: body.velocity.widen() })
            .collect()
    }
}

fn as_body<V: Vector<Wide = DVec2>>(body: &scenes::Body) -> Body<V> {
    let kind = match body.kind {
        scenes::Kind::Dynamic => Kind::Dynamic,
        scenes::Kind::Static => Kind::Static,
        scenes::Kind::Kinematic => Kind::Kinematic,
    };
    let shape = match body.shape {
        scenes::Shape::Ball { radius } => Shape::ball(radius),
        scenes::Shape::Box { half } => Shape::cuboid(half),
        scenes::Shape::Capsule { start, end, radius } => Shape::capsule(start, end, radius),
        scenes::Shape::HalfPlane { normal } => Shape::half_space(normal),
        scenes::Shape::Arena { half } => Shape::arena(half),
    };
    Body {
        kind,
        velocity: V::narrow(body.velocity),
        mass: body.mass,
        restitution: body.restitution,
        friction: body.friction,
        ..Body::dynamic(shape, V::narrow(body.position))
    }
}
