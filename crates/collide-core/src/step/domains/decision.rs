//! Decides whether the step that begins is made domain by domain, and where the domains end.

use crate::broad::{Aabb, bisect};
use crate::executor::{Executor, map};
use crate::report::Legs;
use crate::step::domains::partition::{DomainStats, Partition};
use crate::step::domains::state::Domains;
use crate::step::domains::tuning::Tuning;
use crate::step::engine::Engine;
use crate::step::engine::regime::Regime;
use crate::vector::Vector;
use crate::world::{Dynamics, PieceChange, Progress, World};

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
        let is_divided = world.slots.is_split(length);
        // There is no need to wait where another stepper has divided the bodies.
        let is_ready = is_divided && self.backoff.has_not_failed();
        if !is_ready && self.backoff.waits() {
            return false;
        }
        let epoch = world.epoch;
        if !is_divided || !self.partition.as_ref().is_some_and(|it| it.is_of(dt, epoch)) {
            let reorders = engine.settings.legs != Legs::All && !world.slots.is_reordered();
            self.partition = partition_of(engine, world, (length, reorders), dt);
        }
        let boundary_bodies =
            self.partition.as_ref().map_or(0, |partition| partition.boundary_count);
        if self.boundary_bodies == 0 || engine.settings.legs == Legs::All {
            self.boundary_bodies = boundary_bodies;
        } else if boundary_bodies > Tuning::REORDER_GROWTH * self.boundary_bodies {
            self.partition = partition_of(engine, world, (length, true), dt);
            self.boundary_bodies = 0;
        }
        self.is_chosen = self.partition.is_some();
        if self.is_chosen {
            world.slots.split(length, Tuning::MAX_WALLS);
            if !is_divided {
                // The workers have buffers of their own, of the size of one domain.
                engine.free_search_memory();
            }
            // There are no piles.
            world.progress = world.progress.map(|it| Progress { has_begun: true, ..it });
        } else {
            self.backoff.fail();
        }
        self.is_chosen
    }
}

/// The number of domains for so many bodies; zero if there is no use in them.
fn domains_wanted(executor: &dyn Executor, count: usize) -> usize {
    let threads = executor.threads();
    let least = usize::max(executor.min_bodies_per_task() / Tuning::DOMAINS_PER_PIECE, 1);
    let busy = if threads > 1 { usize::min(threads, count / least) } else { 0 };
    let wanted = usize::max(busy, count / Tuning::BODIES);
    let enough = if threads > 1 { 2 } else { Tuning::MIN_DOMAINS_ALONE };
    match wanted {
        few if few < enough => 0,
        few if few < threads => few,
        many => many.next_multiple_of(threads),
    }
}

/// The partition into domains of `length` bodies each, if the step can be made by them. If `reorders`,
/// bodies are first sorted so that those of a domain are neighbours in space.
fn partition_of<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    (length, reorders): (usize, bool),
    dt: f64,
) -> Option<Partition<V>> {
    let epoch = world.epoch;
    let partition = |parts| Partition::of((parts, length), dt, epoch);
    let nothing = vec![Default::default(); world.slots.len().div_ceil(length)];
    let mut rough = parts(engine, world, length, nothing.clone());
    if rough.iter().any(|part| part.is_unsuitable) {
        return None;
    }
    if reorders {
        world.slots.split(length, Tuning::MAX_WALLS);
        reorder(world, length);
        rough = parts(engine, world, length, nothing);
    }
    let rough = partition(rough)?;
    let partition = partition(parts(engine, world, length, rough.next_domains().collect()))?;
    (partition.boundary_count
        <= world.slots.len() / Tuning::BODIES_PER_BOUNDARY_BODY + Tuning::SPARE_BOUNDARY_BODIES)
        .then_some(partition)
}

/// The statistics of pieces of `length` bodies each, added to those that are given.
fn parts<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    length: usize,
    known: Vec<(DomainStats<V>, Vec<Aabb<V>>)>,
) -> Vec<DomainStats<V>> {
    let runs = world.slots.runs(length).into_iter().zip(known);
    map(&*engine.executor, runs, |(slots, (mut part, near))| {
        for slot in slots.iter().map(Option::as_ref) {
            let is_free = slot.is_some_and(|slot| slot.dynamics() == Dynamics::FreeBall);
            part.add((slot, is_free), &near);
        }
        part
    })
}

/// Sorts movers so that those of a domain are neighbours in space. All other bodies stay where they are.
fn reorder<V: Vector>(world: &mut World<V>, length: usize) {
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
    bisect(&mut movers, &parts);
    let (mut leaving, mut rest) = (Vec::new(), movers.as_slice());
    for (to, (begin, count)) in parts.iter().enumerate() {
        let (own, others) = rest.split_at(*count);
        rest = others;
        let end = parts.get(to + 1).map_or(u32::MAX, |next| next.0);
        let misplaced = own.iter().filter(|(_, place)| !(*begin..end).contains(place));
        leaving.extend(misplaced.map(|(_, place)| PieceChange { place: *place, to }));
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

    /// A gas of balls on a lattice.
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
    fn divided_gas_matches_serial_bits() {
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
    fn world_that_is_no_gas_is_not_divided() {
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
