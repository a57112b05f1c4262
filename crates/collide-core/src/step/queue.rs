//! What comes next? The predicted events of the step, earliest first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::contact::Feature;

/// What is predicted. Of simultaneous events the kinds come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
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
}

/// A predicted event, valid while neither body has been rewritten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    pub(super) time: f64,
    pub(super) kind: Kind,
    pub(super) keys: [u64; 2],
    pub(super) bodies: [u32; 2],
    pub(super) versions: [u32; 2],
    pub(super) feature: Feature,
}

impl Prediction {
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

/// The predicted events, among them void ones that [`pop`](Self::pop) passes over.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    heap: BinaryHeap<Prediction>,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    pub(super) fn push(&mut self, prediction: Prediction) {
        self.heap.push(prediction);
    }

    /// Takes the earliest prediction that still holds.
    pub(super) fn pop(&mut self, versions: &[u32]) -> Option<Prediction> {
        loop {
            let next = self.heap.pop()?;
            if next.bodies.map(|body| versions[body as usize]) == next.versions {
                return Some(next);
            }
        }
    }
}
