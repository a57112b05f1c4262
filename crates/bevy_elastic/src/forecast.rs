//! What will happen? The simulation, run ahead on a copy.

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use bevy_math::Vec2;
use bevy_time::Time;
use collide_core::forecast::forecast;
use collide_core::report::{Leg, Legs};
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;

use crate::events::ElasticEvent;
use crate::resources::{ElasticConfig, PairHook};
use crate::simulation::Simulation;
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// A change to ask about: what is given of a body is what it would be. `ForecastChange { velocity: Some(shot),
/// ..ForecastChange::of(ball) }` gives its velocity, and leaves the rest as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastChange<V: Space = Vec2> {
    /// Whom.
    pub entity: Entity,
    /// Where.
    pub position: Option<V>,
    /// How fast, in length units a second.
    pub velocity: Option<V>,
    /// How heavy, as [`Mass`](crate::components::Mass).
    pub mass: Option<f32>,
    /// How much of the approach speed its bounces give back, as [`Restitution`](crate::components::Restitution).
    pub restitution: Option<f32>,
}

impl<V: Space> ForecastChange<V> {
    /// No change of this body yet.
    #[must_use]
    pub const fn of(entity: Entity) -> Self {
        Self { entity, position: None, velocity: None, mass: None, restitution: None }
    }
}

/// One leg of the path of a body in a forecast.
#[derive(Clone, Debug)]
pub struct ForecastLeg<V: Space = Vec2> {
    /// The number of ticks from the start of the forecast to the start of the tick of this leg.
    pub ticks_before: u32,
    /// The body.
    pub entity: Entity,
    /// The parabola on which it moves, with times in seconds after the start of that tick.
    pub leg: Leg<V::Wide>,
}

/// A future, until nothing moves or the ticks that were asked for are over.
#[derive(Clone, Debug)]
pub struct ForecastResult<V: Space = Vec2> {
    /// What will be told, with the numbers of the ticks to come.
    pub events: Vec<ElasticEvent<V>>,
    /// The paths of the bodies that move, each with the number of ticks before it.
    pub legs: Vec<ForecastLeg<V>>,
    /// How many ticks it takes.
    pub ticks: u32,
    /// The world at the end.
    pub end: World<V>,
}

impl<V: Space> ForecastResult<V> {
    /// The path of one body, leg by leg.
    pub fn path(&self, entity: Entity) -> impl Iterator<Item = &Leg<V::Wide>> {
        self.legs.iter().filter(move |it| it.entity == entity).map(|it| &it.leg)
    }
}

/// The last future that was asked for, kept until something it depends on changes.
#[derive(Resource, Clone, Debug)]
pub struct ForecastCache<V: Space = Vec2> {
    kept: Option<(Question<V>, ForecastResult<V>)>,
}

impl<V: Space> Default for ForecastCache<V> {
    fn default() -> Self {
        Self { kept: None }
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Question<V: Space> {
    revision: u64,
    tick: u64,
    dt: f64,
    config: ElasticConfig,
    hook: Option<PairHook<V>>,
    ticks: u32,
    changes: Vec<ForecastChange<V>>,
}

/// Asks what will happen.
///
/// The answer is made by the same steps of the same length on a copy, so what it tells is what will
/// be told, to the bit, if the game makes the same change and no other.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// #[derive(Component)]
/// struct CueBall;
///
/// fn aim(cue_ball: Single<Entity, With<CueBall>>, mut forecast: Forecast) {
///     let shot = ForecastChange { velocity: Some(vec2(300.0, 0.0)), ..ForecastChange::of(*cue_ball) };
///     let future = forecast.predict(&[shot], 640);
///     let first = future.events.first();
///     # let _ = first;
/// }
/// # bevy_ecs::system::assert_is_system(aim);
/// ```
#[derive(SystemParam)]
pub struct Forecast<'w, V: Space = Vec2> {
    simulation: Res<'w, Simulation<V>>,
    time: Res<'w, Time<Elastic>>,
    config: Res<'w, ElasticConfig>,
    hook: Option<Res<'w, PairHook<V>>>,
    cache: ResMut<'w, ForecastCache<V>>,
}

impl<V: Space> Forecast<'_, V> {
    /// The future from the end of the last tick on, with some changes, for at most `ticks` ticks.
    ///
    /// What the game has written to components since the last tick is not seen; while the clock stands, what it
    /// has written since the last frame was drawn. A change to an entity
    /// that takes no part, or to values that no body can have, is passed over.
    pub fn predict(&mut self, changes: &[ForecastChange<V>], ticks: u32) -> &ForecastResult<V> {
        let question = Question {
            revision: self.simulation.revision,
            tick: self.time.tick(),
            dt: self.time.tick_seconds(),
            config: *self.config,
            hook: self.hook.as_deref().cloned(),
            ticks,
            changes: changes.to_vec(),
        };
        // Every tick brings the sleep of what lies quietly nearer.
        let settles = self.config.sleep && self.simulation.world.is_moving();
        let kept = self.cache.kept.take().and_then(|(asked, future)| {
            if settles && asked.tick != question.tick {
                None
            } else {
                question.reuse(&asked, future)
            }
        });
        let future = kept.unwrap_or_else(|| answer(&self.simulation, &question));
        &self.cache.kept.insert((question, future)).1
    }
}

impl<V: Space> Question<V> {
    /// The future that was told then, if it is that of this question too. While nothing moves, ticks
    /// pass without changing it, except for its numbers.
    fn reuse(&self, asked: &Self, mut future: ForecastResult<V>) -> Option<ForecastResult<V>> {
        if *self != (Self { tick: self.tick, ..asked.clone() }) {
            return None;
        }
        if self.tick != asked.tick {
            for event in &mut future.events {
                *event = event.renumbered(event.tick() - asked.tick + self.tick);
            }
        }
        Some(future)
    }
}

fn answer<V: Space>(simulation: &Simulation<V>, question: &Question<V>) -> ForecastResult<V> {
    let mut world = simulation.world.clone();
    for change in &question.changes {
        if let Some(body) = simulation.body(change.entity) {
            if change.position.is_some() {
                world.restore(body);
            }
            let refused = world.edit(body, |held| {
                held.position = change.position.unwrap_or(held.position);
                held.velocity = change.velocity.unwrap_or(held.velocity);
                held.mass = change.mass.map_or(held.mass, f64::from);
                held.restitution = change.restitution.map_or(held.restitution, f64::from);
            });
            if let Err(error) = refused {
                tracing::error!("{} cannot be supposed to be so: {error}", change.entity);
            }
        }
    }
    let settings = Settings { legs: Legs::All, ..question.config.settings() };
    let mut stepper = Stepper::with_settings(settings);
    stepper.hook = question.hook.as_ref().map(|hook| hook.0.clone());
    let future = forecast(&world, &stepper, question.dt, question.ticks);
    ForecastResult {
        events: future
            .events
            .iter()
            .filter_map(|(step, event)| simulation.event(event, question.tick + u64::from(*step)))
            .collect(),
        legs: future
            .legs
            .into_iter()
            .filter_map(|(step, leg)| {
                Some(ForecastLeg { ticks_before: step, entity: simulation.entity(leg.body)?, leg })
            })
            .collect(),
        ticks: future.steps,
        end: future.end,
    }
}
