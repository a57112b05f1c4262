//! The touch of two solid bodies: it is an impact, and they bounce, or a contact, and they are held apart.

use crate::contact::{Feature, turning_away};
use crate::report::Event;
use crate::response::cloth::SpinChange;
use crate::step::engine::Engine;
use crate::step::pair::bowl::Bowl;
use crate::step::pair::meeting::{Meeting, TurningResponse};
use crate::step::pair::thresholds::{Load, may_settle, reactions};
use crate::step::pair::turning::TurningWall;
use crate::step::pair::walls::{bounces_uncountably, joint_supports};
use crate::step::prediction::suppressed::is_in_pile;
use crate::step::response::deflect::ids;
use crate::step::response::handling::Handling;
use crate::step::response::wake::divide_for_pile;
use crate::step::state::event_queue::Prediction;
use crate::vector::Vector;
use crate::world::{BodyId, Environment, Obstacle, Push, Slot, World};

/// A difference of accelerations below this share of the forces at work is rounding.
const ROUNDING_SHARE: f64 = 1e-9;

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

/// Decides what a touch of this feature amounts to, in a step of `dt` seconds of which `left` are left, if so many events can be
/// counted in a second, and of a body in the step.
fn judge<V: Vector>(
    world: &World<V>,
    meeting: &Meeting<V>,
    pair: [&Slot<V>; 2],
    feature: Feature,
    [left, dt, events_per_second, budget]: [f64; 4],
) -> Verdict<V> {
    let environment = world.environment();
    let gravity = environment.gravity;
    let Meeting { normal, velocities: [first, second], .. } = *meeting;
    let must_rest = bounces_uncountably(world, pair, meeting, [events_per_second, budget]);
    let bowl = Bowl::new(pair, normal);
    let turning = TurningWall::new(pair, meeting, feature, environment.period);
    let centripetal = match &turning {
        Some(wall) => wall.pressure(first),
        None => bowl.map_or(0.0, |bowl| bowl.centripetal(first - second)),
    };
    let restitution = meeting.surface.restitution;
    let load = Load::new(pair, normal, centripetal, gravity, restitution, dt, events_per_second);
    // The rest speed is compared before a minimum impulse is added.
    if !must_rest
        && let Some(bounce) = meeting.bounce(pair)
        && meeting.changes_velocities(&bounce)
        && bounce.approach_speed > load.rest_speed
        && let Some(response) = meeting.response(bounce, pair)
    {
        return Verdict::Impact(response);
    }
    let rounding = 2.0 * f64::max(meeting.velocity_rounding(), load.rounding);
    let plastic = meeting.plastic(pair);
    let approach = plastic.map_or(0.0, |it| it.approach_speed);
    let [first, second] = plastic.map_or([first, second], |it| [it.first, it.second]);
    let departure = turning.map(|wall| wall.departure(dt));
    let immovable = meeting.masses[1].is_infinite();
    let mut change = SpinChange::by(normal, V::ZERO);
    let contact = |velocities, restraint, change| {
        Verdict::Contact(RestingContact { velocities, restraint, change, rounding })
    };
    let (velocities, restraint) = match (bowl, departure) {
        (None, _) if may_settle(pair, restitution) && is_in_pile(pair) => {
            // What lies on a wall that turns must leave it as fast as the wall turns into it.
            let faster = |speed: f64| [first, second].map(|velocity| velocity + normal * speed);
            let velocities = departure.map_or([first, second], |it| faster(it.speed));
            return contact(velocities, Restraint::Pile, change);
        }
        (Some(bowl), _) => {
            let chord = bowl.chord(first - second, approach, left, dt);
            let restraint = chord.support.map_or(Restraint::Nothing, Restraint::Wall);
            ([second + chord.velocity, second], restraint)
        }
        (None, Some(departure)) => {
            let departed = departure.response(meeting, plastic, pair);
            change = departed.change;
            ([departed.response.first, second], Restraint::Nothing)
        }
        _ if immovable && pair[0].is_on_cloth() => ([first, second], Restraint::Wall(normal)),
        _ if immovable => {
            let flies_off = !must_rest && flies_off(meeting, pair, feature, environment);
            let restraint = if flies_off { Restraint::Nothing } else { Restraint::Wall(normal) };
            let rubbed = plastic.map(|it| meeting.with_friction(it, pair));
            change = rubbed.map_or(change, |rubbed| rubbed.change);
            ([rubbed.map_or(first, |it| it.response.first), second], restraint)
        }
        _ => {
            let push = reactions(pair.map(Slot::rolling_mass), normal, load.weight);
            ([first, second], Restraint::Push(push))
        }
    };
    contact(meeting.without_approach(velocities), restraint, change)
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
        self.wake_touched(world, prediction, dt);
        let indices = prediction.bodies;
        let [Some(first), Some(second)] = indices.map(|index| world.slots[index as usize].as_ref())
        else {
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
        let limits = [self.settings.countable_events(), self.settings.budget(dt)];
        let numbers = [dt - prediction.time, dt, limits[0], limits[1]];
        match judge(world, &meeting, pair, feature, numbers) {
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
    fn wake_touched(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
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
                joint_supports(world, body, support, meeting.time)
            }
            _ => Vec::new(),
        };
        let is_wall = meeting.masses[1].is_infinite();
        let change = |side: usize, slot: &mut Slot<V>| {
            slot.nudge_on_cloth(velocities[side], is_wall.then_some(meeting.normal));
            slot.turn_by(&spin_change, side);
            slot.drop_receding_walls(velocities[side], rounding);
            match restraint {
                Restraint::Nothing | Restraint::Pile => {}
                Restraint::Wall(_) => {
                    slot.constraints_mut().supports.join(&walls);
                    if let Some(velocity) =
                        slot.constraints_mut().supports.limit_velocity(velocities[side])
                    {
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
