//! What may happen next to a ball that is followed?

use std::hint::select_unpredictable;

/// No body.
const NONE: u32 = u32::MAX;

/// When a ball may touch another one, and how often that one had been rewritten: if it has been since, that is void.
/// If it is nobody, only before when it touches nobody is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) time: f64,
    pub(super) partner: u32,
    pub(super) version: u32,
}

/// What may happen to a ball next, as far as that is known of its track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// When it leaves its cell.
    pub(super) leave: f64,
    /// The two soonest touches, and before when there is no other.
    pub(super) touches: [Touch; 2],
    pub(super) others: f64,
}

impl Touch {
    pub(super) const NONE: Self = Self { time: f64::INFINITY, partner: NONE, version: 0 };

    #[inline(always)]
    fn choose(is_one: bool, one: Self, other: Self) -> Self {
        Self {
            time: select_unpredictable(is_one, one.time, other.time),
            partner: select_unpredictable(is_one, one.partner, other.partner),
            version: select_unpredictable(is_one, one.version, other.version),
        }
    }
}

impl Turn {
    pub(super) const NONE: Self =
        Self { leave: f64::INFINITY, touches: [Touch::NONE; 2], others: f64::INFINITY };

    /// When it is due.
    pub(super) fn time(&self) -> f64 {
        f64::min(self.touches[0].time, self.leave)
    }

    /// It may touch this one too.
    #[inline(always)]
    pub(super) fn add(&mut self, touch: Touch) {
        // Which comes first is hard to foresee: there is no branch.
        let [first, second] = self.touches;
        let is_first = touch.time < first.time;
        let [first, later] =
            [Touch::choose(is_first, touch, first), Touch::choose(is_first, first, touch)];
        let is_second = later.time < second.time;
        self.touches = [first, Touch::choose(is_second, later, second)];
        let last = select_unpredictable(is_second, second.time, later.time);
        self.others = select_unpredictable(last < self.others, last, self.others);
    }

    /// It does not come to the soonest touch.
    pub(super) fn next(&mut self) {
        let last = Touch { time: self.others, ..Touch::NONE };
        self.touches = [self.touches[1], last];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_soonest_are_known_and_when_others_may_come() {
        let mut turn = Turn { leave: 4.5, ..Turn::NONE };
        for (partner, time) in [(0, 5.0), (1, 3.0), (2, 4.0), (3, 6.0)] {
            turn.add(Touch { time, partner, version: 7 });
        }
        let soonest = |turn: &Turn| (turn.touches[0].partner, turn.touches[0].time, turn.time());
        assert_eq!(soonest(&turn), (1, 3.0, 3.0));
        turn.next();
        assert_eq!(soonest(&turn), (2, 4.0, 4.0));
        turn.next();
        assert_eq!(soonest(&turn), (NONE, 5.0, 4.5));
        turn.add(Touch { time: 1.0, partner: 9, version: 0 });
        assert_eq!(soonest(&turn), (9, 1.0, 1.0));
        assert_eq!((turn.touches[1].partner, turn.others), (NONE, 5.0));
    }
}
