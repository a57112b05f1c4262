//! The predicted paths of bodies with overlays.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::forecast::ForecastLeg;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;

use crate::keys::Overlays;
use crate::overlay::trails::Overlaid;

/// Draws the predicted paths of a game in the space `V`.
pub struct PathPlugin<V: Space>(std::marker::PhantomData<V>);

impl<V: Space> Default for PathPlugin<V> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<V: Space<Wide = DVec2>> Plugin for PathPlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(PathTicks(128)).add_systems(Update, draw_paths::<V>);
    }
}

/// The length of the predicted paths, in ticks.
#[derive(Resource, Clone, Copy, Debug)]
pub struct PathTicks(pub u32);

fn draw_paths<V: Space<Wide = DVec2>>(
    shown: Res<Overlays>,
    ticks: Res<PathTicks>,
    bodies: Query<&Overlaid>,
    mut forecast: Forecast<V>,
    mut gizmos: Gizmos,
) {
    if !shown.paths {
        return;
    }
    for ForecastLeg { entity, leg, .. } in &forecast.predict(&[], ticks.0).legs {
        if let Ok(overlaid) = bodies.get(*entity) {
            let [start, end] = [leg.start, leg.end].map(|time| leg.position_at(time).as_vec2());
            gizmos.line_2d(start, end, overlaid.color.with_alpha(0.35));
        }
    }
}
