//! Who crosses the edge of a sensor or an absorber? Crossings rewrite no state, absorption does.

use super::queue::{Kind, Prediction};
use super::stepper::Stepper;
use crate::body::{Passage, Role};
use crate::contact::contact;
use crate::impact::{Motion, Touch, leave, touch};
use crate::report::{Crossing, Event};
use crate::vector::Vector;
use crate::world::{BodyId, Slot, World};

/// The next crossing of a ball and a region, with its time in seconds from the start of the step.
pub(super) fn crossing<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    dt: f64,
) -> Option<(Kind, f64)> {
    // Sensors rewrite no state, so what has been crossed before the present is told by time.
    let start = ball.time.max(region.time).max(world.now());
    let end = dt.min(ball.flight.stop).min(region.flight.stop) - start;
    if end.is_nan() || end < 0.0 {
        return None;
    }
    let (kind, radius) = rule(ball, region)?;
    let motion = Motion::between(&ball.flight, &region.flight, start);
    let shape = &region.body.shape;
    if kind == Kind::Enter && world.is_inside(region.id, ball.id) {
        return leave::leave(shape, &motion, radius, end).map(|time| (Kind::Leave, start + time));
    }
    touch(shape, &motion, radius, end, None).map(|touch| (kind, start + touch.time))
}

/// What a region does to a ball that enters, and the radius with which the ball counts.
fn rule<V: Vector>(ball: &Slot<V>, region: &Slot<V>) -> Option<(Kind, f64)> {
    let radius = |passage| if passage == Passage::Edge { ball.radius() } else { 0.0 };
    match region.body.role {
        Role::Solid => None,
        Role::Sensor(passage) => Some((Kind::Enter, radius(passage))),
        Role::Absorber(passage) => Some((Kind::Absorb, radius(passage))),
    }
}

/// Whether the ball overlaps the region now.
fn overlaps<V: Vector>(ball: &Slot<V>, region: &Slot<V>, time: f64) -> bool {
    let offset = ball.flight.position(time) - region.flight.position(time);
    rule(ball, region)
        .is_some_and(|(_, radius)| contact(&region.body.shape, offset, radius).separation <= 0.0)
}

impl<V: Vector> Stepper<V> {
    /// Predicts, for now, the crossings that the game made by adding, moving and removing bodies.
    pub(super) fn predict_arrivals(&mut self, world: &World<V>, ball: u32, region: u32) {
        let (Some(a), Some(b)) = (&world.slots[ball as usize], &world.slots[region as usize])
        else {
            return;
        };
        if !a.is_ball() || !a.takes_part() || world.is_inside(b.id, a.id) {
            return;
        }
        let now = world.now();
        if let Some((kind, _)) = rule(a, b)
            && overlaps(a, b, now)
        {
            let touch = Touch { time: now, feature: crate::contact::Feature::PLANE };
            self.push(kind, touch, [a, b], [ball, region]);
        }
    }

    /// Tells of the balls that are no longer where a sensor saw them, because the game moved or
    /// removed one of the two.
    pub(super) fn tell_departures(&mut self, world: &mut World<V>) {
        let time = world.now();
        for (region, ball) in std::mem::take(&mut world.departed) {
            self.report.events.push(Event::Exited(Crossing { time, region, ball }));
        }
        let gone: Vec<(BodyId, BodyId)> = world
            .touching
            .iter()
            .copied()
            .filter(|(region, ball)| match (world.slot(*region), world.slot(*ball)) {
                (Some(region), Some(ball)) => {
                    (region.fresh || ball.fresh) && !overlaps(ball, region, time)
                }
                _ => true,
            })
            .collect();
        for (region, ball) in gone {
            world.touching.remove(&(region, ball));
            self.report.events.push(Event::Exited(Crossing { time, region, ball }));
        }
    }

    /// A ball enters or leaves a sensor.
    pub(super) fn cross(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let [ball, region] = ids(world, prediction);
        let crossing = Crossing { time: prediction.time, region, ball };
        let event = if prediction.kind == Kind::Enter {
            // A body that was moved to an edge may be predicted to enter twice.
            if !world.touching.insert((region, ball)) {
                return;
            }
            Event::Entered(crossing)
        } else {
            world.touching.remove(&(region, ball));
            Event::Exited(crossing)
        };
        self.report.events.push(event);
        let [ball, region] = prediction.bodies;
        self.predict(world, ball, region, dt);
    }

    /// A ball is taken out of the game.
    pub(super) fn absorb(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let [ball, region] = ids(world, prediction);
        let time = prediction.time;
        self.rewrite(world, prediction.bodies[0], time, |slot| slot.absorbed_by = Some(region));
        self.versions[prediction.bodies[0] as usize] += 1;
        self.report.events.push(Event::Absorbed(Crossing { time, region, ball }));
        let left: Vec<_> = world.touching.iter().copied().filter(|pair| pair.1 == ball).collect();
        for pair in left {
            world.touching.remove(&pair);
            self.report.events.push(Event::Exited(Crossing { time, region: pair.0, ball }));
        }
    }
}

fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> [BodyId; 2] {
    prediction.bodies.map(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.expect("a prediction that holds is about bodies that are there").id
    })
}
