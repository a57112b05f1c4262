//! The components of bodies: the collider, the material, the forces, and what the plugin marks.
//!
//! A body is an entity with a [`Collider`]; every other component of a body has a default.

mod body;
mod material;
mod cloth;
mod layers;
mod region;
mod forces;
mod collider;
mod primitives;
mod tiles;

use bevy_app::App;

pub use body::*;
pub use cloth::*;
pub use collider::Collider;
pub(crate) use collider::ScaledShape;
pub use forces::*;
pub use layers::*;
pub use material::*;
pub use region::*;

/// Registers the types of components that are the same in all spaces.
pub(crate) fn register_types(app: &mut App) {
    body::register_types(app);
    material::register_types(app);
    cloth::register_types(app);
    layers::register_types(app);
    region::register_types(app);
    forces::register_types(app);
}
