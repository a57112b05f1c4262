//! The time at which a body next crosses the edge of a sensor, an absorber or a gate.

use crate::body::Role;
use crate::contact::Feature;
use crate::impact::{Motion, Touch, leave};
use crate::step::prediction::impact_time::{impact, time_left};
use crate::step::state::event_queue::EventKind;
use crate::step::touch::regions::{overlaps, passes, rule};
use crate::vector::Vector;
use crate::world::{BodyId, Obstacle, Slot, World};

/// A crossing at a known instant: its kind, and the keys and ids of the body and of the region. Sorted,
/// absorbers come first, and then the keys decide.
pub(crate) type CrossingNow = (EventKind, [u64; 2], [BodyId; 2]);

/// The next crossing of a body and a region, in seconds from the start of the step: a function of the two
/// stored states and of their last crossing.
pub(crate) fn crossing<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    dt: f64,
) -> Option<(EventKind, Touch)> {
    let last = world.regions.last_crossings.get(&(region.id, ball.id));
    // A crossing rewrites no state, so the search begins at the time of the last crossing.
    let start = last.map_or(0.0, |last| last.time).max(ball.time).max(region.time);
    let period = world.environment().period;
    let end = time_left([ball, region], &period, start, dt)?;
    let (kind, mover) = rule(ball, region)?;
    let motion = Motion::between(&ball.flight(), &region.flight(), start);
    let obstacle = Obstacle::new(region, &mover, period, start);
    let nearest = || Motion { offset: obstacle.nearest(motion.offset), ..motion };
    let (shape, radius) = (obstacle.shape(), obstacle.radius());
    let at = |time: f64| Touch { time: start + time, feature: Feature::PLANE };
    if kind == EventKind::Enter && world.is_inside(region.id, ball.id) {
        return leave::leave(shape, &nearest(), radius, end)
            .map(|time| (EventKind::Leave, at(time)));
    }
    if let Role::OneWay { open } = region.shared.role {
        let touch = impact(world, ball, region, dt)?;
        let kind = if passes(world, [ball, region], open, touch.time) {
            EventKind::Enter
        } else {
            EventKind::Impact
        };
        // A body that slides along the gate that it has just left may press on it by rounding.
        let slides = kind == EventKind::Enter && last.is_some_and(|last| last.time == touch.time);
        return (!slides).then_some((kind, touch));
    }
    if last.is_some_and(|last| last.revisions == [region.revision, ball.revision]) {
        // It has just left on its present path, and coming back takes time.
        let touch = at(leave::enter_again(shape, &nearest(), radius, end)?);
        return (touch.time > start).then_some((kind, touch));
    }
    obstacle.touch(&motion, end, None, &[]).map(|touch| (kind, at(touch.time)))
}

/// The crossing of a body that overlaps a region and has not been reported to have entered it.
pub(crate) fn arrival<V: Vector>(
    world: &World<V>,
    [ball, region]: [&Slot<V>; 2],
    time: f64,
) -> Option<CrossingNow> {
    let there = ball.is_mover() && ball.takes_part() && !world.is_inside(region.id, ball.id);
    let (kind, _) = rule(ball, region).filter(|_| there && overlaps(world, ball, region, time))?;
    Some((kind, [ball.key, region.key], [ball.id, region.id]))
}
