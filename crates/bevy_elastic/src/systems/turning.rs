//! Turns the Transforms of the bodies that turn, for the end of a tick and for the instant that a frame displays.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::system::{Query, Res, ResMut, SystemChangeTick, SystemParam};
use bevy_time::Time;
use bevy_transform::components::Transform;
use collide_core::shape::Frame;

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::{Angular, Space};
use crate::sync::synced_body::{DisplayedRotation, LastTableId, SyncedBody};
use crate::sync::write_log::WriteLog;
use crate::systems::paths::DisplayedPaths;
use crate::time::{Elastic, ElasticTime};

type Turning<V> = (
    &'static SyncedBody<V>,
    &'static mut DisplayedRotation,
    &'static mut LastTableId,
    &'static mut Transform,
);

/// Writes the rotations of Transforms.
#[derive(SystemParam)]
pub struct RotationWriter<'w, 's, V: Space> {
    simulation: Res<'w, Simulation<V>>,
    bodies: Query<'w, 's, Turning<V>>,
    now: SystemChangeTick,
    write_log: ResMut<'w, WriteLog<V>>,
}

impl<V: Space> RotationWriter<'_, '_, V> {
    /// Displays the rotation of each body that may turn as it was some seconds `before` the end of the last tick.
    ///
    /// A `Transform` that the game has turned is left for the next gathering to read.
    fn display(&mut self, before: f64) {
        let now = self.now.this_run();
        let world = &self.simulation.world;
        let mut any_written = false;
        for (synced, mut displayed, mut table_id, mut transform) in &mut self.bodies {
            let Some((rotation, rate)) =
                world.rotation(synced.body).zip(world.angular_velocity(synced.body))
            else {
                continue;
            };
            let rotation = match before != 0.0 && !synced.was_teleported {
                true => rotation.turned_by(&Frame::turning(rate * -before)),
                false => rotation,
            };
            let rotation = V::Angular::rotation(&rotation);
            if transform.rotation != displayed.0 || rotation == displayed.0 {
                continue;
            }
            // The tick written below would hide what else the game has written.
            if !self.write_log.is_known(transform.last_changed(), now) {
                *table_id = LastTableId::UNKNOWN;
            }
            transform.rotation = rotation;
            displayed.0 = rotation;
            any_written = true;
        }
        if any_written {
            self.write_log.record(now);
        }
    }
}

/// Displays the rotations at the end of the last tick.
pub fn turn_to_tick_end<V: Space>(mut rotations: RotationWriter<V>) {
    rotations.display(0.0);
}

/// Displays the rotations at the instant of the frame.
pub fn turn_to_frame<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    paths: Res<DisplayedPaths<V>>,
    time: Res<Time<Elastic>>,
    mut rotations: RotationWriter<V>,
) {
    let is_of_tick = paths.is_of(&rotations.simulation);
    let left = if is_of_tick { 1.0 - time.displayed_fraction() } else { 0.0 };
    rotations.display(left * stepper.report().dt);
}
