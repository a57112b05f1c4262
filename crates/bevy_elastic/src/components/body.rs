//! The components that make a body and hold its state.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

use crate::space::Space;

/// The velocity of a body in length units a second. Written by the simulation after every tick in
/// which it changed; set it at any time to give the body another.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Velocity<V: Space = Vec2>(pub V);

/// The position of a body in the space of the simulation, of which `Transform` is a view.
///
/// Given at spawn, it wins; absent, it is added with the place of the Transform, through its parents.
/// Setting it teleports the body. Written by the simulation after every tick in which it changed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct Position<V: Space = Vec2>(pub V);

/// A body that never moves by itself, as if of infinite mass: a wall. Moving its Transform teleports it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Static;

/// A body that moves with its [`Velocity`] and feels nothing: a paddle, a piston.
///
/// Moving its Transform teleports it, and a teleport pushes nothing. To follow the mouse, add
/// [`MoveTo`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct Kinematic;

/// Where a [`Kinematic`] body is at the end of every tick, in length units, to the bit; it moves there in
/// a straight line, and what it hits feels the speed. Other bodies do not follow it.
///
/// Its [`Velocity`] is written: the way divided by the length of the tick, and none once it is there.
/// Removed, the body flies on with the velocity that it has then. One that is moved by hand returns
/// within a tick. In a space with a [`Period`](crate::resources::Period) it goes the short way. A target so
/// far that no velocity holds the way is reached by a jump, which pushes nothing, and one that is NaN or
/// infinite is [`Rejected`].
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// // In `FixedUpdate`, write where the mouse is to the `MoveTo` of the paddle; in `FixedPostUpdate`
/// // in `ElasticSystems::Prepare`, if the clock may run faster: then there are several ticks to a fixed update.
/// let paddle = (Collider::rectangle(80.0, 10.0), Kinematic, MoveTo(vec2(0.0, -300.0)));
/// # let _ = paddle;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
pub struct MoveTo<V: Space = Vec2>(pub V);

/// The number by which simultaneous events are ordered, unique in its space.
///
/// Absent, it is given in the order in which colliders are added, from 2^63 on, so the keys that a
/// game sets never meet it. Two machines agree to the bit if their bodies have the same keys,
/// whatever their entity ids. Read when the body enters the simulation; a later change is not seen.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default)]
pub struct BodyKey(pub u64);

/// Added to a body when an [`Absorbs`](crate::components::Absorbs) has taken it out of the game, or an impact
/// has broken it ([`Breaks`](crate::components::Breaks)). It stays where it was taken, meets nothing and
/// keeps its velocity; despawn it, hide it, or move it and remove this component to bring it back.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Absorbed {
    /// The absorber, or what broke it; `Entity::PLACEHOLDER` after a restore if it has been despawned since.
    pub by: Entity,
}

/// Added to a body that sleeps, and removed when it wakes. What has lain quietly for half a second, with
/// all that it touches, falls asleep: it stays where it is, at no velocity, and costs next to nothing.
///
/// It wakes when something touches it, when it is changed, when what it lies on is changed, moved or
/// taken away, when a wall is added or put there, and when [`Gravity`](crate::resources::Gravity) changes.
/// Writing a value that is there already is no change. Remove this component to wake it by hand: from the
/// next tick on it is awake with all that it touches, and after half a second it sleeps again if it is
/// still quiet. Inserted by hand on a body that is awake, it is taken away again. To keep everyone awake,
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

/// Added to an entity whose components hold a value that no body can have, with the reason; removed
/// once they are mended. Until then the entity goes on with its last valid values, or takes no part if
/// it never had any.
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Rejected {
    /// Which value is wrong, in words.
    pub reason: String,
}
