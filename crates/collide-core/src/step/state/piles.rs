//! What the piles of a world keep from one sub-step to the next: the neighbour list, and buffers.

use crate::contact::Contact;
use crate::step::solver::input::{PileBody, PileContact};
use crate::step::solver::solve::Solver;
use crate::vector::Vector;
use crate::world::{BodyId, ContactPoint, Resting};

/// The neighbour list of the piles, and their buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piles<V: Vector> {
    /// What contacts there may be.
    pub(crate) possible: PossibleContacts,
    /// The neighbour list: the pairs that may come into contact as long as they keep to their bounds, in order.
    pub(crate) neighbours: Vec<[u32; 2]>,
    /// The largest search radius of any body.
    pub(crate) max_search_radius: f64,
    /// The search radius of each body when all bodies were listed.
    pub(crate) search_radii: Vec<f64>,
    pub(crate) scratch: PileScratch<V>,
    pub(crate) contact_scratch: ContactScratch<V>,
}

/// What contacts there may be: in a step when it begins, and to be reported at its end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PossibleContacts {
    /// Whether a body is in a pile, may overlap another one, or is passed over by a wall.
    pub(crate) any_in_contact: bool,
    /// Whether a body that is awake could rest on another one.
    pub(crate) any_can_rest: bool,
    /// Whether walls or a pile bear or hold a body.
    pub(crate) any_borne: bool,
    /// The number of bodies that can be moved.
    pub(crate) movers: usize,
}

impl PossibleContacts {
    /// Contacts of every kind.
    pub(crate) const ALL: Self =
        Self { any_in_contact: true, any_can_rest: true, any_borne: true, movers: usize::MAX };

    /// What there may be among these bodies and others.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            any_in_contact: self.any_in_contact || other.any_in_contact,
            any_can_rest: self.any_can_rest || other.any_can_rest,
            any_borne: self.any_borne || other.any_borne,
            movers: self.movers.saturating_add(other.movers),
        }
    }

    /// Whether a body might rest on another one.
    pub(crate) fn may_rest(&self) -> bool {
        self.any_in_contact || self.any_can_rest
    }

    /// Whether there might be a pile. A body that rests on walls alone is none.
    pub(crate) fn may_pile(&self) -> bool {
        self.any_in_contact || self.any_can_rest && self.movers > 1
    }

    /// Whether the neighbour list is needed. If contacts are reported, it is where a body may come into contact without an event:
    /// along walls or in a pile. One that flies by so near that it counts as a touch is in contact from its first event on.
    pub(crate) fn need_neighbours(&self, contacts_are_reported: bool) -> bool {
        self.may_pile() || contacts_are_reported && self.any_borne && self.may_rest()
    }
}

/// A pair as one number, which is compared sooner than two: the numbers have the order of the pairs.
pub(crate) fn as_number([one, two]: &[u32; 2]) -> u64 {
    u64::from(*one) << u32::BITS | u64::from(*two)
}

/// The buffers for the contacts at the end of a step. They are kept for their memory only: what is larger than some pages
/// is asked of the system, which takes as long as all else.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactScratch<V: Vector> {
    /// For each body its position, and its radius if it is a ball; else NaN.
    pub(crate) balls: Vec<(V, f64)>,
    /// The pairs that the solver has pressed.
    pub(crate) pressed: Vec<[BodyId; 2]>,
    /// The pairs that are examined.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Contact points, and whether each is of a body that is awake.
    pub(crate) judged: Vec<(ContactPoint<V>, bool)>,
}

/// The buffers for one sub-step. They are kept for their memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct PileScratch<V: Vector> {
    /// The body cache: the bodies of the world, by their numbers.
    pub(crate) cache: Vec<CachedBody<V>>,
    /// Those contacts of one body that are near, except with simple balls.
    pub(crate) near: Vec<NearContact<V>>,
    /// The contacts in the order in which they were found.
    pub(crate) found: Vec<FoundContact<V>>,
    /// For each body whether piles are solved around it now.
    pub(crate) is_due: Vec<bool>,
    /// The places of the found contacts of an island, in the order from the ground up.
    pub(crate) order: Vec<u32>,
    /// The contacts in that order, as the solver takes them.
    pub(crate) contacts: Vec<PileContact<V>>,
    pub(crate) bodies: Vec<PileBody<V>>,
    /// The number of each of them in the world.
    pub(crate) numbers: Vec<u32>,
    /// For each body of the world its place among those of the solver.
    pub(crate) places: Vec<u32>,
    /// For each found contact what is stored of it, once its island has been solved.
    pub(crate) solved: Vec<Option<Resting<V>>>,
    /// Whether the motion of a body has changed and it has not been predicted anew yet.
    pub(crate) is_pending: Vec<bool>,
    pub(crate) solver: Solver<V>,
}

impl<V: Vector> PileScratch<V> {
    /// The contacts from the ground up, as found and as the solver takes them.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (&FoundContact<V>, &PileContact<V>)> {
        self.order.iter().map(|place| &self.found[*place as usize]).zip(&self.contacts)
    }
}

/// A contact of two bodies that are near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearContact<V: Vector> {
    /// The numbers of a mover and of the other body.
    pub(crate) pair: [u32; 2],
    /// The contact with the nearest feature of the other body.
    pub(crate) nearest_feature: Contact<V>,
    /// The same with the normal along which the two are held apart.
    pub(crate) contact: Contact<V>,
    /// Whether that feature is a face.
    pub(crate) is_face: bool,
}

/// A contact of two bodies that may rest against each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundContact<V: Vector> {
    /// The numbers of a mover and of the body that it lies against.
    pub(crate) pair: [u32; 2],
    pub(crate) contact: Contact<V>,
    /// The coefficient of friction.
    pub(crate) friction: f64,
    /// The restitution, if the two approach so fast that they bounce; zero if they do not.
    pub(crate) restitution: f64,
    /// Whether they may rest against each other. If not, one of them overlaps or is beside a body that does.
    pub(crate) rests: bool,
    /// Whether one of them may overlap, and they are moved apart, or are in the way of bodies that are.
    pub(crate) is_corrected: bool,
    /// Whether the two overlap deeply.
    pub(crate) is_deep: bool,
    /// Whether the second is a moving wall that passes over the first.
    pub(crate) is_passed_over: bool,
    /// The size of the smaller body, or of the first at a wall.
    pub(crate) size: f64,
}

// layers: allow(sizes, "what is asked about a body for each of its neighbours and contacts, in two cache lines")
/// What the stages of a sub-step ask about a body, once for each of its neighbours or contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedBody<V: Vector> {
    pub(crate) id: BodyId,
    pub(crate) key: u64,
    /// Where it has what its motion does not change: two bodies that have that in one place differ in their motion only.
    pub(crate) shared_address: usize,
    /// An integer that is the smaller, the lower it lies.
    pub(crate) height: u64,
    pub(crate) position: V,
    pub(crate) velocity: V,
    /// The radius of a ball that needs no special treatment; NaN for any other body.
    pub(crate) radius: f64,
    /// The relative speed up to which it may rest on another body.
    pub(crate) rest_speed: f64,
    pub(crate) size: f64,
    /// Its largest coordinate, which bounds the rounding of its position.
    pub(crate) max_coordinate: f64,
    /// The number of its events in this step.
    pub(crate) events: u32,
    pub(crate) is_asleep: bool,
    /// Whether it is in the middle of a sub-step.
    pub(crate) is_in_substep: bool,
    /// Whether it is a member of a pile: it was pressed when the piles were last solved, or has joined one since.
    pub(crate) is_member: bool,
    /// Whether it is in a cluster that nothing pulls.
    pub(crate) floats: bool,
    pub(crate) is_mover: bool,
    pub(crate) may_overlap: bool,
}

impl<V: Vector> CachedBody<V> {
    /// The entry of a number without a body.
    pub(crate) const NONE: Self = Self {
        id: BodyId { index: u32::MAX, generation: 0 },
        key: 0,
        shared_address: 0,
        height: u64::MAX,
        position: V::ZERO,
        velocity: V::ZERO,
        radius: f64::NAN,
        rest_speed: 0.0,
        size: 0.0,
        max_coordinate: 0.0,
        events: 0,
        is_asleep: false,
        is_in_substep: false,
        is_member: false,
        floats: false,
        is_mover: false,
        may_overlap: false,
    };
}
