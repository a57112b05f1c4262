//! The collision layers of a body.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::Layers;

/// The layers of a body, one bit each: two bodies collide if each is a member of a layer in the filter of the other.
///
/// Without the component a body is in the first layer and collides with all layers. Layers apply to sensors,
/// absorbers and gates too: a ball inside a sensor exits it when its layers no longer match.
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
    /// The layers that the body is in.
    pub memberships: u32,
    /// The layers that the body collides with.
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

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<CollisionLayers>();
}
