//! Trails of bodies.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::Space;

use crate::keys::Overlays;

/// Marks a body that has a trail, and stores it.
#[derive(Component, Clone, Debug)]
pub struct Overlaid {
    /// The colour of the trail.
    pub color: Color,
    /// The vertices of the path, each with its time in ticks.
    trail: VecDeque<(f64, Vec2)>,
    /// The end of the last leg of the path.
    end: Option<Vec2>,
}

impl Overlaid {
    /// A trail in a colour.
    #[must_use]
    pub fn new(color: Color) -> Self {
        Self { color, trail: VecDeque::new(), end: None }
    }
}

/// Draws trails for a game in the space `V`.
pub struct TrailPlugin<V: Space>(std::marker::PhantomData<V>);

impl<V: Space> Default for TrailPlugin<V> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<V: Space> Plugin for TrailPlugin<V> {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedPostUpdate, enable_path_records.in_set(ElasticSystems::Prepare))
            .add_systems(FixedPostUpdate, record_trails::<V>.in_set(ElasticSystems::Report))
            .add_systems(PostUpdate, draw_trails.after(TransformSystems::Propagate));
    }
}

/// Makes the reports contain the paths of all bodies, also of those without an impact, as soon as a body
/// has a trail.
fn enable_path_records(bodies: Query<(), With<Overlaid>>, mut config: ResMut<ElasticConfig>) {
    if !config.record_paths && !bodies.is_empty() {
        config.record_paths = true;
    }
}

/// Adds the legs of the last tick to the trails. A trail has every vertex of the path, however far a body
/// flies in a tick.
fn record_trails<V: Space>(
    engine: Res<SimulationStepper<V>>,
    simulation: Res<Simulation<V>>,
    time: Res<Time<Elastic>>,
    mut bodies: Query<&mut Overlaid>,
) {
    /// The maximum length of a trail, in ticks and in vertices.
    const MAX_TICKS: f64 = 90.0;
    const MAX_VERTICES: usize = 180;
    if bodies.is_empty() {
        return;
    }
    let (report, start) = (engine.report(), time.tick() as f64 - 1.0);
    for mut overlaid in &mut bodies {
        // After a rewind the trail ends at the present.
        while overlaid.trail.back().is_some_and(|vertex| vertex.0 >= start) {
            overlaid.trail.pop_back();
            overlaid.end = None;
        }
        while overlaid.trail.front().is_some_and(|vertex| vertex.0 < start - MAX_TICKS) {
            overlaid.trail.pop_front();
        }
    }
    for leg in &report.legs {
        let body = simulation.entity(leg.body).and_then(|entity| bodies.get_mut(entity).ok());
        if let Some(mut overlaid) = body {
            let place = V::narrow(leg.position).translation(Vec3::ZERO).truncate();
            // A body that the game has moved did not fly there: its trail starts anew.
            let slack = 1e-3 * (1.0 + place.length());
            if overlaid.end.is_some_and(|end| end.distance(place) > slack) {
                overlaid.trail.clear();
            }
            let end = leg.position_at(leg.end);
            overlaid.end = Some(V::narrow(end).translation(Vec3::ZERO).truncate());
            overlaid.trail.push_back((start + leg.start / report.dt, place));
            if overlaid.trail.len() > MAX_VERTICES {
                overlaid.trail.pop_front();
            }
        }
    }
}

fn draw_trails(
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    bodies: Query<(&GlobalTransform, &Overlaid, &InheritedVisibility)>,
    mut gizmos: Gizmos,
) {
    if !shown.trails {
        return;
    }
    let displayed = time.tick() as f64 - 1.0 + time.displayed_fraction();
    for (place, overlaid, _) in bodies.iter().filter(|(.., visible)| visible.get()) {
        let passed =
            overlaid.trail.iter().filter(|vertex| vertex.0 < displayed).map(|vertex| vertex.1);
        let points: Vec<Vec2> = passed.chain([place.translation().truncate()]).collect();
        let count = points.len() as f32;
        let faded = points
            .into_iter()
            .zip(1u8..)
            .map(|(point, age)| (point, overlaid.color.with_alpha(f32::from(age) / count)));
        gizmos.linestrip_gradient_2d(faded);
    }
}
