//! Queries: rays, casts, overlaps and nearest bodies, in the present state of a world.
//!
//! A [`SpatialQuery`] answers. The present state is that at the end of the last step, or of an interrupted
//! step that at its last event; every body counts as standing still there. The geometry is that of
//! the step, so what a moving ball is said to meet is what it meets in a step among bodies at rest.
//!
//! Answers depend on the bodies and their keys only: of equally near ones the smallest key comes
//! first, and neither the order of storage nor an [`Index`] changes a bit.
//!
//! In a periodic space bodies are seen where they are; of their images only
//! [`gap_between`](SpatialQuery::gap_between) knows.
//!
//! # Odd questions
//! A value that is NaN, an infinite place, a zero or infinite direction and a negative radius,
//! extent or distance are answered with nothing. Only a greatest distance may be infinite.

use crate::broad::Aabb;
use crate::shape::Mover;
use crate::vector::Vector;
use crate::world::{BodyId, Slot, World};

mod filter;
mod hit;
mod probe;
mod entry;
mod tree;
mod index;

pub use filter::Filter;
pub use hit::{Gap, Hit};
pub use index::Index;
use probe::{Place, Sweep};

/// A world to which questions are put.
///
/// # Example
/// ```
/// use collide_core::query::{Filter, SpatialQuery};
/// use collide_core::{body::Body, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let post = world.add(Body::fixed(Shape::ball(1.0), DVec2::new(5.0, 0.0))).unwrap();
/// let room = world.add(Body::fixed(Shape::arena(DVec2::new(8.0, 4.0)), DVec2::ZERO)).unwrap();
///
/// let (query, all) = (SpatialQuery::new(&world), Filter::new());
/// let seen = query.cast_ray(DVec2::ZERO, DVec2::X, 100.0, &all).unwrap();
/// assert_eq!((seen.body, seen.distance, seen.normal), (post, 4.0, -DVec2::X));
/// let behind = query.cast_ray(DVec2::ZERO, -DVec2::X, 100.0, &all).unwrap();
/// assert_eq!((behind.body, behind.point), (room, DVec2::new(-8.0, 0.0)));
///
/// let ball = query.cast_ball(DVec2::ZERO, 0.5, DVec2::X, 100.0, &all).unwrap();
/// assert_eq!((ball.distance, ball.point), (3.5, DVec2::new(4.0, 0.0)));
/// assert_eq!(query.overlap_ball(DVec2::new(5.0, 2.0), 1.5, &all), [post]);
/// assert_eq!(query.nearest(DVec2::new(0.0, 1.0), 100.0, &all).unwrap().body, room);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SpatialQuery<'a, V: Vector> {
    world: &'a World<V>,
    index: Option<&'a Index<V>>,
}

impl<'a, V: Vector> SpatialQuery<'a, V> {
    /// A query that looks at every body at each question: best for a few questions or bodies.
    #[must_use]
    pub fn new(world: &'a World<V>) -> Self {
        Self { world, index: None }
    }

    /// A query that looks up near bodies in an index of the present state of the world. The answers
    /// are the same.
    #[must_use]
    pub fn indexed(world: &'a World<V>, index: &'a Index<V>) -> Self {
        Self { world, index: Some(index) }
    }

    /// The first body that a ray from `origin` along `direction` meets within `max_distance` length
    /// units. The length of the direction does not count.
    ///
    /// A ray meets what it runs into from outside; of an arena that is a wall, from within. A body
    /// around the origin is met at distance 0, with the outward normal of its nearest feature. A ray
    /// that begins on a surface and leads away does not meet it; where rounding may have put the
    /// origin behind the surface, exclude the body. A gate is not met along its open direction.
    ///
    /// # Accuracy
    /// The distance is off by a few units in the last place of the largest coordinate, and where the
    /// ray grazes by more, as that of an [impact](crate::impact::touch).
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: V,
        direction: V,
        max_distance: f64,
        filter: &Filter<'_, V>,
    ) -> Option<Hit<V>> {
        self.first_of(&ray(origin, direction, max_distance)?, filter)
    }

    /// All bodies that a ray meets, each where it does first, in the order of distances and then of
    /// keys. For the rest see [`cast_ray`](Self::cast_ray).
    #[must_use]
    pub fn cast_ray_all(
        &self,
        origin: V,
        direction: V,
        max_distance: f64,
        filter: &Filter<'_, V>,
    ) -> Vec<Hit<V>> {
        let Some(sweep) = ray(origin, direction, max_distance) else { return Vec::new() };
        let now = self.world.now();
        let mut hits: Vec<(u64, Hit<V>)> = Vec::new();
        self.search(sweep.length, self.entry_of_sweep(&sweep), filter, |slot| {
            hits.extend(sweep.meet(slot, now).map(|hit| (slot.key, hit)));
            sweep.length
        });
        hits.sort_unstable_by(|one, other| {
            one.1.distance.total_cmp(&other.1.distance).then(one.0.cmp(&other.0))
        });
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// The first body that a ball of `radius` meets while its centre moves from `centre` along
    /// `direction` for at most `max_distance` length units. The length of the direction does not
    /// count. The distance is the way of the centre until then, and the point is that of the touch.
    ///
    /// As in a step, the two must approach: a body that the ball overlaps is met at distance 0 if the
    /// ball moves further into it, and not if it moves out. A gate is not met along its open
    /// direction, and a sensor or absorber that counts centres is met by the centre.
    ///
    /// # Accuracy
    /// As [`cast_ray`](Self::cast_ray).
    #[must_use]
    pub fn cast_ball(
        &self,
        centre: V,
        radius: f64,
        direction: V,
        max_distance: f64,
        filter: &Filter<'_, V>,
    ) -> Option<Hit<V>> {
        let sweep = Sweep::new(centre, ball(radius), direction, max_distance)?;
        self.first_of(&sweep, filter)
    }

    /// The first body that a box with these half extents along the axes meets on its way; for the
    /// rest see [`cast_ball`](Self::cast_ball). The feature is one of the shape of the body
    /// [grown by](crate::shape::Shape::grown_by) the box. Where a face of the box meets a face, a corner
    /// or a round end, the point is the middle of what their bounds have in common; of a ball, it is
    /// the point that touches.
    ///
    /// Bodies that a box cannot meet are passed over: round arenas, and in space turned boxes and
    /// capsules ([`meets_boxes`](crate::shape::Shape::meets_boxes)).
    #[must_use]
    pub fn cast_box(
        &self,
        centre: V,
        half: V,
        direction: V,
        max_distance: f64,
        filter: &Filter<'_, V>,
    ) -> Option<Hit<V>> {
        let mover = Mover { half, radius: 0.0 };
        let sweep = Sweep::new(centre, mover, direction, max_distance)?;
        self.first_of(&sweep, filter)
    }

    /// All bodies that a ball overlaps or touches, in the order of their keys. A sensor or absorber
    /// that counts centres is overlapped if the centre is inside.
    #[must_use]
    pub fn overlap_ball(&self, centre: V, radius: f64, filter: &Filter<'_, V>) -> Vec<BodyId> {
        self.overlap(centre, ball(radius), filter)
    }

    /// All bodies that a box with these half extents along the axes overlaps or touches, in the order
    /// of their keys. A sensor or absorber that counts centres is overlapped if the centre is inside.
    ///
    /// Bodies that a box cannot meet are passed over, as by [`cast_box`](Self::cast_box).
    #[must_use]
    pub fn overlap_box(&self, centre: V, half: V, filter: &Filter<'_, V>) -> Vec<BodyId> {
        self.overlap(centre, Mover { half, radius: 0.0 }, filter)
    }

    /// All bodies that hold the point, inside or on their edge, in the order of their keys.
    #[must_use]
    pub fn at_point(&self, point: V, filter: &Filter<'_, V>) -> Vec<BodyId> {
        self.overlap(point, Mover::POINT, filter)
    }

    /// The body with the surface nearest to `point`, if it is within `max_distance` length units.
    /// Inside of a body the distance is negative, so that of several the one is nearest in which the
    /// point lies deepest. Behind a corner of an arena the wall counts in which the point is deepest,
    /// and the point told is that of the plane of this wall.
    #[must_use]
    pub fn nearest(&self, point: V, max_distance: f64, filter: &Filter<'_, V>) -> Option<Hit<V>> {
        let (place, now) = (Place::new(point, Mover::POINT)?, self.world.now());
        if max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let slack = entry::slack(place.centre, 0.0, self.extent());
        let entry = |bounds: &_| Some(entry::distance(place.centre, bounds, slack));
        self.first(max_distance, entry, filter, |slot| Some(place.nearest(slot, now)))
    }

    /// How two bodies lie to each other, whatever their layers; in a periodic space the nearest of their
    /// images.
    ///
    /// At least one must be able to move: a ball, or a box with edges along the axes, whatever its
    /// kind. Nothing is told of two others, of shapes that a box cannot meet, of bodies that take no
    /// part or are not there, nor of a body and itself.
    #[must_use]
    pub fn gap_between(&self, first: BodyId, second: BodyId) -> Option<Gap<V>> {
        let slot = |id| self.world.slot(id).filter(|slot| slot.takes_part());
        if first == second {
            return None;
        }
        let period = self.world.environment().period;
        probe::gap([slot(first)?, slot(second)?], self.world.now(), period)
    }
}

fn ball<V: Vector>(radius: f64) -> Mover<V> {
    Mover { half: V::ZERO, radius }
}

/// A ray that sees from inside.
fn ray<V: Vector>(origin: V, direction: V, length: f64) -> Option<Sweep<V>> {
    let sweep = Sweep::new(origin, Mover::POINT, direction, length)?;
    Some(Sweep { sees_inside: true, ..sweep })
}

impl<V: Vector> SpatialQuery<'_, V> {
    fn first_of(&self, sweep: &Sweep<V>, filter: &Filter<'_, V>) -> Option<Hit<V>> {
        let now = self.world.now();
        self.first(sweep.length, self.entry_of_sweep(sweep), filter, |slot| sweep.meet(slot, now))
    }

    /// The hit with the least distance, and among equal ones with the smallest key.
    fn first(
        &self,
        limit: f64,
        entry: impl Fn(&Aabb<V>) -> Option<f64>,
        filter: &Filter<'_, V>,
        meet: impl Fn(&Slot<V>) -> Option<Hit<V>>,
    ) -> Option<Hit<V>> {
        let mut best: Option<(u64, Hit<V>)> = None;
        self.search(limit, entry, filter, |slot| {
            let nearer = |hit: &Hit<V>| match &best {
                None => hit.distance <= limit,
                Some((key, known)) => {
                    hit.distance < known.distance
                        || (hit.distance == known.distance && slot.key < *key)
                }
            };
            if let Some(hit) = meet(slot).filter(nearer) {
                best = Some((slot.key, hit));
            }
            best.map_or(limit, |(_, hit)| hit.distance)
        });
        best.map(|(_, hit)| hit)
    }

    /// The bodies that what is at a place touches or overlaps, in the order of their keys.
    fn overlap(&self, centre: V, mover: Mover<V>, filter: &Filter<'_, V>) -> Vec<BodyId> {
        let Some(place) = Place::new(centre, mover) else { return Vec::new() };
        let (centre, now) = (place.centre, self.world.now());
        let reach = mover.half.max_magnitude() + mover.radius;
        let rounded = mover.radius + entry::slack(centre, reach, self.extent());
        let reach = mover.half + V::from_components(|_| rounded);
        let around = Aabb { min: centre - reach, max: centre + reach };
        let entry = |bounds: &Aabb<V>| bounds.overlaps(&around).then_some(0.0);
        let mut found: Vec<(u64, BodyId)> = Vec::new();
        self.search(0.0, entry, filter, |slot| {
            if place.overlaps(slot, now) {
                found.push((slot.key, slot.id));
            }
            0.0
        });
        found.sort_unstable();
        found.into_iter().map(|(_, body)| body).collect()
    }

    /// Calls `visit` once with each body that may have an entry below the limit, in any order.
    fn search(
        &self,
        limit: f64,
        entry: impl Fn(&Aabb<V>) -> Option<f64>,
        filter: &Filter<'_, V>,
        mut visit: impl FnMut(&Slot<V>) -> f64,
    ) {
        let meant = |slot: &Slot<V>| slot.takes_part() && filter.admits(slot.id, &slot.body());
        let Some(Index { tree, bodies }) = self.index else {
            for slot in self.world.slots.iter().flatten().filter(|slot| meant(slot)) {
                visit(slot);
            }
            return;
        };
        let mut limit = limit;
        tree.search(limit, entry, |item| {
            let slot = self.world.slot(bodies[item as usize]);
            if let Some(slot) = slot.filter(|slot| meant(slot)) {
                limit = visit(slot);
            }
            limit
        });
    }

    fn entry_of_sweep(&self, sweep: &Sweep<V>) -> impl Fn(&Aabb<V>) -> Option<f64> + use<V> {
        let line = entry::Line::new(sweep, self.extent());
        move |bounds| line.entry(bounds)
    }

    /// The largest coordinate of any bounds that are searched.
    fn extent(&self) -> f64 {
        self.index.map_or(0.0, |index| index.tree.extent())
    }
}
