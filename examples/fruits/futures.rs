//! Futures of a fruit that falls, with all merges that follow, and the one of the fruit that hangs in the hopper.
//!
//! Systems of a game do not run in a forecast of the plugin, so it is true up to the first merge. These futures go on: they make
//! the ticks in a copy of the world, and merge fruits by the rule of the game. What they foretell is what happens, to the bit.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use collide_core::report::{Event, Report};
use collide_core::settings::{Legs, Settings};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};

use crate::board::{HANGS, body};
use crate::hopper::Hopper;
use crate::kinds::Fruit;
use crate::merging::{Merge, merges, touch};

/// The most ticks of the path that is shown.
const TICKS: u32 = 110;

/// A fruit rests if it moves by less than this, in pixels, in so many ticks.
const REST: (f32, usize) = (1.0, 12);

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
        let settings = Settings { contacts: true, legs: Legs::None, ..Settings::default() };
        let world = simulation.world().clone();
        let merges = merges(&world, last.report());
        Self { world, stepper: Stepper::with_settings(settings), merges, points: 0 }
    }

    /// Makes some ticks.
    pub fn advance(&mut self, dt: f64, ticks: u32) {
        for _ in 0..ticks {
            self.merge();
            self.tick(dt);
        }
    }

    /// Makes a tick, at the start of which a fruit falls from the hopper.
    pub fn drop_fruit(&mut self, dt: f64, fruit: Fruit, x: f32) -> Option<BodyId> {
        self.merge();
        let fallen = self.world.add(body(fruit, vec2(x, HANGS), Vec2::ZERO)).ok();
        self.tick(dt);
        fallen
    }

    /// Merges what has touched, as the game does before a tick.
    fn merge(&mut self) {
        for body in self.merges.iter().flat_map(|it| it.bodies) {
            self.world.remove(body);
        }
        for merge in self.merges.drain(..) {
            self.points += merge.fruit.points();
            if let Some(next) = merge.fruit.next() {
                // Places and velocities are finite, so no body is refused.
                let _ = self.world.add(body(next, merge.place, merge.velocity));
            }
        }
    }

    fn tick(&mut self, dt: f64) {
        self.stepper.step(&mut self.world, dt);
        self.merges = merges(&self.world, self.stepper.report());
    }

    /// Drops a fruit, and follows it until it merges or rests.
    pub fn fall(mut self, dt: f64, fruit: Fruit, x: f32) -> Fall {
        let mut fall = Fall::default();
        let Some(fallen) = self.drop_fruit(dt, fruit, x) else { return fall };
        for ticks in 0..TICKS {
            let Some(place) = self.world.position(fallen) else { break };
            fall.path.push(place.as_vec2());
            if fall.touch.is_none() {
                fall.touch = first_touch(&self.world, self.stepper.report(), fallen, ticks);
            }
            if let Some(merge) = self.merges.iter().find(|it| it.bodies.contains(&fallen)) {
                fall.merge = Some((merge.fruit.next(), merge.place));
                break;
            }
            let before = fall.path.len().checked_sub(REST.1).map(|it| fall.path[it]);
            if before.is_some_and(|before| before.distance(place.as_vec2()) < REST.0) {
                break;
            }
            self.advance(dt, 1);
        }
        fall
    }
}

/// The first touch of a body in the last tick, after so many others.
pub fn first_touch(
    world: &World<DVec2>,
    report: &Report<DVec2>,
    fallen: BodyId,
    ticks: u32,
) -> Option<FirstTouch> {
    let is_of_fallen = |event: &&Event<DVec2>| touch(event).is_some_and(|it| it.contains(&fallen));
    let event = report.events.iter().find(is_of_fallen)?;
    let radius = world.body(fallen)?.shape.ball_radius()?;
    let place = match event {
        Event::Impact(impact) => {
            let away = if impact.bodies[0] == fallen { impact.normal } else { -impact.normal };
            impact.point + radius * away
        }
        _ => world.position(fallen)?,
    };
    Some(FirstTouch { ticks, time: event.time(), place })
}

/// What was foreseen last.
#[derive(Clone, PartialEq)]
pub struct Foreseen {
    hopper: Hopper,
    /// The number of ticks before, and of bodies.
    tick: u64,
    bodies: usize,
    is_moving: bool,
}

/// Foresees the fruit that hangs in the hopper, if anything has changed since it last did.
pub fn foresee(
    (simulation, last): (Res<Simulation>, Res<SimulationStepper>),
    (hopper, time): (Res<Hopper>, Res<Time<Elastic>>),
    mut known: Local<Option<Foreseen>>,
    mut fall: ResMut<Fall>,
) {
    if !hopper.is_ready() {
        (*known, *fall) = (None, Fall::default());
        return;
    }
    let world = simulation.world();
    let now = Foreseen {
        hopper: hopper.clone(),
        tick: time.tick(),
        bodies: world.ids().count(),
        is_moving: world.is_moving(),
    };
    let is_same = known.as_ref().is_some_and(|then| {
        let is_still = !then.is_moving && !now.is_moving;
        *then == Foreseen { tick: if is_still { then.tick } else { now.tick }, ..now.clone() }
    });
    if !is_same {
        *fall = Future::new(&simulation, &last).fall(time.tick_seconds(), hopper.fruit, hopper.x);
        *known = Some(now);
    }
}
