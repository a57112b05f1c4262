//! Draws the points at which bodies are in contact, with their normals.

use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::GlobalTransform;

use crate::components::Mass;
use crate::contacts::Contacts;
use crate::gizmos::config::{ElasticGizmo, ElasticGizmos};
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// Draws each contact: a line along the normal to the side of the body that is held, as long as the speed that the impulse of
/// a tick gives that body would bring it in the time of an arrow, and a tick across it.
pub(crate) fn draw_contacts<V: Space>(
    contacts: Contacts<V>,
    bodies: Query<(&GlobalTransform, &Mass, Option<&ElasticGizmo>)>,
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
        let Ok((transform, mass, _)) = bodies.get(contact.entity) else { continue };
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
        let across = normal.any_orthogonal_vector() * (0.2 * config.normal_length);
        gizmos.line(point - across, point + across, color);
    }
}
