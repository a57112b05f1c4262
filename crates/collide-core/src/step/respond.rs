//! Two bodies touch: who moves how afterwards?

use super::pair::impact_after;
use super::queue::{Kind, Prediction};
use super::resting::{self, Load};
use super::stepper::Stepper;
use crate::contact::{Feature, side};
use crate::flight::Flight;
use crate::period::Period;
use crate::report::{Event, Impact, Leg, LimitHit};
use crate::response::restitution::bounce;
use crate::response::{Response, Surface, respond};
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Obstacle, Slot, World};

/// Two bodies at the instant of their touch.
pub(super) struct Meeting<W: Wide> {
    pub(super) time: f64,
    pub(super) velocities: [W; 2],
    pub(super) masses: [f64; 2],
    point: W,
    pub(super) normal: W,
    surface: Surface,
}

/// What a touch comes to.
enum Verdict<W: Wide> {
    /// They bounce.
    Impact(Response<W>),
    /// They stay in contact, with these velocities.
    Contact([W; 2]),
    /// Nothing: by rounding they do not approach.
    Nothing,
}

impl<W: Wide> Meeting<W> {
    /// The two at `time`, at which the first touches this feature of the second.
    pub(super) fn new<V: Vector<Wide = W>>(
        pair: [&Slot<V>; 2],
        (time, feature): (f64, Feature),
        period: Period<W>,
        surface: Surface,
    ) -> Self {
        let positions = pair.map(|slot| slot.flight.position(time));
        let [first, second] = pair;
        let mover = first.mover;
        let obstacle = Obstacle::new(second, &mover, period);
        let offset = obstacle.nearest(positions[0] - positions[1]);
        let normal = obstacle.normal(offset, feature);
        let image = positions[0] - offset;
        let bounds = side(&second.body.shape, normal).map(|end| image + end);
        let point = mover.touching_point(positions[0], bounds, normal);
        Self {
            time,
            velocities: pair.map(|slot| slot.flight.velocity(time)),
            masses: pair.map(Slot::mass),
            point,
            normal,
            surface,
        }
    }

    /// How they part, or nothing if they do not approach.
    pub(super) fn response(&self) -> Option<Response<W>> {
        respond(self.velocities, self.masses, self.normal, &self.surface)
    }

    fn verdict<V: Vector<Wide = W>>(&self, load: &Load) -> Verdict<W> {
        let with = |restitution| bounce(self.velocities, self.masses, self.normal, restitution);
        let changes = |response: &Response<W>| {
            V::narrow(response.first) != V::narrow(self.velocities[0])
                || V::narrow(response.second) != V::narrow(self.velocities[1])
        };
        let Load { pressure, rest_speed, rounding } = *load;
        match with(self.surface.restitution) {
            // Whether they meet at all is decided before a minimum impulse throws them apart.
            Some(response) if changes(&response) && response.approach_speed > rest_speed => {
                self.response().map_or(Verdict::Nothing, Verdict::Impact)
            }
            Some(response)
                if pressure > 0.0 || (rounding..=rest_speed).contains(&response.approach_speed) =>
            {
                let plastic = with(0.0).unwrap_or(response);
                // What presses no more, and approaches by less than a velocity can tell, is held already.
                if pressure > 0.0 || changes(&plastic) {
                    Verdict::Contact([plastic.first, plastic.second])
                } else {
                    Verdict::Nothing
                }
            }
            None if pressure > 0.0 => Verdict::Contact(self.velocities),
            _ => Verdict::Nothing,
        }
    }

    /// The impact as it is told.
    pub(super) fn told(&self, response: &Response<W>, pair: [BodyId; 2]) -> Impact<W> {
        Impact {
            time: self.time,
            bodies: pair,
            point: self.point,
            normal: self.normal,
            approach_speed: response.approach_speed,
            impulse: response.impulse,
            friction: response.friction,
            energy_lost: response.energy_lost,
        }
    }
}

impl<V: Vector> Stepper<V> {
    /// Two solid bodies touch.
    pub(super) fn collide(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let indices = prediction.bodies;
        let [Some(first), Some(second)] = indices.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let ids = [first.id, second.id];
        if first.frozen || second.frozen {
            // What runs into a held body cannot push it, and is held too.
            for index in indices {
                self.hold(world, index, prediction.time, dt);
            }
            return;
        }
        let Some(surface) = self.surface([first, second]) else { return };
        let environment = world.environment();
        let touch = (prediction.time, prediction.feature);
        let meeting = Meeting::new([first, second], touch, environment.period, surface);
        let load = Load::new(
            [first, second],
            meeting.normal,
            environment.gravity,
            surface.restitution,
            [dt, self.settings.events_per_second],
        );
        let (velocities, reactions) = match meeting.verdict::<V>(&load) {
            Verdict::Nothing => return self.look_later(world, prediction, dt),
            Verdict::Impact(response) => {
                self.report.events.push(Event::Impact(meeting.told(&response, ids)));
                ([response.first, response.second], None)
            }
            Verdict::Contact(velocities) => {
                let reactions = resting::reactions(meeting.masses, meeting.normal, load.pressure);
                (velocities, Some(reactions))
            }
        };
        for side in [0, 1] {
            if meeting.masses[side].is_infinite() {
                continue;
            }
            self.rewrite(world, indices[side], meeting.time, |slot| {
                slot.body.velocity = V::narrow(velocities[side]);
                slot.bounced = Some((ids[1 - side], prediction.feature));
                // An impact throws a body off what held it; a further support adds to the others.
                slot.reaction =
                    reactions.map_or(V::Wide::ZERO, |reactions| slot.reaction + reactions[side]);
            });
            self.count_event(world, indices[side], meeting.time, dt);
        }
        if reactions.is_none() {
            self.wear(world, ids, meeting.time);
        }
        for side in [0, 1] {
            if meeting.masses[side].is_finite() {
                self.predict_again(world, indices[side], dt);
            }
        }
    }

    /// Two have touched without an impact, and may meet again in this step. It is an event of either, so
    /// that whoever touches without end is held at last.
    fn look_later(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let Prediction { time, bodies, feature, .. } = *prediction;
        let [Some(first), Some(second)] = bodies.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let pair = [first, second];
        let finite = pair.map(|slot| slot.mass().is_finite());
        let Some(touch) = impact_after(world, pair, (time, feature), dt) else { return };
        self.push(Kind::Impact, touch, pair, bodies);
        for side in [0, 1] {
            if finite[side] {
                self.count_event(world, bodies[side], time, dt);
            }
        }
    }

    /// An impact brings either body nearer to breaking, and may break it.
    pub(super) fn wear(&mut self, world: &mut World<V>, ids: [BodyId; 2], time: f64) {
        for [body, by] in [ids, [ids[1], ids[0]]] {
            let Some(slot) = world.slot_mut(body) else { continue };
            match slot.body.breaks_after {
                0 => {}
                1 => {
                    self.report.events.push(Event::Broken { time, body, by });
                    self.remove_from_play(world, body, by, time);
                }
                _ => slot.body.breaks_after -= 1,
            }
        }
    }

    /// Rolling resistance has eaten the motion of a ball.
    pub(super) fn stop(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        self.come_to_rest(world, index, time);
        self.count_event(world, index, time, dt);
        self.predict_again(world, index, dt);
    }

    /// Ends the motion of a ball at the time of its stop, and tells.
    pub(super) fn come_to_rest(&mut self, world: &mut World<V>, index: u32, time: f64) {
        // What pressed against it pressed because it was slowing down.
        self.rewrite(world, index, time, |slot| slot.reaction = V::Wide::ZERO);
        if let Some(slot) = &world.slots[index as usize]
            && slot.body.velocity == V::default()
        {
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
    }

    /// A body has flown a period, and goes on from where its image is.
    pub(super) fn wrap(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        let period = world.environment().period;
        self.rewrite(world, index, time, |slot| slot.wrap(&period));
        self.count_event(world, index, time, dt);
        self.predict_again(world, index, dt);
    }

    /// Rewrites the state of a body as of `time`, with a change, and tells the leg that ends there.
    pub(super) fn rewrite(
        &mut self,
        world: &mut World<V>,
        index: u32,
        time: f64,
        change: impl FnOnce(&mut Slot<V>),
    ) {
        let environment = world.environment();
        let Some(slot) = &mut world.slots[index as usize] else { return };
        self.tell_leg(slot, time);
        slot.fly_to(time);
        slot.bounced = None;
        slot.revision = slot.revision.wrapping_add(1);
        change(slot);
        if slot.has_run_out(environment.gravity) {
            slot.body.velocity = V::default();
            self.report.events.push(Event::Stopped { time, ball: slot.id });
        }
        slot.renew(&environment);
    }

    /// Records the path of a body from its last event to `time`.
    pub(super) fn tell_leg(&mut self, slot: &Slot<V>, time: f64) {
        if !self.settings.record_legs || !slot.flight.is_moving() || time <= slot.time {
            return;
        }
        let Flight { start, origin, launch, acceleration, .. } = slot.flight;
        self.report.legs.push(Leg {
            body: slot.id,
            start,
            end: time,
            position: origin,
            velocity: launch,
            acceleration,
        });
    }

    /// Counts an event of a body, and holds the body when its budget is spent.
    pub(super) fn count_event(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        let budget = 64.0 + self.settings.events_per_second * dt;
        let Some(slot) = &mut world.slots[index as usize] else { return };
        slot.events = slot.events.saturating_add(1);
        if slot.events as f64 > budget {
            let body = slot.id;
            self.report.limits.push(LimitHit { time, body });
            self.freeze(world, index, time, dt);
        }
    }

    /// Holds what ran into a held body.
    fn hold(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        if world.slots[index as usize].as_ref().is_some_and(|slot| slot.is_mover() && !slot.frozen)
        {
            self.freeze(world, index, time, dt);
        }
    }

    /// Holds a body in place until the step ends. It keeps its velocity.
    fn freeze(&mut self, world: &mut World<V>, index: u32, time: f64, dt: f64) {
        self.rewrite(world, index, time, |slot| slot.frozen = true);
        self.predict_again(world, index, dt);
    }
}
