//! What is asked of a future: how far it goes, when it ends, and which paths are wanted.

use std::fmt;
use std::sync::Arc;

use crate::report::Event;
use crate::vector::Vector;
use crate::world::BodyId;

/// What is asked of the future of a world.
///
/// A future ends with the step in which its end comes, and in any case after [`steps`](Self::steps). Its first step is made even
/// if nothing moves: it tells of balls that were put into a sensor.
#[derive(Clone, Debug)]
pub struct Question<V: Vector> {
    /// The length of a step in seconds.
    pub dt: f64,
    /// The most steps.
    pub steps: u32,
    /// When the future ends.
    pub until: Until<V>,
    /// Of which bodies the paths are wanted.
    pub paths: Paths,
}

impl<V: Vector> Question<V> {
    /// A future that ends when nothing moves, or after so many steps of `dt` seconds; without paths.
    #[must_use]
    pub fn new(dt: f64, steps: u32) -> Self {
        Self { dt, steps, until: Until::Rest, paths: Paths::None }
    }

    /// The same with another end.
    #[must_use]
    pub fn until(self, until: Until<V>) -> Self {
        Self { until, ..self }
    }

    /// The same with the paths of these bodies.
    #[must_use]
    pub fn paths(self, paths: Paths) -> Self {
        Self { paths, ..self }
    }
}

/// The bodies of which the paths are wanted. A future without paths takes less time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Paths {
    /// None.
    #[default]
    None,
    /// Those of these bodies.
    Of(Vec<BodyId>),
    /// Those of all bodies.
    All,
}

/// When a future ends. It also ends when nothing moves, since no event follows then, except for `Steps`.
#[derive(Clone, Default)]
pub enum Until<V: Vector> {
    /// When nothing moves.
    #[default]
    Rest,
    /// After the steps that are asked for, whether or not anything moves.
    Steps,
    /// When this body comes to rest: rolling resistance or a cloth stops it, or it falls asleep.
    Stops(BodyId),
    /// When this body leaves the game: it is absorbed, or breaks.
    Leaves(BodyId),
    /// When the body `ball` enters the sensor, absorber or gate `region`.
    Enters {
        /// The region.
        region: BodyId,
        /// The body that enters.
        ball: BodyId,
    },
    /// When these two touch: at their first impact, or where their contact begins, if contacts are
    /// [followed](crate::step::Settings::contacts).
    Touch([BodyId; 2]),
    /// At the first event for which this function returns true.
    Event(Arc<IsWanted<V>>),
}

/// Why a future ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the event with this place in [`Outlook::events`](crate::forecast::Outlook::events). What follows in the same step is there too.
    Event(usize),
    /// Nothing moves any more.
    Rest,
    /// After the steps that were asked for.
    Steps,
}

/// Whether an event ends a future.
pub type IsWanted<V> = dyn Fn(&Event<V>) -> bool + Send + Sync;

impl<V: Vector> Until<V> {
    /// Ends at the first event for which a function returns true.
    pub fn event(is_wanted: impl Fn(&Event<V>) -> bool + Send + Sync + 'static) -> Self {
        Self::Event(Arc::new(is_wanted))
    }

    /// Whether an event ends the future.
    pub(super) fn is_met(&self, event: &Event<V>) -> bool {
        match (self, event) {
            (
                Self::Stops(body),
                Event::Stopped { ball: it, .. } | Event::FellAsleep { body: it, .. },
            ) => body == it,
            (Self::Leaves(body), Event::Broken { body: it, .. }) => body == it,
            (Self::Leaves(body), Event::Absorbed(crossing)) => *body == crossing.ball,
            (
                Self::Enters { region, ball },
                Event::Entered(crossing) | Event::Absorbed(crossing),
            ) => [*region, *ball] == [crossing.region, crossing.ball],
            (Self::Touch(pair), Event::Impact(impact)) => same_pair(*pair, impact.bodies),
            (Self::Touch(pair), Event::ContactStarted { point, .. }) => {
                same_pair(*pair, point.bodies)
            }
            (Self::Event(is_wanted), event) => is_wanted(event),
            _ => false,
        }
    }

    /// Whether a future that ended so ended as was asked.
    pub(super) fn is_asked_for(&self, ending: Ending) -> bool {
        match (self, ending) {
            (Self::Rest, ending) => ending == Ending::Rest,
            (Self::Steps, ending) => ending == Ending::Steps,
            (_, ending) => matches!(ending, Ending::Event(_)),
        }
    }

    /// Whether the future ends where nothing moves.
    pub(super) fn ends_at_rest(&self) -> bool {
        !matches!(self, Self::Steps)
    }
}

fn same_pair([one, two]: [BodyId; 2], pair: [BodyId; 2]) -> bool {
    pair == [one, two] || pair == [two, one]
}

impl<V: Vector> fmt::Debug for Until<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rest => formatter.write_str("Rest"),
            Self::Steps => formatter.write_str("Steps"),
            Self::Stops(body) => write!(formatter, "Stops({body:?})"),
            Self::Leaves(body) => write!(formatter, "Leaves({body:?})"),
            Self::Enters { region, ball } => write!(formatter, "Enters({region:?}, {ball:?})"),
            Self::Touch(pair) => write!(formatter, "Touch({pair:?})"),
            Self::Event(_) => formatter.write_str("Event"),
        }
    }
}
