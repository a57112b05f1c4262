//! Where the balls will go: the aim line is the forecast of the shot.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::event::ElasticEvent;
use bevy_elastic::forecast::{ForecastLeg, ForecastResult};
use bevy_elastic::prelude::*;
use harness::keys::DisplayOptions;
use harness::palette::{IVORY, WRONG};
use scenes::billiards::BALL_RADIUS;

use crate::aim::Aim;
use crate::bodies::Balls;
use crate::game::{Parlour, Phase};
use crate::look::palette;
use crate::rules::ball::Ball;

/// How far ahead the game looks, in ticks: half a minute, longer than any shot rolls.
const TICKS: u32 = 1920;

/// How much of the paths after the first contact is shown, in metres: the object ball's and the cue ball's.
const AFTER: [f64; 2] = [0.9, 0.3];

/// Draws the forecast of the shot that is aimed, or of what rolls.
pub fn draw_paths(
    mut aim: ResMut<Aim>,
    parlour: Res<Parlour>,
    balls: Res<Balls>,
    shown: Res<DisplayOptions>,
    time: Res<Time<Elastic>>,
    mut forecast: Forecast<DVec2>,
    mut gizmos: Gizmos,
) {
    let cue = balls.entity(Ball::CUE);
    match parlour.state.phase {
        Phase::Aiming => {
            let shot = ForecastChange { velocity: Some(aim.velocity()), ..ForecastChange::of(cue) };
            let first_tick = time.tick();
            let future = forecast.predict(&[shot], TICKS);
            let scratch = future.events.iter().any(
                |event| matches!(event, ElasticEvent::SensorEntered(entered) if entered.ball == cue),
            );
            aim.scratches = scratch;
            let color = if scratch { WRONG } else { IVORY };
            if shown.paths {
                draw_all(future, &balls, &mut gizmos);
            }
            draw_aim(future, first_tick, cue, &balls, color, &mut gizmos);
        }
        Phase::Rolling if shown.paths => {
            draw_all(forecast.predict(&[], TICKS), &balls, &mut gizmos)
        }
        _ => {}
    }
}

/// An instant of a forecast: ticks from its start, and seconds inside the tick.
type Instant = (u64, f64);

/// The line of the cue ball to its first contact, the ghost of it there, and how both balls part.
fn draw_aim(
    future: &ForecastResult<DVec2>,
    first_tick: u64,
    cue: Entity,
    balls: &Balls,
    color: Color,
    gizmos: &mut Gizmos,
) {
    let contact = future.events.iter().find_map(|event| match event {
        ElasticEvent::Collided(impact) if impact.entity == cue || impact.other == cue => {
            let other = if impact.entity == cue { impact.other } else { impact.entity };
            balls.ball(other).map(|ball| (other, ball, (impact.tick - first_tick, impact.time)))
        }
        _ => None,
    });
    let Some((other, ball, when)) = contact else {
        gizmos.linestrip_2d(points(future, cue, None, None, f64::INFINITY), color.with_alpha(0.7));
        return;
    };
    let to_ghost = points(future, cue, None, Some(when), f64::INFINITY);
    if let Some(ghost) = to_ghost.last() {
        gizmos.circle_2d(*ghost, BALL_RADIUS as f32, color.with_alpha(0.9));
    }
    gizmos.linestrip_2d(to_ghost, color.with_alpha(0.9));
    let object = points(future, other, Some(when), None, AFTER[0]);
    gizmos.linestrip_2d(object, palette::ball(ball).mix(&IVORY, 0.5));
    gizmos.linestrip_2d(points(future, cue, Some(when), None, AFTER[1]), color.with_alpha(0.55));
}

/// The whole paths of all balls, each in its colour.
fn draw_all(future: &ForecastResult<DVec2>, balls: &Balls, gizmos: &mut Gizmos) {
    for ball in Ball::all() {
        let path = points(future, balls.entity(ball), None, None, f64::INFINITY);
        let color = palette::ball(ball).mix(&IVORY, 0.2);
        if let (Some(end), true) = (path.last(), path.len() > 1) {
            gizmos.circle_2d(*end, BALL_RADIUS as f32, color.with_alpha(0.6));
        }
        gizmos.linestrip_2d(path, color.with_alpha(0.6));
    }
}

/// The corners of the path of a body between two instants, of no more than this length in metres.
fn points(
    future: &ForecastResult<DVec2>,
    body: Entity,
    from: Option<Instant>,
    to: Option<Instant>,
    length: f64,
) -> Vec<Vec2> {
    let mut points: Vec<DVec2> = Vec::new();
    let mut left = length;
    for ForecastLeg { ticks_before, leg, .. } in future.legs.iter().filter(|it| it.entity == body) {
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
