//! Nudges, which push the table, and the tilt, which punishes too many of them.

use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::ball::Ball;
use crate::controls::Controls;
use crate::table::is_in_lane;

/// The speed that a nudge gives to balls, in millimetres a second.
const NUDGE: f32 = 170.0;

/// How many nudges at once swing the pendulum so far that the table tilts.
const MOST: f32 = 3.0;

/// By how much the swing decays, in nudges a second.
const DECAY: f32 = 0.5;

/// The pendulum in the cabinet.
#[derive(Resource, Default)]
pub struct Tilt {
    /// How far it swings, in nudges.
    swing: f32,
    /// Whether the flippers are dead until the last ball has drained.
    pub is_tilted: bool,
    /// The last nudge, and how long ago it was in seconds.
    pub last: (Vec2, f32),
}

impl Tilt {
    /// How near the tilt is, from 0 to 1.
    pub fn share(&self) -> f32 {
        if self.is_tilted { 1.0 } else { self.swing / MOST }
    }

    fn push(&mut self, nudge: Vec2) {
        self.swing += 1.0;
        self.is_tilted |= self.swing > MOST;
        self.last = (nudge, 0.0);
    }

    fn decay(&mut self, seconds: f32) {
        self.swing = (self.swing - DECAY * seconds).max(0.0);
        self.last.1 += seconds;
    }
}

/// Before each tick: pushes the balls on the playfield as the player has pushed the table.
pub fn nudge(
    mut controls: ResMut<Controls>,
    time: Res<Time<Elastic>>,
    mut tilt: ResMut<Tilt>,
    mut balls: Query<(&Position, &mut Velocity), With<Ball>>,
) {
    tilt.decay(time.tick_seconds() as f32);
    for nudge in std::mem::take(&mut controls.nudges) {
        tilt.push(nudge);
        let pushed = balls.iter_mut().filter(|(place, _)| !is_in_lane(place.0));
        pushed.for_each(|(_, mut velocity)| velocity.0 += NUDGE * nudge);
    }
}

#[test]
fn fourth_nudge_in_two_seconds_tilts_and_one_a_while_never() {
    let mut tilt = Tilt::default();
    (0..3).for_each(|_| tilt.push(Vec2::Y));
    assert!(!tilt.is_tilted && tilt.share() == 1.0);
    tilt.decay(1.0);
    tilt.push(Vec2::Y);
    assert!(tilt.is_tilted);
    let mut tilt = Tilt::default();
    for _ in 0..20 {
        tilt.push(Vec2::X);
        tilt.decay(2.1);
    }
    assert!(!tilt.is_tilted);
}
