//! The impulses at the contact points at the end of a step: those of the solver of piles, or what holds a body that lies on
//! walls alone.

use crate::rounding;
use crate::step::touch::bent_wall::BentWall;
use crate::vector::Vector;
use crate::world::{ContactPoint, Slot, World};

/// How often the impulses at the contact points of a body on walls alone are improved. Two walls at a right angle need one
/// round, and most wedges fewer than these.
const IMPULSE_ROUNDS: usize = 64;

/// A contact point, and whether it is of a body that is awake.
pub(super) type Judged<V> = (ContactPoint<V>, bool);

/// Sets the impulses of the points of bodies that are awake, in a step of `dt` seconds.
pub(super) fn set_impulses<V: Vector>(world: &World<V>, points: &mut [Judged<V>], dt: f64) {
    let mut stored = world.contacts.all();
    for points in points.chunk_by_mut(|(one, _), (two, _)| one.bodies[0] == two.bodies[0]) {
        let mut is_of_pile = false;
        for (point, _) in points.iter_mut().filter(|(_, is_awake)| *is_awake) {
            // Both lists are sorted by bodies and features.
            while let Some((_, rest)) =
                stored.split_first().filter(|(resting, _)| resting.name() < point.name())
            {
                stored = rest;
            }
            let found = stored.first().filter(|resting| resting.name() == point.name());
            point.impulse = found.map_or(0.0, |resting| resting.force * dt);
            is_of_pile |= found.is_some();
        }
        if !is_of_pile
            && points[0].1
            && let Some(first) = world.slot(points[0].0.bodies[0])
        {
            hold_by_walls(world, first, points, dt);
        }
    }
}

/// Sets the impulses by which walls hold a body that lies on nothing else against the pull on it, in a step of `dt` seconds.
/// The impulse at each point is the least that is needed with the others as they are, in rounds.
fn hold_by_walls<V: Vector>(world: &World<V>, body: &Slot<V>, points: &mut [Judged<V>], dt: f64) {
    let is_wall =
        |point: &ContactPoint<V>| world.slot(point.bodies[1]).filter(|second| !second.is_mover());
    let mut acceleration = body.external_acceleration(world.environment().gravity);
    for _ in 0..IMPULSE_ROUNDS {
        let mut is_done = true;
        for (point, _) in points.iter_mut() {
            let Some(wall) = is_wall(point) else { continue };
            let sliding = body.velocity - wall.velocity;
            let at = (point.feature, point.normal);
            let bent = BentWall::new([body, wall], at, world.environment().period, body.time);
            let turning = bent.map_or(0.0, |wall| wall.pressure(sliding));
            let lacking = turning - acceleration.dot(point.normal);
            let before = point.impulse / (body.mass() * dt);
            let pressure = f64::max(before + lacking, 0.0);
            is_done &= (pressure - before).abs() <= rounding::SAME * pressure;
            acceleration += point.normal * (pressure - before);
            point.impulse = pressure * body.mass() * dt;
        }
        if is_done {
            break;
        }
    }
}
