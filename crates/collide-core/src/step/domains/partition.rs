//! Where do parts of all bodies end, and who is near another part?

use crate::body::Kind;
use crate::broad::{Aabb, Spot};
use crate::vector::{Vector, Wide};
use crate::world::{Slot, Stamp};

/// More walls than so many are not listed.
pub(crate) const WALLS: usize = 16;

/// How much faster than the fastest at the beginning of a step anyone may be within it, for as long as nobody comes
/// near that.
const FASTER: f64 = 1.25;
const NEARLY: f64 = 1.1;

/// The share by which the boxes around all parts may be larger together than a box around all.
const SPARE: f64 = 0.5;

/// What is known of one of the parts when a step begins.
#[derive(Clone, Debug)]
pub(crate) struct Part<W: Wide> {
    /// The box around the places of all who fly.
    pub(crate) hull: Aabb<W>,
    /// The square of the highest speed, and how far any of them reaches.
    fastest: f64,
    girth: f64,
    walls: Vec<u32>,
    /// The place of the next body that is noted.
    place: u32,
    /// A box in which nobody is near another part.
    core: Aabb<W>,
    /// Whether there are others than those who fly freely, and walls.
    pub(crate) is_odd: bool,
    /// Where those are who are near another part, for each of which that is possible.
    pub(crate) borders: Vec<(usize, Vec<Spot<W>>)>,
}

/// What is known of all parts when a step begins.
#[derive(Clone, Debug)]
pub(crate) struct Outline<W: Wide> {
    pub(crate) parts: Vec<Part<W>>,
    pub(crate) walls: Vec<u32>,
    /// How many places each of them has, but the last.
    pub(crate) length: usize,
    /// How many are near another part.
    pub(crate) strange: usize,
    /// Nobody is to be faster in the step.
    pub(crate) speed: f64,
    girth: f64,
    /// How long the step is.
    dt: f64,
    /// The rounding of a place, as a share of how far it is from the origin.
    epsilon: f64,
    /// Of which state that is known.
    stamp: Stamp,
}

impl<W: Wide> Default for Part<W> {
    fn default() -> Self {
        Self {
            hull: Aabb::nothing(),
            fastest: 0.0,
            girth: 0.0,
            walls: Vec::new(),
            place: 0,
            core: Aabb::nothing(),
            is_odd: false,
            borders: Vec::new(),
        }
    }
}

impl<W: Wide> Part<W> {
    /// Notes the body at the next place, if there is one, and whether it flies freely.
    #[inline(always)]
    pub(crate) fn add<V: Vector<Wide = W>>(
        &mut self,
        (slot, is_free): (Option<&Slot<V>>, bool),
        near: &[Aabb<W>],
    ) {
        let body = self.place;
        self.place += 1;
        match slot {
            Some(slot) if is_free => {
                let (place, speed) =
                    (slot.position.widen(), slot.velocity.widen().length_squared());
                self.is_odd |= slot.fresh | slot.crammed | slot.squeezed;
                self.add_mover((place, speed, slot.form.girth), near);
            }
            Some(slot) => self.add_other(slot, body, near),
            None => {}
        }
    }

    /// Notes a body that does not fly freely.
    #[inline(never)]
    fn add_other<V: Vector<Wide = W>>(&mut self, slot: &Slot<V>, body: u32, near: &[Aabb<W>]) {
        if !slot.is_mover() {
            let is_wall = slot.form.kind == Kind::Static && slot.is_solid() && slot.takes_part();
            self.is_odd |= !is_wall || slot.form.breaks_after > 0 || self.walls.len() == WALLS;
            if !self.is_odd {
                self.walls.push(body);
            }
            return;
        }
        let flight = slot.flight();
        self.is_odd |= slot.is_free_ball() || slot.form.breaks_after > 0 || !slot.is_plain();
        self.is_odd |= slot.fresh | slot.crammed | slot.squeezed;
        self.is_odd |= flight.acceleration != W::ZERO;
        let speed = flight.launch.length_squared();
        self.add_mover((flight.origin, speed, slot.form.girth), near);
    }

    /// Notes who is in a place, with the square of his speed and how far he reaches.
    #[inline(always)]
    fn add_mover(&mut self, (place, speed, girth): (W, f64, f64), near: &[Aabb<W>]) {
        // What has left the range of its numbers is in no box.
        self.is_odd |= place.dot(W::ZERO) + speed * 0.0 != 0.0;
        self.hull = self.hull.holding(place);
        self.fastest = if self.fastest > speed { self.fastest } else { speed };
        self.girth = if self.girth > girth { self.girth } else { girth };
        if self.core.holds(place) {
            return;
        }
        for (bounds, (_, strangers)) in near.iter().zip(&mut self.borders) {
            if bounds.holds(place) {
                strangers.push(Spot { middle: place, reach: girth });
            }
        }
    }
}

impl<W: Wide> Outline<W> {
    /// What is known of parts when a step of `dt` seconds begins; nothing if more than impacts of bodies that fly
    /// freely is to be expected, or the parts are not apart in space.
    pub(crate) fn of(
        (parts, length): (Vec<Part<W>>, usize),
        [dt, epsilon]: [f64; 2],
        stamp: Stamp,
    ) -> Option<Self> {
        let most = |of: fn(&Part<W>) -> f64| parts.iter().map(of).fold(0.0, f64::max);
        let speed = FASTER * most(|part| part.fastest).sqrt();
        let girth = most(|part| part.girth);
        let walls: Vec<u32> = parts.iter().flat_map(|part| part.walls.iter().copied()).collect();
        let is_odd = walls.len() > WALLS || parts.iter().any(|part| part.is_odd);
        let strange = parts.iter().flat_map(|part| &part.borders).map(|it| it.1.len()).sum();
        let outline = Self { parts, length, walls, strange, speed, girth, dt, epsilon, stamp };
        (!is_odd && outline.is_compact()).then_some(outline)
    }

    /// The same for the next step, in which nobody is to be faster than in this one, of whose end the parts are.
    pub(crate) fn next(&self, parts: Vec<Part<W>>, stamp: Stamp) -> Option<Self> {
        let next = Self::of((parts, self.length), [self.dt, self.epsilon], stamp)?;
        let is_near = |one: f64, other: f64| one <= other * FASTER / NEARLY;
        let alike = is_near(next.speed, self.speed) && is_near(self.speed, next.speed);
        (alike && next.girth <= self.girth).then_some(Self { speed: self.speed, ..next })
    }

    /// Whether it is that of a step of so many seconds that begins in this state.
    pub(crate) fn is_of(&self, dt: f64, stamp: Stamp) -> bool {
        self.dt == dt && self.stamp.is(stamp)
    }

    /// It is that of another state too, which differs by nothing that is noted.
    pub(crate) fn restamped(self, stamp: Stamp) -> Self {
        Self { stamp, ..self }
    }

    /// How far from each other two are at most when a step begins who meet in it.
    pub(crate) fn far(&self) -> f64 {
        let hulls = self.parts.iter().map(|part| &part.hull);
        let place = hulls.map(|hull| (-hull.min).greatest(hull.max).max_magnitude());
        let rounding = 32.0 * self.epsilon * place.fold(0.0, f64::max);
        2.0 * self.girth + self.closing() * self.dt + rounding
    }

    /// How fast two come nearer to each other at most.
    pub(crate) fn closing(&self) -> f64 {
        2.0 * self.speed
    }

    /// Where those may be, when this step begins and when the next one does, who are near a part.
    fn near(&self, part: usize) -> Aabb<W> {
        self.parts[part].hull.grown(self.far() + self.speed * self.dt)
    }

    /// All parts, of which only is known which others are near, and the boxes of these.
    pub(crate) fn next_parts(&self) -> impl Iterator<Item = (Part<W>, Vec<Aabb<W>>)> {
        (0..self.parts.len()).map(|part| self.beside(part))
    }

    /// A part of which only is known which others are near it, and the boxes of these.
    pub(crate) fn beside(&self, part: usize) -> (Part<W>, Vec<Aabb<W>>) {
        let own = self.near(part);
        let others = (0..self.parts.len()).filter(|other| *other != part);
        let others = others.filter(|other| own.overlaps(&self.near(*other)));
        let borders: Vec<_> = others.map(|other| (other, Vec::new())).collect();
        let near: Vec<_> = borders.iter().map(|(other, _)| self.near(*other)).collect();
        let core = near.iter().fold(own, without);
        let place = (part * self.length) as u32;
        (Part { place, core, borders, ..Part::default() }, near)
    }

    /// Where those of other parts are who can come to bodies of this one.
    pub(crate) fn strangers(&self, part: usize) -> impl Iterator<Item = &Spot<W>> {
        let hull = self.parts[part].hull.grown(self.far());
        let borders = self.parts[part].borders.iter();
        let theirs = borders.flat_map(|(other, _)| &self.parts[*other].borders);
        let theirs = theirs.filter(move |(near, _)| *near == part).flat_map(|(_, spots)| spots);
        theirs.filter(move |spot| hull.holds(spot.middle))
    }

    /// Whether the parts are apart from each other in space.
    fn is_compact(&self) -> bool {
        let volume = |bounds: &Aabb<W>| {
            let bounds = bounds.grown(self.far());
            let span = bounds.max - bounds.min;
            (0..W::DIMENSION).fold(1.0, |volume, axis| volume * span.component(axis))
        };
        let all = self.parts.iter().fold(Aabb::nothing(), |all, it| all.joined(&it.hull));
        let sum: f64 = self.parts.iter().map(|part| volume(&part.hull)).sum();
        // What is no number is not.
        self.far() > 0.0 && sum <= (1.0 + SPARE) * volume(&all) && volume(&all) < f64::INFINITY
    }
}

/// The largest box in one from which another is cut off along one side.
fn without<W: Wide>(bounds: Aabb<W>, other: &Aabb<W>) -> Aabb<W> {
    let Aabb { min, max } = bounds;
    if !bounds.overlaps(other) {
        return bounds;
    }
    let with = |vector: W, axis: usize, value: f64| {
        W::from_components(|it| if it == axis { value } else { vector.component(it) })
    };
    let mut best = (0.0, Aabb::nothing());
    for axis in 0..W::DIMENSION {
        let span = max.component(axis) - min.component(axis);
        // What touches the other one is near it, and is left out by a little.
        let (low, high) = (other.min.component(axis), other.max.component(axis));
        let below = Aabb { min, max: with(max, axis, low - 1e-6 * span) };
        let above = Aabb { min: with(min, axis, high + 1e-6 * span), max };
        for part in [below, above] {
            let left = (part.max.component(axis) - part.min.component(axis)) / span;
            if left > best.0 {
                best = (left, part);
            }
        }
    }
    best.1
}
