//! The kind, motion and identity of a body, and the components that the plugin adds to it.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::{Angular, Space};

/// The velocity of a body, in length units per second.
///
/// The simulation writes it after every tick in which it changed. Writing it gives the body a new velocity, along the axes
/// that differ from what was shown: the simulation keeps the velocity in f64, and the component shows it rounded.
/// NaN and infinite values are [`Rejected`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Velocity<V: Space = Vec2>(pub V);

/// The position of a body in the space of the simulation, in length units. The `Transform` is a view of it.
///
/// A position given at spawn takes precedence over the `Transform`. Without one, `Position` is added with the
/// place of the `Transform` in the hierarchy of its parents. The simulation writes it after every tick in which
/// it changed. Writing it teleports the body, along the axes that differ from what was shown: the simulation keeps the
/// position in f64, and the component shows it rounded. It stays the same while a body moves less than that shows.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Position<V: Space = Vec2>(pub V);

/// Marks a body that never moves by itself, as if its mass were infinite: a wall.
///
/// Moving its `Transform` teleports it. It follows its parents.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Static;

/// Marks a body that moves with its [`Velocity`] and that no impact or force changes: a paddle, a piston.
///
/// Moving its `Transform` teleports it, and a teleport pushes nothing. To follow a target such as the mouse, add
/// [`MoveTo`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Kinematic;

/// The position of a [`Kinematic`] body at the end of every tick, in length units, exact to the bit.
///
/// The body moves there in a straight line within the tick, and the bodies that it hits feel its speed. Bodies that
/// are not kinematic ignore the component.
///
/// The simulation writes the [`Velocity`]: the distance divided by the length of the tick, and zero once the body
/// has arrived. When the component is removed, the body goes on with its current velocity. A body that the game
/// teleports returns within one tick. In a space with a [`Period`](crate::resources::Period) it takes the shorter
/// way. A target so far away that no finite velocity reaches it is reached by a teleport, which pushes nothing. A
/// target that is NaN or infinite is [`Rejected`].
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// // Write the place of the mouse to `MoveTo` in `FixedUpdate`. If the clock may run faster than real time, use
/// // `FixedPostUpdate` in `ElasticSystems::Prepare`: then several ticks belong to one fixed update.
/// let paddle = (Collider::rectangle(80.0, 10.0), Kinematic, MoveTo(vec2(0.0, -300.0)));
/// # let _ = paddle;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct MoveTo<V: Space = Vec2>(pub V);

/// How a free ball or a [`Kinematic`] body turns about its position, in radians per second: `AngularVelocity(f32)` in the
/// plane, counterclockwise, and `AngularVelocity(Vec3)` in space, along the axis of the rotation.
///
/// The simulation turns the `Transform` with it, and a rotation that the game writes turns the body at once, which pushes
/// nothing. Without the component a body does not turn, and one from which it is removed keeps its rotation.
///
/// **A free ball** turns by what happens to it: [`Friction`](crate::components::Friction) at impacts and on the floor
/// changes its angular velocity together with its velocity, and the simulation writes the component after every tick in
/// which it changed. See the [guide](crate::guide::spin). Writing it gives the ball a new angular velocity. The simulation
/// keeps the value in f64, until the game writes another one.
///
/// **A ball on a [`Cloth`](crate::components::Cloth)** turns without the component as well. There it is the side: the spin about
/// the axis of the view. The Transform does not turn; see the [guide](crate::guide::cloth).
///
/// **A kinematic body** turns about the origin of its [`Collider`](crate::components::Collider), which may lie at the end
/// of a segment or a capsule: a flipper turns about its pivot. What it hits feels the velocity of the point that hits.
/// Changing the value is a change as any other, and so wakes what lies on the body. It must be solid, and no half-space or
/// arena; and no free box may be in its space, unless their [`CollisionLayers`](crate::components::CollisionLayers) keep
/// the two apart. Otherwise it is [`Rejected`].
///
/// Static bodies, free boxes and capsules, balls of radius 0, and children of other entities ignore the component.
///
/// # Example
/// ```
/// use bevy_elastic::components::AngularVelocity;
/// use bevy_elastic::prelude::*;
/// use bevy_math::{Vec2, vec2};
///
/// let bat = Collider::capsule(Vec2::ZERO, vec2(80.0, 0.0), 5.0);
/// let flipper = (bat, Kinematic, AngularVelocity(17.0));
/// // A ball that rolls once it has touched something.
/// let ball = (Collider::circle(20.0), Friction(0.3), AngularVelocity(0.0));
/// # let _ = (flipper, ball);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct AngularVelocity<A: Angular = f32>(pub A);

/// The number that orders simultaneous events, unique in its space.
///
/// Without one, a body gets the next key when its collider is added, from 2^63 on, so that keys set by the game
/// do not collide with it. Two machines agree to the bit if their bodies have the same keys, whatever their entity
/// ids. The key is read when the body enters the simulation; later changes have no effect.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct BodyKey(pub u64);

/// Added to a body when an [`Absorbs`](crate::components::Absorbs) body has taken it out of the game, or an impact
/// has broken it ([`Breaks`](crate::components::Breaks)).
///
/// The body stays where it was absorbed, collides with nothing and keeps its velocity. Despawn it, hide it, or move
/// it and remove this component to bring it back. A game may add it to take a body out of the game at the next tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Absorbed {
    /// The absorber, or the body that broke this one; `Entity::PLACEHOLDER` after a restore if it has been
    /// despawned since. What a game gives here need not be a body.
    pub by: Entity,
}

/// Added to a body that falls asleep, and removed when it wakes.
///
/// A body falls asleep when it and all bodies that it touches have been quiet for half a second. A sleeping body
/// stays where it is, at zero velocity, and costs next to nothing.
///
/// A body wakes
/// * when something touches it;
/// * when it is changed, or a body that it lies on is changed, moved or taken away;
/// * when a wall is added or put there;
/// * when [`Gravity`](crate::resources::Gravity) changes.
///
/// Writing a value that is already there is not a change. Remove this component to wake a body by hand: from the
/// next tick on it is awake, with all bodies that it touches, and half a second later it sleeps again if it is
/// still quiet. Inserted by hand on a body that is awake, the component is removed again. To keep all bodies awake,
/// see [`ElasticConfig::sleep`](crate::resources::ElasticConfig::sleep).
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::components::Asleep;
///
/// fn earthquake(sleepers: Query<Entity, With<Asleep>>, mut commands: Commands) {
///     for sleeper in &sleepers {
///         commands.entity(sleeper).remove::<Asleep>();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(earthquake);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
pub struct Asleep;

/// Added to an entity with a component value that no body can have; removed once the value is valid again.
///
/// Until then the entity keeps its last valid values, or takes no part in the simulation if it never had any.
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Rejected {
    /// The value that is invalid, and why.
    pub reason: String,
}

/// Registers the types of this file that are the same in all spaces.
pub(super) fn register_types(app: &mut App) {
    app.register_type::<Static>()
        .register_type::<Kinematic>()
        .register_type::<BodyKey>()
        .register_type::<Absorbed>()
        .register_type::<Asleep>()
        .register_type::<Rejected>();
}
