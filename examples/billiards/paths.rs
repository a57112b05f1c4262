//! The aim line and the predicted paths of the balls, drawn from the forecast of the shot.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::{ForecastLeg, ForecastResult};
use bevy_elastic::prelude::*;
use harness::keys::Overlays;
use harness::palette::{IVORY, WRONG};
use scenes::billiards::BALL_RADIUS;

use crate::aim::Aim;
use crate::game::{Phase, Session};
use crate::look::palette;
use crate::rules::ball::Ball;
use crate::table::bodies::{Balls, supposed};

/// The length of the forecast, in ticks: half a minute, longer than any shot rolls.
const MAX_TICKS: u32 = 1920;

/// The lengths of the paths after the first contact that are drawn, in metres: of the object ball and of
/// the cue ball.
const LENGTHS_AFTER_CONTACT: [f64; 2] = [0.9, 0.6];

/// Draws the forecast of the aimed shot, or of the rolling balls.
pub fn draw_paths(
    mut aim: ResMut<Aim>,
    session: Res<Session>,
    balls: Res<Balls>,
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    mut forecast: Forecast<DVec2>,
    mut gizmos: Gizmos,
) {
    let cue = balls.entity(Ball::CUE);
    match session.state.phase {
        Phase::Aiming => {
            let shot = supposed(cue, &aim.shot());
            let first_tick = time.tick();
            let result = forecast.predict(&[shot], MAX_TICKS);
            let scratch = result.events.iter().any(
                |event| matches!(event, ElasticEvent::SensorEntered(entered) if entered.ball == cue),
            );
            aim.scratches = scratch;
            let color = if scratch { WRONG } else { IVORY };
            if shown.paths {
                draw_all(result, &balls, &mut gizmos);
            }
            draw_aim(result, first_tick, cue, &balls, color, &mut gizmos);
        }
        Phase::Rolling if shown.paths => {
            draw_all(forecast.predict(&[], MAX_TICKS), &balls, &mut gizmos)
        }
        _ => {}
    }
}

/// A time of a forecast: ticks from its start, and seconds inside the tick.
type ForecastTime = (u64, f64);

/// Draws the path of the cue ball to its first contact, its outline there, and the paths of both balls after
/// the contact.
fn draw_aim(
    result: &ForecastResult<DVec2>,
    first_tick: u64,
    cue: Entity,
    balls: &Balls,
    color: Color,
    gizmos: &mut Gizmos,
) {
    let contact = result.events.iter().find_map(|event| match event {
        ElasticEvent::Collided(impact) if impact.entity == cue || impact.other == cue => {
            let other = if impact.entity == cue { impact.other } else { impact.entity };
            balls.ball(other).map(|ball| (other, ball, (impact.tick - first_tick, impact.time)))
        }
        _ => None,
    });
    let Some((other, ball, when)) = contact else {
        gizmos.linestrip_2d(points(result, cue, None, None, f64::INFINITY), color.with_alpha(0.7));
        return;
    };
    let to_ghost = points(result, cue, None, Some(when), f64::INFINITY);
    if let Some(ghost) = to_ghost.last() {
        gizmos.circle_2d(*ghost, BALL_RADIUS as f32, color.with_alpha(0.9));
    }
    gizmos.linestrip_2d(to_ghost, color.with_alpha(0.9));
    let object = points(result, other, Some(when), None, LENGTHS_AFTER_CONTACT[0]);
    gizmos.linestrip_2d(object, palette::ball(ball).mix(&IVORY, 0.5));
    gizmos.linestrip_2d(
        points(result, cue, Some(when), None, LENGTHS_AFTER_CONTACT[1]),
        color.with_alpha(0.55),
    );
}

/// Draws the whole paths of all balls, each in its colour.
fn draw_all(result: &ForecastResult<DVec2>, balls: &Balls, gizmos: &mut Gizmos) {
    for ball in Ball::all() {
        let path = points(result, balls.entity(ball), None, None, f64::INFINITY);
        let color = palette::ball(ball).mix(&IVORY, 0.2);
        if let (Some(end), true) = (path.last(), path.len() > 1) {
            gizmos.circle_2d(*end, BALL_RADIUS as f32, color.with_alpha(0.6));
        }
        gizmos.linestrip_2d(path, color.with_alpha(0.6));
    }
}

/// The vertices of the path of a body between two times, cut off at a length in metres.
fn points(
    result: &ForecastResult<DVec2>,
    body: Entity,
    from: Option<ForecastTime>,
    to: Option<ForecastTime>,
    length: f64,
) -> Vec<Vec2> {
    let mut points: Vec<DVec2> = Vec::new();
    let mut left = length;
    for ForecastLeg { ticks_before, leg, .. } in result.legs.iter().filter(|it| it.entity == body) {
        let start = (u64::from(*ticks_before), leg.start);
        if from.is_some_and(|from| start < from) || to.is_some_and(|to| start >= to) {
            continue;
        }
        let way = leg.position_at(leg.end) - leg.position;
        let share = (left / way.length().max(f64::MIN_POSITIVE)).min(1.0);
        if points.is_empty() {
            points.push(leg.position);
        }
        points.push(leg.position + way * share);
        left -= way.length();
        if left <= 0.0 {
            break;
        }
    }
    points.into_iter().map(|point| point.as_vec2()).collect()
}
