//! The points at which bodies are in contact at the end of a step.

use std::fmt;
use std::sync::OnceLock;

use crate::contact::Feature;
use crate::vector::Vector;
use crate::world::id::BodyId;

/// A point at which two bodies are in contact at the end of a step: they touch there and do not bounce.
///
/// A pair has more than one of them where a body lies in the corner of one wall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactPoint<V> {
    /// The dynamic body and what it touches; of two balls the one with the smaller key comes first.
    pub bodies: [BodyId; 2],
    /// The feature of the second body that the first touches.
    pub(crate) feature: Feature,
    /// The point where the two edges meet, in length units; in a periodic space at the first body.
    pub point: V,
    /// The unit vector from the second body to the first.
    pub normal: V,
    /// The distance between the edges in length units, below zero if the two overlap.
    pub separation: f64,
    /// The impulse that held the first body up along the normal in the step, in mass times speed. In a pile it is the force
    /// at the end of the step times its length; of a body on walls alone, what the pull on it asks for. A body that
    /// sleeps keeps that of its last step. It is zero without a pull; impulses of impacts are reported with these.
    pub impulse: f64,
}

impl<V> ContactPoint<V> {
    /// What the list of contact points is sorted by.
    pub(crate) fn name(&self) -> ([BodyId; 2], Feature) {
        (self.bodies, self.feature)
    }
}

/// Two bodies that touched in the step that has begun, and may stay together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct NotedTouch {
    pub(crate) bodies: [BodyId; 2],
    /// When, in seconds from the start of the step.
    pub(crate) time: f64,
    /// Whether it was an impact, which has been reported. If not, it was too slow for one.
    pub(crate) is_impact: bool,
}

/// The contact points of a world, and what the next report of them needs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ContactPoints<V> {
    /// The points at the end of the last step, sorted by bodies and features.
    points: Vec<ContactPoint<V>>,
    /// The touches of the step that has begun after which two bodies may stay together.
    pub(crate) touches: Vec<NotedTouch>,
    /// The pairs in contact of which one body has been removed. The next step reports that they ended.
    pub(crate) ended: Vec<[BodyId; 2]>,
    by_second: SecondIndex,
}

impl<V> Default for ContactPoints<V> {
    fn default() -> Self {
        Self {
            points: Vec::new(),
            touches: Vec::new(),
            ended: Vec::new(),
            by_second: SecondIndex::default(),
        }
    }
}

impl<V: Vector> ContactPoints<V> {
    /// The points, sorted by bodies and features.
    pub(crate) fn all(&self) -> &[ContactPoint<V>] {
        &self.points
    }

    /// Forgets all, if contacts are not followed.
    pub(crate) fn clear(&mut self) {
        if !self.points.is_empty() {
            self.replace(Vec::new());
        }
        self.touches.clear();
        self.ended.clear();
    }

    /// Sets the points, which are sorted by bodies and features, and returns those of before.
    pub(crate) fn replace(&mut self, points: Vec<ContactPoint<V>>) -> Vec<ContactPoint<V>> {
        self.by_second = SecondIndex::default();
        std::mem::replace(&mut self.points, points)
    }

    /// The points of a pair in this order.
    pub(crate) fn of_pair(&self, bodies: [BodyId; 2]) -> &[ContactPoint<V>] {
        run(&self.points, |point| point.bodies.cmp(&bodies))
    }

    /// The points of a body: those of which it is the first, and then those of which it is the second.
    pub(crate) fn of(&self, id: BodyId) -> impl Iterator<Item = &ContactPoint<V>> {
        let index = self.by_second.0.get_or_init(|| {
            let mut places: Vec<u32> = (0..self.points.len() as u32).collect();
            places.sort_by_key(|place| self.points[*place as usize].bodies[1]);
            places
        });
        let first = run(&self.points, |point| point.bodies[0].cmp(&id));
        let second = run(index, |place| self.points[*place as usize].bodies[1].cmp(&id));
        first.iter().chain(second.iter().map(|place| &self.points[*place as usize]))
    }
}

/// The items of a sorted list that compare as equal.
fn run<T>(list: &[T], compare: impl Fn(&T) -> std::cmp::Ordering) -> &[T] {
    let start = list.partition_point(|item| compare(item).is_lt());
    let length = list[start..].partition_point(|item| compare(item).is_eq());
    &list[start..start + length]
}

/// The places of the points in the order of their second bodies. It is made when it is first asked for; it follows from the
/// points, so it counts neither in a comparison nor in a snapshot.
#[derive(Clone, Default)]
struct SecondIndex(OnceLock<Vec<u32>>);

impl fmt::Debug for SecondIndex {
    /// Hides the index, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecondIndex")
    }
}

impl PartialEq for SecondIndex {
    /// Always true, so that worlds do not differ by whether they were asked.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn points_are_found_by_either_body() {
        let id = |index| BodyId { index, generation: 0 };
        let point = |first, second| ContactPoint {
            bodies: [id(first), id(second)],
            feature: Feature::PLANE,
            point: DVec2::ZERO,
            normal: DVec2::Y,
            separation: 0.0,
            impulse: 0.0,
        };
        let mut points = ContactPoints::default();
        points.replace(vec![point(0, 3), point(1, 2), point(1, 3), point(2, 3)]);
        let of = |index| points.of(id(index)).map(|point| point.bodies).collect::<Vec<_>>();
        assert_eq!(of(1), [[id(1), id(2)], [id(1), id(3)]]);
        assert_eq!(of(2), [[id(2), id(3)], [id(1), id(2)]]);
        assert_eq!(of(3), [[id(0), id(3)], [id(1), id(3)], [id(2), id(3)]]);
        assert!(of(4).is_empty());
        assert_eq!(points.of_pair([id(1), id(3)]).len(), 1);
        assert!(points.of_pair([id(3), id(1)]).is_empty());
    }
}
