//! The bodies that are much larger than most, or long: walls for the most part. They are found by strips of space.

use super::aabb::Aabb;
use super::bounding_sphere::BoundingSphere;
use super::lattice::Region;
use crate::vector::Vector;

/// The number of strips, side by side along the longest axis of the region where most bodies are. The outermost ones hold what is
/// beyond it.
const STRIPS: usize = 64;

/// So few are looked at one by one.
const FEW: usize = 8;

/// A body that is much larger than most, or long.
#[derive(Clone, Debug)]
pub(super) struct Large<V: Vector> {
    /// Which one.
    pub(super) body: u32,
    /// Where it is.
    pub(super) sphere: BoundingSphere<V>,
    /// The box around it.
    bounds: Aabb<V>,
    /// The first and the last strip that the box reaches into.
    strips: [usize; 2],
}

/// The large bodies of a world, by strips.
#[derive(Clone, Debug)]
pub(super) struct LargeList<V: Vector> {
    all: Vec<Large<V>>,
    /// For each strip the places of those that reach into it.
    strips: Vec<Vec<u32>>,
    axis: usize,
    origin: f64,
    /// How many strips go into a length unit.
    density: f64,
}

impl<V: Vector> Default for LargeList<V> {
    fn default() -> Self {
        let strips = vec![Vec::new(); STRIPS];
        Self { all: Vec::new(), strips, axis: 0, origin: 0.0, density: 1.0 }
    }
}

impl<V: Vector> LargeList<V> {
    /// Empties the list, and lays the strips over a region.
    pub(super) fn lay(&mut self, region: &Region<V>) {
        self.all.clear();
        self.strips.iter_mut().for_each(Vec::clear);
        let span = |axis: &usize| region.span.component(*axis);
        self.axis =
            (0..V::DIMENSION).max_by(|one, two| span(one).total_cmp(&span(two))).unwrap_or(0);
        self.origin = region.origin.component(self.axis);
        self.density = f64::min(STRIPS as f64 / span(&self.axis), f64::MAX);
    }

    /// The strips from one coordinate to another. What is no number is in the first.
    fn strips(&self, range: [f64; 2]) -> [usize; 2] {
        // The cast of a number beyond the range of its type is the nearest one in it.
        range.map(|place| usize::min(((place - self.origin) * self.density) as usize, STRIPS - 1))
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn at(&self, place: u32) -> &Large<V> {
        &self.all[place as usize]
    }

    /// Adds a body, and returns its place.
    pub(super) fn add(&mut self, body: u32, sphere: &BoundingSphere<V>, bounds: Aabb<V>) -> u32 {
        let place = self.all.len() as u32;
        let strips =
            self.strips([bounds.min, bounds.max].map(|corner| corner.component(self.axis)));
        self.strips[strips[0]..=strips[1]].iter_mut().for_each(|strip| strip.push(place));
        self.all.push(Large { body, sphere: *sphere, bounds, strips });
        place
    }

    /// Removes the one at a place, and returns the body that has this place instead.
    pub(super) fn remove(&mut self, place: u32) -> Option<u32> {
        let Large { strips: [first, last], .. } = self.all.swap_remove(place as usize);
        self.strips[first..=last].iter_mut().for_each(|strip| strip.retain(|it| *it != place));
        let moved = self.all.get(place as usize)?;
        let before = self.all.len() as u32;
        let [first, last] = moved.strips;
        let places = self.strips[first..=last].iter_mut().flatten();
        places.filter(|it| **it == before).for_each(|it| *it = place);
        Some(moved.body)
    }

    /// Calls `found` once for each of them with a box that touches this sphere.
    #[inline]
    pub(super) fn query(&self, sphere: &BoundingSphere<V>, mut found: impl FnMut(u32)) {
        if self.all.len() <= FEW {
            let near = self.all.iter().filter(|large| large.bounds.touches(sphere));
            return near.for_each(|large| found(large.body));
        }
        // As far as a box is asked whether it touches the sphere.
        let (centre, reach) = (sphere.centre.component(self.axis), sphere.reach());
        let [first, last] = self.strips([centre - reach, centre + reach]);
        for strip in first..=last {
            for large in self.strips[strip].iter().map(|place| self.at(*place)) {
                // The first strip that both reach into counts.
                if usize::max(large.strips[0], first) == strip && large.bounds.touches(sphere) {
                    found(large.body);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;

    fn list(boxes: &[[f64; 2]]) -> LargeList<DVec2> {
        let mut list = LargeList::default();
        list.lay(&Region { origin: dvec2(-10.0, 0.0), span: dvec2(20.0, 5.0) });
        for (body, [min, max]) in (0u32..).zip(boxes) {
            let bounds = Aabb { min: dvec2(*min, 0.0), max: dvec2(*max, 5.0) };
            assert_eq!(list.add(body, &BoundingSphere::EVERYWHERE, bounds), body);
        }
        list
    }

    fn found(list: &LargeList<DVec2>, x: f64, radius: f64) -> Vec<u32> {
        let mut found = Vec::new();
        list.query(&BoundingSphere { centre: dvec2(x, 2.0), radius }, |body| found.push(body));
        found.sort_unstable();
        found
    }

    #[test]
    fn each_is_found_once_wherever_it_is() {
        let mut all =
            vec![[f64::NEG_INFINITY, f64::INFINITY], [-10.0, -9.0], [0.0, 0.1], [-3.0, 40.0]];
        for others in [0, FEW] {
            all.extend(std::iter::repeat_n([7.0, 8.0], others));
            assert_finds(&list(&all), others);
        }
    }

    fn assert_finds(list: &LargeList<DVec2>, others: usize) {
        assert_eq!(found(list, -9.5, 0.1), [0, 1]);
        assert_eq!(found(list, 0.0, 1.0), [0, 2, 3]);
        assert_eq!(found(list, 100.0, 1.0), [0]);
        assert_eq!(found(list, 39.0, 2.0), [0, 3]);
        assert_eq!(found(list, 1e300, f64::INFINITY).len(), 4 + others);
        assert_eq!(found(list, -1e300, 1.0), [0]);
    }

    #[test]
    fn what_is_removed_is_found_no_more_and_the_last_takes_its_place() {
        let mut all = vec![[-10.0, -9.0], [-5.0, 5.0]];
        all.extend([[0.0, 9.0]; 2 * FEW]);
        let last = all.len() as u32 - 1;
        let mut list = list(&all);
        assert_eq!(list.remove(0), Some(last));
        assert_eq!(list.at(0).body, last);
        assert_eq!(found(&list, -9.5, 0.1), []);
        assert_eq!(found(&list, -1.0, 0.1), [1]);
        assert_eq!(found(&list, 1.0, 0.1), (1..=last).collect::<Vec<_>>());
        assert_eq!(list.remove(last - 1), None);
        assert_eq!(found(&list, 8.0, 0.1).len(), 2 * FEW - 1);
        assert_eq!(list.len(), 2 * FEW);
    }
}
