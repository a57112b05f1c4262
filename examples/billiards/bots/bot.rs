//! The bot: it runs the futures of some shots, judges each by the rules of the game, and plays the best.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::{Absorbed, AngularVelocity};
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::{ForecastOutlook, ForecastSearch};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;

use crate::aim::{Aim, Stroke};
use crate::args::{BilliardsArgs, Seat};
use crate::bots::candidates::{Candidate, Layout, candidates, ease_of_best};
use crate::game::{Outcome, Phase, Session};
use crate::rules::ball::Ball;
use crate::rules::shot::{Shot, ShotEvent};
use crate::rules::verdict::Player;
use crate::table::bodies::{Balls, Cushion, PocketNumber, supposed};
use crate::table::events::shot_event;

/// The most ticks of a future.
const TICKS: u32 = 1920;

/// How long a bot shows its aim before it shoots, in seconds.
const AIMS: f32 = 0.9;

/// Where there are no threads, so many futures are run in a frame.
const SLICE: usize = 6;

/// What plays for player one and player two.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats(pub [Seat; 2]);

impl Seats {
    /// What plays the next shot.
    pub fn at_table(&self, session: &Session) -> Seat {
        match session.state.game.turn() {
            Some(player) => self.0[usize::from(player == Player::Two)],
            None => Seat::Human,
        }
    }
}

/// What a bot is about to do.
#[derive(Resource, Default)]
pub enum Bot {
    /// Nothing: a person plays, or the balls roll.
    #[default]
    Idle,
    /// It looks at futures of the table of this number.
    Looks { search: ForecastSearch<Judged>, candidates: Vec<Candidate>, table: u32 },
    /// It has chosen a shot on this table, and shows it for so many more seconds.
    Aims { shot: Candidate, future: Judged, seconds: f32, table: u32 },
}

impl Bot {
    /// Whether it plans for another table than this one.
    fn is_late(&self, now: u32) -> bool {
        matches!(self, Self::Looks { table, .. } | Self::Aims { table, .. } if *table != now)
    }
}

/// The future of a candidate: how good it is, and what happens.
#[derive(Clone, Debug)]
pub struct Judged {
    pub score: f64,
    pub events: Vec<ShotEvent>,
}

/// What the bots have foreseen of the last shot, and how many futures they have looked at for it.
#[derive(Resource, Default)]
pub struct Foreseen {
    pub futures: usize,
    pub events: Vec<ShotEvent>,
}

/// How much a won game counts, a foul, and a turn that goes on. The ease of the best next shot counts up to one.
const WIN: f64 = 1000.0;
const FOUL: f64 = 50.0;
const TURN: f64 = 10.0;

/// How good the end of a shot is for the player that shot.
fn score(player: Player, outcome: &Outcome, layout: &Layout) -> f64 {
    let wins = |winner| if winner == player { WIN } else { -WIN };
    if let Some(winner) = outcome.winner {
        return wins(winner);
    }
    let foul = if outcome.is_foul { FOUL } else { 0.0 };
    let ease = if outcome.hand.is_some() { 1.0 } else { ease_of_best(layout) };
    let goes_on = outcome.game.turn() == Some(player);
    let turn = if goes_on { TURN + ease } else { -ease };
    turn - foul
}

/// Adds the resources of the bots.
pub struct BotPlugin(pub BilliardsArgs);

impl Plugin for BotPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Seats([self.0.one, self.0.two]))
            .init_resource::<Bot>()
            .init_resource::<Foreseen>();
    }
}

/// Whether a bot plays the next shot.
pub fn is_at_table(seats: Res<Seats>, session: Res<Session>) -> bool {
    seats.at_table(&session) != Seat::Human
}

/// Begins to look at futures when it is a bot's turn.
pub fn look(
    (seats, session, balls): (Res<Seats>, Res<Session>, Res<Balls>),
    (cushions, pockets): (Query<Entity, With<Cushion>>, Query<(Entity, &PocketNumber)>),
    spins: Query<&AngularVelocity, Without<Absorbed>>,
    time: Res<Time<Elastic>>,
    simulation: Res<Simulation<DVec2>>,
    forecast: Forecast<DVec2>,
    mut bot: ResMut<Bot>,
) {
    let (seat, game) = (seats.at_table(&session), &session.state.game);
    let hand = match session.state.phase {
        Phase::Aiming => None,
        Phase::Placing(placement) => Some(placement),
        _ => return,
    };
    let (Bot::Idle, Some(player), true) = (&*bot, game.turn(), seat != Seat::Human) else { return };
    // A ball that turns on the spot does not move, but it turns less when the shot is played, and another shot would follow.
    let turns = spins.iter().any(|spin| spin.0 != 0.0);
    let is_on_table = simulation.body(balls.entity(Ball::CUE)).is_some();
    if simulation.world().is_moving() || turns || !is_on_table {
        return;
    }
    let layout = Layout::of(game, hand, &balls, &simulation);
    let salt = session.shots.len();
    let candidates = candidates(&layout, seat.futures(), salt);
    let cue = balls.entity(Ball::CUE);
    let requests = candidates.iter().map(|candidate| {
        let change = supposed(cue, &candidate.aim.shot());
        let position = candidate.place;
        ForecastRequest::new([ForecastChange { position, ..change }], TICKS)
    });
    let (game, balls) = (game.clone(), balls.clone());
    let cushions: Vec<Entity> = cushions.iter().collect();
    let pockets: Vec<(Entity, usize)> = pockets.iter().map(|(it, number)| (it, number.0)).collect();
    let (start, tick) = (time.tick(), time.tick_seconds());
    let judge = move |future: &ForecastOutlook<'_, DVec2>| {
        let pocket = |it| pockets.iter().find(|(entity, _)| *entity == it).map(|it| it.1);
        let read = |event: ElasticEvent<DVec2>| {
            let seconds = (event.tick() - start) as f64 * tick + event.time();
            shot_event(&event, seconds, &balls, |it| cushions.contains(&it), pocket)
        };
        let events: Vec<ShotEvent> = future.events().filter_map(read).collect();
        let outcome = game.judge(&Shot::new(events.clone()));
        let place = |ball: Ball| {
            let entity = balls.entity(ball);
            future.position(entity).filter(|_| !future.has_left(entity))
        };
        let layout = Layout::new(&outcome.game, outcome.hand, place);
        Judged { score: score(player, &outcome, &layout), events }
    };
    let search = forecast.search(requests.collect(), judge);
    *bot = Bot::Looks { search, candidates, table: session.table };
}

/// Shows the best shot, and plays it.
pub fn play(
    (time, seats, balls): (Res<Time<Real>>, Res<Seats>, Res<Balls>),
    mut places: Query<&mut Position<DVec2>>,
    (mut bot, mut aim, mut session): (ResMut<Bot>, ResMut<Aim>, ResMut<Session>),
    mut foreseen: ResMut<Foreseen>,
    mut stroke: Stroke,
) {
    let is_at_table = seats.at_table(&session) != Seat::Human
        && matches!(session.state.phase, Phase::Aiming | Phase::Placing(_));
    if !is_at_table || bot.is_late(session.table) {
        *bot = Bot::Idle;
    }
    let next = match &mut *bot {
        Bot::Idle => return,
        Bot::Looks { search, candidates, table } => {
            let Some(mut judged) = search.poll(SLICE) else { return };
            let best = (0..judged.len())
                .max_by(|one, other| judged[*one].score.total_cmp(&judged[*other].score));
            let Some(best) = best else { return };
            foreseen.futures = judged.len();
            let (shot, future) = (candidates[best].clone(), judged.swap_remove(best));
            Bot::Aims { shot, future, seconds: AIMS, table: *table }
        }
        Bot::Aims { shot, future, seconds, .. } => {
            put_cue_ball(shot, &balls, &mut places);
            *aim = shot.aim;
            if *seconds > 0.0 {
                *seconds -= time.delta_secs();
                return;
            }
            foreseen.events = std::mem::take(&mut future.events);
            stroke.strike(&balls, aim.shot(), &mut session);
            Bot::Idle
        }
    };
    *bot = next;
}

fn put_cue_ball(candidate: &Candidate, balls: &Balls, places: &mut Query<&mut Position<DVec2>>) {
    if let (Some(place), Ok(mut position)) =
        (candidate.place, places.get_mut(balls.entity(Ball::CUE)))
    {
        position.set_if_neq(Position(place));
    }
}
