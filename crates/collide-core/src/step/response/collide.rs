//! The touch of two solid bodies: it is an impact, and they bounce, or a contact, and they are held apart.

use crate::contact::Feature;
use crate::report::Event;
use crate::response::Response;
use crate::response::cloth::SpinChange;
use crate::settings::EventBudget;
use crate::step::engine::Engine;
use crate::step::engine::wake::request_solution;
use crate::step::no_room::held::touch_held;
use crate::step::no_room::over_budget::is_kept_waiting;
use crate::step::response::deflect::{deflect, ids, note_slow_touch};
use crate::step::response::handling::Handling;
use crate::step::response::join::meet_member;
use crate::step::response::plastic::apply_plastic;
use crate::step::response::regions::count_breaks;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::bent_wall::BentWall;
use crate::step::touch::between_walls::{bounces_uncountably, joint_supports};
use crate::step::touch::classify::{
    InPile, Slowness, TouchKind, classify, may_settle, waits_for_solver,
};
use crate::step::touch::load::{Load, Pressed, reactions};
use crate::step::touch::meeting::{Meeting, TurningResponse};
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{BodyId, Environment, Push, Slot, Support, World, level_acceleration};

/// A difference of accelerations below this share of the forces at work is rounding.
const ROUNDING_SHARE: f64 = 1e-9;

/// A body that would come off a wall no higher than this share of its size stays on it. On two walls a touch of the one moves
/// it away from the other, without end.
const NEGLIGIBLE_HEIGHT: f64 = 1e-9;

/// What a touch amounts to.
enum Verdict<V: Vector> {
    /// They bounce.
    Impact(TurningResponse<V>),
    /// They stay in contact, or approach by rounding only.
    Contact(RestingContact<V>),
}

/// Two bodies that stay in contact.
#[derive(Clone, Copy)]
struct RestingContact<V: Vector> {
    velocities: [V; 2],
    restraint: Restraint<V>,
    /// What friction does to the spins.
    change: SpinChange<V>,
    /// The part of a velocity that may be rounding.
    rounding: f64,
}

/// What holds two bodies in contact apart until the step ends, or the face that they touch.
#[derive(Clone, Copy)]
enum Restraint<V: Vector> {
    /// The second body supports the first, as hard as it must. Between two walls without room the first follows a surface only
    /// that bends into its path, as the inside of a round wall. Along others it would leave one of the two in turn.
    Wall { has_room: bool },
    /// They belong to a pile, which is solved as a whole.
    Pile,
    /// The accelerations that each gives to the other.
    Push([V; 2]),
}

/// Decides what a touch of this feature amounts to, in a step of `dt` seconds with this event budget.
fn judge<V: Vector>(
    world: &World<V>,
    meeting: &Meeting<V>,
    pair: [&Slot<V>; 2],
    feature: Feature,
    (budget, dt): (EventBudget, f64),
) -> Verdict<V> {
    let Environment { gravity, period, .. } = world.environment();
    let Meeting { normal, velocities: [first, second], .. } = *meeting;
    let must_rest = bounces_uncountably(world, pair, meeting, budget);
    let bent = BentWall::new(pair, (feature, normal), period, meeting.time);
    let centre = pair[1].flight().velocity(meeting.time);
    let centripetal = bent.as_ref().map_or(0.0, |wall| wall.pressure(first - centre));
    let (restitution, events_per_second) = (meeting.surface.restitution, budget.per_second);
    let pressed = Pressed { normal, centripetal, gravity, restitution, dt, events_per_second };
    let load = Load::new(pair, pressed);
    let is_left = may_settle(pair, restitution) && waits_for_solver(pair);
    let pile = if is_left { InPile::Waits } else { InPile::No };
    // The rest speed is compared before a minimum impulse is added.
    let bounce = meeting.bounce(pair).filter(|it| !must_rest && meeting.changes_velocities(it));
    let approach_speed = bounce.map_or(0.0, |bounce| bounce.approach_speed);
    let touch = classify(approach_speed, &Slowness { rest_speed: load.rest_speed, pile });
    if touch == TouchKind::Impact
        && let Some(response) = bounce.and_then(|bounce| meeting.response(bounce, pair))
    {
        return Verdict::Impact(response);
    }
    let rounding = 2.0 * f64::max(meeting.velocity_rounding(), load.rounding);
    let plastic = meeting.plastic(pair);
    if touch == TouchKind::Member {
        let velocities = plastic.map_or([first, second], |it| [it.first, it.second]);
        let velocities = match bent {
            Some(wall) => wall.lifted(velocities, dt),
            None => velocities,
        };
        let change = SpinChange::by(normal, V::ZERO);
        let restraint = Restraint::Pile;
        return Verdict::Contact(RestingContact { velocities, restraint, change, rounding });
    }
    let wall = Restraint::Wall { has_room: !must_rest };
    let (velocities, restraint, change) = stay_together(meeting, pair, plastic, load.weight, wall);
    let velocities = meeting.without_approach(velocities);
    Verdict::Contact(RestingContact { velocities, restraint, change, rounding })
}

/// How two bodies go on that stay in contact: their velocities, what holds them apart, and what friction does to the spins.
type Together<V> = ([V; 2], Restraint<V>, SpinChange<V>);

/// How two bodies go on that stay in contact, after this plastic response if they approach. A wall supports the first, as `wall`
/// says. Two bodies that can be moved push each other as hard as `weight` asks for.
fn stay_together<V: Vector>(
    meeting: &Meeting<V>,
    pair: [&Slot<V>; 2],
    plastic: Option<Response<V>>,
    weight: f64,
    wall: Restraint<V>,
) -> Together<V> {
    let [first, second] = plastic.map_or(meeting.velocities, |it| [it.first, it.second]);
    let normal = meeting.normal;
    let change = SpinChange::by(normal, V::ZERO);
    if meeting.masses[1].is_finite() {
        let push = reactions(pair.map(Slot::rolling_mass), normal, weight);
        return ([first, second], Restraint::Push(push), change);
    }
    let rubs = !pair[0].is_on_cloth();
    match plastic.filter(|_| rubs).map(|it| meeting.with_friction(it, pair)) {
        Some(TurningResponse { response, change }) => ([response.first, second], wall, change),
        None => ([first, second], wall, change),
    }
}

/// Handles the touch of two solid bodies.
pub(crate) fn collide<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    dt: f64,
) -> Handling {
    wake_both(engine, world, prediction, dt);
    let indices = prediction.bodies;
    let Some([first, second]) = world.pair(indices) else {
        return Handling::Done;
    };
    if first.is_held() || second.is_held() {
        touch_held(engine, world, prediction);
        return Handling::Done;
    }
    if is_kept_waiting(engine, world, indices, prediction.time, dt) {
        return Handling::Done;
    }
    indices.into_iter().for_each(|index| engine.cut_chord(world, index, prediction.time));
    let Some(pair) = world.pair(indices) else { return Handling::Done };
    let Some(surface) = pair_surface(engine, pair) else { return Handling::Done };
    let Prediction { time, feature, .. } = *prediction;
    let meeting = Meeting::new(pair, time, feature, world.environment().period, surface);
    let budget = engine.settings.event_budget(dt);
    match judge(world, &meeting, pair, feature, (budget, dt)) {
        Verdict::Impact(response) => bounce(engine, world, prediction, &meeting, &response, dt),
        Verdict::Contact(_) if engine.defers_contacts => return Handling::Deferred,
        Verdict::Contact(RestingContact { velocities, restraint: Restraint::Pile, .. }) => {
            apply_plastic(engine, world, prediction, &meeting, velocities, dt);
        }
        Verdict::Contact(rest) => hold_contact(engine, world, prediction, &meeting, &rest, dt),
    }
    Handling::Done
}

/// Wakes the bodies of a touch that are asleep.
fn wake_both<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    dt: f64,
) {
    let Some(ids) = ids(world, prediction) else { return };
    let [one, two] = prediction.bodies;
    for (body, bodies) in ids.into_iter().zip([[one, two], [two, one]]) {
        if world.is_asleep(body) {
            world.wake_hit(body);
            engine.report_woken(world, prediction.time);
            request_solution(world, &bodies, prediction.time, dt);
        }
    }
}

/// Two bodies bounce off each other.
fn bounce<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
    TurningResponse { response, change }: &TurningResponse<V>,
    dt: f64,
) {
    let Some(ids) = ids(world, prediction) else { return };
    engine.report.events.push(Event::Impact(meeting.impact(response, ids)));
    let velocities = [response.first, response.second];
    if meet_member(engine, world, prediction, meeting, (velocities, true), dt) {
        // A member of a pile keeps its path, so its spin changes where that began.
        [0, 1].into_iter().for_each(|side| world.turn_by(ids[side], change, side));
        return count_breaks(engine, world, ids, meeting.time);
    }
    deflect(
        engine,
        world,
        prediction,
        meeting,
        |side, slot| {
            slot.detach(velocities[side]);
            slot.turn_by(change, side);
        },
        dt,
    );
    count_breaks(engine, world, ids, meeting.time);
}

/// Holds two bodies apart that stay in contact.
fn hold_contact<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
    rest: &RestingContact<V>,
    dt: f64,
) {
    let Some(ids) = ids(world, prediction) else { return };
    let RestingContact { velocities, restraint, change: spin_change, rounding } = *rest;
    engine.report.contacts.count(meeting.energy_lost(velocities));
    note_slow_touch(engine, world, ids, meeting.time);
    // Bodies that lose no energy are in no pile, but position correction may move them: such a body keeps its path too.
    if meet_member(engine, world, prediction, meeting, (velocities, false), dt) {
        return;
    }
    let walls = match (restraint, world.slot(ids[0])) {
        (Restraint::Wall { has_room }, Some(body)) => {
            let support = meeting.support(ids[1], prediction.feature, velocities[1]);
            let rolling = |side: u32| {
                world.slots[side as usize].as_ref().map_or(0.0, |it| it.shared.rolling_friction)
            };
            let [one, two] = prediction.bodies.map(rolling);
            let bends_into_path = || world.slot(ids[1]).is_some_and(Slot::bends_under_paths);
            let bend = support.bend.filter(|_| has_room || bends_into_path());
            let support = Support { rolling_friction: f64::max(one, two), bend, ..support };
            joint_supports(world, body, support, meeting.time)
        }
        _ => Vec::new(),
    };
    let is_wall = meeting.masses[1].is_infinite();
    let gravity = world.environment().gravity;
    let change = |side: usize, slot: &mut Slot<V>| {
        slot.nudge_on_cloth(velocities[side], is_wall.then_some(meeting.normal));
        slot.turn_by(&spin_change, side);
        let velocity = velocities[side];
        if !matches!(restraint, Restraint::Wall { .. }) {
            slot.retain_walls(|wall| (velocity - wall.velocity).dot(wall.normal) <= rounding);
        }
        match restraint {
            Restraint::Pile => {}
            Restraint::Wall { .. } => {
                let (pull, size) = (slot.external_acceleration(gravity), slot.size());
                let slow = |wall: &Support<V>| {
                    let pressure = f64::max(-pull.dot(wall.normal), 0.0);
                    (2.0 * pressure * NEGLIGIBLE_HEIGHT * size).sqrt()
                };
                let supports = &mut slot.constraints_mut().supports;
                supports.join(&walls);
                let staying = supports.staying(velocity, rounding, slow);
                supports.drop_receding(staying, rounding, (ids[1], prediction.feature));
                if let Some(limited) = supports.limit_velocity(staying) {
                    // The paths of other bodies that move evenly give no momentum.
                    let is_pushed = limited.length_squared() > velocity.length_squared();
                    let is_carried = is_pushed && slot.moves_evenly();
                    slot.graze(limited, if is_carried { velocity } else { limited });
                }
            }
            Restraint::Push(push) => {
                let (by, acceleration) = (ids[1 - side], push[side]);
                slot.constraints_mut().supports.add_push(Push { by, acceleration });
            }
        }
    };
    deflect(engine, world, prediction, meeting, change, dt);
    for index in prediction.bodies {
        release_stale_push(engine, world, index, meeting.time);
    }
}

/// Ends the pushes on a body that drive it away from the body that pushes: something else holds that one by now, and
/// the two no longer touch.
fn release_stale_push<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
) {
    let Some(slot) = &world.slots[index as usize] else { return };
    let stale = |push: &Push<V>| {
        let other = world.slot(push.by)?;
        let [own, others] = [slot, other].map(level_acceleration);
        let strength = push.acceleration.length();
        let away = (own - others).dot(push.acceleration) / strength;
        let forces = strength + own.length() + others.length();
        (away > ROUNDING_SHARE * forces).then_some(push.by)
    };
    let pushing: Vec<BodyId> =
        slot.constraints().supports.pushes.iter().filter_map(stale).collect();
    if !pushing.is_empty() {
        engine.rewrite(world, index, time, |slot| {
            slot.constraints_mut().supports.pushes.retain(|push| !pushing.contains(&push.by));
        });
    }
}
