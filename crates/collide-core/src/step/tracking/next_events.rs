//! The next events of a tracked ball: the time at which it leaves its cell, and its two earliest possible touches.
//!
//! There is one record for each ball, in half a line of memory: times are in single precision, rounded down.

use std::hint::select_unpredictable;

/// No body.
const NONE: u32 = u32::MAX;

/// The time at which a ball may touch a partner, and the lower bits of the partner's version: if that has
/// changed, the touch is void. Without a partner it is the time up to which no touch is possible.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) time: f32,
    pub(crate) partner: u32,
    pub(crate) version: u16,
}

/// The next events of a ball that follow from its trajectory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextEvents {
    /// When it leaves its cell.
    pub(crate) leave: f32,
    /// The times of the two earliest touches.
    times: [f32; 2],
    /// The time before which there is no other touch.
    others: f32,
    partners: [u32; 2],
    versions: [u16; 2],
}

/// A time in single precision, rounded down.
#[inline(always)]
pub(crate) fn not_later(time: f64) -> f32 {
    /// A conversion to the nearest number is too late by less than this share.
    const ROUNDING: f64 = f32::EPSILON as f64;
    (time * (1.0 - ROUNDING)) as f32
}

/// Whether a time comes after `now` when it is rounded down. If not, waiting for it would never end.
#[inline(always)]
pub(crate) fn is_after(now: f64, time: f64) -> bool {
    f64::from(not_later(time)) > now
}

impl Touch {
    /// No touch.
    const NONE: Self = Self { time: f32::INFINITY, partner: NONE, version: 0 };

    /// A touch of a partner with this version.
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

impl NextEvents {
    /// Neither a touch nor a crossing.
    pub(crate) const NONE: Self = Self {
        leave: f32::INFINITY,
        times: [f32::INFINITY; 2],
        others: f32::INFINITY,
        partners: [NONE; 2],
        versions: [0; 2],
    };

    /// The earliest touch, or the second one.
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

    /// The time at which the ball is due.
    #[inline(always)]
    pub(crate) fn time(&self) -> f32 {
        if self.times[0] < self.leave { self.times[0] } else { self.leave }
    }

    /// Adds a possible touch.
    #[inline(always)]
    pub(crate) fn add(&mut self, touch: Touch) {
        // Branches would be mispredicted here.
        let [first, second] = [self.touch(0), self.touch(1)];
        let is_first = touch.time < first.time;
        self.set(0, Touch::choose(is_first, touch, first));
        let later = Touch::choose(is_first, first, touch);
        let is_second = later.time < second.time;
        self.set(1, Touch::choose(is_second, later, second));
        let last = select_unpredictable(is_second, second.time, later.time);
        self.others = select_unpredictable(last < self.others, last, self.others);
    }

    /// Drops the earliest touch.
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
    fn record_and_time_fit_half_a_line_of_memory() {
        assert_eq!(size_of::<(f32, NextEvents)>(), 32);
    }

    #[test]
    fn times_are_rounded_down() {
        for number in 0..100_000 {
            let time = f64::from(number) * 1e-3 / 7.0;
            let noted = f64::from(not_later(time));
            assert!(noted <= time && noted >= time * (1.0 - 2e-7));
        }
        assert_eq!(not_later(f64::INFINITY), f32::INFINITY);
    }

    #[test]
    fn two_earliest_touches_and_bound_of_others_are_kept() {
        let mut events = NextEvents { leave: 4.5, ..NextEvents::NONE };
        for (partner, time) in [(0, 5.0), (1, 3.0), (2, 4.0), (3, 6.0)] {
            events.add(Touch { time, partner, version: 7 });
        }
        let soonest = |events: &NextEvents| (events.partners[0], events.times[0], events.time());
        assert_eq!(soonest(&events), (1, 3.0, 3.0));
        events.next();
        assert_eq!(soonest(&events), (2, 4.0, 4.0));
        events.next();
        assert_eq!(soonest(&events), (NONE, 5.0, 4.5));
        events.add(Touch { time: 1.0, partner: 9, version: 0 });
        assert_eq!(soonest(&events), (9, 1.0, 1.0));
        assert_eq!((events.partners[1], events.others), (NONE, 5.0));
    }
}
