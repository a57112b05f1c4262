//! Going back: snapshots of a space, and a ring of them to rewind through.

use std::collections::VecDeque;

use bevy_ecs::entity::Entity;
use bevy_ecs::error::BevyError;
use bevy_ecs::query::Has;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, In, Query, Res, ResMut, SystemParam};
use bevy_ecs::world::World;
use bevy_math::Vec2;
use bevy_time::Time;

use crate::body::{Absorbed, Position, Velocity};
use crate::clock::{Elastic, ElasticTime};
use crate::simulation::{Simulation, Tracked};
use crate::space::Space;

/// The state of a space at the end of a tick: who is where, how fast, absorbed by whom, inside of
/// which sensor. Materials and colliders are the game's own and stay as they are.
#[derive(Clone, Debug)]
pub struct Snapshot<V: Space = Vec2> {
    simulation: Simulation<V>,
    tick: u64,
}

impl<V: Space> Snapshot<V> {
    /// The number of ticks that had been made.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }
}

/// Snapshots of the last ticks, taken by the plugin.
#[derive(Resource, Clone, Debug)]
pub struct Rewind<V: Space = Vec2> {
    /// How many ticks lie between two snapshots; 0, the default, takes none.
    pub every: u32,
    /// How many snapshots are kept.
    pub keep: usize,
    ring: VecDeque<Snapshot<V>>,
}

impl<V: Space> Default for Rewind<V> {
    fn default() -> Self {
        Self { every: 0, keep: 64, ring: VecDeque::new() }
    }
}

/// Takes and restores snapshots.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::prelude::*;
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
    ring: Res<'w, Rewind<V>>,
    commands: Commands<'w, 's>,
}

impl<V: Space> Snapshots<'_, '_, V> {
    /// The state at the end of the last tick. What the game has written to components since is not
    /// part of it.
    #[must_use]
    pub fn take(&self) -> Snapshot<V> {
        Snapshot { simulation: self.simulation.clone(), tick: self.time.tick() }
    }

    /// Makes the state that of the snapshot, to the bit, when commands are applied: what happens next
    /// is what happened then.
    ///
    /// Entities that were despawned since do not come back. Entities that were spawned since stay, and
    /// enter the simulation anew.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        let snapshot = snapshot.clone();
        self.commands.queue(move |world: &mut World| {
            world.run_system_cached_with(restore::<V>, snapshot).map_err(BevyError::from)
        });
    }

    /// Goes back by about this many seconds, as far as the ring of [`Rewind`] reaches, and forgets
    /// what came after. Returns whether there is a snapshot to go back to.
    pub fn rewind(&mut self, seconds: f64) -> bool {
        let ticks = (seconds / self.time.tick_seconds()).round().max(1.0) as u64;
        let wanted = self.time.tick().saturating_sub(ticks);
        let ring = &self.ring.ring;
        let Some(snapshot) = ring.iter().rev().find(|old| old.tick <= wanted).or(ring.front())
        else {
            return false;
        };
        let (snapshot, tick) = (snapshot.clone(), snapshot.tick);
        self.commands.queue(move |world: &mut World| {
            world.resource_mut::<Rewind<V>>().ring.retain(|kept| kept.tick <= tick);
        });
        self.restore(&snapshot);
        true
    }
}

/// Every body of a space, as far as a snapshot writes it.
type Restored<'w, 's, V> = Query<
    'w,
    's,
    (
        Entity,
        &'static mut Position<V>,
        &'static mut Velocity<V>,
        &'static mut Tracked<V>,
        Has<Absorbed>,
    ),
>;

fn restore<V: Space>(
    In(snapshot): In<Snapshot<V>>,
    mut simulation: ResMut<Simulation<V>>,
    mut time: ResMut<Time<Elastic>>,
    mut bodies: Restored<V>,
    mut commands: Commands,
) {
    let Simulation { revision, next_key, removed, .. } = std::mem::take(&mut *simulation);
    // Revision and key only ever grow, or something new could be taken for what is remembered.
    *simulation = Simulation { revision: revision + 1, next_key, removed, ..snapshot.simulation };
    time.context_mut().rewind(snapshot.tick);
    let gone: Vec<Entity> =
        simulation.bodies.keys().copied().filter(|entity| !bodies.contains(*entity)).collect();
    for entity in gone {
        simulation.forget(entity);
    }
    for (entity, mut position, mut velocity, mut tracked, is_absorbed) in &mut bodies {
        let Some(id) = simulation.body(entity) else { continue };
        let Some(body) = simulation.world.body(id) else { continue };
        position.0 = body.position;
        velocity.0 = body.velocity;
        tracked.body = *body;
        let absorber = simulation.world.absorbed_by(id).and_then(|by| simulation.entity(by));
        if let Some(by) = absorber {
            commands.entity(entity).try_insert(Absorbed { by });
        } else if is_absorbed {
            commands.entity(entity).try_remove::<Absorbed>();
        }
    }
}

/// Takes the snapshots of the ring after a tick.
pub fn remember<V: Space>(
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut rewind: ResMut<Rewind<V>>,
) {
    let tick = time.tick() + 1;
    if rewind.every == 0 || !tick.is_multiple_of(u64::from(rewind.every)) {
        return;
    }
    while rewind.ring.len() >= rewind.keep.max(1) {
        rewind.ring.pop_front();
    }
    rewind.ring.push_back(Snapshot { simulation: simulation.clone(), tick });
}
