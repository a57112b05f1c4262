//! Draws the impacts of the last moments, which fade.

use std::collections::VecDeque;

use bevy_color::Alpha;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageReader;
use bevy_ecs::system::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_time::Time;
use bevy_transform::components::GlobalTransform;

use crate::events::Collided;
use crate::gizmos::config::ElasticGizmos;
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// The maximum number of impacts that are drawn, the latest ones: a large gas would fill the frame with lines.
const MAX_IMPACTS: usize = 4096;

/// Draws each impact from the instant on at which the frame displays it.
pub(crate) fn draw_impacts<V: Space>(
    mut messages: MessageReader<Collided<V>>,
    mut recent: Local<VecDeque<Collided<V>>>,
    transforms: Query<&GlobalTransform>,
    time: Res<Time<Elastic>>,
    mut gizmos: Gizmos<ElasticGizmos>,
) {
    let config = gizmos.config_ext;
    if !gizmos.config.enabled || !config.impacts {
        messages.clear();
        recent.clear();
        return;
    }
    recent.extend(messages.read().copied());
    let excess = recent.len().saturating_sub(MAX_IMPACTS);
    recent.drain(..excess);
    // An impact of a tick to come is left from before a rewind.
    recent.retain(|impact| {
        impact.tick < time.tick() && age(impact, &time) < f64::from(config.impact_seconds)
    });
    for impact in recent.iter() {
        let age = age(impact, &time);
        if age < 0.0 {
            continue;
        }
        let height = |entity: Entity| transforms.get(entity).ok().map(|at| at.translation());
        let height = height(impact.entity).or_else(|| height(impact.other)).unwrap_or_default();
        let point = impact.point.translation(height);
        let reach = impact.normal.translation(Vec3::ZERO)
            * (impact.approach_speed as f32 * config.arrow_seconds);
        let fresh = 1.0 - age as f32 / config.impact_seconds;
        let color = config.colors.impact;
        let color = color.with_alpha(color.alpha() * fresh);
        gizmos.line(point - reach, point + reach, color);
    }
}

/// The time from an impact to the instant that the frame displays, in seconds of the game.
fn age<V: Space>(impact: &Collided<V>, time: &Time<Elastic>) -> f64 {
    // Ticks may have had other lengths before, which changes nothing but how fast the line fades.
    let ticks = time.tick() as f64 - impact.tick as f64 - 1.0 + time.displayed_fraction();
    ticks * time.tick_seconds() - impact.time
}
