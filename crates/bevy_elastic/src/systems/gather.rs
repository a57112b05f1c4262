//! Gather: reads the bodies that the game spawned, changed, moved or despawned into the simulation; in every tick, and in
//! every frame while the clock is stopped.

use bevy_ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy_ecs::entity::{Entities, Entity};
use bevy_ecs::query::{With, Without};
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemChangeTick};
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::GlobalTransform;
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, InvalidBody, Kind};
use collide_core::world::BodyId;

use crate::components::{Absorbed, BodyKey, Collider, Position, Rejected};
use crate::resources::{Gravity, Period};
use crate::simulation::Simulation;
use crate::space::{Angular, Space};
use crate::sync::changes::{BodyColumns, WallParents, changed_bodies};
use crate::sync::deferred::DeferredCommands;
use crate::sync::synced_body::{
    DisplayedTransform, LastPlacement, LastTableId, SyncedBody, SyncedCloth, SyncedTurning,
};
use crate::sync::write_log::WriteLog;
use crate::systems::body_components::{BodyComponents, BodyComponentsItem, ReadBody};
use crate::time::Elastic;

/// The entities with a collider that have not entered the simulation yet.
type NewBodies<'w, 's, V> = Query<'w, 's, Entity, (With<Collider<V>>, Without<SyncedBody<V>>)>;

/// Brings the simulation up to date with the components.
///
/// An entity that the query does not find, because it was despawned, disabled or has lost its collider, takes no part.
pub fn gather<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut bodies: ParamSet<(Query<BodyColumns<V>>, Query<BodyComponents<V>>)>,
    new_bodies: NewBodies<V>,
    (mut write_log, now): (ResMut<WriteLog<V>>, SystemChangeTick),
    (gravity, period, time): (Res<Gravity<V>>, Res<Period<V>>, Res<Time<Elastic>>),
    (entities, hierarchy): (&Entities, TransformHelper),
    mut commands: ResMut<DeferredCommands<V>>,
) {
    let simulation = &mut *simulation;
    let commands = &mut *commands;
    gather_gravity(simulation, &gravity);
    gather_period(simulation, &period);
    let log = &mut *write_log;
    let mut parents = WallParents::new(&hierarchy, &mut log.wall_parents);
    let changes = changed_bodies(&bodies.p0(), entities, &log.own_ticks, &mut parents);
    log.record_gathering(now.this_run());
    let (mut changed, mut present) = (changes.changed, changes.unchanged_count);
    changed.extend(&new_bodies);
    let mut bodies = bodies.p1();
    let mut entering: Vec<(u64, Entity)> = Vec::new();
    for entity in changed {
        let Ok(mut components) = bodies.get_mut(entity) else { continue };
        let Some(id) = simulation.body(entity) else {
            if components.absorbed.is_none() {
                entering.push((components.take_key(simulation, commands), entity));
            }
            continue;
        };
        present += 1;
        let global = components.global_transform(&hierarchy);
        let location = entities.get_spawned(entity);
        let table_id = location.map_or(LastTableId::UNKNOWN, |at| LastTableId::of(&at));
        components.update(simulation, id, &global, table_id, commands);
        match (components.absorbed, simulation.world.absorbed_by(id)) {
            (None, Some(_)) => {
                simulation.world.restore(id);
                simulation.revision += 1;
            }
            (Some(Absorbed { by }), None) => {
                let by = simulation.body(*by).unwrap_or(id);
                let _ = simulation.world.absorb(id, by);
                simulation.revision += 1;
            }
            _ => {}
        }
        if !components.is_asleep && simulation.world.is_asleep(id) {
            simulation.world.wake(id);
            simulation.revision += 1;
        }
    }
    // Bodies leave before others enter, so that a new body may have the key of one that left.
    if present < simulation.bodies.len() {
        for entity in simulation.remove_absent(|entity| bodies.contains(entity)) {
            commands.insert(entity, LastTableId::UNKNOWN);
        }
    }
    entering.sort_by_key(|(key, entity)| (*key, entity.index_u32()));
    for (key, entity) in entering {
        if let Ok(mut components) = bodies.get_mut(entity) {
            let global = components.global_transform(&hierarchy);
            components.enter(simulation, key, &global, commands);
        }
    }
    if time.context().is_ticking() {
        simulation.entities.begin_tick();
    }
}

fn gather_gravity<V: Space>(simulation: &mut Simulation<V>, gravity: &Res<Gravity<V>>) {
    if gravity.0.widen() == simulation.world.gravity() {
        return;
    }
    match simulation.world.set_gravity(gravity.0.widen()) {
        Ok(()) => simulation.revision += 1,
        Err(error) if gravity.is_changed() => tracing::error!("Gravity is unchanged: {error}"),
        Err(_) => {}
    }
}

fn gather_period<V: Space>(simulation: &mut Simulation<V>, period: &Res<Period<V>>) {
    if period.0.widen() == simulation.world.period() {
        return;
    }
    match simulation.world.set_period(period.0.widen()) {
        Ok(()) => simulation.revision += 1,
        Err(error) if period.is_changed() => tracing::error!("Period is unchanged: {error}"),
        Err(_) => {}
    }
}

impl<V: Space> BodyComponentsItem<'_, '_, V> {
    /// The key of the entity. An entity gets a new one if its key was removed.
    fn take_key(&self, simulation: &mut Simulation<V>, commands: &mut DeferredCommands<V>) -> u64 {
        self.key.map_or_else(
            || {
                let key = simulation.take_key();
                commands.insert(self.entity, BodyKey(key));
                key
            },
            |key| key.0,
        )
    }

    /// Adds the body to the simulation.
    fn enter(
        &mut self,
        simulation: &mut Simulation<V>,
        key: u64,
        global: &GlobalTransform,
        commands: &mut DeferredCommands<V>,
    ) {
        let entered = self.read(None, global).and_then(|read| {
            let id = simulation.world.add_with_key(read.body.clone(), key)?;
            simulation.insert(self.entity, id);
            simulation.revision += 1;
            Ok((id, read))
        });
        match entered {
            Ok((id, ReadBody { body, uneven_scale })) => {
                self.accept(&body, uneven_scale, commands);
                let translation = self.transform.translation;
                // If a position was given, the Transform does not display it yet.
                let position = V::from_translation(global.translation());
                let displayed = DisplayedTransform { translation, position };
                let placement = self.placement_at(global, uneven_scale);
                let synced = SyncedBody::<V>::new(id, &body);
                commands.insert(self.entity, (synced, displayed, placement, LastTableId::UNKNOWN));
                self.record_turning(&body, commands);
                self.record_cloth(&body, commands);
            }
            Err(error) => self.reject(error, commands),
        }
    }

    /// Updates the body in the simulation.
    fn update(
        &mut self,
        simulation: &mut Simulation<V>,
        id: BodyId,
        global: &GlobalTransform,
        table_id: LastTableId,
        commands: &mut DeferredCommands<V>,
    ) {
        let held = simulation.world.body(id);
        let updated = self.read(held.as_ref(), global).and_then(|read| {
            if held.as_ref() != Some(&read.body) {
                simulation.world.edit(id, |held| held.clone_from(&read.body))?;
                simulation.revision += 1;
            }
            Ok(read)
        });
        match updated {
            Ok(ReadBody { body, uneven_scale }) => {
                self.accept(&body, uneven_scale, commands);
                self.record_read(&body, global, uneven_scale);
                self.record_turning(&body, commands);
                self.record_cloth(&body, commands);
                if let Some(last) = &mut self.table_id {
                    **last = table_id;
                }
            }
            Err(error) => self.reject(error, commands),
        }
    }

    /// Writes to the components that a body was accepted, and logs a scale that was not applied.
    fn accept(
        &mut self,
        body: &Body<V::Wide>,
        uneven_scale: Option<Vec3>,
        commands: &mut DeferredCommands<V>,
    ) {
        if self.rejected.is_some() {
            commands.remove::<Rejected>(self.entity);
        }
        match &mut self.position {
            Some(position) => drop(position.set_if_neq(Position(V::narrow(body.position)))),
            None => commands.insert(self.entity, Position(V::narrow(body.position))),
        }
        let was_even =
            self.placement.as_ref().is_none_or(|placement| placement.uneven_scale.is_none());
        if let Some(scale) = uneven_scale.filter(|_| was_even) {
            tracing::warn!(
                "{}: a collider scales alike along all axes; the largest component of the scale {scale} applies",
                self.entity
            );
        }
    }

    /// Records what was read.
    fn record_read(
        &mut self,
        body: &Body<V::Wide>,
        global: &GlobalTransform,
        uneven_scale: Option<Vec3>,
    ) {
        let now = self.placement_at(global, uneven_scale);
        let (Some(synced), Some(placement)) = (&mut self.synced, &mut self.placement) else {
            return;
        };
        let translation = self.transform.translation;
        let was_moved = placement.translation.is_some() && placement.translation != now.translation;
        if let Some(displayed) = &mut self.displayed
            && (displayed.translation != translation || was_moved)
        {
            displayed.record(translation, V::from_translation(global.translation()));
        }
        let (position, velocity) = (V::narrow(body.position), V::narrow(body.velocity));
        synced.was_teleported |= position != synced.position;
        (synced.position, synced.velocity) = (position, velocity);
        synced.breaks_after = body.breaks_after;
        // No report has paths of walls.
        if body.kind == Kind::Static {
            synced.record_no_motion();
        }
        **placement = LastPlacement { parent: placement.parent, ..now };
    }

    /// Records what was read of how a body turns, if it may.
    fn record_turning(&mut self, body: &Body<V::Wide>, commands: &mut DeferredCommands<V>) {
        if self.turning().is_none() {
            if self.synced_turning.is_some() {
                commands.remove::<SyncedTurning<V>>(self.entity);
            }
            return;
        }
        let displayed = self.transform.rotation;
        let known = self.synced_turning.as_deref();
        let now = SyncedTurning {
            displayed,
            rotation: body.rotation,
            angular_velocity: V::Angular::from_turn_rate(body.angular_velocity),
            is_ball: body.kind == Kind::Dynamic,
            was_turned: known.is_some_and(|it| it.was_turned || it.displayed != displayed),
        };
        match &mut self.synced_turning {
            Some(known) => **known = now,
            None => commands.insert(self.entity, now),
        }
    }

    /// Records what was read of how a body spins, if it is a ball on a cloth.
    fn record_cloth(&mut self, body: &Body<V::Wide>, commands: &mut DeferredCommands<V>) {
        let is_on_cloth = self.is_on_cloth();
        match &mut self.synced_cloth {
            Some(_) if !is_on_cloth => commands.remove::<SyncedCloth<V>>(self.entity),
            Some(synced) => synced.record(body),
            None if is_on_cloth => commands.insert(self.entity, SyncedCloth::<V>::new(body)),
            None => {}
        }
    }

    /// Adds [`Rejected`] with the reason, and logs it.
    fn reject(&mut self, error: InvalidBody, commands: &mut DeferredCommands<V>) {
        // A rejected body is read again in every tick until its values are valid.
        if let Some(placement) = &mut self.placement {
            placement.shape_matrix = None;
        }
        if let Some(table_id) = &mut self.table_id {
            **table_id = LastTableId::UNKNOWN;
        }
        let reason = error.to_string();
        if self.rejected.is_none_or(|rejected| rejected.reason != reason) {
            let consequence = match self.synced {
                Some(_) => "keeps its last valid values",
                None => "takes no part in the simulation with these values",
            };
            tracing::error!("{} {consequence}: {reason}", self.entity);
            commands.insert(self.entity, Rejected { reason });
        }
    }
}
