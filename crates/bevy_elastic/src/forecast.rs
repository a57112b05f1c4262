//! Forecasts: the simulation, run ahead on a copy.

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use bevy_math::Vec2;
use bevy_time::Time;
use collide_core::body::Kind;
use collide_core::forecast::forecast;
use collide_core::report::{Leg, Legs};
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;

use crate::events::ElasticEvent;
use crate::resources::{ElasticConfig, PairHook};
use crate::simulation::Simulation;
use crate::space::{Angular, Space, Written};
use crate::time::{Elastic, ElasticTime};

/// A change of a body that a forecast assumes. Fields that are `None` leave the body as it is, as does each axis of a vector
/// with the value that the component shows: the same as if the game wrote the values to the components.
///
/// `ForecastChange { velocity: Some(shot), ..ForecastChange::of(ball) }` changes the velocity of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastChange<V: Space = Vec2> {
    /// The entity of the body.
    pub entity: Entity,
    /// The position, in length units. It brings back a body that is absorbed or broken.
    pub position: Option<V>,
    /// The velocity, in length units per second.
    pub velocity: Option<V>,
    /// The angular velocity of a body that turns, in radians per second; see
    /// [`AngularVelocity`](crate::components::AngularVelocity). A free body without that component or a
    /// [`Cloth`](crate::components::Cloth) does not turn by it.
    pub angular_velocity: Option<V::Angular>,
    /// The roll of a ball on a cloth, in length units per second; see [`Roll`](crate::components::Roll).
    pub roll: Option<V>,
    /// The mass; see [`Mass`](crate::components::Mass).
    pub mass: Option<f32>,
    /// The restitution, from 0 to 1; see [`Restitution`](crate::components::Restitution).
    pub restitution: Option<f32>,
}

impl<V: Space> ForecastChange<V> {
    /// No change of this body, to be extended with struct update syntax.
    #[must_use]
    pub const fn of(entity: Entity) -> Self {
        Self {
            entity,
            position: None,
            velocity: None,
            angular_velocity: None,
            roll: None,
            mass: None,
            restitution: None,
        }
    }
}

/// One leg of the path of a body in a forecast.
#[derive(Clone, Debug)]
pub struct ForecastLeg<V: Space = Vec2> {
    /// The number of ticks from the start of the forecast to the start of the tick of this leg.
    pub ticks_before: u32,
    /// The body.
    pub entity: Entity,
    /// The parabola on which the body moves, with times in seconds after the start of its tick.
    pub leg: Leg<V::Wide>,
}

/// The result of a forecast, which ends when nothing moves any more or after the requested number of ticks.
#[derive(Clone, Debug)]
pub struct ForecastResult<V: Space = Vec2> {
    /// The events, in the order in which they will be reported, with the numbers of the ticks to come.
    pub events: Vec<ElasticEvent<V>>,
    /// The paths of the bodies that move, in the order of ticks.
    pub legs: Vec<ForecastLeg<V>>,
    /// The number of ticks that the forecast covers.
    pub ticks: u32,
    /// The world at the end of the forecast.
    pub end: World<V::Wide>,
}

impl<V: Space> ForecastResult<V> {
    /// The path of one body, leg by leg. The times of a leg count from the start of its tick.
    pub fn path(&self, entity: Entity) -> impl Iterator<Item = &Leg<V::Wide>> {
        self.legs.iter().filter(move |leg| leg.entity == entity).map(|leg| &leg.leg)
    }
}

/// The last forecast, kept until something that it depends on changes.
#[derive(Resource, Clone, Debug)]
pub struct ForecastCache<V: Space = Vec2> {
    last: Option<(Request<V>, ForecastResult<V>)>,
}

impl<V: Space> Default for ForecastCache<V> {
    fn default() -> Self {
        Self { last: None }
    }
}

impl<V: Space> ForecastCache<V> {
    /// The result of the last forecast, if there was one. The state may have changed since.
    #[must_use]
    pub fn result(&self) -> Option<&ForecastResult<V>> {
        self.last.as_ref().map(|(_, result)| result)
    }
}

/// Everything that a forecast depends on.
#[derive(Clone, Debug, PartialEq)]
struct Request<V: Space> {
    revision: u64,
    tick: u64,
    dt: f64,
    config: ElasticConfig,
    hook: Option<PairHook<V>>,
    ticks: u32,
    changes: Vec<ForecastChange<V>>,
}

/// Predicts the future of a space.
///
/// The same steps of the same length are made on a copy. So the events of a forecast are those that will be reported, to
/// the bit, if the game makes the same change and no other. Systems of the game do not run in a forecast.
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
///     // At most ten seconds of the game, at 64 ticks per second.
///     let result = forecast.predict(&[shot], 640);
///     let first = result.events.first();
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
    /// The future from the end of the last tick on, with these changes, for at most this many ticks.
    ///
    /// What the game has written to components since the last tick is not taken into account; while the clock is paused,
    /// what it has written since the last frame was displayed. A change of an entity that takes no part in the
    /// simulation is ignored, and a change to invalid values is ignored and logged.
    ///
    /// The result is kept until something that it depends on changes, so that repeated calls cost nothing.
    pub fn predict(&mut self, changes: &[ForecastChange<V>], ticks: u32) -> &ForecastResult<V> {
        let request = Request {
            revision: self.simulation.revision,
            tick: self.time.tick(),
            dt: self.time.tick_seconds(),
            config: *self.config,
            hook: self.hook.as_deref().cloned(),
            ticks,
            changes: changes.to_vec(),
        };
        // Every tick brings quiet bodies nearer to sleep.
        let approaches_sleep = self.config.sleep && self.simulation.world.is_moving();
        let reused = self.cache.last.take().and_then(|(last, result)| {
            if approaches_sleep && last.tick != request.tick {
                None
            } else {
                request.reuse(&last, result)
            }
        });
        let result = reused.unwrap_or_else(|| predict(&self.simulation, &request));
        &self.cache.last.insert((request, result)).1
    }
}

impl<V: Space> Request<V> {
    /// The result of an earlier request, if it is the result of this one too.
    ///
    /// While nothing moves, ticks pass without changing the result, except for the numbers of the ticks.
    fn reuse(&self, last: &Self, mut result: ForecastResult<V>) -> Option<ForecastResult<V>> {
        if *self != (Self { tick: self.tick, ..last.clone() }) {
            return None;
        }
        if self.tick != last.tick {
            for event in &mut result.events {
                *event = event.with_tick(event.tick() - last.tick + self.tick);
            }
        }
        Some(result)
    }
}

fn predict<V: Space>(simulation: &Simulation<V>, request: &Request<V>) -> ForecastResult<V> {
    let world = changed_world(simulation, &request.changes);
    let settings = Settings { legs: Legs::All, ..request.config.settings() };
    let mut stepper = Stepper::with_settings(settings);
    stepper.hook = request.hook.as_ref().map(|hook| hook.0.clone());
    let future = forecast(&world, &stepper, request.dt, request.ticks);
    let events = future
        .events
        .iter()
        .filter_map(|(step, event)| simulation.event(event, request.tick + u64::from(*step)));
    let legs = future.legs.into_iter().filter_map(|(step, leg)| {
        Some(ForecastLeg { ticks_before: step, entity: simulation.entity(leg.body)?, leg })
    });
    ForecastResult {
        events: events.collect(),
        legs: legs.collect(),
        ticks: future.steps,
        end: future.end,
    }
}

/// A copy of the world with these changes.
fn changed_world<V: Space>(
    simulation: &Simulation<V>,
    changes: &[ForecastChange<V>],
) -> World<V::Wide> {
    let mut world = simulation.world.clone();
    for change in changes {
        let Some(body) = simulation.body(change.entity) else { continue };
        if change.position.is_some() {
            world.restore(body);
        }
        let edited = world.edit(body, |held| {
            let written = |now: Option<V>, known| {
                let shown = V::narrow(known);
                Written { now: now.unwrap_or(shown), shown, known }
            };
            let velocity = written(change.velocity, held.velocity);
            held.position = written(change.position, held.position).value();
            held.velocity = velocity.value();
            held.roll = written(change.roll, held.roll).as_roll(velocity);
            let may_turn = held.kind != Kind::Dynamic || held.inertia_factor.is_some();
            if let Some(angular_velocity) = change.angular_velocity.filter(|_| may_turn) {
                let shown = V::Angular::from_turn_rate(held.angular_velocity);
                held.angular_velocity = angular_velocity.written(shown, held.angular_velocity);
            }
            held.mass = change.mass.map_or(held.mass, f64::from);
            held.restitution = change.restitution.map_or(held.restitution, f64::from);
        });
        if let Err(error) = edited {
            tracing::error!("the forecast ignores a change of {}: {error}", change.entity);
        }
    }
    world
}
