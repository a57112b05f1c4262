//! What comes next? The predicted events of the step, earliest first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::contact::Feature;

/// What is predicted. Of simultaneous events the kinds come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EventKind {
    /// The ball enters an absorber.
    Absorb,
    /// The ball leaves a sensor.
    Leave,
    /// The ball enters a sensor.
    Enter,
    /// Two solid bodies touch.
    Impact,
    /// A ball comes to rest; both bodies are the same.
    Stop,
    /// A body has flown a period; both bodies are the same.
    Wrap,
    /// A body comes to the end of the stretch of its path in which others have been looked for; both bodies
    /// are the same. Nothing happens to it.
    HorizonReached,
}

/// A predicted event, valid while neither body has been rewritten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prediction {
    pub(crate) time: f64,
    pub(crate) kind: EventKind,
    pub(crate) keys: [u64; 2],
    pub(crate) bodies: [u32; 2],
    pub(crate) versions: [u32; 2],
    pub(crate) feature: Feature,
}

impl Prediction {
    /// Whether neither body has been rewritten since.
    fn is_valid(&self, versions: &[u32]) -> bool {
        self.bodies.map(|body| versions[body as usize]) == self.versions
    }

    fn order(&self, other: &Self) -> Ordering {
        self.time.total_cmp(&other.time).then_with(|| {
            (self.kind, self.keys, self.feature).cmp(&(other.kind, other.keys, other.feature))
        })
    }
}

impl PartialEq for Prediction {
    fn eq(&self, other: &Self) -> bool {
        self.order(other).is_eq()
    }
}

impl Eq for Prediction {}

impl PartialOrd for Prediction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Prediction {
    /// The earliest is the greatest, as the heap wants it.
    fn cmp(&self, other: &Self) -> Ordering {
        other.order(self)
    }
}

/// No prediction follows.
const NONE: u32 = u32::MAX;

/// How many buckets a step is divided into at most.
const MAX_BUCKETS: usize = 1 << 16;

/// So many predictions are kept in a row: in most buckets there are no more.
const MAX_ROW: usize = 8;

/// The predicted events, among them void ones that [`pop`](Self::pop) passes over.
///
/// The step is divided into buckets of time. Only the predictions of the present bucket are kept in order; those of
/// a later one lie in a chain until it comes, by when most of them are void.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    /// The earliest of the present bucket, of which the first comes last, and those that come after all of them.
    row: Vec<Prediction>,
    heap: BinaryHeap<Prediction>,
    /// When the first bucket begins, the present one, and how many there are in a second.
    from: f64,
    bucket: usize,
    buckets_per_second: f64,
    /// Where the chains of all buckets begin.
    heads: Vec<u32>,
    /// The links of all chains, and of a chain of those that are free.
    links: Vec<(Prediction, u32)>,
    free: u32,
    /// How many are in chains.
    later: usize,
}

impl EventQueue {
    /// Forgets everything, for what comes between two times with so many bodies.
    pub(crate) fn begin(&mut self, times: [f64; 2], bodies: usize) {
        /// How many bodies there are to a bucket.
        const BODIES_PER_BUCKET: usize = 4;
        self.begin_with_buckets(times, bodies / BODIES_PER_BUCKET);
    }

    /// The same, divided into so many buckets.
    pub(crate) fn begin_with_buckets(&mut self, [from, until]: [f64; 2], buckets: usize) {
        let buckets = buckets.clamp(1, MAX_BUCKETS);
        self.row.clear();
        self.heap.clear();
        self.links.clear();
        self.heads.clear();
        self.heads.resize(buckets, NONE);
        (self.from, self.bucket, self.free, self.later) = (from, 0, NONE, 0);
        self.buckets_per_second = buckets as f64 / (until - from);
    }

    #[inline]
    pub(crate) fn push(&mut self, prediction: Prediction) {
        // The conversion takes what is no number to zero.
        let bucket = (((prediction.time - self.from) * self.buckets_per_second) as usize)
            .min(self.heads.len() - 1);
        if bucket <= self.bucket {
            self.insert(prediction);
            return;
        }
        self.later += 1;
        let head = &mut self.heads[bucket];
        let link = (prediction, *head);
        if self.free == NONE {
            *head = self.links.len() as u32;
            self.links.push(link);
        } else {
            *head = self.free;
            self.free = std::mem::replace(&mut self.links[*head as usize], link).1;
        }
    }

    /// Puts a prediction of the present bucket in its place.
    #[inline]
    fn insert(&mut self, prediction: Prediction) {
        if self.row.is_empty() && self.heap.is_empty() {
            self.row.push(prediction);
        } else {
            self.insert_among(prediction);
        }
    }

    /// The same where there are others.
    #[inline(never)]
    fn insert_among(&mut self, prediction: Prediction) {
        if self.heap.peek().is_some_and(|first| *first > prediction) {
            self.heap.push(prediction);
            return;
        }
        let later = self.row.iter().rposition(|other| *other <= prediction);
        self.row.insert(later.map_or(0, |place| place + 1), prediction);
        if self.row.len() > MAX_ROW {
            self.heap.push(self.row.remove(0));
        }
    }

    /// When the earliest prediction comes that still is_valid.
    #[inline]
    pub(crate) fn earliest_time(&mut self, versions: &[u32]) -> f64 {
        loop {
            while let Some(next) = self.row.last().or_else(|| self.heap.peek()) {
                if next.is_valid(versions) {
                    return next.time;
                }
                self.take_first();
            }
            // The present bucket does not end before something is foreseen for a later one.
            if self.later == 0 || !self.advance(versions) {
                return f64::INFINITY;
            }
        }
    }

    /// Takes the earliest prediction of the present bucket.
    #[inline]
    fn take_first(&mut self) -> Option<Prediction> {
        self.row.pop().or_else(|| self.heap.pop())
    }

    /// Tells who is in the predictions of a bucket that comes soon.
    fn for_each_soon(&self, soon: impl Fn([u32; 2])) {
        /// How many buckets lie between.
        const BUCKETS_AHEAD: usize = 5;
        let mut next = self.heads.get(self.bucket + BUCKETS_AHEAD).copied().unwrap_or(NONE);
        while next != NONE {
            let (prediction, after) = &self.links[next as usize];
            soon(prediction.bodies);
            next = *after;
        }
    }

    /// Takes the earliest prediction that still is_valid. Before long those are taken that are `soon` times of.
    pub(crate) fn pop(&mut self, versions: &[u32], soon: impl Fn([u32; 2])) -> Option<Prediction> {
        loop {
            while let Some(next) = self.take_first() {
                if next.is_valid(versions) {
                    return Some(next);
                }
            }
            self.for_each_soon(&soon);
            if !self.advance(versions) {
                return None;
            }
        }
    }

    /// Goes on to the next bucket, if there is one.
    #[inline]
    fn advance(&mut self, versions: &[u32]) -> bool {
        let is_any = self.bucket + 1 < self.heads.len();
        if is_any {
            self.bucket += 1;
            self.take_bucket(self.heads[self.bucket], versions);
        }
        is_any
    }

    /// Brings a chain into order.
    fn take_bucket(&mut self, head: u32, versions: &[u32]) {
        let mut next = head;
        while next != NONE {
            self.later -= 1;
            let (prediction, after) = &mut self.links[next as usize];
            let due = prediction.is_valid(versions).then_some(*prediction);
            let after = std::mem::replace(after, self.free);
            self.free = std::mem::replace(&mut next, after);
            if let Some(prediction) = due {
                self.insert(prediction);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_predicted_comes_in_order_and_what_is_void_does_not() {
        let at = |time: f64, body: u32| Prediction {
            time,
            kind: EventKind::Impact,
            keys: [u64::from(body), 0],
            bodies: [body, body],
            versions: [0, 0],
            feature: Feature::PLANE,
        };
        let mut queue = EventQueue::default();
        for buckets in [1, 4, 400] {
            queue.begin([0.0, 2.0], 4 * buckets);
            let mut versions = vec![0; 100];
            for number in 0..100 {
                queue.push(at(f64::from(number * 37 % 100) / 50.0, number));
            }
            versions[5] = 1;
            let mut times: Vec<f64> = Vec::new();
            let mut earliest_time = queue.earliest_time(&versions);
            while let Some(next) = queue.pop(&versions, |_| {}) {
                assert_eq!(next.time, earliest_time);
                assert_ne!(next.bodies, [5, 5]);
                if times.len() == 20 {
                    // One that comes in between is not lost.
                    queue.push(at(next.time, 7));
                    queue.push(at(1.99, 8));
                }
                times.push(next.time);
                earliest_time = queue.earliest_time(&versions);
            }
            assert_eq!(earliest_time, f64::INFINITY);
            assert_eq!(times.len(), 101);
            assert!(times.is_sorted());
        }
    }
}
