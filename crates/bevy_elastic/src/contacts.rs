//! The contacts that last: what touches what, in terms of entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Res, SystemParam};
use bevy_math::Vec2;
use collide_core::world::{self, BodyId};

use crate::simulation::Simulation;
use crate::space::Space;

/// A point at which two bodies are in contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<V: Space = Vec2> {
    /// One body: the one that was asked about, or the ball, and of two balls the one with the smaller
    /// [`BodyKey`](crate::components::BodyKey).
    pub entity: Entity,
    /// The other body.
    pub other: Entity,
    /// The point where the two surfaces touch, in length units.
    pub point: V,
    /// The unit vector from `other` to `entity`.
    pub normal: V,
    /// How deep the two overlap, in length units. It is below zero if there is a gap, which is at most a hundredth of the
    /// smaller body's size.
    pub depth: f64,
    /// The impulse on `entity` along the normal in the last tick, in mass times speed: what holds it up, and
    /// `impulse / tick_seconds` is the force. Zero where nothing presses the two together. A sleeping body keeps that of its
    /// last tick awake. Impulses of impacts are in [`Collided`](crate::events::Collided).
    pub impulse: f64,
}

/// Which bodies are in contact, as of the end of the last tick.
///
/// Two bodies are in contact from [`ContactStarted`](crate::events::ContactStarted) to
/// [`ContactEnded`](crate::events::ContactEnded): they touch and do not bounce, however they came to it. Piles, sleeping
/// bodies and walls count; bodies that pass through each other, as sensors, do not. A pair has more than one point where a
/// ball lies in the corner of one wall.
///
/// It is empty if [`ElasticConfig::contacts`](crate::resources::ElasticConfig::contacts) is `false`, and with the discrete
/// method.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::prelude::*;
///
/// #[derive(Component)]
/// struct Player;
///
/// /// A player may jump while something holds it from below.
/// fn jump(mut players: Query<(Entity, &mut Velocity), With<Player>>, contacts: Contacts) {
///     for (player, mut velocity) in &mut players {
///         if contacts.of(player).any(|contact| contact.normal.y > 0.7) {
///             velocity.0.y = 300.0;
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(jump);
/// ```
#[derive(SystemParam, Debug)]
pub struct Contacts<'w, V: Space = Vec2> {
    simulation: Res<'w, Simulation<V>>,
}

impl<V: Space> Contacts<'_, V> {
    /// All points, each once.
    pub fn iter(&self) -> impl Iterator<Item = ContactPoint<V>> {
        let points = self.simulation.world.contact_points();
        points.filter_map(|point| self.oriented(point.bodies[0], point))
    }

    /// The points of a body, each with it as `entity`; none if the entity takes no part in the simulation.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = ContactPoint<V>> {
        let body = self.simulation.body(entity);
        body.into_iter().flat_map(move |body| {
            let points = self.simulation.world.contact_points_of(body);
            points.filter_map(move |point| self.oriented(body, point))
        })
    }

    /// The points of two bodies, each with the first one given as `entity`.
    pub fn between(&self, one: Entity, two: Entity) -> impl Iterator<Item = ContactPoint<V>> {
        let bodies = self.simulation.body(one).zip(self.simulation.body(two));
        bodies.into_iter().flat_map(move |(one, two)| {
            let points = self.simulation.world.contact_points_between(one, two);
            points.filter_map(move |point| self.oriented(one, point))
        })
    }

    /// Whether two bodies are in contact.
    #[must_use]
    pub fn are_touching(&self, one: Entity, two: Entity) -> bool {
        self.between(one, two).next().is_some()
    }

    /// A point with this body as its first.
    fn oriented(
        &self,
        body: BodyId,
        point: &world::ContactPoint<V::Wide>,
    ) -> Option<ContactPoint<V>> {
        let is_first = point.bodies[0] == body;
        let [first, second] = point.bodies;
        let (one, two) = if is_first { (first, second) } else { (second, first) };
        Some(ContactPoint {
            entity: self.simulation.entity(one)?,
            other: self.simulation.entity(two)?,
            point: V::narrow(point.point),
            normal: V::narrow(if is_first { point.normal } else { -point.normal }),
            depth: -point.separation,
            impulse: point.impulse,
        })
    }
}
