//! The trajectories of tracked balls, kept from step to step: which cell each is in, and when two may touch.
//!
//! Space is divided into cells as wide as the largest ball, so that a ball can only touch the balls in the cells around its
//! own. When it enters another cell, only the balls in the cells that are new around it are tested; until it is deflected,
//! nothing else is done for it. (Alder and Wainwright, "Studies in molecular dynamics I", 1959.)
//!
//! A trajectory goes on through the ends of steps, at which positions are rounded. So it is known up to a margin only, and
//! gives a time before which two balls cannot touch. The time at which they do follows from their states alone.

use std::cmp::Ordering;
use std::ops::Range;

use crate::impact::{Approach, Motion};
use crate::step::tracking::calendar_queue::CalendarQueue;
use crate::step::tracking::cells::Cells;
use crate::step::tracking::eligibility::TrackingTerms;
use crate::step::tracking::next_events::{NextEvents, Touch, is_after, not_later};
use crate::step::tracking::tuning::Tuning;
use crate::vector::Vector;
use crate::world::Slot;

/// No body.
const NONE: u32 = u32::MAX;

/// The flight of a ball, and its place in the list of its cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Trajectory<V: Vector> {
    /// The position at which its path, extended backwards, was when tracking began.
    origin: V,
    launch: V,
    /// NaN if the body is no ball.
    radius: f64,
    cell: u32,
    /// The next ball in the same cell.
    next: u32,
}

impl<V: Vector> Trajectory<V> {
    /// That of a place in the list without a body.
    const NONE: Self =
        Self { origin: V::ZERO, launch: V::ZERO, radius: f64::NAN, cell: 0, next: NONE };

    /// The position at a time in seconds since tracking began.
    #[inline(always)]
    fn at(&self, time: f64) -> V {
        self.origin + self.launch * time
    }

    /// The approach to another ball from `now` on, as if a margin surrounded one of them.
    #[inline(always)]
    fn approach(&self, other: &Self, margin: f64, now: f64) -> Approach {
        let (offset, velocity) = (self.at(now) - other.at(now), self.launch - other.launch);
        let motion = Motion { offset, velocity, acceleration: V::ZERO };
        Approach::of(&motion, (self.radius + margin) + other.radius)
    }
}

/// The trajectories of all balls.
#[derive(Clone, Debug)]
pub(crate) struct Trajectories<V: Vector> {
    /// When each ball is due, and its next events.
    calendar: CalendarQueue<NextEvents>,
    /// The start of the present step, in seconds since tracking began, as all times here.
    pub(crate) clock: f64,
    terms: TrackingTerms<V>,
    bodies: Vec<Trajectory<V>>,
    pub(crate) cells: Cells<V>,
    /// The first body of each cell.
    heads: Vec<u32>,
    /// Buffers for the balls near one that is tested, and for those of them that it may touch.
    near: [u32; Tuning::BATCH],
    hits: [u32; Tuning::BATCH],
    /// Pairs that are tested again when the step has ended, with the versions of both bodies.
    deferred: Vec<([u32; 2], [u32; 2])>,
    /// Whether a ball has become too fast, or has left the bounds.
    is_broken: bool,
}

impl<V: Vector> Default for Trajectories<V> {
    fn default() -> Self {
        Self {
            calendar: CalendarQueue::default(),
            clock: 0.0,
            terms: TrackingTerms::default(),
            bodies: Vec::new(),
            cells: Cells::default(),
            heads: Vec::new(),
            near: [NONE; Tuning::BATCH],
            hits: [NONE; Tuning::BATCH],
            deferred: Vec::new(),
            is_broken: false,
        }
    }
}

/// What is due for a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PendingEvent {
    /// It may touch this body.
    Touch(u32),
    /// It has left its cell through this side, and is tested with the balls in the cells that are new around it.
    CellCrossing(usize),
    /// It is tested with all balls around it.
    Rescan,
}

impl<V: Vector> Trajectories<V> {
    /// Whether the terms allow another step of `dt` seconds after `age` steps.
    pub(crate) fn last_for(&self, dt: f64, age: u32) -> bool {
        let TrackingTerms { longest, until, .. } = self.terms;
        f64::from(age) < Tuning::MAX_STEPS && dt <= longest && self.clock + dt <= until
    }

    /// The number of buckets of the event queue for a step of `dt` seconds.
    pub(crate) fn event_buckets(&self, dt: f64) -> usize {
        let TrackingTerms { lead, bucket, .. } = self.terms;
        if lead > bucket { (dt / (Tuning::EVENT_BUCKET * bucket)) as usize } else { 1 }
    }

    /// Whether bodies may lose energy at impacts.
    pub(crate) fn is_lossy(&self) -> bool {
        self.terms.is_lossy
    }

    /// Whether a ball has broken the terms.
    pub(crate) fn are_broken(&self) -> bool {
        self.is_broken
    }

    /// Begins anew on these terms, with so many bodies of which none is tracked.
    pub(crate) fn begin(&mut self, terms: TrackingTerms<V>, bodies: usize) {
        self.calendar.begin(terms.bucket, bodies, NextEvents::NONE);
        (self.clock, self.is_broken) = (0.0, false);
        self.cells.lay(terms.lattice, terms.bounds, terms.reach);
        self.bodies.clear();
        self.bodies.resize(bodies, Trajectory::NONE);
        self.deferred.clear();
        self.heads.clear();
        self.heads.resize(self.cells.len(), NONE);
        self.terms = terms;
    }

    /// Ends a step of `dt` seconds.
    pub(crate) fn end_step(&mut self, dt: f64) {
        self.clock += dt;
        self.calendar.end_step();
    }

    /// Whether the body is not tracked, as walls are not.
    pub(crate) fn is_wall(&self, body: u32) -> bool {
        self.bodies[body as usize].radius.is_nan()
    }

    /// Tracks a ball from its present state on.
    #[inline]
    pub(crate) fn track(&mut self, body: u32, slot: &Slot<V>) {
        let is_new = self.is_wall(body);
        self.lay(body, slot);
        let (origin, launch) = (slot.position, slot.velocity);
        let cell = self.cells.cell(origin);
        // NaN is too fast.
        self.is_broken |= launch
            .length_squared()
            .partial_cmp(&self.terms.max_speed_squared)
            .is_none_or(Ordering::is_gt);
        if is_new || cell != self.bodies[body as usize].cell {
            if !is_new {
                self.unlink(body);
            }
            self.link(body, cell);
        }
    }

    /// Lays the trajectory of a ball through its present state; its cell stays.
    #[inline(always)]
    pub(crate) fn lay(&mut self, body: u32, slot: &Slot<V>) {
        let track = &mut self.bodies[body as usize];
        let (origin, launch) = (slot.position, slot.velocity);
        let start = self.clock + slot.time;
        (track.origin, track.launch, track.radius) =
            (origin - launch * start, launch, slot.shared.ball_radius);
    }

    fn link(&mut self, body: u32, cell: u32) {
        let head = std::mem::replace(&mut self.heads[cell as usize], body);
        let track = &mut self.bodies[body as usize];
        (track.cell, track.next) = (cell, head);
    }

    fn unlink(&mut self, body: u32) {
        let Trajectory { cell, next, .. } = self.bodies[body as usize];
        let first = &mut self.heads[cell as usize];
        if *first == body {
            *first = next;
            return;
        }
        // A cell has few balls.
        let mut before = *first;
        while before != NONE {
            let track = &mut self.bodies[before as usize];
            if track.next == body {
                track.next = next;
                return;
            }
            before = track.next;
        }
    }

    /// Takes a ball for which something is due by `now`, and returns what, and when.
    pub(crate) fn due(
        &mut self,
        versions: &[u32],
        now: f64,
        end: f64,
    ) -> Option<(u32, PendingEvent, f64)> {
        loop {
            let (body, time) = self.calendar.due(now, end)?;
            let events = self.calendar.get(body);
            let Touch { time: touch, partner, version } = events.touch(0);
            if events.leave < touch {
                let leave = f64::from(events.leave);
                return Some((
                    body,
                    PendingEvent::CellCrossing(self.cross_cell(body, leave)),
                    time,
                ));
            }
            let Some(known) = versions.get(partner as usize) else {
                return Some((body, PendingEvent::Rescan, time));
            };
            self.calendar.reschedule(body, |events| {
                events.next();
                events.time()
            });
            if *known as u16 == version {
                return Some((body, PendingEvent::Touch(partner), time));
            }
        }
    }

    /// Moves a ball that leaves its cell into the next one, and returns the side through which it goes.
    fn cross_cell(&mut self, body: u32, now: f64) -> usize {
        let track = &self.bodies[body as usize];
        let (side, next) = self.cells.next(track.cell, [track.at(now), track.launch]);
        match next {
            Some(cell) => {
                self.unlink(body);
                self.link(body, cell);
            }
            None => self.is_broken = true,
        }
        side
    }

    /// Tests a ball with those near it, or, if it has come through a side of its cell, with those that are
    /// new around it, and sets when it is due. The bodies that it may touch at once are listed as
    /// `touched`.
    #[inline(always)]
    pub(crate) fn rescan<const LOSSY: bool>(
        &mut self,
        versions: &[u32],
        body: u32,
        (entered_through, now): (Option<usize>, f64),
        touched: &mut Vec<u32>,
    ) {
        let Self { bodies, heads, near, hits, cells, terms: TrackingTerms { margin, .. }, .. } =
            self;
        let own = bodies[body as usize];
        // Which cells are empty, and which balls may touch, is hard to predict for the processor, so there is no branch
        // for it: an entry that counts for nothing is overwritten by the next one.
        let mut found = 0;
        let mut add = |near: &mut [u32; Tuning::BATCH], other: u32| {
            near[found % Tuning::BATCH] = other;
            found += usize::from(other != NONE);
            found
        };
        let (mut events, mut found) = match entered_through {
            Some(side) => {
                cells.beyond(heads, (own.cell, side), |head| _ = add(near, head));
                (*self.calendar.get(body), add(near, NONE))
            }
            None => {
                cells.around(heads, own.cell, |head| _ = add(near, head));
                // The ball never approaches itself, so it may stay in the list unless it comes first.
                let head = heads[own.cell as usize];
                (NextEvents::NONE, add(near, if head == body { own.next } else { head }))
            }
        };
        let approach = |other: &Trajectory<V>| own.approach(other, *margin, now);
        let mut tested = 0;
        while tested < found {
            let mut touches = 0;
            while tested < found && touches < Tuning::BATCH {
                let next = near[tested % Tuning::BATCH];
                let other = &bodies[next as usize];
                found = add(near, other.next);
                tested += 1;
                hits[touches] = next;
                let may_touch = if LOSSY {
                    approach(other).may_ever_touch_inexactly(own.radius + other.radius)
                } else {
                    approach(other).may_ever_touch()
                };
                touches += usize::from(may_touch);
            }
            for next in &hits[..touches] {
                let time = approach(&bodies[*next as usize]).time(f64::INFINITY);
                let time = now + time.unwrap_or(f64::INFINITY);
                if is_after(now, time) {
                    events.add(Touch::new(time, *next, versions[*next as usize]));
                } else {
                    touched.push(*next);
                }
            }
        }
        events.leave = not_later(now + self.cells.leave(own.cell, [own.at(now), own.launch]));
        self.calendar.set(body, events.time(), events);
    }

    /// Adds a possible touch of a ball with a partner.
    pub(crate) fn add(&mut self, versions: &[u32], [body, partner]: [u32; 2], time: f64) {
        let mut events = *self.calendar.get(body);
        events.add(Touch::new(time, partner, versions[partner as usize]));
        self.calendar.set(body, events.time(), events);
    }

    /// Has a pair tested again when the step has ended.
    pub(crate) fn defer(&mut self, versions: &[u32], pair: [u32; 2]) {
        self.deferred.push((pair, pair.map(|body| versions[body as usize])));
    }

    /// Takes a pair that is to be tested again, if neither body has been rewritten since.
    pub(crate) fn deferred(&mut self, versions: &[u32]) -> Option<[u32; 2]> {
        while let Some((pair, known)) = self.deferred.pop() {
            if pair.map(|body| versions[body as usize]) == known {
                return Some(pair);
            }
        }
        None
    }

    /// The time from which on two balls may touch, if they may.
    pub(crate) fn meeting(&self, pair: [u32; 2], now: f64) -> Option<f64> {
        let [one, other] = pair.map(|body| &self.bodies[body as usize]);
        let approach = one.approach(other, self.terms.margin, now);
        let may_touch = if self.terms.is_lossy {
            approach.may_ever_touch_inexactly(one.radius + other.radius)
        } else {
            approach.may_ever_touch()
        };
        let time = if may_touch { approach.time(f64::INFINITY) } else { None };
        Some(now + time?)
    }

    /// The motion of a ball from `now` on, its radius with the margin, and the time for which the motion is
    /// tested.
    pub(crate) fn ball(&self, body: u32, now: f64) -> (Motion<V>, f64, f64) {
        let track = &self.bodies[body as usize];
        let motion =
            Motion { offset: track.at(now), velocity: track.launch, acceleration: V::ZERO };
        (motion, track.radius + self.terms.margin, f64::max(self.terms.until - now, 0.0))
    }

    /// The places of the walls near the cell of a ball.
    pub(crate) fn walls_near(&self, body: u32) -> Range<usize> {
        self.cells.walls_near(self.bodies[body as usize].cell)
    }
}
