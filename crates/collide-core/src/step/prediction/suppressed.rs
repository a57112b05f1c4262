//! Suppressed pairs: two bodies of a pile that look for no impacts with each other until the piles are solved again.
//!
//! A pair is suppressed if it rests together, hardly approaches, or has met very often in the step, and will not come to
//! overlap deeply until then.

use crate::period::Period;
use crate::step::engine::Engine;
use crate::step::touch::classify::{may_settle, waits_for_solver};
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, World};

/// How deep two bodies of a pile may come to overlap while they are suppressed, as a share of the smaller
/// one's size.
pub(crate) const NEGLIGIBLE_OVERLAP: f64 = 0.003;

/// How much deeper they may come however deep they are, as a share of the smaller one's size. Without it a
/// row of many bodies that touch would give way one after the other without end.
pub(crate) const NEGLIGIBLE_DEEPENING: f64 = 0.001;

/// A body of a pile that has had so many events in a step meets no other one until the piles are solved
/// again,
pub(crate) const PILE_EVENT_BUDGET: u32 = 512;

/// unless the two would overlap by more than this share of the smaller one's size until then.
const OVER_BUDGET_OVERLAP: f64 = 0.02;

/// In a cluster it is less: a body that comes to a wall there bounces, and what presses it against the wall does so in every
/// sub-step.
const OVER_BUDGET_OVERLAP_IN_CLUSTER: f64 = 0.005;

/// The overlap of a pair that is over budget from which on its touches count, as a share of the smaller one's size.
fn over_budget_overlap<V: Vector>(pair: [&Slot<V>; 2], gravity: V) -> f64 {
    if pair.into_iter().any(|slot| slot.floats_in_cluster(gravity)) {
        OVER_BUDGET_OVERLAP_IN_CLUSTER
    } else {
        OVER_BUDGET_OVERLAP
    }
}

/// Two bodies that move further against each other than this share of the smaller one's size are never
/// suppressed.
const MAX_RELATIVE_TRAVEL: f64 = 0.25;

/// Whether two bodies look for no impacts with each other until the piles are solved again.
pub(crate) fn is_suppressed<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [&Slot<V>; 2],
) -> bool {
    let [first, second] = pair;
    // Its path leads out of the walls in which it lies, and may lead into others.
    if second.is_mover() && (first.comes_out_of_wall() || second.comes_out_of_wall()) {
        return true;
    }
    let over_budget = is_over_budget(engine, world, pair);
    if !over_budget && !world.contacts.are_suppressed(pair) {
        return false;
    }
    if !second.is_mover() || overlap_is_reported(pair) || pair.into_iter().all(Slot::is_as_solved) {
        return true;
    }
    let period = world.environment().period;
    let start = f64::max(first.time, second.time);
    let step_end = world.progress.map_or(start, |progress| progress.dt);
    let end = f64::max(world.contacts.solved_again(pair).unwrap_or(step_end), start);
    let size = f64::min(first.size(), second.size());
    let gravity = world.environment().gravity;
    let share = if over_budget { over_budget_overlap(pair, gravity) } else { NEGLIGIBLE_OVERLAP };
    let later = depth(pair, end, period);
    // A body that has joined has no other way, and would meet the other one without end.
    let has_joined = first.has_joined() || second.has_joined();
    let may_deepen = if has_joined { share * size } else { 0.0 };
    let shallow = later <= 2.0 * share * size || later <= depth(pair, start, period) + may_deepen;
    // Two that move far could pass through each other.
    let relative = first.flight().velocity(end) - second.flight().velocity(end);
    shallow && relative.length() * (end - start) <= MAX_RELATIVE_TRAVEL * size
}

/// Whether two bodies of a pile have met so often in the step that their touches wait until the pile is
/// solved.
pub(crate) fn is_over_budget<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [&Slot<V>; 2],
) -> bool {
    let [first, second] = pair;
    if !second.is_mover()
        || u32::max(first.events(), second.events()) < PILE_EVENT_BUDGET
        || first.is_held()
        || second.is_held()
    {
        return false;
    }
    let Some(end) = world.contacts.solved_again(pair) else { return false };
    let gravity = world.environment().gravity;
    let start = f64::max(first.time, second.time);
    let relative = first.flight().velocity(start) - second.flight().velocity(start);
    let left = end - start;
    let way = relative.length() * left;
    // A body that is released while the piles are solved has no end of the sub-step yet.
    left > 0.0
        && way <= over_budget_overlap(pair, gravity) * f64::min(first.size(), second.size())
        && waits_for_solver(pair)
        && pair_surface(engine, pair).is_some_and(|surface| may_settle(pair, surface.restitution))
}

/// Whether a deep overlap of one of the two is reported: a body that is crushed overlaps in any case, and
/// would only spend its events.
pub(crate) fn overlap_is_reported<V: Vector>(pair: [&Slot<V>; 2]) -> bool {
    pair.into_iter().any(|slot| slot.overlap_reported)
}

/// The depth by which two bodies overlap at `time`; zero if they do not.
pub(crate) fn depth<V: Vector>(
    [first, second]: [&Slot<V>; 2],
    time: f64,
    period: Period<V>,
) -> f64 {
    let obstacle = Obstacle::new(second, &first.shared.mover, period, time);
    let offset = first.flight().position(time) - second.flight().position(time);
    f64::max(-obstacle.contact(offset).separation, 0.0)
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;

    #[test]
    fn depth_of_two_discs_is_what_their_radii_have_too_much() {
        let mut world = World::new();
        let fast = Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(1.0), dvec2(-2.0, 0.0)) };
        let bodies = [fast, Body::dynamic(Shape::ball(0.5), DVec2::ZERO)];
        let [fast, other] = bodies.map(|body| world.add(body).unwrap());
        let pair = [fast, other].map(|body| world.slot(body).unwrap());
        let period = world.environment().period;
        assert_eq!([0.0, 0.5, 1.0].map(|time| depth(pair, time, period)), [0.0, 0.0, 0.5]);
    }
}
