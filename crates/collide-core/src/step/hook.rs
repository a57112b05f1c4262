//! A hook, by which a game decides for itself about pairs.

use std::fmt;
use std::sync::Arc;

use crate::body::Body;
use crate::response::Surface;
use crate::vector::Vector;
use crate::world::BodyId;

/// Two bodies that may meet, as a [`Hook`] sees them.
#[derive(Debug)]
pub struct Pair<'a, V: Vector> {
    /// The ids: a ball comes before what it hits, and of two balls the one with the smaller key.
    pub ids: [BodyId; 2],
    /// The two bodies, in the same order.
    pub bodies: [&'a Body<V>; 2],
    /// The surface of the pair by the [`Rules`](crate::settings::Rules).
    pub surface: Surface,
}

/// The decision of a game about a pair.
type Judge<V> = dyn Fn(&Pair<'_, V>) -> Option<Surface> + Send + Sync;

/// A function of the game that decides about each pair: if it returns nothing, the two pass through each
/// other; if it returns a surface, they meet with that one.
///
/// It is called whenever the two come near each other and again when they touch, and must return the
/// same as long as neither body is edited: it may depend on masses, layers and tags, not on positions and
/// velocities, and not on anything that changes by itself. The order of the calls is unspecified.
///
/// # Example
/// ```
/// use collide_core::response::Surface;
/// use collide_core::step::{Hook, Stepper};
/// use glam::DVec2;
///
/// let mut stepper = Stepper::<DVec2>::new();
/// // Balls of one team pass through each other, and all other pairs bounce half as well.
/// stepper.hook = Some(Hook::new(|pair| {
///     let [one, two] = pair.bodies;
///     let rival = one.tag != two.tag;
///     rival.then_some(Surface { restitution: 0.5 * pair.surface.restitution, ..pair.surface })
/// }));
/// ```
pub struct Hook<V: Vector>(pub(crate) Arc<Judge<V>>);

impl<V: Vector> Hook<V> {
    /// A hook that calls this function.
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
    /// Whether both call the same function object.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<V: Vector> fmt::Debug for Hook<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hook")
    }
}
