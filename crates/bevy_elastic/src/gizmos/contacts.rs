//! Draws the points at which bodies are in contact, with their normals.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::GlobalTransform;
use collide_core::vector::Vector;

use crate::components::{Collider, Mass};
use crate::contacts::Contacts;
use crate::gizmos::config::{ElasticGizmo, ElasticGizmos};
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// What is read of the body that a contact holds.
type Held<V> =
    (&'static Collider<V>, &'static GlobalTransform, &'static Mass, Option<&'static ElasticGizmo>);

/// Half of the length of the line across a contact, as a share of the body's reach.
const TICK_SHARE: f32 = 0.3;

/// How far a free body reaches from its centre along an axis, in length units.
fn reach_of<V: Space>(collider: &Collider<V>, config: &ElasticGizmos) -> f32 {
    match collider {
        Collider::Ball { radius } => *radius as f32,
        Collider::Cuboid { half_size } | Collider::RoundedCuboid { half_size, .. } => {
            half_size.widen().max_magnitude() as f32
        }
        _ => config.normal_length,
    }
}

/// Draws each contact: a line along the normal to the side of the body that is held, as long as the speed that the impulse of
/// a tick gives that body would bring it in the time of an arrow, and a short one along the surface.
pub(crate) fn draw_contacts<V: Space>(
    contacts: Contacts<V>,
    bodies: Query<Held<V>>,
    time: Res<Time<Elastic>>,
    mut gizmos: Gizmos<ElasticGizmos>,
) {
    let config = gizmos.config_ext;
    if !gizmos.config.enabled || !config.contacts {
        return;
    }
    let seconds = config.arrow_seconds / time.tick_seconds() as f32;
    let is_hidden = |entity: Entity| {
        bodies.get(entity).is_ok_and(|(.., look)| look == Some(&ElasticGizmo::Hidden))
    };
    for contact in contacts.iter() {
        let Ok((collider, transform, mass, _)) = bodies.get(contact.entity) else { continue };
        if is_hidden(contact.entity) || is_hidden(contact.other) {
            continue;
        }
        let point = contact.point.translation(transform.translation());
        let normal = contact.normal.translation(Vec3::ZERO);
        // The acceleration times the square of the time of an arrow.
        let speed = contact.impulse as f32 / mass.0;
        let reach = normal * (speed * seconds * config.arrow_seconds);
        let color = config.colors.contact;
        gizmos.line(point, point + reach, color);
        let flat = V::Wide::DIMENSION == 2;
        let across = if flat { Vec3::Z.cross(normal) } else { normal.any_orthonormal_vector() };
        let across = across * (TICK_SHARE * reach_of(collider, config) * transform.scale().x.abs());
        gizmos.line(point - across, point + across, color);
    }
}
