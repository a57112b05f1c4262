//! The rules: the puck, goals, the score, and the end of a match.

use bevy::prelude::*;
use bevy_elastic::components::{AngularVelocity, BodyKey, LinearDamping};
use bevy_elastic::events::SensorEntered;
use bevy_elastic::prelude::*;
use serde::Serialize;

use crate::mallet::{Inputs, Mallet, RADIUS, start};
use crate::side::Side;
use crate::table::{Goal, OF_PUCK, PUCK_RADIUS};

/// The most speed of the puck, in millimetres a second.
pub const PUCK_SPEED: f32 = 7000.0;

/// The goals that win a match.
pub const GOALS_TO_WIN: u8 = 7;

/// How many ticks a goal is cheered.
const CHEER: u16 = 75;

/// Where the puck lies after a goal, at the right; the first of these that is free, on the side that let it in.
const SPOTS: [Vec2; 3] = [vec2(330.0, 0.0), vec2(330.0, 300.0), vec2(330.0, -300.0)];

/// Marks the puck.
#[derive(Component)]
pub struct Puck;

/// What a match is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub enum Phase {
    #[default]
    Play,
    /// The puck is in the goal of a side; the ticks until it is back.
    Cheer(Side, u16),
    /// The side that has won.
    Over(Side),
}

/// The match: a resource of the game, which the rollback library takes back with the simulation.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Match {
    pub score: [u8; 2],
    pub phase: Phase,
    /// The matches that have ended, by the side that won.
    pub won: [u32; 2],
}

impl Match {
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// Its numbers, of which two machines compare the hash.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code))]
    pub fn numbers(&self) -> [u32; 6] {
        let [phase, ticks] = match self.phase {
            Phase::Play => [0, 0],
            Phase::Cheer(side, ticks) => [1 + side as u32, u32::from(ticks)],
            Phase::Over(side) => [3 + side as u32, 0],
        };
        let [left, right] = self.score.map(u32::from);
        [left, right, self.won[0], self.won[1], phase, ticks]
    }
}

type PuckState = (&'static mut Position, &'static mut Velocity, &'static mut AngularVelocity);

/// Builds the puck.
pub fn build(mut commands: Commands) {
    let disc = (Collider::circle(PUCK_RADIUS), Restitution(0.92), LinearDamping(0.15), OF_PUCK);
    let turns = (AngularVelocity(0.0), Friction(0.06));
    let speed = SpeedLimit { least: 0.0, most: PUCK_SPEED };
    commands.spawn((Puck, disc, turns, speed, BodyKey(20)));
}

/// Before a tick: brings the puck back after a goal, and starts another match if a player wants one.
pub fn serve(
    inputs: Res<Inputs>,
    mut game: ResMut<Match>,
    puck: Single<PuckState, (With<Puck>, Without<Mallet>)>,
    mut mallets: Query<(&Side, &mut Position), (With<Mallet>, Without<Puck>)>,
) {
    let (mut place, mut velocity, mut turn) = puck.into_inner();
    let spot = if inputs.0.iter().any(|it| it.restarts) {
        *game = Match { won: game.won, ..Match::default() };
        mallets.iter_mut().for_each(|(side, mut place)| place.0 = start(*side));
        Vec2::ZERO
    } else if let Phase::Cheer(side, 0) = game.phase {
        game.phase = Phase::Play;
        let spots = SPOTS.map(|spot| spot * vec2(side.sign(), 1.0));
        let is_free =
            |spot: &Vec2| mallets.iter().all(|(_, at)| at.0.distance(*spot) > RADIUS + PUCK_RADIUS);
        // One mallet covers one of them at most.
        spots.into_iter().find(is_free).unwrap_or_default()
    } else {
        if let Phase::Cheer(_, ticks) = &mut game.phase {
            *ticks -= 1;
        }
        // A goal holds what falls into it.
        if game.phase != Phase::Play {
            velocity.0 *= 0.8;
            if velocity.0.x * place.0.x < 0.0 {
                velocity.0.x = 0.0;
            }
        }
        return;
    };
    (place.0, velocity.0, turn.0) = (spot, Vec2::ZERO, 0.0);
}

/// After a tick: counts a goal.
pub fn count(
    mut entered: MessageReader<SensorEntered>,
    goals: Query<&Goal>,
    pucks: Query<(), With<Puck>>,
    mut game: ResMut<Match>,
) {
    for event in entered.read().filter(|it| pucks.contains(it.ball)) {
        let Ok(Goal(side)) = goals.get(event.sensor) else { continue };
        if game.phase != Phase::Play {
            continue;
        }
        let winner = side.other();
        let score = &mut game.score[winner as usize];
        *score += 1;
        if *score < GOALS_TO_WIN {
            game.phase = Phase::Cheer(*side, CHEER);
        } else {
            game.phase = Phase::Over(winner);
            game.won[winner as usize] += 1;
        }
    }
}
