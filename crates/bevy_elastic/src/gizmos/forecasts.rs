//! Draws the paths of the last forecast.

use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::system::{Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_transform::components::GlobalTransform;
use collide_core::vector::Vector;

use crate::forecast::ForecastCache;
use crate::gizmos::config::{ElasticGizmo, ElasticGizmos};
use crate::space::Space;

/// The number of lines of a leg that is bent.
const LEG_LINES: u8 = 8;

/// Draws the last forecast, if the game has asked for one since the last frame.
pub(crate) fn draw_forecast<V: Space>(
    cache: Res<ForecastCache<V>>,
    bodies: Query<(&GlobalTransform, Option<&ElasticGizmo>)>,
    mut gizmos: Gizmos<ElasticGizmos>,
) {
    let config = gizmos.config_ext;
    if !gizmos.config.enabled || !config.forecasts || !cache.is_changed() {
        return;
    }
    for leg in cache.result().iter().flat_map(|result| &result.legs) {
        let (height, gizmo) = bodies
            .get(leg.entity)
            .map_or((Vec3::ZERO, None), |(transform, gizmo)| (transform.translation(), gizmo));
        let color = match gizmo {
            Some(ElasticGizmo::Hidden) => continue,
            Some(ElasticGizmo::Colored(color)) => *color,
            None => config.colors.forecast,
        };
        let leg = &leg.leg;
        let is_bent = leg.acceleration != V::Wide::ZERO;
        let lines = if is_bent { LEG_LINES } else { 1 };
        let points = (0..=lines).map(|point| {
            let time = leg.start + f64::from(point) / f64::from(lines) * (leg.end - leg.start);
            V::narrow(leg.position_at(time)).translation(height)
        });
        gizmos.linestrip(points, color);
    }
}
