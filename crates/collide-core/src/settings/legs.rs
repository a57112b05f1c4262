//! Which legs of the paths of bodies a report has.

/// Which legs a report has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Legs {
    /// None.
    None,
    /// The legs that an event has ended. From the end of its last one, or from the start of the step, a body was on one
    /// parabola to its state at the end of the step, or did not move. A body that rests, is held, or flies in a periodic
    /// space has a last leg too. A body that was at rest until an event set it in motion has a leg of no velocity, which
    /// `All` leaves out.
    AfterEvents,
    /// The legs of all bodies that moved. Large gases take longer with it, because bodies are not sorted so that neighbours
    /// in space are neighbours in memory.
    #[default]
    All,
}
