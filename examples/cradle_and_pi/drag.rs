//! Lifting balls of the cradle with the mouse.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::pointer::Pointer;

use crate::args::Experiment;
use crate::cradle::{BALLS, Lift, RADIUS};
use crate::pendulum::STRING;
use crate::stage::Stage;

/// The largest displacement of a lifted ball, in metres along its arc.
const MAX_AWAY: f64 = 0.7;

/// While the button is held, the grabbed ball and all balls outside of it hang at the mouse. When the button
/// is released, they swing.
pub fn drag(
    pointer: Pointer,
    mut stage: ResMut<Stage>,
    mut time: ResMut<Time<Elastic>>,
    mut held: Local<Option<usize>>,
) {
    if stage.experiment != Experiment::Cradle {
        *held = None;
        return;
    }
    let Some(cursor) = pointer.place() else { return };
    let from_nail = |ball: usize| cursor - Vec2::new(stage.lift.rest(ball) as f32, STRING as f32);
    if pointer.buttons.just_pressed(MouseButton::Left) && !pointer.is_over_panel() {
        // A ball can be grabbed anywhere along its string.
        *held = (0..BALLS).min_by(|one, two| {
            let off = |ball: usize| f32::abs(from_nail(ball).x);
            off(*one).total_cmp(&off(*two))
        });
        let reach = (STRING + 2.0 * RADIUS) as f32;
        *held = held.filter(|ball| from_nail(*ball).length() < reach);
    }
    if let Some(ball) = *held {
        let angle = f64::from(f32::atan2(from_nail(ball).x, -from_nail(ball).y));
        let away = (angle * STRING).clamp(-MAX_AWAY, MAX_AWAY);
        let count = if away < 0.0 { ball + 1 } else { BALLS - ball };
        let wanted = Stage { lift: Lift { count, away, ..stage.lift }, ..*stage };
        stage.set_if_neq(wanted);
    }
    if held.is_some() && pointer.buttons.just_released(MouseButton::Left) {
        *held = None;
        time.unpause();
    } else if held.is_some() {
        time.pause();
    }
}
