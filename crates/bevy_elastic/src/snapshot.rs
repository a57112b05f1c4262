//! Going back: snapshots of a space, and a ring of them to rewind through.

use std::collections::VecDeque;

use bevy_ecs::entity::Entity;
use bevy_ecs::query::Has;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, Query, Res, ResMut, SystemParam};
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
    simulation: ResMut<'w, Simulation<V>>,
    time: ResMut<'w, Time<Elastic>>,
    rewind: ResMut<'w, Rewind<V>>,
    bodies: Query<
        'w,
        's,
        (
            Entity,
            &'static mut Position<V>,
            &'static mut Velocity<V>,
            &'static mut Tracked<V>,
            Has<Absorbed>,
        ),
    >,
    commands: Commands<'w, 's>,
}

impl<V: Space> Snapshots<'_, '_, V> {
    /// The state at the end of the last tick. What the game has written to components since is not
    /// part of it.
    #[must_use]
    pub fn take(&self) -> Snapshot<V> {
        Snapshot { simulation: self.simulation.clone(), tick: self.time.tick() }
    }

    /// Makes the state that of the snapshot, to the bit: what happens next is what happened then.
    ///
    /// Entities that were despawned since do not come back. Entities that were spawned since stay, and
    /// enter the simulation anew.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        let revision = self.simulation.revision;
        let removed = std::mem::take(&mut self.simulation.removed);
        let next_key = self.simulation.next_key;
        *self.simulation = snapshot.simulation.clone();
        // Both only ever grow, or a new body could take the place of one that is remembered.
        self.simulation.revision = revision + 1;
        self.simulation.next_key = next_key;
        self.simulation.removed.extend(removed);
        self.time.context_mut().rewind(snapshot.tick);
        self.forget_despawned();
        self.write_components();
    }

    /// Goes back by about this many seconds, as far as the ring of [`Rewind`] reaches, and forgets
    /// what came after. Returns whether there was a snapshot to go back to.
    pub fn rewind(&mut self, seconds: f64) -> bool {
        let ticks = (seconds / self.time.tick_seconds()).round().max(1.0) as u64;
        let wanted = self.time.tick().saturating_sub(ticks);
        while self.rewind.ring.len() > 1
            && self.rewind.ring.back().is_some_and(|last| last.tick > wanted)
        {
            self.rewind.ring.pop_back();
        }
        let Some(snapshot) = self.rewind.ring.back().cloned() else { return false };
        self.restore(&snapshot);
        true
    }

    fn forget_despawned(&mut self) {
        let gone: Vec<Entity> = self
            .simulation
            .bodies
            .keys()
            .copied()
            .filter(|entity| !self.bodies.contains(*entity))
            .collect();
        for entity in gone {
            self.simulation.forget(entity);
        }
    }

    fn write_components(&mut self) {
        for (entity, mut position, mut velocity, mut tracked, is_absorbed) in &mut self.bodies {
            let Some(id) = self.simulation.body(entity) else { continue };
            let Some(body) = self.simulation.world.body(id) else { continue };
            position.0 = body.position;
            velocity.0 = body.velocity;
            tracked.body = *body;
            let absorber =
                self.simulation.world.absorbed_by(id).and_then(|by| self.simulation.entity(by));
            match absorber {
                Some(by) => {
                    self.commands.entity(entity).try_insert(Absorbed { by });
                }
                None if is_absorbed => {
                    self.commands.entity(entity).try_remove::<Absorbed>();
                }
                None => {}
            }
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
