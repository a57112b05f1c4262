//! Dragging balls and the tips of their velocity arrows with the pointer, while the clock is paused.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::Overlays;
use harness::pointer::Pointer;

use crate::impact::Number;
use crate::lesson::radius;
use crate::twin::Twin;

/// The length of the velocity arrow of a ball at 1 m/s, in metres.
pub const ARROW: f32 = 0.4;

/// The largest distance from which a mouse and a finger grab the tip of an arrow, in metres.
const GRAB_DISTANCE: f64 = 0.16;
const FINGER_DISTANCE: f64 = 0.5;

/// The part of a ball that the mouse holds.
#[derive(Clone, Copy, Debug)]
enum Grip {
    /// The ball, at this offset from its centre.
    Ball(DVec2),
    /// The tip of the velocity arrow.
    Arrow,
}

/// The held ball with its grip, and whether the clock ran before.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Held(Option<(Entity, Grip, bool)>);

/// The components of a ball that dragging reads and writes.
type DraggedBall = (
    Entity,
    &'static mut Position<DVec2>,
    &'static mut Velocity<DVec2>,
    &'static Transform,
    &'static Mass,
);

/// Grabs, moves and releases.
pub fn hold(
    pointer: Pointer,
    shown: Res<Overlays>,
    mut balls: Query<DraggedBall, With<Number>>,
    mut time: ResMut<Time<Elastic>>,
    mut twin: ResMut<Twin>,
    mut held: ResMut<Held>,
) {
    let Some(cursor) = pointer.place().map(|place| place.as_dvec2()) else { return };
    if pointer.buttons.just_pressed(MouseButton::Left) && !pointer.is_over_panel() {
        let reach = if pointer.is_finger() { FINGER_DISTANCE } else { GRAB_DISTANCE };
        let grip = find(cursor, &balls, shown.vectors.then_some(reach));
        held.0 = grip.map(|(ball, grip)| (ball, grip, !time.is_paused()));
    }
    let Some((ball, grip, ran)) = held.0 else { return };
    let others: Vec<_> = balls
        .iter()
        .filter(|other| other.0 != ball)
        .map(|(_, place, .., mass)| (place.0, radius(f64::from(mass.0))))
        .collect();
    if let Ok((_, mut position, mut velocity, transform, mass)) = balls.get_mut(ball) {
        time.pause();
        match grip {
            Grip::Ball(offset) if is_free(cursor - offset, radius(f64::from(mass.0)), &others) => {
                position.set_if_neq(Position(cursor - offset));
            }
            Grip::Ball(_) => {}
            Grip::Arrow => {
                let place = transform.translation.truncate().as_dvec2();
                velocity.set_if_neq(Velocity((cursor - place) / f64::from(ARROW)));
            }
        }
        twin.restart();
    }
    if !pointer.buttons.pressed(MouseButton::Left) {
        held.0 = None;
        if ran {
            time.unpause();
        }
    }
}

/// Whether a ball of this radius overlaps none of the others, which are given by position and radius.
/// The solver would push overlapping balls apart.
pub fn is_free(place: DVec2, radius: f64, others: &[(DVec2, f64)]) -> bool {
    others.iter().all(|(other, extent)| other.distance(place) >= radius + extent)
}

/// The ball and the grip under the pointer; arrows, with tips that are grabbed from so far, take precedence over balls.
fn find(
    cursor: DVec2,
    balls: &Query<DraggedBall, With<Number>>,
    arrows: Option<f64>,
) -> Option<(Entity, Grip)> {
    let place = |transform: &Transform| transform.translation.truncate().as_dvec2();
    let arrow = balls.iter().find(|(_, _, velocity, transform, mass)| {
        let tip = velocity.0 * f64::from(ARROW);
        // A short arrow ends near the centre of the ball, where the mouse grabs the ball itself.
        let outside = tip.length() > 0.5 * radius(f64::from(mass.0));
        outside && (place(transform) + tip).distance(cursor) < arrows.unwrap_or_default()
    });
    if let Some((ball, ..)) = arrow {
        return Some((ball, Grip::Arrow));
    }
    let ball = balls.iter().find(|(_, _, _, transform, mass)| {
        place(transform).distance(cursor) <= radius(f64::from(mass.0))
    });
    ball.map(|(ball, _, _, transform, _)| (ball, Grip::Ball(cursor - place(transform))))
}
