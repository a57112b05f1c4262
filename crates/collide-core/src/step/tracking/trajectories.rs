//! Where does everyone fly, who comes into whose neighbourhood, and when may two touch? Kept from step to step.
//!
//! Space is divided into cells as large as the largest ball, and a ball meets only those who are in the cells around
//! its own. So when it comes into another cell it is enough to look at those who are new there, and as long as nothing
//! turns it nothing else is to be done about it. (Alder and Wainwright, "Studies in molecular dynamics I", 1959.)
//!
//! A track goes on through the ends of steps, at which the places of all are rounded. So it is known up to a margin
//! only, and what follows from it is before when two cannot touch. When they do is told by their states alone.

use std::cmp::Ordering;
use std::ops::Range;

use crate::impact::{Approach, Motion};
use crate::step::tracking::calendar_queue::Agenda;
use crate::step::tracking::cells::Cells;
use crate::step::tracking::eligibility::Terms;
use crate::step::tracking::next_events::{Touch, Turn, is_after, not_later};
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// No body.
const NONE: u32 = u32::MAX;

/// So many who are near are known at once: more than there are cells around one.
const NEAR: usize = 64;

/// What is foreseen for later is kept in spans that are so many times as long as those of the agenda.
const FORESEEN: f64 = 2.0;

/// The flight of a ball, and where it is in the list of its cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Track<W: Wide> {
    /// Where it would have been when tracks began.
    origin: W,
    launch: W,
    /// NaN of what is no ball.
    radius: f64,
    /// Until when it is so exact, in seconds since tracks began.
    until: f64,
    cell: u32,
    next: u32,
}

impl<W: Wide> Track<W> {
    const NONE: Self = Self {
        origin: W::ZERO,
        launch: W::ZERO,
        radius: f64::NAN,
        until: f64::INFINITY,
        cell: 0,
        next: NONE,
    };

    #[inline(always)]
    fn at(&self, time: f64) -> W {
        self.origin + self.launch * time
    }

    /// How it comes near another one from `now` on, as if there were a margin between them.
    #[inline(always)]
    fn approach(&self, other: &Self, margin: f64, now: f64) -> Approach {
        let (offset, velocity) = (self.at(now) - other.at(now), self.launch - other.launch);
        let motion = Motion { offset, velocity, acceleration: W::ZERO };
        Approach::of(&motion, (self.radius + margin) + other.radius)
    }
}

/// The tracks of all.
#[derive(Clone, Debug)]
pub(crate) struct Tracks<W: Wide> {
    /// What is to be looked into.
    agenda: Agenda<Turn>,
    /// When the present step began. Times of tracks are in seconds since they began.
    pub(crate) clock: f64,
    /// For how long they last, and how exact they are.
    terms: Terms<W>,
    bodies: Vec<Track<W>>,
    pub(crate) cells: Cells<W>,
    /// The first body of each cell.
    heads: Vec<u32>,
    /// Those who are near one who is looked at, and of them those whom he may touch.
    near: [u32; NEAR],
    hits: [u32; NEAR],
    /// Who are to be looked at again when the step has ended, with how often they have been rewritten.
    deferred: Vec<([u32; 2], [u32; 2])>,
    /// Whether somebody has become too fast, or has gone too far.
    is_broken: bool,
}

impl<W: Wide> Default for Tracks<W> {
    fn default() -> Self {
        Self {
            agenda: Agenda::default(),
            clock: 0.0,
            terms: Terms::default(),
            bodies: Vec::new(),
            cells: Cells::default(),
            heads: Vec::new(),
            near: [NONE; NEAR],
            hits: [NONE; NEAR],
            deferred: Vec::new(),
            is_broken: false,
        }
    }
}

/// What is due about a body.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Due {
    /// It may touch this one.
    Touch(u32),
    /// It has left its cell through this side, and only those beyond are new.
    Beyond(usize),
    /// Everyone around it is to be looked at.
    Around,
}

impl<W: Wide> Tracks<W> {
    /// Whether they last for another step of `dt` seconds, after `age` steps.
    pub(crate) fn last_for(&self, dt: f64, age: u32) -> bool {
        let Terms { steps, longest, shortest, until, .. } = self.terms;
        let is_alike = (shortest..=longest).contains(&dt);
        f64::from(age) + 1.0 <= steps && is_alike && self.clock + dt <= until
    }

    /// Into how many spans a step of `dt` seconds is to be divided for what is foreseen.
    pub(crate) fn spans(&self, dt: f64) -> usize {
        let Terms { wait, span, .. } = self.terms;
        if wait > span { (dt / (FORESEEN * span)) as usize } else { 1 }
    }

    /// Whether something came for which they are not.
    pub(crate) fn are_broken(&self) -> bool {
        self.is_broken
    }

    /// Begins anew on these terms, with tracks of nobody of so many.
    pub(crate) fn begin(&mut self, terms: Terms<W>, bodies: usize) {
        self.agenda.begin(terms.span, bodies, Turn::NONE);
        (self.clock, self.is_broken) = (0.0, false);
        self.cells.lay(terms.lattice, terms.far, terms.reach);
        self.bodies.clear();
        self.bodies.resize(bodies, Track::NONE);
        self.deferred.clear();
        self.heads.clear();
        self.heads.resize(self.cells.len(), NONE);
        self.terms = terms;
    }

    /// A step of `dt` seconds has ended.
    pub(crate) fn end_step(&mut self, dt: f64) {
        self.clock += dt;
        self.agenda.end_step();
    }

    /// Whether this is a wall.
    pub(crate) fn is_wall(&self, body: u32) -> bool {
        self.bodies[body as usize].radius.is_nan()
    }

    /// Follows a body from its present state on.
    #[inline]
    pub(crate) fn follow<V: Vector<Wide = W>>(&mut self, body: u32, slot: &Slot<V>) {
        let is_new = self.is_wall(body);
        self.lay(body, slot);
        let (origin, launch) = (slot.position.widen(), slot.velocity.widen());
        let cell = self.cells.cell(origin);
        // What is no number is too fast.
        self.is_broken |=
            launch.length_squared().partial_cmp(&self.terms.square).is_none_or(Ordering::is_gt);
        if is_new || cell != self.bodies[body as usize].cell {
            if !is_new {
                self.unlink(body);
            }
            self.link(body, cell);
        }
    }

    /// Lays the track of a body from its present state on, wherever it has come since.
    #[inline(always)]
    pub(crate) fn lay<V: Vector<Wide = W>>(&mut self, body: u32, slot: &Slot<V>) {
        let track = &mut self.bodies[body as usize];
        let (origin, launch) = (slot.position.widen(), slot.velocity.widen());
        let start = self.clock + slot.time;
        (track.origin, track.launch, track.radius) =
            (origin - launch * start, launch, slot.form.ball);
        track.until = start + self.terms.wear;
    }

    /// Whether a track is to be laid anew before all are.
    pub(crate) fn wear_out(&self) -> bool {
        self.terms.wear < f64::INFINITY
    }

    fn link(&mut self, body: u32, cell: u32) {
        let head = std::mem::replace(&mut self.heads[cell as usize], body);
        let track = &mut self.bodies[body as usize];
        (track.cell, track.next) = (cell, head);
    }

    fn unlink(&mut self, body: u32) {
        let Track { cell, next, .. } = self.bodies[body as usize];
        let first = &mut self.heads[cell as usize];
        if *first == body {
            *first = next;
            return;
        }
        // There are few in a cell.
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

    /// Takes a body about which something is due by `now`, and tells what and when.
    pub(crate) fn due(&mut self, versions: &[u32], now: f64, end: f64) -> Option<(u32, Due, f64)> {
        loop {
            let (body, time) = self.agenda.due(now, end)?;
            let turn = self.agenda.why(body);
            let Touch { time: touch, partner, version } = turn.touch(0);
            if turn.leave < touch {
                let leave = f64::from(turn.leave);
                return Some((body, Due::Beyond(self.go_on(body, leave)), time));
            }
            let Some(known) = versions.get(partner as usize) else {
                return Some((body, Due::Around, time));
            };
            self.agenda.put_off(body, |turn| {
                turn.next();
                turn.time()
            });
            if *known as u16 == version {
                return Some((body, Due::Touch(partner), time));
            }
        }
    }

    /// Takes a body that leaves its cell into the next one, and tells through which side it goes.
    fn go_on(&mut self, body: u32, now: f64) -> usize {
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

    /// Looks at those near a body, or if it has come through a side of its cell, at those who are new there, and sets
    /// when it is due. Those whom it may touch at once are `touched`.
    #[inline(always)]
    pub(crate) fn look(
        &mut self,
        versions: &[u32],
        body: u32,
        (came, now): (Option<usize>, f64),
        touched: &mut Vec<u32>,
    ) {
        let Self { bodies, heads, near, hits, cells, terms: Terms { margin, .. }, .. } = self;
        let own = bodies[body as usize];
        // Who is in a cell, and whom one may touch, is hard to foresee: there is no branch for each. Nobody's place is
        // taken by the next one. Told is how many there are.
        let mut found = 0;
        let mut add = |near: &mut [u32; NEAR], other: u32| {
            near[found % NEAR] = other;
            found += usize::from(other != NONE);
            found
        };
        let (mut turn, mut found) = match came {
            Some(side) => {
                cells.beyond(heads, (own.cell, side), |head| _ = add(near, head));
                (*self.agenda.why(body), add(near, NONE))
            }
            None => {
                cells.around(heads, own.cell, |head| _ = add(near, head));
                // Himself he does not come nearer to, so he may be among them where others are before him.
                let head = heads[own.cell as usize];
                // Nothing is known of it after its track is worn.
                let turn = Turn::unknown_from(own.until);
                (turn, add(near, if head == body { own.next } else { head }))
            }
        };
        let approach = |other: &Track<W>| own.approach(other, *margin, now);
        let mut looked = 0;
        while looked < found {
            let mut touches = 0;
            while looked < found && touches < NEAR {
                let next = near[looked % NEAR];
                let other = &bodies[next as usize];
                found = add(near, other.next);
                looked += 1;
                hits[touches] = next;
                touches += usize::from(approach(other).may_ever_touch());
            }
            for next in &hits[..touches] {
                let time = approach(&bodies[*next as usize]).time(f64::INFINITY);
                let time = now + time.unwrap_or(f64::INFINITY);
                if is_after(now, time) {
                    turn.add(Touch::new(time, *next, versions[*next as usize]));
                } else {
                    touched.push(*next);
                }
            }
        }
        turn.leave = not_later(now + self.cells.leave(own.cell, [own.at(now), own.launch]));
        self.agenda.set(body, turn.time(), turn);
    }

    /// A body may touch this one too.
    pub(crate) fn add(&mut self, versions: &[u32], [body, partner]: [u32; 2], time: f64) {
        let mut turn = *self.agenda.why(body);
        turn.add(Touch::new(time, partner, versions[partner as usize]));
        self.agenda.set(body, turn.time(), turn);
    }

    /// Two are to be looked at again when the step has ended.
    pub(crate) fn defer(&mut self, versions: &[u32], pair: [u32; 2]) {
        self.deferred.push((pair, pair.map(|body| versions[body as usize])));
    }

    /// Takes two who are to be looked at again, if neither has been rewritten.
    pub(crate) fn deferred(&mut self, versions: &[u32]) -> Option<[u32; 2]> {
        while let Some((pair, known)) = self.deferred.pop() {
            if pair.map(|body| versions[body as usize]) == known {
                return Some(pair);
            }
        }
        None
    }

    /// When two balls may touch from now on.
    pub(crate) fn meeting(&self, pair: [u32; 2], now: f64) -> Option<f64> {
        let [one, other] = pair.map(|body| &self.bodies[body as usize]);
        Some(now + one.approach(other, self.terms.margin, now).touch(f64::INFINITY)?)
    }

    /// How a ball moves from now on, how large it is with the margin, and for how long that is asked.
    pub(crate) fn ball(&self, body: u32, now: f64) -> (Motion<W>, f64, f64) {
        let track = &self.bodies[body as usize];
        let motion =
            Motion { offset: track.at(now), velocity: track.launch, acceleration: W::ZERO };
        (motion, track.radius + self.terms.margin, f64::max(self.terms.until - now, 0.0))
    }

    /// The walls that are near the cell of a body.
    pub(crate) fn walls_near(&self, body: u32) -> Range<usize> {
        self.cells.walls_near(self.bodies[body as usize].cell)
    }
}
