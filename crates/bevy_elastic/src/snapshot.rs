//! Going back: snapshots of a space, and a ring of them to rewind through.

use std::collections::VecDeque;
use std::time::Duration;

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::error::BevyError;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Allow, Has, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, In, Query, Res, ResMut, SystemParam};
use bevy_ecs::world::World;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::body::Kind;

use crate::components::{Absorbed, Asleep, Breaks, Collider, Position, Velocity};
use crate::simulation::Simulation;
use crate::space::Space;
use crate::sync::body_state::{Home, Ledger, Placed, Shown, Tracked};
use crate::time::{Elastic, ElasticTime};

/// The state of a space at the end of a tick: who is where, how fast, asleep, absorbed or broken by whom,
/// how many impacts from breaking, inside of which sensor. Materials, colliders and all else are the game's
/// own and stay as they are.
#[derive(Clone, Debug)]
pub struct Snapshot<V: Space = Vec2> {
    simulation: Simulation<V>,
    tick: u64,
    elapsed: Duration,
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
pub struct RewindBuffer<V: Space = Vec2> {
    /// How many ticks lie between two snapshots; 0, the default, takes none.
    pub interval: u32,
    /// How many snapshots are kept.
    pub capacity: usize,
    ring: VecDeque<Snapshot<V>>,
}

impl<V: Space> RewindBuffer<V> {
    /// A ring of `keep` snapshots, `every` so many ticks one.
    #[must_use]
    pub fn new(interval: u32, capacity: usize) -> Self {
        Self { interval, capacity, ring: VecDeque::new() }
    }
}

impl<V: Space> Default for RewindBuffer<V> {
    fn default() -> Self {
        Self::new(0, 64)
    }
}

/// Takes and restores snapshots.
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
    ring: Res<'w, RewindBuffer<V>>,
    bodies: Query<'w, 's, (), (With<Collider<V>>, Allow<Disabled>)>,
    commands: Commands<'w, 's>,
}

impl<V: Space> Snapshots<'_, '_, V> {
    /// The state at the end of the last tick. What the game has written to components since is not
    /// part of it, but for what was read while the clock stands.
    #[must_use]
    pub fn take(&self) -> Snapshot<V> {
        Snapshot {
            simulation: self.simulation.clone(),
            tick: self.time.tick(),
            elapsed: self.time.elapsed(),
        }
    }

    /// Makes the state that of the snapshot, to the bit, when commands are applied: what happens next
    /// is what happened then.
    ///
    /// The clock, which all spaces share, goes back too: restore all of them together. Entities that
    /// were spawned since stay, and enter the simulation anew. The ring of [`RewindBuffer`] forgets what came after the
    /// snapshot.
    ///
    /// Entities that were despawned since do not come back, as nobody knows what else they were made of;
    /// [`missing`](Self::missing) tells who they are. What a game takes away in play and may want back is not
    /// despawned but hidden: a body that was absorbed or broken is out of the game already, and has the component
    /// [`Absorbed`] exactly as long as it is.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_elastic::components::Absorbed;
    /// # use bevy_elastic::prelude::*;
    /// # #[derive(Component)]
    /// # enum Visibility { Hidden, Inherited }
    /// /// Bricks that are broken are not seen, and are seen again after going back.
    /// fn hide(mut bricks: Query<(&mut Visibility, Has<Absorbed>), With<Breaks>>) {
    ///     for (mut visibility, is_broken) in &mut bricks {
    ///         *visibility = if is_broken { Visibility::Hidden } else { Visibility::Inherited };
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(hide);
    /// ```
    ///
    /// Any other body may be disabled instead of despawned, and enabled again when this is called.
    pub fn restore(&mut self, snapshot: &Snapshot<V>) {
        let snapshot = snapshot.clone();
        self.commands.queue(move |world: &mut World| {
            world.run_system_cached_with(restore::<V>, snapshot).map_err(BevyError::from)
        });
    }

    /// The entities of the bodies of a snapshot that are bodies no more, in order: they were despawned or have lost
    /// their collider, and would not come back.
    #[must_use]
    pub fn missing(&self, snapshot: &Snapshot<V>) -> Vec<Entity> {
        let bodies = snapshot.simulation.bodies.keys().copied();
        let mut missing: Vec<Entity> =
            bodies.filter(|entity| !self.bodies.contains(*entity)).collect();
        missing.sort_unstable();
        missing
    }

    /// Goes back by about this many seconds, as far as the ring of [`RewindBuffer`] reaches, and forgets
    /// what came after. Returns whether there is a snapshot to go back to.
    pub fn rewind(&mut self, seconds: f64) -> bool {
        let ticks = (seconds / self.time.tick_seconds()).round().max(1.0) as u64;
        let wanted = self.time.tick().saturating_sub(ticks);
        let ring = &self.ring.ring;
        let Some(snapshot) = ring.iter().rev().find(|old| old.tick <= wanted).or(ring.front())
        else {
            return false;
        };
        let snapshot = snapshot.clone();
        self.restore(&snapshot);
        true
    }
}

/// Every body of a space, as far as a snapshot writes it; disabled ones too, which a game may enable
/// again with the same command.
type Restored<'w, 's, V> = Query<
    'w,
    's,
    (
        Entity,
        &'static Transform,
        &'static mut Position<V>,
        &'static mut Velocity<V>,
        (&'static mut Tracked<V>, &'static mut Shown<V>, &'static mut Placed, &'static mut Home),
        Option<&'static mut Breaks>,
        Has<Absorbed>,
        Has<Asleep>,
        Has<ChildOf>,
    ),
    (With<Collider<V>>, Allow<Disabled>),
>;

/// Makes the clock, which by itself only goes forward, tell an earlier time.
fn set_clock(time: &mut Time<Elastic>, tick: u64, elapsed: Duration) {
    let mut earlier = Time::new_with(*time.context());
    earlier.advance_by(elapsed);
    earlier.advance_by(Duration::ZERO);
    earlier.context_mut().rewind(tick);
    *time = earlier;
}

fn restore<V: Space>(
    In(snapshot): In<Snapshot<V>>,
    mut simulation: ResMut<Simulation<V>>,
    mut time: ResMut<Time<Elastic>>,
    (mut rewind, mut ledger): (ResMut<RewindBuffer<V>>, ResMut<Ledger<V>>),
    mut bodies: Restored<V>,
    hierarchy: TransformHelper,
    mut commands: Commands,
) {
    rewind.ring.retain(|kept| kept.tick <= snapshot.tick);
    let Simulation { revision, past, next_key, .. } = std::mem::take(&mut *simulation);
    // These only ever grow, or something new could be taken for what is remembered.
    let (revision, past) = (revision + 1, past + 1);
    *simulation = Simulation { revision, past, next_key, ..snapshot.simulation };
    set_clock(&mut time, snapshot.tick, snapshot.elapsed);
    simulation.forget_absent(|entity| bodies.contains(entity));
    simulation.names.forget_retired();
    ledger.displaced = true;
    for (
        entity,
        transform,
        mut position,
        mut velocity,
        (mut tracked, mut shown, mut placed, mut home),
        breaks,
        is_absorbed,
        is_marked,
        is_child,
    ) in &mut bodies
    {
        match (simulation.is_asleep(entity), is_marked) {
            (true, false) => drop(commands.entity(entity).try_insert(Asleep)),
            (false, true) => drop(commands.entity(entity).try_remove::<Asleep>()),
            _ => {}
        }
        // What was moved by hand before is forgotten; what is moved from now on counts.
        *home = Home::NOWHERE;
        let Some(id) = simulation.body(entity) else { continue };
        let Some(body) = simulation.world.body(id) else { continue };
        position.set_if_neq(Position(body.position));
        velocity.set_if_neq(Velocity(body.velocity));
        if let Some(mut breaks) = breaks.filter(|_| body.breaks_after > 0) {
            breaks.set_if_neq(Breaks(body.breaks_after));
        }
        let place = hierarchy
            .compute_global_transform(entity)
            .unwrap_or_else(|_| GlobalTransform::from(*transform));
        tracked.body = id;
        (tracked.position, tracked.velocity) = (body.position, body.velocity);
        tracked.breaks_after = body.breaks_after;
        tracked.was_put = false;
        tracked.stand();
        shown.note(transform.translation, V::from_translation(place.translation()));
        placed.place = (is_child || body.kind == Kind::Static).then(|| place.translation());
        placed.turned = None;
        if let Some(absorber) = simulation.world.absorbed_by(id) {
            let by = simulation.entity(absorber).unwrap_or(Entity::PLACEHOLDER);
            commands.entity(entity).try_insert(Absorbed { by });
        } else if is_absorbed {
            commands.entity(entity).try_remove::<Absorbed>();
        }
    }
}

/// Whether the ring takes snapshots.
pub fn is_recording<V: Space>(rewind: Res<RewindBuffer<V>>) -> bool {
    rewind.interval > 0
}

/// Takes the snapshots of the ring after a tick.
pub fn remember<V: Space>(
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut rewind: ResMut<RewindBuffer<V>>,
) {
    let tick = time.tick();
    if !tick.is_multiple_of(u64::from(rewind.interval)) {
        return;
    }
    while rewind.ring.len() >= rewind.capacity.max(1) {
        rewind.ring.pop_front();
    }
    rewind.ring.push_back(Snapshot {
        simulation: simulation.clone(),
        tick,
        elapsed: time.elapsed(),
    });
}
