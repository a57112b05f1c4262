//! The bot: it runs the future of a drop from each of some places, with all merges, and plays the best.
//!
//! It thinks while the world goes on: its futures begin in the tick in which it will drop the fruit.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use harness::keys::ResetRequested;

use crate::board::{FLOOR, HALF_WIDTH, LINE};
use crate::futures::Future;
use crate::hopper::Hopper;
use crate::kinds::Fruit;
use crate::merging::fruits;
use crate::rules::Game;

/// The number of places that are tried, one a tick.
const TRIES: u32 = 18;

/// How many ticks the fruit then takes to its place.
const GLIDE: u32 = 26;

/// How many ticks a future goes on: a fruit reaches the floor after 60, and then hardly moves.
const TICKS: u32 = 84;

/// After so many ticks the whole world is compared with what was foretold: before the next fruit falls.
const COMPARED: u32 = TRIES + GLIDE - 1;

/// How long the bot waits after a game, in seconds.
const PAUSE: f64 = 5.0;

/// The bot.
#[derive(Resource, Default)]
pub struct Bot {
    pub is_on: bool,
    plan: Option<Plan>,
    /// What is foretold of the fruit that fell last.
    foretold: Option<Foretold>,
    /// How many drops were as foretold, and how many not.
    pub right: u32,
    pub wrong: u32,
}

impl Bot {
    pub fn new(is_on: bool) -> Self {
        Self { is_on, ..Self::default() }
    }

    /// Forgets what it has planned, as for another game.
    pub fn forget(&mut self) {
        *self = Self { is_on: self.is_on, right: self.right, wrong: self.wrong, ..Self::default() };
    }
}

/// A drop that is thought about.
struct Plan {
    /// The world before the tick of the drop.
    start: Future,
    /// The number of that tick.
    drops_at: u64,
    /// From where the fruit glides.
    from: f32,
    tried: u32,
    best: Option<Choice>,
}

/// A place, and what comes of it.
struct Choice {
    x: f32,
    worth: f64,
    foretold: Foretold,
}

/// All fruits with their places, after so many ticks of the game.
struct Foretold {
    ticks: u64,
    fruits: Vec<(Fruit, DVec2)>,
}

impl Foretold {
    fn of(future: &Future, ticks: u64) -> Self {
        Self { ticks, fruits: fruits(&future.world).collect() }
    }
}

/// Before each tick, before the fruit falls: compares what has happened with what was foretold.
pub fn compare((simulation, time): (Res<Simulation>, Res<Time<Elastic>>), mut bot: ResMut<Bot>) {
    if let Some(foretold) = bot.foretold.take_if(|it| it.ticks <= time.tick()) {
        let is_right = fruits(simulation.world()).eq(foretold.fruits);
        bot.right += u32::from(is_right);
        bot.wrong += u32::from(!is_right);
    }
}

/// Before each tick: plays, if the bot is on.
pub fn play(
    (simulation, last): (Res<Simulation>, Res<SimulationStepper>),
    (game, time): (Res<Game>, Res<Time<Elastic>>),
    mut bot: ResMut<Bot>,
    mut hopper: ResMut<Hopper>,
    mut resets: MessageWriter<ResetRequested>,
) {
    let dt = time.tick_seconds();
    if !bot.is_on || game.is_over {
        (bot.plan, bot.foretold) = (None, None);
        resets.write_batch((bot.is_on && game.over_since > PAUSE).then_some(ResetRequested));
        return;
    }
    // The first tick reads the box: before it there is nothing to foresee.
    if time.tick() == 0 {
        return;
    }
    let plan = bot.plan.get_or_insert_with(|| {
        let mut start = Future::new(&simulation, &last);
        start.advance(dt, TRIES + GLIDE - 1);
        let drops_at = time.tick() + u64::from(TRIES + GLIDE) - 1;
        Plan { start, drops_at, from: hopper.x, tried: 0, best: None }
    });
    if plan.tried < TRIES {
        let choice = plan.choose(dt, hopper.fruit);
        if plan.best.as_ref().is_none_or(|best| choice.worth > best.worth) {
            plan.best = Some(choice);
        }
        return;
    }
    let Some(best) = &plan.best else { return };
    let left = (plan.drops_at.saturating_sub(time.tick())) as f32 / GLIDE as f32;
    hopper.aim(best.x + (plan.from - best.x) * left * left * (3.0 - 2.0 * left));
    if time.tick() >= plan.drops_at {
        hopper.drops = true;
        bot.foretold = bot.plan.take().and_then(|plan| plan.best).map(|best| best.foretold);
    }
}

impl Plan {
    /// Tries the next place.
    fn choose(&mut self, dt: f64, fruit: Fruit) -> Choice {
        let reach = HALF_WIDTH - fruit.radius();
        let x = reach * (2.0 * self.tried as f32 / (TRIES - 1) as f32 - 1.0);
        self.tried += 1;
        let mut future = self.start.clone();
        future.drop_fruit(dt, fruit, x);
        future.advance(dt, COMPARED - 1);
        let foretold = Foretold::of(&future, self.drops_at + u64::from(COMPARED));
        future.advance(dt, TICKS - COMPARED);
        let fruits: Vec<_> = fruits(&future.world).collect();
        let points = future.points - self.start.points;
        Choice { x, worth: f64::from(points) + worth(&fruits), foretold }
    }
}

/// How good a box of fruits is: the fewer there are, the lower they lie, and the nearer those are that are equal or differ by one
/// kind.
fn worth(fruits: &[(Fruit, DVec2)]) -> f64 {
    let mut worth = 0.0;
    for (number, (fruit, place)) in fruits.iter().enumerate() {
        let top = place.y + f64::from(fruit.radius());
        let danger = (top - f64::from(LINE - 60.0)).max(0.0);
        worth -= 3.0 + danger + f64::from(fruit.mass()) * (top - f64::from(FLOOR)) / 2000.0;
        let others =
            fruits[number + 1..].iter().filter(|(other, _)| other.0.abs_diff(fruit.0) <= 1);
        let nearness = others.map(|(other, there)| {
            let gap = place.distance(*there) - f64::from(fruit.radius() + other.radius());
            let share = if other == fruit { 2.0 } else { 1.0 };
            share / (1.0 + gap.max(0.0) / 40.0)
        });
        worth += nearness.fold(0.0, f64::max);
    }
    worth
}

#[test]
fn equal_fruits_beside_each_other_are_worth_more_than_apart_and_one_more_than_two() {
    let at = |fruit: usize, x: f64| (Fruit(fruit), DVec2::new(x, -280.0));
    let [beside, apart] = [40.0, 200.0].map(|x| worth(&[at(0, 0.0), at(0, x)]));
    let merged = worth(&[at(1, 0.0)]);
    assert!(merged > beside && beside > apart, "{merged} {beside} {apart}");
}

#[test]
fn next_fruit_hangs_when_the_bot_has_thought() {
    assert!(f64::from(TRIES + GLIDE) / 64.0 > crate::hopper::RELOAD && COMPARED < TICKS);
}
