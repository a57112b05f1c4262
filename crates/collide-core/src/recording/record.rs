//! A recording: where it begins, and what was done since.

use crate::measure::state_hash;
use crate::recording::replay::Replay;
use crate::vector::Vector;
use crate::world::{Change, Journal, World};

/// The state of a world at some time, and all that was done to it since: bodies that were added, removed and edited, gravity,
/// and the steps with their settings.
///
/// A [replay](Self::replay) makes the same steps again, to the bit, on any machine and with any number of threads. So it is a
/// bug report, a demonstration, or a game to be watched again. Each 64 steps the recording notes the hash of the state, by which a
/// replay knows that it is the same.
///
/// While a world is recorded, an edit takes the memory of a body, and equal steps in a row take none. A
/// [`Hook`](crate::step::Hook) is a function and is not recorded: the replay needs the same one.
///
/// # Example
/// ```
/// use collide_core::{body::Body, measure::state_hash, recording::Recording, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// world.add(Body::fixed(Shape::arena(DVec2::splat(5.0)), DVec2::ZERO))?;
/// let ball = world.add(Body::dynamic(Shape::ball(0.5), DVec2::ZERO))?;
///
/// Recording::start(&mut world);
/// let mut stepper = Stepper::new();
/// for step in 0..1000 {
///     if step % 90 == 0 {
///         world.edit(ball, |body| body.velocity = DVec2::new(30.0, f64::from(step)))?;
///     }
///     stepper.step(&mut world, 1.0 / 60.0);
/// }
/// let recording = Recording::stop(&mut world).unwrap();
///
/// let mut replay = recording.replay();
/// while replay.step()?.is_some() {}
/// assert_eq!(state_hash(replay.world()), state_hash(&world));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording<V: Vector> {
    pub(super) start: World<V>,
    pub(super) changes: Vec<Change<V, World<V>>>,
}

impl<V: Vector> Recording<V> {
    /// Begins to record a world. What was recorded of it before is dropped. A clone of the world is not recorded.
    pub fn start(world: &mut World<V>) {
        world.journal.0 = Some(Box::new(Journal::new(world.clone())));
    }

    /// What was recorded so far; `None` if the world is not recorded. The recording goes on.
    #[must_use]
    pub fn so_far(world: &World<V>) -> Option<Self> {
        let Journal { start, changes, .. } = world.journal.0.as_deref()?;
        let mut changes = changes.clone();
        changes.push(Change::StateHash(state_hash(world)));
        Some(Self { start: start.clone(), changes })
    }

    /// Ends the recording of a world and returns it; `None` if the world is not recorded.
    pub fn stop(world: &mut World<V>) -> Option<Self> {
        let hash = state_hash(world);
        let Journal { start, mut changes, .. } = *world.journal.0.take()?;
        changes.push(Change::StateHash(hash));
        Some(Self { start, changes })
    }

    /// The world when the recording began.
    #[must_use]
    pub fn first_state(&self) -> &World<V> {
        &self.start
    }

    /// The number of steps. One that was made in several parts counts as many.
    #[must_use]
    pub fn steps(&self) -> u64 {
        let steps_of = |change: &Change<V, World<V>>| match change {
            Change::Steps { count, .. } => *count,
            Change::GoOn { .. } => 1,
            _ => 0,
        };
        self.changes.iter().map(steps_of).fold(0, u64::saturating_add)
    }

    /// Whether steps were made with a hook, which the replay needs too.
    #[must_use]
    pub fn has_hook(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, Change::Settings { has_hook: true, .. }))
    }

    /// Plays the recording, from its first state on.
    #[must_use]
    pub fn replay(self) -> Replay<V> {
        Replay::new(self.start, self.changes)
    }
}
