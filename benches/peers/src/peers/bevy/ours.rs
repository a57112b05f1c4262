//! bevy_elastic with default settings. A system reads the impacts.

use std::marker::PhantomData;

use bevy::math::{DVec2, Vec2};
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use collide_core::vector::Vector;
use scenes::Scene;

use super::app::{app, begun};
use crate::peer::{Peer, State};

struct Ours<V: Space> {
    app: App,
    movers: Vec<Entity>,
    space: PhantomData<V>,
}

/// The number of impacts that were reported since the last update began.
#[derive(Resource, Default)]
struct Impacts(u64);

pub fn double(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Ours::<DVec2>::new(scene, sleep, |vector| vector))
}

pub fn single(scene: &Scene, _threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Ours::<Vec2>::new(scene, sleep, |vector| vector.as_vec2()))
}

fn count<V: Space>(mut collisions: MessageReader<Collided<V>>, mut impacts: ResMut<Impacts>) {
    impacts.0 += collisions.read().count() as u64;
}

impl<V: Space> Ours<V> {
    fn new(scene: &Scene, sleep: bool, narrow: fn(DVec2) -> V) -> Self {
        let mut app = app();
        app.add_plugins(ElasticSpacePlugin::<V>::new(FixedPostUpdate));
        app.insert_resource(ElasticConfig { sleep, ..default() });
        app.insert_resource(Gravity(narrow(scene.gravity)));
        app.init_resource::<Impacts>();
        app.add_systems(FixedLast, count::<V>);
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let mut entity = app.world_mut().spawn((
                collider(&body.shape, narrow),
                Position(narrow(body.position)),
                Velocity(narrow(body.velocity)),
                Restitution(body.restitution as f32),
                Friction(body.friction as f32),
            ));
            match body.kind {
                scenes::Kind::Dynamic => movers.push(entity.insert(Mass(body.mass as f32)).id()),
                scenes::Kind::Static => drop(entity.insert(Static)),
                scenes::Kind::Kinematic => drop(entity.insert(Kinematic)),
            }
        }
        Self { app: begun(app), movers, space: PhantomData }
    }
}

impl<V: Space> Peer for Ours<V> {
    fn step(&mut self) {
        self.app.world_mut().resource_mut::<Impacts>().0 = 0;
        self.app.update();
    }

    fn impacts(&self) -> Option<u64> {
        Some(self.app.world().resource::<Impacts>().0)
    }

    fn movers(&mut self) -> Vec<State> {
        let world = self.app.world();
        let now = |entity: &Entity| {
            let position = widened(world.get::<Position<V>>(*entity)?.0);
            Some(State { position, velocity: widened(world.get::<Velocity<V>>(*entity)?.0) })
        };
        self.movers.iter().filter_map(now).collect()
    }
}

fn widened<V: Space>(vector: V) -> DVec2 {
    let wide = vector.widen();
    DVec2::new(wide.component(0), wide.component(1))
}

fn collider<V: Space>(shape: &scenes::Shape, narrow: fn(DVec2) -> V) -> Collider<V> {
    match *shape {
        scenes::Shape::Ball { radius } => Collider::ball(radius),
        scenes::Shape::Box { half } => Collider::Cuboid { half_size: narrow(half) },
        scenes::Shape::Capsule { start, end, radius } => {
            Collider::Capsule { start: narrow(start), end: narrow(end), radius }
        }
        scenes::Shape::HalfPlane { normal } => Collider::HalfSpace { normal: narrow(normal) },
        scenes::Shape::Arena { half } => Collider::Arena { half_size: narrow(half) },
    }
}
