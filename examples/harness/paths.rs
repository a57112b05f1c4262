//! Where bodies with overlays will fly.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use collide_core::vector::Vector;

use crate::keys::Shown;
use crate::overlay::Overlaid;

/// How many ticks ahead the predicted paths reach.
#[derive(Resource, Clone, Copy, Debug)]
pub struct PathTicks(pub u32);

/// Draws the predicted paths.
pub fn draw_paths<V: Space + Vector<Wide = DVec2>>(
    shown: Res<Shown>,
    ticks: Res<PathTicks>,
    bodies: Query<&Overlaid>,
    mut forecast: Forecast<V>,
    mut gizmos: Gizmos,
) {
    if !shown.paths {
        return;
    }
    for (_, body, leg) in &forecast.ask(&[], ticks.0).legs {
        if let Ok(overlaid) = bodies.get(*body) {
            let [start, end] = [leg.start, leg.end].map(|time| leg.position_at(time).as_vec2());
            gizmos.line_2d(start, end, overlaid.color.with_alpha(0.35));
        }
    }
}
