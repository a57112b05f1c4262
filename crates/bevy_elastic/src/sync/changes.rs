//! Whose components has the game written since they were last read?

use bevy_ecs::change_detection::{ContiguousRef, Ref, Tick};
use bevy_ecs::entity::{Entities, Entity, EntityHashMap};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::Query;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;

use crate::components::{
    Absorbs, Acceleration, Breaks, Collider, CollisionLayers, Friction, GravityScale,
    LinearDamping, Mass, MinimumImpulse, MoveTo, OneWay, Position, Restitution, RollingResistance,
    Sensor, Static, Velocity,
};
use crate::space::Space;
use crate::sync::body_state::Home;

/// The columns of a table that tell who was written. Marks have none: who gets or loses one is in another
/// table.
#[derive(QueryData)]
#[query_data(contiguous(all))]
pub struct Columns<V: Space> {
    entity: Entity,
    home: &'static Home,
    is_static: Option<&'static Static>,
    child_of: Option<&'static ChildOf>,
    transform: Ref<'static, Transform>,
    position: Option<Ref<'static, Position<V>>>,
    velocity: Ref<'static, Velocity<V>>,
    collider: Ref<'static, Collider<V>>,
    mass: Ref<'static, Mass>,
    restitution: Ref<'static, Restitution>,
    rolling: Ref<'static, RollingResistance>,
    friction: Option<Ref<'static, Friction>>,
    minimum_impulse: Option<Ref<'static, MinimumImpulse>>,
    breaks: Option<Ref<'static, Breaks>>,
    layers: Option<Ref<'static, CollisionLayers>>,
    one_way: Option<Ref<'static, OneWay<V>>>,
    target: Option<Ref<'static, MoveTo<V>>>,
    gravity_scale: Option<Ref<'static, GravityScale>>,
    acceleration: Option<Ref<'static, Acceleration<V>>>,
    damping: Option<Ref<'static, LinearDamping>>,
    sensor: Option<Ref<'static, Sensor>>,
    absorbs: Option<Ref<'static, Absorbs>>,
}

/// Where the parents of walls are, and were.
pub(crate) struct Parents<'a, 'w, 's> {
    hierarchy: &'a TransformHelper<'w, 's>,
    /// Where they were when the walls were last read.
    before: EntityHashMap<GlobalTransform>,
    now: &'a mut EntityHashMap<GlobalTransform>,
    /// Who was asked for last, and whether it has moved.
    last: Option<(Entity, bool)>,
}

impl<'a, 'w, 's> Parents<'a, 'w, 's> {
    /// Looks at them anew, and notes where they are.
    pub(crate) fn new(
        hierarchy: &'a TransformHelper<'w, 's>,
        noted: &'a mut EntityHashMap<GlobalTransform>,
    ) -> Self {
        Self { hierarchy, before: std::mem::take(noted), now: noted, last: None }
    }

    /// Whether a parent is elsewhere than before, or was none then.
    fn has_moved(&mut self, parent: Entity) -> bool {
        if let Some((_, moved)) = self.last.filter(|(last, _)| *last == parent) {
            return moved;
        }
        let known = self.now.get(&parent).copied();
        let place = known.or_else(|| self.hierarchy.compute_global_transform(parent).ok());
        if let Some(place) = place {
            self.now.insert(parent, place);
        }
        let moved = place.is_none() || self.before.get(&parent) != place.as_ref();
        self.last = Some((parent, moved));
        moved
    }
}

/// Finds the entities that must be read again, and tells how many need not be.
///
/// Only change ticks are looked at, a column at a time, and of walls that are children whether a parent has moved.
/// Children that move are always read.
pub(crate) fn written<V: Space>(
    bodies: &Query<Columns<V>>,
    entities: &Entities,
    own: &[Tick],
    parents: &mut Parents,
) -> (Vec<Entity>, usize) {
    let (mut written, mut unwritten) = (Vec::new(), 0);
    let mut marks = Vec::new();
    // All of these components lie in tables, so there are always columns.
    for table in bodies.contiguous_iter().into_iter().flatten() {
        let Some(first) = table.entity.first() else { continue };
        if table.child_of.is_some() && table.is_static.is_none() {
            written.extend(table.entity);
            continue;
        }
        marks.clear();
        marks.resize(table.entity.len(), false);
        for (mark, child) in marks.iter_mut().zip(table.child_of.unwrap_or_default()) {
            *mark |= parents.has_moved(child.parent());
        }
        let home = entities.get_spawned(*first).map_or(Home::NOWHERE, |at| Home::of(&at));
        mark_strays(&mut marks, table.home, home);
        table.mark(&mut marks, own);
        let before = written.len();
        if any(&marks, |mark| *mark) {
            let read = table.entity.iter().zip(&marks).filter(|(_, is_written)| **is_written);
            written.extend(read.map(|(entity, _)| entity));
        }
        unwritten += table.entity.len() - (written.len() - before);
    }
    (written, unwritten)
}

impl<V: Space> ColumnsContiguousItem<'_, '_, V> {
    /// Marks who was written by the game.
    fn mark(&self, marks: &mut [bool], own: &[Tick]) {
        // A wall is not written by the plugin unless the game has put it elsewhere.
        let own = if self.is_static.is_some() { &[] } else { own };
        mark(marks, Some(&self.transform), own);
        mark(marks, Some(&self.velocity), own);
        mark(marks, self.position.as_ref(), own);
        mark(marks, self.breaks.as_ref(), own);
        mark(marks, Some(&self.collider), &[]);
        mark(marks, Some(&self.mass), &[]);
        mark(marks, Some(&self.restitution), &[]);
        mark(marks, Some(&self.rolling), &[]);
        mark(marks, self.friction.as_ref(), &[]);
        mark(marks, self.minimum_impulse.as_ref(), &[]);
        mark(marks, self.layers.as_ref(), &[]);
        mark(marks, self.one_way.as_ref(), &[]);
        mark(marks, self.target.as_ref(), &[]);
        mark(marks, self.gravity_scale.as_ref(), &[]);
        mark(marks, self.acceleration.as_ref(), &[]);
        mark(marks, self.damping.as_ref(), &[]);
        mark(marks, self.sensor.as_ref(), &[]);
        mark(marks, self.absorbs.as_ref(), &[]);
    }
}

/// Whether this is true of any. Unlike the method of iterators it looks at all, several at a time.
fn any<T>(all: &[T], is_so: impl Fn(&T) -> bool) -> bool {
    all.iter().fold(false, |any, one| any | is_so(one))
}

/// Marks who is not at home.
fn mark_strays(marks: &mut [bool], homes: &[Home], here: Home) {
    if any(homes, |home| *home != here) {
        marks.iter_mut().zip(homes).for_each(|(mark, home)| *mark |= *home != here);
    }
}

/// Marks whose component was written since the last gathering, at none of the plugin's `own` ticks.
fn mark<T>(marks: &mut [bool], column: Option<&ContiguousRef<'_, T>>, own: &[Tick]) {
    let Some(column) = column else { return };
    let (last, this) = (column.last_run_tick(), column.this_run_tick());
    let ticks = column.changed_ticks_slice();
    let is_foreign = |tick: &Tick| tick.is_newer_than(last, this) && !own.contains(tick);
    // Mostly all were written at one tick, or none of late.
    let Some(first) = ticks.first().filter(|_| any(ticks, |tick| tick.is_newer_than(last, this)))
    else {
        return;
    };
    if is_foreign(first) || any(ticks, |tick| tick != first) {
        marks.iter_mut().zip(ticks).for_each(|(mark, tick)| *mark |= is_foreign(tick));
    }
}
