//! The shots that a bot considers: along the lines on which a ball can be potted, a little beside them, soft and hard, with
//! draw and follow.

use std::f64::consts::TAU;

use bevy::math::DVec2;
use bevy_elastic::simulation::Simulation;
use scenes::billiards::{BALL_RADIUS, HEAD_STRING, Table};

use crate::aim::Aim;
use crate::game::Game;
use crate::rules::ball::Ball;
use crate::rules::verdict::Placement;
use crate::table::bodies::Balls;
use crate::table::place;

/// The thinnest cut that is tried: the cosine of the angle between the way of the cue ball and that of the ball.
const THINNEST: f64 = 0.2;

/// How far beside a line a shot is tried, in radians.
const BESIDE: f64 = 0.02;

/// The range of power, and that of a break.
const POWER: [f64; 2] = [0.3, 0.8];
const BREAK_POWER: [f64; 2] = [0.8, 1.0];

/// How far above and below its middle the cue ball is hit, in radii.
const TIP: f64 = 0.35;

/// How far from a ball the cue ball is placed, in metres.
const PLACED: [f64; 2] = [0.12, 0.6];

/// A shot.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where the cue ball is placed, if it is in hand.
    pub place: Option<DVec2>,
    pub aim: Aim,
}

/// The table as a bot sees it.
#[derive(Clone, Debug)]
pub struct Layout {
    cue: DVec2,
    /// Where the cue ball may be placed.
    hand: Option<Placement>,
    /// The balls that may be hit first.
    targets: Vec<DVec2>,
    /// All object balls.
    balls: Vec<DVec2>,
    is_break: bool,
}

impl Layout {
    /// The table of a game, with the place of each ball that is on it.
    pub fn new(
        game: &Game,
        hand: Option<Placement>,
        place: impl Fn(Ball) -> Option<DVec2>,
    ) -> Self {
        let places = |balls: &mut dyn Iterator<Item = Ball>| balls.filter_map(&place).collect();
        let targets = game.targets();
        Self {
            cue: place(Ball::CUE).unwrap_or_default(),
            hand,
            targets: places(&mut targets.iter()),
            balls: places(&mut Ball::all().skip(1)),
            is_break: game.is_break(),
        }
    }

    /// The table as it is now.
    pub fn of(
        game: &Game,
        hand: Option<Placement>,
        balls: &Balls,
        simulation: &Simulation<DVec2>,
    ) -> Self {
        Self::new(game, hand, |ball| place::of(ball, balls, simulation))
    }

    /// Whether no ball but the one at `except` is in the way of a ball from one place to another.
    fn is_clear(&self, from: DVec2, to: DVec2, except: DVec2) -> bool {
        let way = to - from;
        self.balls.iter().filter(|ball| **ball != except).all(|ball| {
            let share = ((*ball - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            (from + way * share).distance(*ball) > 2.0 * BALL_RADIUS
        })
    }
}

/// A line on which a ball can be potted.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Where the cue ball is when it hits the ball.
    ghost: DVec2,
    /// The direction in which the ball leaves.
    out: DVec2,
    /// How easy it is, up to 1.
    ease: f64,
}

/// The lines of a ball into the pockets, with the cue ball at a place, the easiest ones first. Those that are not clear are
/// the last.
fn lines(layout: &Layout, cue: Option<DVec2>) -> Vec<Line> {
    let table = Table::nine_foot();
    let pockets: Vec<DVec2> = table.pockets.iter().map(|pocket| pocket.centre).collect();
    let pairs = layout.targets.iter().flat_map(|ball| pockets.iter().map(move |it| (*ball, *it)));
    let line = |(ball, pocket): (DVec2, DVec2)| {
        let out = (pocket - ball).try_normalize()?;
        let ghost = ball - out * (2.0 * BALL_RADIUS);
        let (cut, way) = match cue {
            Some(cue) => ((ghost - cue).try_normalize()?.dot(out), ghost.distance(cue)),
            None => (1.0, PLACED[0]),
        };
        let is_clear = layout.is_clear(ball, pocket, ball)
            && cue.is_none_or(|cue| layout.is_clear(cue, ghost, ball));
        let ease = cut / (1.0 + way * ball.distance(pocket));
        let ease = if is_clear { ease } else { ease * 0.01 };
        (cut > THINNEST).then_some(Line { ghost, out, ease })
    };
    let mut lines: Vec<Line> = pairs.filter_map(line).collect();
    lines.sort_by(|one, other| other.ease.total_cmp(&one.ease));
    lines
}

/// How easy the best next shot is, up to 1.
pub fn ease_of_best(layout: &Layout) -> f64 {
    lines(layout, Some(layout.cue)).first().map_or(0.0, |line| line.ease)
}

/// So many shots. Those of another `salt` are others.
pub fn candidates(layout: &Layout, count: usize, salt: usize) -> Vec<Candidate> {
    let in_hand = layout.hand.is_some() && !layout.is_break;
    let lines = lines(layout, (!in_hand).then_some(layout.cue));
    (0..count).map(|number| candidate(layout, &lines, in_hand, &shares(number, salt))).collect()
}

/// Five numbers from 0 to 1 for the shot of a number, such that those of all shots fill the room of five numbers evenly: the
/// multiples of the powers of 1/g, without their whole parts, with g^6 = g + 1. Source: M. Roberts, *The unreasonable
/// effectiveness of quasirandom sequences* (2018).
fn shares(number: usize, salt: usize) -> [f64; 5] {
    const ROOT: f64 = 1.134_724_138_401_519_4;
    let number = (number + 1) as f64;
    std::array::from_fn(|axis| {
        let step = ROOT.powi(-(axis as i32 + 1));
        (0.618 * salt as f64 * (axis + 1) as f64 + number * step).fract()
    })
}

fn candidate(layout: &Layout, lines: &[Line], in_hand: bool, shares: &[f64; 5]) -> Candidate {
    let [which, beside, power, tip, from] = *shares;
    let between = |[least, most]: [f64; 2], share: f64| least + (most - least) * share;
    // More often an easy line, and near it.
    let line = lines.get((which * which * lines.len() as f64) as usize);
    let beside = BESIDE * (2.0 * beside - 1.0).powi(3);
    let place = line.filter(|_| in_hand).map(|line| {
        let way = DVec2::from_angle(1.2 * (which - 0.5)).rotate(line.out);
        let mut place = line.ghost - way * between(PLACED, from);
        if layout.hand == Some(Placement::BehindHeadString) {
            place.x = place.x.min(HEAD_STRING);
        }
        if place::is_free(place, &layout.balls) { place } else { layout.cue }
    });
    let cue = place.unwrap_or(layout.cue);
    let direction =
        match line {
            _ if layout.is_break => layout.balls.iter().copied().reduce(|one, other| {
                if other.distance(cue) < one.distance(cue) { other } else { one }
            }),
            Some(line) => Some(line.ghost),
            None => None,
        };
    let direction = direction.and_then(|to| (to - cue).try_normalize());
    let direction = direction.unwrap_or_else(|| DVec2::from_angle(TAU * which));
    let (power, tip) = if layout.is_break {
        (between(BREAK_POWER, power), 0.0)
    } else {
        (between(POWER, power), TIP * (2.0 * tip - 1.0))
    };
    let direction = DVec2::from_angle(beside).rotate(direction);
    Candidate { place, aim: Aim::at(direction, power, DVec2::new(0.0, tip)) }
}
