//! One future after another, in the same memory.

use crate::forecast::question::{Ending, Paths, Question};
use crate::report::{Event, Leg, Legs};
use crate::step::Stepper;
use crate::vector::Vector;
use crate::world::World;

/// Runs futures, one after another. From the second on hardly any memory is allocated.
///
/// # Example
/// ```
/// use collide_core::forecast::{Forecaster, Question, Until};
/// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// // Which of a hundred speeds brings a ball nearest to x = 3, where rolling resistance stops it?
/// let mut world = World::<DVec2>::new();
/// let ball = Body { rolling_resistance: 0.5, ..Body::dynamic(Shape::ball(0.1), DVec2::ZERO) };
/// let ball = world.add(ball).unwrap();
/// let mut forecaster = Forecaster::new(&Stepper::new());
/// let question = Question::new(1.0 / 60.0, 600).until(Until::Stops(ball));
/// let miss = |speed: &u32| {
///     let future = forecaster.run(&world, &question, |world| {
///         world.edit(ball, |body| body.velocity.x = f64::from(*speed) / 50.0).unwrap();
///     });
///     (1e6 * (future.end.position(ball).unwrap().x - 3.0).abs()) as u64
/// };
/// // v^2 = 2 a s = 3
/// assert_eq!((0..100).min_by_key(miss), Some(87));
/// ```
#[derive(Clone, Debug)]
pub struct Forecaster<V: Vector> {
    stepper: Stepper<V>,
    pub(super) world: World<V>,
    pub(super) events: Vec<(u32, Event<V>)>,
    pub(super) legs: Vec<(u32, Leg<V>)>,
}

/// A future that was run. It is valid until the next one is run.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a, V: Vector> {
    /// The events, each with the number of its step, counted from the next one as 0.
    pub events: &'a [(u32, Event<V>)],
    /// The paths that were asked for, each leg with the number of its step.
    pub legs: &'a [(u32, Leg<V>)],
    /// How many steps were made.
    pub steps: u32,
    /// Why it ended.
    pub ending: Ending,
    /// The world at its end.
    pub end: &'a World<V>,
    is_as_asked: bool,
}

impl<V: Vector> Outlook<'_, V> {
    /// Whether the future ended as was asked: by an event; or by rest or after all steps if no event was asked for.
    #[must_use]
    pub fn has_ended_as_asked(&self) -> bool {
        self.is_as_asked
    }

    /// The event that ended the future, with the number of its step, if one did.
    #[must_use]
    pub fn last_event(&self) -> Option<&(u32, Event<V>)> {
        match self.ending {
            Ending::Event(number) => self.events.get(number),
            Ending::Rest | Ending::Steps => None,
        }
    }
}

impl<V: Vector> Forecaster<V> {
    /// A forecaster that makes steps with the settings, the hook and the executor of a stepper.
    #[must_use]
    pub fn new(stepper: &Stepper<V>) -> Self {
        let (events, legs) = (Vec::new(), Vec::new());
        Self { stepper: stepper.with_same_settings(), world: World::new(), events, legs }
    }

    /// Runs the future of a copy of a world, after a change of the copy.
    pub fn run(
        &mut self,
        world: &World<V>,
        question: &Question<V>,
        change: impl FnOnce(&mut World<V>),
    ) -> Outlook<'_, V> {
        self.world.clone_from(world);
        change(&mut self.world);
        self.go_on(question)
    }

    /// Runs the future of a copy of a world as [`run`](Self::run) does, with the question that the change returns.
    pub fn ask(
        &mut self,
        world: &World<V>,
        ask: impl FnOnce(&mut World<V>) -> Question<V>,
    ) -> Outlook<'_, V> {
        self.world.clone_from(world);
        let question = ask(&mut self.world);
        self.go_on(&question)
    }

    /// Runs the future of the copy.
    fn go_on(&mut self, question: &Question<V>) -> Outlook<'_, V> {
        let Self { stepper, world, events, legs } = self;
        events.clear();
        legs.clear();
        stepper.settings.legs = if question.paths == Paths::None { Legs::None } else { Legs::All };
        let (mut steps, mut ending) = (0, Ending::Steps);
        let mut moving = None;
        while steps < question.steps {
            if steps > 0 && question.until.ends_at_rest() {
                moving = world.moving_body(moving);
                if moving.is_none() {
                    ending = Ending::Rest;
                    break;
                }
            }
            let report = stepper.step(world, question.dt);
            let found = report.events.iter().position(|event| question.until.is_met(event));
            ending = found.map_or(Ending::Steps, |place| Ending::Event(events.len() + place));
            events.extend(report.events.iter().map(|event| (steps, *event)));
            let is_wanted = |leg: &&Leg<V>| match &question.paths {
                Paths::None => false,
                Paths::Of(bodies) => bodies.contains(&leg.body),
                Paths::All => true,
            };
            legs.extend(report.legs.iter().filter(is_wanted).map(|leg| (steps, *leg)));
            steps += 1;
            if found.is_some() {
                break;
            }
        }
        let is_as_asked = question.until.is_asked_for(ending);
        Outlook { events, legs, steps, ending, end: world, is_as_asked }
    }
}
