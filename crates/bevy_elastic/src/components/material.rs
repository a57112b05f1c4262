//! The material of a body: mass and inertia, restitution, friction, the velocity of a conveyor, rolling resistance, bumper
//! impulse, limits of speed and breaking.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::body::SpeedLimits;
use collide_core::vector::Vector;

use crate::space::Space;

/// The mass of a body, in any unit, above 0; 1 by default, whatever the size of the body.
///
/// Static and kinematic bodies act as if their mass were infinite.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Mass(pub f32);

impl Default for Mass {
    fn default() -> Self {
        Self(1.0)
    }
}

/// The share of the approach speed, along the normal, that an impact gives back, from 0 (none) to 1 (all, the default); above 1 it makes a
/// bumper, which gives back more.
///
/// The smaller value of a pair applies, so against walls with the default the value of the ball decides.
/// [`ElasticConfig::restitution_rule`](crate::resources::ElasticConfig::restitution_rule) sets another rule.
///
/// A value above 1 applies whatever the rule and the other body are: `Restitution(1.2)` on a bumper throws every ball back
/// 1.2 times as fast along the normal. Energy grows at each such impact, and
/// [`energy_lost`](crate::events::Collided::energy_lost) is negative. So that a ball between two bumpers does not become faster
/// without end, it acts as 1 when the two approach by more than 10,000 sizes of the ball per second; a
/// [`SpeedLimit`] sets a lower bound.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Restitution(pub f32);

impl Default for Restitution {
    fn default() -> Self {
        Self(1.0)
    }
}

/// A constant deceleration along the velocity until the body stops, in length units per second squared; 0 by
/// default.
///
/// For the cloth of a billiard table it is 0.01 times the acceleration of gravity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct RollingResistance(pub f32);

/// The coefficient of Coulomb friction, 0 (the default) or above: the largest ratio of the impulse along the surface
/// to the impulse along the normal.
///
/// Friction brakes sliding along the surface at an impact. Under [`Gravity`](crate::resources::Gravity), bodies with
/// a [`Restitution`] below 1 come to rest in a pile or on a wall; there it brakes what slides, holds bodies on a
/// slope, and makes them go along with a platform. The larger value of a pair applies
/// ([`ElasticConfig::friction_rule`](crate::resources::ElasticConfig::friction_rule)). A ball with an
/// [`AngularVelocity`](crate::components::AngularVelocity) begins to [turn](crate::guide::spin) by it; any other body only
/// becomes slower.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Friction(pub f32);

/// The moment of inertia of a ball about its centre, divided by its mass and the square of its radius, above 0: how much of
/// the mass lies far out. [`DISC`](Self::DISC) in 2D by default, and [`SOLID_SPHERE`](Self::SOLID_SPHERE) in 3D and on a
/// [`Cloth`](crate::components::Cloth).
///
/// It decides how much [`Friction`] changes the angular velocity, and how much the velocity. The simulation reads it only of
/// free balls with an [`AngularVelocity`](crate::components::AngularVelocity) or a cloth.
///
/// # Example
/// ```
/// use bevy_elastic::components::{AngularVelocity, InertiaFactor};
/// use bevy_elastic::prelude::*;
///
/// // A billiard ball, seen from the side, in a game in the plane.
/// let ball = (Collider::circle(20.0), Friction(0.2), AngularVelocity(0.0), InertiaFactor::SOLID_SPHERE);
/// # let _ = ball;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct InertiaFactor(pub f32);

impl InertiaFactor {
    /// That of a disc or a cylinder: 1/2.
    pub const DISC: Self = Self(0.5);
    /// That of a ring or a tube: 1.
    pub const RING: Self = Self(1.0);
    /// That of a solid sphere, as a billiard ball: 2/5.
    pub const SOLID_SPHERE: Self = Self(0.4);
    /// That of a hollow sphere, as a table-tennis ball: 2/3.
    pub const HOLLOW_SPHERE: Self = Self(2.0 / 3.0);

    /// That of a ball without the component, in a space.
    pub(crate) fn default_in<V: Space>() -> Self {
        if V::Wide::DIMENSION == 2 { Self::DISC } else { Self::SOLID_SPHERE }
    }
}

impl Default for InertiaFactor {
    /// [`DISC`](Self::DISC).
    fn default() -> Self {
        Self::DISC
    }
}

/// The share of the sliding at an impact that comes back in the opposite direction, if [`Friction`] is large enough: from 0
/// (none, the default: the ball rolls afterwards) to 1 (all: a superball).
///
/// The larger value of a pair applies, whatever the other body is, so walls may have it. It counts if one of the two is a
/// free ball with an [`AngularVelocity`](crate::components::AngularVelocity).
///
/// # Example
/// ```
/// use bevy_elastic::components::{AngularVelocity, TangentialRestitution};
/// use bevy_elastic::prelude::*;
///
/// // No energy is lost: what slides is reversed, as what approaches is.
/// let superball = (Collider::circle(20.0), Friction(100.0), TangentialRestitution(1.0), AngularVelocity(0.0));
/// # let _ = superball;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct TangentialRestitution(pub f32);

/// The coefficient of rolling friction, 0 (the default) or above: what a soft ball or a soft floor takes from the spin of a ball
/// that rolls.
///
/// Where bodies press against each other, in a pile or on a wall, it brakes their relative spin by at most this share of the
/// radius times the force between them. So a disc on a level floor slows down by `c g / (1 + k)`, with the
/// [`InertiaFactor`] `k`, and comes to rest. The larger value of a pair applies. It counts for balls with an
/// [`AngularVelocity`](crate::components::AngularVelocity), and not at impacts.
///
/// # Example
/// ```
/// use bevy_elastic::components::{AngularVelocity, RollingFriction};
/// use bevy_elastic::prelude::*;
///
/// // It rolls to a stop under gravity, and sleeps.
/// let tyre = (Collider::circle(20.0), Friction(0.5), RollingFriction(0.02), AngularVelocity(0.0), Restitution(0.5));
/// # let _ = tyre;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct RollingFriction(pub f32);

/// How the surface of a [`Static`](crate::components::Static) or [`Kinematic`](crate::components::Kinematic) body slides
/// along itself, as that of a conveyor belt: a velocity relative to the body, in length units per second; 0 by default.
///
/// [`Friction`] brakes what slides along a surface, and so accelerates bodies on a belt to its speed; without friction
/// nothing happens. The velocity turns with the `Transform`, as the belt of a ramp does. At a contact the component
/// along the surface counts. Bodies that lie on a belt that runs do not fall asleep, and those that sleep on it wake
/// when it starts. The simulation does not read the component of a free body.
///
/// # Example
/// ```
/// use bevy_elastic::components::SurfaceVelocity;
/// use bevy_elastic::prelude::*;
/// use bevy_math::Vec2;
///
/// let belt = (Collider::rectangle(400.0, 20.0), Static, Friction(0.5), SurfaceVelocity(Vec2::X * 60.0));
/// # let _ = belt;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct SurfaceVelocity<V: Space = Vec2>(pub V);

/// The least impulse of the second half of an impact, in mass times speed; 0 by default: the kick of a pinball
/// bumper.
///
/// With the reduced mass `m` and the approach speed `u`, the first half `m u` ends the approach. The second half
/// separates the bodies: it is the restitution times `m u`, or this value if that is larger. The impulse that
/// [`Collided`](crate::events::Collided) reports is the sum of both halves. The larger value of a pair applies.
/// The energy may grow, which is the purpose.
///
/// A ball of mass `m` leaves a bumper at rest with at least the speed of this value divided by `m`, however slowly
/// it arrived. A ball that lies against the bumper is not kicked.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct MinimumImpulse(pub f32);

/// The least and the most speed with which a free body leaves an impact, in length units per second; none by default.
///
/// The speed is changed at the instant of each impact and keeps its direction, so the rest of the tick and every forecast know
/// it. Between impacts the speed changes by forces as ever. A ball that an impact leaves at rest stays so.
/// [`Collided::impulse`](crate::events::Collided::impulse) is that of the impact alone, and
/// [`energy_lost`](crate::events::Collided::energy_lost) includes what the limit took or gave. Bodies in a pile, which are
/// solved together, have no limits there.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
///
/// // A ball of a breakout game: at 480 for ever, whatever a paddle does.
/// let steady = (Collider::circle(8.0), SpeedLimit::keep(480.0));
/// // A ball that becomes faster by a twentieth of its speed along the normal at each hit of a paddle, up to 1,500.
/// let faster = (Collider::circle(8.0), SpeedLimit { least: 300.0, most: 1500.0 });
/// let paddle = (Collider::rectangle(12.0, 80.0), Kinematic, Restitution(1.05));
/// # let _ = (steady, faster, paddle);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct SpeedLimit {
    /// The least speed, 0 or above.
    pub least: f32,
    /// The most, at least as much.
    pub most: f32,
}

impl SpeedLimit {
    /// The same speed after each impact.
    #[must_use]
    pub const fn keep(speed: f32) -> Self {
        Self { least: speed, most: speed }
    }

    /// At most this speed after each impact.
    #[must_use]
    pub const fn at_most(speed: f32) -> Self {
        Self { least: 0.0, most: speed }
    }
}

impl Default for SpeedLimit {
    /// No limits.
    fn default() -> Self {
        Self::at_most(f32::MAX)
    }
}

impl From<SpeedLimit> for SpeedLimits {
    fn from(limit: SpeedLimit) -> Self {
        // The largest number, and infinity, are no limit.
        let most = if limit.most >= f32::MAX { f64::MAX } else { f64::from(limit.most) };
        Self { least: f64::from(limit.least), most }
    }
}

/// The number of further impacts at which the body breaks; 0, the default, means never.
///
/// The simulation counts it down at every impact that [`Collided`](crate::events::Collided) reports, whichever body
/// hits the other and however slowly. At the last impact the body is taken out of the game at that instant (see
/// [`Absorbed`](crate::components::Absorbed) and [`Broken`](crate::events::Broken)): the body that broke it bounces
/// off, and nothing else hits it in that tick. A broken body keeps a count of 1: brought back by removing
/// `Absorbed`, it breaks at its next impact, unless the count is set anew.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
///
/// let brick = (Collider::rectangle(60.0, 20.0), Static, Breaks(3));
/// # let _ = brick;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Breaks(pub u32);

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<Mass>()
        .register_type::<Restitution>()
        .register_type::<RollingResistance>()
        .register_type::<Friction>()
        .register_type::<InertiaFactor>()
        .register_type::<TangentialRestitution>()
        .register_type::<RollingFriction>()
        .register_type::<MinimumImpulse>()
        .register_type::<SpeedLimit>()
        .register_type::<Breaks>();
}
