//! A calendar queue of bodies: each body is in the list of the bucket of time in which it is due.
//!
//! The bodies of one bucket are taken in any order, as soon as the bucket begins. Each body is in the queue once, from step
//! to step.

/// The neighbours in a list.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

/// When a body is due, and the item that belongs to it.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Entry<T> {
    /// In seconds since tracking began.
    time: f32,
    item: T,
}

/// Bodies by the bucket of time in which they are due.
#[derive(Clone, Debug)]
pub(crate) struct CalendarQueue<T> {
    buckets_per_second: f64,
    /// The number of the present bucket.
    bucket: u64,
    /// When it ends, in seconds.
    bucket_end: f64,
    /// The number of lists, a power of two. The list of a bucket is at the bucket's number modulo this.
    lists: u32,
    /// The links of the lists, and after them those of all bodies. A list is a ring, and a body in no list is a ring by
    /// itself.
    links: Vec<Link>,
    entries: Vec<Entry<T>>,
    /// Bodies of the present bucket that are due after the step.
    later: Vec<u32>,
}

impl<T> Default for CalendarQueue<T> {
    fn default() -> Self {
        Self {
            buckets_per_second: 1.0,
            bucket: 0,
            bucket_end: 1.0,
            lists: 1,
            links: vec![Link { before: 0, after: 0 }],
            entries: Vec::new(),
            later: Vec::new(),
        }
    }
}

impl<T: Copy> CalendarQueue<T> {
    /// Empties the queue. From now on a bucket takes `length` seconds, and there are so many bodies, of
    /// which none is due.
    pub(crate) fn begin(&mut self, length: f64, bodies: usize, item: T) {
        self.buckets_per_second = 1.0 / length;
        (self.bucket, self.bucket_end) = (0, length);
        self.lists = (bodies / 2).next_power_of_two() as u32;
        let nodes = self.lists + bodies as u32;
        self.links.clear();
        self.links.extend((0..nodes).map(|node| Link { before: node, after: node }));
        self.entries.clear();
        self.entries.resize(bodies, Entry { time: 0.0, item });
        self.later.clear();
    }

    /// The item of a body.
    #[inline(always)]
    pub(crate) fn get(&self, body: u32) -> &T {
        &self.entries[body as usize].item
    }

    /// Sets when a body is due, and its item. A body is due at once if its time has passed.
    #[inline(always)]
    pub(crate) fn set(&mut self, body: u32, time: f32, item: T) {
        self.unlink(body);
        self.entries[body as usize] = Entry { time, item };
        self.link(body, f64::from(time));
    }

    /// Changes the item of a body that is in no list, and when it is due.
    #[inline(always)]
    pub(crate) fn reschedule(&mut self, body: u32, change: impl FnOnce(&mut T) -> f32) {
        let entry = &mut self.entries[body as usize];
        let time = change(&mut entry.item);
        entry.time = time;
        self.link(body, f64::from(time));
    }

    /// Puts a body that is in no list into that of the bucket of a time.
    #[inline(always)]
    fn link(&mut self, body: u32, time: f64) {
        let last = self.lists - 1;
        // The number of buckets from the present one; the conversion makes NaN and numbers below zero zero.
        let away =
            f64::min((time - self.bucket_end) * self.buckets_per_second + 1.0, f64::from(last))
                as u32;
        let list = (self.bucket as u32).wrapping_add(away) & last;
        let node = self.lists + body;
        let after = std::mem::replace(&mut self.links[list as usize].after, node);
        self.links[after as usize].before = node;
        self.links[node as usize] = Link { before: list, after };
    }

    /// Takes a body out of its list, if it is in one.
    #[inline(always)]
    fn unlink(&mut self, body: u32) {
        let node = self.lists + body;
        let Link { before, after } = self.links[node as usize];
        self.links[before as usize].after = after;
        self.links[after as usize].before = before;
        self.links[node as usize] = Link { before: node, after: node };
    }

    /// Takes a body that is due before `end`, in a bucket that has begun by `now`, and returns its time.
    #[inline(always)]
    pub(crate) fn due(&mut self, now: f64, end: f64) -> Option<(u32, f64)> {
        loop {
            let list = self.bucket as u32 & (self.lists - 1);
            let node = self.links[list as usize].after;
            if node == list {
                if self.bucket_end > now {
                    return None;
                }
                self.bucket += 1;
                self.bucket_end = (self.bucket + 1) as f64 / self.buckets_per_second;
                continue;
            }
            let body = node - self.lists;
            self.unlink(body);
            let time = f64::from(self.entries[body as usize].time);
            if time >= self.bucket_end {
                // Its bucket was too far away to have a list when it was set.
                self.link(body, time);
            } else if time >= end {
                self.later.push(body);
            } else {
                return Some((body, time));
            }
        }
    }

    /// Ends a step: the bodies that are due after it go back into their lists.
    pub(crate) fn end_step(&mut self) {
        while let Some(body) = self.later.pop() {
            let node = self.lists + body;
            if self.links[node as usize].after == node {
                self.link(body, f64::from(self.entries[body as usize].time));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_come_in_the_step_of_their_time() {
        let mut queue = CalendarQueue::default();
        queue.begin(0.25, 8, ());
        // More bodies than lists.
        queue.entries.resize(1000, queue.entries[0]);
        queue.links.extend((12..1004).map(|node| Link { before: node, after: node }));
        let time = |body: u32| (body * 37 % 1000) as f32 / 64.0;
        for body in 0..1000 {
            queue.set(body, 1.0, ());
            queue.set(body, time(body), ());
        }
        let mut seen = 0;
        for quarter in 0..96 {
            let now = f64::from(quarter) * 0.25;
            let end = (now / 0.75).floor() * 0.75 + 0.75;
            while let Some((body, at)) = queue.due(now, end) {
                assert_eq!(at, f64::from(time(body)));
                assert!(at >= now && at < f64::min(now + 0.25, end));
                seen += 1;
            }
            queue.end_step();
        }
        assert_eq!(seen, 1000);
        // A late body is due at once, and one that is due after the step comes in the next one.
        queue.set(3, 0.0, ());
        queue.set(4, 24.625, ());
        assert_eq!(queue.due(24.5, 24.625), Some((3, 0.0)));
        assert_eq!(queue.due(24.5, 24.625), None);
        queue.end_step();
        assert_eq!(queue.due(24.625, 24.7), Some((4, 24.625)));
    }
}
