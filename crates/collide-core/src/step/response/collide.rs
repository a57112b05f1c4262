//! The touch of two solid bodies: it is an impact, and they bounce, or a contact, and they are held apart.

use crate::contact::{Feature, turning_away};
use crate::report::Event;
use crate::response::Response;
use crate::response::cloth::SpinChange;
use crate::step::engine::Engine;
use crate::step::engine::wake::divide_for_pile;
use crate::step::response::deflect::ids;
use crate::step::response::handling::Handling;
use crate::step::settings::EventBudget;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::between_walls::{bounces_uncountably, joint_supports};
use crate::step::touch::bowl::Bowl;
use crate::step::touch::classify::{
    InPile, Slowness, TouchKind, classify, may_settle, waits_for_solver,
};
use crate::step::touch::load::{Load, Pressed, reactions};
use crate::step::touch::meeting::{Meeting, TurningResponse};
use crate::step::touch::turning::TurningWall;
use crate::vector::Vector;
use crate::world::{BodyId, Environment, Obstacle, Push, Slot, Support, World};

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
    /// Nothing: the velocity has been turned along a round wall, leads away from a corner, or is that of a chord over a wall
    /// that turns.
    Nothing,
    /// The second body supports the first in this direction, as hard as it must.
    Wall(V),
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
    let bowl = Bowl::new(pair, normal);
    let turning = TurningWall::new(pair, meeting, feature, period);
    let centripetal = match &turning {
        Some(wall) => wall.pressure(first),
        None => bowl.map_or(0.0, |bowl| bowl.centripetal(first - second)),
    };
    let (restitution, events_per_second) = (meeting.surface.restitution, budget.per_second);
    let pressed = Pressed { normal, centripetal, gravity, restitution, dt, events_per_second };
    let load = Load::new(pair, pressed);
    let is_left = bowl.is_none() && may_settle(pair, restitution) && waits_for_solver(pair);
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
    let departure = turning.map(|wall| wall.departure(dt));
    if touch == TouchKind::Member {
        let velocities = plastic.map_or([first, second], |it| [it.first, it.second]);
        // What lies on a wall that turns must leave it as fast as the wall turns into it.
        let faster = |speed: f64| velocities.map(|velocity| velocity + normal * speed);
        let velocities = departure.map_or(velocities, |it| faster(it.speed));
        let change = SpinChange::by(normal, V::ZERO);
        let restraint = Restraint::Pile;
        return Verdict::Contact(RestingContact { velocities, restraint, change, rounding });
    }
    let (velocities, restraint, change) = match (bowl, departure) {
        (Some(bowl), _) => follow_bowl(meeting, &bowl, plastic, dt),
        (None, Some(departure)) => {
            let TurningResponse { response, change } = departure.response(meeting, plastic, pair);
            ([response.first, second], Restraint::Nothing, change)
        }
        (None, None) => {
            let flies_off = || !must_rest && flies_off(meeting, pair, feature, world.environment());
            stay_together(meeting, pair, plastic, load.weight, flies_off)
        }
    };
    let flies_off = matches!(restraint, Restraint::Nothing);
    let velocities = meeting.without_approach(velocities, flies_off);
    Verdict::Contact(RestingContact { velocities, restraint, change, rounding })
}

/// How two bodies go on that stay in contact: their velocities, what holds them apart, and what friction does to the spins.
type Together<V> = ([V; 2], Restraint<V>, SpinChange<V>);

/// How a ball goes on along the inside of a round wall, after this plastic response if the two approach.
fn follow_bowl<V: Vector>(
    meeting: &Meeting<V>,
    bowl: &Bowl<V>,
    plastic: Option<Response<V>>,
    dt: f64,
) -> Together<V> {
    let [first, second] = plastic.map_or(meeting.velocities, |it| [it.first, it.second]);
    let approach = plastic.map_or(0.0, |it| it.approach_speed);
    let chord = bowl.chord(first - second, approach, dt - meeting.time, dt);
    let restraint = chord.support.map_or(Restraint::Nothing, Restraint::Wall);
    ([second + chord.velocity, second], restraint, SpinChange::by(meeting.normal, V::ZERO))
}

/// How two bodies go on that stay in contact, after this plastic response if they approach. A wall supports the first, unless
/// that flies off a corner. Two bodies that can be moved push each other as hard as `weight` asks for.
fn stay_together<V: Vector>(
    meeting: &Meeting<V>,
    pair: [&Slot<V>; 2],
    plastic: Option<Response<V>>,
    weight: f64,
    flies_off: impl FnOnce() -> bool,
) -> Together<V> {
    let [first, second] = plastic.map_or(meeting.velocities, |it| [it.first, it.second]);
    let normal = meeting.normal;
    let change = SpinChange::by(normal, V::ZERO);
    if meeting.masses[1].is_finite() {
        let push = reactions(pair.map(Slot::rolling_mass), normal, weight);
        return ([first, second], Restraint::Push(push), change);
    }
    if pair[0].is_on_cloth() {
        return ([first, second], Restraint::Wall(normal), change);
    }
    let restraint = if flies_off() { Restraint::Nothing } else { Restraint::Wall(normal) };
    match plastic.map(|it| meeting.with_friction(it, pair)) {
        Some(TurningResponse { response, change }) => ([response.first, second], restraint, change),
        None => ([first, second], restraint, change),
    }
}

/// Whether a body is so fast that it flies off a corner of a wall as if that was not there: nothing presses it into the wall
/// as hard as the surface turns away.
fn flies_off<V: Vector>(
    meeting: &Meeting<V>,
    [body, wall]: [&Slot<V>; 2],
    feature: Feature,
    Environment { gravity, period, .. }: Environment<V>,
) -> bool {
    let mover = body.shared.mover;
    let obstacle = Obstacle::new(wall, &mover, period, meeting.time);
    let [first, second] = meeting.velocities;
    let turning = turning_away(obstacle.shape(), (first - second, mover.radius), feature);
    let pull = body.pushed_acceleration(gravity).dot(meeting.normal);
    turning > 0.0 && turning + pull >= 0.0
}

impl<V: Vector> Engine<V> {
    /// Handles the touch of two solid bodies.
    pub(crate) fn collide(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        dt: f64,
    ) -> Handling {
        self.wake_both(world, prediction, dt);
        let indices = prediction.bodies;
        let Some([first, second]) = world.pair(indices) else {
            return Handling::Done;
        };
        let pair = [first, second];
        if first.is_held() || second.is_held() {
            self.touch_held(world, prediction);
            return Handling::Done;
        }
        let Some(surface) = self.surface(pair) else { return Handling::Done };
        let Prediction { time, feature, .. } = *prediction;
        let meeting = Meeting::new(pair, time, feature, world.environment().period, surface);
        let budget = self.settings.event_budget(dt);
        match judge(world, &meeting, pair, feature, (budget, dt)) {
            Verdict::Impact(response) => self.bounce(world, prediction, &meeting, &response, dt),
            Verdict::Contact(_) if self.defers_contacts => return Handling::Deferred,
            Verdict::Contact(RestingContact { velocities, restraint: Restraint::Pile, .. }) => {
                self.apply_plastic(world, prediction, &meeting, velocities, dt);
            }
            Verdict::Contact(rest) => self.hold_contact(world, prediction, &meeting, &rest, dt),
        }
        Handling::Done
    }

    /// Wakes the bodies of a touch that are asleep.
    fn wake_both(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let Some(ids) = ids(world, prediction) else { return };
        let [one, two] = prediction.bodies;
        for (body, bodies) in ids.into_iter().zip([[one, two], [two, one]]) {
            if world.is_asleep(body) {
                divide_for_pile(world, &bodies, prediction.time, dt);
                world.wake(body);
                self.report_woken(world, prediction.time);
            }
        }
    }

    /// Two bodies bounce off each other.
    fn bounce(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V>,
        TurningResponse { response, change }: &TurningResponse<V>,
        dt: f64,
    ) {
        let Some(ids) = ids(world, prediction) else { return };
        self.report.events.push(Event::Impact(meeting.impact(response, ids)));
        let velocities = [response.first, response.second];
        if self.meet_member(world, prediction, meeting, (velocities, true), dt) {
            // A member of a pile keeps its path, so its spin changes where that began.
            [0, 1].into_iter().for_each(|side| world.turn_by(ids[side], change, side));
            return self.count_breaks(world, ids, meeting.time);
        }
        self.deflect(
            world,
            prediction,
            meeting,
            |side, slot| {
                slot.detach(velocities[side]);
                slot.turn_by(change, side);
            },
            dt,
        );
        self.count_breaks(world, ids, meeting.time);
    }

    /// Holds two bodies apart that stay in contact.
    fn hold_contact(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V>,
        rest: &RestingContact<V>,
        dt: f64,
    ) {
        let Some(ids) = ids(world, prediction) else { return };
        let RestingContact { velocities, restraint, change: spin_change, rounding } = *rest;
        self.report.contacts.count(meeting.energy_lost(velocities));
        self.note_slow_touch(world, ids, meeting.time);
        // Bodies that lose no energy are in no pile, but position correction may move them: such a body keeps its path too.
        if self.meet_member(world, prediction, meeting, (velocities, false), dt) {
            return;
        }
        let walls = match (restraint, world.slot(ids[0])) {
            (Restraint::Wall(normal), Some(body)) => {
                let support = meeting.support(ids[1], prediction.feature, normal, velocities[1]);
                let rolling = |side: u32| {
                    world.slots[side as usize].as_ref().map_or(0.0, |it| it.shared.rolling_friction)
                };
                let [one, two] = prediction.bodies.map(rolling);
                let support = Support { rolling_friction: f64::max(one, two), ..support };
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
            if !matches!(restraint, Restraint::Wall(_)) {
                slot.retain_walls(|wall| (velocity - wall.velocity).dot(wall.normal) <= rounding);
            }
            match restraint {
                Restraint::Nothing | Restraint::Pile => {}
                Restraint::Wall(normal) => {
                    let (pull, size) = (slot.external_acceleration(gravity), slot.size());
                    let slow = |wall: &Support<V>| {
                        let pressure = f64::max(-pull.dot(wall.normal), 0.0);
                        (2.0 * pressure * NEGLIGIBLE_HEIGHT * size).sqrt()
                    };
                    let supports = &mut slot.constraints_mut().supports;
                    supports.join(&walls);
                    // The ramp along a round wall is none of two walls on which it stays.
                    let staying = match normal == meeting.normal {
                        true => supports.staying(velocity, rounding, slow),
                        false => velocity,
                    };
                    supports.drop_receding(staying, rounding, (ids[1], prediction.feature));
                    if let Some(velocity) = supports.limit_velocity(staying) {
                        slot.nudge(velocity);
                    }
                }
                Restraint::Push(push) => {
                    let (by, acceleration) = (ids[1 - side], push[side]);
                    slot.constraints_mut().supports.pushes.push(Push { by, acceleration });
                }
            }
        };
        self.deflect(world, prediction, meeting, change, dt);
        for index in prediction.bodies {
            self.release_stale_push(world, index, meeting.time);
        }
    }

    /// Ends the pushes on a body that drive it away from the body that pushes: something else holds that one by now, and
    /// the two no longer touch.
    fn release_stale_push(&mut self, world: &mut World<V>, index: u32, time: f64) {
        let Some(slot) = &world.slots[index as usize] else { return };
        let stale = |push: &Push<V>| {
            let other = world.slot(push.by)?;
            let [own, others] = [slot, other].map(|slot| slot.flight().acceleration);
            let strength = push.acceleration.length();
            let away = (own - others).dot(push.acceleration) / strength;
            let forces = strength + own.length() + others.length();
            (away > ROUNDING_SHARE * forces).then_some(push.by)
        };
        let pushing: Vec<BodyId> =
            slot.constraints().supports.pushes.iter().filter_map(stale).collect();
        if !pushing.is_empty() {
            self.rewrite(world, index, time, |slot| {
                slot.constraints_mut().supports.pushes.retain(|push| !pushing.contains(&push.by));
            });
        }
    }
}
