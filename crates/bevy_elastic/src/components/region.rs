//! Bodies that do not bounce, or not always: sensors, absorbers and gates.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Passage;
use collide_core::vector::Vector;

use crate::space::Space;

/// Makes a [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic) body a sensor: balls
/// pass it, and [`SensorEntered`](crate::events::SensorEntered) and [`SensorExited`](crate::events::SensorExited)
/// report the exact times at which they enter and exit.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub enum Sensor {
    /// A ball is inside from the first touch on.
    #[default]
    Edge,
    /// A ball is inside while its centre is.
    Centre,
}

/// Makes a [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic) body an absorber: it
/// takes balls out of the game at the instant they enter, as a pocket does.
///
/// The ball gets [`Absorbed`](crate::components::Absorbed), and [`SensorEntered`](crate::events::SensorEntered)
/// reports it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub enum Absorbs {
    /// A ball is absorbed as soon as it touches.
    #[default]
    Edge,
    /// A ball is absorbed when its centre enters, as when it tips over the lip of a pocket.
    Centre,
}

/// Makes a [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic) body a gate: balls
/// that touch it while they move along this direction, relative to the body, pass; all others bounce. By default the
/// direction is upwards.
///
/// Examples are a platform to jump through from below, and the gate of a pinball lane.
///
/// The direction turns with the `Transform`. Its length does not matter, but a direction that is zero, infinite or
/// NaN is [`Rejected`](crate::components::Rejected). A ball passes if its velocity has any component along the
/// direction, so the direction of a platform points out of its top. If ball and gate both move, the difference
/// of their velocities decides; for a ball that rests on the gate, its acceleration decides.
///
/// A ball that has begun to pass goes on passing, even if it turns back inside, and so does a ball that is put
/// inside. [`SensorEntered`](crate::events::SensorEntered) and [`SensorExited`](crate::events::SensorExited) report
/// a passage. On the same entity [`Absorbs`] and [`Sensor`] take precedence, in this order.
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
        Self(V::narrow(V::Wide::unit(1)))
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

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<Sensor>().register_type::<Absorbs>();
}
