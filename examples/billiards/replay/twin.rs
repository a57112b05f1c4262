//! Two breaks an atom apart: the break that is played, and over it the future of one in which the cue ball starts a trillionth
//! of a metre aside.

use std::collections::HashMap;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::{ForecastLeg, ForecastResult};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::palette::IVORY;
use scenes::billiards::BALL_RADIUS;

use crate::aim::{Aim, Stroke};
use crate::game::Session;
use crate::look::palette;
use crate::referee::{GameChosen, RackSnapshot};
use crate::rules::ball::Ball;
use crate::rules::verdict::Player;
use crate::table::bodies::{Balls, Constants, supposed};
use crate::table::place;

/// How far the cue balls are apart, in metres.
const ATOM: f64 = 1e-12;

/// The speed of the breaks, in metres a second.
const SPEED: f64 = 12.0;

/// The most ticks of a break.
const TICKS: u32 = 1920;

/// The two breaks, on a table without losses.
#[derive(Resource, Default)]
pub struct Twin {
    stage: Stage,
    /// The constants of the table before.
    real: Option<Constants>,
}

#[derive(Default)]
enum Stage {
    /// There are none.
    #[default]
    None,
    /// They begin when the balls of the table of this number are racked.
    Racked(u32),
    /// They are played.
    Played(Breaks),
}

/// Two breaks that are known from their start to their end.
struct Breaks {
    /// The tick before the stroke.
    start: u64,
    paths: [Paths; 2],
    /// The balls that drop in the second break, and when, in ticks after the stroke.
    drops: Vec<(Entity, f64)>,
    /// How many events they have in common before a ball has another one, and when that is, in seconds after the stroke.
    alike: usize,
    parting: Option<f64>,
}

/// The paths of all balls, each leg by leg in order.
type Paths = HashMap<Entity, Vec<ForecastLeg<DVec2>>>;

impl Breaks {
    fn new(start: u64, [one, other]: [&ForecastResult<DVec2>; 2], tick: f64) -> Self {
        let seconds =
            |event: &ElasticEvent<DVec2>| (event.tick() - start) as f64 * tick + event.time();
        let drop = |event: &ElasticEvent<DVec2>| match event {
            ElasticEvent::SensorEntered(entered) => Some((entered.ball, seconds(event) / tick)),
            _ => None,
        };
        let drops = other.events.iter().filter_map(drop).collect();
        let paths = [one, other].map(paths);
        let events = [&one.events, &other.events];
        let partings = paths[0].keys().filter_map(|ball| parting(*ball, events));
        let parting = partings.map(|event| seconds(&event)).reduce(f64::min);
        let is_before = |event: &&ElasticEvent<DVec2>| parting.is_none_or(|it| seconds(event) < it);
        let alike = one.events.iter().filter(is_before).count();
        Self { start, paths, drops, alike, parting }
    }

    /// Whether a ball has dropped in the second break.
    fn has_dropped(&self, ball: Entity, ticks: f64) -> bool {
        self.drops.iter().any(|(dropped, when)| *dropped == ball && *when <= ticks)
    }

    /// Where a ball is in the first and in the second break, so many ticks after the stroke.
    fn places(&self, ball: Entity, ticks: f64, tick: f64) -> Option<[DVec2; 2]> {
        let [one, other] = &self.paths;
        Some([place_on(one.get(&ball)?, ticks, tick)?, place_on(other.get(&ball)?, ticks, tick)?])
    }
}

/// The first event of a ball that is another one in the second list, or is missing there.
fn parting(ball: Entity, events: [&Vec<ElasticEvent<DVec2>>; 2]) -> Option<ElasticEvent<DVec2>> {
    let of_ball = |event: &&ElasticEvent<DVec2>| bodies(event).is_some_and(|it| it.contains(&ball));
    let [mut one, mut other] = events.map(|events| events.iter().filter(of_ball));
    loop {
        match (one.next(), other.next()) {
            (Some(event), Some(same)) if bodies(event) == bodies(same) => {}
            (event, same) => return event.or(same).cloned(),
        }
    }
}

/// The bodies of an event.
fn bodies(event: &ElasticEvent<DVec2>) -> Option<[Entity; 2]> {
    match event {
        ElasticEvent::Collided(impact) => Some([impact.entity, impact.other]),
        ElasticEvent::SensorEntered(entered) => Some([entered.ball, entered.sensor]),
        _ => None,
    }
}

fn paths(result: &ForecastResult<DVec2>) -> Paths {
    let mut paths = Paths::new();
    for leg in &result.legs {
        paths.entry(leg.entity).or_default().push(leg.clone());
    }
    paths
}

/// The place on a path so many ticks after its start. A body without a leg at that time lies where its last leg ended.
fn place_on(path: &[ForecastLeg<DVec2>], ticks: f64, tick: f64) -> Option<DVec2> {
    let begins = |leg: &ForecastLeg<DVec2>| f64::from(leg.ticks_before) + leg.leg.start / tick;
    let after = path.partition_point(|leg| begins(leg) <= ticks);
    let ForecastLeg { ticks_before, leg, .. } = path.get(after.saturating_sub(1))?;
    let time = (ticks - f64::from(*ticks_before)) * tick;
    Some(leg.position_at(time.clamp(leg.start, leg.end)))
}

/// O racks the balls for two breaks, on a table without losses.
pub fn ask(
    keys: Res<ButtonInput<KeyCode>>,
    session: Res<Session>,
    mut time: ResMut<Time<Elastic>>,
    mut chosen: MessageWriter<GameChosen>,
    (mut twin, mut constants): (ResMut<Twin>, ResMut<Constants>),
) {
    if keys.just_pressed(KeyCode::KeyO) {
        chosen.write(GameChosen(session.state.game.again(Player::One)));
        time.unpause();
        twin.stage = Stage::Racked(session.table + 1);
        twin.real.get_or_insert(*constants);
        *constants = constants.without_losses();
    }
}

/// Foresees both breaks once the balls are racked, and plays the first.
pub fn begin(
    (rack, balls, simulation): (Res<RackSnapshot>, Res<Balls>, Res<Simulation<DVec2>>),
    time: Res<Time<Elastic>>,
    mut forecast: Forecast<DVec2>,
    (mut twin, mut aim, mut session): (ResMut<Twin>, ResMut<Aim>, ResMut<Session>),
    mut stroke: Stroke,
) {
    let Stage::Racked(table) = twin.stage else { return };
    // What was racked is in the simulation after a tick.
    if session.table != table || time.tick() < rack.0.tick() + 2 {
        return;
    }
    let Some(cue) = place::of(Ball::CUE, &balls, &simulation) else { return };
    aim.set_tip(DVec2::ZERO);
    aim.set_elevation(0.0);
    aim.hold(0.0, Aim::power_for(SPEED));
    let shot = supposed(balls.entity(Ball::CUE), &aim.shot());
    twin.stage = Stage::Played(foresee(&mut forecast, shot, cue, &time));
    stroke.strike(&balls, aim.shot(), &mut session);
}

/// Foresees a break from now on, and the same with the cue ball aside of its `place`.
fn foresee(
    forecast: &mut Forecast<DVec2>,
    shot: ForecastChange<DVec2>,
    place: DVec2,
    time: &Time<Elastic>,
) -> Breaks {
    let aside = ForecastChange { position: Some(place + DVec2::Y * ATOM), ..shot };
    let one = forecast.predict(&[shot], TICKS).clone();
    Breaks::new(time.tick(), [&one, forecast.predict(&[aside], TICKS)], time.tick_seconds())
}

/// Ends the breaks when the table is set for another shot.
pub fn end(session: Res<Session>, mut twin: ResMut<Twin>, mut constants: ResMut<Constants>) {
    let is_over = match &twin.stage {
        Stage::None => false,
        Stage::Racked(table) => session.table > *table,
        Stage::Played(breaks) => session.shots.last().is_none_or(|it| it.start != breaks.start),
    };
    if is_over && let Some(real) = twin.real.take() {
        *constants = real;
        twin.stage = Stage::None;
    }
}

/// Draws the balls of the second break over those of the first.
pub fn draw((twin, balls, time): (Res<Twin>, Res<Balls>, Res<Time<Elastic>>), mut gizmos: Gizmos) {
    let Stage::Played(breaks) = &twin.stage else { return };
    let ticks = ticks_since(breaks.start, &time);
    for ball in Ball::all().filter(|it| !breaks.has_dropped(balls.entity(*it), ticks)) {
        let places = breaks.places(balls.entity(ball), ticks, time.tick_seconds());
        if let Some([one, other]) = places.map(|places| places.map(|place| place.as_vec2())) {
            let color = palette::ball(ball).mix(&IVORY, 0.4);
            gizmos.circle_2d(other, BALL_RADIUS as f32, color);
            gizmos.line_2d(one, other, color.with_alpha(0.5));
        }
    }
}

/// The instant that is displayed, in ticks after a stroke.
fn ticks_since(start: u64, time: &Time<Elastic>) -> f64 {
    time.tick() as f64 - 1.0 + time.displayed_fraction() - start as f64
}

/// What the bar says of the two breaks.
pub fn message(twin: &Twin, balls: &Balls, time: &Time<Elastic>) -> Option<String> {
    let Stage::Played(breaks) = &twin.stage else { return None };
    let (ticks, tick) = (ticks_since(breaks.start, time), time.tick_seconds());
    let apart = |ball| {
        let [one, other] = breaks.places(balls.entity(ball), ticks, tick)?;
        Some(one.distance(other))
    };
    let apart = Ball::all().filter_map(apart).fold(0.0, f64::max);
    let apart = if apart < 0.01 { format!("{apart:.0e} m") } else { format!("{apart:.2} m") };
    let alike = breaks.alike;
    let until = match breaks.parting {
        Some(seconds) => format!("{alike} events alike, until {seconds:.3} s"),
        None => format!("all {alike} events alike"),
    };
    Some(format!("Without losses, two breaks {ATOM:e} m apart: {until}; now {apart}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::BilliardsArgs;
    use crate::headless::table_with;
    use bevy::ecs::system::RunSystemOnce;
    use clap::Parser;

    fn breaks(seed: &str, has_losses: bool) -> Breaks {
        let args = BilliardsArgs::parse_from(["billiards", "--seed", seed]);
        let constants = Constants::new(&args);
        let constants = if has_losses { constants } else { constants.without_losses() };
        let mut app = table_with(&args, &constants);
        (0..2).for_each(|_| app.update());
        let cue = app.world().resource::<Balls>().entity(Ball::CUE);
        let mut aim = Aim::default();
        aim.hold(0.0, Aim::power_for(SPEED));
        let shot = supposed(cue, &aim.shot());
        let place = app.world().get::<Position<DVec2>>(cue).expect("the cue ball is there").0;
        let breaks = move |mut forecast: Forecast<DVec2>, time: Res<Time<Elastic>>| {
            foresee(&mut forecast, shot, place, &time)
        };
        app.world_mut().run_system_once(breaks).expect("the resources of the plugin exist")
    }

    /// The most that a ball is from the same ball of the other break, so many ticks after the stroke.
    fn apart(breaks: &Breaks, ticks: f64) -> f64 {
        let apart = |ball| {
            let places = breaks.places(ball, ticks, 1.0 / 64.0);
            places.map(|[one, other]| one.distance(other))
        };
        breaks.paths[0].keys().filter_map(|ball| apart(*ball)).fold(0.0, f64::max)
    }

    #[test]
    fn breaks_without_losses_begin_an_atom_apart_and_part() {
        for seed in ["1", "2", "3", "379"] {
            let breaks = breaks(seed, false);
            let parting = breaks.parting.expect("they part") * 64.0;
            assert!(breaks.alike > 20, "{seed}: {} events", breaks.alike);
            assert!((apart(&breaks, 0.0) / ATOM - 1.0).abs() < 1e-3);
            assert!(apart(&breaks, 0.5 * parting) < 0.1 * BALL_RADIUS);
            assert!(apart(&breaks, TICKS.into()) > BALL_RADIUS);
        }
    }

    #[test]
    fn breaks_of_real_balls_end_alike() {
        for seed in ["1", "2", "3", "379"] {
            let breaks = breaks(seed, true);
            assert!(apart(&breaks, TICKS.into()) < 1e-3 * BALL_RADIUS);
        }
    }
}
