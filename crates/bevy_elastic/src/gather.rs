//! Gather: what the game spawned, changed, moved and despawned enters the simulation.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::{Add, Remove};
use bevy_ecs::observer::On;
use bevy_ecs::query::{Has, QueryData, Without};
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, InvalidBody, Kind, Role};
use collide_core::world::BodyId;

use crate::body::{Absorbed, BodyKey, Kinematic, Position, Refused, Static, Velocity};
use crate::collider::Collider;
use crate::forces::Gravity;
use crate::material::{Mass, Restitution, RollingResistance};
use crate::region::{Absorbs, Sensor};
use crate::simulation::{Simulation, Tracked};
use crate::space::Space;

/// All components of a body that a game writes.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Authored<V: Space> {
    entity: Entity,
    collider: &'static Collider<V>,
    transform: &'static Transform,
    velocity: &'static Velocity<V>,
    position: Option<&'static Position<V>>,
    mass: &'static Mass,
    restitution: &'static Restitution,
    rolling: &'static RollingResistance,
    sensor: Option<&'static Sensor>,
    absorbs: Option<&'static Absorbs>,
    is_static: Has<Static>,
    is_kinematic: Has<Kinematic>,
    is_absorbed: Has<Absorbed>,
    is_refused: Has<Refused>,
    key: Option<&'static BodyKey>,
    tracked: Option<&'static mut Tracked<V>>,
}

/// Gives a collider its place in the order of spawning.
pub fn give_key<V: Space>(
    added: On<Add, Collider<V>>,
    keyless: Query<(), Without<BodyKey>>,
    mut simulation: ResMut<Simulation<V>>,
    mut commands: Commands,
) {
    if keyless.contains(added.entity) {
        let key = simulation.next_key;
        simulation.next_key += 1;
        commands.entity(added.entity).try_insert(BodyKey(key));
    }
}

/// Notes that a body is to be taken out at the next tick.
pub fn note_removal<V: Space>(
    removed: On<Remove, Collider<V>>,
    mut simulation: ResMut<Simulation<V>>,
) {
    simulation.removed.push(removed.entity);
}

/// Brings the simulation up to date with the components.
pub fn gather<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut bodies: Query<Authored<V>>,
    gravity: Res<Gravity<V>>,
    hierarchy: TransformHelper,
    mut commands: Commands,
) {
    let simulation = &mut *simulation;
    simulation.entities.retain(|body, _| simulation.world.body(*body).is_some());
    for entity in std::mem::take(&mut simulation.removed) {
        simulation.forget(entity);
    }
    gather_gravity(simulation, &gravity);
    for mut authored in &mut bodies {
        let place = place(&authored, &hierarchy);
        let known = simulation.body(authored.entity);
        let body = authored.read(&place, known.is_some());
        match known {
            None => authored.enter(simulation, body, &place, &mut commands),
            Some(id) => {
                authored.update(simulation, id, body, &place, &mut commands);
                if !authored.is_absorbed && simulation.world.absorbed_by(id).is_some() {
                    simulation.world.release(id);
                    simulation.revision += 1;
                }
            }
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
    fn read(&self, place: &GlobalTransform, known: bool) -> Body<V> {
        let kind = match (self.is_static, self.is_kinematic) {
            (true, _) => Kind::Static,
            (false, true) => Kind::Kinematic,
            (false, false) => Kind::Dynamic,
        };
        let (shape, uneven) = self.collider.placed(place);
        if let Some(scale) = uneven
            && !known
        {
            tracing::warn!(
                "{}: colliders scale alike in all directions, so of the scale {scale} the largest counts",
                self.entity
            );
        }
        Body {
            kind,
            shape,
            role: match (self.absorbs, self.sensor) {
                (Some(absorbs), _) => Role::Absorber((*absorbs).into()),
                (None, Some(sensor)) => Role::Sensor((*sensor).into()),
                (None, None) => Role::Solid,
            },
            position: self.read_position(kind, place, known),
            velocity: self.velocity.0,
            mass: f64::from(self.mass.0),
            restitution: f64::from(self.restitution.0),
            rolling_resistance: f64::from(self.rolling.0),
        }
    }

    /// A position that was set wins over a Transform that was moved.
    fn read_position(&self, kind: Kind, place: &GlobalTransform, known: bool) -> V {
        let from_transform = V::from_translation(place.translation());
        match (&self.tracked, self.position) {
            (Some(tracked), Some(position)) if known => {
                if position.0 != tracked.body.position {
                    position.0
                } else if self.was_moved(tracked, kind, place) {
                    from_transform
                } else {
                    tracked.body.position
                }
            }
            (_, Some(position)) => position.0,
            _ => from_transform,
        }
    }

    /// Whether the Transform was moved by hand; that of a wall also by its parents.
    fn was_moved(&self, tracked: &Tracked<V>, kind: Kind, place: &GlobalTransform) -> bool {
        if kind == Kind::Static {
            return tracked.place.is_some_and(|last| last != place.translation());
        }
        self.transform.translation != tracked.shown
    }

    fn enter(
        &mut self,
        simulation: &mut Simulation<V>,
        body: Body<V>,
        place: &GlobalTransform,
        commands: &mut Commands,
    ) {
        let key = self.key.map_or(simulation.next_key, |key| key.0);
        match simulation.world.add_with_key(body, key) {
            Ok(id) => {
                simulation.enter(self.entity, id);
                simulation.revision += 1;
                commands.entity(self.entity).try_insert(Position(body.position));
                self.track(body, place, commands);
            }
            Err(error) => self.refuse(error, commands),
        }
    }

    fn update(
        &mut self,
        simulation: &mut Simulation<V>,
        id: BodyId,
        body: Body<V>,
        place: &GlobalTransform,
        commands: &mut Commands,
    ) {
        if let Some(tracked) = &mut self.tracked {
            tracked.place = Some(place.translation());
        }
        if self.tracked.as_ref().is_some_and(|tracked| tracked.body == body) {
            if self.is_refused {
                commands.entity(self.entity).try_remove::<Refused>();
            }
            return;
        }
        match simulation.world.edit(id, |held| *held = body) {
            Ok(()) => {
                simulation.revision += 1;
                self.track(body, place, commands);
            }
            Err(error) => self.refuse(error, commands),
        }
    }

    /// Remembers what was read.
    fn track(&mut self, body: Body<V>, place: &GlobalTransform, commands: &mut Commands) {
        let shown = self.transform.translation;
        match &mut self.tracked {
            Some(tracked) => {
                if tracked.shown != shown {
                    (tracked.shown, tracked.shown_position) = (shown, body.position);
                }
                tracked.body = body;
            }
            None => {
                // A position that was given is not the one that the Transform shows yet.
                let shown_position = V::from_translation(shown);
                let place = Some(place.translation());
                commands.entity(self.entity).try_insert(Tracked {
                    body,
                    shown,
                    shown_position,
                    place,
                });
            }
        }
        if self.is_refused {
            commands.entity(self.entity).try_remove::<Refused>();
        }
    }

    fn refuse(&self, error: InvalidBody, commands: &mut Commands) {
        if !self.is_refused {
            tracing::error!("{} takes no part with these values: {error}", self.entity);
            commands.entity(self.entity).try_insert(Refused { reason: error.to_string() });
        }
    }
}
