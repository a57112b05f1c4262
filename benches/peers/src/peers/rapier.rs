//! Rapier in the plane, with all its threads, and in space, with one unless the feature `parallel3d` is on. Rotation is
//! locked, since bodies do not rotate in this engine. Restitutions are combined by the smaller one and frictions by the
//! larger one, as the scenes define.

/// A module with the engine of one dimension. The two crates have the same interface and no trait in common, and this
/// way both have the same settings.
macro_rules! rapier {
    ($name:ident: $rapier:ident, $wide:ident, [$($axis:ident),+]) => {
        pub mod $name {
            use glam::$wide;
            use $rapier::prelude::*;
            use scenes::Scene;

            use crate::peer::{DT, Peer, SPEED_LIMIT, State, walls};

            struct Rapier {
                world: PhysicsWorld,
                movers: Vec<RigidBodyHandle>,
            }

            pub fn plain(scene: &Scene<$wide>, _threads: usize, sleep: bool) -> Box<dyn Peer<$wide>> {
                Box::new(Rapier::new(scene, false, sleep))
            }

            /// With continuous collision detection for each body that moves.
            pub fn continuous(scene: &Scene<$wide>, _threads: usize, sleep: bool) -> Box<dyn Peer<$wide>> {
                Box::new(Rapier::new(scene, true, sleep))
            }

            impl Rapier {
                fn new(scene: &Scene<$wide>, ccd: bool, sleep: bool) -> Self {
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

            impl Peer<$wide> for Rapier {
                fn step(&mut self) {
                    self.world.step();
                }

                fn movers(&mut self) -> Vec<State<$wide>> {
                    let double = |vector: Vector| $wide::new($(vector.$axis.into()),+);
                    let bodies = self.movers.iter().map(|handle| &self.world.bodies[*handle]);
                    bodies
                        .map(|body| State {
                            position: double(body.translation()),
                            velocity: double(body.linvel()),
                        })
                        .collect()
                }
            }

            /// The colliders of a shape: the inside of a box becomes walls on all sides.
            fn colliders(shape: &scenes::Shape<$wide>) -> Vec<ColliderBuilder> {
                match *shape {
                    scenes::Shape::Ball { radius } => vec![ColliderBuilder::ball(radius as f32)],
                    scenes::Shape::Box { half } => {
                        vec![ColliderBuilder::cuboid($(half.$axis as f32),+)]
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
                            ColliderBuilder::cuboid($(half.$axis as f32),+).translation(vector(centre))
                        })
                        .collect(),
                }
            }

            fn vector(vector: $wide) -> Vector {
                Vector::new($(vector.$axis as f32),+)
            }
        }
    };
}

rapier!(plane: rapier2d, DVec2, [x, y]);
rapier!(space: rapier3d, DVec3, [x, y, z]);

pub const VERSION_2D: &str = "rapier2d 0.36.1";
pub const VERSION_3D: &str = "rapier3d 0.36.1";

/// The number of threads in space: two on two cores, if Rapier is compiled for several.
pub const THREADS_3D: usize = if cfg!(feature = "parallel3d") { 2 } else { 1 };
