//! In which order is told what was done in several domains?
//!
//! In that in which one who sees all would have told it.

use std::collections::VecDeque;

use super::fence::Handled;
use super::queue::Prediction;
use super::stepper::Domain;
use crate::report::Report;
use crate::vector::Vector;

/// Tells what was told in all domains, in order, after what was told before.
pub(super) fn tell_all<V: Vector>(domains: &[Domain<V>], rest: &Domain<V>, told: &mut Report<V>) {
    let domains: Vec<&Domain<V>> =
        domains.iter().chain([rest]).filter(|domain| !domain.done.handled.is_empty()).collect();
    if let [one, two] = *domains {
        tell_two([one, two], told);
    } else {
        tell_many(&domains, told);
    }
}

/// Tells what was told in two domains.
fn tell_two<V: Vector>(domains: [&Domain<V>; 2], told: &mut Report<V>) {
    let [one, two] = domains.map(|domain| domain.done.handled.as_slice());
    told.events.reserve(one.len() + two.len());
    let (mut rest, mut so_far) = ([one, two], [[0; 2]; 2]);
    let mut turn = 0;
    while rest.iter().any(|rest| !rest.is_empty()) {
        // As many of one as come before what is next of the other. Of two that are alike the second comes first, as
        // where there are many.
        let (own, other) = (rest[turn], rest[1 - turn].first());
        let is_before = |it: &&Handled| {
            let order = other.map(|other| it.prediction.cmp(&other.prediction));
            order.is_none_or(|order| order.is_gt() || order.is_eq() && turn == 1)
        };
        let count = own.iter().take_while(is_before).count();
        if let Some(last) = own[..count].last() {
            tell_until(last, &domains[turn].report, &mut so_far[turn], told);
        }
        rest[turn] = &own[count..];
        turn = 1 - turn;
    }
}

/// Tells what was told in any number of domains.
fn tell_many<V: Vector>(domains: &[&Domain<V>], told: &mut Report<V>) {
    let handled = domains.iter().map(|domain| domain.done.handled.len());
    let mut all = Vec::with_capacity(handled.sum());
    for (domain, Domain { done, .. }) in (0u32..).zip(domains) {
        // Times are not below zero, and so their bits are in their order.
        let times = done.handled.iter().map(|it| it.prediction.time.to_bits());
        all.extend((0u32..).zip(times).map(|(number, time)| (time, domain, number)));
    }
    // What each of them has told is in order already, of which a stable sort makes use; and what happens at one time is
    // left in the order of the domains.
    all.sort_by_key(|(time, ..)| *time);
    for simultaneous in all.chunk_by_mut(|one, next| one.0 == next.0) {
        if simultaneous.len() > 1 {
            merge(simultaneous, |domain, number| {
                &domains[domain as usize].done.handled[number as usize].prediction
            });
        }
    }
    told.events.reserve(all.len());
    let mut so_far = vec![[0; 2]; domains.len()];
    for (_, domain, number) in all {
        let Domain { report, done } = domains[domain as usize];
        tell_until(&done.handled[number as usize], report, &mut so_far[domain as usize], told);
    }
}

/// Tells what a domain has told until this was handled there, of which so much has been told.
fn tell_until<V: Vector>(
    handled: &Handled,
    report: &Report<V>,
    so_far: &mut [usize; 2],
    told: &mut Report<V>,
) {
    let until = [handled.events, handled.legs].map(|it| it as usize);
    let from = std::mem::replace(so_far, until);
    told.events.extend_from_slice(&report.events[from[0]..until[0]]);
    told.legs.extend_from_slice(&report.legs[from[1]..until[1]]);
}

/// Brings what happens at one time in several domains, of each in its order, into the order in which who handles all
/// takes it: always the earliest of those that are next.
fn merge<'a>(
    simultaneous: &mut [(u64, u32, u32)],
    prediction: impl Fn(u32, u32) -> &'a Prediction,
) {
    let mut lists: Vec<VecDeque<_>> = Vec::new();
    for list in simultaneous.chunk_by(|one, next| one.1 == next.1) {
        lists.push(list.iter().copied().collect());
    }
    for place in simultaneous {
        let next = lists.iter_mut().filter(|list| !list.is_empty());
        let first = next.max_by_key(|list| prediction(list[0].1, list[0].2));
        if let Some(first) = first.and_then(VecDeque::pop_front) {
            *place = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::contact::Feature;
    use crate::report::{Event, Leg};
    use crate::step::queue::Kind;
    use crate::world::BodyId;

    /// A domain in which something happened at these times, one after the other, of which some was told.
    fn domain(times: &[(u32, u64)]) -> Domain<DVec2> {
        let mut domain = Domain::default();
        for (number, (time, key)) in (0u32..).zip(times) {
            let (time, ball) =
                (f64::from(*time), BodyId { index: *key as u32, generation: number });
            let Report { events, legs, .. } = &mut domain.report;
            let event = Event::Stopped { time, ball };
            events.extend(std::iter::repeat_n(event, *key as usize % 3));
            let [position, velocity, acceleration] = [DVec2::ZERO; 3];
            let leg = Leg { body: ball, start: 0.0, end: time, position, velocity, acceleration };
            legs.extend(std::iter::repeat_n(leg, *key as usize / 3 % 2));
            let [events, legs] = [events.len(), legs.len()].map(|it| it as u32);
            let (kind, keys, bodies, feature) = (Kind::Impact, [*key; 2], [0; 2], Feature::PLANE);
            let prediction = Prediction { time, kind, keys, bodies, versions: [0; 2], feature };
            domain.done.handled.push(Handled { prediction, events, legs });
        }
        domain
    }

    #[test]
    fn two_are_told_as_many_are() {
        for seed in 0..500u64 {
            let number = |place: u64| ((seed * 31 + place) * (place * 97 + 13)) >> 3;
            let domains = [0, 1].map(|which| {
                let count = number(which) % 8;
                let mut times: Vec<_> = (0..count)
                    .map(|place| 2 * place + which)
                    .map(|place| ((number(place + 2) % 6) as u32, number(place + 30) % 7))
                    .collect();
                times.sort_by_key(|(time, _)| *time);
                domain(&times)
            });
            let [mut two, mut many] = [(); 2].map(|()| Report::default());
            tell_two(domains.each_ref(), &mut two);
            tell_many(&domains.each_ref(), &mut many);
            assert_eq!(two, many, "{seed}");
        }
    }
}
