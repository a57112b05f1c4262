//! Forecasts: the simulation, run ahead on a copy.
//!
//! ```text
//! change     what a forecast assumes
//! result     what a forecast returns
//! request    what is asked of one future among many
//! outlook    one future among many
//! search     a search among many futures that goes on over frames
//! ```

mod change;
mod result;
mod request;
mod outlook;
mod search;

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use bevy_math::Vec2;
use bevy_time::Time;
use collide_core::forecast::{Forecasters, forecast};
use collide_core::report::Legs;
use collide_core::step::{Settings, Stepper};

use crate::resources::{ElasticConfig, PairHook};
use crate::simulation::Simulation;
use crate::simulation::thread_pool::ComputePool;
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

pub use change::ForecastChange;
pub use outlook::ForecastOutlook;
pub use request::{ForecastPaths, ForecastRequest, ForecastUntil};
pub use result::{ForecastLeg, ForecastResult};
pub use search::ForecastSearch;

use change::apply_changes;
use outlook::Source;

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

    /// The futures from the end of the last tick on, one for each request, on all threads of Bevy's compute pool.
    ///
    /// Each is what [`predict`](Self::predict) would return for the same changes and ticks, up to the end that was requested, with
    /// the paths that were requested. `answer` takes from each future what is wanted; it is called on any thread and in any
    /// order. The answers come in the order of the requests, with the same bits whatever the number of threads.
    ///
    /// # Example
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_elastic::forecast::{ForecastRequest, ForecastUntil};
    /// use bevy_elastic::prelude::*;
    /// use bevy_math::Vec2;
    ///
    /// #[derive(Component)]
    /// struct CueBall;
    /// #[derive(Component)]
    /// struct Eight;
    ///
    /// /// The first of a thousand directions that pots the eight.
    /// fn aim(cue_ball: Single<Entity, With<CueBall>>, eight: Single<Entity, With<Eight>>, forecast: Forecast) {
    ///     let shots: Vec<Vec2> = (0..1000u16).map(|it| 300.0 * Vec2::from_angle(f32::from(it) * 0.001 * std::f32::consts::TAU)).collect();
    ///     let requests: Vec<_> = shots
    ///         .iter()
    ///         .map(|shot| {
    ///             let change = ForecastChange { velocity: Some(*shot), ..ForecastChange::of(*cue_ball) };
    ///             ForecastRequest::new([change], 640).until(ForecastUntil::Leaves(*eight))
    ///         })
    ///         .collect();
    ///     let is_potted = forecast.predict_many(&requests, |future| future.has_ended_as_asked());
    ///     let shot = is_potted.iter().position(|is_potted| *is_potted).map(|place| shots[place]);
    ///     # let _ = shot;
    /// }
    /// # bevy_ecs::system::assert_is_system(aim);
    /// ```
    pub fn predict_many<A: Send>(
        &self,
        requests: &[ForecastRequest<V>],
        answer: impl Fn(&ForecastOutlook<'_, V>) -> A + Sync,
    ) -> Vec<A> {
        let simulation = &*self.simulation;
        let source = Source { simulation, tick: self.time.tick(), dt: self.time.tick_seconds() };
        let mut stepper = self.stepper();
        stepper.executor = Arc::new(ComputePool);
        Forecasters::new(&stepper).run(
            &simulation.world,
            requests.len(),
            |number, world| source.ask(&requests[number], world),
            |_, future| answer(&ForecastOutlook::new(&source, *future)),
        )
    }

    /// Begins a search among futures that goes on over frames: in the background where there are threads, and elsewhere a few
    /// at each [`poll`](ForecastSearch::poll).
    ///
    /// It starts at the end of the last tick, and what happens in the game later changes nothing in it. `answer` takes from each
    /// future what is wanted. A search that is dropped ends; so does one that is replaced by another.
    pub fn search<A: Send + 'static>(
        &self,
        requests: Vec<ForecastRequest<V>>,
        answer: impl Fn(&ForecastOutlook<'_, V>) -> A + Send + Sync + 'static,
    ) -> ForecastSearch<A> {
        let times = (self.time.tick(), self.time.tick_seconds());
        ForecastSearch::begin((*self.simulation).clone(), times, &self.stepper(), requests, answer)
    }

    /// A stepper that makes ticks as the game does.
    fn stepper(&self) -> Stepper<V::Wide> {
        let mut stepper = Stepper::with_settings(self.config.settings());
        stepper.hook = self.hook.as_ref().map(|hook| hook.0.clone());
        stepper
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
    let mut world = simulation.world.clone();
    apply_changes(simulation, &request.changes, &mut world);
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
