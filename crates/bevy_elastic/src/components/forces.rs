//! The accelerations of a single body: its share of gravity, its own acceleration and its dampings.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// The factor by which [`Gravity`](crate::resources::Gravity) acts on a free body: 1 (the default) fully, 0 not at
/// all, -1 reversed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct GravityScale(pub f32);

impl Default for GravityScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// An acceleration of a free body in addition to gravity, in length units per second squared: a thruster, a wind.
///
/// It is constant within a tick, and given along the axes of the space, whatever the rotation of the `Transform`.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Acceleration<V: Space = Vec2>(pub V);

/// The rate at which the velocity of a free body decays, per second, 0 (the default) or above.
///
/// It acts once at the start of each tick, by the exact factor `exp(-rate dt)`. If nothing else accelerates the body, its speed
/// at the end of every tick is that of the continuous law; one that falls at its terminal speed is faster than that by half
/// of what gravity adds in a tick. The path within a tick depends slightly on the length of the tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct LinearDamping(pub f32);

/// The rate at which the [`AngularVelocity`](crate::components::AngularVelocity) of a free ball decays, per second, 0 (the
/// default) or above.
///
/// It acts once at the start of each tick, by the exact factor `exp(-rate dt)`, as [`LinearDamping`] does.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct AngularDamping(pub f32);

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<GravityScale>()
        .register_type::<LinearDamping>()
        .register_type::<AngularDamping>();
}
