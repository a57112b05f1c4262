//! Futures of a fruit that falls, with all merges that follow, and the one of the fruit that hangs in the hopper.
//!
//! A forecast of the plugin ends where the game would change something. So these run in a copy of its world, tick by tick,
//! and merge fruits as the game does: what they foretell is what happens, to the bit.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use collide_core::report::Event;
use collide_core::settings::Settings;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};

use crate::board::{HANGS, body};
use crate::hopper::Hopper;
use crate::kinds::Fruit;
use crate::merging::{Merge, merges, touch};

/// The most ticks of the path that is shown: two seconds.
const TICKS: u32 = 128;

/// A world that goes on by itself.
#[derive(Clone)]
pub struct Future {
    pub world: World<DVec2>,
    stepper: Stepper<DVec2>,
    /// What merges before the next tick.
    merges: Vec<Merge>,
    /// The points of all merges so far.
    pub points: u32,
}

/// When a fruit first touches something, and where its middle is then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstTouch {
    /// The number of ticks before, and the seconds since the last of them.
    pub ticks: u32,
    pub time: f64,
    pub place: DVec2,
}

/// What becomes of a fruit that falls.
#[derive(Resource, Clone, Debug, Default)]
pub struct Fall {
    /// Where it is after each tick.
    pub path: Vec<Vec2>,
    pub touch: Option<FirstTouch>,
    /// What it becomes if it merges, and where.
    pub merge: Option<(Option<Fruit>, Vec2)>,
}

impl Future {
    /// The future from the end of the last tick on.
    pub fn new(simulation: &Simulation, last: &SimulationStepper) -> Self {
        let settings = Settings { contacts: true, ..Settings::default() };
        let world = simulation.world().clone();
        let merges = merges(&world, last.report());
        Self { world, stepper: Stepper::with_settings(settings), merges, points: 0 }
    }

    /// Makes a tick. What has merged comes to be at its start, and a fruit that falls.
    pub fn step(&mut self, dt: f64, falls: Option<(Fruit, f32)>) -> Option<BodyId> {
        for body in self.merges.iter().flat_map(|it| it.bodies) {
            self.world.remove(body);
        }
        for merge in self.merges.drain(..) {
            self.points += merge.fruit.points();
            // Places and velocities are finite, so no body is refused.
            merge
                .fruit
                .next()
                .and_then(|next| self.world.add(body(next, merge.place, merge.velocity)).ok());
        }
        let fallen = falls
            .and_then(|(fruit, x)| self.world.add(body(fruit, vec2(x, HANGS), Vec2::ZERO)).ok());
        self.stepper.step(&mut self.world, dt);
        self.merges = merges(&self.world, self.stepper.report());
        fallen
    }

    /// Drops a fruit, and follows it until it merges or rests.
    pub fn fall(mut self, dt: f64, fruit: Fruit, x: f32) -> Fall {
        let mut fall = Fall::default();
        let Some(fallen) = self.step(dt, Some((fruit, x))) else { return fall };
        for ticks in 0..TICKS {
            let Some(place) = self.world.position(fallen) else { break };
            fall.path.push(place.as_vec2());
            if fall.touch.is_none() {
                fall.touch = self.first_touch(fallen, ticks);
            }
            if let Some(merge) = self.merges.iter().find(|it| it.bodies.contains(&fallen)) {
                fall.merge = Some((merge.fruit.next(), merge.place));
                break;
            }
            if self.world.is_asleep(fallen) {
                break;
            }
            self.step(dt, None);
        }
        fall
    }

    /// The first touch of a body in the last tick.
    fn first_touch(&self, fallen: BodyId, ticks: u32) -> Option<FirstTouch> {
        let event = self
            .stepper
            .report()
            .events
            .iter()
            .find(|event| touch(event).is_some_and(|bodies| bodies.contains(&fallen)))?;
        let radius = self.world.body(fallen)?.shape.ball_radius()?;
        let place = match event {
            Event::Impact(impact) => {
                let away = if impact.bodies[0] == fallen { impact.normal } else { -impact.normal };
                impact.point + radius * away
            }
            _ => self.world.position(fallen)?,
        };
        Some(FirstTouch { ticks, time: event.time(), place })
    }
}

/// Foresees the fruit that hangs in the hopper, if anything has changed since it last did.
pub fn foresee(
    (simulation, last): (Res<Simulation>, Res<SimulationStepper>),
    (hopper, time): (Res<Hopper>, Res<Time<Elastic>>),
    mut known: Local<Option<(u64, Hopper)>>,
    mut fall: ResMut<Fall>,
) {
    if !hopper.is_ready() {
        *known = None;
        *fall = Fall::default();
        return;
    }
    let is_old = known.as_ref().is_none_or(|(tick, then)| {
        *then != *hopper || *tick != time.tick() && simulation.world().is_moving()
    });
    if is_old {
        *known = Some((time.tick(), hopper.clone()));
        *fall = Future::new(&simulation, &last).fall(time.tick_seconds(), hopper.fruit, hopper.x);
    }
}
