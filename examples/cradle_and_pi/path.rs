//! The path of the blocks in velocity space.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::blocks::{Block, SPEED, ratio};

/// A clack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clack {
    /// The time, in seconds of game time.
    pub seconds: f64,
    /// The velocities of the light and the heavy block after the clack, in length units a second.
    pub velocities: [f64; 2],
}

/// All clacks so far. The velocities are computed from the reported impulses.
#[derive(Resource, Clone, Debug)]
pub struct Path {
    /// The exponent k of the mass ratio 100^k.
    pub power: u8,
    /// All reported clacks, in order of time.
    pub clacks: Vec<Clack>,
    /// The number of clacks up to the displayed time, which is earlier than the end of the last tick.
    pub displayed: usize,
}

impl Path {
    /// The path before the first clack.
    #[must_use]
    pub fn new(power: u8) -> Self {
        Self { power, clacks: Vec::new(), displayed: 0 }
    }

    /// The number of clacks up to a time in seconds.
    #[must_use]
    fn count(&self, seconds: f64) -> usize {
        self.clacks.partition_point(|clack| clack.seconds <= seconds)
    }

    /// The velocities of the light and the heavy block after `count` clacks.
    #[must_use]
    pub fn velocities(&self, count: usize) -> [f64; 2] {
        let last = count.checked_sub(1).and_then(|last| self.clacks.get(last));
        last.map_or([0.0, -SPEED], |clack| clack.velocities)
    }

    /// The state after `count` clacks as a point of the unit circle: `sqrt(M) V` to the right and
    /// `sqrt(m) v` upwards, divided by the root of twice the energy.
    #[must_use]
    pub fn point(&self, count: usize) -> [f64; 2] {
        let [light, heavy] = self.velocities(count);
        [heavy / SPEED, light / (ratio(self.power).sqrt() * SPEED)]
    }

    /// Whether the blocks separate for ever after `count` clacks.
    #[must_use]
    pub fn is_over(&self, count: usize) -> bool {
        let [light, heavy] = self.velocities(count);
        light >= 0.0 && heavy >= light
    }

    /// Adds a clack with these impulses on the light and the heavy block, positive to the right.
    fn clack(&mut self, seconds: f64, impulses: [f64; 2]) {
        let [light, heavy] = self.velocities(self.clacks.len());
        let velocities = [light + impulses[0], heavy + impulses[1] / ratio(self.power)];
        self.clacks.push(Clack { seconds, velocities });
    }
}

/// Records the clacks of the last ticks, removes those that a rewind has undone, and counts those up to the
/// displayed time. Runs after the displayed time of the frame has been set.
pub fn record_clacks(
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
                // The wall does not move.
                Err(_) => {}
            }
        }
        if impulses != [0.0; 2] {
            path.clack(impact.tick as f64 * time.tick_seconds() + impact.time, impulses);
        }
    }
    path.displayed =
        path.count((time.tick() as f64 + time.displayed_fraction() - 1.0) * time.tick_seconds());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_blocks_clack_three_times_on_half_circle() {
        let mut path = Path::new(0);
        assert_eq!(path.point(0), [-1.0, 0.0]);
        // The blocks exchange velocities, the wall reflects the light block, and they exchange again.
        for (seconds, impulses) in [(1.0, [-1.0, 1.0]), (2.0, [2.0, 0.0]), (3.0, [-1.0, 1.0])] {
            assert!(!path.is_over(path.clacks.len()));
            path.clack(seconds, impulses);
        }
        assert!(path.is_over(3));
        assert_eq!([1, 2, 3].map(|count| path.point(count)), [[0.0, -1.0], [0.0, 1.0], [1.0, 0.0]]);
        assert_eq!([0.5, 1.0, 2.5].map(|seconds| path.count(seconds)), [0, 1, 2]);
    }
}
