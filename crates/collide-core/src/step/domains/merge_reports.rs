//! Merges the reports of domains into the order in which one serial event loop would have reported.

use std::collections::VecDeque;

use crate::report::Report;
use crate::step::domains::causal_bound::HandledEvent;
use crate::step::domains::result::DomainResult;
use crate::step::state::event_queue::Prediction;
use crate::vector::Vector;

/// Appends the reports of all domains and of the remainder to a report, in order.
pub(crate) fn merge_reports<V: Vector>(
    domains: &[DomainResult<V>],
    remainder: &DomainResult<V>,
    merged: &mut Report<V>,
) {
    let domains: Vec<&DomainResult<V>> =
        domains.iter().chain([remainder]).filter(|domain| !domain.log.handled.is_empty()).collect();
    let handled = domains.iter().map(|domain| domain.log.handled.len());
    let mut all = Vec::with_capacity(handled.sum());
    for (domain, DomainResult { log, .. }) in (0u32..).zip(&domains) {
        // The bits of times that are not negative sort like the times.
        let times = log.handled.iter().map(|it| it.prediction.time.to_bits());
        all.extend((0u32..).zip(times).map(|(number, time)| (time, domain, number)));
    }
    // The events of each domain are sorted already, of which a stable sort makes use. Simultaneous events stay in the
    // order of the domains.
    all.sort_by_key(|(time, ..)| *time);
    for simultaneous in all.chunk_by_mut(|one, next| one.0 == next.0) {
        if simultaneous.len() > 1 {
            merge(simultaneous, |domain, number| {
                &domains[domain as usize].log.handled[number as usize].prediction
            });
        }
    }
    merged.events.reserve(all.len());
    let mut so_far = vec![[0; 2]; domains.len()];
    for (_, domain, number) in all {
        let DomainResult { report, log } = domains[domain as usize];
        append_until(&log.handled[number as usize], report, &mut so_far[domain as usize], merged);
    }
}

/// Appends what a domain reported until this event was handled, from where the last call ended.
fn append_until<V: Vector>(
    handled: &HandledEvent,
    report: &Report<V>,
    so_far: &mut [usize; 2],
    merged: &mut Report<V>,
) {
    let until = [handled.events, handled.legs].map(|it| it as usize);
    let from = std::mem::replace(so_far, until);
    merged.events.extend_from_slice(&report.events[from[0]..until[0]]);
    merged.legs.extend_from_slice(&report.legs[from[1]..until[1]]);
}

/// Sorts simultaneous events of several domains, each in its own order, as a serial event loop takes them:
/// always the earliest of those that are next.
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
