//! The rule of slow and fast: what the touch of two solid bodies amounts to. The kind of a touch is decided
//! here alone.
//!
//! ```text
//!               approach speed
//!  separate fast   -rest speed    0    rest speed            member speed
//! ------ Pass -----------|---- Contact ----|------------ Impact ------------>   two bodies
//! ------ Pass -----------|---- Member -----|------------ Impact ------------>   a pile has to do with, at an event
//! ----- Member ----------|---- Member -----|--- Member ---|---- Impact ------>   two members, as their pile is solved
//! ```
//!
//! Some touches need no speed, and the places that find them say so: a series of bounces without end between two walls
//! ([`between_walls`](super::between_walls)), bodies that overlap deeply, and pairs that were in contact and are not visibly
//! apart. What is done about a slow touch in a pile, whether it is suppressed, grazes a wall or is braked, is asked of the same
//! speeds, by functions of this file.
//!
//! **Contacts.** Under gravity with restitution below 1 a ball would bounce infinitely often in finite time. A touch of an
//! immovable body that is slower than the **rest speed**, half of what the pull into the surface adds in a step, is a
//! contact: the ball keeps no speed along the normal, and until the step or the face ends no acceleration along it. Without a
//! pull the rest speed is zero. In a crowd it is higher, and it grows with the events of a step.
//!
//! **Piles.** A slow touch in a pile waits for its solver, as one impact after the other would never end. While the pile is
//! solved two members are left to the solver up to a much higher speed, as it lets them bounce.
//!
//! **Clusters.** Bodies that lose speed at every impact and that nothing pulls meet infinitely often in finite time too, in a
//! cluster (McNamara and Young 1992). A body is clustered once it has had [`CLUSTER_EVENTS`] events in a step, for as long as it
//! touches others there, and so is every body that lies against a clustered one. Touches so slow that a body would take some
//! three thousand steps to move by its size are contacts. From walls that a clustered body does not lie against it bounces.
//!
//! What regions do to bodies that touch them is decided in [`regions`](super::regions).

use crate::vector::Vector;
use crate::world::Slot;

/// What the touch of two solid bodies amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TouchKind {
    /// Nothing: they do not approach.
    Pass,
    /// They bounce.
    Impact,
    /// They stay in contact, without a bounce.
    Contact,
    /// They are left to the solver of their pile.
    Member,
}

/// What tells the touches of a pair apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slowness {
    /// The approach speed up to which a touch is slow.
    pub(crate) rest_speed: f64,
    pub(crate) pile: InPile,
}

/// What a pile has to do with a touch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InPile {
    /// Nothing, or not with both.
    No,
    /// One of the two moves with a pile, or both are in a crowd: a slow touch waits until the pile is solved again.
    Waits,
    /// They are members of one that is solved for a step of `dt` seconds; the smaller one has this size.
    Solved { size: f64, dt: f64 },
}

/// Decides what a touch amounts to at this approach speed, which is negative if the two separate.
#[inline(always)]
pub(crate) fn classify(approach_speed: f64, slowness: &Slowness) -> TouchKind {
    let is_slow = approach_speed.abs() <= slowness.rest_speed;
    match slowness.pile {
        InPile::Waits if is_slow => TouchKind::Member,
        InPile::Solved { size, dt } if is_slow || is_member_speed(approach_speed, size, dt) => {
            TouchKind::Member
        }
        _ if is_slow => TouchKind::Contact,
        _ if approach_speed > 0.0 => TouchKind::Impact,
        _ => TouchKind::Pass,
    }
}

impl TouchKind {
    /// Whether the two stay together, by a contact or as the solver of their pile finds.
    pub(crate) fn holds(self) -> bool {
        matches!(self, Self::Contact | Self::Member)
    }
}

/// Two members of a pile that approach by no more than this share of the smaller one's size in a step are left to the
/// solver, and a member that is hit keeps its path if its velocity changes by no more. Faster ones have an exact impact.
/// With a fiftieth a pile of 2,000 fell with 400,000 impacts in place of 230,000, and one of three came to rest only after
/// 16 seconds.
pub(crate) const MEMBER_TRAVEL: f64 = 0.25;

/// Whether at this speed a body of this size stays a member of its pile in a step of `dt` seconds.
#[inline(always)]
pub(crate) fn is_member_speed(speed: f64, size: f64, dt: f64) -> bool {
    speed * dt <= MEMBER_TRAVEL * size
}

/// The rest speed of crowded bodies, as a multiple of the speed that the pull gives in a step.
const CROWDED_REST_SPEED: f64 = 3.0;

/// The rest speed in a crowd in a step of `dt` seconds, of a body with this [measure of slow
/// touches](Slot::resting_acceleration).
#[inline(always)]
pub(crate) fn crowd_rest_speed(resting_acceleration: f64, dt: f64) -> f64 {
    CROWDED_REST_SPEED * dt * resting_acceleration
}

/// The rest speed at a wall, as a share of the speed that the pull into the wall adds in a step: a bounce at this speed
/// lasts as long as the step.
const WALL_REST_SPEED: f64 = 0.5;

/// The approach speed up to which a lone body that an acceleration of `pressure` presses against a wall comes to rest
/// there, in a step of `dt` seconds.
pub(crate) fn wall_rest_speed(pressure: f64, dt: f64) -> f64 {
    WALL_REST_SPEED * pressure * dt
}

/// Whether two bodies of this restitution may come to rest against each other: they lose speed when they meet, or on a cloth
/// soon after.
pub(crate) fn may_settle<V: Vector>(pair: [&Slot<V>; 2], restitution: f64) -> bool {
    restitution < 1.0 || pair.into_iter().all(|slot| slot.shared.cloth_under().is_some())
}

/// The number of events in a step from which on a body is in the thick of a crowd: its touches count to the budget of all
/// crowds. Bodies of a gas hardly ever have so many.
pub(crate) const THICK_EVENTS: u32 = 4;

/// The number of events in a step from which on a body is crowded, whatever it lies on.
pub(crate) const CROWDED_EVENTS: u32 = 16;

/// The number of events in a step from which on a body that nothing pulls is clustered. From there on the rest
/// speed of every crowded pair grows too.
pub(crate) const CLUSTER_EVENTS: u32 = 256;

/// The share of the event budget that a series of bounces may take before it counts as one without end.
const ENDLESS_SHARE: f64 = 0.25;

/// The number of events in a step from which on a series of bounces counts as one without end, with this event budget. A short
/// step has a small budget, and the series must end before that is spent.
pub(crate) fn endless_events(budget: f64) -> u32 {
    u32::min(CLUSTER_EVENTS, (ENDLESS_SHARE * budget) as u32)
}

/// Whether a body is in a pile or falls on one, or has had many events in the step.
pub(crate) fn is_crowded<V: Vector>(slot: &Slot<V>) -> bool {
    slot.is_in_pile() || slot.events() >= CROWDED_EVENTS
}

/// Whether a body may come to rest in a pile or a cluster.
pub(crate) fn may_join_pile<V: Vector>(slot: &Slot<V>) -> bool {
    slot.shared.restitution < 1.0 && slot.can_rest()
}

/// Whether a touch of the pair is one in a crowd.
pub(crate) fn is_crowded_pair<V: Vector>([first, second]: [&Slot<V>; 2]) -> bool {
    is_crowded(first) || second.is_mover() && is_crowded(second)
}

/// Whether a slow touch of the pair waits for the solver: one of the two moves with a pile, or both are in a crowd. Without
/// gravity there are clusters only.
pub(crate) fn waits_for_solver<V: Vector>([first, second]: [&Slot<V>; 2]) -> bool {
    let either = first.moves_evenly() || second.moves_evenly();
    let crowded = second.is_mover() && (is_crowded(first) || is_crowded(second));
    either || crowded && (first.can_rest() || second.can_rest())
}

/// The number of further events after which the rest speed is doubled each time.
const DOUBLING_EVENTS: u32 = CLUSTER_EVENTS / 8;

/// The factor by which the rest speed of a crowded pair has grown by the events that it has had in the step.
pub(crate) fn rest_speed_growth<V: Vector>([first, second]: [&Slot<V>; 2]) -> f64 {
    let events =
        if second.is_mover() { first.events().max(second.events()) } else { first.events() };
    rest_speed_growth_after(events)
}

/// The same for a pair of which the body with more events has had so many.
pub(crate) fn rest_speed_growth_after(events: u32) -> f64 {
    let doublings = events.saturating_sub(CLUSTER_EVENTS) / DOUBLING_EVENTS;
    (1u64 << u32::min(doublings, u64::BITS - 1)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touches_are_told_apart_by_their_speeds() {
        let solved = InPile::Solved { size: 2.0, dt: 0.1 };
        for (speed, expected) in [
            (-0.2, [TouchKind::Pass, TouchKind::Pass, TouchKind::Member]),
            (-0.1, [TouchKind::Contact, TouchKind::Member, TouchKind::Member]),
            (0.0, [TouchKind::Contact, TouchKind::Member, TouchKind::Member]),
            (0.1, [TouchKind::Contact, TouchKind::Member, TouchKind::Member]),
            (0.2, [TouchKind::Impact, TouchKind::Impact, TouchKind::Member]),
            (5.0, [TouchKind::Impact, TouchKind::Impact, TouchKind::Member]),
            (5.1, [TouchKind::Impact; 3]),
        ] {
            let found = [InPile::No, InPile::Waits, solved]
                .map(|pile| classify(speed, &Slowness { rest_speed: 0.1, pile }));
            assert_eq!(found, expected, "{speed}");
        }
    }

    #[test]
    fn rest_speed_doubles_with_events_and_stays_finite() {
        assert_eq!(rest_speed_growth_after(CLUSTER_EVENTS), 1.0);
        assert_eq!(rest_speed_growth_after(CLUSTER_EVENTS + DOUBLING_EVENTS), 2.0);
        assert!(rest_speed_growth_after(u32::MAX).is_finite());
    }

    #[test]
    fn series_without_end_is_found_before_the_budget_is_spent() {
        for budget in [64.0, 1000.0, 1e9] {
            assert!(f64::from(endless_events(budget)) <= ENDLESS_SHARE * budget);
            assert!(endless_events(budget) <= CLUSTER_EVENTS);
        }
    }
}
