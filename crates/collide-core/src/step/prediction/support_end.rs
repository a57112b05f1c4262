//! The time at which a body comes to the end of a face that supports it.

use crate::impact::{Motion, Touch, face_end};
use crate::rounding;
use crate::step::prediction::impact_time::time_left;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, Support, World};

/// When a body first comes to the end of a face of this wall that supports it, in seconds from the start of the step: a
/// function of the two stored states.
pub(crate) fn support_end<V: Vector>(
    world: &World<V>,
    [body, wall]: [&Slot<V>; 2],
    dt: f64,
) -> Option<Touch> {
    if body.is_unconstrained() || body.moves_evenly() || body.is_held() {
        return None;
    }
    let walls = &body.constraints().supports.walls;
    // A chord along a wall that bends goes on to the next feature by itself.
    let ends = |support: &&Support<V>| support.wall == wall.id && support.bend.is_none();
    let features = walls.iter().filter(ends).map(|it| it.feature);
    let ends = features.filter_map(|feature| {
        let start = f64::max(body.time, wall.time);
        let period = world.environment().period;
        let left = time_left([body, wall], &period, start, dt)?;
        let flights = [body.flight(), wall.flight()];
        let motion = Motion::between(&flights[0], &flights[1], start);
        let obstacle = Obstacle::new(wall, &body.shared.mover, period, start);
        let motion = Motion { offset: obstacle.nearest(motion.offset), ..motion };
        // Only beyond the rounding of the places it no longer touches the face.
        let far = flights.map(|flight| flight.position(start).max_magnitude());
        let given = world.given_rounding() * (far[0] + far[1] + body.size());
        let margin = rounding::GIVEN_TOUCH * (given + f64::EPSILON * wall.size());
        let time = face_end(obstacle.shape(), &motion, feature, margin, left)?;
        Some(Touch { time: start + time, feature })
    });
    ends.reduce(|one, other| if other.time < one.time { other } else { one })
}
