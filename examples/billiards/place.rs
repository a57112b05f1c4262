//! Placing balls: free positions, the spots, and the cue ball in hand.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::pointer::Pointer;
use scenes::billiards::{BALL_RADIUS, FOOT_SPOT, HALF_LENGTH, HALF_WIDTH, HEAD_STRING};

use crate::bodies::Balls;
use crate::game::{Phase, Session};
use crate::rules::ball::Ball;
use crate::rules::verdict::Placement;

/// The smallest gap between a placed ball and any other ball, in metres.
const MIN_GAP: f64 = 1e-4;

/// The positions of all balls on the table except `ball`.
#[must_use]
pub fn others(ball: Ball, balls: &Balls, simulation: &Simulation<DVec2>) -> Vec<DVec2> {
    Ball::all()
        .filter(|other| *other != ball)
        .filter_map(|other| {
            let body = simulation.body(balls.entity(other))?;
            let on_table = simulation.world().absorbed_by(body).is_none();
            on_table.then(|| simulation.world().body(body).map(|body| body.position))?
        })
        .collect()
}

/// Whether a ball can be placed at `place`: on the playing surface and clear of the others.
#[must_use]
pub fn is_free(place: DVec2, others: &[DVec2]) -> bool {
    let room = DVec2::new(HALF_LENGTH, HALF_WIDTH) - DVec2::splat(BALL_RADIUS) - place.abs();
    room.min_element() >= 0.0
        && others.iter().all(|other| other.distance(place) >= 2.0 * BALL_RADIUS + MIN_GAP)
}

/// The head spot, or the nearest free position along the head string.
#[must_use]
pub fn head_spot(others: &[DVec2]) -> DVec2 {
    nearest_free(DVec2::new(HEAD_STRING, 0.0), DVec2::Y, others)
}

/// The foot spot, or the nearest free position along the long axis.
#[must_use]
pub fn foot_spot(others: &[DVec2]) -> DVec2 {
    nearest_free(DVec2::new(FOOT_SPOT, 0.0), DVec2::X, others)
}

/// The free position on a line that is nearest to `spot`, found in steps to both sides. Sixteen balls cannot
/// fill the line.
fn nearest_free(spot: DVec2, along: DVec2, others: &[DVec2]) -> DVec2 {
    let step = along * (BALL_RADIUS / 4.0);
    (0..400u32)
        .flat_map(|count| [spot + step * f64::from(count), spot - step * f64::from(count)])
        .find(|place| is_free(*place, others))
        .unwrap_or(spot)
}

/// With ball in hand, moves the cue ball with the pointer over the free positions. A click places it, or the lift of the
/// finger that moves it.
pub fn place_cue_ball(
    pointer: Pointer,
    balls: Res<Balls>,
    simulation: Res<Simulation<DVec2>>,
    mut places: Query<&mut Position<DVec2>>,
    mut session: ResMut<Session>,
) {
    let Phase::Placing(placement) = session.state.phase else { return };
    let Some(cursor) = pointer.place() else { return };
    let Ok(mut position) = places.get_mut(balls.entity(Ball::CUE)) else { return };
    let room = DVec2::new(HALF_LENGTH, HALF_WIDTH) - DVec2::splat(BALL_RADIUS);
    let mut wanted = cursor.as_dvec2().clamp(-room, room);
    if placement == Placement::BehindHeadString {
        wanted.x = wanted.x.min(HEAD_STRING);
    }
    let free = is_free(wanted, &others(Ball::CUE, &balls, &simulation));
    if free && position.0 != wanted {
        position.0 = wanted;
    }
    let places = if pointer.is_finger() {
        pointer.buttons.just_released(MouseButton::Left)
    } else {
        pointer.buttons.just_pressed(MouseButton::Left)
    };
    if places && free && !pointer.is_over_panel() {
        session.state.phase = Phase::Aiming;
        session.state.message = "Aim; hold the left button and pull back.".to_owned();
        session.state.foul = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_foot_spot_gives_nearest_free_position() {
        assert_eq!(foot_spot(&[]), DVec2::new(FOOT_SPOT, 0.0));
        let spot = foot_spot(&[DVec2::new(FOOT_SPOT, 0.0)]);
        assert_eq!(spot.y, 0.0);
        let way = (spot.x - FOOT_SPOT).abs();
        assert!((2.0 * BALL_RADIUS..2.5 * BALL_RADIUS).contains(&way));
    }

    #[test]
    fn ball_may_touch_but_not_overlap_cushion() {
        let edge = HALF_LENGTH - BALL_RADIUS;
        assert!(is_free(DVec2::new(edge, 0.0), &[]));
        assert!(!is_free(DVec2::new(edge + 1e-9, 0.0), &[]));
    }
}
