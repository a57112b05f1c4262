//! The resting contacts that were found when the piles were last solved.

use std::collections::BTreeMap;

use super::id::BodyId;
use super::resting::Resting;
use super::slot::Slot;
use crate::contact::Feature;
use crate::vector::{Vector, Wide};

/// The contacts of the piles, which last until these are solved again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contacts<W: Wide> {
    /// In the order of their names.
    resting: Vec<Resting<W>>,
    /// Where among them those of a place begin, as far as there are any.
    from: Vec<u32>,
    /// Pairs of a crowd that hardly approach, with how often the two had been thrown: they are left alone
    /// until one of them is thrown again or the piles are solved again.
    pub(crate) apart: BTreeMap<[BodyId; 2], [u32; 2]>,
}

impl<W: Wide> Default for Contacts<W> {
    fn default() -> Self {
        Self { resting: Vec::new(), from: Vec::new(), apart: BTreeMap::new() }
    }
}

impl<W: Wide> Contacts<W> {
    /// All of them, in the order of their names.
    pub(crate) fn all(&self) -> &[Resting<W>] {
        &self.resting
    }

    /// Takes them out, to be changed and kept again.
    pub(crate) fn take(&mut self) -> Vec<Resting<W>> {
        std::mem::take(&mut self.resting)
    }

    /// Keeps the contacts of the piles, each of a name once, in the order of their names.
    pub(crate) fn keep(&mut self, mut resting: Vec<Resting<W>>) {
        // Most are in order already.
        resting.sort_by_key(Resting::name);
        resting.dedup_by_key(|resting| resting.name());
        self.from.clear();
        for (place, contact) in (0u32..).zip(&resting) {
            let index = contact.bodies[0].index();
            if self.from.len() <= index {
                self.from.resize(index + 1, place);
            }
        }
        if !resting.is_empty() {
            self.from.push(resting.len() as u32);
        }
        self.resting = resting;
    }

    /// What is known of a contact.
    pub(crate) fn known(&self, bodies: [BodyId; 2], feature: Feature) -> Option<&Resting<W>> {
        self.of(bodies[0]).iter().find(|resting| resting.name() == (bodies, feature))
    }

    /// Whether two that rest against each other look for no impacts.
    pub(crate) fn rest_together<V: Vector<Wide = W>>(
        &self,
        [first, second]: [&Slot<V>; 2],
    ) -> bool {
        let pair = [first.id, second.id];
        if first.moves_as_solved()
            && (second.moves_as_solved() || second.is_single_surface() && !first.is_nudged())
            && self.of(first.id).iter().any(|resting| resting.bodies == pair)
        {
            return true;
        }
        !self.apart.is_empty()
            && self.apart.get(&pair) == Some(&[first.detach_count, second.detach_count])
    }

    /// The contacts of which a body comes first.
    fn of(&self, id: BodyId) -> &[Resting<W>] {
        let place = |index: usize| self.from.get(index).map(|place| *place as usize);
        let [start, end] = [place(id.index()), place(id.index() + 1)];
        start.zip(end).map_or(&[], |(start, end)| &self.resting[start..end])
    }
}
