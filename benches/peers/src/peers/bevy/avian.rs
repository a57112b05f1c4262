//! avian2d with default settings, except for a restitution threshold of 0, since slow bounces would lose all
//! energy otherwise. Rotation is locked, since bodies do not rotate in this engine. Restitutions are combined by
//! the smaller one and frictions by the larger one, as the scenes define.

use avian2d::dynamics::solver::SolverConfig;
use avian2d::prelude::*;
use bevy::prelude::*;
use glam::DVec2;
use scenes::Scene;

use super::app::{app, begun};
use crate::peer::{Peer, State, walls};

pub const VERSION: &str = "avian2d 0.7.0";

struct Avian {
    app: App,
    movers: Vec<Entity>,
}

pub fn plain(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Avian::new(scene, false, sleep))
}

/// Without speculative contacts and with swept collision detection for each body that moves, as avian's
/// maintainer advises for balls that bounce without loss (<https://github.com/avianphysics/avian/issues/594>).
pub fn swept(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Avian::new(scene, true, sleep))
}

impl Avian {
    fn new(scene: &Scene, is_swept: bool, sleep: bool) -> Self {
        let mut app = app();
        app.add_plugins(PhysicsPlugins::default());
        app.insert_resource(Gravity(vector(scene.gravity)));
        app.world_mut().resource_mut::<SolverConfig>().restitution_threshold = 0.0;
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let material = (
                Restitution::new(body.restitution as f32)
                    .with_combine_rule(CoefficientCombine::Min),
                Friction::new(body.friction as f32).with_combine_rule(CoefficientCombine::Max),
            );
            let kind = match body.kind {
                scenes::Kind::Dynamic => RigidBody::Dynamic,
                scenes::Kind::Static => RigidBody::Static,
                scenes::Kind::Kinematic => RigidBody::Kinematic,
            };
            let place = Transform::from_translation(vector(body.position).extend(0.0));
            let motion = (LinearVelocity(vector(body.velocity)), LockedAxes::ROTATION_LOCKED);
            let mut colliders = colliders(&body.shape);
            let (shift, first) = colliders.remove(0);
            let place = place.with_translation(place.translation + shift.extend(0.0));
            let mut entity = app.world_mut().spawn((kind, first, place, motion, material));
            if body.kind == scenes::Kind::Dynamic {
                if is_swept {
                    entity.insert((SpeculativeMargin::ZERO, SweptCcd::LINEAR));
                }
                movers.push(entity.insert(Mass(body.mass as f32)).id());
            }
            if !sleep {
                entity.insert(SleepingDisabled);
            }
            for (shift, collider) in colliders {
                let place =
                    Transform::from_translation((vector(body.position) + shift).extend(0.0));
                app.world_mut().spawn((kind, collider, place, material));
            }
        }
        Self { app: begun(app), movers }
    }
}

impl Peer for Avian {
    fn step(&mut self) {
        self.app.update();
    }

    fn movers(&mut self) -> Vec<State> {
        let double = |vector: Vec2| DVec2::new(vector.x.into(), vector.y.into());
        let world = self.app.world();
        let now = |entity: &Entity| {
            let position = double(world.get::<Position>(*entity)?.0);
            Some(State { position, velocity: double(world.get::<LinearVelocity>(*entity)?.0) })
        };
        self.movers.iter().filter_map(now).collect()
    }
}

/// The colliders of a shape with their offsets: the inside of a box becomes four walls.
fn colliders(shape: &scenes::Shape) -> Vec<(Vec2, Collider)> {
    let here = |collider: Collider| vec![(Vec2::ZERO, collider)];
    match *shape {
        scenes::Shape::Ball { radius } => here(Collider::circle(radius as f32)),
        scenes::Shape::Box { half } => {
            here(Collider::rectangle(2.0 * half.x as f32, 2.0 * half.y as f32))
        }
        scenes::Shape::Capsule { start, end, radius: 0.0 } => {
            here(Collider::segment(vector(start), vector(end)))
        }
        scenes::Shape::Capsule { start, end, radius } => {
            here(Collider::capsule_endpoints(radius as f32, vector(start), vector(end)))
        }
        scenes::Shape::HalfPlane { normal } => here(Collider::half_space(vector(normal))),
        scenes::Shape::Arena { half } => walls(half)
            .into_iter()
            .map(|[centre, half]| {
                let [width, height] = (2.0 * half).as_vec2().to_array();
                (vector(centre), Collider::rectangle(width, height))
            })
            .collect(),
    }
}

fn vector(vector: DVec2) -> Vec2 {
    Vec2::new(vector.x as f32, vector.y as f32)
}
