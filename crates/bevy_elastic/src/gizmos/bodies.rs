//! Draws the colliders and the velocities of bodies.

use bevy_color::Color;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::{Has, QueryData, With, Without};
use bevy_ecs::system::Query;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;

use crate::components::{
    Absorbed, Absorbs, AngularVelocity, Asleep, Cloth, Collider, Kinematic, OneWay, Rejected,
    Sensor, Static, Velocity,
};
use crate::gizmos::config::{ElasticGizmo, ElasticGizmoColors, ElasticGizmos};
use crate::gizmos::shapes::Placement;
use crate::space::Space;

/// What decides the look of a body.
#[derive(QueryData)]
pub struct DrawnBody<V: Space> {
    collider: &'static Collider<V>,
    transform: &'static GlobalTransform,
    gizmo: Option<&'static ElasticGizmo>,
    gate: Option<&'static OneWay<V>>,
    turns: Has<AngularVelocity<<V as Space>::Angular>>,
    is_on_cloth: Has<Cloth>,
    is_sensor: Has<Sensor>,
    absorbs: Has<Absorbs>,
    is_static: Has<Static>,
    is_kinematic: Has<Kinematic>,
    is_asleep: Has<Asleep>,
    is_absorbed: Has<Absorbed>,
    is_rejected: Has<Rejected>,
    is_disabled: Has<Disabled>,
}

impl<V: Space> DrawnBodyItem<'_, '_, V> {
    /// The colour of the collider; `None` if it is hidden.
    fn color(&self, colors: &ElasticGizmoColors) -> Option<Color> {
        Some(match self.gizmo {
            Some(ElasticGizmo::Hidden) => return None,
            Some(ElasticGizmo::Colored(color)) => *color,
            None if self.is_absorbed || self.is_rejected || self.is_disabled => colors.inactive,
            None if self.is_sensor || self.absorbs || self.gate.is_some() => colors.region,
            None if self.is_static => colors.fixed,
            None if self.is_kinematic => colors.kinematic,
            None if self.is_asleep => colors.asleep,
            None => colors.dynamic,
        })
    }
}

/// Draws all colliders where the frame displays them.
pub(crate) fn draw_colliders<V: Space>(
    bodies: Query<DrawnBody<V>>,
    mut gizmos: Gizmos<ElasticGizmos>,
) {
    let config = gizmos.config_ext;
    if !gizmos.config.enabled || !config.colliders {
        return;
    }
    for body in &bodies {
        let Some(color) = body.color(&config.colors) else { continue };
        let placement = Placement::<V>::of(body.transform);
        placement.draw_collider(&mut gizmos, body.collider, config, color);
        if let Collider::Ball { radius } = *body.collider
            && body.turns
            // Its Transform does not turn.
            && !body.is_on_cloth
        {
            placement.draw_radius(&mut gizmos, radius, color);
        }
        if let Some(OneWay(open)) = body.gate
            && let Some(open) = placement.direction(*open).try_normalize()
        {
            placement.draw_arrow(&mut gizmos, open * config.normal_length, color);
        }
    }
}

/// What is read of a body that may move.
type Moving<V> = (&'static Velocity<V>, &'static GlobalTransform, Option<&'static ElasticGizmo>);

/// The bodies that may move.
type IsMovable<V> = (With<Collider<V>>, Without<Static>, Without<Absorbed>);

/// Draws velocities from where the frame displays the bodies. They are those at the end of the last tick.
pub(crate) fn draw_velocities<V: Space>(
    bodies: Query<Moving<V>, IsMovable<V>>,
    mut gizmos: Gizmos<ElasticGizmos>,
) {
    let config = gizmos.config_ext;
    if !gizmos.config.enabled || !config.velocities {
        return;
    }
    for (velocity, transform, gizmo) in &bodies {
        if gizmo != Some(&ElasticGizmo::Hidden) {
            let arrow = velocity.0.translation(Vec3::ZERO) * config.arrow_seconds;
            let placement = Placement::<V>::of(transform);
            placement.draw_arrow(&mut gizmos, arrow, config.colors.velocity);
        }
    }
}
