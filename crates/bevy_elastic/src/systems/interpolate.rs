//! Interpolate: writes the Transforms for the instant that a frame displays.
//!
//! A frame falls between the ends of two ticks and displays an instant inside the last one. So the game is displayed one
//! tick late, as every game in a fixed schedule is. The path of a body in that tick is known exactly, with the corners of
//! its bounces, and the body is displayed on it. A straight line between the ends of ticks would not be the path.

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, Or, With, Without};
use bevy_ecs::system::{
    NonSendMarker, ParamSet, Query, Res, ResMut, SystemChangeTick, SystemParam,
};
use bevy_time::Time;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::helper::TransformHelper;
use collide_core::executor::Executor;

use crate::components::Static;
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::synced_body::{DisplayedTransform, LastPlacement, LastTableId, SyncedBody};
use crate::sync::table_rows::{ColumnMut, any_chunk, components_mut, values_of};
use crate::sync::write_log::WriteLog;
use crate::systems::paths::DisplayedPaths;
use crate::time::{Elastic, ElasticTime};

/// The bodies that move and have no parent.
type IsUnparented = (Without<ChildOf>, Without<Static>);

/// The children and the walls.
type IsChildOrWall = Or<(With<ChildOf>, With<Static>)>;

type ChildOrWall<V> = (
    Entity,
    &'static SyncedBody<V>,
    &'static mut DisplayedTransform<V>,
    &'static mut LastPlacement,
    &'static mut Transform,
    Option<&'static ChildOf>,
    Has<Static>,
);

type Unparented<V> = (
    &'static SyncedBody<V>,
    &'static mut DisplayedTransform<V>,
    &'static mut LastTableId,
    &'static mut Transform,
);

/// Writes the Transforms of bodies.
#[derive(SystemParam)]
pub struct TransformWriter<'w, 's, V: Space> {
    // A set, since each of these conflicts with the others.
    queries: ParamSet<
        'w,
        's,
        (
            TransformHelper<'w, 's>,
            Query<'w, 's, ChildOrWall<V>, IsChildOrWall>,
            Query<'w, 's, Unparented<V>, IsUnparented>,
        ),
    >,
    now: SystemChangeTick,
    write_log: ResMut<'w, WriteLog<V>>,
}

impl<V: Space> TransformWriter<'_, '_, V> {
    /// Displays a position for each body.
    ///
    /// A `Transform` that the game has moved is left for the next gathering to read. A `Transform` that displays the
    /// position already is not touched.
    fn display(&mut self, executor: &dyn Executor, position: impl Fn(&SyncedBody<V>) -> V + Sync) {
        self.display_children_and_walls(&position);
        let (now, mut any_written) = (self.now.this_run(), false);
        let log = &*self.write_log;
        // All of these components lie in tables, so there are always columns.
        for table in self.queries.p2().contiguous_iter_mut().into_iter().flatten() {
            let (synced, displayed, table_ids, transforms) = table;
            let mut transforms = ColumnMut::new(transforms);
            let columns = ((values_of(displayed), values_of(table_ids)), transforms.rows());
            any_written |= any_chunk(executor, (synced, columns), |(synced, columns)| {
                let ((displayed, table_ids), transforms) = columns;
                let transforms = components_mut(transforms, now);
                let rows = displayed.iter_mut().zip(table_ids).zip(transforms).zip(synced);
                rows.fold(false, |any, (((displayed, table_id), mut transform), synced)| {
                    let is_own_tick = |tick| log.is_known(tick, now);
                    let at = position(synced);
                    displayed.display(at, &mut transform, table_id, is_own_tick) | any
                })
            });
        }
        if any_written {
            self.write_log.record(now);
        }
    }

    /// The same as [`display`](Self::display), for children and walls.
    fn display_children_and_walls(&mut self, position: impl Fn(&SyncedBody<V>) -> V) {
        let mut children = Vec::new();
        for (entity, synced, mut displayed, mut placement, mut transform, parent, is_static) in
            &mut self.queries.p1()
        {
            let wanted = position(synced);
            if displayed.was_moved_to(transform.translation) {
                continue;
            }
            let is_same = wanted == displayed.position;
            match parent {
                // Walls follow their parents, other bodies do not.
                Some(_) if is_same && is_static => {}
                Some(parent) => children.push((entity, parent.parent(), wanted)),
                None if is_same && placement.parent.is_none() => {}
                None => write(&mut displayed, &mut placement, &mut transform, wanted, None),
            }
        }
        for (entity, parent, wanted) in children {
            let parent = self.queries.p0().compute_global_transform(parent).ok();
            if let Ok((_, _, mut displayed, mut placement, mut transform, ..)) =
                self.queries.p1().get_mut(entity)
                && (wanted != displayed.position || placement.parent != parent)
            {
                write(&mut displayed, &mut placement, &mut transform, wanted, parent);
            }
        }
    }
}

/// Writes a `Transform` that displays a position, whatever the transform of the parent.
fn write<V: Space>(
    displayed: &mut DisplayedTransform<V>,
    placement: &mut LastPlacement,
    transform: &mut Transform,
    wanted: V,
    parent: Option<GlobalTransform>,
) {
    let translation = match parent {
        None => wanted.translation(transform.translation),
        Some(parent) => {
            let global = parent.transform_point(transform.translation);
            parent.affine().inverse().transform_point3(wanted.translation(global))
        }
    };
    // A child of a parent with a scale of 0 cannot be displayed anywhere.
    if translation.is_finite() {
        transform.translation = translation;
        displayed.record(translation, wanted);
        placement.translation = None;
        placement.parent = parent;
    }
}

/// Displays all bodies at the end of the last tick: before the fixed loop, so that no system of the game reads an
/// interpolated position, and after a tick the bodies that [`scatter`](crate::systems::scatter::scatter) does not
/// display.
pub fn display_tick_end<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    mut transforms: TransformWriter<V>,
) {
    if transforms.write_log.is_displaced {
        transforms.write_log.is_displaced = false;
        transforms.display(stepper.executor(), |synced| synced.position);
    } else {
        transforms.display_children_and_walls(|synced| synced.position);
    }
}

/// Displays all bodies at the instant of the frame, before transforms are propagated.
pub fn display_frame<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    mut paths: ResMut<DisplayedPaths<V>>,
    time: Res<Time<Elastic>>,
    mut transforms: TransformWriter<V>,
) {
    let executor = stepper.executor();
    transforms.write_log.is_displaced = true;
    if !paths.is_of(&simulation) {
        return transforms.display(executor, |synced| synced.position);
    }
    let (report, fraction) = (stepper.report(), time.displayed_fraction());
    paths.find_states(report, fraction);
    transforms.display(executor, |synced| {
        if synced.was_teleported {
            synced.position
        } else {
            paths.position(synced, report.dt, fraction)
        }
    });
}

/// The same as [`display_tick_end`], on the thread that waits for the schedule, so that all other threads can work on
/// it.
pub fn display_tick_end_parallel<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    transforms: TransformWriter<V>,
    _: NonSendMarker,
) {
    display_tick_end(stepper, transforms);
}

/// The same as [`display_frame`], on the thread that waits for the schedule, so that all other threads can work on it.
pub fn display_frame_parallel<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    paths: ResMut<DisplayedPaths<V>>,
    time: Res<Time<Elastic>>,
    transforms: TransformWriter<V>,
    _: NonSendMarker,
) {
    display_frame(simulation, stepper, paths, time, transforms);
}
