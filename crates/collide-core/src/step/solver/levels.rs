//! In which order do contacts have their turns, so that none waits for the one before?
//!
//! Two that share no body can change their order without any difference to the result. So contacts are arranged by
//! levels: each comes after those before it of the same bodies, and of one level no two share a body. The processor
//! then works on several at once. (Level scheduling: Saad, "Iterative methods for sparse linear systems", 2003.)

/// The order of contacts by levels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// Above which level the next contact of each body is.
    above: Vec<u32>,
    /// On which level each contact is, and the next place of each level.
    of: Vec<u32>,
    next: Vec<u32>,
    places: Vec<u32>,
}

impl Levels {
    /// Arranges contacts between these pairs of so many bodies. Only bodies that can move make contacts wait.
    pub(crate) fn arrange(
        &mut self,
        bodies: usize,
        pairs: impl Iterator<Item = [u32; 2]>,
        moves: impl Fn(u32) -> bool,
    ) {
        let Self { above, of, next, places } = self;
        above.clear();
        above.resize(bodies, 0);
        of.clear();
        next.clear();
        for pair in pairs {
            let moving = || pair.into_iter().filter(|body| moves(*body));
            let level = moving().map(|body| above[body as usize]).fold(0, u32::max);
            moving().for_each(|body| above[body as usize] = level + 1);
            of.push(level);
            let level = level as usize;
            next.resize(usize::max(next.len(), level + 1), 0);
            next[level] += 1;
        }
        let mut first = 0;
        for next in &mut *next {
            first += std::mem::replace(next, first);
        }
        places.clear();
        places.extend(of.iter().map(|level| {
            let place = &mut next[*level as usize];
            *place += 1;
            *place - 1
        }));
    }

    /// The place of each contact in that order.
    pub(crate) fn places(&self) -> &[u32] {
        &self.places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_of_one_body_keep_their_order_and_others_do_not_wait() {
        // A floor, which does not move, under two towers of three.
        let pairs = [[1, 0], [2, 1], [3, 2], [4, 0], [5, 4], [6, 5], [3, 6]];
        let mut levels = Levels::default();
        for _ in 0..2 {
            levels.arrange(7, pairs.into_iter(), |body| body != 0);
            assert_eq!(levels.places(), [0, 2, 4, 1, 3, 5, 6]);
        }
        levels.arrange(7, [].into_iter(), |_| true);
        assert!(levels.places().is_empty());
    }
}
