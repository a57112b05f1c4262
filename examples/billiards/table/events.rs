//! What happens to the bodies of the table, in the terms of the rules.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::events::ElasticEvent;

use crate::rules::shot::ShotEvent;
use crate::table::bodies::Balls;

/// An event of the simulation as one of a shot, if the rules ask for it. The time is in seconds since the stroke; the others
/// say what an entity is.
pub fn shot_event(
    event: &ElasticEvent<DVec2>,
    time: f64,
    balls: &Balls,
    is_cushion: impl Fn(Entity) -> bool,
    pocket: impl Fn(Entity) -> Option<usize>,
) -> Option<ShotEvent> {
    match event {
        ElasticEvent::Collided(impact) => {
            match (balls.ball(impact.entity), balls.ball(impact.other)) {
                (Some(a), Some(b)) => Some(ShotEvent::Contact { a, b, time }),
                (Some(ball), None) => {
                    is_cushion(impact.other).then_some(ShotEvent::Cushion { ball, time })
                }
                _ => None,
            }
        }
        ElasticEvent::SensorEntered(entered) => {
            let (ball, pocket) = (balls.ball(entered.ball)?, pocket(entered.sensor)?);
            Some(ShotEvent::Pocketed { ball, pocket, time })
        }
        _ => None,
    }
}
