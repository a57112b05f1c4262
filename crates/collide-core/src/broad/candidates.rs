//! The candidates near a place: a list to which several bodies are added at once.

/// The number of candidates for which there is room without an allocation.
const FEW: usize = 64;

/// The number of bodies that are tested together.
pub(super) const BATCH: usize = 4;

/// The bodies near a place.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    few: [u32; FEW],
    count: usize,
    /// The bodies for which there was no more room.
    more: Vec<u32>,
}

impl Default for Candidates {
    fn default() -> Self {
        Self { few: [0; FEW], count: 0, more: Vec::new() }
    }
}

impl Candidates {
    /// Empties the list.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
        self.more.clear();
    }

    /// Adds a body.
    pub(crate) fn add(&mut self, body: u32) {
        if self.count == FEW {
            self.make_room();
        }
        self.few[self.count % FEW] = body;
        self.count += 1;
    }

    /// Adds those of the bodies of which the bit is set, without a branch for each: the bits are hard to
    /// predict.
    #[inline(always)]
    pub(super) fn add_masked(&mut self, bodies: [u32; BATCH], mut bits: u32) {
        if self.count > FEW - BATCH {
            self.make_room();
        }
        for body in bodies {
            // There is room; the remainder shows that to the compiler.
            self.few[self.count % FEW] = body;
            self.count += (bits & 1) as usize;
            bits >>= 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self) {
        self.more.extend_from_slice(&self.few[..self.count]);
        self.count = 0;
    }

    /// All candidates.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> &[u32] {
        if !self.more.is_empty() {
            self.make_room();
            return &self.more;
        }
        &self.few[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_added_bodies_are_listed() {
        let mut near = Candidates::default();
        for first in (0..4000).step_by(4) {
            near.add_masked([first, first + 1, first + 2, first + 3], 0b1010);
            near.add(first);
        }
        let mut found = near.all().to_vec();
        found.sort_unstable();
        assert_eq!(found, (0..4000).filter(|body| body % 4 != 2).collect::<Vec<_>>());
        near.clear();
        assert!(near.all().is_empty());
    }
}
