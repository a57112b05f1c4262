//! The bot, which reads a forecast of the puck: where it can be met, and where it comes to the goal.

use bevy::prelude::*;
use bevy_elastic::forecast::ForecastResult;
use bevy_elastic::prelude::*;

use crate::args::Level;
use crate::mallet::{Mallet, RADIUS, Wish, Wishes, reach};
use crate::rules::Match;
use crate::side::Side;
use crate::table::{GOAL, HALF, PUCK_RADIUS};

/// How many ticks the forecast of the puck goes.
const AHEAD: u32 = 90;

/// The distance of the middles of a mallet and the puck when they touch.
const TOUCH: f32 = RADIUS + PUCK_RADIUS;

/// How far behind that place the mallet starts a stroke.
const RUN_UP: f32 = 130.0;

/// How far from its goal the mallet guards it.
const GUARD: f32 = 230.0;

/// How many ticks pass from the end of a match until a bot starts another.
const REST: u32 = 120;

/// What distinguishes the levels.
struct Skill {
    /// The most speed of the mallet, in millimetres a second.
    speed: f32,
    /// How far from the middle of the goal it aims at most, in millimetres.
    miss: f32,
    /// How many ticks it keeps a plan before it looks again.
    reaction: u32,
}

fn skill(level: Level) -> Skill {
    let (speed, miss, reaction) = match level {
        Level::Easy => (1500.0, 420.0, 16),
        Level::Middle => (2600.0, 260.0, 8),
        Level::Hard => (4200.0, 150.0, 2),
    };
    Skill { speed, miss, reaction }
}

/// A bot of a side.
#[derive(Clone, Debug, Default)]
pub struct Bot {
    pub level: Level,
    seed: u32,
    /// The number of strokes that were aimed so far.
    strokes: u32,
    /// Where the mallet goes, and for how many ticks.
    plan: (Vec2, u32),
    /// How many ticks ago the match has ended, if the bots start another.
    rest: u32,
}

/// The two bots. One plays only if its side has no other player.
#[derive(Resource, Clone, Debug, Default)]
pub struct Bots {
    pub of_side: [Bot; 2],
    /// Whether they start another match after one: not if a player is there to ask for it.
    pub restart: bool,
}

impl Bots {
    pub fn new(levels: [Level; 2], seed: u32) -> Self {
        let of_side = levels.map(|level| Bot { level, seed, ..Bot::default() });
        Self { of_side, restart: false }
    }
}

/// What a bot sees, as if its goal were at the left.
struct Sight {
    mallet: Vec2,
    /// Where the hand of the bot is.
    hand: Vec2,
    /// Where the puck is now and at the end of each tick to come, if no mallet meets it.
    puck: Vec<Vec2>,
    dt: f32,
}

/// What the bots of some sides want in the coming tick.
pub fn wishes(
    (sides, last): (&[Side], &Wishes),
    bots: &mut Bots,
    game: &Match,
    mallets: &Query<(Entity, &Side, &Position), With<Mallet>>,
    puck: (Entity, Vec2),
    (forecast, dt): (&mut Forecast, f32),
) -> [Wish; 2] {
    let mut wishes = [Wish::default(); 2];
    let is_due = sides.iter().any(|side| bots.of_side[*side as usize].plan.1 == 0);
    // The mallets are off the table, since what they will do is not known.
    let away = |entity, side: Side| {
        let position = Some(vec2(side.sign() * 10.0 * HALF.x, 0.0));
        ForecastChange { position, velocity: Some(Vec2::ZERO), ..ForecastChange::of(entity) }
    };
    let changes: Vec<_> = mallets.iter().map(|(it, side, _)| away(it, *side)).collect();
    let ticks = if is_due { AHEAD } else { 0 };
    let path = path(forecast.predict(&changes, ticks), puck);
    for (_, side, place) in mallets.iter().filter(|(_, side, _)| sides.contains(side)) {
        // Mirrored about the line, the goal of the right side is at the left.
        let mirror = vec2(-side.sign(), 1.0);
        let sight = Sight {
            mallet: place.0 * mirror,
            hand: last.hand(*side, place.0) * mirror,
            puck: path.iter().map(|it| *it * mirror).collect(),
            dt,
        };
        let Bots { of_side, restart } = &mut *bots;
        let bot = &mut of_side[*side as usize];
        let wish = &mut wishes[*side as usize];
        *wish = Wish::at(bot.go(&sight) * mirror);
        bot.rest = if *restart && game.is_over() { bot.rest + 1 } else { 0 };
        wish.restarts = bot.rest > REST;
    }
    wishes
}

/// Where the puck is now and at the end of each tick to come. A forecast ends when nothing moves.
fn path(future: &ForecastResult, (puck, here): (Entity, Vec2)) -> Vec<Vec2> {
    let mut places = vec![here; 1 + AHEAD as usize];
    for moved in future.legs.iter().filter(|it| it.entity == puck) {
        let end = moved.leg.position_at(moved.leg.end).as_vec2();
        places[1 + moved.ticks_before as usize..].fill(end);
    }
    places
}

impl Bot {
    /// Where the mallet goes in this tick.
    fn go(&mut self, sight: &Sight) -> Vec2 {
        let skill = skill(self.level);
        if self.plan.1 == 0 {
            self.plan = (self.plan(sight, &skill), skill.reaction);
        }
        self.plan.1 -= 1;
        sight.hand + (self.plan.0 - sight.hand).clamp_length_max(skill.speed * sight.dt)
    }

    fn plan(&mut self, sight: &Sight, skill: &Skill) -> Vec2 {
        let within = reach(Side::Left);
        let Sight { mallet, puck, dt, .. } = sight;
        // A mallet at the line reaches a puck that lies on it.
        let is_mine = |place: &Vec2| place.x < 0.5 * PUCK_RADIUS && place.x > -HALF.x - PUCK_RADIUS;
        if !puck.iter().any(is_mine) {
            return self.guard(sight);
        }
        // A puck behind the mallet is passed at its side, or the mallet would push it into its own goal.
        if is_mine(&puck[0]) && puck[0].x < mallet.x + 0.5 * TOUCH && mallet.x > within.min.x + 1.0
        {
            let aside = if mallet.y > puck[0].y { 1.0 } else { -1.0 };
            let is_clear = (mallet.y - puck[0].y).abs() > TOUCH;
            let y = if is_clear { mallet.y } else { puck[0].y + aside * (TOUCH + 60.0) };
            // Next to a long side there is no room at that side of the puck.
            let y = if y.abs() > within.max.y { puck[0].y - aside * (TOUCH + 60.0) } else { y };
            return vec2(if is_clear { within.min.x } else { mallet.x }, y);
        }
        for (tick, place) in puck.iter().enumerate().filter(|(_, place)| is_mine(place)) {
            let aim = (self.target(skill) - *place).normalize();
            let seconds = tick as f32 * dt;
            let touch = *place - aim * TOUCH;
            let way = touch - *mallet;
            let is_ready = way.dot(aim) > 0.8 * way.length() && way.length() < 1.6 * RUN_UP;
            if is_ready && way.length() <= skill.speed * (seconds + 0.5 * dt) {
                self.strokes += u32::from(tick <= 1);
                // The puck is met on the way through.
                return touch + aim * RUN_UP;
            }
            let start = (touch - aim * RUN_UP).clamp(within.min, within.max);
            let run = RUN_UP / skill.speed;
            let time = (start - *mallet).length() / skill.speed + run;
            if !is_ready && (time <= seconds || tick + 1 == puck.len()) {
                return start;
            }
        }
        self.guard(sight)
    }

    /// Between the puck and the goal, or where the puck comes to the goal.
    fn guard(&self, sight: &Sight) -> Vec2 {
        let x = GUARD - HALF.x;
        let comes = sight.puck.windows(2).find(|pair| pair[0].x > x && pair[1].x <= x);
        let y = comes.map_or(0.35 * sight.puck[0].y, |pair| pair[1].y);
        vec2(x, y.clamp(-GOAL, GOAL))
    }

    /// Where a stroke is aimed: at the goal, directly or by a bank shot.
    fn target(&self, skill: &Skill) -> Vec2 {
        // The golden ratio spreads the draws evenly.
        const RATIO: f32 = 0.618_034;
        let drawn = |times: u32| (f32::from((times % 1000) as u16) * RATIO).fract();
        let draw = self.seed.wrapping_mul(7).wrapping_add(self.strokes);
        let miss = skill.miss * (2.0 * drawn(draw) - 1.0);
        let width = 2.0 * (HALF.y - PUCK_RADIUS);
        // Mirrored at a long side, the goal is behind it.
        let bank = match (8.0 * drawn(draw.wrapping_mul(5).wrapping_add(3))) as u8 {
            0 | 1 => width,
            2 | 3 => -width,
            _ => 0.0,
        };
        vec2(HALF.x, bank + miss)
    }
}
