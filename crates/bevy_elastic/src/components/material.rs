//! What is a body made of?

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

/// The mass of a ball, in any unit, above zero. Static and kinematic bodies act as if it were infinite.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Mass(pub f32);

impl Default for Mass {
    fn default() -> Self {
        Self(1.0)
    }
}

/// How much of the approach speed a bounce gives back: 1 all of it, 0 none. Of a pair the smaller
/// counts, and the default is 1, so a ball's own value decides on bare walls.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Restitution(pub f32);

impl Default for Restitution {
    fn default() -> Self {
        Self(1.0)
    }
}

/// A constant deceleration along the velocity until the ball stops, in length units a second squared:
/// the cloth of a billiard table, 0.01 times gravity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct RollingResistance(pub f32);

/// The coefficient of Coulomb friction, 0 or above: how much of the impulse along the normal may brake the
/// sliding along the surface, at an impact, and under [`Gravity`](crate::resources::Gravity) where bodies with a
/// [`Restitution`] below 1 rest, in a pile or on a wall: what slides there is braked, stays on a slope, and goes
/// along with a platform. Of a pair the larger counts, and the default is 0. Bodies do not rotate, so friction
/// makes a ball slide slower and never spin.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Friction(pub f32);

/// The least impulse with which an impact throws the two apart once their approach has ended, in mass
/// times speed: the kick of a pinball bumper. Of a pair the larger counts, and the default is 0.
/// Energy may grow, which is its purpose.
///
/// A ball of mass `m` leaves a standing bumper with a speed of at least this divided by `m`, however
/// softly it came; one that lies against it is not kicked.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct MinimumImpulse(pub f32);

/// After how many more impacts the body breaks, which takes it out of the game at that instant; see
/// [`Absorbed`](crate::components::Absorbed) and [`Broken`](crate::events::Broken). 0, the default, never breaks.
///
/// Counted down by the simulation at every impact that is told by
/// [`Collided`](crate::events::Collided), whoever hits whom and however softly. What breaks it bounces off
/// it, and nothing else hits it in that tick. A broken body keeps a count of 1: brought back by removing
/// `Absorbed`, it breaks at its next impact, unless the count is set anew.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
///
/// let brick = (Collider::rectangle(60.0, 20.0), Static, Breaks(3));
/// # let _ = brick;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Breaks(pub u32);
