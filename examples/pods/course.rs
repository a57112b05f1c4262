//! The course: checkpoints on the map, the places at the start, and how far a race goes.

use bevy::math::{DVec2, dvec2};

use crate::random::Random;
use crate::team::PODS;

/// The size of the map. Nothing bounds it.
pub const MAP: DVec2 = dvec2(16_000.0, 9_000.0);

/// A pod passes a checkpoint when its centre comes this near.
pub const CHECKPOINT_RADIUS: f64 = 600.0;

/// How often a race goes round.
pub const LAPS: u32 = 3;

/// The least distance of two checkpoints.
const APART: f64 = 2_600.0;

/// How far checkpoints are from the edge of the map.
const MARGIN: f64 = 1_300.0;

/// The distances of the pods from the first checkpoint at the start, across the way to the next one. No team has the inside.
const STARTS: [f64; PODS] = [-1_500.0, 500.0, -500.0, 1_500.0];

/// The checkpoints. A race starts at the first, and ends there.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub checkpoints: Vec<DVec2>,
}

impl Course {
    /// The course with a number: 3 to 8 checkpoints.
    pub fn new(seed: u32) -> Self {
        let mut random = Random::new(seed, 0);
        let count = 3 + random.below(6);
        let mut checkpoints: Vec<DVec2> = Vec::new();
        while checkpoints.len() < count {
            let x = random.between(MARGIN, MAP.x - MARGIN);
            let y = random.between(MARGIN, MAP.y - MARGIN);
            let place = dvec2(x, y).round();
            // On a map that is nearly full a few are found by luck, so it starts anew if they do not come.
            if checkpoints.iter().all(|other| other.distance(place) > APART) {
                checkpoints.push(place);
            } else if random.below(50) == 0 {
                checkpoints.clear();
            }
        }
        Self { checkpoints }
    }

    /// The number of the checkpoint that comes after so many have been passed.
    pub fn next(&self, passed: u32) -> usize {
        (passed as usize + 1) % self.checkpoints.len()
    }

    /// The place of the checkpoint that comes after so many have been passed.
    pub fn next_place(&self, passed: u32) -> DVec2 {
        self.checkpoints[self.next(passed)]
    }

    /// How many checkpoints a pod passes in a race.
    pub fn total(&self) -> u32 {
        LAPS * self.checkpoints.len() as u32
    }

    /// The checkpoint at the end of the longest straight.
    pub fn after_longest(&self) -> usize {
        let count = self.checkpoints.len();
        let length = |end: &usize| {
            self.checkpoints[*end].distance(self.checkpoints[(*end + count - 1) % count])
        };
        (0..count).max_by(|one, other| length(one).total_cmp(&length(other))).unwrap_or_default()
    }

    /// Where a pod starts.
    pub fn start(&self, pod: usize) -> DVec2 {
        let across = (self.checkpoints[1] - self.checkpoints[0]).normalize().perp();
        (self.checkpoints[0] + STARTS[pod] * across).round()
    }
}

#[test]
fn courses_have_room_and_differ() {
    for seed in 0..200 {
        let Course { checkpoints } = Course::new(seed);
        assert!((3..=8).contains(&checkpoints.len()));
        assert_ne!(checkpoints, Course::new(seed + 1).checkpoints);
        for (number, place) in checkpoints.iter().enumerate() {
            assert!(place.min_element() >= MARGIN && (MAP - place).min_element() >= MARGIN);
            assert!(checkpoints[..number].iter().all(|other| other.distance(*place) > APART));
        }
    }
}
