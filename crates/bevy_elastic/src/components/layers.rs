//! Who meets whom?

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Layers;

/// The layers of a body, one bit each: two bodies meet if each is in a layer that the other looks
/// for. Without the component a body is in the first layer and meets all. Sensors, absorbers and gates
/// have layers too: a ball that changes to others inside of one leaves it.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
///
/// const BALLS: u32 = 1 << 0;
/// const BRICKS: u32 = 1 << 1;
/// let ghost_ball = CollisionLayers { memberships: BALLS, filters: !BRICKS };
/// # let _ = ghost_ball;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct CollisionLayers {
    /// The layers in which the body is.
    pub memberships: u32,
    /// The layers whose bodies it meets.
    pub filters: u32,
}

impl Default for CollisionLayers {
    fn default() -> Self {
        let Layers { memberships, filters } = Layers::default();
        Self { memberships, filters }
    }
}

impl From<CollisionLayers> for Layers {
    fn from(layers: CollisionLayers) -> Self {
        Self { memberships: layers.memberships, filters: layers.filters }
    }
}
