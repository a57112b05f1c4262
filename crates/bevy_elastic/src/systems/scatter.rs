//! Scatter: writes positions and velocities to the components of the bodies that changed.

use bevy_ecs::change_detection::Tick;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, Without};
use bevy_ecs::system::{NonSendMarker, ParamSet, Query, Res, ResMut, SystemChangeTick};
use bevy_transform::components::Transform;
use collide_core::world::World;

use crate::components::{Breaks, Position, Static, Velocity};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::synced_body::{DisplayedTransform, LastTableId, SyncedBody};
use crate::sync::table_rows::{ColumnMut, RowsMut, any_chunk, components_mut, values_of};
use crate::sync::write_log::WriteLog;
use crate::systems::paths::DisplayedPaths;

/// The components that are written of a body that can move.
type Moving<V> = (
    (&'static mut SyncedBody<V>, &'static mut DisplayedTransform<V>, &'static mut LastTableId),
    (&'static mut Position<V>, &'static mut Velocity<V>, &'static mut Transform),
    Has<ChildOf>,
);

/// Rows of the columns of [`Moving`].
type MovingRows<'a, V> = (
    ((&'a mut [SyncedBody<V>], &'a mut [DisplayedTransform<V>]), &'a mut [LastTableId]),
    ((RowsMut<'a, Position<V>>, RowsMut<'a, Velocity<V>>), RowsMut<'a, Transform>),
);

/// The components that are written of a body that can break.
type Breakable<V> = (&'static mut SyncedBody<V>, &'static mut LastTableId, &'static mut Breaks);

/// Writes the state at the end of the tick, and displays it.
///
/// Children and walls are displayed by [`display_tick_end`](crate::systems::interpolate::display_tick_end). A component
/// that differs from what was last read was written by the game since; it is left as it is, and enters at the next tick.
pub fn scatter<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    mut bodies: ParamSet<(Query<Moving<V>, Without<Static>>, Query<Breakable<V>>)>,
    now: SystemChangeTick,
    (mut write_log, mut paths): (ResMut<WriteLog<V>>, ResMut<DisplayedPaths<V>>),
) {
    paths.set_timeline(&simulation);
    let world = &simulation.world;
    let now = now.this_run();
    // All of these components lie in tables, so there are always columns.
    for table in bodies.p0().contiguous_iter_mut().into_iter().flatten() {
        let ((synced, displayed, table_id), (position, velocity, transform), is_child) = table;
        let mut position = ColumnMut::new(position);
        let mut velocity = ColumnMut::new(velocity);
        let mut transform = ColumnMut::new(transform);
        let written = ((position.rows(), velocity.rows()), transform.rows());
        let own = ((values_of(synced), values_of(displayed)), values_of(table_id));
        any_chunk(stepper.executor(), (own, written), |rows| {
            write(world, rows, is_child, &write_log, now);
            false
        });
    }
    for (mut synced, mut table_id, mut breaks) in &mut bodies.p1() {
        let Some(breaks_after) = world.breaks_after(synced.body) else { continue };
        if breaks.0 != synced.breaks_after {
            *table_id = LastTableId::UNKNOWN;
        } else if breaks.0 != breaks_after {
            breaks.0 = breaks_after;
        }
        synced.breaks_after = breaks_after;
    }
    write_log.record(now);
    write_log.is_displaced = false;
}

/// Writes and displays the state of the bodies in these rows.
fn write<V: Space>(
    world: &World<V::Wide>,
    (own, written): MovingRows<V>,
    is_child: bool,
    log: &WriteLog<V>,
    now: Tick,
) {
    let ((synced, displayed), table_ids) = own;
    let ((positions, velocities), transforms) = written;
    let own = synced.iter_mut().zip(displayed).zip(table_ids);
    let written = components_mut(positions, now)
        .zip(components_mut(velocities, now))
        .zip(components_mut(transforms, now));
    for (own, written) in own.zip(written) {
        let ((synced, displayed), table_id) = own;
        let ((mut position, mut velocity), mut transform) = written;
        let Some((new_position, new_velocity)) = world.state(synced.body) else {
            synced.record_no_motion();
            continue;
        };
        let is_written = position.value.0 != synced.position || velocity.value.0 != synced.velocity;
        if is_written {
            *table_id = LastTableId::UNKNOWN;
        }
        let shown = V::narrow(position.value.0.written(synced.position, new_position));
        if position.value.0 != shown {
            position.set(Position(shown));
        }
        let shown = V::narrow(velocity.value.0.written(synced.velocity, new_velocity));
        if velocity.value.0 != shown {
            velocity.set(Velocity(shown));
        }
        let new_position = V::narrow(new_position);
        synced.record_tick(new_position, V::narrow(new_velocity));
        if !is_child {
            let is_own_tick = |tick| log.is_known(tick, now);
            displayed.display(new_position, &mut transform, table_id, is_own_tick);
        }
    }
}

/// The same as [`scatter`], on the thread that waits for the schedule, so that all other threads can work on it.
pub fn scatter_parallel<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    bodies: ParamSet<(Query<Moving<V>, Without<Static>>, Query<Breakable<V>>)>,
    now: SystemChangeTick,
    written: (ResMut<WriteLog<V>>, ResMut<DisplayedPaths<V>>),
    _: NonSendMarker,
) {
    scatter(simulation, stepper, bodies, now, written);
}
