//! What is drawn, and how: for all bodies, and for one.

use bevy_color::Color;
use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

/// What the debug drawing of all spaces shows, and how. It lies in Bevy's `GizmoConfigStore`, beside the width of its
/// lines and a switch for all of it.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::gizmos::ElasticGizmos;
/// use bevy_gizmos::config::GizmoConfigStore;
///
/// fn toggle(mut store: ResMut<GizmoConfigStore>) {
///     let (config, elastic) = store.config_mut::<ElasticGizmos>();
///     config.enabled ^= true;
///     elastic.impact_seconds = 2.0;
/// }
/// # bevy_ecs::system::assert_is_system(toggle);
/// ```
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct ElasticGizmos {
    /// Whether colliders are drawn.
    pub colliders: bool,
    /// Whether velocities are drawn.
    pub velocities: bool,
    /// Whether impacts are drawn.
    pub impacts: bool,
    /// Whether contacts are drawn: a short line along the surface, and one along the normal that is the longer, the harder
    /// the two press.
    pub contacts: bool,
    /// Whether the last forecast is drawn, in the frames in which the game asks for one.
    pub forecasts: bool,
    /// The length of arrows, in seconds: that of a velocity is the way that the body would go in this time, and the line
    /// of an impact reaches as far to both sides as its approach speed would. The line of a contact is twice as
    /// long as the way from rest in this time at the acceleration that the contact gives.
    pub arrow_seconds: f32,
    /// How long an impact is drawn while it fades, in seconds of the game. While the clock is paused nothing fades.
    pub impact_seconds: f32,
    /// Half of the length of the line that is drawn of a half-plane, or of the square of a half-space, in length units.
    pub half_space_extent: f32,
    /// The length of the normals of half-spaces and of the directions of gates, in length units.
    pub normal_length: f32,
    /// The colours.
    pub colors: ElasticGizmoColors,
}

impl Default for ElasticGizmos {
    fn default() -> Self {
        Self {
            colliders: true,
            velocities: true,
            impacts: true,
            contacts: true,
            forecasts: true,
            arrow_seconds: 0.1,
            impact_seconds: 0.5,
            half_space_extent: 10_000.0,
            normal_length: 20.0,
            colors: ElasticGizmoColors::default(),
        }
    }
}

/// The colours of the debug drawing. Of a body, the first that applies counts: [`ElasticGizmo::Colored`], `inactive`,
/// `region`, `fixed`, `kinematic`, `asleep`, `dynamic`.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Default)]
pub struct ElasticGizmoColors {
    /// Bodies that move freely.
    pub dynamic: Color,
    /// Bodies that sleep.
    pub asleep: Color,
    /// [`Static`](crate::components::Static) bodies.
    pub fixed: Color,
    /// [`Kinematic`](crate::components::Kinematic) bodies.
    pub kinematic: Color,
    /// [`Sensor`](crate::components::Sensor), [`Absorbs`](crate::components::Absorbs) and
    /// [`OneWay`](crate::components::OneWay) bodies.
    pub region: Color,
    /// Bodies that take no part or keep older values: absorbed, broken, [`Rejected`](crate::components::Rejected) and
    /// disabled ones.
    pub inactive: Color,
    /// Velocities.
    pub velocity: Color,
    /// Impacts.
    pub impact: Color,
    /// Contacts.
    pub contact: Color,
    /// The paths of the last forecast.
    pub forecast: Color,
}

impl Default for ElasticGizmoColors {
    fn default() -> Self {
        Self {
            dynamic: Color::srgb(0.35, 0.75, 1.0),
            asleep: Color::srgb(0.4, 0.45, 0.6),
            fixed: Color::srgb(0.8, 0.8, 0.75),
            kinematic: Color::srgb(1.0, 0.65, 0.2),
            region: Color::srgb(0.4, 0.9, 0.4),
            inactive: Color::srgba(0.7, 0.25, 0.25, 0.6),
            velocity: Color::srgb(0.95, 0.9, 0.3),
            impact: Color::srgb(1.0, 0.3, 0.3),
            contact: Color::srgb(0.5, 1.0, 0.6),
            forecast: Color::srgba(1.0, 1.0, 1.0, 0.6),
        }
    }
}

/// Hides or colours one body in the debug drawing.
///
/// # Example
/// ```
/// use bevy_color::Color;
/// use bevy_elastic::gizmos::ElasticGizmo;
/// use bevy_elastic::prelude::*;
///
/// let suspect = (Collider::circle(20.0), ElasticGizmo::Colored(Color::srgb(1.0, 0.0, 1.0)));
/// # let _ = suspect;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
pub enum ElasticGizmo {
    /// Neither the body nor its velocity and forecast are drawn. Its impacts are, since each has two bodies.
    Hidden,
    /// The collider and the forecast have this colour, in any state.
    Colored(Color),
}
