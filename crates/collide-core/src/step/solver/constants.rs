//! The constants of piles and clusters: how deep bodies overlap, how soon they rest, and at what cost.

/// The constants of piles and clusters. Lengths are shares of a body's size, and times are seconds, unless a line says
/// otherwise.
pub(crate) struct Tuning;

impl Tuning {
    // How many solver sub-steps a step has.

    /// The number where nothing pulls, and contacts are rigid.
    pub(crate) const FLOATING_SUBSTEPS: u32 = 32;
    /// The least number where something does.
    pub(crate) const MIN_SUBSTEPS: u32 = 8;
    /// The overlap of a soft contact at rest, times the mass that an impulse between the two bodies moves, divided by the
    /// force and by the square of the sub-step for which its spring is made: `1 / (2 pi FREQUENCY)^2`, which is .4053. A test
    /// holds it to a hundredth.
    pub(crate) const SOFTNESS: f64 = 0.405;
    /// Springs are made for sub-steps half as long from this mean overlap at rest on, as a share of the smaller bodies' sizes,
    pub(crate) const MOST_OVERLAP: f64 = 1.5e-3;
    /// and for twice as long ones if the mean overlap would be below this share then. In between they stay.
    pub(crate) const LEAST_OVERLAP: f64 = 4e-4;
    /// Springs are made for sub-steps of at most this share of the square root of size by pull, whatever the forces are: under
    /// a pull of 9.81 discs of diameter 1 have 16 sub-steps in a sixtieth of a second. Balls in space have 8, as each bears on
    /// more others: with 16 a step of 2,000 took 1.3 times as long, they overlapped by 0.0002 instead of 0.001, and came to rest
    /// no sooner.
    pub(crate) const fn free_share(dimension: usize) -> f64 {
        /// The share in space, twice that in the plane.
        const IN_SPACE: f64 = 0.00654;
        if dimension == 2 { 0.5 * IN_SPACE } else { IN_SPACE }
    }
    /// By how much shorter they are for every power of ten between the masses of two bodies that touch.
    pub(crate) const SUBSTEP_GROWTH_PER_DECADE: f64 = 0.5;

    // How long a sub-step lasts.

    /// A sub-step is halved for each of these shares of its size by which any body of a pile would approach another in a
    /// step: what an impact drives into a pile stays there until the sub-step ends. With a quarter of these shares a step of the
    /// fall took two to three times as long, and overlaps were no smaller.
    pub(crate) const MAX_TRAVELS: [f64; 7] = [0.16, 0.24, 0.4, 1.6, 6.4, 25.6, 102.4];
    /// The same where nothing pulls, and clusters are pressed together from all sides. With the longer
    /// sub-steps of piles, a thousand bodies that cool overlapped by .0065 of their size instead of .004.
    pub(crate) const MAX_FLOATING_TRAVELS: [f64; 5] = [0.005, 0.02, 0.1, 0.4, 1.6];

    /// The share of the way of a body that counts as an approach. With none two thousand discs that fall into a funnel took
    /// 85 ms in the slowest step instead of 57; with all of it an hour-glass that runs took 25 ms a step instead of 11.
    pub(crate) const TRAVEL_SHARE: f64 = 0.3;
    /// What a wall that turns by a radian counts as: in a sub-step it is a plane that moves straight. With none, balls along a
    /// bar at three radians a second came to overlap it by a fortieth of their size for a step.
    pub(crate) const TRAVEL_PER_RADIAN: f64 = 10.0;

    // Moving walls.

    /// The largest force of a moving wall on a body, as a multiple of the weight of the heaviest body in the piles. In the
    /// longest solver sub-steps two bodies alike overlap by a fiftieth of their size under it. With a third of it bars passed
    /// through piles with friction more gently, but mixers squeezed bodies without friction too; with three times of it
    /// bodies were thrown out twice as fast.
    pub(crate) const fn max_wall_force(dimension: usize) -> f64 {
        /// The overlap of two bodies alike under that force, as a share of their size.
        const OVERLAP: f64 = 0.02;
        OVERLAP / (Self::SOFTNESS * Self::free_share(dimension) * Self::free_share(dimension))
    }

    /// The share of that force by which a moving wall that passes over a body still pushes it.
    pub(crate) const PASSING_SHARE: f64 = 0.05;

    // How exactly rigid contacts are solved. The figures are of piles, which once had them too.

    /// The largest number of iterations in a solver sub-step, if all masses are alike and the sub-step is
    /// long. With one, piles of 3,000 gained energy and never came to rest; with two, one of sixteen did not.
    pub(crate) const ITERATIONS: u32 = 3;
    /// The least number of iterations that are allowed in a sub-step, however short it is.
    pub(crate) const SUBSTEP_ITERATIONS: u32 = 24;
    /// How many times as many iterations are added for every power of ten between the masses of two bodies
    /// that touch: a heavy body on a light one finds its rest slowly.
    pub(crate) const GROWTH_PER_DECADE: f64 = 1.0;
    /// The largest number of such powers of ten that counts.
    pub(crate) const MAX_DECADES: f64 = 4.0;
    /// The number of such powers of ten from which on the depths of overlaps are limited, since the impulses of a heavy body
    /// on a light one are found slowly.
    pub(crate) const UNLIKE_DECADES: f64 = 0.5;
    /// The share of the pull that may be missing at a contact when the iterations end. With three times as
    /// much they ended hardly sooner; with ten times, a pile of 2,000 overlapped by .0066 of a diameter at
    /// rest instead of .0017.
    pub(crate) const TOLERANCE: f64 = 0.03;
    /// The speed at which bodies that overlap a little are moved apart, as a multiple of what the pull gives
    /// in a step.
    pub(crate) const CORRECTION_SPEED: f64 = 3.0;
    /// The overlap that is left, as a share of the distance that a body falls from rest in a step, so that
    /// bodies that lie on each other do not separate and meet again.
    pub(crate) const SLOP: f64 = 0.2;

    // Which contacts are found.

    /// How much further than they would move their contacts are looked for, since others push them too.
    pub(crate) const MEMBER_REACH: f64 = 1.2;

    /// Bodies that overlap by more than this share of the smaller one's size are moved apart at once. At one
    /// hundredth a pile kept pushing itself for seconds.
    pub(crate) const DEEP_SHARE: f64 = 0.02;
    /// Bodies that were put or driven into each other give no energy to each other from this overlap on, as a share of the
    /// smaller one's size.
    pub(crate) const FORCED_SHARE: f64 = 0.01;
    /// By how much the direction in which they are moved is turned up, for a body that has no way to the side.
    pub(crate) const DEEP_TURN: f64 = 0.1;
    /// Bodies are not moved apart if they separate by themselves faster than so many of their sizes in a
    /// second, and come apart as soon as position correction would move them.
    pub(crate) const SEPARATING_SIZES: f64 = 0.01;
    /// Two bodies that are nearer than this share of the larger one's size are always tested for contacts.
    pub(crate) const TESTED_SHARE: f64 = 1e-3;
    /// A body takes another one for flush with a face that it is near if that stands out of the face by at most this share of
    /// the body's size.
    pub(crate) const FLUSH_SHARE: f64 = 1e-5;
    /// A body with more contacts than this keeps the deepest ones only.
    pub(crate) const MAX_CONTACTS: u32 = 32;

    // Velocities.

    /// The factor by which the kinetic energy may grow in a solver sub-step, besides what moving walls can
    /// give. Contacts take energy: if there is more, the impulses of the solver sub-step before do not fit
    /// any longer, and are dropped.
    pub(crate) const MAX_ENERGY_GROWTH: f64 = 1.5;

    // Soft contacts.

    /// The frequency of a soft contact, as a share of that of the sub-steps for which its spring is made. From .35 on piles never
    /// rest; the limit of stability is 1 / pi.
    pub(crate) const FREQUENCY: f64 = 0.25;
    /// The ratio of the damping of a soft contact to the one at which it does not oscillate. From 2 to 40 there was
    /// no difference.
    pub(crate) const DAMPING_RATIO: f64 = 10.0;
    /// The speed at which bodies that were put or driven into each other part at least, in sizes of the body a second: deep
    /// overlaps are corrected no more slowly, and what their springs give up to this speed is not taken back.
    pub(crate) const PARTING_SIZES_PER_SECOND: f64 = 1.0;
    /// Over how many contacts further passes of relaxation go in a solver sub-step at most. With twice as many, balls came
    /// deeper into the bars of mixers; with none, three discs laid down with an overlap of .001 drifted off for ever.
    pub(crate) const RELAXED_CONTACTS: usize = 256;
    /// The largest number of further passes of relaxation in a solver sub-step.
    pub(crate) const MAX_RELAXATIONS: usize = 32;
    /// The largest overlap that pushes, as a share of the smaller body's size.
    pub(crate) const MAX_PUSHED_DEPTH: f64 = 0.05;

    /// A body is squeezed if a moving wall presses it with the largest force, and it overlaps another one by more than this
    /// share of the smaller one's size.
    pub(crate) const SQUEEZED_SHARE: f64 = 0.01;

    // Correction of overlaps.

    /// The share of an overlap by which position correction moves two bodies apart, a second.
    pub(crate) const CORRECTION_RATE: f64 = 8.0;
    /// The largest share of an overlap that position correction takes out at once.
    pub(crate) const MAX_CORRECTION_SHARE: f64 = 0.3;

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
