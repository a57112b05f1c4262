//! The states of bodies at an instant, as the legs of ticks tell them.

use collide_core::report::{Leg, TurnLeg};
use collide_core::shape::Frame;
use collide_core::vector::Vector;
use collide_core::world::BodyId;

use crate::sync::synced_body::TimedPosition;

/// What a body did between two of its events in a tick.
pub(super) trait BodyLeg {
    /// What the leg tells of the body.
    type State: Copy;

    /// The body.
    fn body(&self) -> BodyId;
    /// When it begins and ends, in seconds after the start of the tick.
    fn span(&self) -> [f64; 2];
    /// The state at a time of the leg.
    fn state_at(&self, time: f64) -> Self::State;
}

impl<W: Vector> BodyLeg for Leg<W> {
    type State = TimedPosition<W>;

    fn body(&self) -> BodyId {
        self.body
    }
    fn span(&self) -> [f64; 2] {
        [self.start, self.end]
    }
    fn state_at(&self, time: f64) -> TimedPosition<W> {
        TimedPosition { time, position: self.position_at(time) }
    }
}

impl<W: Vector> BodyLeg for TurnLeg<W> {
    type State = Frame<W>;

    fn body(&self) -> BodyId {
        self.body
    }
    fn span(&self) -> [f64; 2] {
        [self.start, self.end]
    }
    fn state_at(&self, time: f64) -> Frame<W> {
        self.rotation_at(time)
    }
}

/// The state of a body at the instant, or at the nearest time to it that a leg covers.
#[derive(Clone, Copy, Debug)]
struct LegState<S> {
    body: BodyId,
    at: S,
    /// The tick of the time: its index among the ticks that are searched.
    tick: usize,
}

/// The states of the bodies of which there is a leg.
#[derive(Clone, Debug)]
pub(super) struct LegStates<S> {
    all: Vec<LegState<S>>,
    /// By the index of a body, where it may be in the list. An entry may be left from an earlier frame.
    indices: Vec<u32>,
}

impl<S: Copy> LegStates<S> {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), indices: Vec::new() }
    }

    /// Forgets all states.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// The index of a body in the list.
    fn index(&self, body: BodyId) -> Option<usize> {
        let index = *self.indices.get(body.index())? as usize;
        self.all.get(index).is_some_and(|entry| entry.body == body).then_some(index)
    }

    /// The state of a body, if there is a leg of it.
    pub(super) fn get(&self, body: BodyId) -> Option<S> {
        self.index(body).map(|index| self.all[index].at)
    }

    /// Adds the states at a time of a tick of the bodies of which there is a leg, except for bodies that an earlier
    /// tick has added.
    pub(super) fn add<L: BodyLeg<State = S>>(&mut self, legs: &[L], time: f64, tick: usize) {
        for leg in legs {
            let (body, [start, end]) = (leg.body(), leg.span());
            let known = self.index(body);
            if known.is_some_and(|index| self.all[index].tick != tick || start > time) {
                continue;
            }
            let entry = LegState { body, at: leg.state_at(time.clamp(start, end)), tick };
            if let Some(index) = known {
                self.all[index] = entry;
                continue;
            }
            let index = body.index();
            if self.indices.len() <= index {
                self.indices.resize(index + 1, 0);
            }
            self.indices[index] = self.all.len() as u32;
            self.all.push(entry);
        }
    }
}
