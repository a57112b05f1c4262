//! Islands: sets of bodies that are joined, directly or through others (union-find).

/// Elements numbered from zero on, some of which were joined to others.
#[derive(Clone, Debug)]
pub(crate) struct Islands(Vec<u32>);

impl Islands {
    /// So many, each for itself.
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The number by which all are known that hang together with this one.
    pub(crate) fn name(&mut self, mut index: u32) -> u32 {
        let names = &mut self.0;
        while names[index as usize] != index {
            // From now on it is found faster.
            names[index as usize] = names[names[index as usize] as usize];
            index = names[index as usize];
        }
        index
    }

    /// Joins two, under the larger of their names.
    pub(crate) fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.name(one), self.name(two));
        self.0[u32::min(one, two) as usize] = u32::max(one, two);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_one_name() {
        let mut islands = Islands::new(6);
        for (one, two) in [(0, 3), (4, 1), (3, 4)] {
            islands.join(one, two);
        }
        let names: Vec<u32> = (0..6).map(|index| islands.name(index)).collect();
        assert_eq!(names, [4, 4, 2, 4, 4, 5]);
    }
}
