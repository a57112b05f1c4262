//! The cue ball in hand.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::pointer::Pointer;
use scenes::billiards::{BALL_RADIUS, HALF_LENGTH, HALF_WIDTH, HEAD_STRING};

use crate::game::{Phase, Session};
use crate::rules::ball::Ball;
use crate::rules::verdict::Placement;
use crate::table::bodies::Balls;
use crate::table::place::{is_free, others};

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
