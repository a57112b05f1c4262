//! The bot, which asks futures when to flip, so that the ball flies to what is lit.

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::forecast::{ForecastPaths, ForecastUntil};
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

use crate::ball::Ball;
use crate::controls::Controls;
use crate::flippers::{Flipper, PIVOT, SWING};
use crate::parts::Part;
use crate::plunger::Plunger;
use crate::rules::{Game, ask_again};
use crate::table::{GRAVITY, is_in_lane};

/// How many ticks a flipper stays up.
const HOLD: u32 = 30;

/// The delays of a flip that are compared, in ticks.
const DELAYS: [u32; 6] = [0, 2, 5, 9, 14, 20];

/// The speed up the table below which a flip is not worth it, in millimetres a second.
const LEAST: f32 = 600.0;

/// How long it waits after a game, in ticks.
const PAUSE: u32 = 500;

/// The bot.
#[derive(Resource, Default)]
pub struct Bot {
    pub is_on: bool,
    /// The number from which it draws.
    seed: u32,
    /// For how many more ticks each flipper stays up.
    holds: [u32; 2],
    /// How many ticks ago the game has ended.
    waits: u32,
}

impl Bot {
    pub fn new(is_on: bool, seed: u32) -> Self {
        Self { is_on, seed, ..Self::default() }
    }
}

/// A future flip: how many ticks from now, and how good its shot is.
#[derive(Clone, Copy)]
struct Flip {
    delay: u32,
    worth: f32,
}

type Targets<'w, 's> =
    Query<'w, 's, (&'static Part, &'static Position, Has<Absorbed>), Without<Ball>>;

/// Before each tick: plays, if the bot is on.
pub fn play(
    mut bot: ResMut<Bot>,
    (game, plunger, time): (Res<Game>, Single<&Plunger>, Res<Time<Elastic>>),
    flippers: Query<(Entity, &Flipper)>,
    balls: Query<(Entity, &Position, &Velocity), With<Ball>>,
    targets: Targets,
    forecast: Forecast,
    (mut controls, mut resets): (ResMut<Controls>, MessageWriter<ResetRequested>),
) {
    if !bot.is_on {
        return;
    }
    bot.waits = if game.is_over { bot.waits + 1 } else { 0 };
    if bot.waits > PAUSE {
        bot.waits = 0;
        ask_again(&game, &mut resets);
    }
    let waits_in_lane =
        balls.iter().any(|it| is_in_lane(it.1.0) && it.1.0.y < 180.0 && it.2.0.y < 200.0);
    controls.pulls = waits_in_lane && plunger.share() < power(bot.seed, game.counts.launches);
    // Half of the ticks are enough to flip in time.
    let thinks = time.tick().is_multiple_of(2);
    let wishes = wishes(&game, &targets);
    for (entity, flipper) in &flippers {
        let hold = &mut bot.holds[flipper.number()];
        *hold = hold.saturating_sub(1);
        if flipper.ticks == 0 && thinks {
            let near = balls.iter().filter(|it| is_near(it.1.0, it.2.0, flipper.side));
            let flips = near.filter_map(|it| best(&forecast, it.0, (entity, flipper), &wishes));
            if flips
                .max_by(|one, other| one.worth.total_cmp(&other.worth))
                .is_some_and(|it| it.delay == 0)
            {
                *hold = HOLD;
            }
        }
        controls.flippers[flipper.number()] = *hold > 0;
    }
}

/// How far the plunger is pulled for a launch, as a share.
fn power(seed: u32, launch: u32) -> f32 {
    const RATIO: f64 = 0.618_033_988_749_894_8;
    let drawn = (f64::from(seed) * 0.37 + f64::from(launch) * RATIO).fract();
    0.62 + 0.38 * drawn as f32
}

/// The places to shoot at, the best first.
fn wishes(game: &Game, targets: &Targets) -> Vec<Vec2> {
    const LOOP: Vec2 = vec2(232.0, 490.0);
    let standing = targets.iter().filter(|it| matches!(it.0, Part::Target(_)) && !it.2);
    let lanes =
        targets.iter().filter(|it| matches!(it.0, Part::Lane(number) if !game.lanes[*number]));
    let places = standing.chain(lanes).map(|it| it.1.0);
    let is_best = game.is_loop_lit || game.is_multiball;
    if is_best { vec![LOOP] } else { places.chain([LOOP]).collect() }
}

/// Whether a ball may soon be hit by the flipper of a side.
fn is_near(place: Vec2, velocity: Vec2, side: f32) -> bool {
    let x = side * place.x;
    (-20.0..PIVOT.x + 30.0).contains(&x) && (60.0..240.0).contains(&place.y) && velocity.y < 200.0
}

/// The best flip for a ball, if any is worth it.
fn best(
    forecast: &Forecast,
    ball: Entity,
    (flipper, turns): (Entity, &Flipper),
    wishes: &[Vec2],
) -> Option<Flip> {
    let rises =
        ForecastChange { angular_velocity: Some(turns.rise()), ..ForecastChange::of(flipper) };
    let waits = ForecastRequest::new([], DELAYS[DELAYS.len() - 1] + 1)
        .until(ForecastUntil::Ticks)
        .paths(ForecastPaths::Of(vec![ball]));
    // Where the ball is after each delay, if the flipper stays down.
    let starts = forecast.predict_many(&[waits], |future| {
        let mut starts = Vec::new();
        for it in future.legs().filter(|it| it.leg.start == 0.0 && it.ticks_before > 0) {
            let place = it.leg.position_at(0.0).as_vec2();
            starts.push((it.ticks_before, place, it.leg.velocity.as_vec2()));
        }
        starts
    });
    let later = starts.into_iter().flatten().filter(|it| DELAYS.contains(&it.0)).map(|it| {
        let (position, velocity) = (Some(it.1), Some(it.2));
        (it.0, vec![rises, ForecastChange { position, velocity, ..ForecastChange::of(ball) }])
    });
    let (delays, changes): (Vec<u32>, Vec<_>) = [(0, vec![rises])].into_iter().chain(later).unzip();
    let requests: Vec<_> = changes
        .into_iter()
        .map(|it| ForecastRequest::new(it, SWING).until(ForecastUntil::Ticks))
        .collect();
    let ends =
        forecast.predict_many(&requests, |future| future.position(ball).zip(future.velocity(ball)));
    let flips = delays.into_iter().zip(ends).filter_map(|(delay, end)| {
        let (place, velocity) = end.filter(|(_, velocity)| velocity.y > LEAST)?;
        Some(Flip { delay, worth: worth(place, velocity, wishes) })
    });
    flips.max_by(|one, other| one.worth.total_cmp(&other.worth))
}

/// How good a shot is: by how little it misses one of the wishes, the first ones most.
fn worth(place: Vec2, velocity: Vec2, wishes: &[Vec2]) -> f32 {
    let miss = |wish: &Vec2| {
        let height = wish.y - place.y;
        let root = velocity.y * velocity.y - 2.0 * GRAVITY * height;
        let seconds = (velocity.y - root.max(0.0).sqrt()) / GRAVITY;
        let short = if root < 0.0 { 200.0 } else { 0.0 };
        short + (place.x + velocity.x * seconds - wish.x).abs()
    };
    let misses = wishes.iter().map(miss);
    // A shot that meets nothing is worth what its speed is.
    1e-3 * velocity.y - misses.fold(400.0, f32::min)
}

#[test]
fn shot_at_a_wish_is_worth_more_than_one_beside_it() {
    let wish = [vec2(0.0, 500.0)];
    let [at, beside] = [0.0, 80.0].map(|x| worth(vec2(x, 100.0), vec2(0.0, 2000.0), &wish));
    let too_slow = worth(vec2(0.0, 100.0), vec2(0.0, 700.0), &wish);
    assert!(at > beside && beside > too_slow);
}
