//! The gravity of a space.

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// The acceleration of all free bodies in a space, in length units per second squared; zero by default.
///
/// [`GravityScale`](crate::components::GravityScale) changes it for one body. A value that is NaN or infinite is logged
/// as an error and leaves gravity as it was.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Resource, Default)]
pub struct Gravity<V: Space = Vec2>(pub V);
