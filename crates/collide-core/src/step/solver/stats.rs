//! What a solver reports of its work.

/// The work of a sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverStats {
    /// The number of passes over the contacts.
    pub(crate) iterations: u32,
    /// The energy that the contacts took.
    pub(crate) energy_lost: f64,
}
