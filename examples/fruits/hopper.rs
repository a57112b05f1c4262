//! The hopper: the fruit that hangs above the box, the one after it, and the drop.

use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::board::{HALF_WIDTH, HANGS, fruit};
use crate::kinds::Fruit;
use crate::rules::Game;

/// How long it takes until the next fruit hangs, in seconds.
pub const RELOAD: f64 = 0.4;

/// The hopper.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Hopper {
    /// The x coordinate of the fruit that hangs.
    pub x: f32,
    pub fruit: Fruit,
    pub next: Fruit,
    /// Whether the fruit is to fall before the next tick.
    pub drops: bool,
    /// In how many seconds the fruit hangs.
    pub wait: f64,
    seed: u32,
}

impl Hopper {
    /// The hopper at the start of the game that a seed gives.
    pub fn new(seed: u32) -> Self {
        let [fruit, next] = [0, 1].map(|number| Fruit::drawn(seed, number));
        Self { x: 0.0, fruit, next, drops: false, wait: 0.0, seed }
    }

    /// The hopper of the next game.
    pub fn renew(&mut self) {
        *self = Self::new(self.seed.wrapping_add(1));
    }

    /// Moves the fruit that hangs, as far as the walls allow.
    pub fn aim(&mut self, x: f32) {
        let reach = HALF_WIDTH - self.fruit.radius();
        self.x = x.clamp(-reach, reach);
    }

    /// Whether a fruit hangs.
    pub fn is_ready(&self) -> bool {
        self.wait <= 0.0
    }

    /// Goes on to the fruit after the one that falls, when so many have fallen.
    fn load(&mut self, dropped: u32) {
        (self.fruit, self.next) = (self.next, Fruit::drawn(self.seed, dropped + 1));
        self.wait = RELOAD;
        self.aim(self.x);
    }
}

/// Before each tick: drops the fruit, if that is asked for.
pub fn drop_fruit(
    time: Res<Time<Elastic>>,
    mut hopper: ResMut<Hopper>,
    mut game: ResMut<Game>,
    mut commands: Commands,
) {
    hopper.wait = (hopper.wait - time.tick_seconds()).max(0.0);
    let is_asked = std::mem::take(&mut hopper.drops);
    if is_asked && hopper.is_ready() && !game.is_over {
        commands.spawn(fruit(hopper.fruit, vec2(hopper.x, HANGS), Vec2::ZERO));
        game.dropped += 1;
        hopper.load(game.dropped);
    }
}

#[test]
fn fruits_of_a_seed_fall_in_their_order_and_fit_between_the_walls() {
    let mut hopper = Hopper::new(3);
    for number in 0..20 {
        assert_eq!(hopper.fruit, Fruit::drawn(3, number));
        hopper.aim(900.0);
        assert_eq!(hopper.x + hopper.fruit.radius(), HALF_WIDTH);
        hopper.load(number + 1);
        assert!(!hopper.is_ready());
    }
}
