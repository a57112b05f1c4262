//! Two bodies touch: who moves how afterwards?

use crate::report::{Event, Legs, LimitHit};
use crate::response::Response;
use crate::step::pair::bowl::Bowl;
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::{CROWDED, IMPATIENT, Load, reactions};
use crate::step::piles::divide;
use crate::step::prediction::suppressed::is_in_pile;
use crate::step::state::event_queue::Prediction;
use crate::step::state::motion_bounds::Path;
use crate::step::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Held, Push, Slot, Support, World};

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

impl<V: Vector> Stepper<V> {
    /// Two solid bodies touch.
    pub(crate) fn collide(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        self.rouse(world, prediction);
        let indices = prediction.bodies;
        let [Some(first), Some(second)] = indices.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let pair = [first, second];
        if first.is_held() || second.is_held() {
            self.jam(world, prediction, dt);
            return;
        }
        let Some(surface) = self.surface(pair) else { return };
        let environment = world.environment();
        let touch = (prediction.time, prediction.feature);
        let meeting = Meeting::new(pair, touch, environment.period, surface);
        let times = [dt - prediction.time, dt, self.settings.countable_events()];
        match judge(&meeting, pair, environment.gravity, times) {
            Verdict::Impact(response) => self.part(world, prediction, &meeting, &response, dt),
            Verdict::Contact(_) if self.fence.is_up => self.leave(world, prediction, dt),
            Verdict::Contact(Rest { velocities, hold: Hold::Pile, .. }) => {
                self.yield_to(world, prediction, &meeting, velocities, dt);
            }
            Verdict::Contact(rest) => self.rest(world, prediction, &meeting, &rest, dt),
        }
    }

    /// Wakes those who sleep and are touched.
    fn rouse(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let Some(ids) = ids(world, prediction) else { return };
        for (body, index) in ids.into_iter().zip(prediction.bodies) {
            if world.is_asleep(body) {
                divide(world, index, prediction.time);
                world.wake(body);
                self.tell_woken(world, prediction.time);
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
        self.go_on(world, prediction, meeting, dt);
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
        self.go_on(world, prediction, meeting, dt);
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

    /// Changes the two bodies of a touch, as far as they can be moved.
    pub(crate) fn deflect(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        change: impl Fn(usize, &mut Slot<V>),
        dt: f64,
    ) {
        let Some(ids) = ids(world, prediction) else { return };
        for side in [0, 1].into_iter().filter(|side| meeting.masses[*side].is_finite()) {
            let index = prediction.bodies[side];
            self.rewrite(world, index, meeting.time, |slot| {
                slot.set_bounced(Some((ids[1 - side], prediction.feature)));
                change(side, slot);
            });
            self.count_event(world, index, meeting.time, dt);
        }
        self.stop_at_stopped(world, prediction, meeting);
    }

    /// Who presses against one that rolling resistance has stopped, because its motion would not change its
    /// place by a bit, is stopped as by a wall: the two know already that they touch.
    fn stop_at_stopped(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
    ) {
        let pair = prediction.bodies.map(|index| world.slots[index as usize].as_ref());
        let [Some(first), Some(second)] = pair else { return };
        let has_stopped =
            |slot: &Slot<V>| slot.form.rolling_resistance > 0.0 && slot.velocity == V::default();
        let stopped = [first, second].map(|slot| slot.is_mover() && has_stopped(slot));
        if stopped == [false; 2] {
            return;
        }
        let velocities = [first, second].map(|slot| slot.momentum_velocity(meeting.time));
        let approach = (velocities[1] - velocities[0]).dot(meeting.normal);
        let (side, push) = match stopped {
            [true, false] if second.is_mover() => (1, -approach),
            [false, true] => (0, approach),
            _ => return,
        };
        if approach > 0.0 {
            let velocity = velocities[side] + meeting.normal * push;
            let bounced = [first, second][side].bounced();
            self.rewrite(world, prediction.bodies[side], meeting.time, |slot| {
                slot.set_bounced(bounced);
                slot.nudge(velocity);
            });
        }
    }

    /// Predicts what comes after a touch.
    pub(crate) fn go_on(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        dt: f64,
    ) {
        for side in [0, 1].into_iter().filter(|side| meeting.masses[*side].is_finite()) {
            self.predict_again(world, prediction.bodies[side], dt);
        }
    }

    /// An impact brings either body nearer to breaking, and may break it.
    pub(crate) fn wear(&mut self, world: &mut World<V>, ids: [BodyId; 2], time: f64) {
        for [body, by] in [ids, [ids[1], ids[0]]] {
            let Some(slot) = world.slot_mut(body) else { continue };
            match slot.form.breaks_after {
                0 => {}
                1 => {
                    self.report.events.push(Event::Broken { time, body, by });
                    self.remove_from_play(world, body, by, time);
                }
                left => slot.change_form(|body| body.breaks_after = left - 1),
            }
        }
    }

    /// Rolling resistance has eaten the motion of a ball.
    pub(crate) fn stop(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        self.come_to_rest(world, index, time);
        self.count_event(world, index, time, dt);
        self.predict_again(world, index, dt);
    }

    /// Ends the motion of a ball at the time of its stop, and tells.
    pub(crate) fn come_to_rest(&mut self, world: &mut World<V>, index: u32, time: f64) {
        // What pressed against it pressed because it was slowing down.
        self.rewrite(world, index, time, Slot::leave_supports);
        if let Some(slot) = &world.slots[index as usize]
            && slot.velocity == V::default()
        {
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
    }

    /// A body has flown a period, and goes on from where its image is.
    pub(crate) fn wrap(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        let period = world.environment().period;
        self.rewrite(world, index, time, |slot| slot.wrap(&period));
        self.count_event(world, index, time, dt);
        self.predict_again(world, index, dt);
    }

    /// Rewrites the state of a body as of `time`, with a change, and tells the leg that ends there.
    pub(crate) fn rewrite(
        &mut self,
        world: &mut World<V>,
        index: u32,
        time: f64,
        change: impl FnOnce(&mut Slot<V>),
    ) {
        let environment = world.environment();
        let ahead = world.progress.map(|progress| self.ahead(progress.dt));
        let Some(slot) = &mut world.slots[index as usize] else { return };
        // Asked here already, as a leg is much to hand over in vain.
        let ended = if self.settings.legs == Legs::None { None } else { self.ended(slot, time) };
        let stood = ended.is_some() && !slot.flight().is_moving();
        slot.fly_to(time);
        slot.set_bounced(None);
        slot.revision = slot.revision.wrapping_add(1);
        let pushed =
            if slot.is_untied() { Vec::new() } else { slot.ties().supports.pushes.clone() };
        change(slot);
        if slot.has_run_out(environment.gravity) {
            slot.velocity = V::default();
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
        slot.renew(&environment);
        if let Some(leg) = ended
            && (!stood || slot.flight().is_moving())
        {
            self.report.legs.push(leg);
        }
        let known = (self.paths.get_mut(index as usize), self.spots.get_mut(index as usize));
        if let ((Some(path), Some(spot)), Some(ahead)) = (known, ahead) {
            (*path, *spot) = Path::of(slot, time, &ahead, &environment.period);
        }
        if slot.ties().supports.pushes.len() < pushed.len() {
            let id = slot.id;
            for Push { by, .. } in pushed {
                self.cease(world, by, id, time);
            }
        }
    }

    /// Ends what one body has from another that no longer presses against it.
    fn cease(&mut self, world: &mut World<V>, body: BodyId, by: BodyId, time: f64) {
        let is_pushed =
            |slot: &Slot<V>| slot.ties().supports.pushes.iter().any(|push| push.by == by);
        let dt = world.progress.map_or(time, |progress| progress.dt);
        if world.slot(body).is_some_and(is_pushed) {
            self.rewrite(world, body.index, time, |slot| {
                slot.ties_mut().supports.pushes.retain(|push| push.by != by);
            });
            self.predict_again(world, body.index, dt);
        }
    }

    /// Counts an event of a body, and holds the body when its budget is spent.
    pub(crate) fn count_event(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        let budget = self.settings.budget(dt);
        let gravity = world.environment().gravity;
        let Some(slot) = &mut world.slots[index as usize] else { return };
        slot.set_events(slot.events().saturating_add(1));
        let is_spent = f64::from(slot.events()) > budget
            || slot.events() == u32::MAX && budget < f64::INFINITY;
        let crowded = slot.events() == CROWDED;
        let is_clustered = slot.events() == IMPATIENT && slot.may_cluster(gravity);
        if is_clustered {
            slot.clustered = true;
            self.astray.iter_mut().for_each(|astray| astray.push(index));
        }
        if is_spent {
            let body = slot.id;
            self.report.limits.push(LimitHit { time, body });
            self.hold(world, index, Held::Still, time, dt);
        }
        if crowded || is_clustered {
            divide(world, index, time);
        }
    }
}

/// The names of the two bodies of a prediction.
pub(crate) fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> Option<[BodyId; 2]> {
    let [first, second] = prediction.bodies.map(|index| world.slots[index as usize].as_ref());
    Some([first?.id, second?.id])
}
