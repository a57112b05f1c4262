//! The paths of the last ticks, and how balls turned in them, from which displayed Transforms are computed.

use std::collections::VecDeque;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_math::Vec2;
use bevy_time::Time;
use collide_core::report::{Leg, Report, TurnLeg};
use collide_core::shape::Frame;
use collide_core::vector::Vector;
use collide_core::world::BodyId;

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::synced_body::{SyncedBody, SyncedTurning, TimedPosition};
use crate::systems::leg_states::LegStates;
use crate::time::Elastic;

/// The paths of a tick before the last one.
#[derive(Clone, Debug)]
struct PastTick<W: Vector> {
    legs: Vec<Leg<W>>,
    turns: Vec<TurnLeg<W>>,
    dt: f64,
}

/// The paths of the ticks before the last one that are still displayed. Those of the last tick are in its report.
#[derive(Resource, Clone, Debug)]
pub struct DisplayedPaths<V: Space = Vec2> {
    /// The latest at the back. Empty at speeds that are a whole number of ticks.
    past: VecDeque<PastTick<V::Wide>>,
    /// The timeline of the simulation to which the paths belong.
    timeline: u64,
    /// The positions at the instant that this frame displays.
    positions: LegStates<TimedPosition<V::Wide>>,
    /// How the balls that turn are turned at that instant.
    rotations: LegStates<Frame<V::Wide>>,
}

impl<V: Space> Default for DisplayedPaths<V> {
    fn default() -> Self {
        let (positions, rotations) = (LegStates::new(), LegStates::new());
        Self { past: VecDeque::new(), timeline: 0, positions, rotations }
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
    bodies: Query<(&SyncedBody<V>, Option<&SyncedTurning<V>>)>,
) {
    let wanted = time.context().past_ticks();
    let is_current = paths.is_of(&simulation);
    if wanted == 0 || !is_current {
        paths.past.clear();
    }
    if wanted > 0 && is_current {
        let report = stepper.report();
        let (mut legs, mut turns) = (report.legs.clone(), report.turns.clone());
        paths.positions.clear();
        paths.positions.add(&legs, report.dt, 0);
        let (mut teleported, mut turned) = (Vec::new(), Vec::new());
        for (synced, turning) in &bodies {
            if turning.is_some_and(|turning| turning.was_turned) {
                turned.push(synced.body);
            }
            if synced.was_teleported {
                teleported.push(synced.body);
            } else {
                legs.extend(synced.last_leg(paths.positions.get(synced.body), report.dt));
            }
        }
        // A teleported body is displayed at its new place, not on the way to the old one.
        teleported.sort_unstable();
        legs.retain(|leg| teleported.binary_search(&leg.body).is_err());
        turned.sort_unstable();
        turns.retain(|leg| turned.binary_search(&leg.body).is_err());
        paths.past.push_back(PastTick { legs, turns, dt: report.dt });
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

    /// Finds the positions and rotations at an instant, given as a fraction of the last tick, of all bodies of which there
    /// is a leg.
    ///
    /// For a body that did not move at the instant, it is the position at the start of the next tick in which it moved; for
    /// its rotation the same holds.
    pub(crate) fn find_states(&mut self, report: &Report<V::Wide>, fraction: f64) {
        let Self { past, positions, rotations, .. } = self;
        positions.clear();
        rotations.clear();
        let (past, mut fraction) = ticks_since(past, fraction);
        let past = past.map(|past| (&past.legs, &past.turns, past.dt));
        let last = (&report.legs, &report.turns, report.dt);
        for (tick, (legs, turns, dt)) in past.chain([last]).enumerate() {
            positions.add(legs, fraction * dt, tick);
            rotations.add(turns, fraction * dt, tick);
            fraction = 0.0;
        }
    }

    /// How balls turned from an instant, given as a fraction of the last tick, to the end of that tick: in the order of time, each
    /// leg with the time in its tick from which on it counts.
    pub(crate) fn turns_since<'a>(
        &'a self,
        report: &'a Report<V::Wide>,
        fraction: f64,
    ) -> impl Iterator<Item = (&'a TurnLeg<V::Wide>, f64)> {
        let (past, fraction) = ticks_since(&self.past, fraction);
        let ticks = past.map(|past| (&past.turns, past.dt)).chain([(&report.turns, report.dt)]);
        ticks.enumerate().flat_map(move |(tick, (turns, dt))| {
            let time = if tick == 0 { fraction * dt } else { 0.0 };
            turns
                .iter()
                .filter(move |leg| leg.end > time)
                .map(move |leg| (leg, time.max(leg.start)))
        })
    }

    /// How a ball is turned at that instant; nothing if it did not turn from then on.
    pub(crate) fn rotation(&self, body: BodyId) -> Option<Frame<V::Wide>> {
        self.rotations.get(body)
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

/// The kept ticks from an instant on, and the instant as a fraction of the first of them, or of the last tick if there is none.
fn ticks_since<W: Vector>(
    past: &VecDeque<PastTick<W>>,
    fraction: f64,
) -> (impl Iterator<Item = &PastTick<W>>, f64) {
    let ticks_back = if fraction < 0.0 { (-fraction).ceil() } else { 0.0 };
    let first = past.len().checked_sub(ticks_back as usize);
    // An instant before all kept paths is displayed as their start.
    let fraction = if first.is_some() { fraction + ticks_back } else { 0.0 };
    (past.iter().skip(first.unwrap_or(0)), fraction)
}
