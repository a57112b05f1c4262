//! The conditions under which a step can be made by a faster strategy than the general one.

use super::record::Engine;
use crate::broad::BroadPhase;
use crate::settings::Method;
use crate::vector::Vector;
use crate::world::{Progress, World};

/// What kind of step a world needs, as far as that is known without a look at each body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Regime {
    /// Bodies may fly freely and do nothing but collide: nothing pulls them, space does not repeat, no hook judges
    /// pairs, and the step has just begun.
    Impacts {
        /// Whether damping or a target may act on a body.
        may_be_driven: bool,
    },
    /// Anything may happen.
    General,
}

impl Regime {
    /// The regime of the step that a world is in.
    pub(crate) fn of<V: Vector>(engine: &Engine<V>, world: &World<V>) -> Self {
        let begins = |progress: Progress| !progress.has_begun && progress.now == 0.0;
        let is_impacts = engine.settings.method == Method::Continuous
            && engine.settings.broad == BroadPhase::Grid
            && engine.hook.is_none()
            && world.is_open()
            && world.environment().gravity == V::ZERO
            && world.progress.is_some_and(begins)
            && world.is_unbound();
        if is_impacts { Self::Impacts { may_be_driven: world.has_driven() } } else { Self::General }
    }
}
