//! What the piles of a world keep from one part of a step to the next.

use crate::step::solver::scratch::PileScratch;
use crate::vector::Wide;

/// The neighbour list of the piles, and their buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piles<W: Wide> {
    /// Whether any body might rest on another when the step began.
    pub(crate) may_rest: bool,
    /// The neighbour list: pairs that come near each other on the paths that were entered.
    pub(crate) neighbours: Vec<[u32; 2]>,
    /// The largest search radius of any body.
    pub(crate) radius: f64,
    /// The search radius of each body when all bodies were listed.
    pub(crate) radii: Vec<f64>,
    pub(crate) scratch: PileScratch<W>,
}
