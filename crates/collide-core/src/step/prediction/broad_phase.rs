//! The broad phase of a step: enters all bodies into the finder, and moves those that are rewritten.

use crate::broad::{Aabb, BoundingSphere};
use crate::executor::{map, pieces};
use crate::period::Period;
use crate::step::engine::Engine;
use crate::step::state::motion_bounds::{Lookahead, MotionBounds, horizon};
use crate::step::state::piles::PossibleContacts;
use crate::step::touch::margins::{contact_margin, search_radius};
use crate::vector::Vector;
use crate::world::{Dynamics, Environment, Slot, World};

/// How far the bounds of a body that can rest are fattened when all bodies are entered, as a share of its size.
const BOUNDS_SHARE: f64 = 0.02;

/// The same for a body that has left its bounds: it may be loose, and go to and fro in its cage.
const LEFT_BOUNDS_SHARE: f64 = 0.1;

/// All bodies are entered anew after so many of them have been, as a share of all.
const MAX_ENTERED_SHARE: f64 = 0.25;

/// What is found of all bodies while their motions are bounded.
#[derive(Clone, Copy, Debug, Default)]
struct BroadPhaseStats {
    /// Whether a body is new, or was moved by the game.
    any_edited: bool,
    possible: PossibleContacts,
    /// The volume of the cubes around all movers.
    filled: f64,
}

/// Bounds the motions of all bodies and enters them into the finder; nothing is predicted yet. Returns
/// whether a body is new.
pub(crate) fn rebuild_broad_phase<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    dt: f64,
) -> bool {
    world.slots.join();
    engine.motions.is_current = true;
    engine.rewritten.clear();
    engine.predictions.versions.clear();
    engine.predictions.versions.resize(world.slots.len(), 0);
    engine.search.loose.is_current = true;
    let has_begun = world.progress.is_some_and(|progress| progress.has_begun);
    engine.search.loose.is_kept = !has_begun && engine.search.loose.is_valid(world.epoch, dt);
    let stats = if engine.search.loose.is_kept {
        bound_loose_motions(engine, world, dt)
    } else {
        engine.search.loose.list(world);
        bound_all_motions(engine, world, dt)
    };
    engine.search.loose.valid_for = Some((world.epoch, dt));
    engine.piles.possible = stats.possible;
    engine.piles.possible.any_in_contact |= !world.contacts.passed_over.is_empty();
    engine.predictions.queue.begin([world.now(), dt], engine.search.loose.bodies.len());
    let do_few_move = engine.motions.do_few_move(&engine.search);
    if has_begun || !keep_broad_phase(engine, world, do_few_move, dt) {
        insert_all(engine, world, dt);
        engine.search.moved = None;
        engine.search.entered = 0;
        let is_kept = world.is_open() && (stats.possible.may_rest() || do_few_move);
        engine.search.valid_for = is_kept.then_some((world.epoch, engine.settings.broad, dt));
    }
    // It counts from the next step on, and changes the speed and no result.
    engine.motions.horizon = horizon(stats.filled / engine.search.finder.volume());
    stats.any_edited
}

/// Keeps the bodies as they were entered in the step before, but for those that may leave their fattened bounds. Returns
/// whether that is possible: not if so many have left them, or the neighbour list is so long for it, that all are better entered
/// anew.
fn keep_broad_phase<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    do_few_move: bool,
    dt: f64,
) -> bool {
    let needs_list = engine.piles.possible.need_neighbours(engine.settings.contacts);
    if needs_list && engine.search.moved.is_none()
        || !engine.search.is_valid(world.epoch, engine.settings.broad, dt)
    {
        return false;
    }
    engine.search.moved = engine.search.moved.take().filter(|_| needs_list);
    let gravity = world.environment().gravity;
    let most = (MAX_ENTERED_SHARE * world.slots.len() as f64) as usize;
    let mut left = std::mem::take(&mut engine.search.found);
    left.clear();
    for &index in &engine.search.loose.bodies {
        let Some(slot) = &world.slots[index as usize] else { continue };
        let sphere = &engine.motions.spheres[index as usize];
        let known = engine.search.finder.fattened_sphere(index);
        let has_left =
            sphere.is_somewhere() && known.is_some_and(|fattened| !fattened.contains(sphere));
        let is_far = |radius: f64| radius > engine.piles.search_radii[index as usize];
        if has_left || needs_list && search_radius(slot, gravity, dt).is_some_and(is_far) {
            left.push(index);
            if (needs_list || !do_few_move) && engine.search.entered + left.len() > most {
                return false;
            }
        }
    }
    engine.search.entered += left.len();
    for index in &left {
        reinsert_body(engine, world, *index, dt);
    }
    if let Some(moved) = &mut engine.search.moved {
        moved.extend(&left);
    }
    engine.search.found = left;
    true
}

/// Bounds the motions of the loose bodies. Those of the others are known.
fn bound_loose_motions<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    dt: f64,
) -> BroadPhaseStats {
    let (slots, environment) = (world.slots.items(), world.environment());
    let step = (engine.motions.lookahead(dt), world.now());
    let Engine { search, motions, .. } = engine;
    let mut stats = BroadPhaseStats::default();
    for index in search.loose.bodies.iter().map(|index| *index as usize) {
        let known = (&mut motions.bounds[index], &mut motions.spheres[index]);
        bound_motion(slots[index].as_ref(), known, &environment, step, &mut stats);
    }
    stats
}

/// Bounds the motions of all bodies.
fn bound_all_motions<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    dt: f64,
) -> BroadPhaseStats {
    let (slots, environment) = (world.slots.items(), world.environment());
    let step = (engine.motions.lookahead(dt), world.now());
    engine.motions.bounds.resize(slots.len(), MotionBounds::none());
    engine.motions.spheres.resize(slots.len(), BoundingSphere::NOWHERE);
    let (paths, spheres) = (&mut engine.motions.bounds, &mut engine.motions.spheres);
    let pieces = pieces(&*engine.executor, slots.len());
    if pieces == 1 {
        return bound_motions(slots, (paths, spheres), &environment, step);
    }
    let length = slots.len().div_ceil(pieces);
    let known = paths.chunks_mut(length).zip(spheres.chunks_mut(length));
    let stats = map(&*engine.executor, slots.chunks(length).zip(known), |(slots, known)| {
        bound_motions(slots, known, &environment, step)
    });
    stats.into_iter().fold(BroadPhaseStats::default(), BroadPhaseStats::and)
}

/// Enters the bodies anew that were rewritten since all were entered. After it the finder finds all pairs.
pub(crate) fn reinsert_rewritten<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let mut rewritten = std::mem::take(&mut engine.rewritten);
    for index in rewritten.drain(..) {
        reinsert_body(engine, world, index, dt);
    }
    engine.rewritten = rewritten;
    if engine.search.finder.lacks_pairs() && !engine.motions.do_few_move(&engine.search) {
        // A body that has stayed within its fattened bounds keeps them: the neighbour list was made for them.
        let entered =
            |index| engine.search.finder.fattened_sphere(index).unwrap_or(BoundingSphere::NOWHERE);
        let fattened_spheres: Vec<_> = (0..world.slots.len() as u32).map(entered).collect();
        // The bounds stay what they are, so the next step may keep them.
        let valid_for = engine.search.valid_for;
        insert_fattened(engine, world, &fattened_spheres, dt);
        engine.search.valid_for = valid_for;
    }
}

/// Enters a rewritten body along its new path, and returns whether it takes part.
pub(crate) fn reinsert_body<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    index: u32,
    dt: f64,
) -> bool {
    let slot = world.slots[index as usize].as_ref().filter(|slot| slot.takes_part());
    if let Some(slot) = slot {
        insert_body(engine, world, (index, slot), dt);
    }
    slot.is_some()
}

/// Enters a body where its sphere is.
pub(crate) fn insert_body<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    (index, slot): (u32, &Slot<V>),
    dt: f64,
) {
    let Environment { gravity, period, .. } = world.environment();
    let sphere = inside_period(&engine.motions.spheres[index as usize], &period);
    let fattened = sphere.grown(slot.fattening(LEFT_BOUNDS_SHARE, gravity, dt));
    if engine
        .search
        .finder
        .update(index, [&sphere, &fattened], |fattened| slot.shared.bounds(fattened))
    {
        if fattened.is_bounded() && !period.is_open() {
            engine.search.region = join_corners(engine.search.region, &fattened);
        }
        if let Some(astray) = &mut engine.search.moved {
            astray.push(index);
        }
    }
}

/// Enters all bodies, with fattened bounds where piles or a periodic space need them.
fn insert_all<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let Environment { gravity, period, .. } = world.environment();
    if period.is_open() && !engine.piles.possible.may_rest() {
        let bounds = |body: usize, sphere: &BoundingSphere<_>| bounds(world, body, sphere);
        engine.search.finder.rebuild(
            engine.settings.broad,
            &engine.motions.spheres,
            |_| 0.0,
            bounds,
        );
        return;
    }
    let room = |slot: &Slot<V>| slot.fattening(BOUNDS_SHARE, gravity, dt);
    let fattened_spheres = world.slots.iter().zip(&engine.motions.spheres).map(|(slot, sphere)| {
        inside_period(sphere, &period).grown(slot.as_ref().map_or(0.0, room))
    });
    let fattened: Vec<_> = fattened_spheres.collect();
    insert_fattened(engine, world, &fattened, dt);
}

/// Enters all bodies with these fattened bounds.
fn insert_fattened<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    fattened_spheres: &[BoundingSphere<V>],
    dt: f64,
) {
    let gravity = world.environment().gravity;
    rebuild_finder(engine, world, fattened_spheres, |slot| contact_margin(slot, gravity, dt));
}

/// Enters all bodies at these places. A pair is listed if the two come as near as the margin of one of
/// them.
pub(crate) fn rebuild_finder<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    spheres: &[BoundingSphere<V>],
    margin: impl Fn(&Slot<V>) -> f64,
) {
    let margin = |body: usize| world.slots[body].as_ref().map_or(0.0, &margin);
    let bounds = |body: usize, sphere: &BoundingSphere<_>| bounds(world, body, sphere);
    engine.search.finder.rebuild(engine.settings.broad, spheres, margin, bounds);
    (engine.search.region, engine.search.valid_for) = (None, None);
    if !world.is_open() {
        let bounded = spheres.iter().filter(|sphere| sphere.is_somewhere() && sphere.is_bounded());
        engine.search.region = bounded.fold(None, join_corners);
    }
}

/// The bodies near a place, or near any image of it, that are `wanted`. The list should be given back
/// as `search.found`, so that its memory is used again.
pub(crate) fn bodies_near<V: Vector>(
    engine: &mut Engine<V>,
    sphere: &BoundingSphere<V>,
    period: &Period<V>,
    wanted: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut found = std::mem::take(&mut engine.search.found);
    found.clear();
    let mut note = |other: u32| {
        if wanted(other) {
            found.push(other);
        }
    };
    if period.is_open() || !sphere.is_bounded() {
        engine.search.finder.query(sphere, note);
        return found;
    }
    let sphere = inside_period(sphere, period);
    let [low, high] = engine.search.region.unwrap_or(sphere.corners());
    period.beside(|shift| {
        let image = sphere.moved(shift);
        let [min, max] = image.corners();
        let is_there = (0..V::DIMENSION).all(|axis| {
            min.component(axis) <= high.component(axis)
                && max.component(axis) >= low.component(axis)
        });
        if is_there {
            engine.search.finder.query(&image, &mut note);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

impl BroadPhaseStats {
    fn and(self, other: Self) -> Self {
        Self {
            any_edited: self.any_edited || other.any_edited,
            possible: self.possible.and(other.possible),
            filled: self.filled + other.filled,
        }
    }
}

/// Bounds the motions of these bodies.
fn bound_motions<V: Vector>(
    slots: &[Option<Slot<V>>],
    (paths, spheres): (&mut [MotionBounds<V>], &mut [BoundingSphere<V>]),
    environment: &Environment<V>,
    (ahead, now): (Lookahead, f64),
) -> BroadPhaseStats {
    let mut stats = BroadPhaseStats::default();
    for (slot, known) in slots.iter().zip(paths.iter_mut().zip(spheres)) {
        bound_motion(slot.as_ref(), known, environment, (ahead, now), &mut stats);
    }
    stats
}

/// Bounds the motion of a body.
#[inline]
fn bound_motion<V: Vector>(
    slot: Option<&Slot<V>>,
    (path, sphere): (&mut MotionBounds<V>, &mut BoundingSphere<V>),
    environment: &Environment<V>,
    (ahead, now): (Lookahead, f64),
    stats: &mut BroadPhaseStats,
) {
    let Some(slot) = slot.filter(|slot| slot.takes_part()) else {
        (*path, *sphere) = (MotionBounds::none(), BoundingSphere::NOWHERE);
        return;
    };
    stats.any_edited |= slot.edited;
    if slot.is_mover() {
        stats.filled += slot.shared.cube_volume;
        stats.possible.movers += 1;
    }
    if environment.period.is_open() && slot.path_dynamics() == Dynamics::FreeBall {
        stats.possible.any_in_contact |=
            slot.is_in_pile() | slot.in_cluster | slot.may_overlap | slot.overlap_reported;
        (*path, *sphere) = MotionBounds::of_free(slot, f64::max(slot.time, now), &ahead);
        return;
    }
    // A sleeping body stays as it is until another one comes.
    let is_awake = slot.constraints().asleep.is_none();
    stats.possible.any_in_contact |=
        is_awake && slot.is_in_pile() || slot.may_overlap || slot.overlap_reported;
    stats.possible.any_can_rest |= is_awake && slot.can_rest();
    stats.possible.any_borne |= slot.is_borne();
    (*path, *sphere) =
        MotionBounds::of(slot, f64::max(slot.time, now), &ahead, &environment.period);
}

/// The box around a body that is somewhere in this sphere.
fn bounds<V: Vector>(world: &World<V>, body: usize, sphere: &BoundingSphere<V>) -> Aabb<V> {
    world.slots[body].as_ref().map_or(Aabb::everything(), |slot| slot.shared.bounds(sphere))
}

/// The image of a sphere that is inside the period of a periodic space.
fn inside_period<V: Vector>(sphere: &BoundingSphere<V>, period: &Period<V>) -> BoundingSphere<V> {
    if period.is_open() || !sphere.is_bounded() || !sphere.is_somewhere() {
        return *sphere;
    }
    let rounding = period.rounding(sphere.centre).length();
    BoundingSphere { centre: period.wrap(sphere.centre), radius: sphere.radius + rounding }
}

/// The corners of a box that holds the box of these corners and the sphere.
fn join_corners<V: Vector>(corners: Option<[V; 2]>, sphere: &BoundingSphere<V>) -> Option<[V; 2]> {
    let [low, high] = sphere.corners();
    Some(corners.map_or([low, high], |[min, max]| [min.least(low), max.greatest(high)]))
}
