//! Bodies that do not bounce, or not always: sensors, absorbers and gates.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Passage;
use collide_core::vector::Wide;

use crate::space::Space;

/// With [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic), lets balls pass, and
/// tells the exact times at which they enter and leave.
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

/// With [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic), takes balls out of the
/// game at the instant they enter, as a pocket does; see
/// [`Absorbed`](crate::components::Absorbed). Entering is told as by a sensor.
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

/// With [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic), lets balls pass that
/// touch it while they move along this direction, seen from the body, and bounces all others: a
/// platform to jump through from below, the gate of a pinball lane. By default upwards.
///
/// The direction turns with the Transform; its length does not count, but one of zero, infinite or NaN
/// is [`Rejected`](crate::components::Rejected). Whatever has a part along the direction passes, so the
/// direction of a platform is that out of its top. Of a ball and a gate that both move, the difference
/// of their velocities counts, and of a ball that lies still on it, where it is pulled.
///
/// Who has begun to pass, passes, even if it turns back inside, and so does who is put inside; that is
/// told as by a sensor, with [`SensorEntered`](crate::events::SensorEntered) and
/// [`SensorExited`](crate::events::SensorExited). On the same entity [`Absorbs`] and [`Sensor`] come first.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_math::Vec2;
///
/// let platform = (Collider::rectangle(200.0, 10.0), Static, OneWay(Vec2::Y));
/// # let _ = platform;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct OneWay<V: Space = Vec2>(pub V);

impl<V: Space> Default for OneWay<V> {
    fn default() -> Self {
        Self(V::narrow(Wide::unit(1)))
    }
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
