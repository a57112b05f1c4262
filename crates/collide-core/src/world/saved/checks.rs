//! The reasons why no world can be what was read, and the checks of ids and times.

use core::fmt;

use crate::body::InvalidBody;
use crate::vector::Vector;
use crate::world::id::BodyId;
use crate::world::store::World;

/// The number of the format in which worlds are written. A world of another format is rejected.
pub(super) const FORMAT: u32 = 21;

/// How far a time may lie beyond the end of its step, as a share of the step: the rounding of a sum of times.
const TIME_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The reason why no world can be what was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Impossible {
    /// It was written in another format.
    Format(u32),
    /// Gravity, the period or the rounding of given places is out of range.
    Space(InvalidBody),
    /// A body is out of range, has the key of another one or cannot meet another one.
    Body { key: u64, error: InvalidBody },
    /// The index of a body is out of range, taken, or of another generation.
    Place(BodyId),
    /// A free index is out of range, taken or listed twice, or one that no body has is not listed.
    Free { index: usize },
    /// The next key is not greater than all keys.
    NextKey(u64),
    /// A time lies outside its step.
    Time(f64),
    /// A body has constraints that no step gives, or between steps has ones that end with a step.
    State { key: u64 },
    /// An id that was never given.
    UnknownId(BodyId),
    /// A pair that is not inside each other, is listed twice, or is missing.
    Pair(BodyId, BodyId),
}

impl fmt::Display for Impossible {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(format) => {
                write!(formatter, "the world is written in format {format}, not {FORMAT}")
            }
            Self::Space(error) => write!(formatter, "{error}"),
            Self::Body { key, error } => write!(formatter, "the body with the key {key}: {error}"),
            Self::Place(id) => write!(formatter, "no body can be at {id:?}"),
            Self::Free { index } => {
                write!(formatter, "place {index} is not free, or is missing among the free ones")
            }
            Self::NextKey(key) => write!(formatter, "the next key cannot be {key}"),
            Self::Time(time) => write!(formatter, "{time} is not a time of the step"),
            Self::State { key } => {
                write!(formatter, "the body with the key {key} is in an impossible state")
            }
            Self::UnknownId(id) => write!(formatter, "{id:?} was never given"),
            Self::Pair(region, ball) => {
                write!(formatter, "{region:?} and {ball:?} cannot be such a pair")
            }
        }
    }
}

/// Rejects an id that the world has not given to a present or past body.
pub(super) fn check_id<V: Vector>(world: &World<V>, id: BodyId) -> Result<(), Impossible> {
    let known = match world.ids.generations.get(id.index()) {
        Some(current) if id.generation < *current => true,
        Some(&u32::MAX) => id.generation == u32::MAX,
        _ => world.slot(id).is_some(),
    };
    if known { Ok(()) } else { Err(Impossible::UnknownId(id)) }
}

/// Checks that a pair consists of two bodies that the world has or had.
pub(super) fn check_pair<V: Vector>(
    world: &World<V>,
    [one, two]: [BodyId; 2],
) -> Result<(), Impossible> {
    check_id(world, one)?;
    check_id(world, two)?;
    if one == two { Err(Impossible::Pair(one, two)) } else { Ok(()) }
}

/// The end of the interrupted step, in seconds from its start; 0 between steps.
pub(super) fn step_end<V: Vector>(world: &World<V>) -> f64 {
    world.progress.map_or(0.0, |progress| progress.dt)
}

/// Rejects a time that is not between 0 and the end of the step.
pub(super) fn in_step(time: f64, end: f64) -> Result<(), Impossible> {
    let inside = time.is_finite() && time >= 0.0 && time <= end + TIME_ROUNDING * end;
    if inside { Ok(()) } else { Err(Impossible::Time(time)) }
}
