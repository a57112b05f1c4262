//! What is a body made of?

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::Reflect;

/// The mass of a ball, in any unit, above zero. Static and kinematic bodies act as if it were infinite.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
pub struct Mass(pub f32);

impl Default for Mass {
    fn default() -> Self {
        Self(1.0)
    }
}

/// How much of the approach speed a bounce gives back: 1 all of it, 0 none. Of a pair the smaller
/// counts, and the default is 1, so a ball's own value decides on bare walls.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
pub struct Restitution(pub f32);

impl Default for Restitution {
    fn default() -> Self {
        Self(1.0)
    }
}

/// A constant deceleration along the velocity until the ball stops, in length units a second squared:
/// the cloth of a billiard table, 0.01 times gravity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component)]
pub struct RollingResistance(pub f32);
