//! bevy_rapier2d in the fixed schedule with default settings, except for the speed limit. Rotation is locked,
//! since bodies do not rotate in this engine. Restitutions are combined by the smaller one and frictions by the
//! larger one, as the scenes define.

use bevy::prelude::*;
use bevy_rapier2d::prelude::*;
use bevy_rapier2d::rapier::dynamics::IntegrationParameters;
use glam::DVec2;
use scenes::Scene;

use super::app::{app, begun};
use crate::peer::{DT, Peer, SPEED_LIMIT, State, walls};

pub const VERSION: &str = "bevy_rapier2d 0.36.0 with rapier2d 0.35.0";

struct Rapier {
    app: App,
    movers: Vec<Entity>,
}

pub fn plain(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Rapier::new(scene, sleep))
}

impl Rapier {
    fn new(scene: &Scene, sleep: bool) -> Self {
        let mut app = app();
        app.insert_resource(TimestepMode::Fixed { dt: DT as f32, substeps: 1 });
        let plugin = RapierPhysicsPlugin::<NoUserData>::default().in_fixed_schedule();
        let gravity = vector(scene.gravity);
        app.add_plugins(plugin.with_custom_initialization(
            RapierContextInitialization::InitializeDefaultRapierContext {
                integration_parameters: IntegrationParameters {
                    normalized_max_linear_velocity: SPEED_LIMIT,
                    ..default()
                },
                rapier_configuration: RapierConfiguration {
                    gravity,
                    ..RapierConfiguration::new(1.0)
                },
            },
        ));
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let restitution = Restitution {
                coefficient: body.restitution as f32,
                combine_rule: CoefficientCombineRule::Min,
            };
            let friction = Friction {
                coefficient: body.friction as f32,
                combine_rule: CoefficientCombineRule::Max,
            };
            let kind = match body.kind {
                scenes::Kind::Dynamic => RigidBody::Dynamic,
                scenes::Kind::Static => RigidBody::Fixed,
                scenes::Kind::Kinematic => RigidBody::KinematicVelocityBased,
            };
            for (shift, collider) in colliders(&body.shape) {
                let place =
                    Transform::from_translation((vector(body.position) + shift).extend(0.0));
                let mut entity = app.world_mut().spawn((
                    kind,
                    collider,
                    place,
                    Velocity::linear(vector(body.velocity)),
                    LockedAxes::ROTATION_LOCKED,
                    ColliderMassProperties::Mass(body.mass as f32),
                    restitution,
                    friction,
                ));
                if !sleep {
                    entity.insert(Sleeping::disabled());
                }
                if body.kind == scenes::Kind::Dynamic {
                    movers.push(entity.id());
                }
            }
        }
        Self { app: begun(app), movers }
    }
}

impl Peer for Rapier {
    fn step(&mut self) {
        self.app.update();
    }

    fn movers(&mut self) -> Vec<State> {
        let double = |x: f32, y: f32| DVec2::new(x.into(), y.into());
        let world = self.app.world();
        let now = |entity: &Entity| {
            let place = world.get::<Transform>(*entity)?.translation;
            let velocity = world.get::<Velocity>(*entity)?.linear;
            Some(State {
                position: double(place.x, place.y),
                velocity: double(velocity.x, velocity.y),
            })
        };
        self.movers.iter().filter_map(now).collect()
    }
}

/// The colliders of a shape with their offsets: the inside of a box becomes four walls.
fn colliders(shape: &scenes::Shape) -> Vec<(Vec2, Collider)> {
    let here = |collider: Collider| vec![(Vec2::ZERO, collider)];
    match *shape {
        scenes::Shape::Ball { radius } => here(Collider::ball(radius as f32)),
        scenes::Shape::Box { half } => here(Collider::cuboid(half.x as f32, half.y as f32)),
        scenes::Shape::Capsule { start, end, radius: 0.0 } => {
            here(Collider::segment(vector(start), vector(end)))
        }
        scenes::Shape::Capsule { start, end, radius } => {
            here(Collider::capsule(vector(start), vector(end), radius as f32))
        }
        scenes::Shape::HalfPlane { normal } => {
            here(Collider::halfspace(vector(normal)).expect("a normal of length 1"))
        }
        scenes::Shape::Arena { half } => walls(half)
            .into_iter()
            .map(|[centre, half]| (vector(centre), Collider::cuboid(half.x as f32, half.y as f32)))
            .collect(),
    }
}

fn vector(vector: DVec2) -> Vec2 {
    Vec2::new(vector.x as f32, vector.y as f32)
}
