//! The lengths after which a space repeats.

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// The lengths after which a space repeats, in length units; zero (the default) along an axis that does not repeat.
///
/// A body that leaves on one side comes in on the other. Positions are kept between minus and plus half a period, and
/// a body collides with the nearest images of the others. Half-planes and arenas have no images, and static bodies stay
/// where they were put.
///
/// No body may be wider than a period: a body that is added later is [`Rejected`](crate::components::Rejected). A
/// period that is too short for the bodies, NaN, infinite or negative is logged as an error and leaves the period as it
/// was.
///
/// Between ticks a body that crosses the edge is displayed beyond it, by less than the distance that it moves in a tick.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Resource, Default)]
pub struct Period<V: Space = Vec2>(pub V);
