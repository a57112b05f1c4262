//! The journal of a world that is recorded: all that changes it from outside, and the steps that are made.

use std::fmt;

use super::id::BodyId;
use crate::body::Body;
use crate::settings::Settings;
use crate::vector::Vector;

/// The number of steps from one hash of the state to the next.
const STEPS_PER_HASH: u64 = 64;

/// What is done to a world of type `W`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "W: serde::Serialize", deserialize = "W: serde::Deserialize<'de>"))
)]
pub(crate) enum Change<V: Vector, W> {
    /// So many whole steps of `dt` seconds.
    Steps {
        dt: f64,
        count: u64,
    },
    /// A step of `dt` seconds begins, and is not made at once.
    BeginStep {
        dt: f64,
    },
    /// The step that has begun goes on for at most so many events.
    GoOn {
        events: u64,
    },
    /// Steps are made with these settings from now on, with a hook or without.
    Settings {
        settings: Settings,
        has_hook: bool,
    },
    /// The hash of the state is this.
    StateHash(u64),
    Add {
        key: u64,
        body: Box<Body<V>>,
    },
    Remove(BodyId),
    Edit {
        id: BodyId,
        body: Box<Body<V>>,
    },
    Absorb {
        id: BodyId,
        by: BodyId,
    },
    Restore(BodyId),
    Wake(BodyId),
    ForgetPast(BodyId),
    ForgetAllPast,
    SetTag {
        id: BodyId,
        tag: u64,
    },
    SetGravity(V),
    SetPeriod(V),
    SetGivenRounding(f64),
    /// The whole state is replaced.
    SetState(Box<W>),
}

/// The state of a world when its recording began, and what was done to it since.
#[derive(Clone, Debug)]
pub(crate) struct Journal<V: Vector, W> {
    pub(crate) start: W,
    pub(crate) changes: Vec<Change<V, W>>,
    /// The settings and the hook of the last step.
    settings: Option<(Settings, bool)>,
    steps_since_hash: u64,
}

impl<V: Vector, W> Journal<V, W> {
    /// The journal of a world in this state.
    pub(crate) fn new(start: W) -> Self {
        Self { start, changes: Vec::new(), settings: None, steps_since_hash: 0 }
    }

    fn note_settings(&mut self, settings: Settings, has_hook: bool) {
        if self.settings != Some((settings, has_hook)) {
            self.settings = Some((settings, has_hook));
            self.changes.push(Change::Settings { settings, has_hook });
        }
    }

    /// Notes that a step goes on. One that is made at once joins the equally long ones before it.
    fn note_going_on(&mut self, events: u64) {
        match self.changes.pop_if(|last| matches!(last, Change::BeginStep { .. })) {
            Some(Change::BeginStep { dt }) if events == u64::MAX => match self.changes.last_mut() {
                Some(Change::Steps { dt: last, count }) if last.to_bits() == dt.to_bits() => {
                    *count += 1;
                }
                _ => self.changes.push(Change::Steps { dt, count: 1 }),
            },
            begun => self.changes.extend(begun.into_iter().chain([Change::GoOn { events }])),
        }
    }
}

/// The journal of a world, if it is recorded. It decides nothing: worlds do not differ by it, and a clone has none.
pub(crate) struct OptionalJournal<V: Vector, W>(pub(crate) Option<Box<Journal<V, W>>>);

impl<V: Vector, W> OptionalJournal<V, W> {
    /// Notes a change, if the world is recorded.
    pub(super) fn note(&mut self, change: impl FnOnce() -> Change<V, W>) {
        if let Some(journal) = &mut self.0 {
            journal.changes.push(change());
        }
    }

    /// Notes that a step of `dt` seconds begins with these settings.
    pub(crate) fn note_beginning(&mut self, dt: f64, settings: Settings, has_hook: bool) {
        if let Some(journal) = &mut self.0 {
            journal.note_settings(settings, has_hook);
            journal.changes.push(Change::BeginStep { dt });
        }
    }

    /// Notes that a step goes on with these settings for at most so many events.
    pub(crate) fn note_going_on(&mut self, events: u64, settings: Settings, has_hook: bool) {
        if let Some(journal) = &mut self.0 {
            journal.note_settings(settings, has_hook);
            journal.note_going_on(events);
        }
    }

    /// Notes that a step has ended, and returns whether the hash of the state is to be noted.
    pub(crate) fn note_end_of_step(&mut self) -> bool {
        let Some(journal) = &mut self.0 else { return false };
        journal.steps_since_hash += 1;
        journal.steps_since_hash >= STEPS_PER_HASH
    }

    /// Notes the hash of the state.
    pub(crate) fn note_hash(&mut self, hash: u64) {
        if let Some(journal) = &mut self.0 {
            journal.steps_since_hash = 0;
            journal.changes.push(Change::StateHash(hash));
        }
    }
}

impl<V: Vector, W> Default for OptionalJournal<V, W> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V: Vector, W> Clone for OptionalJournal<V, W> {
    /// None, since what happens to the clone does not happen to the world.
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl<V: Vector, W> PartialEq for OptionalJournal<V, W> {
    /// Always true, so that worlds do not differ by their journals.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V: Vector, W> fmt::Debug for OptionalJournal<V, W> {
    /// Hides the journal, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("OptionalJournal")
    }
}
