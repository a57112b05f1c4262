//! What moves the mallets: a pointer, keys, or a bot.

use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::args::Players;
use crate::bot::{self, Bots};
use crate::mallet::{Mallet, Wish, Wishes, within_reach};
use crate::rules::{Match, Puck};
use crate::side::Side;

/// How fast keys move a mallet, in millimetres a second.
const KEY_SPEED: f32 = 2600.0;

/// Keys to the left, to the right, down and up.
pub type Keys = [KeyCode; 4];
pub const LETTERS: Keys = [KeyCode::KeyA, KeyCode::KeyD, KeyCode::KeyS, KeyCode::KeyW];
pub const ARROWS: Keys =
    [KeyCode::ArrowLeft, KeyCode::ArrowRight, KeyCode::ArrowDown, KeyCode::ArrowUp];

/// What moves a mallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Controller {
    /// The pointer, or these keys.
    Player { pointer: bool, keys: &'static [Keys] },
    /// The bot of the side.
    Bot,
    /// Another machine.
    Elsewhere,
}

/// A player with the whole machine.
const ALONE: Controller = Controller::Player { pointer: true, keys: &[LETTERS, ARROWS] };

/// What moves the two mallets.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Controllers([Controller; 2]);

impl Controllers {
    pub fn new(players: Players) -> Self {
        Self(match players {
            Players::One => [ALONE, Controller::Bot],
            Players::Two => [
                Controller::Player { pointer: true, keys: &[LETTERS] },
                Controller::Player { pointer: false, keys: &[ARROWS] },
            ],
            Players::Bots => [Controller::Bot; 2],
        })
    }

    /// Of a machine that plays one side; a player or a bot.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code))]
    pub fn of_side(side: Side, is_bot: bool) -> Self {
        let mut controllers = [Controller::Elsewhere; 2];
        controllers[side as usize] = if is_bot { Controller::Bot } else { ALONE };
        Self(controllers)
    }

    fn of(&self, side: Side) -> Controller {
        self.0[side as usize]
    }
}

/// What the player at this machine points at and asks for.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Hand {
    /// Where the pointer is, if it has moved since a key was pressed.
    pub place: Option<Vec2>,
    /// Whether another match is asked for.
    pub restarts: bool,
}

/// Before a tick: what each player of this machine wants.
pub fn wish(
    (controllers, time): (Res<Controllers>, Res<Time<Elastic>>),
    (keys, mut hand): (Option<Res<ButtonInput<KeyCode>>>, ResMut<Hand>),
    (mut bots, game): (ResMut<Bots>, Res<Match>),
    mallets: Query<(Entity, &Side, &Position), With<Mallet>>,
    puck: Single<(Entity, &Position), With<Puck>>,
    mut forecast: Forecast,
    mut wishes: ResMut<Wishes>,
) {
    let dt = time.tick_seconds() as f32;
    let sides = Side::BOTH.into_iter().filter(|side| controllers.of(*side) == Controller::Bot);
    let sides: Vec<Side> = sides.collect();
    bots.restart = !controllers.0.iter().any(|it| matches!(it, Controller::Player { .. }));
    let last = *wishes;
    wishes.0 = if sides.is_empty() {
        <[Wish; 2]>::default()
    } else {
        let puck = (puck.0, puck.1.0);
        bot::wishes((&sides, &last), &mut bots, &game, &mallets, puck, (&mut forecast, dt))
    };
    // A match that has ended may end otherwise on another machine, so the question stands until there is another one.
    let asks = hand.restarts;
    hand.restarts &= game.is_over();
    for (_, side, here) in &mallets {
        let wish = &mut wishes.0[*side as usize];
        if let Controller::Player { pointer, keys: sets } = controllers.of(*side) {
            let way: Vec2 = sets.iter().map(|set| direction(keys.as_deref(), set)).sum();
            let step = way.clamp_length_max(1.0) * KEY_SPEED * dt;
            let by_keys = last.hand(*side, here.0) + step;
            let place = hand.place.filter(|_| pointer && way == Vec2::ZERO);
            *wish = Wish::at(within_reach(*side, place.unwrap_or(by_keys)));
        }
        wish.restarts |= asks && controllers.of(*side) != Controller::Elsewhere;
    }
}

fn direction(keys: Option<&ButtonInput<KeyCode>>, set: &Keys) -> Vec2 {
    let [left, right, down, up] =
        set.map(|key| f32::from(u8::from(keys.is_some_and(|keys| keys.pressed(key)))));
    vec2(right - left, up - down)
}
