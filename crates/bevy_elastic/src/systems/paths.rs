//! The paths of the last ticks, from which displayed positions are computed.

use std::collections::VecDeque;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_math::Vec2;
use bevy_time::Time;
use collide_core::report::{Leg, Report};
use collide_core::vector::Wide;
use collide_core::world::BodyId;

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::synced_body::{SyncedBody, TimedPosition};
use crate::time::Elastic;

/// The paths of a tick before the last one.
#[derive(Clone, Debug)]
struct PastTick<W: Wide> {
    legs: Vec<Leg<W>>,
    dt: f64,
}

/// The position of a body at the displayed instant, or at the nearest time to it that a leg covers.
#[derive(Clone, Copy, Debug)]
struct LegPosition<W: Wide> {
    body: BodyId,
    at: TimedPosition<W>,
    /// The tick of the time: its index among the ticks that are searched.
    tick: usize,
}

/// The positions of the bodies of which there is a leg.
#[derive(Clone, Debug)]
struct LegPositions<W: Wide> {
    all: Vec<LegPosition<W>>,
    /// By the index of a body, where it may be in the list. An entry may be left from an earlier frame.
    indices: Vec<u32>,
}

/// The paths of the ticks before the last one that are still displayed. Those of the last tick are in its report.
#[derive(Resource, Clone, Debug)]
pub struct DisplayedPaths<V: Space = Vec2> {
    /// The latest at the back. Empty at speeds that are a whole number of ticks.
    past: VecDeque<PastTick<V::Wide>>,
    /// The timeline of the simulation to which the paths belong.
    timeline: u64,
    /// The positions at the instant that this frame displays.
    positions: LegPositions<V::Wide>,
}

impl<V: Space> Default for DisplayedPaths<V> {
    fn default() -> Self {
        let positions = LegPositions { all: Vec::new(), indices: Vec::new() };
        Self { past: VecDeque::new(), timeline: 0, positions }
    }
}

/// Whether the paths of a tick must be kept, or kept ones can be dropped.
pub fn has_past_paths<V: Space>(time: Res<Time<Elastic>>, paths: Res<DisplayedPaths<V>>) -> bool {
    time.context().past_ticks() > 0 || !paths.past.is_empty()
}

/// Keeps the paths of the last tick before a new one begins, as long as they are displayed.
pub fn keep_past_paths<V: Space>(
    stepper: Res<SimulationStepper<V>>,
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut paths: ResMut<DisplayedPaths<V>>,
    bodies: Query<&SyncedBody<V>>,
) {
    let wanted = time.context().past_ticks();
    let is_current = paths.is_of(&simulation);
    if wanted == 0 || !is_current {
        paths.past.clear();
    }
    if wanted > 0 && is_current {
        let report = stepper.report();
        let mut legs = report.legs.clone();
        paths.positions.all.clear();
        paths.positions.add_from_legs(&legs, report.dt, 0);
        let mut teleported = Vec::new();
        for synced in &bodies {
            if synced.was_teleported {
                teleported.push(synced.body);
            } else {
                legs.extend(synced.last_leg(paths.positions.get(synced.body), report.dt));
            }
        }
        // A teleported body is displayed at its new place, not on the way to the old one.
        teleported.sort_unstable();
        legs.retain(|leg| teleported.binary_search(&leg.body).is_err());
        paths.past.push_back(PastTick { legs, dt: report.dt });
    }
    while paths.past.len() > wanted {
        paths.past.pop_front();
    }
}

impl<V: Space> DisplayedPaths<V> {
    /// Records that the report of the last tick is of the timeline of the simulation.
    pub(crate) fn set_timeline(&mut self, simulation: &Simulation<V>) {
        self.timeline = simulation.timeline;
    }

    /// Whether the report of the last tick is of the timeline of the simulation. After a restore it is not.
    pub(crate) fn is_of(&self, simulation: &Simulation<V>) -> bool {
        self.timeline == simulation.timeline
    }

    /// Finds the positions at an instant, given as a fraction of the last tick, of all bodies of which there is a leg.
    ///
    /// For a body that did not move at the instant, it is the position at the start of the next tick in which it moved.
    pub(crate) fn find_positions(&mut self, report: &Report<V>, fraction: f64) {
        let Self { past, positions, .. } = self;
        positions.all.clear();
        let ticks_back = if fraction < 0.0 { (-fraction).ceil() } else { 0.0 };
        let first = past.len().checked_sub(ticks_back as usize);
        // An instant before all kept paths is displayed as their start.
        let mut fraction = if first.is_some() { fraction + ticks_back } else { 0.0 };
        let past = past.iter().skip(first.unwrap_or(0)).map(|past| (&past.legs, past.dt));
        for (tick, (legs, dt)) in past.chain([(&report.legs, report.dt)]).enumerate() {
            positions.add_from_legs(legs, fraction * dt, tick);
            fraction = 0.0;
        }
    }

    /// The position of a body at that instant, in a last tick of `dt` seconds. What no leg of the last tick covers
    /// follows from where the tick ended.
    pub(crate) fn position(&self, synced: &SyncedBody<V>, dt: f64, fraction: f64) -> V {
        let time = fraction.max(0.0) * dt;
        let known = self.positions.get(synced.body);
        if let Some(known) = known
            && (known.time >= time || fraction < 0.0)
        {
            return V::narrow(known.position);
        }
        match synced.last_leg(known, dt) {
            Some(leg) if time < dt => V::narrow(leg.position_at(time)),
            _ => synced.position,
        }
    }
}

impl<W: Wide> LegPositions<W> {
    /// The index of a body in the list.
    fn index(&self, body: BodyId) -> Option<usize> {
        let index = *self.indices.get(body.index())? as usize;
        self.all.get(index).is_some_and(|entry| entry.body == body).then_some(index)
    }

    /// The position of a body, and its time.
    fn get(&self, body: BodyId) -> Option<TimedPosition<W>> {
        self.index(body).map(|index| self.all[index].at)
    }

    /// Adds the positions at a time of a tick of the bodies of which there is a leg, except for bodies that an earlier
    /// tick has added.
    fn add_from_legs(&mut self, legs: &[Leg<W>], time: f64, tick: usize) {
        for leg in legs {
            let known = self.index(leg.body);
            if known.is_some_and(|index| self.all[index].tick != tick || leg.start > time) {
                continue;
            }
            let time = time.clamp(leg.start, leg.end);
            let at = TimedPosition { time, position: leg.position_at(time) };
            let entry = LegPosition { body: leg.body, at, tick };
            if let Some(index) = known {
                self.all[index] = entry;
                continue;
            }
            let index = leg.body.index();
            if self.indices.len() <= index {
                self.indices.resize(index + 1, 0);
            }
            self.indices[index] = self.all.len() as u32;
            self.all.push(entry);
        }
    }
}
