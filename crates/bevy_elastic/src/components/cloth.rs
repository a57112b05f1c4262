//! Balls on a cloth, as on a billiard table seen from above: the cloth, the roll, the nose of a cushion and the orientation.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::{Quat, Vec2};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// The cloth on which a free ball lies, of a table that is seen from above: the ball slides, then rolls, then lies still.
///
/// The values are decelerations, so they contain gravity. The default is that of pool in metres; a game in other length units
/// uses [`Cloth::pool`]. See the [guide](crate::guide::cloth).
///
/// Such a ball turns, also without [`AngularVelocity`](crate::components::AngularVelocity), which is its side: the spin about
/// the axis of the view. Its [`InertiaFactor`](crate::components::InertiaFactor) is that of a solid sphere by default. Gravity,
/// its own acceleration and [`RollingResistance`](crate::components::RollingResistance) do not act on it, and the rotation of
/// its `Transform` belongs to the game; [`Orientation`] is how it is turned.
///
/// Only a free ball of the plane without a parent can lie on a cloth; anything else with the component is
/// [`Rejected`](crate::components::Rejected).
///
/// # Example
/// ```
/// use bevy_elastic::components::{Cloth, Orientation};
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// let ball = (Collider::circle(0.028575), Cloth::default(), Velocity(vec2(1.5, 0.0)));
/// let cloth = (Friction(0.05), Restitution(0.95), Orientation::default());
/// # let _ = (ball, cloth);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Cloth {
    /// The deceleration of a ball that slides, in length units per second squared: the friction of the cloth times gravity, 0
    /// or above. 0: the ball slides for ever.
    pub sliding: f32,
    /// The deceleration of a ball that rolls, 0 or above. 0: the ball rolls for ever.
    pub rolling: f32,
    /// The deceleration of the side, in radians per second squared, 0 or above.
    pub spinning: f32,
}

impl Cloth {
    /// The cloth of a pool table, in a game with this many length units per metre.
    ///
    /// ```
    /// # use bevy_elastic::components::Cloth;
    /// assert_eq!(Cloth::pool(1.0), Cloth::default());
    /// assert_eq!(Cloth::pool(100.0).sliding, 196.0);
    /// assert_eq!(Cloth::pool(100.0).spinning, 10.9);
    /// ```
    #[must_use]
    pub const fn pool(units_per_metre: f32) -> Self {
        let (sliding, rolling) = (1.96 * units_per_metre, 0.0981 * units_per_metre);
        Self { sliding, rolling, spinning: 10.9 }
    }
}

impl Default for Cloth {
    fn default() -> Self {
        Self::pool(1.0)
    }
}

impl From<Cloth> for collide_core::body::Cloth {
    fn from(cloth: Cloth) -> Self {
        let [sliding, rolling, spinning] =
            [cloth.sliding, cloth.rolling, cloth.spinning].map(f64::from);
        Self { sliding, rolling, spinning }
    }
}

/// The velocity with which a ball on a [`Cloth`] would roll with the spin that it has about the axes in the table, in length
/// units per second; zero by default.
///
/// `Roll(velocity)` rolls, `Roll(ZERO)` is stunned, and `Roll(-0.6 * velocity)` has draw. The simulation writes the component
/// after every tick in which it changed, and reads what the game writes at the next one. It keeps the value in f64 until the
/// game writes another one, and also if the ball does not have the component.
///
/// # Example
/// ```
/// use bevy_elastic::components::{Cloth, Roll};
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// // It rolls from the start.
/// let velocity = vec2(1.5, 0.0);
/// let ball = (Collider::circle(0.028575), Cloth::default(), Velocity(velocity), Roll(velocity));
/// # let _ = ball;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Roll<V: Space = Vec2>(pub V);

/// By how many radii the nose of a cushion is higher than the centres of balls on a [`Cloth`], between -1 and 1; 0 by default,
/// and 0.28 of a pool table.
///
/// A wall with it presses such balls down a little, which changes their spin and takes some speed. Bodies that move, and
/// impacts of balls that lie on no cloth, ignore it.
///
/// # Example
/// ```
/// use bevy_elastic::components::Nose;
/// use bevy_elastic::prelude::*;
///
/// let cushion = (Collider::rectangle(2.0, 0.1), Static, Nose(0.28), Friction(0.2), Restitution(0.85));
/// # let _ = cushion;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Nose(pub f32);

/// How a ball on a [`Cloth`] is turned, in space: x and y in the table, z towards the view.
///
/// The game adds it to a ball that it draws with a number or spots, and sets how the ball is turned at first. The simulation turns
/// it by [`Roll`] and [`AngularVelocity`](crate::components::AngularVelocity), at the ends of ticks and at the instant that a
/// frame displays, as it does with a `Transform`. Writing it turns the ball at once. No impact depends on it.
///
/// The point of the surface that was at `p` from the centre is now at `orientation.0 * p`, and visible if its z is above 0. In 3D
/// rendering the value is the rotation of a mesh.
///
/// # Example
/// ```
/// use bevy_elastic::components::Orientation;
/// use bevy_math::{Quat, Vec3};
///
/// // A quarter turn to the right: what was on top is now at the right rim.
/// let turned = Orientation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2));
/// assert!((turned.0 * Vec3::Z).abs_diff_eq(Vec3::X, 1e-6));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Orientation(pub Quat);

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<Cloth>().register_type::<Nose>().register_type::<Orientation>();
}
