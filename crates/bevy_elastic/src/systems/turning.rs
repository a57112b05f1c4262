//! Writes how bodies turn: the angular velocities of balls after a tick, and the rotations of Transforms, for the end of a
//! tick and for the instant that a frame displays.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::system::{Query, Res, ResMut, SystemChangeTick, SystemParam};
use bevy_time::Time;
use bevy_transform::components::Transform;
use collide_core::shape::Frame;

use crate::components::AngularVelocity;
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::{Angular, Space};
use crate::sync::synced_body::{LastTableId, SyncedBody, SyncedTurning};
use crate::sync::write_log::WriteLog;
use crate::systems::paths::DisplayedPaths;
use crate::time::{Elastic, ElasticTime};

/// The angular velocity of a body that may turn.
type Rate<V> = (
    &'static SyncedBody<V>,
    &'static mut SyncedTurning<V>,
    &'static mut LastTableId,
    &'static mut AngularVelocity<<V as Space>::Angular>,
);

/// Writes the angular velocities at the end of the tick, which impacts have changed.
///
/// One that differs from what was last read was written by the game since; it is left as it is, and enters at the next tick.
pub fn scatter_turning<V: Space>(
    simulation: Res<Simulation<V>>,
    mut bodies: Query<Rate<V>>,
    now: SystemChangeTick,
    mut write_log: ResMut<WriteLog<V>>,
) {
    let mut any_written = false;
    for (synced, mut turning, mut table_id, mut angular_velocity) in &mut bodies {
        let world = &simulation.world;
        // A body that is out of the game does not turn, and turns on as before when it comes back.
        if world.absorbed_by(synced.body).is_some() {
            continue;
        }
        let now = world.rotation(synced.body).zip(world.angular_velocity(synced.body));
        let Some((rotation, turn_rate)) = now else { continue };
        if angular_velocity.0 != turning.angular_velocity {
            *table_id = LastTableId::UNKNOWN;
        }
        let shown = angular_velocity.0.written(turning.angular_velocity, turn_rate);
        let value = V::Angular::from_turn_rate(shown);
        if angular_velocity.0 != value {
            angular_velocity.0 = value;
            any_written = true;
        }
        turning.rotation = rotation;
        turning.angular_velocity = V::Angular::from_turn_rate(turn_rate);
        turning.was_turned = false;
    }
    if any_written {
        write_log.record(now.this_run());
    }
}

/// The rotation of a body that may turn.
type Turning<V> = (
    &'static SyncedBody<V>,
    &'static mut SyncedTurning<V>,
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
    /// Displays the rotation of each body that may turn: at the end of the last tick, or at the instant of the frame, which
    /// is some seconds before it.
    ///
    /// A `Transform` that the game has turned is left for the next gathering to read.
    fn display(&mut self, instant: Option<(&DisplayedPaths<V>, f64)>) {
        let now = self.now.this_run();
        let world = &self.simulation.world;
        let mut any_written = false;
        for (synced, mut turning, mut table_id, mut transform) in &mut self.bodies {
            let Some(at_end) = world.rotation(synced.body) else { continue };
            let is_at_once = synced.was_teleported || turning.was_turned;
            let rotation = match instant.filter(|_| !is_at_once) {
                None | Some((_, 0.0)) => at_end,
                // An impact may have changed how a ball turned in the tick, and nothing how a wall did.
                Some((paths, _)) if turning.is_ball => {
                    paths.rotation(synced.body).unwrap_or(at_end)
                }
                Some((_, before)) => {
                    match world.angular_velocity(synced.body).unwrap_or_default() {
                        rate if rate == Default::default() => at_end,
                        rate => at_end.turned_by(&Frame::turning(rate * -before)),
                    }
                }
            };
            // Rotations that the game adds up are not rounded each time.
            if transform.rotation != turning.displayed || rotation == V::frame(turning.displayed) {
                continue;
            }
            let rotation = V::Angular::rotation(&rotation);
            if rotation == turning.displayed {
                continue;
            }
            // The tick written below would hide what else the game has written.
            if !self.write_log.is_known(transform.last_changed(), now) {
                *table_id = LastTableId::UNKNOWN;
            }
            transform.rotation = rotation;
            turning.displayed = rotation;
            any_written = true;
        }
        if any_written {
            self.write_log.record(now);
        }
    }
}

/// Displays the rotations at the end of the last tick.
pub fn turn_to_tick_end<V: Space>(mut rotations: RotationWriter<V>) {
    rotations.display(None);
}

/// Displays the rotations at the instant of the frame.
pub fn turn_to_frame<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    paths: Res<DisplayedPaths<V>>,
    time: Res<Time<Elastic>>,
    mut rotations: RotationWriter<V>,
) {
    let before = (1.0 - time.displayed_fraction()) * stepper.report().dt;
    let is_of_tick = paths.is_of(&rotations.simulation);
    rotations.display(is_of_tick.then_some((&*paths, before)));
}
