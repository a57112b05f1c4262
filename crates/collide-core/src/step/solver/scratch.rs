//! What do piles need while they settle?

use crate::contact::Contact;
use crate::step::solver::position_correction::Parting;
use crate::step::solver::velocities::{Memory, PileBody, PileContact};
use crate::vector::Wide;

/// Two bodies that may rest against each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundContact<W: Wide> {
    /// The places of a mover and of what it lies against.
    pub(crate) pair: [u32; 2],
    pub(crate) contact: Contact<W>,
    pub(crate) friction: f64,
    /// Whether they may rest against each other, and are not only beside one of whom others are parted.
    pub(crate) rests: bool,
    /// Whether the second is a wall with friction on which the first is down: he is braked even if he lies on
    /// nothing else.
    pub(crate) rubs: bool,
    /// Whether they are to be parted wherever they are, or are beside one who is.
    pub(crate) parts: bool,
    /// Whether the two have come into each other.
    pub(crate) deep: bool,
    /// The size of the smaller one that moves.
    pub(crate) size: f64,
}

/// What is asked of a body for each of those who are near it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedBody<W: Wide> {
    pub(crate) place: W,
    pub(crate) velocity: W,
    /// The radius of a ball of which nothing special is to be thought of; NaN of all else.
    pub(crate) radius: f64,
    /// How fast it may be against another one on which it lies.
    pub(crate) slow: f64,
    pub(crate) size: f64,
    /// Its largest coordinate.
    pub(crate) far: f64,
    /// How many events of this step were its own.
    pub(crate) events: u32,
    pub(crate) sleeps: bool,
    /// Whether it is in a cluster that nothing pulls.
    pub(crate) floats: bool,
}

/// What is made anew whenever piles settle. It is kept, so that the memory for it need not be asked for again.
#[derive(Clone, Debug, Default)]
pub(crate) struct PileScratch<W: Wide> {
    /// Everyone, by number.
    pub(crate) lying: Vec<CachedBody<W>>,
    /// The contacts as they are found.
    pub(crate) found: Vec<FoundContact<W>>,
    /// How deep each body is that has been found, and where its contacts begin; and where those were found that come
    /// one after the other from the ground up.
    pub(crate) runs: Vec<(u64, u32)>,
    pub(crate) order: Vec<u32>,
    pub(crate) ordered: Vec<FoundContact<W>>,
    pub(crate) contacts: Vec<PileContact<W>>,
    pub(crate) bodies: Vec<PileBody<W>>,
    /// Where each body of the world is among those.
    pub(crate) places: Vec<u32>,
    /// Whose paths have changed, and who have not had their turn yet to be predicted.
    pub(crate) is_pending: Vec<bool>,
    pub(crate) solver: Memory<W>,
    pub(crate) parting: Parting<W>,
}
