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

pub use body::{
    Absorbed, AngularVelocity, Asleep, BodyKey, Kinematic, MoveTo, Position, Rejected, Static,
    Velocity,
};
pub use cloth::{Cloth, Nose, Orientation, Roll};
pub use collider::Collider;
pub(crate) use collider::{ScaledShape, uniform_scale};
pub use forces::{Acceleration, AngularDamping, GravityScale, LinearDamping};
pub use layers::CollisionLayers;
pub use material::{
    Breaks, Friction, InertiaFactor, Mass, MinimumImpulse, Restitution, RollingFriction,
    RollingResistance, SpeedLimit, SurfaceVelocity, TangentialRestitution,
};
pub use region::{Absorbs, OneWay, Sensor};
