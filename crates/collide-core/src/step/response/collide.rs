//! Two bodies touch: who moves how afterwards?

use crate::report::Event;
use crate::response::Response;
use crate::step::engine::Engine;
use crate::step::pair::bowl::Bowl;
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::{Load, reactions};
use crate::step::prediction::suppressed::is_in_pile;
use crate::step::response::deflect::ids;
use crate::step::response::handling::Handling;
use crate::step::response::wake::divide_for_pile;
use crate::step::state::event_queue::Prediction;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Push, Slot, Support, World};

/// What two part by below this share of the forces between them is rounding.
const SLACK: f64 = 1e-9;

/// What a touch comes to.
enum Verdict<W: Wide> {
    /// They bounce.
    Impact(Response<W>),
    /// They stay in contact, or do not approach but by rounding.
    Contact(Rest<W>),
}

/// Two that stay in contact.
#[derive(Clone, Copy)]
struct Rest<W: Wide> {
    velocities: [W; 2],
    hold: Hold<W>,
    /// What of a velocity may be rounding.
    rounding: f64,
}

/// What holds two in contact together for the rest of the step.
#[derive(Clone, Copy)]
enum Hold<W: Wide> {
    /// Nothing: it has been turned.
    Nothing,
    /// The second supports the first as hard as it must, in this direction.
    Wall(W),
    /// They are of a crowd: what follows is solved with all of them.
    Pile,
    /// The accelerations with which they hold each other.
    Push([W; 2]),
}

/// Judges a touch of two, of a step of which `left` seconds of `dt` are left.
fn judge<V: Vector>(
    meeting: &Meeting<V::Wide>,
    pair: [&Slot<V>; 2],
    gravity: V::Wide,
    [left, dt, events_per_second]: [f64; 3],
) -> Verdict<V::Wide> {
    let Meeting { normal, velocities: [first, second], .. } = *meeting;
    let bowl = Bowl::new(pair, normal);
    let bend = bowl.map_or(0.0, |bowl| bowl.bend(first - second));
    let restitution = meeting.surface.restitution;
    let load = Load::new(pair, (normal, bend), gravity, restitution, [dt, events_per_second]);
    // Whether they meet at all is decided before a minimum impulse throws them apart.
    if let Some(bounce) = meeting.bounce(restitution)
        && meeting.changes::<V>(&bounce)
        && bounce.approach_speed > load.rest_speed
        && let Some(response) = meeting.response(bounce)
    {
        return Verdict::Impact(response);
    }
    let rounding = 2.0 * f64::max(meeting.rounding::<V>(), load.rounding);
    let plastic = meeting.bounce(0.0);
    let approach = plastic.map_or(0.0, |plastic| plastic.approach_speed);
    let [first, second] =
        plastic.map_or([first, second], |plastic| [plastic.first, plastic.second]);
    let immovable = meeting.masses[1].is_infinite();
    let (velocities, hold) = match bowl {
        None if restitution < 1.0 && is_in_pile(pair) => {
            return Verdict::Contact(Rest {
                velocities: [first, second],
                hold: Hold::Pile,
                rounding,
            });
        }
        Some(bowl) => {
            let chord = bowl.chord(first - second, approach, [left, dt]);
            let hold = chord.support.map_or(Hold::Nothing, Hold::Wall);
            ([second + chord.velocity, second], hold)
        }
        _ if immovable => ([first, second], Hold::Wall(normal)),
        _ => {
            let push = reactions(meeting.masses, normal, load.weight);
            ([first, second], Hold::Push(push))
        }
    };
    let velocities = meeting.parted::<V>(velocities);
    Verdict::Contact(Rest { velocities, hold, rounding })
}

impl<V: Vector> Engine<V> {
    /// Two solid bodies touch.
    pub(crate) fn collide(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        dt: f64,
    ) -> Handling {
        self.rouse(world, prediction);
        let indices = prediction.bodies;
        let [Some(first), Some(second)] = indices.map(|index| world.slots[index as usize].as_ref())
        else {
            return Handling::Done;
        };
        let pair = [first, second];
        if first.is_held() || second.is_held() {
            self.jam(world, prediction);
            return Handling::Done;
        }
        let Some(surface) = self.surface(pair) else { return Handling::Done };
        let environment = world.environment();
        let touch = (prediction.time, prediction.feature);
        let meeting = Meeting::new(pair, touch, environment.period, surface);
        let times = [dt - prediction.time, dt, self.settings.countable_events()];
        match judge(&meeting, pair, environment.gravity, times) {
            Verdict::Impact(response) => self.part(world, prediction, &meeting, &response, dt),
            Verdict::Contact(_) if self.defers_contacts => return Handling::Deferred,
            Verdict::Contact(Rest { velocities, hold: Hold::Pile, .. }) => {
                self.yield_to(world, prediction, &meeting, velocities, dt);
            }
            Verdict::Contact(rest) => self.rest(world, prediction, &meeting, &rest, dt),
        }
        Handling::Done
    }

    /// Wakes those who sleep and are touched.
    fn rouse(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let Some(ids) = ids(world, prediction) else { return };
        for (body, index) in ids.into_iter().zip(prediction.bodies) {
            if world.is_asleep(body) {
                divide_for_pile(world, index, prediction.time);
                world.wake(body);
                self.report_woken(world, prediction.time);
            }
        }
    }

    /// Two bodies bounce off each other.
    fn part(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        response: &Response<V::Wide>,
        dt: f64,
    ) {
        let Some(ids) = ids(world, prediction) else { return };
        self.report.events.push(Event::Impact(meeting.told(response, ids)));
        let velocities = [response.first, response.second];
        self.deflect(
            world,
            prediction,
            meeting,
            |side, slot| {
                slot.throw(velocities[side]);
            },
            dt,
        );
        self.wear(world, ids, meeting.time);
    }

    /// Two bodies stay in contact.
    fn rest(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        rest: &Rest<V::Wide>,
        dt: f64,
    ) {
        let Some(ids) = ids(world, prediction) else { return };
        let Rest { velocities, hold, rounding } = *rest;
        self.report.contacts.count(meeting.energy_lost(velocities));
        let support = |normal| Support {
            wall: ids[1],
            feature: prediction.feature,
            normal,
            velocity: velocities[1],
        };
        let change = |side: usize, slot: &mut Slot<V>| {
            slot.nudge(velocities[side]);
            slot.leave_walls(velocities[side], rounding);
            match hold {
                Hold::Nothing | Hold::Pile => {}
                Hold::Wall(normal) => {
                    slot.ties_mut().supports.lean_on(support(normal));
                    if let Some(velocity) = slot.ties_mut().supports.let_by(velocities[side]) {
                        slot.nudge(velocity);
                    }
                }
                Hold::Push(push) => {
                    let (by, acceleration) = (ids[1 - side], push[side]);
                    slot.ties_mut().supports.pushes.push(Push { by, acceleration });
                }
            }
        };
        self.deflect(world, prediction, meeting, change, dt);
        for index in prediction.bodies {
            self.slacken(world, index, meeting.time);
        }
    }

    /// Ends what presses a body harder than it presses back: something else holds it by now, and it would be
    /// driven away by one that it does not touch.
    fn slacken(&mut self, world: &mut World<V>, index: u32, time: f64) {
        let Some(slot) = &world.slots[index as usize] else { return };
        let drives = |push: &Push<V::Wide>| {
            let other = world.slot(push.by)?;
            let [own, others] = [slot, other].map(|slot| slot.flight().acceleration);
            let strength = push.acceleration.length();
            let away = (own - others).dot(push.acceleration) / strength;
            let forces = strength + own.length() + others.length();
            (away > SLACK * forces).then_some(push.by)
        };
        let driven: Vec<BodyId> = slot.ties().supports.pushes.iter().filter_map(drives).collect();
        if !driven.is_empty() {
            self.rewrite(world, index, time, |slot| {
                slot.ties_mut().supports.pushes.retain(|push| !driven.contains(&push.by));
            });
        }
    }
}
