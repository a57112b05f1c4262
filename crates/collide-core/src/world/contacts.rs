//! The resting contacts that were found when the piles were last solved, and where bodies are in contact.

pub(crate) mod points;

use std::collections::{BTreeMap, BTreeSet};

use points::ContactPoints;

use super::constraints::Resting;
use super::id::BodyId;
use super::slot::Slot;
use crate::contact::Feature;
use crate::vector::Vector;

/// The contacts of the piles, which last until the piles are solved again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contacts<V: Vector> {
    /// The contacts in the order of their names.
    resting: Vec<Resting<V>>,
    /// For each index of a first body, the place in the list at which its contacts begin, and at last the end of the
    /// list; empty if there are no contacts.
    starts: Vec<u32>,
    /// Suppressed pairs of bodies in piles that hardly approach, with the detach counts of both. A pair is suppressed
    /// until one of its counts changes, or the piles are solved again.
    pub(crate) suppressed: BTreeMap<[BodyId; 2], [u32; 2]>,
    /// The pairs of a squeezed body and a moving wall that passes over it. They do not collide until they have come
    /// apart, or the wall stands.
    pub(crate) passed_over: BTreeSet<[BodyId; 2]>,
    /// Where bodies are in contact at the end of a step.
    pub(crate) points: ContactPoints<V>,
    /// Bodies around which piles are to be solved, and when: they fall on a pile, have woken, overlap others, or are in a crowd.
    pub(crate) requested: BTreeMap<BodyId, f64>,
}

impl<V: Vector> Default for Contacts<V> {
    fn default() -> Self {
        Self {
            resting: Vec::new(),
            starts: Vec::new(),
            suppressed: BTreeMap::new(),
            passed_over: BTreeSet::new(),
            points: ContactPoints::default(),
            requested: BTreeMap::new(),
        }
    }
}

impl<V: Vector> Contacts<V> {
    /// The resting contacts, in the order of their names.
    pub(crate) fn all(&self) -> &[Resting<V>] {
        &self.resting
    }

    /// Takes the resting contacts out, to be changed and set again.
    pub(crate) fn take(&mut self) -> Vec<Resting<V>> {
        std::mem::take(&mut self.resting)
    }

    /// Forgets the resting contacts of the bodies that the predicate is true of.
    pub(crate) fn forget(&mut self, is_forgotten: impl Fn(BodyId) -> bool) {
        let mut resting = self.take();
        resting.retain(|resting| !resting.bodies.iter().any(|body| is_forgotten(*body)));
        self.set(resting);
        let is_kept = |pair: &[BodyId; 2]| !pair.iter().any(|body| is_forgotten(*body));
        self.suppressed.retain(|pair, _| is_kept(pair));
        self.passed_over.retain(is_kept);
        self.requested.retain(|body, _| !is_forgotten(*body));
    }

    /// Sets the resting contacts. Of several with one name the first is kept.
    pub(crate) fn set(&mut self, mut resting: Vec<Resting<V>>) {
        // Mostly all are in order already.
        if !resting.is_sorted_by(|one, next| one.name() < next.name()) {
            resting.sort_by_key(Resting::name);
            resting.dedup_by_key(|resting| resting.name());
        }
        self.starts.clear();
        for (place, contact) in (0u32..).zip(&resting) {
            let index = contact.bodies[0].index();
            if self.starts.len() <= index {
                self.starts.resize(index + 1, place);
            }
        }
        if !resting.is_empty() {
            self.starts.push(resting.len() as u32);
        }
        self.resting = resting;
    }

    /// The resting contact of this name.
    pub(crate) fn find(&self, bodies: [BodyId; 2], feature: Feature) -> Option<&Resting<V>> {
        self.of_first(bodies[0]).iter().find(|resting| resting.name() == (bodies, feature))
    }

    /// Whether impacts of two bodies are suppressed because the two rest against each other.
    pub(crate) fn are_suppressed(&self, [first, second]: [&Slot<V>; 2]) -> bool {
        let pair = [first.id, second.id];
        if first.moves_as_solved()
            && (second.moves_as_solved() || second.is_single_surface() && first.is_as_solved())
            && self.have_rested(pair)
        {
            return true;
        }
        !self.suppressed.is_empty()
            && self.suppressed.get(&pair) == Some(&[first.detach_count, second.detach_count])
    }

    /// Whether two bodies are in a pile, move as it was solved, and rest against each other: they have no impact before it is
    /// solved again.
    pub(crate) fn rest_together(&self, pair: [&Slot<V>; 2]) -> bool {
        let [one, two] = pair.map(|slot| slot.id);
        pair.into_iter().all(Slot::is_as_solved)
            && (self.have_rested([one, two]) || self.have_rested([two, one]))
    }

    /// Whether these two rested against each other when the piles were solved.
    fn have_rested(&self, pair: [BodyId; 2]) -> bool {
        self.of_first(pair[0]).iter().any(|resting| resting.bodies == pair)
    }

    /// When piles are solved again around one of two bodies, in seconds from the start of the step; nothing if neither is in one.
    pub(crate) fn solved_again(&self, pair: [&Slot<V>; 2]) -> Option<f64> {
        let requested = |slot: &Slot<V>| self.requested.get(&slot.id).copied();
        let times = pair.into_iter().filter_map(|slot| slot.even_until().or(requested(slot)));
        times.reduce(f64::min)
    }

    /// Whether the second of two bodies is a moving wall that passes over the first.
    pub(crate) fn is_passed_over(&self, [first, second]: [&Slot<V>; 2]) -> bool {
        !self.passed_over.is_empty() && self.passed_over.contains(&[first.id, second.id])
    }

    /// The contacts with this body as their first.
    fn of_first(&self, id: BodyId) -> &[Resting<V>] {
        let place = |index: usize| self.starts.get(index).map(|place| *place as usize);
        let [start, end] = [place(id.index()), place(id.index() + 1)];
        start.zip(end).map_or(&[], |(start, end)| &self.resting[start..end])
    }
}
