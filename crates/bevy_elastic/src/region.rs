//! Bodies that do not bounce, or not always: sensors, absorbers and gates.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Passage;

use crate::space::Space;

/// Lets balls pass, and tells the exact times at which they enter and leave.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub enum Sensor {
    /// A ball is inside as soon as it touches.
    #[default]
    Edge,
    /// A ball is inside when its centre is.
    Centre,
}

/// Takes balls out of the game at the instant they enter, as a pocket does; see
/// [`Absorbed`](crate::body::Absorbed). Entering is told as by a sensor.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub enum Absorbs {
    /// A ball is taken as soon as it touches.
    #[default]
    Edge,
    /// A ball is taken when its centre enters, as one that tips over the lip of a pocket.
    Centre,
}

/// Lets balls pass that touch it while they move along this direction, seen from the body and turned
/// with its Transform, and bounces all others: a platform to jump through from below, the gate of a
/// pinball lane. Who has begun to pass, passes; that is told as by a sensor.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component)]
pub struct OneWay<V: Space = Vec2>(pub V);

impl From<Sensor> for Passage {
    fn from(sensor: Sensor) -> Self {
        match sensor {
            Sensor::Edge => Self::Edge,
            Sensor::Centre => Self::Centre,
        }
    }
}

impl From<Absorbs> for Passage {
    fn from(absorbs: Absorbs) -> Self {
        match absorbs {
            Absorbs::Edge => Self::Edge,
            Absorbs::Centre => Self::Centre,
        }
    }
}
