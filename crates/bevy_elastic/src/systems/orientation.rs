//! Writes how balls on a cloth spin and are turned: roll and angular velocity after a tick, and the orientation for the end of a
//! tick and for the instant that a frame displays.

use bevy_ecs::change_detection::Mut;
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::system::{Query, Res, ResMut, SystemChangeTick, SystemParam};
use bevy_math::{DQuat, DVec3};
use bevy_time::Time;
use collide_core::report::TurnLeg;
use collide_core::vector::Vector;

use crate::components::{AngularVelocity, Orientation, Roll};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::{Angular, Space};
use crate::sync::synced_body::{LastTableId, SyncedBody, SyncedCloth};
use crate::sync::write_log::WriteLog;
use crate::systems::paths::DisplayedPaths;
use crate::time::{Elastic, ElasticTime};

/// The components that are written of a ball on a cloth.
type OnCloth<V> = (
    Entity,
    &'static SyncedBody<V>,
    &'static mut SyncedCloth<V>,
    &'static mut LastTableId,
    Option<&'static mut Roll<V>>,
    Option<&'static mut AngularVelocity<<V as Space>::Angular>>,
    Option<&'static mut Orientation>,
);

/// Writes roll, angular velocity and orientation at the end of the tick.
///
/// One that differs from what was last read was written by the game since; it is left as it is, and enters at the next tick. An
/// orientation decides nothing: one from the game is turned by this tick.
pub fn scatter_cloth<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    mut balls: Query<OnCloth<V>>,
    now: SystemChangeTick,
    mut write_log: ResMut<WriteLog<V>>,
) {
    if balls.is_empty() {
        return;
    }
    let simulation = &mut *simulation;
    let legs = stepper.report().turns.iter().map(|leg| (leg, leg.start));
    let turns = turns_of(simulation, legs);
    let mut any_written = false;
    for (entity, synced, mut cloth, mut table_id, roll, angular_velocity, orientation) in &mut balls
    {
        let Some(body) = simulation.world.body(synced.body) else { continue };
        if let Some(mut roll) = roll {
            if roll.0 != cloth.roll {
                *table_id = LastTableId::UNKNOWN;
            }
            let value = V::narrow(roll.0.written(cloth.roll, body.roll));
            if roll.0 != value {
                roll.0 = value;
                any_written = true;
            }
        }
        if let Some(mut angular_velocity) = angular_velocity {
            if angular_velocity.0 != cloth.angular_velocity {
                *table_id = LastTableId::UNKNOWN;
            }
            let known = body.angular_velocity;
            let shown = angular_velocity.0.written(cloth.angular_velocity, known);
            let value = V::Angular::from_turn_rate(shown);
            if angular_velocity.0 != value {
                angular_velocity.0 = value;
                any_written = true;
            }
        }
        cloth.record(&body);
        if let Some(orientation) = orientation {
            let turn = turns.get(&entity).copied().unwrap_or_default();
            orient(&mut simulation.orientations, entity, &mut cloth, orientation, turn);
        }
    }
    if any_written {
        write_log.record(now.this_run());
    }
}

/// Turns a ball by what it turned in the tick, from where it was or where the game has turned it.
fn orient<V: Space>(
    orientations: &mut EntityHashMap<DQuat>,
    entity: Entity,
    cloth: &mut SyncedCloth<V>,
    orientation: Mut<Orientation>,
    turn: DQuat,
) {
    let known = orientations.get(&entity).filter(|_| cloth.displayed == Some(orientation.0));
    let start = known.copied().unwrap_or_else(|| orientation.0.as_dquat());
    let end = (turn * start).normalize();
    // The game may write a quaternion that is no rotation: it stays as it is until another one is written.
    if end.is_finite() {
        orientations.insert(entity, end);
        cloth.display(orientation, end);
    }
}

/// How balls on a cloth turned in these legs, which are in the order of time, each from a time on.
fn turns_of<'a, V: Space>(
    simulation: &Simulation<V>,
    legs: impl Iterator<Item = (&'a TurnLeg<V::Wide>, f64)>,
) -> EntityHashMap<DQuat> {
    let mut turns = EntityHashMap::<DQuat>::default();
    for (leg, from) in legs.filter(|(leg, _)| leg.roll.is_some()) {
        let radius = simulation.world.body(leg.body).and_then(|body| body.shape.ball_radius());
        let Some((entity, radius)) = simulation.entity(leg.body).zip(radius) else { continue };
        let turn = turns.entry(entity).or_default();
        *turn = turn_in_leg(leg, radius, from, leg.end) * *turn;
    }
    turns
}

/// The largest angle by which a ball turns in one part of a leg if its axis moves, in radians.
const LARGEST_PART: f64 = 0.25;

/// The largest number of parts of a leg.
const MOST_PARTS: f64 = 256.0;

/// How a ball of this radius turns from one time to another of a leg, in seconds after the start of the tick.
fn turn_in_leg<W: Vector>(leg: &TurnLeg<W>, radius: f64, from: f64, to: f64) -> DQuat {
    let [from_rate, to_rate] = [from, to].map(|time| spin_at(leg, radius, time));
    let is_axis_fixed = from_rate.cross(to_rate) == DVec3::ZERO;
    // The side ends within the leg, from where on the rate changes otherwise.
    let braking = W::magnitude(leg.angular_acceleration);
    let side_end = leg.start + W::magnitude(leg.angular_velocity) / braking;
    if from < side_end && side_end < to {
        let first = turn_in_leg(leg, radius, from, side_end);
        return turn_in_leg(leg, radius, side_end, to) * first;
    }
    let angle = from_rate.length().max(to_rate.length()) * (to - from);
    let parts =
        if is_axis_fixed { 1.0 } else { (angle / LARGEST_PART).ceil().clamp(1.0, MOST_PARTS) };
    let length = (to - from) / parts;
    let mut turn = DQuat::IDENTITY;
    for part in 0..parts as u32 {
        let start = from + f64::from(part) * length;
        let [at_start, at_end] = [start, start + length].map(|time| spin_at(leg, radius, time));
        // Magnus expansion to the fourth order, of a rate that changes evenly.
        let middle = (at_start + at_end) * 0.5;
        let bend = (at_end - at_start).cross(middle) * (length * length / 12.0);
        turn = DQuat::from_scaled_axis(middle * length + bend) * turn;
    }
    turn
}

/// The angular velocity in space at a time of a leg, of a ball of this radius: x and y in the table, z towards the view.
fn spin_at<W: Vector>(leg: &TurnLeg<W>, radius: f64, time: f64) -> DVec3 {
    let roll = leg.roll_at(time).unwrap_or(W::ZERO);
    let side = W::components_of_axis(leg.angular_velocity_at(time))[2];
    DVec3::new(-roll.component(1) / radius, roll.component(0) / radius, side)
}

/// Writes the orientations of balls on a cloth between ticks.
#[derive(SystemParam)]
pub struct OrientationWriter<'w, 's, V: Space> {
    simulation: Res<'w, Simulation<V>>,
    balls: Query<'w, 's, (Entity, &'static mut SyncedCloth<V>, &'static mut Orientation)>,
}

impl<V: Space> OrientationWriter<'_, '_, V> {
    /// Displays the orientation of each ball: at the end of the last tick, before which it turned by `turns`.
    ///
    /// One that the game has written is left for the next tick.
    fn display(&mut self, turns: &EntityHashMap<DQuat>) {
        for (entity, mut cloth, orientation) in &mut self.balls {
            let at_end = self.simulation.orientations.get(&entity);
            let Some(at_end) = at_end.filter(|_| cloth.displayed == Some(orientation.0)) else {
                continue;
            };
            let turn = turns.get(&entity).copied().unwrap_or_default();
            cloth.display(orientation, turn.inverse() * *at_end);
        }
    }
}

/// Displays the orientations at the end of the last tick.
pub fn orient_to_tick_end<V: Space>(mut orientations: OrientationWriter<V>) {
    orientations.display(&EntityHashMap::default());
}

/// Displays the orientations at the instant of the frame.
pub fn orient_to_frame<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    paths: Res<DisplayedPaths<V>>,
    time: Res<Time<Elastic>>,
    mut orientations: OrientationWriter<V>,
) {
    if orientations.balls.is_empty() {
        return;
    }
    let turns = match paths.is_of(&orientations.simulation) {
        true => {
            let legs = paths.turns_since(stepper.report(), time.displayed_fraction());
            turns_of(&orientations.simulation, legs)
        }
        false => EntityHashMap::default(),
    };
    orientations.display(&turns);
}
