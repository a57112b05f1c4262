//! Changes of entities that have to wait until no other system runs.
//!
//! After a system with `Commands` Bevy hands the schedule on to the thread that may change everything, and back, whether
//! there are any or not. In most ticks nobody comes or goes, so what is to be done is kept here, and whoever carries it
//! out runs only if there is something.

use std::marker::PhantomData;

use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Res;
use bevy_ecs::world::{CommandQueue, World};

use crate::space::Space;

/// What is to be done, in this order.
#[derive(Resource)]
pub struct Orders<V: Space> {
    queue: CommandQueue,
    space: PhantomData<V>,
}

impl<V: Space> Default for Orders<V> {
    fn default() -> Self {
        Self { queue: CommandQueue::default(), space: PhantomData }
    }
}

impl<V: Space> Orders<V> {
    /// Gives an entity components, if it is there then.
    pub(crate) fn insert(&mut self, entity: Entity, bundle: impl Bundle) {
        self.queue.push(move |world: &mut World| {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.insert(bundle);
            }
        });
    }

    /// Takes components from an entity, if it is there then.
    pub(crate) fn remove<B: Bundle>(&mut self, entity: Entity) {
        self.queue.push(move |world: &mut World| {
            if let Ok(mut entity) = world.get_entity_mut(entity) {
                entity.remove::<B>();
            }
        });
    }
}

/// Whether anything is to be done.
pub fn are_given<V: Space>(orders: Res<Orders<V>>) -> bool {
    !orders.queue.is_empty()
}

/// Does what is to be done.
pub fn carry_out<V: Space>(world: &mut World) {
    let mut queue = std::mem::take(&mut world.resource_mut::<Orders<V>>().queue);
    queue.apply(world);
}
