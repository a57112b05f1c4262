//! The neighbour list: the pairs of bodies that may come into contact as long as they keep to their bounds.
//!
//! All pairs are listed once in a step. The pairs of a body that has left its bounds are listed again.

use crate::broad::{BoundingSphere, is_clear};
use crate::step::engine::Engine;
use crate::step::prediction::broad_phase::bodies_near;
use crate::step::prediction::predict::rank;
use crate::step::state::piles::as_number;
use crate::step::touch::margins::search_radius;
use crate::vector::Vector;
use crate::world::{Slot, World};

/// A search for the neighbours of some or of all bodies.
struct NeighbourSearch<'a, V: Vector> {
    world: &'a World<V>,
    gravity: V,
    /// The length of the step in seconds.
    dt: f64,
    /// The search radius of each body if those of all are listed, since each is needed more often then;
    /// `NO_SEARCH` for a body that needs no contacts. Empty if some bodies are listed only.
    radii: &'a [f64],
}

/// The search radius of a body that needs no contacts.
const NO_SEARCH: f64 = -1.0;

/// Brings the neighbour list up to date in a step of `dt` seconds.
pub(crate) fn update_neighbour_list<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let lists_all = engine.search.moved.is_none();
    let mut moved = engine.search.moved.take().unwrap_or_default();
    moved.sort_unstable();
    moved.dedup();
    if lists_all || !moved.is_empty() {
        let gravity = world.environment().gravity;
        let mut pairs = std::mem::take(&mut engine.piles.neighbours);
        let mut radii = std::mem::take(&mut engine.piles.search_radii);
        if !lists_all {
            let search = NeighbourSearch { world, gravity, dt, radii: &[] };
            list_neighbours_of(engine, &search, moved.drain(..), &mut pairs);
        } else {
            pairs.clear();
            let count = world.slots.len() as u32;
            let radius = |slot: &Slot<V>| search_radius(slot, gravity, dt);
            radii.clear();
            radii.extend(
                world.slots.iter().map(|slot| slot.as_ref().and_then(radius).unwrap_or(NO_SEARCH)),
            );
            engine.piles.max_search_radius = radii.iter().copied().fold(0.0, f64::max);
            let search = NeighbourSearch { world, gravity, dt, radii: &radii };
            if world.is_open() && engine.search.finder.finds_pairs() {
                list_all_neighbours(engine, &search, &mut pairs);
            } else {
                list_neighbours_of(engine, &search, 0..count, &mut pairs);
            }
        }
        if lists_all {
            pairs.sort_unstable_by_key(as_number);
        } else {
            // Most of them are in order already.
            pairs.sort();
        }
        pairs.dedup();
        (engine.piles.neighbours, engine.piles.search_radii) = (pairs, radii);
    }
    engine.search.moved = Some(moved);
}

/// Lists the neighbours of these bodies, and the bodies of which they are neighbours.
fn list_neighbours_of<V: Vector>(
    engine: &mut Engine<V>,
    search: &NeighbourSearch<V>,
    bodies: impl Iterator<Item = u32>,
    pairs: &mut Vec<[u32; 2]>,
) {
    let (is_open, period) = (search.world.is_open(), search.world.environment().period);
    for index in bodies {
        // If all bodies are gone through, a wall is found by those that need contacts.
        if search.is_of_all() && search.radius(index).is_none() {
            continue;
        }
        let Some(bounds) = engine.search.finder.fattened_sphere(index) else { continue };
        let searched = bounds.grown(engine.piles.max_search_radius);
        let near = bodies_near(engine, &searched, &period, |other| other != index);
        for other in &near {
            let either = [[index, *other], [*other, index]];
            // If all bodies are gone through, the other one has its own turn.
            for pair in either.into_iter().take(if search.is_of_all() { 1 } else { 2 }) {
                let (Some(radius), [Some(first), Some(second)]) = (
                    search.radius(pair[0]),
                    pair.map(|body| engine.search.finder.fattened_sphere(body)),
                ) else {
                    continue;
                };
                // Until they are listed again, both bodies stay within these bounds.
                let searched = first.grown(radius);
                if !is_open || searched.touches(&second) {
                    pairs.extend(search.pair(pair, radius, &searched));
                }
            }
        }
        engine.search.found = near;
    }
}

/// Lists the neighbours of all bodies right after the broad phase has been rebuilt.
fn list_all_neighbours<V: Vector>(
    engine: &mut Engine<V>,
    search: &NeighbourSearch<V>,
    pairs: &mut Vec<[u32; 2]>,
) {
    let finder = &engine.search.finder;
    let count = search.world.slots.len() as u32;
    let bounds = |body| finder.fattened_sphere(body).unwrap_or(BoundingSphere::NOWHERE);
    let bounds: Vec<_> = (0..count).map(bounds).collect();
    let bounds = |body: u32| &bounds[body as usize];
    // The pair is that of the body with the larger radius.
    finder.pairs([0, 1], |one, two| {
        let pair = match [one, two].map(|body| search.radii[body as usize]) {
            [first, second] if first > second => [one, two],
            [first, second] if first < second || search.is_first(two, one) => [two, one],
            _ => [one, two],
        };
        let Some(radius) = search.radius(pair[0]) else { return };
        let searched = bounds(pair[0]).grown(radius);
        if searched.touches(bounds(pair[1])) {
            pairs.extend(search.pair(pair, radius, &searched));
        }
    });
    for body in 0..count {
        let Some(radius) = search.radius(body) else { continue };
        let searched = bounds(body).grown(radius);
        finder.query_large(&searched, |large| {
            if large != body {
                pairs.extend(search.pair([body, large], radius, &searched));
            }
        });
        if finder.is_large(body) && search.slot(body).is_some_and(Slot::is_mover) {
            let others = (0..count).filter(|other| *other != body);
            for other in others.filter(|other| searched.touches(bounds(*other))) {
                pairs.extend(search.pair([body, other], radius, &searched));
            }
        }
    }
}

impl<V: Vector> NeighbourSearch<'_, V> {
    fn slot(&self, index: u32) -> Option<&Slot<V>> {
        self.world.slots[index as usize].as_ref()
    }

    /// Whether all bodies are gone through.
    fn is_of_all(&self) -> bool {
        !self.radii.is_empty()
    }

    /// The search radius of a body, if it needs contacts.
    fn radius(&self, index: u32) -> Option<f64> {
        match self.radii.get(index as usize) {
            Some(radius) => (*radius >= 0.0).then_some(*radius),
            None => search_radius(self.slot(index)?, self.gravity, self.dt),
        }
    }

    /// The pair of a body with this search radius and a neighbour, if it is to be listed at this turn. The
    /// mover comes first; of two movers, the one of lower rank. The sphere `searched` is that of the search.
    fn pair(
        &self,
        [index, other]: [u32; 2],
        radius: f64,
        searched: &BoundingSphere<V>,
    ) -> Option<[u32; 2]> {
        let second = self.slot(other)?;
        if !second.can_support() || !second.takes_part() || self.is_clear_of(second, searched) {
            return None;
        }
        let is_first = self.is_first(index, other);
        // If each of two bodies is a neighbour of the other, the one with the larger radius lists the pair.
        let others = if self.is_of_all() { self.radius(other) } else { None };
        let lists = others.is_none_or(|others| radius > others || radius == others && is_first);
        lists.then_some(if is_first { [index, other] } else { [other, index] })
    }

    /// Whether a body comes before another one in a pair: a mover before a wall, and of two movers the one of lower rank.
    fn is_first(&self, index: u32, other: u32) -> bool {
        let [Some(slot), Some(second)] = [index, other].map(|index| self.slot(index)) else {
            return false;
        };
        !second.is_mover() || slot.is_mover() && rank(slot) < rank(second)
    }

    /// Whether a sphere is certain not to touch the surface of a wall, as most of those in a room do not.
    fn is_clear_of(&self, wall: &Slot<V>, sphere: &BoundingSphere<V>) -> bool {
        self.world.is_open()
            && !wall.flight().is_moving()
            && !wall.is_turning()
            && !wall.may_overlap
            && is_clear(&wall.shared.shape, &sphere.moved(-wall.flight().origin))
    }
}
