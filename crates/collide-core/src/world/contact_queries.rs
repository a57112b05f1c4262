//! What can be read of the contact points of a world, and their end when a body is removed.

use super::contacts::points::ContactPoint;
use super::id::BodyId;
use super::store::World;
use crate::vector::Vector;

impl<V: Vector> World<V> {
    /// All points at which bodies were in contact at the end of the last step, if
    /// [`Settings::contacts`](crate::step::Settings::contacts) is set. Bodies that were removed or absorbed since are left
    /// out.
    ///
    /// # Example
    /// ```
    /// use collide_core::body::Body;
    /// use collide_core::shape::Shape;
    /// use collide_core::step::{Settings, Stepper};
    /// use collide_core::world::World;
    /// use glam::{DVec2, dvec2};
    ///
    /// let mut world = World::<DVec2>::new();
    /// world.set_gravity(dvec2(0.0, -10.0)).unwrap();
    /// let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    /// let ball = Body { restitution: 0.5, ..Body::dynamic(Shape::ball(1.0), dvec2(0.0, 1.0)) };
    /// let ball = world.add(ball).unwrap();
    ///
    /// let settings = Settings { contacts: true, ..Settings::default() };
    /// Stepper::with_settings(settings).step(&mut world, 0.1);
    /// let point = world.contact_points().next().unwrap();
    /// assert_eq!((point.bodies, point.normal), ([ball, floor], DVec2::Y));
    /// assert!((point.impulse - 1.0).abs() < 1e-9);
    /// ```
    pub fn contact_points(&self) -> impl Iterator<Item = &ContactPoint<V>> {
        self.contacts.points.all().iter().filter(|point| self.still_has(point))
    }

    /// The points at which a body was in contact at the end of the last step. The body may be the first or the second one of
    /// a point.
    pub fn contact_points_of(&self, id: BodyId) -> impl Iterator<Item = &ContactPoint<V>> {
        self.contacts.points.of(id).filter(|point| self.still_has(point))
    }

    /// The points at which two bodies were in contact at the end of the last step, in whatever order they are given.
    pub fn contact_points_between(
        &self,
        one: BodyId,
        two: BodyId,
    ) -> impl Iterator<Item = &ContactPoint<V>> {
        let pairs = [[one, two], [two, one]];
        let points = pairs.into_iter().flat_map(|pair| self.contacts.points.of_pair(pair));
        points.filter(|point| self.still_has(point))
    }

    /// Whether both bodies of a point take part.
    fn still_has(&self, point: &ContactPoint<V>) -> bool {
        point.bodies.into_iter().all(|body| self.slot(body).is_some_and(|slot| slot.takes_part()))
    }

    /// Ends all contacts of a body that is being removed. The next step reports it.
    pub(super) fn end_contacts(&mut self, id: BodyId) {
        let has_it = |point: &ContactPoint<V>| point.bodies.contains(&id);
        if !self.contacts.points.all().iter().any(has_it) {
            return;
        }
        let points = self.contacts.points.replace(Vec::new());
        let (ended, kept): (Vec<_>, Vec<_>) = points.into_iter().partition(has_it);
        self.contacts.points.replace(kept);
        let mut ended: Vec<_> = ended.into_iter().map(|point| point.bodies).collect();
        ended.dedup();
        ended.sort_by_key(|pair| pair.map(|body| self.key(body)));
        self.contacts.points.ended.extend(ended);
    }
}
