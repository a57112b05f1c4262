//! Where does everyone fly, who comes into whose neighbourhood, and when may two touch? Kept from step to step.
//!
//! Space is divided into cells as large as the largest ball, and a ball meets only those who are in the cells around
//! its own. So when it comes into another cell it is enough to look at those who are new there, and as long as nothing
//! turns it nothing else is to be done about it. (Alder and Wainwright, "Studies in molecular dynamics I", 1959.)
//!
//! A track goes on through the ends of steps, at which the places of all are rounded. So it is known up to a margin
//! only, and what follows from it is before when two cannot touch. When they do is told by their states alone.

use std::cmp::Ordering;

use super::agenda::Agenda;
use crate::broad::{Aabb, Lattice, Region, Spot, is_clear};
use crate::impact::{Approach, Motion};
use crate::shape::Shape;
use crate::vector::{Vector, Wide};
use crate::world::{Slot, Stamp};

/// No body.
const NONE: u32 = u32::MAX;

/// By how much larger than a ball the sides of cells are, and how far one flies in a span of the agenda at most: who
/// leaves a cell may be taken for out of it a span early.
const SPARE: f64 = 0.05;
const SPAN: f64 = 0.01;

/// How much of the size of a ball the margin may be.
const LITTLE: f64 = 5e-3;

/// After so many steps everyone is noted anew, or after fewer if a step rounds much.
const STEPS: f64 = 4096.0;
const LEAST_STEPS: f64 = 16.0;

/// Tracks that have lasted for so many steps have been of use.
const LASTING: u32 = 16;

/// How many cells there are at most for each body, and bodies to a cell on average.
const CELLS: f64 = 3.0;
const CROWD: f64 = 3.0;

/// How many are due in a span, and how many spans there are in a step at most.
const DUE: f64 = 8.0;
const MOST_SPANS: f64 = 65_536.0;

/// By how much longer a step may be than the first one.
const LONGER: f64 = 4.0;

/// One is near so many cells on average at most.
const WALLS: usize = 2;

/// How often a body may come into another cell in a step, unless so much of space is filled by the cubes around all
/// that it meets someone as often.
const OFTEN: f64 = 0.4;
const FILLED: f64 = 0.2;

/// So many who are near are known at once: more than there are cells around one.
const NEAR: usize = 64;

/// How much faster than the fastest at the beginning anyone may become.
const FASTER: f64 = 2.0;

/// The flight of a ball, and where it is in the list of its cell.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Track<W: Wide> {
    origin: W,
    launch: W,
    start: f64,
    /// NaN of what is no ball.
    radius: f64,
    cell: u32,
    next: u32,
    before: u32,
}

impl<W: Wide> Track<W> {
    const NONE: Self = Self {
        origin: W::ZERO,
        launch: W::ZERO,
        start: 0.0,
        radius: f64::NAN,
        cell: 0,
        next: NONE,
        before: NONE,
    };

    #[inline(always)]
    fn at(&self, time: f64) -> W {
        self.origin + self.launch * (time - self.start)
    }
}

/// When a ball may touch another one, and how often that one had been rewritten: if it has been since, that is void.
/// If it is nobody, only before when it touches nobody is known.
#[derive(Clone, Copy, Debug)]
struct Touch {
    time: f64,
    partner: u32,
    version: u32,
}

/// What may happen to a ball next, as far as that is known of its track.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// When it leaves its cell.
    leave: f64,
    /// The two soonest touches, and before when there is no other.
    touches: [Touch; 2],
    others: f64,
}

impl Touch {
    const NONE: Self = Self { time: f64::INFINITY, partner: NONE, version: 0 };
}

impl Turn {
    const NONE: Self =
        Self { leave: f64::INFINITY, touches: [Touch::NONE; 2], others: f64::INFINITY };

    /// When it is due.
    fn time(&self) -> f64 {
        f64::min(self.touches[0].time, self.leave)
    }

    /// It may touch this one too.
    #[inline(always)]
    fn add(&mut self, touch: Touch) {
        let [first, second] = self.touches;
        if touch.time < first.time {
            (self.touches, self.others) = ([touch, first], second.time);
        } else if touch.time < second.time {
            (self.touches, self.others) = ([first, touch], second.time);
        } else {
            self.others = f64::min(self.others, touch.time);
        }
    }

    /// It does not come to the soonest touch.
    fn next(&mut self) {
        let last = Touch { time: self.others, ..Touch::NONE };
        self.touches = [self.touches[1], last];
    }
}

/// What is to be known before tracks can begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<W: Wide> {
    /// How many fly, in which box, how fast on average and at most, and how large the largest of them is.
    pub(super) flying: usize,
    pub(super) low: W,
    pub(super) high: W,
    pub(super) mean: f64,
    pub(super) fastest: f64,
    pub(super) radius: f64,
    /// How long the step is that begins.
    pub(super) dt: f64,
    /// The rounding of a place, as a share of how far it is from the origin.
    pub(super) epsilon: f64,
}

impl<W: Wide> Plan<W> {
    /// That of a step of `dt` seconds in which nobody flies, in a world of which one place is this.
    pub(super) fn at(place: W, dt: f64, epsilon: f64) -> Self {
        let [low, high] = [place; 2];
        Self { flying: 0, low, high, mean: 0.0, fastest: 0.0, radius: 0.0, dt, epsilon }
    }
}

/// The tracks of all.
#[derive(Clone, Debug)]
pub(super) struct Tracks<W: Wide> {
    /// Whether the step that is made follows them.
    pub(super) is_on: bool,
    /// What is to be looked into.
    agenda: Agenda<Turn>,
    /// When the present step began. Times of tracks are in seconds since they began.
    pub(super) clock: f64,
    /// For how many steps there are to be none, and for how many it was the last time.
    pub(super) patience: u32,
    pub(super) impatience: u32,
    /// Of which state they are.
    stamp: Option<Stamp>,
    /// For how many steps they have lasted.
    age: u32,
    /// Until when they last, and for how many steps more.
    until: f64,
    steps: f64,
    /// How long a step may be.
    longest: f64,
    bodies: Vec<Track<W>>,
    lattice: Lattice<W>,
    /// Where the cells begin along each axis, and the last one ends.
    ends: [Vec<f64>; 3],
    /// How many cells further on those are that are around a cell, and those of them that are new to who has come
    /// through each of its sides.
    around: Vec<i32>,
    beyond: [Vec<i32>; 6],
    /// The first body of each cell.
    heads: Vec<u32>,
    /// The walls that are near each cell, and where they begin.
    walls: Vec<u32>,
    starts: Vec<u32>,
    /// How far a ball of a cell reaches out of it at most, and how far places may be from where they are.
    reach: f64,
    margin: f64,
    /// Those who are near one who is looked at, and of them those whom he may touch.
    near: [u32; NEAR],
    hits: [u32; NEAR],
    /// Nobody flies beyond these corners, or is faster than the root of this.
    far: [W; 2],
    fastest: f64,
    /// Who are to be looked at again when the step has ended, with how often they have been rewritten.
    deferred: Vec<([u32; 2], [u32; 2])>,
    /// Whether somebody does, or is.
    is_broken: bool,
}

impl<W: Wide> Default for Tracks<W> {
    fn default() -> Self {
        Self {
            is_on: false,
            agenda: Agenda::default(),
            clock: 0.0,
            // Who makes a step or two only is not to begin what lasts.
            patience: 2,
            impatience: 0,
            stamp: None,
            age: 0,
            until: 0.0,
            steps: 0.0,
            longest: 0.0,
            bodies: Vec::new(),
            around: Vec::new(),
            beyond: Default::default(),
            lattice: Lattice::default(),
            ends: Default::default(),
            heads: Vec::new(),
            walls: Vec::new(),
            starts: Vec::new(),
            reach: 0.0,
            margin: 0.0,
            near: [NONE; NEAR],
            hits: [NONE; NEAR],
            far: [W::ZERO; 2],
            fastest: 0.0,
            deferred: Vec::new(),
            is_broken: false,
        }
    }
}

/// What is due about a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Due {
    /// It may touch this one.
    Touch(u32),
    /// It has left its cell through this side, and only those beyond are new.
    Beyond(usize),
    /// Everyone around it is to be looked at.
    Around,
}

impl<W: Wide> Tracks<W> {
    /// Whether they are those of a state.
    pub(super) fn are_of(&self, stamp: Stamp) -> bool {
        self.stamp.is_some_and(|own| own.is(stamp))
    }

    /// Whether they are those of any state.
    pub(super) fn are_of_any(&self) -> bool {
        self.stamp.is_some()
    }

    /// They are those of a state.
    pub(super) fn stamp(&mut self, stamp: Stamp) {
        self.stamp = Some(stamp);
    }

    /// They are those of no state.
    pub(super) fn forget(&mut self) {
        self.stamp = None;
    }

    /// Whether they last for another step of `dt` seconds.
    pub(super) fn last_for(&self, dt: f64) -> bool {
        self.steps >= 1.0 && dt <= self.longest && self.clock + dt <= self.until
    }

    /// Whether something came for which they are not.
    pub(super) fn are_broken(&self) -> bool {
        self.is_broken
    }

    /// Begins anew, with tracks of nobody of so many. Tells whether there is use in it.
    pub(super) fn begin(&mut self, plan: &Plan<W>, bodies: usize) -> bool {
        let &Plan { flying, low, high, mean, fastest, radius, dt, epsilon } = plan;
        let size = 2.0 * radius;
        let span = high - low;
        let largest = f64::max(span.max_magnitude(), size);
        let far = W::from_components(|_| 2.0 * size) + span * 0.25;
        self.far = [low - far, high + far];
        let place = self.far.map(W::max_magnitude).into_iter().fold(0.0, f64::max);
        self.fastest = FASTER * fastest;
        self.steps = f64::min(STEPS, LITTLE * size / (2.0 * epsilon * place));
        self.until = self.steps.floor() * dt;
        let flown = self.fastest * self.until;
        self.margin = 2.0 * epsilon * place * self.steps + 16.0 * f64::EPSILON * (place + flown);
        self.reach = radius + SPARE * size;
        let count = flying as f64;
        self.lattice =
            Lattice::over(&Region { origin: low, span }, size * (1.0 + SPARE), CELLS * count);
        let side = self.lattice.side();
        let busy = DUE * side / (3.0 * count * mean);
        let length = f64::min(SPAN * size / self.fastest, busy);
        // Who comes into another cell more often than he meets someone had better be looked for once a step.
        let way = 1.3 * mean * dt / side;
        let filled = count * (0..W::DIMENSION).fold(1.0, |share, _| share * size / side);
        let is_of_use = (way < OFTEN || filled > FILLED * self.lattice.len() as f64)
            && self.steps >= LEAST_STEPS
            && self.margin <= 2.0 * LITTLE * size
            && count <= CROWD * self.lattice.len() as f64
            && dt <= MOST_SPANS * length
            && (1e-60..1e60).contains(&fastest)
            && (1e-60..1e60).contains(&size)
            && largest < 1e60;
        if !is_of_use {
            return false;
        }
        self.fastest *= self.fastest;
        self.longest = LONGER * dt;
        self.agenda.begin(length, bodies, Turn::NONE);
        (self.clock, self.age, self.is_broken) = (0.0, 0, false);
        self.lay(bodies);
        true
    }

    /// Lays the cells, and nobody of so many is in them.
    fn lay(&mut self, bodies: usize) {
        self.bodies.clear();
        self.bodies.resize(bodies, Track::NONE);
        self.deferred.clear();
        self.heads.clear();
        self.heads.resize(self.lattice.len(), NONE);
        for (axis, ends) in self.ends.iter_mut().enumerate().take(W::DIMENSION) {
            ends.clear();
            ends.extend(self.lattice.ends(axis));
            let last = ends.len() - 1;
            // Beyond the outermost cells there are none.
            [ends[1], ends[last]] = self.far.map(|far| far.component(axis));
        }
        self.around.clear();
        self.beyond.iter_mut().for_each(Vec::clear);
        let stride = |axis: usize| self.lattice.stride(axis) as i32;
        let deep = if W::DIMENSION == 3 { 1 } else { 0 };
        for z in -deep..=deep {
            for y in -1..=1 {
                for x in -1..=1 {
                    let further = x * stride(0) + y * stride(1) + z * stride(2);
                    self.around.push(further);
                    for (axis, way) in [x, y, z].into_iter().enumerate().filter(|it| it.1 != 0) {
                        self.beyond[2 * axis + usize::from(way > 0)].push(further);
                    }
                }
            }
        }
    }

    /// A step of `dt` seconds has ended.
    pub(super) fn end_step(&mut self, dt: f64) {
        self.clock += dt;
        self.steps -= 1.0;
        self.age += 1;
        if self.age == LASTING {
            self.impatience = 0;
        }
        self.agenda.end_step();
    }

    /// Whether this is a wall.
    pub(super) fn is_wall(&self, body: u32) -> bool {
        self.bodies[body as usize].radius.is_nan()
    }

    /// Follows a body from its present state on.
    #[inline]
    pub(super) fn follow<V: Vector<Wide = W>>(&mut self, body: u32, slot: &Slot<V>) {
        let track = &mut self.bodies[body as usize];
        let (origin, launch) = (slot.position.widen(), slot.velocity.widen());
        let is_new = track.radius.is_nan();
        (track.origin, track.launch) = (origin, launch);
        (track.start, track.radius) = (self.clock + slot.time, slot.form.ball);
        let cell = self.lattice.cell(origin) as u32;
        // What is no number is too fast.
        self.is_broken |=
            launch.length_squared().partial_cmp(&self.fastest).is_none_or(Ordering::is_gt);
        if is_new || cell != track.cell {
            if !is_new {
                self.unlink(body);
            }
            self.link(body, cell);
        }
    }

    fn link(&mut self, body: u32, cell: u32) {
        let head = std::mem::replace(&mut self.heads[cell as usize], body);
        if head != NONE {
            self.bodies[head as usize].before = body;
        }
        let track = &mut self.bodies[body as usize];
        (track.cell, track.next, track.before) = (cell, head, NONE);
    }

    fn unlink(&mut self, body: u32) {
        let Track { cell, next, before, .. } = self.bodies[body as usize];
        match before {
            NONE => self.heads[cell as usize] = next,
            before => self.bodies[before as usize].next = next,
        }
        if next != NONE {
            self.bodies[next as usize].before = before;
        }
    }

    /// Takes a body about which something is due by `now`, and tells what and when.
    pub(super) fn due(&mut self, versions: &[u32], now: f64, end: f64) -> Option<(u32, Due, f64)> {
        loop {
            let (body, time) = self.agenda.due(now, end)?;
            let mut turn = *self.agenda.why(body);
            let [Touch { time: touch, partner, version }, _] = turn.touches;
            if turn.leave < touch {
                return Some((body, Due::Beyond(self.go_on(body, turn.leave)), time));
            }
            let Some(known) = versions.get(partner as usize) else {
                return Some((body, Due::Around, time));
            };
            turn.next();
            self.agenda.set(body, turn.time(), turn);
            if *known == version {
                return Some((body, Due::Touch(partner), time));
            }
        }
    }

    /// Takes a body that leaves its cell into the next one, and tells through which side it goes.
    fn go_on(&mut self, body: u32, now: f64) -> usize {
        let track = &self.bodies[body as usize];
        let (cell, place) = (track.cell, self.lattice.place_of(track.cell as usize));
        let times = self.leaves(track, place, now);
        let axis = (1..W::DIMENSION).fold(
            0,
            |first, axis| {
                if times[axis] < times[first] { axis } else { first }
            },
        );
        let higher = track.launch.component(axis) > 0.0;
        if place[axis] == if higher { self.lattice.size()[axis] - 2 } else { 1 } {
            self.is_broken = true;
        } else {
            self.unlink(body);
            let stride = self.lattice.stride(axis) as u32;
            self.link(body, if higher { cell + stride } else { cell - stride });
        }
        2 * axis + usize::from(higher)
    }

    /// In how many seconds a body leaves its cell along each axis, which is at this place.
    #[inline(always)]
    fn leaves(&self, track: &Track<W>, place: [usize; 3], now: f64) -> [f64; 3] {
        let (origin, launch) = (track.at(now), track.launch);
        core::array::from_fn(|axis| {
            if axis >= W::DIMENSION {
                return f64::INFINITY;
            }
            let speed = launch.component(axis);
            let end = self.ends[axis][place[axis] + usize::from(!speed.is_sign_negative())];
            // Who does not move leaves it never, or is on its border: then that is no number.
            (end - origin.component(axis)) / speed
        })
    }

    /// Looks at those near a body, or if it has come through a side of its cell, at those who are new there, and sets
    /// when it is due. Those whom it may touch at once are `touched`.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        versions: &[u32],
        body: u32,
        (came, now): (Option<usize>, f64),
        touched: &mut Vec<u32>,
    ) {
        let Self { bodies, heads, near, hits, margin, .. } = self;
        let own = bodies[body as usize];
        let (mut turn, cells) = match came {
            Some(side) => (*self.agenda.why(body), &self.beyond[side]),
            None => (Turn::NONE, &self.around),
        };
        // Who is in a cell, and whom one may touch, is hard to foresee: there is no branch for each.
        let mut count = 0;
        let mut add = |near: &mut [u32; NEAR], other: u32| {
            near[count % NEAR] = other;
            count += usize::from((other != NONE) & (other != body));
            count
        };
        // In his own cell those before him do not lead on to those after him.
        let mut found = add(near, if came.is_none() { own.next } else { NONE });
        for further in cells {
            found = add(near, heads[own.cell.wrapping_add_signed(*further) as usize]);
        }
        let place = own.at(now);
        let approach = |other: &Track<W>| {
            let (offset, velocity) = (place - other.at(now), own.launch - other.launch);
            let motion = Motion { offset, velocity, acceleration: W::ZERO };
            Approach::of(&motion, own.radius + other.radius + *margin)
        };
        let mut looked = 0;
        while looked < found {
            let mut touches = 0;
            while looked < found && touches < NEAR {
                let next = near[looked % NEAR];
                let other = &bodies[next as usize];
                found = add(near, other.next);
                looked += 1;
                hits[touches] = next;
                touches += usize::from(approach(other).may_touch(f64::INFINITY));
            }
            for next in &hits[..touches] {
                let time = approach(&bodies[*next as usize]).time(f64::INFINITY);
                let time = now + time.unwrap_or(f64::INFINITY);
                if time > now {
                    let version = versions[*next as usize];
                    turn.add(Touch { time, partner: *next, version });
                } else {
                    touched.push(*next);
                }
            }
        }
        let at = self.lattice.place_of(own.cell as usize);
        let leave = self.leaves(&own, at, now).into_iter().fold(f64::INFINITY, f64::min);
        turn.leave = now + f64::max(leave, 0.0);
        self.agenda.set(body, turn.time(), turn);
    }

    /// A body may touch this one too.
    pub(super) fn add(&mut self, versions: &[u32], [body, partner]: [u32; 2], time: f64) {
        let mut turn = *self.agenda.why(body);
        turn.add(Touch { time, partner, version: versions[partner as usize] });
        self.agenda.set(body, turn.time(), turn);
    }

    /// Two are to be looked at again when the step has ended.
    pub(super) fn defer(&mut self, versions: &[u32], pair: [u32; 2]) {
        self.deferred.push((pair, pair.map(|body| versions[body as usize])));
    }

    /// Takes two who are to be looked at again, if neither has been rewritten.
    pub(super) fn deferred(&mut self, versions: &[u32]) -> Option<[u32; 2]> {
        while let Some((pair, known)) = self.deferred.pop() {
            if pair.map(|body| versions[body as usize]) == known {
                return Some(pair);
            }
        }
        None
    }

    /// When two balls may touch from now on.
    pub(super) fn meeting(&self, pair: [u32; 2], now: f64) -> Option<f64> {
        let [one, other] = pair.map(|body| &self.bodies[body as usize]);
        let (offset, velocity) = (one.at(now) - other.at(now), one.launch - other.launch);
        let motion = Motion { offset, velocity, acceleration: W::ZERO };
        let approach = Approach::of(&motion, one.radius + other.radius + self.margin);
        Some(now + approach.touch(f64::INFINITY)?)
    }

    /// How a ball moves from now on, how large it is with the margin, and for how long that is asked.
    pub(super) fn ball(&self, body: u32, now: f64) -> (Motion<W>, f64, f64) {
        let track = &self.bodies[body as usize];
        let motion =
            Motion { offset: track.at(now), velocity: track.launch, acceleration: W::ZERO };
        (motion, track.radius + self.margin, f64::max(self.until - now, 0.0))
    }

    /// How many walls are near the cell of a body.
    pub(super) fn walls_near(&self, body: u32) -> std::ops::Range<usize> {
        let cell = self.bodies[body as usize].cell as usize;
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// One of the walls that are near a cell.
    pub(super) fn wall(&self, place: usize) -> u32 {
        self.walls[place]
    }
}

impl<W: Wide> Tracks<W> {
    /// Places the walls beside the cells that they are near. Tells whether they are few enough.
    pub(super) fn place_walls<'a>(
        &mut self,
        walls: impl Iterator<Item = (u32, &'a Shape<W>, W)> + Clone,
    ) -> bool
    where
        W: 'a,
    {
        let most = (self.lattice.len() + self.bodies.len()) / WALLS;
        let mut count = 0;
        self.starts.clear();
        self.starts.resize(self.lattice.len() + 1, 0);
        for (_, shape, place) in walls.clone() {
            self.each_cell_near(shape, place, |starts, cell| {
                starts[cell] += 1;
                count += 1;
            });
            if count > most {
                return false;
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let mut list = std::mem::take(&mut self.walls);
        list.clear();
        list.resize(count, NONE);
        for (wall, shape, place) in walls {
            self.each_cell_near(shape, place, |starts, cell| {
                starts[cell] -= 1;
                list[starts[cell] as usize] = wall;
            });
        }
        self.walls = list;
        true
    }

    /// Names the cells from which a ball may touch a wall that is there, with where the walls of cells begin.
    fn each_cell_near(
        &mut self,
        shape: &Shape<W>,
        place: W,
        mut near: impl FnMut(&mut [u32], usize),
    ) {
        let bounds = Aabb::around(shape).moved(place).grown(self.reach);
        let [low, high] = if bounds.is_finite() {
            [bounds.min, bounds.max].map(|corner| self.lattice.place(corner))
        } else {
            [self.far[0], self.far[1]].map(|corner| self.lattice.place(corner))
        };
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    let cell = [x, y, z];
                    let spot = self.spot(cell);
                    if !is_clear(shape, &spot.moved(-place)) {
                        near(&mut self.starts, self.lattice.at(cell));
                    }
                }
            }
        }
    }

    /// Where balls are whose middles are in the cell at a place.
    fn spot(&self, place: [usize; 3]) -> Spot<W> {
        let [low, high] =
            [0, 1].map(|it| W::from_components(|axis| self.ends[axis][place[axis] + it]));
        let half = (high - low) * 0.5;
        Spot { middle: low + half, reach: half.length() + self.reach }
    }
}
