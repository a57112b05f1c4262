//! Who crosses the edge of a sensor, an absorber or a gate? Crossings rewrite no state; absorption, and
//! leaving a gate, do.

use crate::body::Role;
use crate::contact::Feature;
use crate::impact::{Motion, Touch, leave};
use crate::report::{Crossing, Event};
use crate::shape::Mover;
use crate::step::prediction::impact_time::{impact, time_left};
use crate::step::state::event_queue::{Kind, Prediction};
use crate::step::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Crossed, Obstacle, Slot, World};

/// A crossing at an instant that is known: what, and the keys and the names of the ball and of the
/// region. Sorted, absorbers come first and then keys decide.
pub(crate) type CrossingNow = (Kind, [u64; 2], [BodyId; 2]);

/// The next crossing of a ball and a region, with its time in seconds from the start of the step: a
/// function of the two stored states and of their last crossing.
pub(crate) fn crossing<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    dt: f64,
) -> Option<(Kind, Touch)> {
    let last = world.crossed.get(&(region.id, ball.id));
    // Sensors rewrite no state, so what has been crossed before is told by the time of the crossing.
    let start = last.map_or(0.0, |last| last.time).max(ball.time).max(region.time);
    let period = world.environment().period;
    let end = time_left([ball, region], &period, start, dt)?;
    let (kind, mover) = rule(ball, region)?;
    let motion = Motion::between(&ball.flight(), &region.flight(), start);
    let obstacle = Obstacle::new(region, &mover, period);
    let nearest = || Motion { offset: obstacle.nearest(motion.offset), ..motion };
    let (shape, radius) = (obstacle.shape(), obstacle.radius());
    let at = |time: f64| Touch { time: start + time, feature: Feature::PLANE };
    if kind == Kind::Enter && world.is_inside(region.id, ball.id) {
        return leave::leave(shape, &nearest(), radius, end).map(|time| (Kind::Leave, at(time)));
    }
    if let Role::OneWay { open } = region.form.role {
        let touch = impact(world, ball, region, dt)?;
        let kind = if passes(ball, region, open, touch.time) { Kind::Enter } else { Kind::Impact };
        // Who slides along the gate that it has just left may press on it by rounding.
        let slides = kind == Kind::Enter && last.is_some_and(|last| last.time == touch.time);
        return (!slides).then_some((kind, touch));
    }
    if last.is_some_and(|last| last.revisions == [region.revision, ball.revision]) {
        // It has just left, on the path that it is still on, and the way back in takes time.
        let touch = at(leave::enter_again(shape, &nearest(), radius, end)?);
        return (touch.time > start).then_some((kind, touch));
    }
    obstacle.touch(&motion, end, None).map(|touch| (kind, at(touch.time)))
}

/// Whether a ball that touches a gate at `time` moves along its direction against it. What lies still on
/// it, but for the rounding of a velocity, goes where it is pulled.
fn passes<V: Vector>(ball: &Slot<V>, gate: &Slot<V>, open: V::Wide, time: f64) -> bool {
    let flights = [ball.flight(), gate.flight()];
    let [speed, against] = flights.map(|flight| flight.velocity(time).dot(open));
    let [pull, held] = flights.map(|flight| flight.acceleration.dot(open));
    let speeds: f64 =
        flights.iter().map(|flight| flight.launch.length() + flight.velocity(time).length()).sum();
    let (ahead, rounding) = (speed - against, V::EPSILON * speeds * open.length());
    ahead > rounding || ahead >= -rounding && pull > held
}

/// What a region does to a ball that enters, and as what the ball counts.
fn rule<V: Vector>(ball: &Slot<V>, region: &Slot<V>) -> Option<(Kind, Mover<V::Wide>)> {
    let kind = match region.form.role {
        Role::Solid => return None,
        Role::Sensor(_) | Role::OneWay { .. } => Kind::Enter,
        Role::Absorber(_) => Kind::Absorb,
    };
    Some((kind, region.form.role.counted_part(ball.form.mover)))
}

/// Whether the ball overlaps the region now; a gate by more than the rounding of a bounce off it.
pub(crate) fn overlaps<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    time: f64,
) -> bool {
    let Some((_, mover)) = rule(ball, region) else { return false };
    let obstacle = Obstacle::new(region, &mover, world.environment().period);
    let places = [ball, region].map(|slot| slot.flight().position(time));
    let rounding = match region.form.role {
        Role::OneWay { .. } => {
            let far = places.iter().fold(mover.radius, |far, place| far.max(place.max_magnitude()));
            16.0 * V::EPSILON * far
        }
        _ => 0.0,
    };
    obstacle.contact(places[0] - places[1]).separation <= -rounding
}

impl<V: Vector> Stepper<V> {
    /// Tells of the balls that the game has put into a sensor or an absorber.
    pub(crate) fn tell_arrivals(&mut self, world: &mut World<V>) {
        let time = world.now();
        let mut arrivals = Vec::new();
        for (index, slot) in (0u32..).zip(world.slots.iter()) {
            let Some(fresh) = slot.as_ref().filter(|slot| slot.fresh) else { continue };
            let spot = self.spots[index as usize];
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
                self.found = found;
            }
        }
        self.tell_crossings(world, arrivals, time);
        for slot in world.slots.iter_mut().flatten() {
            slot.crammed |= slot.fresh && slot.is_mover();
            slot.fresh = false;
        }
        self.may_lie = true;
    }

    /// Tells of simultaneous crossings. What is absorbed by one has no part in the others.
    pub(crate) fn tell_crossings(
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
    pub(crate) fn tell_departures(&mut self, world: &mut World<V>) {
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
            self.predict_again(world, ball, dt);
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
        self.tell_woken(world, time);
        self.rewrite(world, ball.index, time, |slot| slot.ties_mut().absorbed_by = Some(by));
        self.versions[ball.index as usize] += 1;
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

/// The crossing of a ball that overlaps a region although it was not told to have entered.
pub(crate) fn arrival<V: Vector>(
    world: &World<V>,
    [ball, region]: [&Slot<V>; 2],
    time: f64,
) -> Option<CrossingNow> {
    let there = ball.is_mover() && ball.takes_part() && !world.is_inside(region.id, ball.id);
    let (kind, _) = rule(ball, region).filter(|_| there && overlaps(world, ball, region, time))?;
    Some((kind, [ball.key, region.key], [ball.id, region.id]))
}

fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> [BodyId; 2] {
    prediction.bodies.map(|body| {
        let slot = world.slots[body as usize].as_ref();
        slot.expect("a prediction that holds is about bodies that are there").id
    })
}
