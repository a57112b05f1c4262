//! Placing balls: free positions, the spots, and the racks of the games.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use scenes::billiards::{
    BALL_RADIUS, FOOT_SPOT, HALF_LENGTH, HALF_WIDTH, HEAD_STRING, RACK_GAP, nine_ball_rack, rack,
};

use crate::args::GameName;
use crate::rules::ball::Ball;
use crate::table::bodies::Balls;

/// The smallest gap between a placed ball and any other ball, in metres.
const MIN_GAP: f64 = 1e-4;

/// The position of a ball, if it is on the table.
#[must_use]
pub fn of(ball: Ball, balls: &Balls, simulation: &Simulation<DVec2>) -> Option<DVec2> {
    let body = simulation.body(balls.entity(ball))?;
    let on_table = simulation.world().absorbed_by(body).is_none();
    on_table.then(|| simulation.world().position(body))?
}

/// The positions of all balls on the table except `ball`.
#[must_use]
pub fn others(ball: Ball, balls: &Balls, simulation: &Simulation<DVec2>) -> Vec<DVec2> {
    let others = Ball::all().filter(|other| *other != ball);
    others.filter_map(|other| of(other, balls, simulation)).collect()
}

/// Whether a ball can be placed at `place`: on the playing surface and clear of the others.
#[must_use]
pub fn is_free(place: DVec2, others: &[DVec2]) -> bool {
    let room = DVec2::new(HALF_LENGTH, HALF_WIDTH) - DVec2::splat(BALL_RADIUS) - place.abs();
    room.min_element() >= 0.0
        && others.iter().all(|other| other.distance(place) >= 2.0 * BALL_RADIUS + MIN_GAP)
}

/// The head spot, or the nearest free position along the head string.
#[must_use]
pub fn head_spot(others: &[DVec2]) -> DVec2 {
    nearest_free(DVec2::new(HEAD_STRING, 0.0), DVec2::Y, others)
}

/// The foot spot, or the nearest free position along the long axis.
#[must_use]
pub fn foot_spot(others: &[DVec2]) -> DVec2 {
    nearest_free(DVec2::new(FOOT_SPOT, 0.0), DVec2::X, others)
}

/// The free position on a line that is nearest to `spot`, found in steps to both sides. Sixteen balls cannot
/// fill the line.
fn nearest_free(spot: DVec2, along: DVec2, others: &[DVec2]) -> DVec2 {
    let step = along * (BALL_RADIUS / 4.0);
    (0..400u32)
        .flat_map(|count| [spot + step * f64::from(count), spot - step * f64::from(count)])
        .find(|place| is_free(*place, others))
        .unwrap_or(spot)
}

/// Racks the balls of a game, and takes the others off the table.
pub fn rack_balls(game: GameName, seed: u64, balls: &Balls, commands: &mut Commands) {
    let places = match game {
        GameName::Eight | GameName::Practice => rack(seed, RACK_GAP).balls.to_vec(),
        GameName::Nine => nine_ball_rack(seed, RACK_GAP).to_vec(),
    };
    for ball in Ball::all() {
        let mut entity = commands.entity(balls.entity(ball));
        match places.get(usize::from(ball.0)) {
            Some(place) => entity.insert(Position(*place)).remove::<Absorbed>(),
            None => entity.insert(Absorbed { by: Entity::PLACEHOLDER }),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_foot_spot_gives_nearest_free_position() {
        assert_eq!(foot_spot(&[]), DVec2::new(FOOT_SPOT, 0.0));
        let spot = foot_spot(&[DVec2::new(FOOT_SPOT, 0.0)]);
        assert_eq!(spot.y, 0.0);
        let way = (spot.x - FOOT_SPOT).abs();
        assert!((2.0 * BALL_RADIUS..2.5 * BALL_RADIUS).contains(&way));
    }

    #[test]
    fn ball_may_touch_but_not_overlap_cushion() {
        let edge = HALF_LENGTH - BALL_RADIUS;
        assert!(is_free(DVec2::new(edge, 0.0), &[]));
        assert!(!is_free(DVec2::new(edge + 1e-9, 0.0), &[]));
    }
}
