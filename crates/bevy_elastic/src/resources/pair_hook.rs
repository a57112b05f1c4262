//! The hook that a game can set to decide about each pair of bodies.

use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use collide_core::body::Body;
use collide_core::response::Surface;
use collide_core::step::{Hook, Pair};

use crate::space::Space;

/// Two entities that may collide, as passed to a [`PairHook`].
#[derive(Debug)]
pub struct EntityPair<'a, V: Space = Vec2> {
    /// The entities. A ball comes before the body that it hits.
    pub entities: [Entity; 2],
    /// The bodies of the entities in the simulation.
    pub bodies: [&'a Body<V::Wide>; 2],
    /// Their combined surface by the rules of [`ElasticConfig`](crate::resources::ElasticConfig).
    pub surface: Surface,
}

/// A function that is called for each pair of bodies of a space, and returns the surface with which the two collide, or
/// `None` to let them pass through each other.
///
/// It is called when two bodies are near each other and again when they touch, in no particular order, and by forecasts
/// too. It must return the same until the game changes one of the two bodies: it may depend on entities, masses and
/// layers, but not on positions and velocities. To change the function, insert the resource again.
///
/// A value that no [`Surface`] can have, as a restitution below 0, is not taken: the value by the rules of
/// [`ElasticConfig`](crate::resources::ElasticConfig) counts in its place, and a warning names the first such pair. A
/// restitution above 1 adds energy, as that of a bumper.
///
/// # Example
/// ```
/// use bevy_app::App;
/// use bevy_elastic::resources::{EntityPair, PairHook};
///
/// // Light bodies lose no energy, whatever their restitution.
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
pub struct PairHook<V: Space = Vec2>(pub(crate) Hook<V::Wide>);

impl<V: Space> PairHook<V> {
    /// A hook that calls this function.
    pub fn new(
        decide: impl Fn(&EntityPair<'_, V>) -> Option<Surface> + Send + Sync + 'static,
    ) -> Self {
        let has_warned = AtomicBool::new(false);
        Self(Hook::new(move |pair: &Pair<'_, V::Wide>| {
            let entities = pair.bodies.map(|body| entity_of_tag(body.tag));
            let decided =
                decide(&EntityPair { entities, bodies: pair.bodies, surface: pair.surface });
            if let Some(surface) = decided.filter(|surface| !surface.is_valid())
                && !has_warned.swap(true, Ordering::Relaxed)
            {
                let [one, two] = entities;
                tracing::warn!(
                    "the pair hook returned {surface:?} for {one} and {two}: \
                     values out of range are replaced by those of the rules"
                );
            }
            decided
        }))
    }
}

/// The tag of a body, which holds the entity.
pub(crate) fn tag_of(entity: Entity) -> u64 {
    entity.to_bits()
}

/// The entity in a tag.
fn entity_of_tag(tag: u64) -> Entity {
    Entity::try_from_bits(tag).unwrap_or(Entity::PLACEHOLDER)
}
