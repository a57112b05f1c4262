//! What accelerates bodies?

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// How strongly gravity pulls a free body: 1 (without the component) as all, 0 not at all, -1 upwards.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct GravityScale(pub f32);

impl Default for GravityScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// An acceleration of a free body besides gravity, in length units a second squared: a thruster, a wind.
/// Constant within a tick, along the axes of the space, however the Transform is turned.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Acceleration<V: Space = Vec2>(pub V);

/// The rate at which the velocity of a free body decays, per second, 0 or above. It acts once at the beginning of each
/// tick by the exact factor `exp(-rate dt)`, so the speed of a free body is that of the continuous law
/// at the end of every tick, and its path in between depends a little on the length of ticks.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct LinearDamping(pub f32);
