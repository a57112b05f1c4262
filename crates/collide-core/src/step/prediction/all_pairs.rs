//! Predicts the events of all bodies, when a step begins: of the pairs that are near, or around the few that move.

use crate::broad::{is_clear, nth_part};
use crate::executor::{map, pieces};
use crate::step::engine::Engine;
use crate::step::prediction::broad_phase::bodies_near;
use crate::step::prediction::predict::{predict_each, predict_judged, predict_own_events};
use crate::step::prediction::prefetch::{self, prefetch_pair};
use crate::step::state::motion_bounds::{Meets, MotionBounds, PairList};
use crate::vector::Vector;
use crate::world::World;

/// The number of near pairs that are tested as one batch, so that their memory can be prefetched.
const JUDGED_TOGETHER: usize = 256;

/// Predicts the events of all bodies, which have just been entered.
pub(crate) fn predict_all_pairs<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let do_few_move = engine.motions.do_few_move(&engine.search);
    let loose = std::mem::take(&mut engine.search.loose.bodies);
    for &index in &loose {
        let bounds = &engine.motions.bounds[index as usize];
        if bounds.has_own_event() && !(do_few_move && bounds.is_moving()) {
            predict_own_events(engine, world, index, dt);
        }
    }
    engine.search.loose.bodies = loose;
    if do_few_move {
        let mut moving = std::mem::take(&mut engine.search.few_moving);
        moving.clear();
        moving.extend(engine.motions.moving(&engine.search));
        predict_each(engine, world, &moving, dt);
        engine.search.few_moving = moving;
        return;
    }
    let mut pairs = std::mem::take(&mut engine.search.pairs);
    pairs.iter_mut().for_each(|pairs| pairs.list.clear());
    let parts = if world.is_open() { pieces(&*engine.executor, world.slots.len()) } else { 1 };
    pairs.resize_with(usize::max(pairs.len(), parts), PairList::default);
    if !world.is_open() {
        list_periodic_pairs(engine, world, &mut pairs[0].list);
    } else if parts == 1 {
        list_pairs(engine, world, [0, 1], &mut pairs[0]);
    } else {
        let lists = (0..parts).zip(&mut pairs);
        map(&*engine.executor, lists, |(part, list)| {
            list_pairs(engine, world, [part, parts], list)
        });
    }
    // The lists depend on the number of threads, and the order of predictions in the queue does not.
    for (pair, meets) in pairs.iter().flat_map(|pairs| &pairs.list) {
        predict_judged(engine, world, *meets, *pair, dt);
    }
    engine.search.pairs = pairs;
}

/// Lists the pairs that may meet, of one of so many parts of the bodies.
fn list_pairs<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    part: [usize; 2],
    pairs: &mut PairList,
) {
    let paths = &engine.motions.bounds;
    engine.search.finder.pairs(part, |one, two| {
        pairs.near.push([one, two]);
        if pairs.near.len() == JUDGED_TOGETHER {
            judge_candidates(engine, world, pairs);
        }
    });
    judge_candidates(engine, world, pairs);
    let finder = &engine.search.finder;
    for (two, sphere) in nth_part(&engine.motions.spheres, part) {
        let is_large = finder.is_large(two);
        finder.query_large(sphere, |one| {
            let Some(wall) = &world.slots[one as usize] else { return };
            let moves = paths[one as usize].is_moving() || wall.is_turning();
            // Of two large ones, each finds the other.
            if (!is_large || two < one)
                && (moves || paths[two as usize].is_moving())
                && (moves || !is_clear(&wall.shared.shape, &sphere.moved(-wall.flight().origin)))
            {
                pairs.list.push(([one, two], Meets::Perhaps));
            }
        });
    }
}

/// Tests a batch of near pairs, and lists those that may meet.
fn judge_candidates<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    PairList { list, near }: &mut PairList,
) {
    for (place, pair) in near.iter().enumerate() {
        if let Some([_, later]) = near.get(place + prefetch::PAIRS_AHEAD) {
            prefetch_pair(&engine.motions.bounds, *later);
        }
        match meets_as_free_balls(engine, world, *pair) {
            Meets::No => {}
            meets => list.push((*pair, meets)),
        }
    }
    near.clear();
}

/// Lists the pairs that may meet in a periodic space.
fn list_periodic_pairs<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    pairs: &mut Vec<([u32; 2], Meets)>,
) {
    let period = world.environment().period;
    for index in 0..engine.motions.spheres.len() as u32 {
        let moves = |paths: &[MotionBounds<V>], body: u32| paths[body as usize].is_moving();
        let sphere = engine.motions.spheres[index as usize];
        if sphere.is_somewhere() && moves(&engine.motions.bounds, index) {
            let found = bodies_near(engine, &sphere, &period, |other| other != index);
            let wanted = |other: &u32| *other > index || !moves(&engine.motions.bounds, *other);
            let wanted = found.iter().copied().filter(wanted);
            pairs.extend(wanted.map(|other| ([index, other], Meets::Perhaps)));
            engine.search.found = found;
        }
    }
}

/// Whether two bodies meet, if both are free balls.
fn meets_as_free_balls<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    [one, two]: [u32; 2],
) -> Meets {
    let slot = |body: u32| world.slots[body as usize].as_ref();
    let flights = || Some([slot(one)?.flight(), slot(two)?.flight()]);
    let paths = [one, two].map(|body| &engine.motions.bounds[body as usize]);
    MotionBounds::meets(paths, || Some(slot(two)?.id.index), flights)
}
