//! An exponential back-off, counted in steps.

/// For how many steps a strategy that was of no use is not tried again: after each failure twice as many and one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    /// For how many further steps the strategy is not tried.
    wait: u32,
    /// For how many steps it was not tried after the last failure; zero after a success.
    last: u32,
    /// The longest wait.
    most: u32,
}

impl Backoff {
    /// Waits for `first` steps before the first try, and after failures for at most `most`.
    pub(crate) fn new(first: u32, most: u32) -> Self {
        Self { wait: first, last: 0, most }
    }

    /// Whether the strategy has not failed since its last success.
    pub(crate) fn has_not_failed(&self) -> bool {
        self.last == 0
    }

    /// Counts a step, and returns whether it is to be made without the strategy.
    pub(crate) fn waits(&mut self) -> bool {
        let waits = self.wait > 0;
        self.wait = self.wait.saturating_sub(1);
        waits
    }

    /// Records that the strategy was of no use.
    pub(crate) fn fail(&mut self) {
        self.last = u32::min(2 * self.last + 1, self.most);
        self.wait = self.last;
    }

    /// Records that the strategy was of use: the next failure counts as the first.
    pub(crate) fn succeed(&mut self) {
        self.last = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_until_the_longest_and_start_anew_after_a_success() {
        let mut backoff = Backoff::new(2, 5);
        let mut waits = || {
            let count = (0..).take_while(|_| backoff.waits()).count();
            backoff.fail();
            count
        };
        assert_eq!([waits(), waits(), waits(), waits(), waits()], [2, 1, 3, 5, 5]);
        backoff.succeed();
        assert!(backoff.has_not_failed());
        backoff.fail();
        assert!(!backoff.has_not_failed());
        assert_eq!((0..).take_while(|_| backoff.waits()).count(), 1);
    }
}
