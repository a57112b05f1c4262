//! The plunger: a kinematic body that is pulled back and hits the ball with the speed of its spring.

use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::ball::Ball;
use crate::controls::Controls;
use crate::table::is_in_lane;

/// The middle of the plunger while it is not pulled.
const REST: Vec2 = vec2(281.0, 90.0);

/// The size of the plunger.
pub const SIZE: Vec2 = vec2(30.0, 20.0);

/// How far it can be pulled, in millimetres.
pub const STROKE: f32 = 60.0;

/// How fast it is pulled, in millimetres a second.
const PULL_SPEED: f32 = 75.0;

/// The speed that the spring gives to it after the longest pull, in millimetres a second.
const TOP_SPEED: f32 = 1500.0;

/// The plunger.
#[derive(Component, Default)]
pub struct Plunger {
    /// How far it is pulled, in millimetres.
    pub pulled: f32,
    /// The speed with which it returns; 0 until it is released.
    speed: f32,
    /// Whether it launches the next ball by itself.
    pub is_automatic: bool,
}

impl Plunger {
    /// How far it is pulled, as a share of the longest pull.
    pub fn share(&self) -> f32 {
        self.pulled / STROKE
    }

    /// Pulls or releases it for a tick.
    fn advance(&mut self, is_held: bool, seconds: f32) {
        if is_held && self.speed == 0.0 {
            self.pulled = (self.pulled + PULL_SPEED * seconds).min(STROKE);
        } else if self.pulled > 0.0 {
            if self.speed == 0.0 {
                self.speed = TOP_SPEED * self.share();
            }
            self.pulled = (self.pulled - self.speed * seconds).max(0.0);
        } else {
            self.speed = 0.0;
        }
    }
}

/// Builds the plunger.
pub fn build(mut commands: Commands) {
    let rod = (Collider::rectangle(SIZE.x, SIZE.y), Kinematic, Restitution(0.4));
    commands.spawn((Plunger::default(), rod, Position(REST), MoveTo(REST)));
}

/// Before each tick: moves the plunger.
pub fn pull(
    controls: Res<Controls>,
    time: Res<Time<Elastic>>,
    plunger: Single<(&mut Plunger, &mut MoveTo)>,
    balls: Query<&Position, With<Ball>>,
) {
    let (mut plunger, mut to) = plunger.into_inner();
    let is_full = plunger.pulled >= STROKE;
    let waits = plunger.is_automatic
        && !is_full
        && balls.iter().any(|ball| is_in_lane(ball.0) && ball.0.y < 200.0);
    let is_held = if plunger.is_automatic { waits } else { controls.pulls };
    plunger.advance(is_held, time.tick_seconds() as f32);
    to.set_if_neq(MoveTo(REST - Vec2::Y * plunger.pulled));
}

#[test]
fn longer_pull_returns_faster() {
    let speed = |ticks: u16| {
        let mut plunger = Plunger::default();
        (0..ticks).for_each(|_| plunger.advance(true, 1.0 / 256.0));
        let before = plunger.pulled;
        plunger.advance(false, 1.0 / 256.0);
        before - plunger.pulled
    };
    assert!(speed(50) > 0.0 && speed(200) > 1.9 * speed(100));
    assert!((speed(400) * 256.0 - TOP_SPEED).abs() < 1e-2);
}
