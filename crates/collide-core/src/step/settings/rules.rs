//! What may a game say about a pair?

use std::fmt;
use std::sync::Arc;

use crate::body::Body;
use crate::response::{Combine, Surface};
use crate::vector::Vector;
use crate::world::BodyId;

/// How the values of two bodies become that of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// Of restitution: by default the smaller counts, so that walls of restitution 1 leave the decision
    /// to the ball.
    pub restitution: Combine,
    /// Of friction: by default the larger counts, so that walls without friction leave the decision
    /// to the ball.
    pub friction: Combine,
}

impl Default for Rules {
    fn default() -> Self {
        Self { restitution: Combine::Min, friction: Combine::Max }
    }
}

/// Two bodies that may meet, as a [`Hook`] sees them.
#[derive(Debug)]
pub struct Pair<'a, V: Vector> {
    /// Who they are; a ball comes before what it hits, and of two balls the one with the smaller key.
    pub ids: [BodyId; 2],
    /// What they are.
    pub bodies: [&'a Body<V>; 2],
    /// What their surfaces are to each other by the rules.
    pub surface: Surface,
}

/// What a game says of a pair.
type Judge<V> = dyn Fn(&Pair<'_, V>) -> Option<Surface> + Send + Sync;

/// A function of the game that is asked about every pair: nothing, and the two pass through each
/// other; a surface, and that is how they meet.
///
/// It is asked whenever the two are near each other and again when they touch, and it must answer the
/// same as long as neither body is edited: it may look at masses, layers and tags, not at positions and
/// velocities, and not at anything that changes by itself. The order in which it is asked is not told.
///
/// # Example
/// ```
/// use collide_core::response::Surface;
/// use collide_core::step::{Hook, Stepper};
/// use glam::DVec2;
///
/// let mut stepper = Stepper::<DVec2>::new();
/// // Balls of one team pass through each other, and everyone else bounces twice as badly.
/// stepper.hook = Some(Hook::new(|pair| {
///     let [one, two] = pair.bodies;
///     let rival = one.tag != two.tag;
///     rival.then_some(Surface { restitution: 0.5 * pair.surface.restitution, ..pair.surface })
/// }));
/// ```
pub struct Hook<V: Vector>(pub(crate) Arc<Judge<V>>);

impl<V: Vector> Hook<V> {
    /// A hook that asks this function.
    pub fn new(judge: impl Fn(&Pair<'_, V>) -> Option<Surface> + Send + Sync + 'static) -> Self {
        Self(Arc::new(judge))
    }
}

impl<V: Vector> Clone for Hook<V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<V: Vector> PartialEq for Hook<V> {
    /// Whether the two ask the same function, and not only one that looks like it.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<V: Vector> fmt::Debug for Hook<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hook")
    }
}
