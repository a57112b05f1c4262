//! Snapshots of a space, in memory and in files, and a buffer of them to rewind.

#[cfg(feature = "serde")]
mod stored;

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::error::BevyError;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Allow, Has, QueryData, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, In, Query, Res, ResMut, SystemParam};
use bevy_ecs::world::World;
use bevy_math::{DQuat, Vec2};
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::{Body, Kind};
#[cfg(feature = "serde")]
use collide_core::vector::Vector;

use crate::components::{
    Absorbed, AngularVelocity, Asleep, BodyKey, Breaks, Collider, Orientation, Position, Roll,
    Velocity,
};
use crate::resources::pair_hook::tag_of;
use crate::simulation::Simulation;
use crate::space::{Angular, Space};
use crate::sync::synced_body::{
    DisplayedTransform, LastPlacement, LastTableId, SyncedBody, SyncedCloth, SyncedTurning,
    may_turn,
};
use crate::sync::write_log::WriteLog;
use crate::time::{Elastic, ElasticTime};

#[cfg(feature = "serde")]
use stored::Stored;

/// The state of a space at the end of a tick.
///
/// It holds the positions, rotations, velocities and spins of all bodies, which of them sleep, which are absorbed or broken and by which
/// body, the counts of [`Breaks`], and the sensors that each ball is in. A restore sets them in the simulation and in
/// the components. Other components, such as materials and colliders, belong to the game and stay as they are.
///
/// With the feature `serde` it can be written and read: see [save games](crate::guide::save_games).
#[derive(Clone, Debug)]
pub struct Snapshot<V: Space = Vec2> {
    simulation: Simulation<V>,
    tick: u64,
    elapsed: Duration,
    /// Of a snapshot that was read: no body has an entity yet.
    unbound: Option<Unbound>,
}

/// What a snapshot that was read knows of entities: only the keys of their bodies.
#[derive(Clone, Debug)]
struct Unbound {
    /// How balls on a cloth are turned, by their keys.
    orientations: Vec<(u64, DQuat)>,
}

impl<V: Space> Snapshot<V> {
    /// The number of ticks that had been made by then.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Gives each body to the entity with its key, if the snapshot was read. A body of which no entity has the key goes.
    fn bind(&mut self, entities: impl Iterator<Item = (Entity, BodyKey)>) {
        let Some(Unbound { orientations }) = self.unbound.take() else { return };
        let by_key: HashMap<u64, Entity> = entities.map(|(entity, key)| (key.0, entity)).collect();
        let turned: HashMap<u64, DQuat> = orientations.into_iter().collect();
        let simulation = &mut self.simulation;
        let mut without_entity = Vec::new();
        for id in simulation.world.ids().collect::<Vec<_>>() {
            let Some(key) = simulation.world.key(id) else { continue };
            let Some(entity) = by_key.get(&key) else {
                without_entity.push(key);
                simulation.world.remove(id);
                continue;
            };
            simulation.insert(*entity, id);
            simulation.world.set_tag(id, tag_of(*entity));
            if let Some(turned) = turned.get(&key) {
                simulation.orientations.insert(*entity, *turned);
            }
        }
        if let Some(first) = without_entity.first() {
            tracing::warn!(
                "{} bodies of a snapshot have no entity that is in the simulation, the first with BodyKey({first}): \
                 spawn all bodies and make a tick before it is restored",
                without_entity.len()
            );
        }
    }
}

/// Writes a snapshot with the [`BodyKey`]s of its bodies in place of their entities.
///
/// # Errors
/// If a body has flown beyond the range of its numbers.
#[cfg(feature = "serde")]
impl<V: Space> serde::Serialize for Snapshot<V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Simulation { world, bodies, orientations, .. } = &self.simulation;
        let key_of = |entity| world.key(*bodies.get(entity)?);
        let turned = match &self.unbound {
            Some(unbound) => unbound.orientations.clone(),
            None => orientations
                .iter()
                .filter_map(|(it, turned)| Some((key_of(it)?, *turned)))
                .collect(),
        };
        Stored::new(V::Wide::DIMENSION, (self.tick, self.elapsed), turned, world)
            .serialize(serializer)
    }
}

/// Reads a snapshot. A [restore](Snapshots::restore) gives each body to the entity that has its key.
///
/// # Errors
/// If it has another number of axes or another version, or no snapshot can be what is read, with the reason.
#[cfg(feature = "serde")]
impl<'de, V: Space> serde::Deserialize<'de> for Snapshot<V> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Stored::<collide_core::world::World<V::Wide>>::deserialize(deserializer)?;
        stored.check(V::Wide::DIMENSION).map_err(serde::de::Error::custom)?;
        let Stored { tick, elapsed, orientations, world, .. } = stored;
        let simulation = Simulation { world, ..Simulation::default() };
        Ok(Self { simulation, tick, elapsed, unbound: Some(Unbound { orientations }) })
    }
}

/// A ring buffer of snapshots of the last ticks, which the plugin takes. By default it takes none.
#[derive(Resource, Clone, Debug)]
pub struct RewindBuffer<V: Space = Vec2> {
    /// The number of ticks from one snapshot to the next; 0, the default, takes no snapshots.
    pub interval: u32,
    /// The maximum number of snapshots, at least 1. The oldest is dropped for a new one.
    pub capacity: usize,
    snapshots: VecDeque<Snapshot<V>>,
}

impl<V: Space> RewindBuffer<V> {
    /// A buffer of at most `capacity` snapshots, one every `interval` ticks.
    #[must_use]
    pub fn new(interval: u32, capacity: usize) -> Self {
        Self { interval, capacity, snapshots: VecDeque::new() }
    }
}

impl<V: Space> Default for RewindBuffer<V> {
    fn default() -> Self {
        Self::new(0, 64)
    }
}

/// Takes and restores snapshots of a space.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::prelude::*;
/// use bevy_elastic::snapshot::Snapshot;
///
/// #[derive(Resource)]
/// struct BeforeTheShot(Snapshot);
///
/// fn undo(before: Res<BeforeTheShot>, mut snapshots: Snapshots) {
///     snapshots.restore(&before.0);
/// }
/// # bevy_ecs::system::assert_is_system(undo);
/// ```
#[derive(SystemParam)]
pub struct Snapshots<'w, 's, V: Space = Vec2> {
    simulation: Res<'w, Simulation<V>>,
    time: Res<'w, Time<Elastic>>,
    buffer: Res<'w, RewindBuffer<V>>,
    bodies: Query<'w, 's, (), (With<Collider<V>>, Allow<Disabled>)>,
    commands: Commands<'w, 's>,
}

impl<V: Space> Snapshots<'_, '_, V> {
    /// A snapshot of the state at the end of the last tick.
    ///
    /// It does not include what the game has written to components since, except for what was read while the clock is
    /// paused.
    #[must_use]
    pub fn take(&self) -> Snapshot<V> {
        Snapshot {
            simulation: self.simulation.clone(),
            tick: self.time.tick(),
            elapsed: self.time.elapsed(),
            unbound: None,
        }
    }

    /// Restores a snapshot, to the bit, when commands are applied. The same then happens again.
    ///
    /// The clock, which all spaces share, goes back too, so restore all spaces together. Entities that were spawned since
    /// stay, and enter the simulation anew. Later snapshots are removed from the [`RewindBuffer`].
    ///
    /// Entities that were despawned since do not come back, because the snapshot does not have their other components;
    /// [`missing`](Self::missing) lists them. So a game that may want a body back hides it instead of despawning it. A
    /// body that was absorbed or broken is out of the game already, and has the component [`Absorbed`] exactly as long
    /// as it is.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_elastic::components::Absorbed;
    /// # use bevy_elastic::prelude::*;
    /// # #[derive(Component)]
    /// # enum Visibility { Hidden, Inherited }
    /// /// Hides broken bricks, and shows them again after a restore.
    /// fn hide(mut bricks: Query<(&mut Visibility, Has<Absorbed>), With<Breaks>>) {
    ///     for (mut visibility, is_broken) in &mut bricks {
    ///         *visibility = if is_broken { Visibility::Hidden } else { Visibility::Inherited };
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(hide);
    /// ```
    ///
    /// Any other body may be disabled instead of despawned, and enabled again together with a restore.
    ///
    /// A snapshot that was read from a file gives each body to the entity with its [`BodyKey`] that is in the simulation, so the
    /// bodies must have been spawned, and a tick made since. What has no entity goes, with a warning.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        let snapshot = snapshot.clone();
        self.commands.queue(move |world: &mut World| {
            world.run_system_cached_with(restore::<V>, snapshot).map_err(BevyError::from)
        });
    }

    /// The entities of a snapshot that have been despawned or have lost their collider since, in order. They would not
    /// come back. A snapshot that was read from a file has no entities until it is restored.
    #[must_use]
    pub fn missing(&self, snapshot: &Snapshot<V>) -> Vec<Entity> {
        let bodies = snapshot.simulation.bodies.keys().copied();
        let mut missing: Vec<Entity> =
            bodies.filter(|entity| !self.bodies.contains(*entity)).collect();
        missing.sort_unstable();
        missing
    }

    /// Restores the snapshot of about this many seconds of the game ago from the [`RewindBuffer`], or the oldest one.
    ///
    /// It goes back by at least one tick, to the last snapshot at or before that time. Later snapshots are removed from the
    /// buffer. Returns whether there is a snapshot.
    pub fn rewind(&mut self, seconds: f64) -> bool {
        let ticks = (seconds / self.time.tick_seconds()).round().max(1.0) as u64;
        let wanted = self.time.tick().saturating_sub(ticks);
        let snapshots = &self.buffer.snapshots;
        let earlier = snapshots.iter().rev().find(|snapshot| snapshot.tick <= wanted);
        let Some(snapshot) = earlier.or(snapshots.front()) else {
            return false;
        };
        let snapshot = snapshot.clone();
        self.restore(&snapshot);
        true
    }
}

/// What was last read from a body and written to it.
type SyncComponents<V> = (
    &'static mut SyncedBody<V>,
    &'static mut DisplayedTransform<V>,
    &'static mut LastPlacement,
    &'static mut LastTableId,
);

/// How a ball on a cloth spins.
#[derive(QueryData)]
#[query_data(mutable)]
struct SpinComponents<V: Space> {
    synced: Option<&'static mut SyncedCloth<V>>,
    roll: Option<&'static mut Roll<V>>,
    orientation: Option<&'static mut Orientation>,
}

/// The components that a restore writes, of all bodies of a space; also of disabled ones, which a game may enable with
/// the same commands.
type RestoredBodies<'w, 's, V> = Query<
    'w,
    's,
    (
        Entity,
        &'static Transform,
        &'static mut Position<V>,
        &'static mut Velocity<V>,
        SyncComponents<V>,
        Option<&'static mut Breaks>,
        (
            Option<&'static mut AngularVelocity<<V as Space>::Angular>>,
            Option<&'static mut SyncedTurning<V>>,
        ),
        SpinComponents<V>,
        Has<Absorbed>,
        Has<Asleep>,
        (Has<ChildOf>, &'static BodyKey),
    ),
    (With<Collider<V>>, Allow<Disabled>),
>;

/// Sets the clock, which by itself only advances, to an earlier time.
fn set_clock(time: &mut Time<Elastic>, tick: u64, elapsed: Duration) {
    let mut earlier = Time::new_with(*time.context());
    earlier.advance_by(elapsed);
    earlier.advance_by(Duration::ZERO);
    earlier.context_mut().rewind(tick);
    *time = earlier;
}

/// Makes the state of the simulation, the clock and the components that of a snapshot.
fn restore<V: Space>(
    In(mut snapshot): In<Snapshot<V>>,
    mut simulation: ResMut<Simulation<V>>,
    mut time: ResMut<Time<Elastic>>,
    (mut buffer, mut write_log): (ResMut<RewindBuffer<V>>, ResMut<WriteLog<V>>),
    mut bodies: RestoredBodies<V>,
    hierarchy: TransformHelper,
    mut commands: Commands,
) {
    snapshot.bind(bodies.iter().map(|body| (body.0, *body.10.1)));
    buffer.snapshots.retain(|kept| kept.tick <= snapshot.tick);
    simulation.set_state(snapshot.simulation);
    set_clock(&mut time, snapshot.tick, snapshot.elapsed);
    simulation.remove_absent(|entity| bodies.contains(entity));
    simulation.entities.forget_removed();
    write_log.is_displaced = true;
    for (
        entity,
        transform,
        mut position,
        mut velocity,
        (mut synced, mut displayed, mut placement, mut table_id),
        breaks,
        (angular_velocity, synced_turning),
        spin,
        is_absorbed,
        is_marked_asleep,
        (is_child, _),
    ) in &mut bodies
    {
        match (simulation.is_asleep(entity), is_marked_asleep) {
            (true, false) => drop(commands.entity(entity).try_insert(Asleep)),
            (false, true) => drop(commands.entity(entity).try_remove::<Asleep>()),
            _ => {}
        }
        // What the game has moved before is forgotten; what it moves from now on counts.
        *table_id = LastTableId::UNKNOWN;
        let Some(id) = simulation.body(entity) else { continue };
        let Some(body) = simulation.world.body(id) else { continue };
        position.set_if_neq(Position(V::narrow(body.position)));
        velocity.set_if_neq(Velocity(V::narrow(body.velocity)));
        if let Some(mut breaks) = breaks.filter(|_| body.breaks_after > 0) {
            breaks.set_if_neq(Breaks(body.breaks_after));
        }
        if let Some(mut synced) = synced_turning {
            synced.restore(&body, transform.rotation);
        }
        if let Some(mut angular_velocity) = angular_velocity.filter(|_| may_turn(&body)) {
            let value = V::Angular::from_turn_rate(body.angular_velocity);
            angular_velocity.set_if_neq(AngularVelocity(value));
        }
        restore_spin(simulation.orientations.get(&entity), &body, spin);
        let global = hierarchy
            .compute_global_transform(entity)
            .unwrap_or_else(|_| GlobalTransform::from(*transform));
        synced.restore(id, &body);
        displayed.record(transform.translation, V::from_translation(global.translation()));
        let is_placed_by_others = is_child || body.kind == Kind::Static;
        placement.translation = is_placed_by_others.then(|| global.translation());
        placement.shape_matrix = None;
        if let Some(absorber) = simulation.world.absorbed_by(id) {
            let by = simulation.entity(absorber).unwrap_or(Entity::PLACEHOLDER);
            commands.entity(entity).try_insert(Absorbed { by });
        } else if is_absorbed {
            commands.entity(entity).try_remove::<Absorbed>();
        }
    }
}

/// Makes a ball on a cloth spin as a body does, and turns it as it was turned at the end of the tick.
fn restore_spin<V: Space>(
    orientation: Option<&DQuat>,
    body: &Body<V::Wide>,
    spin: SpinComponentsItem<V>,
) {
    let Some(mut synced) = spin.synced else { return };
    synced.record(body);
    if body.cloth.is_none() {
        return;
    }
    if let Some(mut roll) = spin.roll {
        roll.set_if_neq(Roll(V::narrow(body.roll)));
    }
    if let Some((component, orientation)) = spin.orientation.zip(orientation) {
        synced.display(component, *orientation);
    }
}

/// Whether the plugin takes snapshots.
pub fn is_recording<V: Space>(buffer: Res<RewindBuffer<V>>) -> bool {
    buffer.interval > 0
}

/// Takes a snapshot after a tick, if one is due.
pub fn record_snapshot<V: Space>(
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut buffer: ResMut<RewindBuffer<V>>,
) {
    let tick = time.tick();
    if !tick.is_multiple_of(u64::from(buffer.interval)) {
        return;
    }
    while buffer.snapshots.len() >= buffer.capacity.max(1) {
        buffer.snapshots.pop_front();
    }
    buffer.snapshots.push_back(Snapshot {
        simulation: simulation.clone(),
        tick,
        elapsed: time.elapsed(),
        unbound: None,
    });
}
