//! An order of contacts by levels, in which few contacts wait for the one before (level scheduling: Saad,
//! "Iterative methods for sparse linear systems", 2003).
//!
//! Two contacts that share no body can be exchanged without any difference to the result. So each contact
//! comes one level above the contacts before it that share a body with it. Within a level no two contacts
//! share a body, and the processor works on several of them at once.

/// The order of contacts by levels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// For each body the lowest level that its next contact can have.
    next_levels: Vec<u32>,
    /// The level of each contact.
    levels: Vec<u32>,
    /// For each level first the number of its contacts, then the row of its next contact.
    next_rows: Vec<u32>,
    /// The row of each contact.
    rows: Vec<u32>,
}

impl Levels {
    /// Arranges the contacts between these pairs of `body_count` bodies.
    pub(crate) fn arrange(&mut self, body_count: usize, pairs: impl Iterator<Item = [u32; 2]>) {
        let Self { next_levels, levels, next_rows, rows } = self;
        next_levels.clear();
        next_levels.resize(body_count, 0);
        levels.clear();
        next_rows.clear();
        for pair in pairs {
            let level = u32::max(next_levels[pair[0] as usize], next_levels[pair[1] as usize]);
            pair.into_iter().for_each(|body| next_levels[body as usize] = level + 1);
            levels.push(level);
            let level = level as usize;
            next_rows.resize(usize::max(next_rows.len(), level + 1), 0);
            next_rows[level] += 1;
        }
        let mut first_row = 0;
        for next_row in &mut *next_rows {
            first_row += std::mem::replace(next_row, first_row);
        }
        rows.clear();
        rows.extend(levels.iter().map(|level| {
            let next_row = &mut next_rows[*level as usize];
            *next_row += 1;
            *next_row - 1
        }));
    }

    /// The row of each contact: its place in the order by levels.
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_of_one_body_keep_their_order_and_others_do_not_wait() {
        // Two towers of three that lean against each other.
        let pairs = [[1, 0], [2, 1], [4, 3], [5, 4], [2, 5]];
        let mut levels = Levels::default();
        for _ in 0..2 {
            levels.arrange(6, pairs.into_iter());
            assert_eq!(levels.rows(), [0, 2, 1, 3, 4]);
        }
        levels.arrange(6, [].into_iter());
        assert!(levels.rows().is_empty());
    }
}
