//! Finds the bodies with components that the game has written since they were last read.

use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick};
use bevy_ecs::entity::{Entities, Entity, EntityHashMap};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::Query;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;

use crate::components::{
    Absorbs, Acceleration, AngularDamping, AngularVelocity, Breaks, Cloth, Collider,
    CollisionLayers, Friction, GravityScale, InertiaFactor, LinearDamping, Mass, MinimumImpulse,
    MoveTo, Nose, OneWay, Position, Restitution, Roll, RollingFriction, RollingResistance, Sensor,
    SpeedLimit, Static, SurfaceVelocity, TangentialRestitution, Velocity,
};
use crate::space::Space;
use crate::sync::synced_body::LastTableId;

/// The columns of a table with change ticks that show which bodies the game has written.
///
/// Marker components have no such column: adding or removing one moves the entity to another table.
#[derive(QueryData)]
#[query_data(contiguous(all))]
pub struct BodyColumns<V: Space> {
    entity: Entity,
    table_id: &'static LastTableId,
    is_static: Option<&'static Static>,
    child_of: Option<&'static ChildOf>,
    transform: Ref<'static, Transform>,
    position: Option<Ref<'static, Position<V>>>,
    velocity: Ref<'static, Velocity<V>>,
    collider: Ref<'static, Collider<V>>,
    mass: Ref<'static, Mass>,
    restitution: Ref<'static, Restitution>,
    rolling_resistance: Ref<'static, RollingResistance>,
    friction: Option<Ref<'static, Friction>>,
    surface_velocity: Option<Ref<'static, SurfaceVelocity<V>>>,
    minimum_impulse: Option<Ref<'static, MinimumImpulse>>,
    speed_limit: Option<Ref<'static, SpeedLimit>>,
    breaks: Option<Ref<'static, Breaks>>,
    layers: Option<Ref<'static, CollisionLayers>>,
    one_way: Option<Ref<'static, OneWay<V>>>,
    target: Option<Ref<'static, MoveTo<V>>>,
    angular_velocity: Option<Ref<'static, AngularVelocity<<V as Space>::Angular>>>,
    roll: Option<Ref<'static, Roll<V>>>,
    cloth: Option<Ref<'static, Cloth>>,
    nose: Option<Ref<'static, Nose>>,
    inertia_factor: Option<Ref<'static, InertiaFactor>>,
    tangential_restitution: Option<Ref<'static, TangentialRestitution>>,
    rolling_friction: Option<Ref<'static, RollingFriction>>,
    gravity_scale: Option<Ref<'static, GravityScale>>,
    acceleration: Option<Ref<'static, Acceleration<V>>>,
    damping: Option<Ref<'static, LinearDamping>>,
    angular_damping: Option<Ref<'static, AngularDamping>>,
    sensor: Option<Ref<'static, Sensor>>,
    absorbs: Option<Ref<'static, Absorbs>>,
}

/// The parents of walls, and whether they have moved since the walls were last read.
pub(crate) struct WallParents<'a, 'w, 's> {
    hierarchy: &'a TransformHelper<'w, 's>,
    /// Their global transforms when the walls were last read.
    before: EntityHashMap<GlobalTransform>,
    now: &'a mut EntityHashMap<GlobalTransform>,
    /// The last parent that was looked up, and whether it has moved.
    last: Option<(Entity, bool)>,
}

impl<'a, 'w, 's> WallParents<'a, 'w, 's> {
    /// Begins a gathering. `recorded` holds the global transforms of the last one, and afterwards those of this one.
    pub(crate) fn new(
        hierarchy: &'a TransformHelper<'w, 's>,
        recorded: &'a mut EntityHashMap<GlobalTransform>,
    ) -> Self {
        Self { hierarchy, before: std::mem::take(recorded), now: recorded, last: None }
    }

    /// Whether a parent has moved, or was no parent of a wall before.
    fn has_moved(&mut self, parent: Entity) -> bool {
        if let Some((_, moved)) = self.last.filter(|(last, _)| *last == parent) {
            return moved;
        }
        let known = self.now.get(&parent).copied();
        let global = known.or_else(|| self.hierarchy.compute_global_transform(parent).ok());
        if let Some(global) = global {
            self.now.insert(parent, global);
        }
        let moved = global.is_none() || self.before.get(&parent) != global.as_ref();
        self.last = Some((parent, moved));
        moved
    }
}

/// The bodies that must be read again.
pub(crate) struct ChangedBodies {
    pub(crate) changed: Vec<Entity>,
    /// The number of the other bodies.
    pub(crate) unchanged_count: usize,
}

/// Finds the bodies that must be read again.
///
/// Only change ticks are looked at, a column at a time, and for walls that are children whether a parent has moved.
/// Children that move are always read again.
pub(crate) fn changed_bodies<V: Space>(
    bodies: &Query<BodyColumns<V>>,
    entities: &Entities,
    own_ticks: &[Tick],
    parents: &mut WallParents,
) -> ChangedBodies {
    let (mut changed, mut unchanged_count) = (Vec::new(), 0);
    let mut marks = Vec::new();
    // All of these components lie in tables, so there are always columns.
    for table in bodies.contiguous_iter().into_iter().flatten() {
        let Some(first) = table.entity.first() else { continue };
        if table.child_of.is_some() && table.is_static.is_none() {
            changed.extend(table.entity);
            continue;
        }
        marks.clear();
        marks.resize(table.entity.len(), false);
        for (mark, child) in marks.iter_mut().zip(table.child_of.unwrap_or_default()) {
            *mark |= parents.has_moved(child.parent());
        }
        let location = entities.get_spawned(*first);
        let table_id = location.map_or(LastTableId::UNKNOWN, |at| LastTableId::of(&at));
        mark_other_tables(&mut marks, table.table_id, table_id);
        table.mark_written(&mut marks, own_ticks);
        let before = changed.len();
        if any(&marks, |mark| *mark) {
            let read = table.entity.iter().zip(&marks).filter(|(_, is_changed)| **is_changed);
            changed.extend(read.map(|(entity, _)| entity));
        }
        unchanged_count += table.entity.len() - (changed.len() - before);
    }
    ChangedBodies { changed, unchanged_count }
}

impl<V: Space> BodyColumnsContiguousItem<'_, '_, V> {
    // layers: allow(sizes, "one line to name a component, and one to mark it")
    /// Marks the bodies that the game has written.
    #[expect(clippy::too_many_lines, reason = "one line to name a component, and one to mark it")]
    fn mark_written(&self, marks: &mut [bool], own_ticks: &[Tick]) {
        // All fields are named here, so that the compiler asks for the mark of a new one.
        let Self {
            // A change of these is found otherwise.
            entity: _,
            table_id: _,
            is_static,
            child_of: _,
            // The plugin writes these too, but not to a wall, unless the game has moved it.
            transform,
            velocity,
            position,
            breaks,
            angular_velocity,
            roll,
            // Only the game writes these.
            collider,
            mass,
            restitution,
            rolling_resistance,
            friction,
            surface_velocity,
            minimum_impulse,
            speed_limit,
            layers,
            one_way,
            target,
            cloth,
            nose,
            inertia_factor,
            tangential_restitution,
            rolling_friction,
            gravity_scale,
            acceleration,
            damping,
            angular_damping,
            sensor,
            absorbs,
        } = self;
        let own_ticks = if is_static.is_some() { &[] } else { own_ticks };
        mark_column(marks, Some(transform), own_ticks);
        mark_column(marks, Some(velocity), own_ticks);
        mark_column(marks, position.as_ref(), own_ticks);
        mark_column(marks, breaks.as_ref(), own_ticks);
        mark_column(marks, angular_velocity.as_ref(), own_ticks);
        mark_column(marks, roll.as_ref(), own_ticks);
        mark_column(marks, Some(collider), &[]);
        mark_column(marks, Some(mass), &[]);
        mark_column(marks, Some(restitution), &[]);
        mark_column(marks, Some(rolling_resistance), &[]);
        mark_column(marks, friction.as_ref(), &[]);
        mark_column(marks, surface_velocity.as_ref(), &[]);
        mark_column(marks, minimum_impulse.as_ref(), &[]);
        mark_column(marks, speed_limit.as_ref(), &[]);
        mark_column(marks, layers.as_ref(), &[]);
        mark_column(marks, one_way.as_ref(), &[]);
        mark_column(marks, target.as_ref(), &[]);
        mark_column(marks, cloth.as_ref(), &[]);
        mark_column(marks, nose.as_ref(), &[]);
        mark_column(marks, inertia_factor.as_ref(), &[]);
        mark_column(marks, tangential_restitution.as_ref(), &[]);
        mark_column(marks, rolling_friction.as_ref(), &[]);
        mark_column(marks, gravity_scale.as_ref(), &[]);
        mark_column(marks, acceleration.as_ref(), &[]);
        mark_column(marks, damping.as_ref(), &[]);
        mark_column(marks, angular_damping.as_ref(), &[]);
        mark_column(marks, sensor.as_ref(), &[]);
        mark_column(marks, absorbs.as_ref(), &[]);
    }
}

/// Whether the predicate is true of any element. Unlike `Iterator::any` it does not stop early, so that the compiler can
/// test several at a time.
fn any<T>(all: &[T], predicate: impl Fn(&T) -> bool) -> bool {
    all.iter().fold(false, |any, element| any | predicate(element))
}

/// Marks the bodies that were in another table than this one when they were last read.
fn mark_other_tables(marks: &mut [bool], last: &[LastTableId], this: LastTableId) {
    if any(last, |id| *id != this) {
        marks.iter_mut().zip(last).for_each(|(mark, id)| *mark |= *id != this);
    }
}

/// Marks the bodies with a component that was written since the last gathering, at none of the plugin's own ticks.
fn mark_column<T>(marks: &mut [bool], column: Option<&ContiguousRef<'_, T>>, own_ticks: &[Tick]) {
    let Some(column) = column else { return };
    let (last_run, this_run) = (column.last_run_tick(), column.this_run_tick());
    let ticks = column.changed_ticks_slice();
    let is_recent = |tick: &Tick| tick.is_newer_than(last_run, this_run);
    let is_by_game = |tick: &Tick| is_recent(tick) && !own_ticks.contains(tick);
    // Mostly all were written at one tick, or none recently.
    let Some(first) = ticks.first().filter(|_| any(ticks, is_recent)) else { return };
    if is_by_game(first) || any(ticks, |tick| tick != first) {
        marks.iter_mut().zip(ticks).for_each(|(mark, tick)| *mark |= is_by_game(tick));
    }
}
