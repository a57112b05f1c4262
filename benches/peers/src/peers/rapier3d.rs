//! Rapier in space, with one thread unless the feature `parallel3d` is on. The settings are those in the plane:
//! rotation is locked, since bodies do not rotate in this engine. Restitutions are combined by the smaller one
//! and frictions by the larger one, as the scenes define.

use glam::DVec3;
use rapier3d::prelude::*;
use scenes::Scene;

use crate::peer::{DT, Peer, SPEED_LIMIT, State, walls};

pub const VERSION: &str = "rapier3d 0.36.1";

/// The number of threads: two on two cores, if Rapier is compiled for several.
pub const THREADS: usize = if cfg!(feature = "parallel3d") { 2 } else { 1 };

struct Rapier {
    world: PhysicsWorld,
    movers: Vec<RigidBodyHandle>,
}

pub fn plain(scene: &Scene<DVec3>, _threads: usize, sleep: bool) -> Box<dyn Peer<DVec3>> {
    Box::new(Rapier::new(scene, false, sleep))
}

/// With continuous collision detection for each body that moves.
pub fn continuous(scene: &Scene<DVec3>, _threads: usize, sleep: bool) -> Box<dyn Peer<DVec3>> {
    Box::new(Rapier::new(scene, true, sleep))
}

impl Rapier {
    fn new(scene: &Scene<DVec3>, ccd: bool, sleep: bool) -> Self {
        let mut world = PhysicsWorld { gravity: vector(scene.gravity), ..PhysicsWorld::default() };
        world.integration_parameters.dt = DT as f32;
        world.integration_parameters.normalized_max_linear_velocity = SPEED_LIMIT;
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let builder = match body.kind {
                scenes::Kind::Dynamic => RigidBodyBuilder::dynamic(),
                scenes::Kind::Static => RigidBodyBuilder::fixed(),
                scenes::Kind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
            };
            let handle = world.bodies.insert(
                builder
                    .translation(vector(body.position))
                    .linvel(vector(body.velocity))
                    .lock_rotations()
                    .can_sleep(sleep)
                    .ccd_enabled(ccd && body.kind == scenes::Kind::Dynamic),
            );
            for collider in colliders(&body.shape) {
                let collider = collider
                    .restitution(body.restitution as f32)
                    .restitution_combine_rule(CoefficientCombineRule::Min)
                    .friction(body.friction as f32)
                    .friction_combine_rule(CoefficientCombineRule::Max)
                    .mass(body.mass as f32);
                world.colliders.insert_with_parent(collider, handle, &mut world.bodies);
            }
            if body.kind == scenes::Kind::Dynamic {
                movers.push(handle);
            }
        }
        Self { world, movers }
    }
}

impl Peer<DVec3> for Rapier {
    fn step(&mut self) {
        self.world.step();
    }

    fn movers(&mut self) -> Vec<State<DVec3>> {
        let double = |vector: Vector| DVec3::new(vector.x.into(), vector.y.into(), vector.z.into());
        let bodies = self.movers.iter().map(|handle| &self.world.bodies[*handle]);
        bodies
            .map(|body| State {
                position: double(body.translation()),
                velocity: double(body.linvel()),
            })
            .collect()
    }
}

/// The colliders of a shape: the inside of a box becomes six walls.
fn colliders(shape: &scenes::Shape<DVec3>) -> Vec<ColliderBuilder> {
    match *shape {
        scenes::Shape::Ball { radius } => vec![ColliderBuilder::ball(radius as f32)],
        scenes::Shape::Box { half } => {
            vec![ColliderBuilder::cuboid(half.x as f32, half.y as f32, half.z as f32)]
        }
        scenes::Shape::Capsule { start, end, radius: 0.0 } => {
            vec![ColliderBuilder::segment(vector(start), vector(end))]
        }
        scenes::Shape::Capsule { start, end, radius } => {
            vec![ColliderBuilder::capsule_from_endpoints(vector(start), vector(end), radius as f32)]
        }
        scenes::Shape::HalfPlane { normal } => {
            vec![ColliderBuilder::new(SharedShape::halfspace(vector(normal)))]
        }
        scenes::Shape::Arena { half } => walls(half)
            .into_iter()
            .map(|[centre, half]| {
                ColliderBuilder::cuboid(half.x as f32, half.y as f32, half.z as f32)
                    .translation(vector(centre))
            })
            .collect(),
    }
}

fn vector(vector: DVec3) -> Vector {
    Vector::new(vector.x as f32, vector.y as f32, vector.z as f32)
}
