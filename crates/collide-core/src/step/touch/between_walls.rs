//! A body between walls: which of them it touches, and whether they hold it.
//!
//! **Wedges.** A body that loses energy in bounces bounces infinitely often between walls that close, in finite time, and
//! then rests. The rest speed ends most of these series. Where nothing pulls, or the wedge is steep, it does not: then so
//! many bounces in so little time end one.
//!
//! **Lanes.** At the mouth of a lane, and between two pegs, a body bounces between two corners that turn towards each
//! other, ever faster, until the rounding of its position leaves it no room. The walls still face up a little there, and
//! would carry the body. But where they are nearest to each other they are nearer by no more than the rounding: they let it pass.

use super::classify::endless_events;
use super::margins::BRIDGED_SHARE;
use super::meeting::Meeting;
use crate::contact::{Contact, Feature, faces, is_face};
use crate::rounding;
use crate::settings::EventBudget;
use crate::shape::Shape;
use crate::vector::Vector;
use crate::world::{BodyId, Obstacle, Slot, Support, World};

/// A wall where a body touches it.
struct Side<'a, V: Vector> {
    obstacle: Obstacle<'a, V>,
    /// The offset of the body from the wall.
    offset: V,
    feature: Feature,
    normal: V,
}

impl<'a, V: Vector> Side<'a, V> {
    fn new(world: &World<V>, [body, wall]: [&'a Slot<V>; 2], feature: Feature, time: f64) -> Self {
        let obstacle = Obstacle::new(wall, &body.shared.mover, world.environment().period, time);
        let offset = body.flight().position(time) - wall.flight().position(time);
        let normal = obstacle.normal(offset, feature);
        Self { obstacle, offset, feature, normal }
    }

    /// By how much the normal turns into this direction if the body moves so far along it: nothing at a face.
    fn turn(&self, way: V, direction: V) -> f64 {
        (self.obstacle.normal(self.offset + way, self.feature) - self.normal).dot(direction)
    }
}

/// The part of the distance between a body and a wall that may be rounding: of the places that were given, and of the
/// difference of the two positions.
fn touch_rounding<V: Vector>([body, wall]: [&Slot<V>; 2], given_rounding: f64) -> f64 {
    let coordinate = |slot: &Slot<V>| slot.flight().origin.max_magnitude();
    let given = given_rounding * coordinate(body).max(body.size());
    rounding::GIVEN_TOUCH * (given + f64::EPSILON * coordinate(wall))
}

/// The supports of a body that touches another wall at `time`: first that wall, as `new` says, then those that it had and
/// still touches. It leaves a corner or a ball when it slides over it. The two sides of a lane support it with opposite
/// normals.
pub(crate) fn joint_supports<V: Vector>(
    world: &World<V>,
    body: &Slot<V>,
    new: Support<V>,
    time: f64,
) -> Vec<Support<V>> {
    let mut joint = vec![new];
    let Some(wall) = world.slot(new.wall) else { return joint };
    let side = Side::new(world, [body, wall], new.feature, time);
    for support in &body.constraints().supports.walls {
        let Some(facing) = world.slot(support.wall) else { continue };
        let rounding = touch_rounding([body, facing], world.given_rounding());
        let other = Side::new(world, [body, facing], support.feature, time);
        let separation = other.obstacle.contact(other.offset).separation;
        if separation > rounding {
            continue;
        }
        let room = f64::max(separation, 0.0) + rounding;
        let axis = lane_axis([&side, &other], body.size(), room);
        joint[0].normal = axis.unwrap_or(joint[0].normal);
        joint.push(Support { normal: axis.map_or(support.normal, |axis| -axis), ..*support });
    }
    joint
}

/// How far ahead a face must go on where a body comes to it over a joint, in sizes of the joint: so wide a gap may be bridged.
const AHEAD: f64 = 16.0;

/// Whether a wall has a face that lies along a plane with this normal.
pub(crate) fn has_face_along<V: Vector>(shape: &Shape<V>, plane: V) -> bool {
    faces(shape).any(|normal| (normal - plane).length() <= BRIDGED_SHARE)
}

/// The support by the face of a wall that goes on where a face that supports a body ends, if the joint is bridged: neither face
/// nor corner of it is visibly beside the plane on which the body moves. It is not counted which wall would be touched sooner.
pub(crate) fn next_face<V: Vector>(
    world: &World<V>,
    body: &Slot<V>,
    old: &Support<V>,
    wall: &Slot<V>,
    time: f64,
) -> Option<Support<V>> {
    let is_other = wall.id != old.wall && !wall.is_mover() && wall.is_solid() && !wall.is_turning();
    if !is_other {
        return None;
    }
    let obstacle = Obstacle::new(wall, &body.shared.mover, world.environment().period, time);
    let offset = obstacle.nearest(body.flight().position(time) - wall.flight().position(time));
    let most = BRIDGED_SHARE * body.size();
    let is_level = obstacle.separation_along(offset, old.normal, None).abs() <= most;
    // A little further on its way it must lie there, or a face would go on that ends here too.
    let velocity = body.flight().velocity(time) - wall.flight().velocity(time);
    let speed = velocity.length();
    let ahead = if speed > 0.0 { velocity * (AHEAD * most / speed) } else { V::ZERO };
    let Contact { separation, feature, normal } = obstacle.contact(offset + ahead);
    let goes_on = is_level
        && separation <= 2.0 * most
        && is_face(obstacle.shape(), feature)
        && (normal - old.normal).length() <= BRIDGED_SHARE;
    if !goes_on {
        return None;
    }
    let velocity = wall.flight().velocity(time);
    let rolling_friction = old.rolling_friction;
    Some(Support { rolling_friction, ..Support::smooth(wall.id, feature, normal, velocity) })
}

/// The direction from the first to the second of these walls where they are nearest to each other, if they are the sides
/// of a lane: there they are nearer to each other than here by no more than `room`. A body of this size touches them.
fn lane_axis<V: Vector>(sides: [&Side<'_, V>; 2], size: f64, room: f64) -> Option<V> {
    let [first, second] = sides.map(|side| side.normal);
    let up = first + second;
    let slope = up.length();
    if slope == 0.0 || first.dot(second) >= 0.0 {
        return None;
    }
    // On the way into the lane both normals turn at constant rates, until they are opposite.
    let (down, way) = (-up / slope, slope * size);
    let turns = sides.map(|side| side.turn(down * way, down));
    let turn = turns[0] + turns[1];
    let is_lane = turn > 0.0 && 0.5 * slope * slope * way <= turn * room;
    let axis = first + down * (slope * turns[0] / turn);
    is_lane.then(|| axis / axis.length())
}

/// Whether a body that loses energy in bounces and meets a wall so has had very many events in the step, the last one so
/// shortly before that the event budget cannot count such bounces, and has bounced off or lies on a wall that faces this one.
/// It stays between the two walls then.
pub(crate) fn bounces_uncountably<V: Vector>(
    world: &World<V>,
    [body, wall]: [&Slot<V>; 2],
    meeting: &Meeting<V>,
    budget: EventBudget,
) -> bool {
    let Meeting { time, normal, .. } = *meeting;
    let faces = |(last, feature): (BodyId, Feature)| {
        let last = world.slot(last).filter(|slot| !slot.is_mover());
        last.is_some_and(|last| {
            Side::new(world, [body, last], feature, time).normal.dot(normal) < 0.0
        })
    };
    let lies_on = body.constraints().supports.walls.iter().map(|it| (it.wall, it.feature));
    meeting.surface.restitution < 1.0
        && body.events() >= endless_events(budget.in_step)
        && !wall.is_mover()
        && (time - body.time) * budget.per_second < 1.0
        && body.bounced().into_iter().chain(lies_on).any(faces)
}
