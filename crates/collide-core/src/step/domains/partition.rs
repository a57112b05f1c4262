//! The partition of the bodies into domains: the statistics of each domain, and the bodies near the borders of others.

use crate::body::Kind;
use crate::broad::{Aabb, BoundingSphere};
use crate::rounding;
use crate::step::domains::tuning::Tuning;
use crate::vector::Vector;
use crate::world::{Dynamics, Epoch, Slot};

/// Statistics of a domain when a step begins.
#[derive(Clone, Debug)]
pub(crate) struct DomainStats<V: Vector> {
    /// A box around the positions of all movers.
    pub(crate) hull: Aabb<V>,
    /// The square of the highest speed.
    fastest: f64,
    /// The largest bounding radius.
    bounding_radius: f64,
    walls: Vec<u32>,
    /// The place of the next body that is added.
    place: u32,
    /// A box in which no body is near another domain.
    interior: Aabb<V>,
    /// Whether there are other bodies than walls and movers that fly freely.
    pub(crate) is_unsuitable: bool,
    /// The bodies near another domain, for each domain with which that is possible.
    pub(crate) boundaries: Vec<(usize, Vec<BoundingSphere<V>>)>,
}

/// The domains of a world when a step begins.
#[derive(Clone, Debug)]
pub(crate) struct Partition<V: Vector> {
    pub(crate) domains: Vec<DomainStats<V>>,
    pub(crate) walls: Vec<u32>,
    /// The number of places of each domain but the last.
    pub(crate) length: usize,
    /// The number of bodies near another domain.
    pub(crate) boundary_count: usize,
    /// The bound of speed: no body may be faster in the step.
    pub(crate) speed: f64,
    bounding_radius: f64,
    /// The length of the step, in seconds.
    dt: f64,
    /// The state of the world that the statistics are of.
    epoch: Epoch,
}

impl<V: Vector> Default for DomainStats<V> {
    fn default() -> Self {
        Self {
            hull: Aabb::nothing(),
            fastest: 0.0,
            bounding_radius: 0.0,
            walls: Vec::new(),
            place: 0,
            interior: Aabb::nothing(),
            is_unsuitable: false,
            boundaries: Vec::new(),
        }
    }
}

impl<V: Vector> DomainStats<V> {
    /// Adds the body at the next place, if there is one. `is_free` is whether it flies freely, and `near`
    /// are the boxes around the vicinities of the other domains.
    #[inline(always)]
    pub(crate) fn add(&mut self, (slot, is_free): (Option<&Slot<V>>, bool), near: &[Aabb<V>]) {
        let body = self.place;
        self.place += 1;
        match slot {
            Some(slot) if is_free => {
                let (place, speed) = (slot.position, slot.velocity.length_squared());
                self.is_unsuitable |= slot.edited | slot.may_overlap | slot.overlap_reported;
                self.add_mover((place, speed, slot.shared.bounding_radius), near);
            }
            Some(slot) => self.add_other(slot, body, near),
            None => {}
        }
    }

    /// Adds a body that does not fly freely.
    #[inline(never)]
    fn add_other(&mut self, slot: &Slot<V>, body: u32, near: &[Aabb<V>]) {
        if !slot.is_mover() {
            let is_wall = slot.shared.kind == Kind::Static && slot.is_solid() && slot.takes_part();
            self.is_unsuitable |=
                !is_wall || slot.shared.breaks_after > 0 || self.walls.len() == Tuning::MAX_WALLS;
            if !self.is_unsuitable {
                self.walls.push(body);
            }
            return;
        }
        let flight = slot.flight();
        self.is_unsuitable |=
            slot.dynamics() != Dynamics::Ballistic || slot.shared.breaks_after > 0;
        self.is_unsuitable |= slot.edited | slot.may_overlap | slot.overlap_reported;
        self.is_unsuitable |= flight.acceleration != V::ZERO;
        let speed = flight.launch.length_squared();
        self.add_mover((flight.origin, speed, slot.shared.bounding_radius), near);
    }

    /// Adds a mover at a position, with the square of its speed and its bounding radius.
    #[inline(always)]
    fn add_mover(&mut self, (place, speed, bounding_radius): (V, f64, f64), near: &[Aabb<V>]) {
        // A position or a speed that is not finite is in no box.
        self.is_unsuitable |= place.dot(V::ZERO) + speed * 0.0 != 0.0;
        self.hull = self.hull.holding(place);
        self.fastest = if self.fastest > speed { self.fastest } else { speed };
        self.bounding_radius = if self.bounding_radius > bounding_radius {
            self.bounding_radius
        } else {
            bounding_radius
        };
        if self.interior.holds(place) {
            return;
        }
        for (bounds, (_, boundary_bodies)) in near.iter().zip(&mut self.boundaries) {
            if bounds.holds(place) {
                boundary_bodies.push(BoundingSphere { centre: place, radius: bounding_radius });
            }
        }
    }
}

impl<V: Vector> Partition<V> {
    /// The partition of a step of `dt` seconds; nothing if other events than impacts of free bodies may
    /// occur, or if the domains are not apart in space.
    pub(crate) fn of(
        (parts, length): (Vec<DomainStats<V>>, usize),
        dt: f64,
        epoch: Epoch,
    ) -> Option<Self> {
        let most = |of: fn(&DomainStats<V>) -> f64| parts.iter().map(of).fold(0.0, f64::max);
        let speed = Tuning::MAX_SPEEDUP * most(|part| part.fastest).sqrt();
        let bounding_radius = most(|part| part.bounding_radius);
        let walls: Vec<u32> = parts.iter().flat_map(|part| part.walls.iter().copied()).collect();
        let is_unsuitable =
            walls.len() > Tuning::MAX_WALLS || parts.iter().any(|part| part.is_unsuitable);
        let boundary_count =
            parts.iter().flat_map(|part| &part.boundaries).map(|it| it.1.len()).sum();
        let partition = Self {
            domains: parts,
            length,
            walls,
            boundary_count,
            speed,
            bounding_radius,
            dt,
            epoch,
        };
        (!is_unsuitable && partition.is_compact()).then_some(partition)
    }

    /// The partition of the next step, from the statistics at the end of this one. The bound of speed stays
    /// while it fits.
    pub(crate) fn next(&self, parts: Vec<DomainStats<V>>, epoch: Epoch) -> Option<Self> {
        let next = Self::of((parts, self.length), self.dt, epoch)?;
        let is_near =
            |one: f64, other: f64| one <= other * Tuning::MAX_SPEEDUP / Tuning::SPEED_RESERVE;
        let alike = is_near(next.speed, self.speed) && is_near(self.speed, next.speed);
        (alike && next.bounding_radius <= self.bounding_radius)
            .then_some(Self { speed: self.speed, ..next })
    }

    /// Whether it is the partition of a step of `dt` seconds that begins in this state.
    pub(crate) fn is_of(&self, dt: f64, epoch: Epoch) -> bool {
        self.dt == dt && self.epoch.is_same(epoch)
    }

    /// The same partition for another state that differs in nothing that is counted.
    pub(crate) fn with_epoch(self, epoch: Epoch) -> Self {
        Self { epoch, ..self }
    }

    /// The largest distance at the start of a step between two bodies that meet in it.
    pub(crate) fn far(&self) -> f64 {
        let hulls = self.domains.iter().map(|part| &part.hull);
        let place = hulls.map(|hull| (-hull.min).greatest(hull.max).max_magnitude());
        let rounding = rounding::FAR_DISTANCE * place.fold(0.0, f64::max);
        2.0 * self.bounding_radius + self.closing() * self.dt + rounding
    }

    /// The largest closing speed of two bodies.
    pub(crate) fn closing(&self) -> f64 {
        2.0 * self.speed
    }

    /// The vicinity of a domain: where bodies that can meet one of it may be, now and when the next step
    /// begins.
    fn near(&self, part: usize) -> Aabb<V> {
        self.domains[part].hull.grown(self.far() + self.speed * self.dt)
    }

    /// All domains with empty statistics, and for each the boxes around the vicinities of the others.
    pub(crate) fn next_domains(&self) -> impl Iterator<Item = (DomainStats<V>, Vec<Aabb<V>>)> {
        (0..self.domains.len()).map(|part| self.beside(part))
    }

    /// A domain with empty statistics, and the boxes around the vicinities of the others.
    pub(crate) fn beside(&self, part: usize) -> (DomainStats<V>, Vec<Aabb<V>>) {
        let own = self.near(part);
        let others = (0..self.domains.len()).filter(|other| *other != part);
        let others = others.filter(|other| own.overlaps(&self.near(*other)));
        let boundaries: Vec<_> = others.map(|other| (other, Vec::new())).collect();
        let near: Vec<_> = boundaries.iter().map(|(other, _)| self.near(*other)).collect();
        let interior = near.iter().fold(own, cut_off);
        let place = (part * self.length) as u32;
        (DomainStats { place, interior, boundaries, ..DomainStats::default() }, near)
    }

    /// The bodies of other domains that can reach bodies of this one.
    pub(crate) fn boundary_bodies(&self, part: usize) -> impl Iterator<Item = &BoundingSphere<V>> {
        let hull = self.domains[part].hull.grown(self.far());
        let boundaries = self.domains[part].boundaries.iter();
        let theirs = boundaries.flat_map(|(other, _)| &self.domains[*other].boundaries);
        let theirs = theirs.filter(move |(near, _)| *near == part).flat_map(|(_, spheres)| spheres);
        theirs.filter(move |sphere| hull.holds(sphere.centre))
    }

    /// Whether the domains are apart from each other in space.
    fn is_compact(&self) -> bool {
        let volume = |bounds: &Aabb<V>| {
            let bounds = bounds.grown(self.far());
            let span = bounds.max - bounds.min;
            (0..V::DIMENSION).fold(1.0, |volume, axis| volume * span.component(axis))
        };
        let all = self.domains.iter().fold(Aabb::nothing(), |all, it| all.joined(&it.hull));
        let sum: f64 = self.domains.iter().map(|part| volume(&part.hull)).sum();
        // NaN is not.
        self.far() > 0.0
            && sum <= (1.0 + Tuning::SPARE_VOLUME) * volume(&all)
            && volume(&all) < f64::INFINITY
    }
}

/// By how much more of the span of a box is cut off than bodies that touch the other one reach, so that none is left.
const CUT_TO_SPARE: f64 = 1e-6;

/// The largest box that is left when another box is cut off along one side.
fn cut_off<V: Vector>(bounds: Aabb<V>, other: &Aabb<V>) -> Aabb<V> {
    let Aabb { min, max } = bounds;
    if !bounds.overlaps(other) {
        return bounds;
    }
    let with = |vector: V, axis: usize, value: f64| {
        V::from_components(|it| if it == axis { value } else { vector.component(it) })
    };
    let mut best = (0.0, Aabb::nothing());
    for axis in 0..V::DIMENSION {
        let span = max.component(axis) - min.component(axis);
        // Bodies that touch the other box are near it, so a little more is cut off.
        let (low, high) = (other.min.component(axis), other.max.component(axis));
        let below = Aabb { min, max: with(max, axis, low - CUT_TO_SPARE * span) };
        let above = Aabb { min: with(min, axis, high + CUT_TO_SPARE * span), max };
        for part in [below, above] {
            let left = (part.max.component(axis) - part.min.component(axis)) / span;
            if left > best.0 {
                best = (left, part);
            }
        }
    }
    best.1
}
