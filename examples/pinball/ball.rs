//! The ball of steel.

use bevy::prelude::*;
use bevy_elastic::components::{AngularVelocity, InertiaFactor};
use bevy_elastic::prelude::*;

/// The radius of a ball, in millimetres.
pub const RADIUS: f32 = 13.5;

/// Where a ball is put into the lane of the plunger.
pub const START: Vec2 = vec2(281.0, 125.0);

/// The most speed after an impact, in millimetres a second.
const TOP_SPEED: f32 = 3500.0;

/// A ball.
#[derive(Component)]
pub struct Ball;

/// A ball at the start.
pub fn ball() -> impl Bundle {
    let surface =
        (Restitution(0.75), Friction(0.12), AngularVelocity(0.0), InertiaFactor::SOLID_SPHERE);
    let place = (Position(START), Transform::from_xyz(START.x, START.y, 2.0));
    (Ball, Collider::circle(RADIUS), surface, SpeedLimit::at_most(TOP_SPEED), place)
}
