//! The tuning numbers of persistent tracking. They change the speed and no result.

/// The tuning numbers of persistent tracking.
pub(crate) struct Tuning;

impl Tuning {
    /// The numbers of which products and squares are neither zero nor infinite.
    pub(crate) const POSSIBLE: std::ops::Range<f64> = 1e-60..1e60;
    /// How far bodies may leave the region in which they are when tracking begins, as a share of its span, besides their sizes.
    pub(crate) const SPARE_SPAN: f64 = 0.25;
    /// How often a body is due in the time in which it crosses a cell: for the crossing and for touches.
    pub(crate) const DUE_PER_CROSSING: f64 = 3.0;
    /// The sides of cells that a body crosses on a way as long as a side, on average over directions in the plane (about 4 / pi).
    pub(crate) const CROSSINGS_PER_SIDE: f64 = 1.3;
    // When it is used.

    /// The least number of bodies that are tracked.
    pub(crate) const MIN_BODIES: usize = 8;
    /// One more than the largest number of bodies that are tracked. On one thread 20,000 bodies took a fifth less time
    /// tracked than found anew in each step, 60,000 a sixth more: their trajectories do not fit into a near cache.
    pub(crate) const MAX_BODIES: usize = 1 << 14;
    /// Where several threads can work on a step, less than so many pieces of work are tracked by one.
    pub(crate) const PIECES: usize = 2;
    /// From so many bodies on, the memory of the broad phase is freed while they are tracked.
    pub(crate) const FREE_MEMORY_BODIES: usize = 1 << 10;
    /// Cell crossings of a body in a step, on average, up to which tracking pays,
    pub(crate) const MAX_CROSSINGS: f64 = 0.4;
    /// unless the cubes around all bodies fill more than this share of the space, so that a body collides as often as it
    /// crosses. At .2, fast gases of 1,000 were not tracked, and took 2.7 times as long in steps of half a second.
    pub(crate) const MIN_FILLED_SHARE: f64 = 0.1;
    /// The number of steps that are made without tracking before the first try: a caller that makes one step only has no
    /// use for it.
    pub(crate) const FIRST_WAIT: u32 = 1;
    /// The largest number of steps without tracking after it was of no use.
    pub(crate) const LONGEST_WAIT: u32 = 255;
    /// Trajectories that have lasted for so many steps were of use.
    pub(crate) const USEFUL_STEPS: u32 = 16;

    // For how long it lasts.

    /// After so many steps all trajectories are laid anew.
    pub(crate) const MAX_STEPS: f64 = 4096.0;
    /// The length of the longest step as a multiple of the first one.
    pub(crate) const LONGEST_STEP: f64 = 4.0;
    /// The highest speed of a body as a multiple of the highest one at the beginning.
    pub(crate) const MAX_SPEEDUP: f64 = 2.0;

    // How exact it is.

    /// Half the largest margin around a ball, as a share of its size.
    pub(crate) const MAX_HALF_MARGIN: f64 = 5e-3;
    /// The shortest time in seconds for which single precision is exact enough,
    pub(crate) const MIN_TIME: f64 = 1e-30;
    /// and the longest one.
    pub(crate) const MAX_TIME: f64 = 1e30;

    // The cells.

    /// The share by which a cell is wider than the largest ball. With cells a seventh or a third wider, steps took 3 to
    /// 10 % longer.
    pub(crate) const SPARE_CELL: f64 = 0.05;
    /// The largest number of cells for each body.
    pub(crate) const MAX_CELLS_PER_BODY: f64 = 3.0;
    /// The largest number of bodies for each cell.
    pub(crate) const MAX_BODIES_PER_CELL: f64 = 3.0;
    /// The number of cells and bodies for each wall entry in a cell.
    pub(crate) const CELLS_PER_WALL: usize = 2;
    /// The number of neighbours that are tested as one batch: more than there are cells around one.
    pub(crate) const BATCH: usize = 64;

    // The calendar queue.

    /// How far the fastest body flies in a bucket, as a share of the size of the largest ball. A body that leaves a cell
    /// may be taken out of it one bucket early.
    pub(crate) const BUCKET_TRAVEL: f64 = 0.015;
    /// The number of bodies that are due in a bucket.
    pub(crate) const DUE_PER_BUCKET: f64 = 4.0;
    /// The largest number of buckets in a step for each body. Where one body is far faster than all others, nothing is due in
    /// most buckets.
    pub(crate) const MAX_BUCKETS_PER_BODY: f64 = 16.0;
    /// The buckets that a step may have besides, however few the bodies are.
    pub(crate) const SPARE_BUCKETS: f64 = 512.0;
    /// The largest number of buckets since tracking began: a time in single precision is then less than a fifth of a
    /// bucket too early.
    pub(crate) const MAX_BUCKETS: f64 = (1 << 20) as f64;
    /// The length of a bucket of the event queue, in buckets of the calendar queue.
    pub(crate) const EVENT_BUCKET: f64 = 2.0;
}

/// Two bodies with a cell between their cells cannot touch, though each may be outside of its own.
const _: () =
    assert!(Tuning::SPARE_CELL > 2.0 * Tuning::BUCKET_TRAVEL * 1.2 + 2.0 * Tuning::MAX_HALF_MARGIN);
