//! What do piles need while they settle?

use super::parting::Parting;
use super::solver::{Memory, Moving, Touching};
use crate::contact::Contact;
use crate::vector::Wide;

/// Two bodies that may rest against each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<W: Wide> {
    /// The places of a mover and of what it lies against.
    pub(super) pair: [u32; 2],
    pub(super) contact: Contact<W>,
    pub(super) friction: f64,
    /// Whether they may rest against each other, and are not only beside one of whom others are parted.
    pub(super) rests: bool,
    /// Whether the second is a wall with friction on which the first is down: he is braked even if he lies on
    /// nothing else.
    pub(super) rubs: bool,
    /// Whether they are to be parted wherever they are, or are beside one who is.
    pub(super) parts: bool,
    /// Whether the two have come into each other.
    pub(super) deep: bool,
    /// The size of the smaller one that moves.
    pub(super) size: f64,
}

/// What is asked of a body for each of those who are near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying<W: Wide> {
    pub(super) place: W,
    pub(super) velocity: W,
    /// The radius of a ball of which nothing special is to be thought of; NaN of all else.
    pub(super) radius: f64,
    /// How fast it may be against another one on which it lies.
    pub(super) slow: f64,
    pub(super) size: f64,
    /// Its largest coordinate.
    pub(super) far: f64,
    /// How many events of this step were its own.
    pub(super) events: u32,
    pub(super) sleeps: bool,
    /// Whether it is in a cluster that nothing pulls.
    pub(super) floats: bool,
}

/// What is made anew whenever piles settle. It is kept, so that the memory for it need not be asked for again.
#[derive(Clone, Debug, Default)]
pub(super) struct Settling<W: Wide> {
    /// Everyone, by number.
    pub(super) lying: Vec<Lying<W>>,
    /// The contacts as they are found.
    pub(super) found: Vec<Found<W>>,
    /// How deep each body is that has been found, and where its contacts begin; and where those were found that come
    /// one after the other from the ground up.
    pub(super) runs: Vec<(u64, u32)>,
    pub(super) order: Vec<u32>,
    pub(super) ordered: Vec<Found<W>>,
    pub(super) contacts: Vec<Touching<W>>,
    pub(super) bodies: Vec<Moving<W>>,
    /// Where each body of the world is among those.
    pub(super) places: Vec<u32>,
    /// Whose paths have changed, and who have not had their turn yet to be predicted.
    pub(super) waits: Vec<bool>,
    pub(super) solver: Memory<W>,
    pub(super) parting: Parting<W>,
}
