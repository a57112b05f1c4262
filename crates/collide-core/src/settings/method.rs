//! The two methods of making a step: event by event, or the textbook's move and correct.

/// The method by which a step is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Event by event in the order of time, each at its exact time: nothing tunnels, and the result
    /// does not depend on `dt`.
    #[default]
    Continuous,
    /// Move first and mend the overlaps afterwards, as textbooks do: for teaching and for comparison.
    Discrete(Discrete),
}

/// The textbook method: move all bodies by `dt`, find the pairs that overlap, respond and separate, in rounds.
///
/// It is simple, and its weaknesses are those for which the continuous method was made:
///
/// * **It tunnels.** A pair that does not overlap at the end of a move has not met: a body that flies
///   further in a step than both are thick may pass through, and one with its centre past that of a
///   thin wall is pushed out on the far side.
/// * **Energy drifts.** The response conserves what it should, but separation moves bodies without
///   looking at what acts on them: lifting a ball out of a floor by `d` gives it the energy `m g d`,
///   while the speed stays that of the deeper place.
/// * **The order of pairs matters in clusters.** PairList are handled in the order of their keys and not
///   of time. With equal keys the result is the same to the bit; with others it is another.
/// * **It depends on `dt`.** An impact is found up to one step late, which puts a body up to
///   `speed * dt` off: by projection the error is of the first order in `dt` (measured 0.96 to 1.02,
///   with standard errors of 0.02 to 0.03), and every further impact multiplies it.
/// * **Piles do not rest.** There is no rest speed: a body on a floor falls a little and is put back in
///   each step, and one that bounces often within a step is found to bounce once.
///
/// Sensors, absorbers and gates are tested at the end of the step, after the last round: the times of
/// their events are `dt`, and a region that is entered and left within a step is not reported. A body
/// passes a gate if it moves along the open direction when it is found to overlap, and then until it
/// does not overlap. A body that the game put into a region or took out of it is reported at the start
/// of the step, as by the continuous method. A ball that rolling resistance stops is reported with the
/// exact time, and stays there until the step ends.
///
/// The step always ends, so [`Stepper::respond`](crate::step::Stepper::respond) is never interrupted, and
/// no body has a budget. Events are reported in the order of time, and those of one time in the order
/// in which they were found. The legs of the report are those of the move: with [`Separation::Projection`] a ball
/// is drawn into the wall, and the next leg begins where it was put; with [`Separation::Rewind`] two
/// legs meet in the reconstructed place of the impact.
///
/// # Example
/// ```
/// use collide_core::{body::Body, shape::Shape, world::World};
/// use collide_core::step::{Discrete, Method, Separation, Settings, Stepper};
/// use glam::DVec2;
///
/// // A ball at 4 m/s is one metre from a wall and bounces back in a step of 1 s.
/// let end = |separation| {
///     let mut world = World::new();
///     let ball = Body { velocity: DVec2::new(-4.0, 0.0), ..Body::dynamic(Shape::ball(1.0), DVec2::X * 2.0) };
///     let ball = world.add(ball).unwrap();
///     world.add(Body::fixed(Shape::half_space(DVec2::X), DVec2::ZERO)).unwrap();
///     let method = Method::Discrete(Discrete { separation, ..Discrete::default() });
///     Stepper::with_settings(Settings { method, ..Settings::default() }).step(&mut world, 1.0);
///     world.body(ball).unwrap().position.x
/// };
/// assert_eq!(end(Separation::Projection), 1.0); // put back to the wall at the end of the step
/// assert_eq!(end(Separation::Rewind), 4.0); // bounced after 0.25 s
/// ```
///
/// Source: projection weighted with inverse mass as by Jakobsen, "Advanced Character Physics" (2001);
/// going back to the time of contact as by Baraff, "Rigid Body Simulation II" (SIGGRAPH course, 1997),
/// in closed form instead of by bisection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discrete {
    /// How two bodies that overlap come apart.
    pub separation: Separation,
    /// The largest number of rounds in a step. The last round is the first one that finds no pair that
    /// approaches. A body that is pushed out of one other may come to overlap a third, so clusters need
    /// several rounds. With none, all bodies pass through each other.
    pub rounds: u32,
}

/// The default of [`Discrete::rounds`].
const DEFAULT_ROUNDS: u32 = 8;

impl Default for Discrete {
    /// By projection, in at most 8 rounds.
    fn default() -> Self {
        Self { separation: Separation::Projection, rounds: DEFAULT_ROUNDS }
    }
}

/// How two bodies that overlap at the end of a move come apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Separation {
    /// They are moved apart along the normal by the depth `d`, each by the share
    /// `(1/m1) / (1/m1 + 1/m2) = m2 / (m1 + m2)` of its inverse mass, so that their centre of mass stays
    /// and walls do not move. They respond at the end of the step, which is the time of the impact.
    #[default]
    Projection,
    /// They are flown back to the time of their contact, respond there, and fly on to the end of the
    /// step. The impact has that time.
    ///
    /// With the offset `r` and the relative velocity `v` at the end, straight motion was at `r - v s`
    /// a time `s` before. Two balls with the radii `R` together touched when `|r - v s| = R`,
    ///
    /// ```text
    /// s = (r.v + sqrt((r.v)^2 - v.v (r.r - R^2))) / v.v
    /// ```
    ///
    /// and a ball and a plane, at the depth `d` and the speed `u` along the normal, when `s = d / u`.
    /// Under an acceleration `a` it is `r - v s + a s^2 / 2`, and `s` a root of a quartic.
    ///
    /// A lone impact is thereby as exact as by the continuous method, if it was found. The path is
    /// known no further back than the last impact of either body in the step: if the contact began
    /// before, as that of bodies that overlap from the start, and they approach at the end, they
    /// are separated by projection.
    Rewind,
}
