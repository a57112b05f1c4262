//! Finds the contacts of bodies that may rest against each other, or that overlap.
//!
//! Two bodies may rest against each other if they lose energy when they meet, are near, and neither approach
//! nor separate faster than the rest speed. Two members of a pile, or a member and a wall, are left to the solver at much
//! higher speeds: they bounce there.
//!
//! Bodies that overlap deeply are moved apart together with the piles, wherever they are and whether or not
//! they lose energy. The contacts of the bodies beside them are found too, so that none is moved into them.

use super::ball_contacts::{
    KnownSurface, ball_contact, member_margin, pair_rest_speed, resting_balls, settling_surface,
};
use super::body_cache::fill_cache;
use super::face_normals::take_face_normals;
use super::neighbours::update_neighbour_list;
use crate::broad::{BoundingSphere, is_clear};
use crate::contact::{contacts_within, is_face};
use crate::step::engine::Engine;
use crate::step::no_room::overlaps::{correction_margin, is_to_be_parted, min_deep_overlap};
use crate::step::no_room::parting::direction_by_keys;
use crate::step::no_room::passed_over::contact_passed_over;
use crate::step::solver::constants::Tuning;
use crate::step::state::motion_bounds::MotionBounds;
use crate::step::state::piles::{CachedBody, FoundContact, NearContact, PileScratch};
use crate::step::touch::classify::{
    InPile, MEMBER_TRAVEL, Slowness, classify, is_member_speed, may_settle, rest_speed_growth,
};
use crate::step::touch::margins::{PLACED_SHARE, distance_rounding};
use crate::step::touch::meeting::{pair_size, relative_motion};
use crate::step::touch::regions::carries;
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, World};

/// Finds the contacts at `time` in a step of `dt` seconds, in the order of the neighbour list.
pub(crate) fn find_contacts<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    scratch: &mut PileScratch<V>,
    time: f64,
    dt: f64,
) {
    update_neighbour_list(engine, world, dt);
    let PileScratch { cache, found, near, .. } = scratch;
    fill_cache(world, cache, &engine.search.loose, time, dt);
    found.clear();
    let mut known = KnownSurface::NONE;
    let given_rounding = world.given_rounding();
    let may_skip_slots = world.is_open() && engine.hook.is_none();
    for run in engine.piles.neighbours.chunk_by(|one, next| one[0] == next[0]) {
        let both = |pair: [u32; 2]| pair.map(|index| &cache[index as usize]);
        let are_simple = |pair: [u32; 2]| {
            let [one, two] = both(pair);
            may_skip_slots && !(one.radius + two.radius).is_nan()
        };
        let is_examined = |pair: &&[u32; 2]| are_examined(both(**pair));
        near.clear();
        for pair in run.iter().filter(|pair| !are_simple(**pair)).filter(is_examined) {
            list_near(engine, world, *pair, both(*pair), near, time, dt);
        }
        take_face_normals(world, near, time);
        let mut listed = near.iter().peekable();
        for pair in run.iter().filter(is_examined) {
            if are_simple(*pair)
                && let Some(contact) = ball_contact(both(*pair), dt)
                && let Some(surface) =
                    known.of(both(*pair), || settling_surface(engine, world, *pair))
            {
                found.extend(resting_balls(
                    *pair,
                    both(*pair),
                    contact,
                    surface,
                    given_rounding,
                    dt,
                ));
            }
            while let Some(near) = listed.next_if(|near| near.pair == *pair) {
                add_contact(engine, world, near, found, both(*pair), time, dt);
            }
        }
    }
}

/// Lists the contacts of any pair that are so near that they may touch in the step.
fn list_near<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [u32; 2],
    [one, two]: [&CachedBody<V>; 2],
    near: &mut Vec<NearContact<V>>,
    time: f64,
    dt: f64,
) {
    let Some([mover, other]) = world.pair(pair) else { return };
    let period = world.environment().period;
    let bounds = pair.map(|index| &engine.motions.bounds[index as usize]);
    let travel = if one.is_member { MEMBER_TRAVEL * one.size } else { 0.0 };
    let margin = f64::max(one.rest_speed * dt, travel);
    let share =
        (Tuning::CORRECTION_RATE * dt).clamp(Tuning::TESTED_SHARE, Tuning::MAX_CORRECTION_SHARE);
    let flights = [mover.flight(), other.flight()];
    if period.is_open() && MotionBounds::are_beyond(bounds, flights, time, margin, share) {
        return;
    }
    if mover.is_held() || other.is_held() || !mover.takes_part() || !other.takes_part() {
        return;
    }
    let [offset, relative] = relative_motion([mover, other], period, time);
    let reach = if are_members([one, two], other) {
        member_margin(relative, pair_size([mover, other]), dt)
    } else {
        0.0
    };
    let corrections = [mover, other].map(|slot| correction_margin(slot, dt));
    let resting = f64::max(reach, pair_rest_speed(one, two) * dt);
    let margin = corrections.into_iter().fold(resting, f64::max);
    if period.is_open() && is_beyond(offset, [mover, other], margin) {
        return;
    }
    let obstacle = Obstacle::new(other, &mover.shared.mover, period, time);
    let place = (obstacle.nearest(offset), obstacle.radius());
    contacts_within(obstacle.shape(), place, margin, |contact| {
        let is_face = is_face(obstacle.shape(), contact.feature);
        near.push(NearContact { pair, nearest_feature: contact, contact, is_face });
    });
}

/// Adds a contact of any pair, if the two rest against each other or overlap deeply.
fn add_contact<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    NearContact { pair, contact, .. }: &NearContact<V>,
    found: &mut Vec<FoundContact<V>>,
    [one, two]: [&CachedBody<V>; 2],
    time: f64,
    dt: f64,
) {
    let (pair, mut contact) = (*pair, *contact);
    let Some([mover, other]) = world.pair(pair) else { return };
    let Some(surface) = pair_surface(engine, [mover, other]) else { return };
    let may_overlap = mover.may_overlap || other.may_overlap;
    let rest_speed = pair_rest_speed(one, two);
    let may_rest = may_settle([mover, other], surface.restitution) && rest_speed > 0.0;
    if !may_rest && !may_overlap {
        return;
    }
    let size = pair_size([mover, other]);
    if world.contacts.is_passed_over([mover, other]) {
        found.extend(contact_passed_over(pair, contact, may_rest, size));
        return;
    }
    let period = world.environment().period;
    let [offset, relative] = relative_motion([mover, other], period, time);
    if are_balls([mover, other]) && offset.length() <= PLACED_SHARE * size {
        contact.normal = direction_by_keys(mover.key, other.key);
    }
    let rounding = distance_rounding([mover, other], world.given_rounding());
    let slow = rest_speed * rest_speed_growth([mover, other]);
    let separation_speed = relative.dot(contact.normal);
    let (speed, approaches) = (separation_speed.abs(), separation_speed < 0.0);
    let is_deep = contact.separation < -(min_deep_overlap([mover, other], size) + rounding);
    let are_members = are_members([one, two], other);
    let pile = if are_members { InPile::Solved { size, dt } } else { InPile::No };
    let touch = classify(-separation_speed, &Slowness { rest_speed: slow, pile });
    let rests = may_rest && (touch.holds() || is_deep && approaches);
    // What is beside a body that is moved is moved too, or stops it. Sleepers are woken by a touch only.
    let are_awake = !one.is_asleep && !two.is_asleep;
    let is_near = contact.separation >= 0.0 && is_member_speed(speed, size, dt);
    let is_beside = are_awake && is_near;
    let is_parted = || is_to_be_parted(other, &contact, separation_speed, size, is_deep);
    let is_corrected = may_overlap && (is_beside || is_parted());
    if !(rests || is_corrected || is_deep) || !carries(world, [mover, other], contact.normal) {
        return;
    }
    found.push(FoundContact {
        pair,
        contact,
        friction: surface.friction,
        restitution: if separation_speed < -slow { surface.restitution } else { 0.0 },
        rests,
        is_corrected,
        is_deep,
        is_passed_over: false,
        size,
    });
}

/// Whether the contacts of two bodies are looked for: neither is in the middle of a sub-step, and one is awake that can be moved.
#[inline]
fn are_examined<V: Vector>([one, two]: [&CachedBody<V>; 2]) -> bool {
    let is_awake = !one.is_asleep || two.is_mover && !two.is_asleep;
    is_awake && !one.is_in_substep && !two.is_in_substep
}

/// Whether both are members of a pile, or a member and a wall.
fn are_members<V: Vector>([one, two]: [&CachedBody<V>; 2], other: &Slot<V>) -> bool {
    one.is_member && (two.is_member || !other.is_mover())
}

/// Whether two bodies at this offset are certain to be further from each other than `margin`.
fn is_beyond<V: Vector>(offset: V, [mover, other]: [&Slot<V>; 2], margin: f64) -> bool {
    let (min, max) =
        (mover.shared.local_bounds.min + offset, mover.shared.local_bounds.max + offset);
    let are_boxes_apart = (0..V::DIMENSION).any(|axis| {
        min.component(axis) > other.shared.local_bounds.max.component(axis) + margin
            || max.component(axis) < other.shared.local_bounds.min.component(axis) - margin
    });
    // Most bodies in a room are far from its walls.
    are_boxes_apart
        || is_clear(
            &other.shared.shape,
            &BoundingSphere { centre: offset, radius: mover.shared.bounding_radius + margin },
        )
}

/// Whether both are balls that move.
fn are_balls<V: Vector>([mover, other]: [&Slot<V>; 2]) -> bool {
    other.is_mover() && [mover, other].iter().all(|slot| slot.shared.mover.is_ball())
}
