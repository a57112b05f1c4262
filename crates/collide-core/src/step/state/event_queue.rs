//! The queue of predicted events: a calendar of time buckets, of which only the present one is kept in order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::contact::Feature;

/// The kind of a predicted event. Simultaneous events are handled in this order of kinds.
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
    /// A body comes to the end of the face of a wall that supports it.
    FaceEnd,
    /// Rolling resistance ends the motion of a ball; both bodies are the same.
    Stop,
    /// Friction ends the sliding of a body along a wall, or its turning there; both bodies are the same.
    Stick,
    /// A body comes to the end of a chord along walls that bend, or near a touch on one; both bodies are the same.
    ChordEnd,
    /// A body has flown a period; both bodies are the same.
    Wrap,
    /// A body reaches the horizon up to which others have been looked for; both bodies are the same. Its state is
    /// not rewritten: others are looked for along the rest of its path.
    HorizonReached,
}

/// A predicted event. It is valid as long as neither body has been rewritten.
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
    /// Whether neither body has been rewritten since the prediction was made.
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

/// Marks the end of a list.
const NONE: u32 = u32::MAX;

/// The largest number of buckets in a step.
const MAX_BUCKETS: usize = 1 << 16;

/// The largest number of predictions in the sorted row. Most buckets hold no more.
const MAX_ROW: usize = 8;

/// The predicted events of a step. Void predictions stay in it until [`pop`](Self::pop) passes over them.
///
/// The step is divided into buckets of time (a calendar queue, Brown 1988). The predictions of the present
/// bucket are sorted: the earliest ones in a short row, the others in a heap. Those of a later bucket lie
/// in an unsorted list until that bucket is reached. Most are void by then.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    /// The earliest predictions of the present bucket, latest first.
    row: Vec<Prediction>,
    /// The predictions of the present bucket that come after those.
    heap: BinaryHeap<Prediction>,
    /// When the first bucket begins.
    from: f64,
    /// The number of the present bucket.
    bucket: usize,
    buckets_per_second: f64,
    /// The first link of the list of each bucket.
    heads: Vec<u32>,
    /// The links of all lists: a prediction and the number of the next link.
    links: Vec<(Prediction, u32)>,
    /// The first link of the list of free links.
    free: u32,
    /// The number of predictions in the lists of later buckets.
    later: usize,
}

impl EventQueue {
    /// Empties the queue, for predictions between two times about so many bodies.
    pub(crate) fn begin(&mut self, times: [f64; 2], bodies: usize) {
        /// The number of bodies for each bucket.
        const BODIES_PER_BUCKET: usize = 4;
        self.begin_with_buckets(times, bodies / BODIES_PER_BUCKET);
    }

    /// Empties the queue, for predictions between two times, with so many buckets.
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

    /// Adds a prediction. One for a time that has passed is the next to be taken.
    #[inline]
    pub(crate) fn push(&mut self, prediction: Prediction) {
        // The conversion makes NaN zero.
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

    /// Sorts a prediction into the present bucket.
    #[inline]
    fn insert(&mut self, prediction: Prediction) {
        if self.row.is_empty() && self.heap.is_empty() {
            self.row.push(prediction);
        } else {
            self.insert_among(prediction);
        }
    }

    /// Sorts a prediction into the present bucket, which is not empty.
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

    /// The time of the earliest valid prediction; infinity if there is none.
    #[inline]
    pub(crate) fn earliest_time(&mut self, versions: &[u32]) -> f64 {
        loop {
            while let Some(next) = self.row.last().or_else(|| self.heap.peek()) {
                if next.is_valid(versions) {
                    return next.time;
                }
                self.take_first();
            }
            // The present bucket stays while all later ones are empty: a prediction for it may still be added.
            if self.later == 0 || !self.advance(versions) {
                return f64::INFINITY;
            }
        }
    }

    /// Takes the earliest prediction of the present bucket, valid or not.
    #[inline]
    fn take_first(&mut self) -> Option<Prediction> {
        self.row.pop().or_else(|| self.heap.pop())
    }

    /// Calls `soon` with the bodies of each prediction of a bucket that is reached soon.
    fn for_each_soon(&self, soon: impl Fn([u32; 2])) {
        /// The number of buckets from the present one to that one.
        const BUCKETS_AHEAD: usize = 5;
        let mut next = self.heads.get(self.bucket + BUCKETS_AHEAD).copied().unwrap_or(NONE);
        while next != NONE {
            let (prediction, after) = &self.links[next as usize];
            soon(prediction.bodies);
            next = *after;
        }
    }

    /// Takes the earliest valid prediction. `soon` is called with the bodies of predictions some time
    /// before they are taken, so that their memory can be prefetched.
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

    /// Goes on to the next bucket, and returns whether there is one.
    #[inline]
    fn advance(&mut self, versions: &[u32]) -> bool {
        let is_any = self.bucket + 1 < self.heads.len();
        if is_any {
            self.bucket += 1;
            self.take_bucket(self.heads[self.bucket], versions);
        }
        is_any
    }

    /// Sorts the valid predictions of a list into the present bucket, and frees the links.
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
    fn valid_predictions_come_in_order_and_void_ones_do_not() {
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
                    // Predictions that are added on the way come too.
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
