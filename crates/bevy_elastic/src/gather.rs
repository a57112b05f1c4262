//! Gather: what the game spawned, changed, moved and despawned enters the simulation.

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::Add;
use bevy_ecs::observer::On;
use bevy_ecs::query::{Has, QueryData};
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DVec2, DVec3, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, InvalidBody, Kind, Role};
use collide_core::shape::{InvalidOutline, Shape};
use collide_core::world::BodyId;

use crate::body::{
    Absorbed, Asleep, BodyKey, Kinematic, MoveTo, Position, Refused, Static, Velocity,
};
use crate::collider::Collider;
use crate::config::Period;
use crate::forces::{Acceleration, Gravity, GravityScale, LinearDamping};
use crate::hooks::tag_of;
use crate::layers::CollisionLayers;
use crate::material::{Breaks, Friction, Mass, MinimumImpulse, Restitution, RollingResistance};
use crate::region::{Absorbs, OneWay, Sensor};
use crate::simulation::{Simulation, Tracked};
use crate::space::Space;

/// Components that few bodies have.
#[derive(QueryData)]
pub struct Rare<V: Space> {
    friction: Option<&'static Friction>,
    minimum_impulse: Option<&'static MinimumImpulse>,
    breaks: Option<&'static Breaks>,
    layers: Option<&'static CollisionLayers>,
    one_way: Option<&'static OneWay<V>>,
    target: Option<&'static MoveTo<V>>,
    gravity_scale: Option<&'static GravityScale>,
    acceleration: Option<&'static Acceleration<V>>,
    damping: Option<&'static LinearDamping>,
}

/// All components of a body that a game writes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Authored<V: Space> {
    entity: Entity,
    collider: Ref<'static, Collider<V>>,
    transform: &'static Transform,
    velocity: &'static Velocity<V>,
    position: Option<&'static mut Position<V>>,
    mass: &'static Mass,
    restitution: &'static Restitution,
    rolling: &'static RollingResistance,
    rare: Rare<V>,
    sensor: Option<&'static Sensor>,
    absorbs: Option<&'static Absorbs>,
    is_static: Has<Static>,
    is_kinematic: Has<Kinematic>,
    is_absorbed: Has<Absorbed>,
    is_asleep: Has<Asleep>,
    refused: Option<&'static Refused>,
    key: Option<&'static BodyKey>,
    tracked: Option<&'static mut Tracked<V>>,
}

/// Gives a collider its place in the order of spawning.
pub fn give_key<V: Space>(added: On<Add, Collider<V>>, mut world: DeferredWorld) {
    // Not a query: those pass over entities that are spawned disabled.
    if world.get::<BodyKey>(added.entity).is_none() {
        let key = world.resource_mut::<Simulation<V>>().take_key();
        world.commands().entity(added.entity).try_insert(BodyKey(key));
    }
}

/// Tells of a collider that moves in another space than its velocity, or in one that has no plugin: it
/// would stand still, and nothing else would say why.
pub fn warn_of_space<V: Space>(added: On<Add, Collider<V>>, world: DeferredWorld) {
    let entity = added.entity;
    let space = V::short_type_path();
    if !world.contains_resource::<Simulation<V>>() {
        tracing::error!(
            "{entity} has a collider in {space}, for which no ElasticSpacePlugin was added"
        );
    }
    let velocities = [
        world.get::<Velocity<Vec2>>(entity).is_some(),
        world.get::<Velocity<Vec3>>(entity).is_some(),
        world.get::<Velocity<DVec2>>(entity).is_some(),
        world.get::<Velocity<DVec3>>(entity).is_some(),
    ];
    if velocities.into_iter().filter(|given| *given).count() > 1 {
        tracing::error!(
            "{entity} has a collider in {space} and a velocity in another space, which is not read"
        );
    }
}

/// Brings the simulation up to date with the components. Whom the query does not find, because it was
/// despawned, disabled or has lost its collider, takes no part.
pub fn gather<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut bodies: Query<Authored<V>>,
    gravity: Res<Gravity<V>>,
    period: Res<Period<V>>,
    hierarchy: TransformHelper,
    mut commands: Commands,
) {
    let simulation = &mut *simulation;
    // The names of those that were taken out a tick ago have served.
    simulation.entities.retain(|body, _| simulation.world.key(*body).is_some());
    gather_gravity(simulation, &gravity);
    gather_period(simulation, &period);
    let mut present = 0;
    let mut newcomers: Vec<(u64, Entity)> = Vec::new();
    for mut authored in &mut bodies {
        let Some(id) = simulation.body(authored.entity) else {
            if !authored.is_absorbed {
                newcomers.push((authored.take_key(simulation, &mut commands), authored.entity));
            }
            continue;
        };
        present += 1;
        let place = place(&authored, &hierarchy);
        authored.update(simulation, id, &place, &mut commands);
        if !authored.is_absorbed && simulation.world.absorbed_by(id).is_some() {
            simulation.world.release(id);
            simulation.revision += 1;
        }
        if !authored.is_asleep && simulation.world.is_asleep(id) {
            simulation.world.wake(id);
            simulation.revision += 1;
        }
    }
    // First out, then in, so that a newcomer may have the key of one that went.
    if present < simulation.bodies.len() {
        simulation.forget_absent(|entity| bodies.contains(entity));
    }
    newcomers.sort_by_key(|(key, entity)| (*key, entity.index_u32()));
    for (key, entity) in newcomers {
        if let Ok(mut authored) = bodies.get_mut(entity) {
            let place = place(&authored, &hierarchy);
            authored.enter(simulation, key, &place, &mut commands);
        }
    }
}

fn gather_gravity<V: Space>(simulation: &mut Simulation<V>, gravity: &Res<Gravity<V>>) {
    if gravity.0 == simulation.world.gravity() {
        return;
    }
    match simulation.world.set_gravity(gravity.0) {
        Ok(()) => simulation.revision += 1,
        Err(error) if gravity.is_changed() => tracing::error!("Gravity stays as it was: {error}"),
        Err(_) => {}
    }
}

fn gather_period<V: Space>(simulation: &mut Simulation<V>, period: &Res<Period<V>>) {
    if period.0 == simulation.world.period() {
        return;
    }
    match simulation.world.set_period(period.0) {
        Ok(()) => simulation.revision += 1,
        Err(error) if period.is_changed() => tracing::error!("Period stays as it was: {error}"),
        Err(_) => {}
    }
}

/// The true place of an entity: `GlobalTransform` is a frame old in a fixed schedule.
fn place<V: Space>(
    authored: &AuthoredItem<'_, '_, V>,
    hierarchy: &TransformHelper,
) -> GlobalTransform {
    hierarchy
        .compute_global_transform(authored.entity)
        .unwrap_or_else(|_| GlobalTransform::from(*authored.transform))
}

impl<V: Space> AuthoredItem<'_, '_, V> {
    /// The body that the components describe.
    fn read(&self, place: &GlobalTransform) -> Result<(Body<V>, Option<Vec3>), InvalidBody> {
        let kind = match (self.is_static, self.is_kinematic) {
            (true, _) => Kind::Static,
            (false, true) => Kind::Kinematic,
            (false, false) => Kind::Dynamic,
        };
        let (shape, uneven) = self.shape(place)?;
        let rare = &self.rare;
        let body = Body {
            kind,
            shape,
            role: self.role(place),
            layers: rare.layers.copied().unwrap_or_default().into(),
            tag: tag_of(self.entity),
            position: self.read_position(kind, place),
            velocity: self.velocity.0,
            target: rare.target.map(|target| target.0),
            mass: f64::from(self.mass.0),
            restitution: f64::from(self.restitution.0),
            friction: rare.friction.map_or(0.0, |friction| f64::from(friction.0)),
            minimum_impulse: rare.minimum_impulse.map_or(0.0, |least| f64::from(least.0)),
            breaks_after: rare.breaks.map_or(0, |breaks| breaks.0),
            gravity_scale: rare.gravity_scale.map_or(1.0, |scale| f64::from(scale.0)),
            acceleration: rare.acceleration.copied().unwrap_or_default().0,
            rolling_resistance: f64::from(self.rolling.0),
            linear_damping: rare.damping.map_or(0.0, |damping| f64::from(damping.0)),
        };
        Ok((body, uneven))
    }

    /// The shape, made anew only if the collider was changed, turned or scaled.
    fn shape(
        &self,
        place: &GlobalTransform,
    ) -> Result<(Shape<V::Wide>, Option<Vec3>), InvalidOutline> {
        match &self.tracked {
            Some(tracked)
                if tracked.turned == Some(place.affine().matrix3)
                    && !self.collider.is_changed() =>
            {
                Ok((tracked.body.shape.clone(), tracked.uneven))
            }
            _ => self.collider.placed(place),
        }
    }

    fn role(&self, place: &GlobalTransform) -> Role<V::Wide> {
        match (self.absorbs, self.sensor, self.rare.one_way) {
            (Some(absorbs), ..) => Role::Absorber((*absorbs).into()),
            (None, Some(sensor), _) => Role::Sensor((*sensor).into()),
            (None, None, Some(gate)) => {
                Role::OneWay { open: V::frame(place.rotation()).to_global(gate.0.widen()) }
            }
            (None, None, None) => Role::Solid,
        }
    }

    /// A position that was set wins over a Transform that was moved.
    fn read_position(&self, kind: Kind, place: &GlobalTransform) -> V {
        let given = self.position.as_ref().map(|position| position.0);
        let Some(tracked) = &self.tracked else {
            return given.unwrap_or_else(|| V::from_translation(place.translation()));
        };
        match given {
            Some(given) if given != tracked.body.position => given,
            _ if self.was_moved(tracked, kind, place) => V::from_translation(place.translation()),
            _ => tracked.body.position,
        }
    }

    /// Whether the Transform was moved by hand; that of a wall also by its parents.
    fn was_moved(&self, tracked: &Tracked<V>, kind: Kind, place: &GlobalTransform) -> bool {
        match tracked.place {
            Some(last) if kind == Kind::Static => last != place.translation(),
            _ => tracked.is_foreign(self.transform.translation),
        }
    }

    /// The key of the entity. One whose key was removed is given another.
    fn take_key(&self, simulation: &mut Simulation<V>, commands: &mut Commands) -> u64 {
        self.key.map_or_else(
            || {
                let key = simulation.take_key();
                commands.entity(self.entity).try_insert(BodyKey(key));
                key
            },
            |key| key.0,
        )
    }

    fn enter(
        &mut self,
        simulation: &mut Simulation<V>,
        key: u64,
        place: &GlobalTransform,
        commands: &mut Commands,
    ) {
        let entered = self.read(place).and_then(|(body, uneven)| {
            let id = simulation.world.add_with_key(body.clone(), key)?;
            simulation.enter(self.entity, id);
            simulation.revision += 1;
            Ok((body, uneven))
        });
        match entered {
            Ok((body, uneven)) => self.accept(body, place, uneven, commands),
            Err(error) => self.refuse(error, commands),
        }
    }

    fn update(
        &mut self,
        simulation: &mut Simulation<V>,
        id: BodyId,
        place: &GlobalTransform,
        commands: &mut Commands,
    ) {
        let updated = self.read(place).and_then(|(body, uneven)| {
            if self.tracked.as_ref().is_none_or(|tracked| tracked.body != body) {
                simulation.world.edit(id, |held| held.clone_from(&body))?;
                simulation.revision += 1;
            }
            Ok((body, uneven))
        });
        match updated {
            Ok((body, uneven)) => self.accept(body, place, uneven, commands),
            Err(error) => self.refuse(error, commands),
        }
    }

    /// Remembers what was read.
    fn accept(
        &mut self,
        body: Body<V>,
        place: &GlobalTransform,
        uneven: Option<Vec3>,
        commands: &mut Commands,
    ) {
        if self.refused.is_some() {
            commands.entity(self.entity).try_remove::<Refused>();
        }
        match &mut self.position {
            Some(position) => drop(position.set_if_neq(Position(body.position))),
            None => drop(commands.entity(self.entity).try_insert(Position(body.position))),
        }
        let shown = self.transform.translation;
        let at = place.translation();
        if let Some(scale) = uneven
            && self.tracked.as_ref().is_none_or(|tracked| tracked.uneven.is_none())
        {
            tracing::warn!(
                "{}: colliders scale alike in all directions, so of the scale {scale} the largest counts",
                self.entity
            );
        }
        let Some(tracked) = &mut self.tracked else {
            // A position that was given is not the one that the Transform shows yet.
            commands.entity(self.entity).try_insert(Tracked {
                body,
                shown,
                shown_position: V::from_translation(at),
                place: Some(at),
                parent: None,
                uneven,
                turned: Some(place.affine().matrix3),
            });
            return;
        };
        let was_written = tracked.place.is_none();
        if tracked.shown != shown || (!was_written && tracked.place != Some(at)) {
            tracked.shown = shown;
            tracked.shown_position = V::from_translation(at);
        }
        tracked.place = Some(at);
        tracked.body = body;
        tracked.uneven = uneven;
        tracked.turned = Some(place.affine().matrix3);
    }

    fn refuse(&mut self, error: InvalidBody, commands: &mut Commands) {
        if let Some(tracked) = &mut self.tracked {
            // What was refused is read again in every tick until it is mended.
            tracked.turned = None;
        }
        let reason = error.to_string();
        if self.refused.is_none_or(|told| told.reason != reason) {
            tracing::error!("{} takes no part with these values: {reason}", self.entity);
            commands.entity(self.entity).try_insert(Refused { reason });
        }
    }
}
