//! Who makes the steps, and how?

use std::sync::Arc;

use crate::broad::{BroadPhase, Finder, Near, Spot};
use crate::executor::{Executor, Serial};
use crate::report::{Leg, Legs, Report};
use crate::step::domains::causal_bound::{Done, Fence};
use crate::step::domains::partition::{Outline, Part};
use crate::step::settings::method::Method;
use crate::step::settings::rules::{Hook, Rules};
use crate::step::solver::scratch::Settling;
use crate::step::state::event_queue::Queue;
use crate::step::state::motion_bounds::{Pairs, Path};
use crate::step::tracking::trajectories::Tracks;
use crate::vector::Vector;
use crate::world::{Stamp, World};

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// By which method.
    pub method: Method,
    /// How candidate pairs are found.
    pub broad: BroadPhase,
    /// How many events (impacts, stops) a body may have in a step, besides 64, for every second of
    /// the step. A body that has more is held in place until the step ends, and the report says so.
    /// Less than one, or what is no number, counts as one; if it is infinite, nothing ends a step in which there
    /// is no end of impacts. The discrete method has rounds instead.
    pub events_per_second: f64,
    /// How the restitutions and frictions of two bodies become those of a pair.
    pub rules: Rules,
    /// Whether piles that have lain quietly for half a second sleep until something touches them.
    pub sleep: bool,
    /// Of whom the report tells the paths.
    pub legs: Legs,
}

impl Settings {
    /// How many events a body may have in a second, whatever was set.
    pub(crate) fn countable_events(&self) -> f64 {
        f64::max(self.events_per_second, 1.0)
    }

    /// How many events a body may have in a step of `dt` seconds.
    pub(crate) fn budget(&self, dt: f64) -> f64 {
        64.0 + self.countable_events() * dt
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Continuous,
            broad: BroadPhase::Grid,
            events_per_second: 60_000.0,
            rules: Rules::default(),
            sleep: true,
            legs: Legs::All,
        }
    }
}

/// Whether a step came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// The whole step was made.
    Finished,
    /// As many events as were allowed have been handled; call [`Stepper::resume`] to go on.
    Interrupted,
}

/// Makes steps, and keeps the memory that they need from one to the next. It holds nothing that
/// decides the future: any stepper continues any world.
///
/// # Example
/// ```
/// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let ball = Body { velocity: DVec2::new(8.0, 0.0), ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// let ball = world.add(ball).unwrap();
/// world.add(Body::fixed(Shape::arena(DVec2::new(2.5, 9.0)), DVec2::ZERO)).unwrap();
///
/// let mut stepper = Stepper::new();
/// let report = stepper.step(&mut world, 1.0);
/// let times: Vec<f64> = report.impacts().map(|impact| impact.time).collect();
/// assert_eq!(times, [0.25, 0.75]);
/// assert_eq!(world.body(ball).unwrap().position, DVec2::ZERO);
/// ```
#[derive(Clone, Debug)]
pub struct Stepper<V: Vector> {
    /// How steps are made from now on.
    pub settings: Settings,
    /// What the game says about pairs, if anything. It should be set between steps; another one within a
    /// step counts from the present on, unless the world is changed between the same two calls.
    pub hook: Option<Hook<V>>,
    /// Who does the work; it decides nothing but the speed.
    pub executor: Arc<dyn Executor>,
    pub(crate) report: Report<V>,
    pub(crate) finder: Finder<V::Wide>,
    pub(crate) queue: Queue,
    /// How often each body was rewritten since `detect`; predictions made before are void.
    pub(crate) versions: Vec<u32>,
    pub(crate) found: Vec<u32>,
    /// Those near the path for which others are looked for.
    pub(crate) near: Near,
    /// Those of whom more is to be done at the end of a step than to fly them on, with their keys.
    pub(crate) others: Vec<(u64, u32)>,
    /// What was found in each piece of all when they were flown to the end of a step.
    pub(crate) flown: Vec<Flown<V>>,
    /// Those who make parts of a step, one after the other.
    pub(crate) hands: Vec<Hand<V>>,
    /// What came of the parts of the step, and of what they have left.
    pub(crate) domains: Vec<Domain<V>>,
    pub(crate) rest: Domain<V>,
    /// What is known of their parts when the next step begins.
    pub(crate) outline: Option<Outline<V::Wide>>,
    /// How many were near another part when the bodies were arranged; none if that is not known.
    pub(crate) strangers: usize,
    /// Whether they are to make the step that has begun, and nothing is predicted yet.
    pub(crate) is_apart: bool,
    /// For how many steps there are to be no domains, and for how many it was the last time.
    pub(crate) patience: u32,
    pub(crate) impatience: u32,
    /// What can be handled, if this makes domains.
    pub(crate) fence: Fence<V>,
    /// Where everyone flies, if that is followed from step to step.
    pub(crate) tracks: Tracks<V::Wide>,
    /// Those who may meet, as listed when the step began, in as many lists as threads have made them.
    pub(crate) pairs: Vec<Pairs>,
    /// Where everyone is on the stretch of his path on which he is looked for.
    pub(crate) spots: Vec<Spot<V::Wide>>,
    /// The same with room to spare, as given when everyone was made findable; empty if there was no need.
    pub(crate) rooms: Vec<Spot<V::Wide>>,
    /// How many of its sizes a body flies in a stretch of its path.
    pub(crate) stretch: f64,
    /// The ways of all.
    pub(crate) paths: Vec<Path<V::Wide>>,
    /// Whether anyone might lie on others when the step began.
    pub(crate) may_lie: bool,
    /// The pairs that come near each other on the paths that were entered.
    pub(crate) neighbours: Vec<[u32; 2]>,
    /// How far anyone looked for them at most.
    pub(crate) sight: f64,
    /// How far each looked when all did.
    pub(crate) sights: Vec<f64>,
    /// What the piles need while they settle.
    pub(crate) settling: Settling<V::Wide>,
    /// Who has left the place that he had when they were listed; nothing if they were not.
    pub(crate) astray: Option<Vec<u32>>,
    /// What the predictions in the queue are made of; nothing if they are of no use.
    pub(crate) seen: Option<Seen<V>>,
    /// The corners of a box in which all bounded bodies can be found, in a space that repeats.
    pub(crate) region: Option<[V::Wide; 2]>,
}

/// Those of whom more is to be done at the end of a step than to fly them on, with their keys, and the legs of all others.
#[derive(Clone, Debug)]
pub(crate) struct Flown<V: Vector> {
    pub(crate) others: Vec<(u64, u32)>,
    pub(crate) legs: Vec<Leg<V::Wide>>,
    /// Whether the legs are in the order of keys.
    pub(crate) are_in_order: bool,
    /// What is known of them when the next step begins.
    pub(crate) part: Part<V::Wide>,
}

/// Who makes domains: the world of one at a time, and a stepper for it.
#[derive(Clone, Debug)]
pub(crate) struct Hand<V: Vector> {
    pub(crate) stepper: Stepper<V>,
    pub(crate) world: World<V>,
}

/// What was told of a part of a world in a step, and what was done.
#[derive(Clone, Debug)]
pub(crate) struct Domain<V: Vector> {
    pub(crate) report: Report<V>,
    pub(crate) done: Done<V>,
}

impl<V: Vector> Default for Flown<V> {
    fn default() -> Self {
        let part = Part::default();
        Self { others: Vec::new(), legs: Vec::new(), are_in_order: true, part }
    }
}

impl<V: Vector> Default for Hand<V> {
    fn default() -> Self {
        Self { stepper: Stepper::new(), world: World::new() }
    }
}

impl<V: Vector> Default for Domain<V> {
    fn default() -> Self {
        Self { report: Report::default(), done: Done::default() }
    }
}

/// What the predictions are made of: a state of a world, and how its future is to be judged.
#[derive(Clone, Debug)]
pub(crate) struct Seen<V: Vector> {
    stamp: Stamp,
    settings: Settings,
    hook: Option<Hook<V>>,
}

impl<V: Vector> Stepper<V> {
    /// Notes that the predictions are those of the present state of the world.
    pub(crate) fn vouch(&mut self, world: &mut World<V>) {
        world.stamp = Stamp::new();
        let (stamp, settings, hook) = (world.stamp, self.settings, self.hook.clone());
        self.seen = Some(Seen { stamp, settings, hook });
    }

    /// Whether the predictions are those of the present state of the world.
    pub(crate) fn foresees(&self, world: &World<V>) -> bool {
        self.seen.as_ref().is_some_and(|Seen { stamp, settings, hook }| {
            stamp.is(world.stamp) && *settings == self.settings && *hook == self.hook
        })
    }

    /// Whether the world is the one that was seen last, and the hook another one.
    pub(crate) fn judges_anew(&self, world: &World<V>) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.stamp.is(world.stamp) && seen.hook != self.hook)
    }
}

impl<V: Vector> Default for Stepper<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> Stepper<V> {
    /// A stepper with default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::with_settings(Settings::default())
    }

    /// A stepper with these settings.
    #[must_use]
    pub fn with_settings(settings: Settings) -> Self {
        Self {
            settings,
            hook: None,
            executor: Arc::new(Serial),
            report: Report::default(),
            finder: Finder::default(),
            queue: Queue::default(),
            versions: Vec::new(),
            found: Vec::new(),
            near: Near::default(),
            others: Vec::new(),
            flown: Vec::new(),
            hands: Vec::new(),
            domains: Vec::new(),
            rest: Domain::default(),
            outline: None,
            strangers: 0,
            is_apart: false,
            // Who makes a step or two only is not to bring all into order.
            patience: 2,
            impatience: 0,
            fence: Fence::default(),
            tracks: Tracks::default(),
            pairs: Vec::new(),
            spots: Vec::new(),
            rooms: Vec::new(),
            stretch: 1.0,
            paths: Vec::new(),
            may_lie: false,
            neighbours: Vec::new(),
            sight: 0.0,
            sights: Vec::new(),
            settling: Settling::default(),
            astray: None,
            seen: None,
            region: None,
        }
    }

    /// A stepper that makes the same steps: with the settings, the hook and the executor of this one.
    #[must_use]
    pub fn alike(&self) -> Self {
        let (hook, executor) = (self.hook.clone(), Arc::clone(&self.executor));
        Self { hook, executor, ..Self::with_settings(self.settings) }
    }

    /// Gives back the memory of those who are looked for in each step.
    pub(crate) fn give_back(&mut self) {
        (self.pairs, self.queue) = (Vec::new(), Queue::default());
        (self.paths, self.spots, self.rooms) = (Vec::new(), Vec::new(), Vec::new());
        (self.versions, self.finder) = (Vec::new(), Finder::default());
    }

    /// What happened since the step began or was resumed.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        &self.report
    }
}
