//! What accelerates bodies?

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;

use crate::space::Space;

/// The acceleration of every free ball in a space, in length units a second squared; zero by default.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct Gravity<V: Space = Vec2>(pub V);
