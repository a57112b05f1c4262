//! Is a step to be made domain by domain, and where do the domains end?

use crate::broad::{Aabb, divide};
use crate::chunked::Leaving;
use crate::executor::{Executor, map};
use crate::report::Legs;
use crate::step::domains::partition::{Outline, Part, WALLS};
use crate::step::domains::state::Domains;
use crate::step::engine::Engine;
use crate::step::regime::Regime;
use crate::vector::Vector;
use crate::world::{Progress, Slot, World};

/// A domain has about so many bodies where they are many: what is known of them fits into the memory that is near.
const BODIES: usize = 16_384;

/// How many domains are made of the bodies that are one piece of work elsewhere: events are more work.
const FINER: usize = 2;

/// So many times as many may be near the borders as when the bodies were arranged.
const MIXED: usize = 2;

/// One in so many may be near a border, besides a few.
const NEAR: usize = 4;
const FEW: usize = 4096;

/// One thread has so many domains at least, or none.
const ALONE: usize = 4;

impl<V: Vector> Domains<V> {
    /// Whether the step that begins is made domain by domain. It is then made when it is [run](Self::run).
    pub(crate) fn choose(
        &mut self,
        engine: &mut Engine<V>,
        world: &mut World<V>,
        regime: Regime,
        dt: f64,
    ) -> bool {
        self.is_chosen = false;
        let wanted = match regime {
            Regime::Impacts { .. } => domains_wanted(&*engine.executor, world.slots.len()),
            Regime::General => 0,
        };
        if wanted == 0 {
            return false;
        }
        let length = world.slots.len().div_ceil(wanted);
        let is_divided = world.slots.is_divided(length);
        // Where another stepper has divided the bodies there is no need to wait.
        let is_ready = is_divided && self.backoff.has_not_failed();
        if !is_ready && self.backoff.waits() {
            return false;
        }
        let stamp = world.stamp;
        if !is_divided || !self.outline.as_ref().is_some_and(|it| it.is_of(dt, stamp)) {
            let arranges = engine.settings.legs != Legs::All && !world.slots.is_arranged();
            self.outline = outline_of(engine, world, (length, arranges), dt);
        }
        let strangers = self.outline.as_ref().map_or(0, |outline| outline.strange);
        if self.strangers == 0 || engine.settings.legs == Legs::All {
            self.strangers = strangers;
        } else if strangers > MIXED * self.strangers {
            self.outline = outline_of(engine, world, (length, true), dt);
            self.strangers = 0;
        }
        self.is_chosen = self.outline.is_some();
        if self.is_chosen {
            world.slots.divide(length, WALLS);
            if !is_divided {
                // Who makes the domains has all this for himself, of the size of one.
                engine.free_search_memory();
            }
            // There are no piles.
            world.progress = world.progress.map(|it| Progress { settled: Some(0), ..it });
        } else {
            self.backoff.fail();
        }
        self.is_chosen
    }
}

/// Into how many domains so many bodies are to be divided; zero if there is no use in it.
fn domains_wanted(executor: &dyn Executor, count: usize) -> usize {
    let threads = executor.threads();
    let least = usize::max(executor.least_piece() / FINER, 1);
    let busy = if threads > 1 { usize::min(threads, count / least) } else { 0 };
    let wanted = usize::max(busy, count / BODIES);
    let enough = if threads > 1 { 2 } else { ALONE };
    match wanted {
        few if few < enough => 0,
        few if few < threads => few,
        many => many.next_multiple_of(threads),
    }
}

/// Where the domains end that so many bodies each make, if the step can be made by them. For that the bodies may
/// be arranged.
fn outline_of<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    (length, arranges): (usize, bool),
    dt: f64,
) -> Option<Outline<V::Wide>> {
    let known = ([dt, V::EPSILON], world.stamp);
    let outline = |parts| Outline::of((parts, length), known.0, known.1);
    let nothing = vec![Default::default(); world.slots.len().div_ceil(length)];
    let mut rough = parts(engine, world, length, nothing.clone());
    if rough.iter().any(|part| part.is_odd) {
        return None;
    }
    if arranges {
        world.slots.divide(length, WALLS);
        arrange(world, length);
        rough = parts(engine, world, length, nothing);
    }
    let rough = outline(rough)?;
    let outline = outline(parts(engine, world, length, rough.next_parts().collect()))?;
    (outline.strange <= world.slots.len() / NEAR + FEW).then_some(outline)
}

/// What is known of parts of so many bodies each, which begins with this.
fn parts<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    length: usize,
    known: Vec<(Part<V::Wide>, Vec<Aabb<V::Wide>>)>,
) -> Vec<Part<V::Wide>> {
    let runs = world.slots.runs(length).into_iter().zip(known);
    map(&*engine.executor, runs, |(slots, (mut part, near))| {
        for slot in slots.iter().map(Option::as_ref) {
            part.add((slot, slot.is_some_and(Slot::flies_freely)), &near);
        }
        part
    })
}

/// Brings the bodies into an order in which those of a part are neighbours in space; all others stay where they are.
fn arrange<V: Vector>(world: &mut World<V>, length: usize) {
    let (mut movers, mut parts) = (Vec::with_capacity(world.slots.len()), Vec::new());
    let mut begin = 0;
    for slots in world.slots.runs(length) {
        let others = movers.len();
        for (place, slot) in (begin..).zip(slots) {
            if let Some(slot) = slot.as_ref().filter(|slot| slot.is_mover()) {
                movers.push((slot.flight().origin, place));
            }
        }
        parts.push((begin, movers.len() - others));
        begin += slots.len() as u32;
    }
    divide(&mut movers, &parts);
    let (mut leaving, mut rest) = (Vec::new(), movers.as_slice());
    for (to, (begin, count)) in parts.iter().enumerate() {
        let (own, others) = rest.split_at(*count);
        rest = others;
        let end = parts.get(to + 1).map_or(u32::MAX, |next| next.0);
        let strange = own.iter().filter(|(_, place)| !(*begin..end).contains(place));
        leaving.extend(strange.map(|(_, place)| Leaving { place: *place, to }));
    }
    world.slots.exchange(leaving);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::{DVec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::executor::tests::Two;
    use crate::shape::Shape;
    use crate::step::Stepper;

    /// Balls on a lattice that fly about, so large that two would not follow a half each.
    fn gas() -> World<DVec2> {
        let mut world = World::new();
        for number in 0..900 {
            let place = dvec2(f64::from(number * 17 % 900 % 30), f64::from(number * 17 % 900 / 30));
            let velocity = DVec2::from_angle(f64::from(number)) * 9.0;
            let ball = Body { velocity, ..Body::dynamic(Shape::ball(0.45), place) };
            world.add(ball).unwrap();
        }
        world.add(Body::fixed(Shape::arena(DVec2::splat(20.0)), DVec2::splat(15.0))).unwrap();
        world
    }

    #[test]
    fn a_gas_comes_apart_and_keeps_its_impacts() {
        let (mut world, mut alone) = (gas(), gas());
        let (mut stepper, mut one) = (Stepper::new(), Stepper::new());
        (stepper.settings.legs, one.settings.legs) = (Legs::None, Legs::None);
        stepper.executor = Arc::new(Two(100));
        let mut apart = 0;
        for _ in 0..60 {
            let report = stepper.step(&mut world, 1.0 / 60.0);
            assert_eq!(report, one.step(&mut alone, 1.0 / 60.0));
            assert_eq!(world, alone);
            apart += usize::from(world.slots.pieces() == 2);
        }
        assert!(apart > 40, "{apart}");
    }

    #[test]
    fn what_is_more_than_a_gas_stays_together() {
        let odd: [fn(&mut World<DVec2>); 3] = [
            |world| world.set_gravity(DVec2::NEG_Y).unwrap(),
            |world| world.set_period(DVec2::splat(60.0)).unwrap(),
            |world| {
                let gate = Body::kinematic(Shape::ball(0.2), DVec2::splat(-9.0), DVec2::X);
                world.add(gate).unwrap();
            },
        ];
        for change in odd {
            let (mut world, mut stepper) = (gas(), Stepper::new());
            change(&mut world);
            stepper.executor = Arc::new(Two(100));
            for _ in 0..6 {
                let _report = stepper.step(&mut world, 1.0 / 60.0);
                assert_eq!(world.slots.pieces(), 0);
            }
        }
    }
}
