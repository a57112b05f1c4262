//! Who crosses the edge of a sensor, an absorber or a gate? Crossings rewrite no state; absorption, and
//! leaving a gate, do.

use crate::body::Role;
use crate::contact::Feature;
use crate::report::{Crossing, Event};
use crate::step::engine::Engine;
use crate::step::prediction::crossing::{CrossingNow, arrival, overlaps};
use crate::step::state::event_queue::{Kind, Prediction};
use crate::vector::Vector;
use crate::world::{BodyId, Crossed, Obstacle, Slot, World};

impl<V: Vector> Engine<V> {
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

    /// Tells of the balls that the game has put into a sensor or an absorber.
    pub(crate) fn report_arrivals(&mut self, world: &mut World<V>) {
        let time = world.now();
        let mut arrivals = Vec::new();
        for (index, slot) in (0u32..).zip(world.slots.iter()) {
            let Some(fresh) = slot.as_ref().filter(|slot| slot.fresh) else { continue };
            let spot = self.motion.spots[index as usize];
            if spot.is_somewhere() {
                let found = self.near(&spot, &world.environment().period, |_| true);
                for slot in found.iter().filter_map(|other| world.slots[*other as usize].as_ref()) {
                    for pair in [[fresh, slot], [slot, fresh]] {
                        // A hook is asked about the ball first.
                        if pair[0].is_mover() && !pair[1].is_solid() && self.meets(pair) {
                            arrivals.extend(arrival(world, pair, time));
                        }
                    }
                }
                self.search.found = found;
            }
        }
        self.report_crossings(world, arrivals, time);
        for slot in world.slots.iter_mut().flatten() {
            slot.crammed |= slot.fresh && slot.is_mover();
            slot.fresh = false;
        }
        self.piles.may_rest = true;
    }

    /// Tells of simultaneous crossings. What is absorbed by one has no part in the others.
    pub(crate) fn report_crossings(
        &mut self,
        world: &mut World<V>,
        mut crossings: Vec<CrossingNow>,
        time: f64,
    ) {
        crossings.sort_unstable();
        crossings.dedup();
        for (kind, _, [ball, region]) in crossings {
            match kind {
                _ if world.absorbed_by(ball).is_some() => {}
                Kind::Absorb => self.take_out(world, ball, region, time),
                _ => self.cross_over(world, kind, [ball, region], time),
            }
        }
    }

    /// Tells of the balls that are no longer where a sensor saw them, because the game moved or
    /// removed one of the two.
    pub(crate) fn report_departures(&mut self, world: &mut World<V>) {
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
                        && !(ball.is_mover()
                            && !matches!(region.form.role, Role::Absorber(_))
                            && self.meets([ball, region])
                            && overlaps(world, ball, region, time))
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

    /// A ball enters or leaves a sensor or a gate.
    pub(crate) fn cross(&mut self, world: &mut World<V>, prediction: &Prediction, dt: f64) {
        let pair = ids(world, prediction);
        self.cross_over(world, prediction.kind, pair, prediction.time);
        let [ball, region] = prediction.bodies;
        let parted = world.slot(pair[1]).and_then(|gate| {
            let feature = passed(world, world.slot(pair[0])?, gate, prediction)?;
            Some((gate.id, feature))
        });
        if parted.is_some() {
            // It lies on the gate as if it had bounced, and may come back down on it.
            self.rewrite(world, ball, prediction.time, |slot| slot.set_bounced(parted));
            self.count_event(world, ball, prediction.time, dt);
        } else {
            self.predict(world, ball, region, dt);
        }
    }

    pub(crate) fn cross_over(
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
    pub(crate) fn absorb(&mut self, world: &mut World<V>, prediction: &Prediction) {
        let [ball, region] = ids(world, prediction);
        self.take_out(world, ball, region, prediction.time);
    }

    fn take_out(&mut self, world: &mut World<V>, ball: BodyId, region: BodyId, time: f64) {
        self.report.events.push(Event::Absorbed(Crossing { time, region, ball }));
        self.remove_from_play(world, ball, region, time);
    }

    /// From now on a body takes part in nothing, because of another.
    pub(crate) fn remove_from_play(
        &mut self,
        world: &mut World<V>,
        ball: BodyId,
        by: BodyId,
        time: f64,
    ) {
        world.wake_around(ball);
        self.report_woken(world, time);
        self.rewrite(world, ball.index, time, |slot| slot.ties_mut().absorbed_by = Some(by));
        // A gate that broke holds nobody any more.
        let ends = |pair: &(BodyId, BodyId)| pair.0 == ball || pair.1 == ball;
        let mut left: Vec<_> = world.touching.iter().copied().filter(ends).collect();
        world.sort_by_key(&mut left);
        for (region, ball) in left {
            world.touching.remove(&(region, ball));
            self.report.events.push(Event::Exited(Crossing { time, region, ball }));
        }
    }
}

/// The feature of a gate by which a ball has just left it.
fn passed<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    gate: &Slot<V>,
    prediction: &Prediction,
) -> Option<Feature> {
    let is_gate = matches!(gate.form.role, Role::OneWay { .. });
    let [place, origin] = [ball, gate].map(|slot| slot.flight().position(prediction.time));
    (is_gate && prediction.kind == Kind::Leave).then(|| {
        let obstacle = Obstacle::new(gate, &ball.form.mover, world.environment().period);
        obstacle.contact(place - origin).feature
    })
}

fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> [BodyId; 2] {
    prediction.bodies.map(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.expect("a prediction that holds is about bodies that are there").id
    })
}
