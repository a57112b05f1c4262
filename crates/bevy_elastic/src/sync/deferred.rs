//! The commands of the plugin that are deferred until no other system runs.
//!
//! After a system with `Commands`, Bevy hands the schedule on to the thread that may change all entities, and back,
//! whether there are commands or not. In most ticks no body is added or removed. So commands are collected here, and the
//! system that applies them runs only if there are any.

use std::marker::PhantomData;

use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Res;
use bevy_ecs::world::{CommandQueue, World};

use crate::space::Space;

/// The deferred commands of a space, in the order in which they are applied.
#[derive(Resource)]
pub struct DeferredCommands<V: Space> {
    queue: CommandQueue,
    space: PhantomData<V>,
}

impl<V: Space> Default for DeferredCommands<V> {
    fn default() -> Self {
        Self { queue: CommandQueue::default(), space: PhantomData }
    }
}

impl<V: Space> DeferredCommands<V> {
    /// Inserts components, if the entity exists by then.
    pub(crate) fn insert(&mut self, entity: Entity, bundle: impl Bundle) {
        self.queue.push(move |world: &mut World| {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.insert(bundle);
            }
        });
    }

    /// Removes components, if the entity exists by then.
    pub(crate) fn remove<B: Bundle>(&mut self, entity: Entity) {
        self.queue.push(move |world: &mut World| {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.remove::<B>();
            }
        });
    }
}

/// Whether there are deferred commands.
pub fn has_deferred_commands<V: Space>(commands: Res<DeferredCommands<V>>) -> bool {
    !commands.queue.is_empty()
}

/// Applies the deferred commands.
pub fn apply_deferred_commands<V: Space>(world: &mut World) {
    let mut queue = std::mem::take(&mut world.resource_mut::<DeferredCommands<V>>().queue);
    queue.apply(world);
}
