//! The observers of added colliders: they give each body its key, and log colliders in a wrong space.

use bevy_ecs::lifecycle::Add;
use bevy_ecs::observer::On;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DVec2, DVec3, Vec2, Vec3};

use crate::components::{BodyKey, Collider, Velocity};
use crate::simulation::Simulation;
use crate::space::Space;

/// Gives a collider its key, in the order of spawning.
pub fn insert_body_key<V: Space>(added: On<Add, Collider<V>>, mut world: DeferredWorld) {
    // Not a query: queries pass over entities that are spawned disabled.
    if world.get::<BodyKey>(added.entity).is_none() {
        let key = world.resource_mut::<Simulation<V>>().take_key();
        world.commands().entity(added.entity).try_insert(BodyKey(key));
    }
}

/// Logs a collider with a velocity in another space, or in a space without a plugin. It would not move, and nothing else
/// would say why.
pub fn log_wrong_space<V: Space>(added: On<Add, Collider<V>>, world: DeferredWorld) {
    let entity = added.entity;
    let space = V::short_type_path();
    if !world.contains_resource::<Simulation<V>>() {
        tracing::error!(
            "{entity} has a collider in {space}, but no ElasticSpacePlugin was added for {space}"
        );
    }
    let velocities = [
        world.get::<Velocity<Vec2>>(entity).is_some(),
        world.get::<Velocity<Vec3>>(entity).is_some(),
        world.get::<Velocity<DVec2>>(entity).is_some(),
        world.get::<Velocity<DVec3>>(entity).is_some(),
    ];
    if velocities.into_iter().filter(|has_one| *has_one).count() > 1 {
        tracing::error!(
            "{entity} has a collider in {space} and a velocity in another space, which is ignored"
        );
    }
}
