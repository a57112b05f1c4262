//! Bodies that do not bounce: sensors and absorbers.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Passage;

/// Lets balls pass, and tells the exact times at which they enter and leave.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
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
#[reflect(Component, Default)]
pub enum Absorbs {
    /// A ball is taken as soon as it touches.
    #[default]
    Edge,
    /// A ball is taken when its centre enters, as one that tips over the lip of a pocket.
    Centre,
}

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
