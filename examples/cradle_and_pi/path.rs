//! The path of the blocks in the space of velocities.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::blocks::{Block, SPEED, ratio};

/// The velocities after a clack, of the light block and of the heavy one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clack {
    /// When, in seconds of the game.
    pub seconds: f64,
    /// In length units a second.
    pub velocities: [f64; 2],
}

/// All clacks so far, built up from what the plugin tells: an impulse over a mass is a change of velocity.
#[derive(Resource, Clone, Debug)]
pub struct Path {
    /// The k of the mass ratio 100^k.
    pub power: u8,
    /// All that were told, in order of time.
    pub clacks: Vec<Clack>,
    /// How many of them have been seen: a tick is made before it is seen, and in slow motion long before.
    pub seen: usize,
}

impl Path {
    /// The path of blocks that have not met yet.
    #[must_use]
    pub fn new(power: u8) -> Self {
        Self { power, clacks: Vec::new(), seen: 0 }
    }

    /// How many clacks there had been at a time.
    #[must_use]
    fn count(&self, seconds: f64) -> usize {
        self.clacks.partition_point(|clack| clack.seconds <= seconds)
    }

    /// The velocities after so many clacks, of the light block and of the heavy one.
    #[must_use]
    pub fn velocities(&self, count: usize) -> [f64; 2] {
        let last = count.checked_sub(1).and_then(|last| self.clacks.get(last));
        last.map_or([0.0, -SPEED], |clack| clack.velocities)
    }

    /// The state after so many clacks as a point of the unit circle: `sqrt(M) V` to the right and
    /// `sqrt(m) v` upwards, over the root of twice the energy.
    #[must_use]
    pub fn point(&self, count: usize) -> [f64; 2] {
        let [light, heavy] = self.velocities(count);
        [heavy / SPEED, light / (ratio(self.power).sqrt() * SPEED)]
    }

    /// Whether the blocks part for ever after so many clacks.
    #[must_use]
    pub fn is_over(&self, count: usize) -> bool {
        let [light, heavy] = self.velocities(count);
        light >= 0.0 && heavy >= light
    }

    /// Adds a clack that gave this impulse, to the right, to the blocks.
    fn clack(&mut self, seconds: f64, impulses: [f64; 2]) {
        let [light, heavy] = self.velocities(self.clacks.len());
        let velocities = [light + impulses[0], heavy + impulses[1] / ratio(self.power)];
        self.clacks.push(Clack { seconds, velocities });
    }
}

/// Notes the clacks of the last ticks and how many have been seen, and forgets those that were after the
/// present when the clock has gone back. Runs when the instant of the frame is known.
pub fn note_clacks(
    mut impacts: MessageReader<Collided<DVec2>>,
    time: Res<Time<Elastic>>,
    blocks: Query<&Block>,
    mut path: ResMut<Path>,
) {
    let present = time.tick() as f64 * time.tick_seconds();
    let kept = path.count(present);
    path.clacks.truncate(kept);
    for impact in impacts.read() {
        let mut impulses = [0.0; 2];
        for (body, impulse) in [(impact.entity, impact.impulse), (impact.other, -impact.impulse)] {
            match blocks.get(body) {
                Ok(Block::Light) => impulses[0] = impulse * impact.normal.x,
                Ok(Block::Heavy) => impulses[1] = impulse * impact.normal.x,
                // The wall stays.
                Err(_) => {}
            }
        }
        if impulses != [0.0; 2] {
            path.clack(impact.tick as f64 * time.tick_seconds() + impact.time, impulses);
        }
    }
    path.seen =
        path.count((time.tick() as f64 + time.displayed_fraction() - 1.0) * time.tick_seconds());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_blocks_clack_three_times_and_go_half_round_the_circle() {
        let mut path = Path::new(0);
        assert_eq!(path.point(0), [-1.0, 0.0]);
        // They exchange, the light one turns round at the wall, they exchange again.
        for (seconds, impulses) in [(1.0, [-1.0, 1.0]), (2.0, [2.0, 0.0]), (3.0, [-1.0, 1.0])] {
            assert!(!path.is_over(path.clacks.len()));
            path.clack(seconds, impulses);
        }
        assert!(path.is_over(3));
        assert_eq!([1, 2, 3].map(|count| path.point(count)), [[0.0, -1.0], [0.0, 1.0], [1.0, 0.0]]);
        assert_eq!([0.5, 1.0, 2.5].map(|seconds| path.count(seconds)), [0, 1, 2]);
    }
}
