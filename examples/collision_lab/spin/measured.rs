//! What is measured of a ball that turns: its motion at the end of each tick, its bounces, and the phases of its way.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::Space;

use crate::lesson::radius;
use crate::spin::formula::Motion;

/// Marks the ball that is measured.
#[derive(Component, Clone, Copy, Debug)]
pub struct MeasuredBall;

/// The state of the ball at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of ticks that had been made.
    pub tick: u64,
    /// The position in metres.
    pub place: DVec2,
    /// The motion.
    pub motion: Motion,
    /// The unit vector to which the ball has turned its x axis.
    pub axis: DVec2,
}

/// A bounce of the ball off a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// The number of the tick.
    pub tick: u64,
    /// The time in seconds after the start of the tick.
    pub time: f64,
    /// The position of the centre of the ball, in metres.
    pub place: DVec2,
    /// The unit vector from the wall to the ball.
    pub normal: DVec2,
    /// The motion before.
    pub before: Motion,
    /// The motion after.
    pub after: Motion,
}

/// All that was measured since the throw. After a rewind the later part stays until the next tick.
#[derive(Resource, Clone, Debug, Default)]
pub struct Measured {
    /// The states: the first is that of the throw.
    pub samples: Vec<Sample>,
    /// The bounces.
    pub bounces: Vec<Bounce>,
    /// The duration of a tick in seconds.
    pub dt: f64,
}

/// Measures in a space.
pub struct MeasuredPlugin<V: Space>(std::marker::PhantomData<V>);

impl<V: Space> Default for MeasuredPlugin<V> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<V: Space<Wide = DVec2>> Plugin for MeasuredPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Measured>()
            .add_systems(FixedPostUpdate, before_tick::<V>.in_set(ElasticSystems::Integrate))
            .add_systems(FixedPostUpdate, after_tick::<V>.in_set(ElasticSystems::Report));
    }
}

/// The state of a ball in the simulation.
fn sample<V: Space<Wide = DVec2>>(
    simulation: &Simulation<V>,
    entity: Entity,
    tick: u64,
) -> Option<Sample> {
    let id = simulation.body(entity)?;
    let body = simulation.world().body(id)?;
    let surface = body.angular_velocity * body.shape.ball_radius()?;
    Some(Sample {
        tick,
        place: body.position,
        motion: Motion { velocity: body.velocity, surface },
        axis: simulation.world().rotation(id)?.axes()[0],
    })
}

/// Removes what a rewind has undone. If the ball is new, or the player has changed it, the measurement starts anew.
fn before_tick<V: Space<Wide = DVec2>>(
    simulation: Res<Simulation<V>>,
    ball: Option<Single<Entity, With<MeasuredBall>>>,
    time: Res<Time<Elastic>>,
    mut measured: ResMut<Measured>,
) {
    let Some(ball) = ball else { return };
    let start = time.tick();
    let Some(now) = sample(&simulation, *ball, start) else { return };
    measured.samples.retain(|sample| sample.tick <= start);
    measured.bounces.retain(|bounce| bounce.tick < start);
    measured.dt = time.tick_seconds();
    if measured.samples.last() != Some(&now) {
        measured.samples = vec![now];
        measured.bounces.clear();
    }
}

/// Measures the tick.
fn after_tick<V: Space<Wide = DVec2>>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    ball: Option<Single<(Entity, &Mass), With<MeasuredBall>>>,
    time: Res<Time<Elastic>>,
    mut measured: ResMut<Measured>,
) {
    let Some((entity, mass)) = ball.map(|ball| *ball) else { return };
    let tick = time.tick();
    let (Some(now), Some(id)) = (sample(&simulation, entity, tick), simulation.body(entity)) else {
        return;
    };
    let before = measured.samples.last().map_or(now.motion, |sample| sample.motion);
    let impacts = engine.report().impacts().filter(|impact| impact.bodies[0] == id);
    measured.bounces.extend(impacts.map(|impact| Bounce {
        tick: tick - 1,
        time: impact.time,
        place: impact.point + impact.normal * radius(f64::from(mass.0)),
        normal: impact.normal,
        before,
        after: now.motion,
    }));
    measured.samples.push(now);
}

impl Bounce {
    /// The time in ticks since the start of the game.
    #[must_use]
    pub fn instant(&self, dt: f64) -> f64 {
        self.tick as f64 + self.time / dt
    }
}

impl Measured {
    /// The part until a tick, which a rewind has left.
    pub fn until(&self, tick: u64) -> (&[Sample], &[Bounce]) {
        let samples = self.samples.partition_point(|sample| sample.tick <= tick);
        let bounces = self.bounces.partition_point(|bounce| bounce.tick < tick);
        (&self.samples[..samples], &self.bounces[..bounces])
    }
}

/// The time at which a ball on a floor turned back, in ticks after the first of the samples, and its way until then in
/// metres. Between two ticks the velocity is taken as a straight line.
#[must_use]
pub fn turning_back(samples: &[Sample], dt: f64) -> Option<(f64, f64)> {
    let speed = |sample: &Sample| sample.motion.velocity.x;
    let index = samples
        .windows(2)
        .position(|two| speed(&two[0]) != 0.0 && speed(&two[0]) * speed(&two[1]) <= 0.0)?;
    let [one, two] = [samples[index], samples[index + 1]];
    let share = speed(&one) / (speed(&one) - speed(&two));
    let way = one.place.x - samples[0].place.x + 0.5 * speed(&one) * share * dt;
    Some((index as f64 + share, way))
}

/// The time at which a ball on a floor began to roll, in ticks after the first of the samples: the straight line through
/// the sliding in the last two ticks before is zero then.
#[must_use]
pub fn began_to_roll(samples: &[Sample]) -> Option<f64> {
    let sliding = |index: usize| samples[index].motion.sliding(DVec2::Y);
    let step = |index: usize| (sliding(index - 1) - sliding(index)).abs();
    // What rounds to f32 slides by less.
    let least = |index: usize| {
        let Motion { velocity, surface } = samples[index].motion;
        step(index).max(1e-6 * (velocity.length() + surface.abs()))
    };
    let last = (1..samples.len()).rev().find(|index| sliding(*index).abs() >= least(*index))?;
    // A ball that still slides has not begun.
    (last + 1 < samples.len()).then(|| last as f64 + sliding(last).abs() / step(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(motions: impl IntoIterator<Item = (f64, f64)>) -> Vec<Sample> {
        let sample = |(tick, (x, surface))| Sample {
            tick,
            place: DVec2::ZERO,
            motion: Motion { velocity: DVec2::X * x, surface },
            axis: DVec2::X,
        };
        (0..).zip(motions).map(sample).collect()
    }

    #[test]
    fn straight_line_of_sliding_gives_begin_of_rolling() {
        // It slides at 5, 3 and 1 metres a second, and half a tick later it rolls.
        let rolls = samples([(3.0, 2.0), (2.0, 1.0), (1.0, 0.0), (0.75, -0.75), (0.75, -0.75)]);
        assert_eq!(began_to_roll(&rolls), Some(2.5));
        assert_eq!(began_to_roll(&rolls[..2]), None);
    }

    #[test]
    fn change_of_sign_gives_time_of_turning_back() {
        let returns = samples([(3.0, 9.0), (1.0, 8.0), (-1.0, 7.0)]);
        assert_eq!(turning_back(&returns, 0.5).map(|back| back.0), Some(1.5));
        assert_eq!(turning_back(&returns[..2], 0.5), None);
    }
}
