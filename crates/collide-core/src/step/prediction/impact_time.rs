//! The time of the next impact of a pair, from its two stored states.

use crate::contact::{Feature, is_face};
use crate::impact::{Motion, Touch, touch_beside};
use crate::period::Period;
use crate::rounding;
use crate::shape::Shape;
use crate::step::touch::between_walls::has_face_along;
use crate::step::touch::margins::{BRIDGED_SHARE, distance_rounding};
use crate::vector::Vector;
use crate::world::{Environment, Obstacle, Slot, Support, World};

/// The time from `start` on in which the paths of both bodies stay what they are; nothing if one has ended
/// before.
pub(crate) fn time_left<V: Vector>(
    pair: [&Slot<V>; 2],
    period: &Period<V>,
    start: f64,
    dt: f64,
) -> Option<f64> {
    let ends = pair.map(|slot| slot.path_end([slot.flight().stop, slot.wrap_time(period, dt)], dt));
    let left = ends[0].min(ends[1]) - start;
    (left >= 0.0).then_some(left)
}

/// The next impact of a mover with a solid body, in seconds from the start of the step: a function of the two stored states,
/// and in a pile of the contacts that were found when it was last solved.
pub(crate) fn impact<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    other: &Slot<V>,
    dt: f64,
) -> Option<Touch> {
    let start = f64::max(ball.time, other.time);
    let period = world.environment().period;
    let end = time_left([ball, other], &period, start, dt)?;
    let mut motion = Motion::between(&ball.flight(), &other.flight(), start);
    let bounced = bounced(ball, other, start);
    let along = ball.features_followed(other.id);
    // A body touches at most one face of a wall for each dimension at a time.
    for _ in 0..=V::DIMENSION {
        let hit = if ball.shared.mover.is_ball() && world.is_open() && !other.shared.is_turning {
            // A ball meets the shape as it is, and there are no images of it.
            let reach = (ball.shared.mover.radius, end);
            touch_beside(&other.shared.shape, &motion, reach, bounced, &along)?
        } else {
            let obstacle = Obstacle::new(other, &ball.shared.mover, period, start);
            obstacle.touch(&motion, end, bounced, &along)?
        };
        if lies_behind_support(world, [ball, other], &motion)
            || stays_on_face_of(ball, other, &motion)
                && ball.constraints().supports.by(other.id, hit.feature).is_none()
        {
            return None;
        }
        let support = ball.constraints().supports.by(other.id, hit.feature).map(|it| it.normal);
        // A body that a wall supports touches it by rounding only, as long as nothing presses it into the wall. Without
        // that rounding the other faces of the wall are found.
        let touches_by_rounding = |normal: V| {
            let is_now = hit.time <= 0.0;
            (is_now || stays_behind_plane(other) && !presses(motion.acceleration, normal))
                && !presses(motion.velocity, normal)
                && (motion.velocity != V::ZERO || !presses(motion.acceleration, normal))
        };
        let held_by_solver = || face_under_member(world, ball, other, &motion, hit.feature);
        let Some(normal) =
            support.filter(|normal| touches_by_rounding(*normal)).or_else(held_by_solver)
        else {
            return Some(Touch { time: start + hit.time, feature: hit.feature });
        };
        for vector in [&mut motion.velocity, &mut motion.acceleration] {
            *vector -= normal * f64::min(vector.dot(normal), 0.0);
        }
    }
    None
}

/// The normal of a face of a standing wall that holds a member of a pile: the solver keeps the member out of it, and its path
/// leads into the face by rounding only.
fn face_under_member<V: Vector>(
    world: &World<V>,
    body: &Slot<V>,
    wall: &Slot<V>,
    motion: &Motion<V>,
    feature: Feature,
) -> Option<V> {
    let Environment { gravity, period, .. } = world.environment();
    // In a cluster that nothing pulls a body comes to a wall and bounces.
    let is_held = body.is_as_solved()
        && !body.floats_in_cluster(gravity)
        && !wall.is_mover()
        && !wall.flight().is_moving()
        && !wall.is_turning()
        && world.contacts.find([body.id, wall.id], feature).is_some();
    let obstacle = is_held.then(|| Obstacle::new(wall, &body.shared.mover, period, body.time))?;
    is_face(obstacle.shape(), feature).then(|| obstacle.normal(motion.offset, feature))
}

/// Whether a wall lies behind the plane in which another one supports the body, but for rounding: the body slides over
/// the seam of the two and touches nothing.
fn lies_behind_support<V: Vector>(
    world: &World<V>,
    [ball, other]: [&Slot<V>; 2],
    motion: &Motion<V>,
) -> bool {
    let Environment { period, given_rounding, .. } = world.environment();
    let supports = &ball.constraints().supports.walls;
    // In a periodic space another image of the wall may be touched.
    if other.is_mover() || supports.is_empty() || !period.is_open() || other.is_turning() {
        return false;
    }
    let obstacle = Obstacle::new(other, &ball.shared.mover, period, ball.time);
    let velocity = other.flight().velocity(ball.time);
    let rounding = distance_rounding([ball, other], given_rounding);
    // Around the end of a surface the plane turns away from the body.
    let is_level = |support: &Support<V>| {
        let rate = support.bend.map_or(0.0, |bend| bend.normal_rate.length());
        rate == 0.0 || rate * (ball.chord_end() - ball.time) <= BRIDGED_SHARE
    };
    supports.iter().filter(|support| is_level(support)).any(|support| {
        support.wall != other.id && (velocity - support.velocity).dot(support.normal) <= 0.0 && {
            let above = obstacle.separation_along(motion.offset, support.normal, None);
            let is_joint = || has_face_along(obstacle.shape(), support.normal);
            above >= -rounding || above >= -BRIDGED_SHARE * ball.size() && is_joint()
        }
    })
}

/// Whether a body lies on a face of a convex wall and does not move into it: all of the wall is behind the face.
fn stays_on_face_of<V: Vector>(body: &Slot<V>, wall: &Slot<V>, motion: &Motion<V>) -> bool {
    let leads_into =
        |normal: V| [motion.velocity, motion.acceleration].iter().any(|it| presses(*it, normal));
    let is_convex = !wall.is_mover() && matches!(wall.shared.shape, Shape::Convex(_));
    let stays = |it: &Support<V>| {
        it.wall == wall.id && is_face(&wall.shared.shape, it.feature) && !leads_into(it.normal)
    };
    is_convex && !wall.is_turning() && body.constraints().supports.walls.iter().any(stays)
}

/// Whether a velocity or an acceleration of a body leads into a wall with this normal, as it may on a ramp along a round
/// wall.
fn presses<V: Vector>(vector: V, normal: V) -> bool {
    vector.dot(normal) < -rounding::VELOCITY_ALONG * vector.length()
}

/// Whether all of a body lies behind the plane in which a face, an edge or a corner of it supports another one.
fn stays_behind_plane<V: Vector>(slot: &Slot<V>) -> bool {
    !slot.is_mover() && !matches!(slot.shared.shape, Shape::RoundArena { .. })
}

/// The feature at which the two bounced off each other at `start`, if neither has had another event since.
fn bounced<V: Vector>(ball: &Slot<V>, other: &Slot<V>, start: f64) -> Option<Feature> {
    let (partner, feature) = ball.bounced()?;
    let returned = !other.is_mover() || other.bounced() == Some((ball.id, feature));
    (partner == other.id && ball.time == start && returned).then_some(feature)
}
