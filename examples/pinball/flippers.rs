//! The flippers: kinematic capsules that turn about their pivots, at full speed from end to end.

use bevy::prelude::*;
use bevy_elastic::components::AngularVelocity;
use bevy_elastic::prelude::*;

use crate::controls::Controls;
use crate::tilt::Tilt;

/// The pivot of the right flipper; that of the left one is its mirror image.
pub const PIVOT: Vec2 = vec2(94.0, 120.0);

/// From the pivot to the middle of the round end. Between the ends of both flippers there is always room for a ball.
pub const LENGTH: f32 = 72.0;

/// Half of the width.
pub const RADIUS: f32 = 8.0;

/// By how much a flipper that is down slopes, in radians.
const SLOPE: f32 = 0.49;

/// How fast a flipper turns, in radians a second.
pub const RATE: f32 = 24.0;

/// The number of ticks from one end to the other: 54 degrees in 39 ms.
pub const SWING: u32 = 10;

/// A flipper, of which `side` is -1 at the left and 1 at the right.
#[derive(Component)]
pub struct Flipper {
    pub side: f32,
    /// The number of ticks from the lower end to where it is.
    pub ticks: u32,
}

impl Flipper {
    /// Its number in the controls.
    pub fn number(&self) -> usize {
        usize::from(self.side > 0.0)
    }

    /// The angular velocity with which it goes up.
    pub fn rise(&self) -> f32 {
        -self.side * RATE
    }

    /// The angular velocity of the next tick.
    fn turn(&mut self, is_held: bool) -> f32 {
        match (is_held, self.ticks) {
            (true, 0..SWING) => {
                self.ticks += 1;
                self.rise()
            }
            (false, 1..) => {
                self.ticks -= 1;
                -self.rise()
            }
            _ => 0.0,
        }
    }
}

/// Builds both flippers, down.
pub fn build(mut commands: Commands) {
    for side in [-1.0, 1.0] {
        let place = vec2(side * PIVOT.x, PIVOT.y);
        let bat = Collider::capsule(Vec2::ZERO, vec2(-side * LENGTH, 0.0), RADIUS);
        let rubber = (Restitution(0.55), Friction(0.3));
        let turned = Transform::from_translation(place.extend(1.0))
            .with_rotation(Quat::from_rotation_z(side * SLOPE));
        let turns = (Kinematic, AngularVelocity(0.0), turned, Position(place));
        commands.spawn((Flipper { side, ticks: 0 }, bat, rubber, turns));
    }
}

/// Before each tick: turns the flippers up or down, and stops them at their ends.
pub fn turn(
    controls: Res<Controls>,
    tilt: Res<Tilt>,
    mut flippers: Query<(&mut Flipper, &mut AngularVelocity)>,
) {
    for (mut flipper, mut rate) in &mut flippers {
        let is_held = controls.flippers[flipper.number()] && !tilt.is_tilted;
        let next = flipper.turn(is_held);
        rate.set_if_neq(AngularVelocity(next));
    }
}

#[test]
fn flipper_stops_after_its_swing_and_returns() {
    let mut flipper = Flipper { side: -1.0, ticks: 0 };
    let up: f32 = (0..2 * SWING).map(|_| flipper.turn(true)).sum();
    let down: f32 = (0..2 * SWING).map(|_| flipper.turn(false)).sum();
    assert!(up == RATE * SWING as f32 && up + down == 0.0 && flipper.ticks == 0);
}
