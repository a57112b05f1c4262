//! What may a game say about pairs?

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use collide_core::body::Body;
use collide_core::response::Surface;
use collide_core::step::{Hook, Pair};

use crate::space::Space;

/// Two entities that may meet, as a [`PairHook`] sees them.
#[derive(Debug)]
pub struct EntityPair<'a, V: Space = Vec2> {
    /// Who they are; a ball comes before what it hits.
    pub entities: [Entity; 2],
    /// What they are to the simulation.
    pub bodies: [&'a Body<V>; 2],
    /// What their surfaces are to each other by the rules of [`ElasticConfig`](crate::resources::ElasticConfig).
    pub surface: Surface,
}

/// A resource: a function that is asked about every pair of a space. Nothing, and the two pass through
/// each other; a surface, and that is how they meet.
///
/// It is asked whenever the two are near each other and again when they touch, in an order that is not
/// told, and by forecasts too. It must answer the same until one of the two is changed by the game: it
/// may look at who they are, at masses and layers, not at positions and velocities. Insert the resource
/// again to change what it says.
///
/// # Example
/// ```
/// use bevy_app::App;
/// use bevy_elastic::resources::{EntityPair, PairHook};
///
/// // Between light bodies nothing is lost, whatever they are made of.
/// let light = |pair: &EntityPair| {
///     let mut surface = pair.surface;
///     if pair.bodies.iter().all(|body| body.mass < 0.1) {
///         surface.restitution = 1.0;
///     }
///     Some(surface)
/// };
/// App::new().insert_resource(PairHook::new(light));
/// ```
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct PairHook<V: Space = Vec2>(pub(crate) Hook<V>);

impl<V: Space> PairHook<V> {
    /// A hook that asks this function.
    pub fn new(
        judge: impl Fn(&EntityPair<'_, V>) -> Option<Surface> + Send + Sync + 'static,
    ) -> Self {
        Self(Hook::new(move |pair: &Pair<'_, V>| {
            let entities = pair.bodies.map(|body| named_by(body.tag));
            judge(&EntityPair { entities, bodies: pair.bodies, surface: pair.surface })
        }))
    }
}

/// The tag by which a body tells its entity.
pub(crate) fn tag_of(entity: Entity) -> u64 {
    entity.to_bits()
}

fn named_by(tag: u64) -> Entity {
    Entity::try_from_bits(tag).unwrap_or(Entity::PLACEHOLDER)
}
