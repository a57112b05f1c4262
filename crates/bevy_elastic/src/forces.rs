//! What accelerates bodies?

use bevy_ecs::component::Component;
use bevy_ecs::reflect::{ReflectComponent, ReflectResource};
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;

use crate::space::Space;

/// The acceleration of every free ball in a space, in length units a second squared; zero by default.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Resource)]
pub struct Gravity<V: Space = Vec2>(pub V);

/// How strongly gravity pulls a body: 1 (without the component) as all, 0 not at all, -1 upwards.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component)]
pub struct GravityScale(pub f32);

impl Default for GravityScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// An acceleration of a body besides gravity, in length units a second squared: a thruster, a wind.
/// Constant within a tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component)]
pub struct Acceleration<V: Space = Vec2>(pub V);

/// The rate at which the velocity of a body decays, per second. It acts once at the beginning of each
/// tick by the exact factor `exp(-rate dt)`, so the speed of a free body is that of the continuous law
/// at the end of every tick, and its path in between depends a little on the length of ticks.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component)]
pub struct LinearDamping(pub f32);
