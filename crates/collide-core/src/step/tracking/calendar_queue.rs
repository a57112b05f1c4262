//! Who is to be looked into, and when? Each body once, from step to step.
//!
//! Time is divided into spans, and each has a chain of bodies. Those of one span come in any order, and as soon as it
//! begins.

/// Who is before and after in a chain.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

/// When a body is due, and why.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Entry<T> {
    /// In seconds.
    time: f32,
    why: T,
}

/// Bodies by the spans of time in which they are due.
#[derive(Clone, Debug)]
pub(crate) struct Agenda<T> {
    /// How many spans there are in a second.
    density: f64,
    /// The number of the present span, and when it ends.
    span: u64,
    span_end: f64,
    /// How many chains there are, for the spans from the present one on: a power of two, and each is at the place of
    /// the number of its span by that.
    chains: u32,
    /// Those of the chains, and after them those of all bodies. A chain is a ring, and who is in none is one himself.
    links: Vec<Link>,
    entries: Vec<Entry<T>>,
    /// Those of the present span who are due after the step.
    later: Vec<u32>,
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Self {
            density: 1.0,
            span: 0,
            span_end: 1.0,
            chains: 1,
            links: vec![Link { before: 0, after: 0 }],
            entries: Vec::new(),
            later: Vec::new(),
        }
    }
}

impl<T: Copy> Agenda<T> {
    /// Forgets everything. From now on a span takes so many seconds, and there are so many bodies, of whom nobody is
    /// due.
    pub(crate) fn begin(&mut self, length: f64, bodies: usize, why: T) {
        self.density = 1.0 / length;
        (self.span, self.span_end) = (0, length);
        self.chains = (bodies / 2).next_power_of_two() as u32;
        let nodes = self.chains + bodies as u32;
        self.links.clear();
        self.links.extend((0..nodes).map(|node| Link { before: node, after: node }));
        self.entries.clear();
        self.entries.resize(bodies, Entry { time: 0.0, why });
        self.later.clear();
    }

    /// Why a body is due.
    #[inline(always)]
    pub(crate) fn why(&self, body: u32) -> &T {
        &self.entries[body as usize].why
    }

    /// Sets when a body is due, and why. What should have come before is due at once.
    #[inline(always)]
    pub(crate) fn set(&mut self, body: u32, time: f32, why: T) {
        self.unlink(body);
        self.entries[body as usize] = Entry { time, why };
        self.link(body, f64::from(time));
    }

    /// Changes why a body is due that is in no chain, and when.
    #[inline(always)]
    pub(crate) fn put_off(&mut self, body: u32, change: impl FnOnce(&mut T) -> f32) {
        let entry = &mut self.entries[body as usize];
        let time = change(&mut entry.why);
        entry.time = time;
        self.link(body, f64::from(time));
    }

    /// Puts a body that is in no chain into that of the span of a time.
    #[inline(always)]
    fn link(&mut self, body: u32, time: f64) {
        let last = self.chains - 1;
        // How many spans it is away; the conversion takes what is below zero, and what is no number, to zero.
        let away = f64::min((time - self.span_end) * self.density + 1.0, f64::from(last)) as u32;
        let chain = (self.span as u32).wrapping_add(away) & last;
        let node = self.chains + body;
        let after = std::mem::replace(&mut self.links[chain as usize].after, node);
        self.links[after as usize].before = node;
        self.links[node as usize] = Link { before: chain, after };
    }

    /// Takes a body out of its chain, if it is in one.
    #[inline(always)]
    fn unlink(&mut self, body: u32) {
        let node = self.chains + body;
        let Link { before, after } = self.links[node as usize];
        self.links[before as usize].after = after;
        self.links[after as usize].before = before;
        self.links[node as usize] = Link { before: node, after: node };
    }

    /// Takes a body that is due in a span which has begun by `now`, before the step ends, and tells when.
    #[inline(always)]
    pub(crate) fn due(&mut self, now: f64, end: f64) -> Option<(u32, f64)> {
        loop {
            let chain = self.span as u32 & (self.chains - 1);
            let node = self.links[chain as usize].after;
            if node == chain {
                if self.span_end > now {
                    return None;
                }
                self.span += 1;
                self.span_end = (self.span + 1) as f64 / self.density;
                continue;
            }
            let body = node - self.chains;
            self.unlink(body);
            let time = f64::from(self.entries[body as usize].time);
            if time >= self.span_end {
                // There was no chain for it when it was set.
                self.link(body, time);
            } else if time >= end {
                self.later.push(body);
            } else {
                return Some((body, time));
            }
        }
    }

    /// Ends a step.
    pub(crate) fn end_step(&mut self) {
        while let Some(body) = self.later.pop() {
            let node = self.chains + body;
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
    fn everyone_comes_in_the_step_of_his_time() {
        let mut agenda = Agenda::default();
        agenda.begin(0.25, 8, ());
        // More bodies than there are spans for.
        agenda.entries.resize(1000, agenda.entries[0]);
        agenda.links.extend((12..1004).map(|node| Link { before: node, after: node }));
        let time = |body: u32| (body * 37 % 1000) as f32 / 64.0;
        for body in 0..1000 {
            agenda.set(body, 1.0, ());
            agenda.set(body, time(body), ());
        }
        let mut seen = 0;
        for quarter in 0..96 {
            let now = f64::from(quarter) * 0.25;
            let end = (now / 0.75).floor() * 0.75 + 0.75;
            while let Some((body, at)) = agenda.due(now, end) {
                assert_eq!(at, f64::from(time(body)));
                assert!(at >= now && at < f64::min(now + 0.25, end));
                seen += 1;
            }
            agenda.end_step();
        }
        assert_eq!(seen, 1000);
        // Who is late is due at once, and who is due after the step comes in the next one.
        agenda.set(3, 0.0, ());
        agenda.set(4, 24.625, ());
        assert_eq!(agenda.due(24.5, 24.625), Some((3, 0.0)));
        assert_eq!(agenda.due(24.5, 24.625), None);
        agenda.end_step();
        assert_eq!(agenda.due(24.625, 24.7), Some((4, 24.625)));
    }
}
