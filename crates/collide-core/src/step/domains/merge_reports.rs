//! In which order is told what was done in several domains?
//!
//! In that in which one who sees all would have told it.

use std::collections::VecDeque;

use crate::report::Report;
use crate::step::domains::causal_bound::Handled;
use crate::step::domains::result::Domain;
use crate::step::state::event_queue::Prediction;
use crate::vector::Vector;

/// Tells what was told in all domains, in order, after what was told before.
pub(crate) fn tell_all<V: Vector>(domains: &[Domain<V>], rest: &Domain<V>, told: &mut Report<V>) {
    let domains: Vec<&Domain<V>> =
        domains.iter().chain([rest]).filter(|domain| !domain.done.handled.is_empty()).collect();
    let handled = domains.iter().map(|domain| domain.done.handled.len());
    let mut all = Vec::with_capacity(handled.sum());
    for (domain, Domain { done, .. }) in (0u32..).zip(&domains) {
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
