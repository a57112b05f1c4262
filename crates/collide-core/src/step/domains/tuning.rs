//! The tuning numbers of domains. They change the speed and no result.

/// The tuning numbers of domains.
pub(crate) struct Tuning;

impl Tuning {
    // How many domains there are.

    /// The number of bodies in a domain where there are many: their memory fits into a near cache. With half or twice as
    /// many a million discs took 13 and 8 % longer.
    pub(crate) const BODIES: usize = 16_384;
    /// The number of domains for each piece of other work: events are more work.
    pub(crate) const DOMAINS_PER_PIECE: usize = 2;
    /// The least number of domains for one thread.
    pub(crate) const MIN_DOMAINS_ALONE: usize = 4;
    /// The largest number of walls.
    pub(crate) const MAX_WALLS: usize = 16;

    // When they are used.

    /// The number of steps that are made without domains before the first try: a caller that makes one or two steps only
    /// has no use for bodies in order.
    pub(crate) const FIRST_WAIT: u32 = 2;
    /// The largest number of steps without domains after they were of no use.
    pub(crate) const LONGEST_WAIT: u32 = 1023;
    /// Bodies are put in order again when the number of those near a border has grown by this factor.
    pub(crate) const REORDER_GROWTH: usize = 2;
    /// The largest share of bodies near a border is one in this number,
    pub(crate) const BODIES_PER_BOUNDARY_BODY: usize = 4;
    /// and this many more.
    pub(crate) const SPARE_BOUNDARY_BODIES: usize = 4096;
    /// The share by which the boxes around all domains together may exceed a box around all bodies.
    pub(crate) const SPARE_VOLUME: f64 = 0.5;
    /// Domains are of use if at most one in so many events is left to the remainder,
    pub(crate) const EVENTS_PER_DEFERRED_EVENT: usize = 8;
    /// and this many more.
    pub(crate) const SPARE_DEFERRED_EVENTS: usize = 64;

    // How a domain runs.

    /// The bound of speed as a multiple of the highest speed when a step begins.
    pub(crate) const MAX_SPEEDUP: f64 = 1.25;
    /// The bound is kept for the next step while the highest speed times this stays below it.
    pub(crate) const SPEED_RESERVE: f64 = 1.1;
    /// A domain fails if more than so many deferrals for each body are pending, or more than half of its bodies are
    /// deferred,
    pub(crate) const PENDING_PER_BODY: usize = 4;
    /// and this many more.
    pub(crate) const SPARE_DEFERRALS: usize = 256;
    /// The share of a time that may be rounding.
    pub(crate) const TIME_ROUNDING: f64 = 1e-9;
}
