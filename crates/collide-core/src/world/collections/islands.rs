//! Islands: sets of things that are joined, directly or through others (union-find).

/// Things with the numbers from zero on, some of which are joined.
///
/// Source: Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms" (1984), for the halving of paths.
#[derive(Clone, Debug)]
pub(crate) struct Islands(Vec<u32>);

impl Islands {
    /// `count` things, each of which is an island.
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// The name of the island to which a thing belongs: the largest number in it.
    pub(crate) fn name(&mut self, mut index: u32) -> u32 {
        let names = &mut self.0;
        while names[index as usize] != index {
            // Halves the path, so that later searches are shorter.
            names[index as usize] = names[names[index as usize] as usize];
            index = names[index as usize];
        }
        index
    }

    /// Joins the islands of two things.
    pub(crate) fn join(&mut self, one: u32, two: u32) {
        let (one, two) = (self.name(one), self.name(two));
        self.0[u32::min(one, two) as usize] = u32::max(one, two);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_things_have_the_largest_number_as_name() {
        let mut islands = Islands::new(6);
        for (one, two) in [(0, 3), (4, 1), (3, 4)] {
            islands.join(one, two);
        }
        let names: Vec<u32> = (0..6).map(|index| islands.name(index)).collect();
        assert_eq!(names, [4, 4, 2, 4, 4, 5]);
    }
}
