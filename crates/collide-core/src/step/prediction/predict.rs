//! Predicts the events of pairs and of single bodies, and pushes them into the queue.

use crate::broad::grid::Large;
use crate::broad::{BoundingSphere, is_clear, nth_part};
use crate::contact::Feature;
use crate::executor::{map, pieces};
use crate::impact::Touch;
use crate::step::engine::Engine;
use crate::step::prediction::crossing::crossing;
use crate::step::prediction::impact_time::impact;
use crate::step::prediction::prefetch::{self, prefetch_pair};
use crate::step::prediction::support_end::support_end;
use crate::step::state::body_motions::BodyMotions;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::step::state::motion_bounds::{Meets, MotionBounds, PairList};
use crate::step::state::predictions::Predictions;
use crate::step::state::search::Search;
use crate::vector::Vector;
use crate::world::{Slot, World};

/// The order of two movers: a ball comes before a box, and then the smaller key first.
pub(crate) fn rank<V: Vector>(slot: &Slot<V>) -> (bool, u64) {
    (!slot.shared.mover.is_ball(), slot.key)
}

/// The number of near pairs that are tested as one batch, so that their memory can be prefetched.
const JUDGED_TOGETHER: usize = 256;

/// If at most this share of the bodies moves, as where most sleep, others are looked for around each of these.
const MAX_SEARCHED_SHARE: f64 = 0.1;

impl<V: Vector> Engine<V> {
    /// Predicts anew all bodies that a response has rewritten.
    pub(crate) fn predict_rewritten(&mut self, world: &World<V>, dt: f64) {
        let mut rewritten = std::mem::take(&mut self.rewritten);
        rewritten.sort_unstable();
        rewritten.dedup();
        for body in rewritten.drain(..) {
            self.predictions.invalidate_body(body);
            if self.reinsert(world, body, dt) {
                self.predict_body(world, body, dt, |_| true);
            }
        }
        self.rewritten = rewritten;
    }

    /// Predicts anew all bodies that were rewritten while the piles were solved, of which there may be
    /// many.
    pub(crate) fn predict_many_rewritten(&mut self, world: &World<V>, dt: f64) {
        let mut rewritten = std::mem::take(&mut self.rewritten);
        rewritten.sort_unstable();
        rewritten.dedup();
        self.predict_each(world, &rewritten, dt);
        rewritten.clear();
        self.rewritten = rewritten;
    }

    /// Predicts these bodies anew, which are sorted.
    fn predict_each(&mut self, world: &World<V>, changed: &[u32], dt: f64) {
        let mut is_pending = std::mem::take(&mut self.piles.scratch.is_pending);
        is_pending.clear();
        is_pending.resize(self.motions.bounds.len(), false);
        for index in changed {
            self.predictions.invalidate_body(*index);
            self.reinsert(world, *index, dt);
            is_pending[*index as usize] = true;
        }
        for index in changed {
            is_pending[*index as usize] = false;
            if self.motions.spheres[*index as usize].is_somewhere() {
                // A pair of two such bodies is predicted with the later one.
                self.predict_body(world, *index, dt, |other| !is_pending[other as usize]);
            }
        }
        self.piles.scratch.is_pending = is_pending;
    }

    /// Predicts the events of all bodies, which have just been entered.
    pub(crate) fn predict_all_pairs(&mut self, world: &World<V>, dt: f64) {
        let moving = self.few_that_move();
        for index in 0..self.motions.bounds.len() {
            let bounds = &self.motions.bounds[index];
            if bounds.has_own_event() && !(moving.is_some() && bounds.is_moving()) {
                self.predict_own_events(world, index as u32, dt);
            }
        }
        if let Some(moving) = moving {
            return self.predict_each(world, &moving, dt);
        }
        let mut pairs = std::mem::take(&mut self.search.pairs);
        pairs.iter_mut().for_each(|pairs| pairs.list.clear());
        let parts = if world.is_open() { pieces(&*self.executor, world.slots.len()) } else { 1 };
        pairs.resize_with(usize::max(pairs.len(), parts), PairList::default);
        if !world.is_open() {
            self.list_periodic_pairs(world, &mut pairs[0].list);
        } else if parts == 1 {
            self.list_pairs(world, [0, 1], &mut pairs[0]);
        } else {
            let lists = (0..parts).zip(&mut pairs);
            map(&*self.executor, lists, |(part, list)| self.list_pairs(world, [part, parts], list));
        }
        // The lists depend on the number of threads, and the order of predictions in the queue does not.
        for (pair, meets) in pairs.iter().flat_map(|pairs| &pairs.list) {
            self.predict_judged(world, *meets, *pair, dt);
        }
        self.search.pairs = pairs;
    }

    /// The bodies that move, if they are few.
    fn few_that_move(&self) -> Option<Vec<u32>> {
        let bounds = &self.motions.bounds;
        let most = (MAX_SEARCHED_SHARE * bounds.len() as f64) as usize;
        let moving = (0u32..).zip(bounds).filter(|(_, bounds)| bounds.is_moving());
        let moving: Vec<_> = moving.map(|(index, _)| index).take(most + 1).collect();
        (moving.len() <= most).then_some(moving)
    }

    /// Lists the pairs that may meet, of one of so many parts of the bodies.
    fn list_pairs(&self, world: &World<V>, part: [usize; 2], pairs: &mut PairList) {
        let paths = &self.motions.bounds;
        self.search.finder.pairs(part, |one, two| {
            pairs.near.push([one, two]);
            if pairs.near.len() == JUDGED_TOGETHER {
                self.judge_candidates(world, pairs);
            }
        });
        self.judge_candidates(world, pairs);
        let large = self.search.finder.large();
        let is_large = |body: u32| large.iter().any(|large| large.body == body);
        for Large { body: one, bounds, .. } in large {
            let Some(slot) = &world.slots[*one as usize] else { continue };
            let flight = slot.flight();
            let (moves, place) = (flight.is_moving() || slot.is_turning(), flight.origin);
            for (two, other) in nth_part(&self.motions.spheres, part) {
                let is_far_from_wall = !moves && is_clear(&slot.shared.shape, &other.moved(-place));
                if !is_far_from_wall
                    && bounds.touches(other)
                    && (moves || paths[two as usize].is_moving())
                    && other.is_somewhere()
                    && two != *one
                    && (!is_large(two) || two < *one)
                {
                    pairs.list.push(([*one, two], Meets::Perhaps));
                }
            }
        }
    }

    /// Tests a batch of near pairs, and lists those that may meet.
    fn judge_candidates(&self, world: &World<V>, PairList { list, near }: &mut PairList) {
        for (place, pair) in near.iter().enumerate() {
            if let Some([_, later]) = near.get(place + prefetch::PAIRS_AHEAD) {
                prefetch_pair(&self.motions.bounds, *later);
            }
            match self.meets_as_free_balls(world, *pair) {
                Meets::No => {}
                meets => list.push((*pair, meets)),
            }
        }
        near.clear();
    }

    /// Lists the pairs that may meet in a periodic space.
    fn list_periodic_pairs(&mut self, world: &World<V>, pairs: &mut Vec<([u32; 2], Meets)>) {
        let period = world.environment().period;
        for index in 0..self.motions.spheres.len() as u32 {
            let moves = |paths: &[MotionBounds<V>], body: u32| paths[body as usize].is_moving();
            let sphere = self.motions.spheres[index as usize];
            if sphere.is_somewhere() && moves(&self.motions.bounds, index) {
                let found = self.bodies_near(&sphere, &period, |other| other != index);
                let wanted = |other: &u32| *other > index || !moves(&self.motions.bounds, *other);
                let wanted = found.iter().copied().filter(wanted);
                pairs.extend(wanted.map(|other| ([index, other], Meets::Perhaps)));
                self.search.found = found;
            }
        }
    }

    /// Whether two bodies meet, if both are free balls.
    pub(crate) fn meets_as_free_balls(&self, world: &World<V>, [one, two]: [u32; 2]) -> Meets {
        let slot = |body: u32| world.slots[body as usize].as_ref();
        let flights = || Some([slot(one)?.flight(), slot(two)?.flight()]);
        let paths = [one, two].map(|body| &self.motions.bounds[body as usize]);
        MotionBounds::meets(paths, || Some(slot(two)?.id.index), flights)
    }

    /// Looks for others along the path of a body from its horizon on.
    pub(crate) fn extend_horizon(&mut self, world: &World<V>, index: u32, time: f64, dt: f64) {
        let Some(slot) = &world.slots[index as usize] else { return };
        let period = world.environment().period;
        let (path, sphere) = MotionBounds::of(slot, time, &self.motions.lookahead(dt), &period);
        self.motions.bounds[index as usize] = path;
        self.motions.spheres[index as usize] = sphere;
        self.insert(world, (index, slot), dt);
        self.predict_body(world, index, dt, |_| true);
    }

    /// Predicts the events of a body with all others near its path that are `wanted`.
    pub(crate) fn predict_body(
        &mut self,
        world: &World<V>,
        index: u32,
        dt: f64,
        wanted: impl Fn(u32) -> bool,
    ) {
        let sphere = self.motions.spheres[index as usize];
        let found = if world.is_open() {
            self.predict_free_impacts(world, &sphere, index, wanted)
        } else {
            let wanted = |other: u32| other != index && wanted(other);
            self.bodies_near(&sphere, &world.environment().period, wanted)
        };
        for other in &found {
            self.predict_pair(world, index, *other, dt);
        }
        self.search.found = found;
        self.predict_own_events(world, index, dt);
    }

    /// Predicts the impacts of a body with the free balls near its path, and returns the other bodies that
    /// it may meet. The list should be given back as `search.found`.
    fn predict_free_impacts(
        &mut self,
        world: &World<V>,
        sphere: &BoundingSphere<V>,
        index: u32,
        wanted: impl Fn(u32) -> bool,
    ) -> Vec<u32> {
        let mut left = std::mem::take(&mut self.search.found);
        left.clear();
        let suppresses_no_pair = self.suppresses_no_pair(world);
        let Self { search, motions: BodyMotions { bounds: paths, .. }, predictions, .. } = self;
        let Search { finder, candidates: near, .. } = search;
        let Predictions { queue, versions, .. } = predictions;
        let own = &paths[index as usize];
        let slot = |body: u32| world.slots[body as usize].as_ref();
        // Large walls are found everywhere, and most bodies are far from them.
        let is_far_from_wall =
            |body: u32| slot(body).is_some_and(|wall| is_far_from_wall(wall, sphere));
        near.clear();
        finder.collect_candidates(sphere, index, near);
        for large in finder.large() {
            if large.bounds.touches(sphere) && !is_far_from_wall(large.body) {
                near.add(large.body);
            }
        }
        for &other in near.all() {
            if other == index || !wanted(other) {
                continue;
            }
            let flights = || Some([slot(index)?.flight(), slot(other)?.flight()]);
            let number = || Some(slot(other)?.id.index);
            match MotionBounds::meets([own, &paths[other as usize]], number, flights) {
                Meets::No => {}
                Meets::At(time) if suppresses_no_pair => {
                    queue.push(free_impact(world, versions, time, [index, other]));
                }
                Meets::Perhaps if is_far_from_wall(other) => {}
                _ => left.push(other),
            }
        }
        left
    }

    /// Predicts the next event of a pair of which it is known whether the two meet as free balls.
    pub(crate) fn predict_judged(
        &mut self,
        world: &World<V>,
        meets: Meets,
        [one, two]: [u32; 2],
        dt: f64,
    ) {
        let time = match meets {
            Meets::No => return,
            Meets::At(time) if self.suppresses_no_pair(world) => time,
            _ => return self.predict_pair(world, one, two, dt),
        };
        self.predictions.queue.push(free_impact(
            world,
            &self.predictions.versions,
            time,
            [one, two],
        ));
    }

    /// Whether no pair is suppressed and there is no hook, so that free balls that meet surely collide.
    fn suppresses_no_pair(&self, world: &World<V>) -> bool {
        self.hook.is_none()
            && world.contacts.suppressed.is_empty()
            && world.progress.is_some_and(|progress| !progress.has_piles())
    }

    /// Predicts the next event of a pair, if the two can have one.
    pub(crate) fn predict_pair(&mut self, world: &World<V>, one: u32, two: u32, dt: f64) {
        // Most pairs in a pile are of this kind, and the rest of the function would find the same.
        if world.pair([one, two]).is_some_and(|pair| world.contacts.rest_together(pair)) {
            return;
        }
        let Some((pair, bodies)) = ordered_pair(world, [one, two]) else { return };
        if world.is_open() && self.are_separated(pair, bodies) {
            return;
        }
        // A later event is found when a horizon is reached.
        let until = bodies.map(|body| self.motions.bounds[body as usize].horizon_end());
        let until = f64::min(until[0], until[1]);
        if let Some((kind, touch)) = self.next_event(world, pair, dt)
            && touch.time <= until
        {
            // Before a touch a body begins a short chord, along which the touch is exact.
            for first in 0..2 {
                let second = 1 - first;
                let slot = pair[first];
                if kind == EventKind::Impact
                    && let Some(exact_for) = slot.chord().and_then(|chord| chord.exact_for)
                {
                    let time = f64::max(touch.time - 0.5 * exact_for, slot.time);
                    let near = Touch { time, feature: Feature::PLANE };
                    // The chord ends for this touch: not if the other body has changed its path by then.
                    let bodies = [bodies[first], bodies[second]];
                    return self.push_event(
                        EventKind::ChordEnd,
                        near,
                        [slot, pair[second]],
                        bodies,
                    );
                }
            }
            self.push_event(kind, touch, pair, bodies);
        }
    }

    /// The next event of a mover with another body in the step, if there is one.
    pub(crate) fn next_event(
        &self,
        world: &World<V>,
        [ball, other]: [&Slot<V>; 2],
        dt: f64,
    ) -> Option<(EventKind, Touch)> {
        if !self.may_meet([ball, other])
            || self.is_suppressed(world, [ball, other])
            || world.contacts.is_passed_over([ball, other])
        {
            return None;
        }
        let next = if other.is_solid() {
            impact(world, ball, other, dt).map(|touch| (EventKind::Impact, touch))
        } else {
            crossing(world, ball, other, dt)
        };
        let Some(end) = support_end(world, [ball, other], dt) else { return next };
        Some(next.filter(|(_, touch)| touch.time < end.time).unwrap_or((EventKind::FaceEnd, end)))
    }

    /// Whether two bodies, of which one is no ball, are surely apart up to their horizons.
    fn are_separated(&self, [one, two]: [&Slot<V>; 2], bodies: [u32; 2]) -> bool {
        let [here, there] = bodies.map(|body| self.motions.spheres[body as usize]);
        if is_far_from_wall(two, &here) {
            return true;
        }
        let round = one.shared.is_ball && two.shared.is_ball;
        !round && !one.shared.bounds(&here).overlaps(&two.shared.bounds(&there))
    }

    /// Predicts the events that a body has by itself.
    fn predict_own_events(&mut self, world: &World<V>, index: u32, dt: f64) {
        let path = &self.motions.bounds[index as usize];
        if !path.has_own_event() {
            return;
        }
        let look = path.next_horizon().unwrap_or(f64::INFINITY);
        let Some(slot) = &world.slots[index as usize] else { return };
        let (stop, wraps) = (slot.own_stop(), slot.wrap_time(&world.environment().period, dt));
        let sticks = slot.ride_end().map_or(f64::INFINITY, |(time, _)| time);
        let own = [
            (EventKind::Stop, stop),
            (EventKind::Stick, sticks),
            (EventKind::ChordEnd, slot.chord_end()),
            (EventKind::Wrap, wraps),
            (EventKind::HorizonReached, look),
        ];
        for (kind, time) in own {
            if time <= dt {
                let touch = Touch { time, feature: Feature::PLANE };
                self.push_event(kind, touch, [slot, slot], [index; 2]);
            }
        }
    }

    /// Adds a prediction to the queue.
    pub(crate) fn push_event(
        &mut self,
        kind: EventKind,
        touch: Touch,
        pair: [&Slot<V>; 2],
        bodies: [u32; 2],
    ) {
        self.predictions.queue.push(Prediction {
            time: touch.time,
            kind,
            keys: pair.map(|slot| slot.key),
            bodies,
            versions: bodies.map(|body| self.predictions.versions[body as usize]),
            feature: touch.feature,
        });
    }
}

/// Two bodies that can have an event with each other and their numbers, the mover first; of two movers the
/// one of lower rank.
pub(crate) fn ordered_pair<V: Vector>(
    world: &World<V>,
    [one, two]: [u32; 2],
) -> Option<([&Slot<V>; 2], [u32; 2])> {
    let slot = |body: u32| world.slots[body as usize].as_ref().filter(|slot| slot.takes_part());
    let (a, b) = (slot(one)?, slot(two)?);
    match (a.is_mover(), b.is_mover()) {
        (true, true) if rank(a) > rank(b) => Some(([b, a], [two, one])),
        (true, _) => Some(([a, b], [one, two])),
        (false, true) => Some(([b, a], [two, one])),
        (false, false) => None,
    }
}

/// Whether this sphere is far from an unbounded wall that does not move.
fn is_far_from_wall<V: Vector>(wall: &Slot<V>, sphere: &BoundingSphere<V>) -> bool {
    let flight = wall.flight();
    !flight.is_moving()
        && !wall.is_turning()
        && is_clear(&wall.shared.shape, &sphere.moved(-flight.origin))
}

/// The impact of two free balls at `time`.
#[inline]
pub(crate) fn free_impact<V: Vector>(
    world: &World<V>,
    versions: &[u32],
    time: f64,
    [one, two]: [u32; 2],
) -> Prediction {
    let key = |body: u32| world.slots[body as usize].as_ref().map_or(0, |slot| slot.key);
    let bodies = if key(one) < key(two) { [one, two] } else { [two, one] };
    Prediction {
        time,
        kind: EventKind::Impact,
        keys: bodies.map(key),
        bodies,
        versions: bodies.map(|body| versions[body as usize]),
        feature: Feature::corner::<V>(),
    }
}
