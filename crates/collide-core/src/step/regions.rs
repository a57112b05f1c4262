//! Who crosses the edge of a sensor or an absorber? Crossings rewrite no state, absorption does.

use super::queue::{Kind, Prediction};
use super::stepper::Stepper;
use crate::body::{Passage, Role};
use crate::broad::Aabb;
use crate::contact::contact;
use crate::impact::{Motion, leave, touch};
use crate::report::{Crossing, Event};
use crate::vector::Vector;
use crate::world::{BodyId, Crossed, Slot, World};

/// The next crossing of a ball and a region, with its time in seconds from the start of the step: a
/// function of the two stored states and of their last crossing.
pub(super) fn crossing<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    dt: f64,
) -> Option<(Kind, f64)> {
    let last = world.crossed.get(&(region.id, ball.id));
    // Sensors rewrite no state, so what has been crossed before is told by the time of the crossing.
    let start = last.map_or(0.0, |last| last.time).max(ball.time).max(region.time);
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
    if last.is_some_and(|last| last.revisions == [region.revision, ball.revision]) {
        // It has just left, on the path that it is still on, and the way back in takes time.
        let time = start + leave::enter_again(shape, &motion, radius, end)?;
        return (time > start).then_some((kind, time));
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
    /// Tells of the balls that the game has put into a sensor or an absorber.
    pub(super) fn tell_arrivals(&mut self, world: &mut World<V>, bounds: &[Option<Aabb<V::Wide>>]) {
        let time = world.now();
        let mut arrivals = Vec::new();
        for (index, slot) in (0u32..).zip(&world.slots) {
            let (Some(fresh), Some(bounds)) = (slot, &bounds[index as usize]) else { continue };
            if fresh.fresh {
                let others = |other: u32| world.slots[other as usize].as_ref();
                self.finder.query(bounds, |other| {
                    let Some(slot) = others(other) else { return };
                    for [ball, region] in [[fresh, slot], [slot, fresh]] {
                        arrivals.extend(arrival(world, ball, region, time));
                    }
                });
            }
        }
        arrivals.sort_unstable();
        arrivals.dedup();
        for (kind, _, [ball, region]) in arrivals {
            match kind {
                _ if world.absorbed_by(ball).is_some() => {}
                Kind::Absorb => self.take_out(world, ball, region, time),
                _ => self.cross_over(world, Kind::Enter, [ball, region], time),
            }
        }
        for slot in world.slots.iter_mut().flatten() {
            slot.fresh = false;
        }
    }

    /// Tells of the balls that are no longer where a sensor saw them, because the game moved or
    /// removed one of the two.
    pub(super) fn tell_departures(&mut self, world: &mut World<V>) {
        let time = world.now();
        for (region, ball) in std::mem::take(&mut world.departed) {
            self.report.events.push(Event::Exited(Crossing { time, region, ball }));
        }
        let mut gone: Vec<(BodyId, BodyId)> = world
            .touching
            .iter()
            .copied()
            .filter(|(region, ball)| match (world.slot(*region), world.slot(*ball)) {
                (Some(region), Some(ball)) => {
                    (region.fresh || ball.fresh)
                        && !(ball.is_ball() && overlaps(ball, region, time))
                }
                _ => true,
            })
            .collect();
        world.sort_by_key(&mut gone);
        for (region, ball) in gone {
            world.touching.remove(&(region, ball));
            self.report.events.push(Event::Exited(Crossing { time, region, ball }));
        }
    }

    /// A ball enters or leaves a sensor.
    pub(super) fn cross(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let pair = ids(world, prediction);
        self.cross_over(world, prediction.kind, pair, prediction.time);
        let [ball, region] = prediction.bodies;
        self.predict(world, ball, region, dt);
    }

    fn cross_over(
        &mut self,
        world: &mut World<V>,
        kind: Kind,
        [ball, region]: [BodyId; 2],
        time: f64,
    ) {
        let crossing = Crossing { time, region, ball };
        self.report.events.push(if kind == Kind::Enter {
            world.touching.insert((region, ball));
            Event::Entered(crossing)
        } else {
            world.touching.remove(&(region, ball));
            Event::Exited(crossing)
        });
        if let (Some(one), Some(two)) = (world.slot(region), world.slot(ball)) {
            let revisions = [one.revision, two.revision];
            world.crossed.insert((region, ball), Crossed { time, revisions });
        }
    }

    /// A ball is taken out of the game.
    pub(super) fn absorb(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let [ball, region] = ids(world, prediction);
        self.take_out(world, ball, region, prediction.time);
    }

    fn take_out(&mut self, world: &mut World<V>, ball: BodyId, region: BodyId, time: f64) {
        self.rewrite(world, ball.index, time, |slot| slot.absorbed_by = Some(region));
        self.versions[ball.index as usize] += 1;
        self.report.events.push(Event::Absorbed(Crossing { time, region, ball }));
        let mut left: Vec<_> =
            world.touching.iter().copied().filter(|pair| pair.1 == ball).collect();
        world.sort_by_key(&mut left);
        for pair in left {
            world.touching.remove(&pair);
            self.report.events.push(Event::Exited(Crossing { time, region: pair.0, ball }));
        }
    }
}

/// The crossing of a ball that overlaps a region although it was not told to have entered; sorted,
/// absorbers come first and then keys decide.
fn arrival<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    time: f64,
) -> Option<(Kind, [u64; 2], [BodyId; 2])> {
    let there = ball.is_ball() && ball.takes_part() && !world.is_inside(region.id, ball.id);
    let (kind, _) = rule(ball, region).filter(|_| there && overlaps(ball, region, time))?;
    Some((kind, [ball.key, region.key], [ball.id, region.id]))
}

fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> [BodyId; 2] {
    prediction.bodies.map(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.expect("a prediction that holds is about bodies that are there").id
    })
}
