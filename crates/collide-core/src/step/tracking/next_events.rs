//! What may happen next to a ball that is followed?
//!
//! There is one for each, and it is to be near in memory: times are in single precision, and never later than they are.

use std::hint::select_unpredictable;

/// No body.
const NONE: u32 = u32::MAX;

/// When a ball may touch another one, and how often that one had been rewritten, as far as that fits: if it has been
/// since, that is void. If it is nobody, only before when it touches nobody is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) time: f32,
    pub(crate) partner: u32,
    pub(crate) version: u16,
}

/// What may happen to a ball next, as far as that is known of its track.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// When it leaves its cell.
    pub(crate) leave: f32,
    /// The two soonest touches, and before when there is no other.
    times: [f32; 2],
    others: f32,
    partners: [u32; 2],
    versions: [u16; 2],
}

/// A time in fewer bits, which is not later.
#[inline(always)]
pub(crate) fn not_later(time: f64) -> f32 {
    /// What is rounded to the nearest is less than this share of itself too late.
    const ROUNDING: f64 = f32::EPSILON as f64;
    (time * (1.0 - ROUNDING)) as f32
}

/// Whether what is noted of a time comes after this one: if not there is no use in waiting for it, and who did would do
/// so for ever.
#[inline(always)]
pub(crate) fn is_after(now: f64, time: f64) -> bool {
    f64::from(not_later(time)) > now
}

impl Touch {
    const NONE: Self = Self { time: f32::INFINITY, partner: NONE, version: 0 };

    /// That of a body which has been rewritten so often.
    #[inline(always)]
    pub(crate) fn new(time: f64, partner: u32, version: u32) -> Self {
        Self { time: not_later(time), partner, version: version as u16 }
    }

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
    pub(crate) const NONE: Self = Self {
        leave: f32::INFINITY,
        times: [f32::INFINITY; 2],
        others: f32::INFINITY,
        partners: [NONE; 2],
        versions: [0; 2],
    };

    /// That of a ball of which nothing is known from a time on.
    #[inline(always)]
    pub(crate) fn unknown_from(time: f64) -> Self {
        Self { times: [not_later(time), f32::INFINITY], ..Self::NONE }
    }

    /// The soonest touch, and the one after that.
    #[inline(always)]
    pub(crate) fn touch(&self, number: usize) -> Touch {
        let (time, partner) = (self.times[number], self.partners[number]);
        Touch { time, partner, version: self.versions[number] }
    }

    #[inline(always)]
    fn set(&mut self, number: usize, touch: Touch) {
        (self.times[number], self.partners[number]) = (touch.time, touch.partner);
        self.versions[number] = touch.version;
    }

    /// When it is due.
    #[inline(always)]
    pub(crate) fn time(&self) -> f32 {
        if self.times[0] < self.leave { self.times[0] } else { self.leave }
    }

    /// It may touch this one too.
    #[inline(always)]
    pub(crate) fn add(&mut self, touch: Touch) {
        // Which comes first is hard to foresee: there is no branch.
        let [first, second] = [self.touch(0), self.touch(1)];
        let is_first = touch.time < first.time;
        self.set(0, Touch::choose(is_first, touch, first));
        let later = Touch::choose(is_first, first, touch);
        let is_second = later.time < second.time;
        self.set(1, Touch::choose(is_second, later, second));
        let last = select_unpredictable(is_second, second.time, later.time);
        self.others = select_unpredictable(last < self.others, last, self.others);
    }

    /// It does not come to the soonest touch.
    #[inline(always)]
    pub(crate) fn next(&mut self) {
        self.set(0, self.touch(1));
        self.set(1, Touch { time: self.others, ..Touch::NONE });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_and_its_time_are_half_a_line_of_memory() {
        assert_eq!(size_of::<(f32, Turn)>(), 32);
    }

    #[test]
    fn no_time_is_noted_later_than_it_is() {
        for number in 0..100_000 {
            let time = f64::from(number) * 1e-3 / 7.0;
            let noted = f64::from(not_later(time));
            assert!(noted <= time && noted >= time * (1.0 - 2e-7));
        }
        assert_eq!(not_later(f64::INFINITY), f32::INFINITY);
    }

    #[test]
    fn the_two_soonest_are_known_and_when_others_may_come() {
        let mut turn = Turn { leave: 4.5, ..Turn::NONE };
        for (partner, time) in [(0, 5.0), (1, 3.0), (2, 4.0), (3, 6.0)] {
            turn.add(Touch { time, partner, version: 7 });
        }
        let soonest = |turn: &Turn| (turn.partners[0], turn.times[0], turn.time());
        assert_eq!(soonest(&turn), (1, 3.0, 3.0));
        turn.next();
        assert_eq!(soonest(&turn), (2, 4.0, 4.0));
        turn.next();
        assert_eq!(soonest(&turn), (NONE, 5.0, 4.5));
        turn.add(Touch { time: 1.0, partner: 9, version: 0 });
        assert_eq!(soonest(&turn), (9, 1.0, 1.0));
        assert_eq!((turn.partners[1], turn.others), (NONE, 5.0));
    }
}
