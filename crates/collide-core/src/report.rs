//! The report of a step: the events, the legs of paths, and the limits that were hit.

pub use crate::settings::Legs;
use crate::shape::Frame;
use crate::vector::Vector;
use crate::world::{BodyId, ContactPoint, braked, turned_angle};

/// Two bodies touched while they approached, and were pushed apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct Impact<V: Vector> {
    /// When, in seconds from the start of the step: of a bounce in a pile, and of what a wall gives to a cluster, when the
    /// solver began.
    pub time: f64,
    /// The ball, and what it hit; of two balls the one with the smaller key comes first.
    pub bodies: [BodyId; 2],
    /// The point where the two edges met, in length units.
    pub point: V,
    /// The unit vector from the second body to the first.
    pub normal: V,
    /// How fast the two approached along the normal, in length units a second.
    pub approach_speed: f64,
    /// The impulse on the first body along the normal, in mass times speed.
    pub impulse: f64,
    /// The impulse of friction on the first body, across the normal, in mass times speed.
    pub friction: V,
    /// The kinetic energy that restitution and friction took; negative if a minimum impulse, a bumper or a speed limit gave more. Zero of
    /// what a wall gives to a cluster, as [`ContactTally`] tells that of the whole.
    pub energy_lost: f64,
}

/// A ball crossed the edge of a sensor or an absorber.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crossing {
    /// When, in seconds from the start of the step.
    pub time: f64,
    /// The sensor or absorber.
    pub region: BodyId,
    /// The ball.
    pub ball: BodyId,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Event<V: Vector> {
    /// Two bodies bounced.
    Impact(Impact<V>),
    /// A ball came into a sensor, or was spawned or moved into it (then at the start of the step).
    Entered(Crossing),
    /// A ball went out of a sensor, was moved out of it, or one of the two was removed.
    Exited(Crossing),
    /// A ball was taken out of the game by an absorber.
    Absorbed(Crossing),
    /// An impact broke a body and took it out of the game.
    Broken {
        /// When, in seconds from the start of the step: that of the impact, which is told before.
        time: f64,
        /// The body that broke.
        body: BodyId,
        /// What it met.
        by: BodyId,
    },
    /// A body of a pile has lain quietly for half a second, and does not move until something touches it
    /// or changes what it lies on.
    FellAsleep {
        /// When, in seconds from the start of the step: its end.
        time: f64,
        /// The body.
        body: BodyId,
    },
    /// A body that slept has been woken, by a touch or by a change of what it lies on.
    Woke {
        /// When, in seconds from the start of the step.
        time: f64,
        /// The body.
        body: BodyId,
    },
    /// A body has no room: it overlaps another by more than a twentieth of the smaller one's size, because
    /// the game has put it there or walls that move leave it no room, or it is held between two. It is told
    /// again only after the body has been free.
    DeepOverlap {
        /// When, in seconds from the start of the step.
        time: f64,
        /// The body.
        body: BodyId,
        /// What it overlaps, or what has stopped it.
        by: BodyId,
        /// How deep it overlaps, in length units.
        depth: f64,
    },
    /// Two bodies began to stay in contact, or were put so. A touch that was an impact and after which they stay together is
    /// reported as both. It needs [`Settings::contacts`](crate::step::Settings::contacts), as does its end.
    ContactStarted {
        /// When, in seconds from the start of the step: of the slow touch or of the impact with which it began; otherwise the
        /// end of the step.
        time: f64,
        /// Where the two touch at the end of the step. Of several points it is the nearest one.
        point: ContactPoint<V>,
    },
    /// Two bodies are no longer in contact: they have come apart, one of them no longer takes part, or they pass through each
    /// other now.
    ContactEnded {
        /// When, in seconds from the start of the step: its end, or its start if one of the two was removed before.
        time: f64,
        /// The two in the order in which they began.
        bodies: [BodyId; 2],
    },
    /// A ball that slid on a cloth began to roll.
    Rolls {
        /// When, in seconds from the start of the step.
        time: f64,
        /// The ball.
        ball: BodyId,
    },
    /// Rolling resistance or a cloth brought a ball to rest. It may turn on the spot.
    Stopped {
        /// When, in seconds from the start of the step.
        time: f64,
        /// The ball.
        ball: BodyId,
    },
}

impl<V: Vector> Event<V> {
    /// When, in seconds from the start of the step.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            Self::Impact(impact) => impact.time,
            Self::Entered(crossing) | Self::Exited(crossing) | Self::Absorbed(crossing) => {
                crossing.time
            }
            Self::Broken { time, .. }
            | Self::FellAsleep { time, .. }
            | Self::Woke { time, .. }
            | Self::DeepOverlap { time, .. }
            | Self::ContactStarted { time, .. }
            | Self::ContactEnded { time, .. }
            | Self::Rolls { time, .. }
            | Self::Stopped { time, .. } => *time,
        }
    }
}

/// A bound that was hit: an event budget was spent, and the body was held in place until the step ended, or taken along by a wall
/// that moved. It kept its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimitHit {
    /// When, in seconds from the start of the step.
    pub time: f64,
    /// The body that was held.
    pub body: BodyId,
    /// The budget that was spent.
    pub budget: Budget,
}

/// An event budget of a step; see [`Settings::events_per_second`](crate::step::Settings::events_per_second).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Budget {
    /// That of the body.
    OfBody,
    /// That of all crowds together: the body is in the thick of one, and waits.
    OfCrowds,
}

/// What was not told one by one: the touches that were too slow for an impact, and the piles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactTally {
    /// How many touches were taken as contacts.
    pub touches: u64,
    /// How many contacts of piles were solved, in all parts of the step.
    pub solved: u64,
    /// How often the solver has gone through one of them, in all of its iterations. Those with which it ends in a small pile, until
    /// hardly anything changes, do not count.
    pub iterations: u64,
    /// The kinetic energy that all of them took, in mass times speed squared; below zero if walls that
    /// move gave more.
    pub energy_lost: f64,
}

impl ContactTally {
    /// Counts a touch.
    pub(crate) fn count(&mut self, energy_lost: f64) {
        self.touches += 1;
        self.energy_lost += energy_lost;
    }
}

/// The path of a body between two of its events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct Leg<V: Vector> {
    /// The body.
    pub body: BodyId,
    /// When it begins, in seconds from the start of the step.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// The position at the beginning.
    pub position: V,
    /// The velocity at the beginning.
    pub velocity: V,
    /// The acceleration all along.
    pub acceleration: V,
}

/// How a ball turned between two of its events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct TurnLeg<V: Vector> {
    /// The ball.
    pub body: BodyId,
    /// When it begins, in seconds from the start of the step.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// How the ball is turned at the beginning.
    pub rotation: Frame<V>,
    /// Its angular velocity at the beginning, in radians a second.
    pub angular_velocity: V::Cross,
    /// The constant rate at which that changes; of a ball on a cloth, until it is zero.
    pub angular_acceleration: V::Cross,
    /// The roll at the beginning, of a ball on a cloth: the velocity with which it would roll with the spin that it has about
    /// the horizontal axes, in length units a second. The rotation of such a ball does not change.
    pub roll: Option<V>,
    /// The constant rate at which that changes.
    pub roll_acceleration: V,
}

impl<V: Vector> TurnLeg<V> {
    /// How the ball is turned at a time of the leg.
    #[must_use]
    pub fn rotation_at(&self, time: f64) -> Frame<V> {
        if self.roll.is_some() {
            return self.rotation;
        }
        let elapsed = time - self.start;
        let angle = turned_angle::<V>(self.angular_velocity, self.angular_acceleration, elapsed);
        self.rotation.turned_by(&Frame::turning(angle))
    }

    /// The roll at a time of the leg, of a ball on a cloth.
    #[must_use]
    pub fn roll_at(&self, time: f64) -> Option<V> {
        self.roll.map(|roll| roll + self.roll_acceleration * (time - self.start))
    }

    /// The angular velocity at a time of the leg, in radians a second.
    #[must_use]
    pub fn angular_velocity_at(&self, time: f64) -> V::Cross {
        let elapsed = time - self.start;
        if self.roll.is_some() {
            let braking = V::magnitude(self.angular_acceleration);
            return braked::<V>(self.angular_velocity, braking * elapsed);
        }
        self.angular_velocity + self.angular_acceleration * elapsed
    }
}

impl<V: Vector> Leg<V> {
    /// The position at a time of the leg.
    #[must_use]
    pub fn position_at(&self, time: f64) -> V {
        let elapsed = time - self.start;
        self.position + (self.velocity + self.acceleration * (0.5 * elapsed)) * elapsed
    }

    /// The velocity at a time of the leg.
    #[must_use]
    pub fn velocity_at(&self, time: f64) -> V {
        self.velocity + self.acceleration * (time - self.start)
    }

    /// The distance covered, exact for a straight leg on which the body does not turn back.
    #[must_use]
    pub fn length(&self) -> f64 {
        let elapsed = self.end - self.start;
        let speed = self.velocity.length();
        let along = if speed > 0.0 { self.acceleration.dot(self.velocity) / speed } else { 0.0 };
        (speed + 0.5 * along * elapsed) * elapsed
    }
}

/// All that happened in one step, in order of time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub struct Report<V: Vector> {
    /// The length of the step in seconds.
    pub dt: f64,
    /// Impacts, crossings and stops; of simultaneous ones in the order of their bodies' keys.
    pub events: Vec<Event<V>>,
    /// Bounds that were hit; empty in sound play.
    pub limits: Vec<LimitHit>,
    /// A tally of the touches that are not reported one by one.
    pub contacts: ContactTally,
    /// The legs that [`Legs`] asks for: those of each body in order of time, and all ordered by their ends.
    pub legs: Vec<Leg<V>>,
    /// How the balls that turned did so: each from the start of the step to its end in order of time, and all ordered by their
    /// ends; none if no legs are asked for.
    pub turns: Vec<TurnLeg<V>>,
}

impl<V: Vector> Default for Report<V> {
    fn default() -> Self {
        Self {
            dt: 0.0,
            events: Vec::new(),
            limits: Vec::new(),
            contacts: ContactTally::default(),
            legs: Vec::new(),
            turns: Vec::new(),
        }
    }
}

impl<V: Vector> Report<V> {
    /// The impacts in order of time.
    pub fn impacts(&self) -> impl Iterator<Item = &Impact<V>> {
        self.events.iter().filter_map(|event| match event {
            Event::Impact(impact) => Some(impact),
            _ => None,
        })
    }

    /// Brings events and legs into the order of time; simultaneous ones stay as they were told.
    pub(crate) fn sort_by_time(&mut self) {
        self.events.sort_by(|one, two| one.time().total_cmp(&two.time()));
        self.legs.sort_by(|one, two| one.end.total_cmp(&two.end));
        self.turns.sort_by(|one, two| one.end.total_cmp(&two.end));
    }

    pub(crate) fn clear(&mut self, dt: f64) {
        self.dt = dt;
        self.events.clear();
        self.limits.clear();
        self.contacts = ContactTally::default();
        self.legs.clear();
        self.turns.clear();
    }
}
