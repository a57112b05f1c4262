//! An index of the bodies of a world, for many queries of one state.

use super::probe::place;
use super::tree::Tree;
use crate::broad::Aabb;
use crate::flight::Flight;
use crate::vector::Vector;
use crate::world::{BodyId, Slot, World};

/// The places of all bodies at an instant, arranged so that a question need not look at every body.
///
/// It holds for the state of the world from which it was built: build it anew after a step, an edit,
/// an addition or a release. With a world that has changed since, bodies may be missed; nothing else
/// goes wrong. Building one takes about as long as ten questions without it.
///
/// # Example
/// ```
/// use collide_core::query::{Filter, Index, SpatialQuery};
/// use collide_core::{body::Body, shape::Shape, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let column = |number: u32| DVec2::new(f64::from(number) * 3.0, 1.0);
/// for number in 0..1000 {
///     world.add(Body::fixed(Shape::ball(1.0), column(number))).unwrap();
/// }
/// let index = Index::new(&world);
/// let query = SpatialQuery::indexed(&world, &index);
/// for number in 0..1000 {
///     let hit = query.cast_ray(column(number) - DVec2::Y * 5.0, DVec2::Y, 9.0, &Filter::new());
///     assert_eq!(hit.unwrap().distance, 4.0);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Index<V: Vector> {
    pub(super) tree: Tree<V>,
    pub(super) bodies: Vec<BodyId>,
}

impl<V: Vector> Default for Index<V> {
    fn default() -> Self {
        Self { tree: Tree::default(), bodies: Vec::new() }
    }
}

impl<V: Vector> Index<V> {
    /// The index of the present state of the world.
    #[must_use]
    pub fn new(world: &World<V>) -> Self {
        let mut index = Self::default();
        index.rebuild(world);
        index
    }

    /// Makes this the index of the present state of the world, and reuses its memory.
    pub fn rebuild(&mut self, world: &World<V>) {
        let now = world.now();
        let present = || world.slots.iter().flatten().filter(|slot| slot.takes_part());
        self.bodies.clear();
        self.bodies.extend(present().map(|slot| slot.id));
        self.tree.rebuild(present().map(|slot| bounds(slot, now)));
    }
}

/// The bounds of a body where it is.
fn bounds<V: Vector>(slot: &Slot<V>, now: f64) -> Aabb<V> {
    slot.shared.local_bounds.swept(&Flight::at_rest(now, place(slot, now)), now)
}
