//! The positions of the balls before the break.
//!
//! ```text
//!                         row 0   1   2   3   4
//!                                         o   s
//!      head string                    o   o   o
//!          |                      o   o   o   o
//!          cue                o   o   8   o   o     one of the two back corners is a solid,
//!          |                      o   o   o   o     the other a stripe
//!                                     o   o   o
//!                                         o   t
//! ```

use glam::DVec2;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::dimensions::{BALL_COUNT, BALL_RADIUS, FOOT_SPOT, HEAD_STRING};

/// The number of rows of the triangle.
const ROWS: usize = 5;

/// The indices of the eight and of the two back corners, counted row by row from the foot spot.
const EIGHT_INDEX: usize = 4;
const CORNER_INDICES: [usize; 2] = [10, 14];

/// The largest offset of a ball from its lattice point along each axis, in gaps. Two neighbours
/// come closer by at most 2 * 0.3 * sqrt(2) = 0.85 gaps, so they never touch.
const JITTER: f64 = 0.3;

/// The positions of all balls before the break.
#[derive(Clone, Debug, PartialEq)]
pub struct Rack {
    /// Centre of each ball in metres, by the number on the ball; 0 is the cue ball.
    pub balls: [DVec2; BALL_COUNT],
}

/// The rack of eight-ball: the first ball on the foot spot, the eight in the middle, a solid and a
/// stripe in the back corners, the rest shuffled; the cue ball on the head spot.
///
/// Neighbours stand `gap` metres apart, plus or minus 0.85 of it. The same seed gives the same rack on
/// every platform. With a `gap` of zero neighbours touch up to rounding.
#[must_use]
pub fn rack(seed: u64, gap: f64) -> Rack {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let order = order(&mut random);
    let mut balls = [DVec2::new(HEAD_STRING, 0.0); BALL_COUNT];
    let places = (0..ROWS).flat_map(|row| (0..=row).map(move |column| (row, column, row + 1)));
    for (number, (row, column, width)) in order.into_iter().zip(places) {
        balls[number] = place([row, column, width], gap, &mut random);
    }
    Rack { balls }
}

/// The rack of nine-ball, a diamond: the one on the foot spot, the nine in the middle, the rest shuffled; the cue ball on the
/// head spot. The centres are in metres, by number. Neighbours stand as those of [`rack`] do.
#[must_use]
pub fn nine_ball_rack(seed: u64, gap: f64) -> [DVec2; 10] {
    const WIDTHS: [usize; 5] = [1, 2, 3, 2, 1];
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = (2..9).collect();
    order.shuffle(&mut random);
    order.insert(0, 1);
    order.insert(EIGHT_INDEX, 9);
    let mut balls = [DVec2::new(HEAD_STRING, 0.0); 10];
    let places =
        (0..ROWS).flat_map(|row| (0..WIDTHS[row]).map(move |column| (row, column, WIDTHS[row])));
    for (number, (row, column, width)) in order.into_iter().zip(places) {
        balls[number] = place([row, column, width], gap, &mut random);
    }
    balls
}

/// The place in a column of a row of this width, up to the random part of the gap.
fn place([row, column, width]: [usize; 3], gap: f64, random: &mut ChaCha8Rng) -> DVec2 {
    let aside = column as f64 - (width - 1) as f64 / 2.0;
    let lattice = DVec2::new(row as f64 * 0.75_f64.sqrt(), aside) * (2.0 * BALL_RADIUS + gap);
    let mut jitter = || JITTER * gap * (2.0 * random.random::<f64>() - 1.0);
    let offset = DVec2::new(jitter(), jitter());
    DVec2::new(FOOT_SPOT, 0.0) + lattice + offset
}

/// The number of the ball at each index of the triangle, row by row.
fn order(random: &mut ChaCha8Rng) -> [usize; BALL_COUNT - 1] {
    let mut solids: Vec<usize> = (1..8).collect();
    let mut stripes: Vec<usize> = (9..16).collect();
    solids.shuffle(random);
    stripes.shuffle(random);
    let mut corners: Vec<usize> = solids.drain(..1).chain(stripes.drain(..1)).collect();
    corners.shuffle(random);
    let mut rest = [solids, stripes].concat();
    rest.shuffle(random);
    let mut rest = rest.into_iter();
    std::array::from_fn(|index| match index {
        EIGHT_INDEX => 8,
        _ if CORNER_INDICES.contains(&index) => corners.pop().unwrap_or_default(),
        _ => rest.next().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billiards::RACK_GAP;

    #[test]
    fn rack_has_no_overlaps() {
        for seed in 0..200 {
            for gap in [1e-5, RACK_GAP, 1e-4] {
                let Rack { balls } = rack(seed, gap);
                for (index, ball) in balls.iter().enumerate() {
                    for other in &balls[..index] {
                        assert!(ball.distance(*other) > 2.0 * BALL_RADIUS + 0.1 * gap);
                    }
                }
            }
        }
    }

    #[test]
    fn nine_ball_rack_is_a_diamond_with_the_nine_in_the_middle() {
        for seed in 0..200 {
            let balls = nine_ball_rack(seed, RACK_GAP);
            for (index, ball) in balls.iter().enumerate() {
                let others = balls[..index].iter();
                assert!(others.into_iter().all(|it| ball.distance(*it) > 2.0 * BALL_RADIUS));
            }
            let middle = (balls[1..].iter().sum::<DVec2>()) / 9.0;
            assert!(balls[9].distance(middle) < RACK_GAP && balls[1].distance(middle) > 0.09);
        }
    }

    #[test]
    fn rack_neighbours_are_one_gap_apart() {
        let Rack { balls } = rack(7, RACK_GAP);
        let close = |a: &DVec2, b: &DVec2| a.distance(*b) < 2.0 * (BALL_RADIUS + RACK_GAP);
        let pairs = (1..BALL_COUNT)
            .flat_map(|a| (1..a).map(move |b| (a, b)))
            .filter(|&(a, b)| close(&balls[a], &balls[b]));
        assert_eq!(pairs.count(), 30, "a triangle of fifteen balls has thirty pairs of neighbours");
    }

    #[test]
    fn rack_order_has_eight_in_middle_and_unlike_corners() {
        for seed in 0..200 {
            let mut order = order(&mut ChaCha8Rng::seed_from_u64(seed));
            assert_eq!(order[EIGHT_INDEX], 8);
            let [one, other] = CORNER_INDICES.map(|corner| order[corner]);
            assert_ne!(one < 8, other < 8, "seed {seed}: {one} and {other}");
            order.sort_unstable();
            assert!(order.iter().copied().eq(1..16));
        }
    }

    #[test]
    fn rack_depends_on_seed_only() {
        assert_eq!(rack(3, RACK_GAP), rack(3, RACK_GAP));
        assert_ne!(rack(3, RACK_GAP), rack(4, RACK_GAP));
    }

    #[test]
    fn rack_starts_on_foot_spot_and_cue_ball_on_head_spot() {
        let Rack { balls } = rack(0, RACK_GAP);
        let spot = DVec2::new(FOOT_SPOT, 0.0);
        assert!(balls.iter().any(|ball| ball.distance(spot) < RACK_GAP));
        assert_eq!(balls[0], DVec2::new(HEAD_STRING, 0.0));
    }
}
