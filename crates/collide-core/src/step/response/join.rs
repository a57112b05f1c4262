//! A body meets a member of a pile: the member keeps its path until the piles are solved again, and the other one joins the
//! pile if it would go on into the member.
//!
//! An impulse changes the velocity that the member has when the piles are solved next. So a touch is one event, and no
//! chain of events through the pile. A body that joins moves evenly too, as near to its own velocity as the members that it
//! has met allow. A member that is hit so hard that it flies is thrown off the pile.

use crate::step::engine::Engine;
use crate::step::no_room::over_budget::count_event;
use crate::step::prediction::suppressed::NEGLIGIBLE_OVERLAP;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::classify::is_member_speed;
use crate::step::touch::meeting::Meeting;
use crate::vector::Vector;
use crate::world::{EvenMotion, Slot, Support, Supports, World};

/// A member of a pile keeps its path if the other body is at most so many times as heavy or as light. With heavier ones
/// that joined, discs of masses from 1 to 10,000 never came to rest.
const MAX_MASS_RATIO: f64 = 10.0;

/// How a body goes on after it has met a member of a pile.
struct Joining<V: Vector> {
    /// Which of the two is the member.
    member: usize,
    /// The even path of the other one, and when it ends; nothing if that one bounces off.
    even: Option<EvenMotion<V>>,
    /// What the other one has met since the piles were solved.
    met: Vec<Support<V>>,
}

/// Gives two bodies these velocities after a touch, if one of them is a member of a pile and keeps its path. Returns
/// whether it does. `bounces` is whether they part; if not, the other one joins the pile in any case.
pub(crate) fn meet_member<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
    (velocities, bounces): ([V; 2], bool),
    dt: f64,
) -> bool {
    let Some([first, second]) = world.pair(prediction.bodies) else {
        return false;
    };
    let (pair, ids) = ([first, second], [first.id, second.id]);
    let gravity = world.environment().gravity;
    // Position correction moves a body otherwise than its momentum does, and its path is kept in a cluster too.
    let may_overlap = pair.into_iter().any(|slot| slot.may_overlap);
    if !may_overlap && pair.into_iter().any(|slot| slot.floats_in_cluster(gravity)) {
        return false;
    }
    let Some(joining) = joining(pair, prediction, meeting, (velocities, bounces), dt) else {
        return false;
    };
    let Joining { member, even, met } = joining;
    let (other, counts) = (1 - member, pair.map(|slot| slot.detach_count));
    if even.is_some() {
        world.contacts.suppressed.insert(ids, counts);
    }
    if let Some(slot) = world.slot_mut(ids[member]) {
        slot.velocity = velocities[member];
        slot.set_bounced(Some((ids[other], prediction.feature)));
    }
    let index = prediction.bodies[other];
    engine.rewrite(world, index, meeting.time, |slot| {
        slot.set_bounced(Some((ids[member], prediction.feature)));
        match even {
            Some(even) => slot.join(even, velocities[other], met),
            None => slot.detach(velocities[other]),
        }
    });
    count_event(engine, world, index, meeting.time, dt);
    true
}

/// How two bodies go on that get these velocities at their touch; nothing if none of them is a member of a pile that keeps
/// its path, or if the other one has no way to go.
fn joining<V: Vector>(
    pair: [&Slot<V>; 2],
    prediction: &Prediction,
    meeting: &Meeting<V>,
    (velocities, bounces): ([V; 2], bool),
    dt: f64,
) -> Option<Joining<V>> {
    let [lighter, heavier] =
        [f64::min, f64::max].map(|of| of(meeting.masses[0], meeting.masses[1]));
    if !pair[1].is_mover() || heavier > MAX_MASS_RATIO * lighter {
        return None;
    }
    let keeps_path = |side: usize| {
        let change = velocities[side] - pair[side].path_velocity();
        (pair[side].moves_as_solved() || pair[side].has_joined())
            && is_member_speed(change.length(), pair[side].size(), dt)
    };
    // Of two members the first one gives way.
    let member = [1, 0].into_iter().find(|side| keeps_path(*side))?;
    let other = 1 - member;
    let until = pair[member].even_until()?;
    let away = if member == 1 { meeting.normal } else { -meeting.normal };
    let velocity = pair[member].flight().velocity(meeting.time);
    if bounces && (velocities[other] - velocity).dot(away) >= 0.0 {
        return Some(Joining { member, even: None, met: Vec::new() });
    }
    let mut met = if pair[other].has_joined() {
        pair[other].constraints().supports.clone()
    } else {
        Supports::default()
    };
    let feature = prediction.feature;
    met.add_wall(Support::smooth(pair[member].id, feature, away, velocity));
    let path = met.limit_velocity(velocities[other]).unwrap_or(velocities[other]);
    let deepening = (velocity - path).dot(away) * (until - meeting.time);
    let size = f64::min(pair[0].size(), pair[1].size());
    let has_way = deepening <= NEGLIGIBLE_OVERLAP * size;
    has_way.then_some(Joining { member, even: Some(EvenMotion { until, path }), met: met.walls })
}
