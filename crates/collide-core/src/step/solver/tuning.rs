//! The tuning numbers of the solver. They decide how deep piles overlap and how soon they rest.

/// The tuning numbers of the solver.
pub(crate) struct Tuning;

impl Tuning {
    // Velocities.

    /// The factor by which the kinetic energy may grow in a solver sub-step, besides what moving walls can
    /// give. Contacts take energy: if there is more, the impulses of the solver sub-step before do not fit
    /// any longer, and are dropped.
    pub(crate) const MAX_ENERGY_GROWTH: f64 = 1.5;

    // Soft contacts.

    /// The frequency of a soft contact, as a share of that of the sub-steps. From .35 on piles never rest; the limit
    /// of stability is 1 / pi.
    pub(crate) const FREQUENCY: f64 = 0.25;
    /// The ratio of the damping of a soft contact to the one at which it does not oscillate. From 2 to 40 there was
    /// no difference.
    pub(crate) const DAMPING_RATIO: f64 = 10.0;
    /// The speed at which bodies that were put or driven into each other part at least, in sizes of the body a second: deep
    /// overlaps are corrected no more slowly, and what their springs give up to this speed is not taken back.
    pub(crate) const PARTING_SIZES_PER_SECOND: f64 = 1.0;
    /// The largest overlap that pushes, as a share of the smaller body's size.
    pub(crate) const MAX_PUSHED_DEPTH: f64 = 0.05;

    /// A body is squeezed if a moving wall presses it with the largest force, and it overlaps another one by more than this
    /// share of the smaller one's size.
    pub(crate) const SQUEEZED_SHARE: f64 = 0.01;

    // Correction of overlaps.

    /// The largest overlap that is left as it is, as a share of the smaller body's size.
    pub(crate) const MAX_SLOP: f64 = 3e-4;
    /// Small overlaps are reduced by one sweep over the contacts for so many solver sub-steps.
    pub(crate) const SOLVER_SUBSTEPS_PER_SWEEP: u32 = 4;
    /// The number of sweeps up and down the pile by which deep overlaps are reduced.
    pub(crate) const DEEP_SWEEPS: u32 = 8;
    /// The share of the missing distance by which such a sweep moves two bodies. With all of it, bodies that
    /// have no room would be moved into the last one of them.
    pub(crate) const DEEP_SWEEP_SHARE: f64 = 0.5;
    /// The highest speed at which an overlap moves a body, in sizes of the body a second.
    pub(crate) const MAX_SIZES_PER_SECOND: f64 = 8.0;

    // Limits of overlaps.

    /// The depth to which two bodies may come to overlap in a sub-step, as a share of the smaller body's
    /// size. At three hundredths a pile of masses from 1 to 10,000 overlapped twice as deep.
    pub(crate) const MAX_DEPTH: f64 = 0.009;
    /// The part of that depth which may be rounding.
    pub(crate) const DEPTH_ROUNDING: f64 = 1e-3;
    /// The largest number of sweeps that move bodies back which would overlap more deeply.
    pub(crate) const MAX_DEPTH_SWEEPS: u32 = 32;
    /// The largest number of sweeps that move bodies back out of walls.
    pub(crate) const MAX_WALL_SWEEPS: u32 = 64;
    /// The distance into a wall that may be rounding, as a share of the body's size.
    pub(crate) const WALL_ROUNDING: f64 = 1e-13;
    /// How often at most the sweeps of the two kinds take turns.
    pub(crate) const MAX_TURNS: u32 = 4;
}
