//! The system sets of a tick and of a frame.

use bevy_ecs::schedule::SystemSet;

/// The stages of a tick, chained in this order in `FixedPostUpdate` or the schedule that the plugin was given, and the
/// stage that displays a frame.
///
/// Between `Gather` and `Scatter` only the [`Simulation`](crate::simulation::Simulation) is up to date. What a game
/// writes to components there enters at the next tick.
///
/// A system of the game that is `in_set` a stage of a tick runs once for each tick, whatever the speed of the clock, and
/// not while the clock is paused. A system that is only ordered between them runs in every fixed update.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElasticSystems {
    /// Empty: for systems of the game that run once before each tick, such as kicks and targets of paddles.
    Prepare,
    /// Reads the bodies that the game spawned, changed, moved or despawned into the simulation.
    Gather,
    /// Sets the acceleration of each body.
    Integrate,
    /// Predicts the earliest impacts inside the tick.
    Detect,
    /// Resolves the impacts in the order of time, and moves all bodies to the end of the tick.
    Respond,
    /// Writes positions and velocities to the components of the bodies that changed.
    Scatter,
    /// Writes messages and triggers observers.
    Report,
    /// In `PostUpdate`, before transforms are propagated: writes the Transforms for the instant that the frame displays.
    ///
    /// What a game draws by these Transforms, such as a string to a ball, comes after this set.
    Interpolate,
}

/// The parts of [`ElasticSystems::Gather`].
///
/// Commands are applied only when the bodies of all spaces have been read, since an observer of a change may write to
/// any body.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GatherSystems {
    /// Reads the components.
    Read,
    /// Applies the deferred commands.
    ApplyCommands,
    /// The same as `Read`, in a frame while the clock is stopped.
    ReadWhileStopped,
    /// The same as `ApplyCommands`, in a frame while the clock is stopped.
    ApplyCommandsWhileStopped,
}
