//! The constraints of a body: contacts, supports, sleep and absorption. Most bodies have none, which takes no memory.

use super::held::Held;
use super::id::BodyId;
use super::resting::Rest;
use super::support::Supports;
use crate::flight::Flight;
use crate::vector::Wide;

/// What keeps a body from flying freely.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constraints<W> {
    /// How it lies in a pile.
    pub(crate) rest: Option<Rest<W>>,
    /// What it lies against.
    pub(crate) supports: Supports<W>,
    /// What holds it until the step ends.
    pub(crate) held: Held<W>,
    /// The name of the island with which it sleeps: the smallest key in it.
    pub(crate) asleep: Option<u64>,
    pub(crate) absorbed_by: Option<BodyId>,
    /// For how long it has lain quietly, in seconds.
    pub(crate) still: f64,
}

/// The constraints of a body that may have none, and its flight if it has some.
#[derive(Clone, Debug)]
pub(crate) struct Constrained<W: Wide>(Option<Box<(Constraints<W>, Flight<W>)>>);

impl<W: Wide> Constraints<W> {
    /// None.
    const FREE: &'static Self = &Self {
        rest: None,
        supports: Supports { pushes: Vec::new(), walls: Vec::new() },
        held: Held::Free,
        asleep: None,
        absorbed_by: None,
        still: 0.0,
    };
}

impl<W: Wide> Constrained<W> {
    /// Those of a body that flies freely.
    pub(crate) const FREE: Self = Self(None);

    /// These constraints, of a body on this flight.
    #[cfg(feature = "serde")]
    pub(crate) fn by(constraints: Constraints<W>, flight: Flight<W>) -> Self {
        let mut constrained = Self(Some(Box::new((constraints, flight))));
        constrained.drop_if_empty();
        constrained
    }

    /// The constraints.
    pub(crate) fn get(&self) -> &Constraints<W> {
        self.0.as_deref().map_or(Constraints::FREE, |(constraints, _)| constraints)
    }

    /// The constraints, to be changed, of a body that has been on this flight if there were none.
    pub(crate) fn get_mut(&mut self, flight: impl FnOnce() -> Flight<W>) -> &mut Constraints<W> {
        &mut self.0.get_or_insert_with(|| Box::new((Constraints::FREE.clone(), flight()))).0
    }

    /// The flight, if there may be constraints.
    pub(crate) fn flight(&self) -> Option<&Flight<W>> {
        self.0.as_deref().map(|(_, flight)| flight)
    }

    /// Notes another flight, which follows from the constraints and the state; it is not kept if there are no constraints.
    pub(crate) fn set_flight(&mut self, new: Flight<W>) {
        if let Some((_, flight)) = self.0.as_deref_mut() {
            *flight = new;
        }
    }

    /// The constraints, to be loosened, if there may be any.
    pub(crate) fn if_any(&mut self) -> Option<&mut Constraints<W>> {
        self.0.as_deref_mut().map(|(constraints, _)| constraints)
    }

    /// Whether there are none for certain.
    pub(crate) fn is_free(&self) -> bool {
        self.0.is_none()
    }

    /// Gives the memory back if there are none.
    pub(crate) fn drop_if_empty(&mut self) {
        if self.get() == Constraints::FREE {
            self.0 = None;
        }
    }
}

impl<W: Wide> PartialEq for Constrained<W> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
