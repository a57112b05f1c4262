//! What is where? The queries of the core, in terms of entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use bevy_math::Vec2;
use collide_core::body::{Body, Kind};
use collide_core::query::{Filter, Gap, Hit, Index, SpatialQuery};
use collide_core::world::BodyId;

use crate::components::CollisionLayers;
use crate::simulation::Simulation;
use crate::space::Space;

/// What a game asks of an entity.
type Predicate<'a> = Box<dyn Fn(Entity) -> bool + 'a>;

/// Which bodies a question means; by default all that something can bounce off: solid bodies and
/// gates, of every kind and in all layers.
///
/// Every method narrows or widens the choice and hands it on. A body must pass all of them. Absorbed
/// and broken bodies are never meant.
///
/// # Example
/// ```
/// use bevy_ecs::entity::Entity;
/// use bevy_elastic::prelude::*;
/// use bevy_elastic::query::QueryFilter;
/// # use bevy_math::Vec2;
///
/// # fn filter(own: Entity, is_target: impl Fn(Entity) -> bool) {
/// const ENEMIES: u32 = 1 << 3;
/// let targets = QueryFilter::new()
///     .excluding([own])
///     .colliding_with(CollisionLayers { memberships: 1, filters: ENEMIES })
///     .predicate(|entity| is_target(entity));
/// # let _: QueryFilter<'_, Vec2> = targets;
/// # }
/// ```
#[derive(Debug)]
pub struct QueryFilter<'a, V: Space = Vec2> {
    bodies: Filter<'a, V>,
    excluded: Vec<Entity>,
    predicates: Predicates<'a>,
}

#[derive(Default)]
struct Predicates<'a>(Vec<Predicate<'a>>);

impl std::fmt::Debug for Predicates<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} predicates", self.0.len())
    }
}

impl<V: Space> Default for QueryFilter<'_, V> {
    fn default() -> Self {
        Self::of(Filter::new())
    }
}

impl<'a, V: Space> QueryFilter<'a, V> {
    fn of(bodies: Filter<'a, V>) -> Self {
        Self { bodies, excluded: Vec::new(), predicates: Predicates::default() }
    }

    /// All solid bodies and gates.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every body: solid ones, gates, sensors and absorbers.
    #[must_use]
    pub fn everything() -> Self {
        Self::of(Filter::everything())
    }

    /// Only bodies that a body with these layers would meet.
    #[must_use]
    pub fn colliding_with(self, layers: CollisionLayers) -> Self {
        Self { bodies: self.bodies.colliding_with(layers.into()), ..self }
    }

    /// Not these entities either.
    #[must_use]
    pub fn excluding(mut self, entities: impl IntoIterator<Item = Entity>) -> Self {
        self.excluded.extend(entities);
        self
    }

    /// Only bodies of one of these kinds.
    #[must_use]
    pub fn of_kinds(self, kinds: &[Kind]) -> Self {
        Self { bodies: self.bodies.of_kinds(kinds), ..self }
    }

    /// Sensors too.
    #[must_use]
    pub fn with_sensors(self) -> Self {
        Self { bodies: self.bodies.with_sensors(), ..self }
    }

    /// Absorbers too.
    #[must_use]
    pub fn with_absorbers(self) -> Self {
        Self { bodies: self.bodies.with_absorbers(), ..self }
    }

    /// No solid bodies.
    #[must_use]
    pub fn without_solids(self) -> Self {
        Self { bodies: self.bodies.without_solids(), ..self }
    }

    /// No gates.
    #[must_use]
    pub fn without_gates(self) -> Self {
        Self { bodies: self.bodies.without_gates(), ..self }
    }

    /// Only entities of which the predicate is true. It may be asked of any body, in any order.
    #[must_use]
    pub fn predicate(mut self, predicate: impl Fn(Entity) -> bool + 'a) -> Self {
        self.predicates.0.push(Box::new(predicate));
        self
    }

    fn admits(&self, simulation: &Simulation<V>, id: BodyId, body: &Body<V>) -> bool {
        self.bodies.admits(id, body)
            && simulation.entity(id).is_some_and(|entity| {
                !self.excluded.contains(&entity)
                    && self.predicates.0.iter().all(|predicate| predicate(entity))
            })
    }
}

/// A body that was met or found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityHit<V: Space = Vec2> {
    /// Whom.
    pub entity: Entity,
    /// The way to it, in length units; of the [`nearest`](ElasticQuery::nearest) it is negative inside
    /// of the body.
    pub distance: f64,
    /// The point of its surface, in length units.
    pub point: V,
    /// The unit vector out of the body at that point.
    pub normal: V,
}

/// How two bodies lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntityGap<V: Space = Vec2> {
    /// The distance between their edges in length units; negative when they overlap, and then the
    /// depth with its sign turned.
    pub separation: f64,
    /// The point in the middle between the two edges, in length units.
    pub point: V,
    /// The unit vector from the second body to the first.
    pub normal: V,
}

/// The index of the state for which a question was asked last.
#[derive(Resource, Clone, Debug)]
pub struct QueryCache<V: Space = Vec2> {
    revision: Option<u64>,
    index: Index<V>,
}

impl<V: Space> Default for QueryCache<V> {
    fn default() -> Self {
        Self { revision: None, index: Index::default() }
    }
}

/// Asks what is where: rays, moving balls and boxes, overlaps and neighbours.
///
/// Answers are about the state at the end of the last tick. What the game has spawned, moved or
/// changed since then is not seen (while the clock stands, since the last frame was drawn), nor is where
/// bodies are drawn between ticks; who was despawned is still there until the next tick, and may be an entity
/// that no longer exists. The geometry is that of the step: what a moving ball is said to meet is what it
/// meets among bodies that stand still.
///
/// The first question after a change arranges all bodies for those to come: 3 ms for 10,000 of them.
/// Without a question nothing is done.
///
/// For what each question means in detail, and what is answered to odd ones, see
/// [`collide_core::query`].
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::prelude::*;
/// use bevy_elastic::query::QueryFilter;
/// use bevy_math::Vec2;
///
/// #[derive(Component)]
/// struct Turret;
///
/// fn aim(turrets: Query<(Entity, &Position), With<Turret>>, mut space: ElasticQuery) {
///     for (turret, position) in &turrets {
///         let others = QueryFilter::new().excluding([turret]);
///         if let Some(hit) = space.cast_ray(position.0, Vec2::X, 500.0, &others) {
///             println!("{turret} sees {} after {}", hit.entity, hit.distance);
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(aim);
/// ```
#[derive(SystemParam)]
pub struct ElasticQuery<'w, V: Space = Vec2> {
    simulation: Res<'w, Simulation<V>>,
    cache: ResMut<'w, QueryCache<V>>,
}

impl<V: Space> ElasticQuery<'_, V> {
    /// The first body that a ray meets within `max_distance` length units. The length of the direction
    /// does not count. A body around the origin is met at distance 0, with the outward normal of its
    /// nearest feature.
    pub fn cast_ray(
        &mut self,
        origin: V,
        direction: V,
        max_distance: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Option<EntityHit<V>> {
        let hit = self
            .ask(filter, |query, filter| query.cast_ray(origin, direction, max_distance, filter));
        self.told(hit?)
    }

    /// All bodies that a ray meets, in the order of distances and then of keys.
    pub fn cast_ray_all(
        &mut self,
        origin: V,
        direction: V,
        max_distance: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Vec<EntityHit<V>> {
        let hits = self.ask(filter, |query, filter| {
            query.cast_ray_all(origin, direction, max_distance, filter)
        });
        hits.into_iter().filter_map(|hit| self.told(hit)).collect()
    }

    /// The first body that a ball meets whose centre moves along `direction`. The two must approach;
    /// the distance is the way of the centre, and the point that of the touch.
    pub fn cast_ball(
        &mut self,
        centre: V,
        radius: f64,
        direction: V,
        max_distance: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Option<EntityHit<V>> {
        let hit = self.ask(filter, |query, filter| {
            query.cast_ball(centre, radius, direction, max_distance, filter)
        });
        self.told(hit?)
    }

    /// The first body that a box with these half extents along the axes meets on its way.
    pub fn cast_box(
        &mut self,
        centre: V,
        half: V,
        direction: V,
        max_distance: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Option<EntityHit<V>> {
        let hit = self.ask(filter, |query, filter| {
            query.cast_box(centre, half, direction, max_distance, filter)
        });
        self.told(hit?)
    }

    /// All bodies that a ball overlaps or touches, in the order of their keys.
    pub fn overlap_ball(
        &mut self,
        centre: V,
        radius: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Vec<Entity> {
        let found = self.ask(filter, |query, filter| query.overlap_ball(centre, radius, filter));
        self.entities(found)
    }

    /// All bodies that a box with these half extents along the axes overlaps or touches, in the order
    /// of their keys.
    pub fn overlap_box(&mut self, centre: V, half: V, filter: &QueryFilter<'_, V>) -> Vec<Entity> {
        let found = self.ask(filter, |query, filter| query.overlap_box(centre, half, filter));
        self.entities(found)
    }

    /// All bodies that hold the point, in the order of their keys.
    pub fn at_point(&mut self, point: V, filter: &QueryFilter<'_, V>) -> Vec<Entity> {
        let found = self.ask(filter, |query, filter| query.at_point(point, filter));
        self.entities(found)
    }

    /// The body whose surface is nearest to the point, if it is within `max_distance` length units.
    /// Inside of a body the distance is negative.
    pub fn nearest(
        &mut self,
        point: V,
        max_distance: f64,
        filter: &QueryFilter<'_, V>,
    ) -> Option<EntityHit<V>> {
        let hit = self.ask(filter, |query, filter| query.nearest(point, max_distance, filter));
        self.told(hit?)
    }

    /// How two bodies lie to each other, if one of them is a ball or an upright box.
    #[must_use]
    pub fn gap_between(&self, first: Entity, second: Entity) -> Option<EntityGap<V>> {
        let query = SpatialQuery::new(&self.simulation.world);
        let body = |entity| self.simulation.body(entity);
        let Gap { separation, point, normal } = query.gap_between(body(first)?, body(second)?)?;
        Some(EntityGap { separation, point: V::narrow(point), normal: V::narrow(normal) })
    }

    /// Puts a question to the bodies of which the filter speaks.
    fn ask<T>(
        &mut self,
        filter: &QueryFilter<'_, V>,
        question: impl FnOnce(&SpatialQuery<'_, V>, &Filter<'_, V>) -> T,
    ) -> T {
        let simulation = &*self.simulation;
        if self.cache.revision != Some(simulation.revision) {
            self.cache.index.rebuild(&simulation.world);
            self.cache.revision = Some(simulation.revision);
        }
        let meant = Filter::everything().predicate(|id, body| filter.admits(simulation, id, body));
        question(&SpatialQuery::indexed(&simulation.world, &self.cache.index), &meant)
    }

    fn told(&self, hit: Hit<V::Wide>) -> Option<EntityHit<V>> {
        Some(EntityHit {
            entity: self.simulation.entity(hit.body)?,
            distance: hit.distance,
            point: V::narrow(hit.point),
            normal: V::narrow(hit.normal),
        })
    }

    fn entities(&self, bodies: Vec<BodyId>) -> Vec<Entity> {
        bodies.into_iter().filter_map(|body| self.simulation.entity(body)).collect()
    }
}
