//! The stages of a tick, for ordering systems against them.

use bevy_ecs::schedule::SystemSet;

/// The stages of a tick, chained in this order in `FixedPostUpdate` or the schedule that the plugin
/// was given, and then what a frame shows of it. Between `Gather` and `Scatter` only the
/// [`Simulation`](crate::simulation::Simulation) is true; what a game writes to components there counts from the
/// next tick.
///
/// A system of the game that is `in_set` one of the stages of a tick runs once for each tick, however fast or slow
/// the clock is, and not while it stands; one that is only ordered between them runs in every fixed update.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElasticSystems {
    /// What the game changes once before each tick: kicks to velocities, targets of paddles.
    Prepare,
    /// What the game spawned, changed, moved and despawned enters the simulation.
    Gather,
    /// Every body is given the acceleration it flies with.
    Integrate,
    /// The earliest impacts inside the tick are predicted.
    Detect,
    /// Impacts are resolved in order of time, and everyone is flown to the end of the tick.
    Respond,
    /// Positions and velocities are written to the components of the bodies that changed.
    Scatter,
    /// Messages are written and observers are called.
    Report,
    /// In `PostUpdate`, before transforms are propagated: Transforms show the instant of the frame. What a
    /// game draws by them, such as a string to a ball, comes after.
    Interpolate,
}

/// The parts of gathering. Entities are changed only when those of all spaces have been read, as whoever observes a change
/// may write to any of them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gathering {
    Read,
    Change,
    /// The same while the clock stands.
    ReadStill,
    ChangeStill,
}
