//! Finds the contacts of bodies that may rest against each other, or that overlap.
//!
//! Two bodies may rest against each other if they lose energy when they meet, are near, and neither approach
//! nor separate faster than the rest speed. Two members of a pile, or a member and a wall, are left to the solver at much
//! higher speeds: they bounce there.
//!
//! Bodies that overlap deeply are moved apart together with the piles, wherever they are and whether or not
//! they lose energy. The contacts of the bodies beside them are found too, so that none is moved into them.

use super::body_cache::fill_cache;
use super::tuning::Tuning;
use crate::body::Role;
use crate::broad::{BoundingSphere, is_clear};
use crate::contact::ball_convex::of_balls;
use crate::contact::{Contact, contacts_within};
use crate::step::engine::Engine;
use crate::step::pair::margins::{CORRECTION_RATE, MAX_CORRECTION_SHARE, max_correction};
use crate::step::pair::thresholds::{
    MEMBER_TRAVEL, rest_speed_growth, rest_speed_growth_after, wall_rest_speed,
};
use crate::step::state::motion_bounds::MotionBounds;
use crate::step::state::piles::{CachedBody, FoundContact, PileScratch};
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Environment, Obstacle, Slot, World};

impl<V: Vector> Engine<V> {
    /// Finds all contacts at `time` in a step of `dt` seconds, in the order of the neighbour list.
    pub(crate) fn find_contacts(
        &mut self,
        world: &World<V>,
        scratch: &mut PileScratch<V::Wide>,
        time: f64,
        dt: f64,
    ) {
        self.update_neighbour_list(world, dt);
        let PileScratch { cache, found, .. } = scratch;
        fill_cache(world, cache, time, dt);
        found.clear();
        let is_open = world.is_open();
        let may_skip_slots = is_open && self.hook.is_none();
        for pair in &self.piles.neighbours {
            let both = pair.map(|index| &cache[index as usize]);
            let [one, two] = both;
            if one.is_asleep && two.is_asleep {
                continue;
            }
            if may_skip_slots && !(one.radius + two.radius).is_nan() {
                if let Some(contact) = ball_contact(both, dt) {
                    self.add_ball_contact(world, *pair, both, contact, dt, found);
                }
                continue;
            }
            let [Some(first), Some(second)] =
                pair.map(|index| world.slots[index as usize].as_ref())
            else {
                continue;
            };
            let bounds = pair.map(|index| &self.motions.bounds[index as usize]);
            let travel = if one.is_member { MEMBER_TRAVEL * one.size } else { 0.0 };
            let reach = [
                f64::max(one.rest_speed * dt, travel),
                (CORRECTION_RATE * dt).clamp(Tuning::TESTED_SHARE, MAX_CORRECTION_SHARE),
            ];
            if is_open
                && MotionBounds::are_beyond(bounds, [first.flight(), second.flight()], time, reach)
            {
                continue;
            }
            self.add_contacts(world, *pair, found, both, time, dt);
        }
    }

    /// Adds the contact of two simple balls, if they rest against each other or overlap deeply:
    /// [`add_contacts`](Self::add_contacts) would find the same.
    fn add_ball_contact(
        &self,
        world: &World<V>,
        pair: [u32; 2],
        [one, two]: [&CachedBody<V::Wide>; 2],
        mut contact: Contact<V::Wide>,
        dt: f64,
        found: &mut Vec<FoundContact<V::Wide>>,
    ) {
        let [Some(mover), Some(other)] = pair.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let Some(surface) = self.surface([mover, other]) else { return };
        let rest_speed = pair_rest_speed(one, two);
        if surface.restitution >= 1.0 || rest_speed <= 0.0 {
            return;
        }
        let size = one.size.min(two.size);
        if (one.position - two.position).length() <= Tuning::PLACED_SHARE * size {
            contact.normal = direction_by_keys(mover.key, other.key);
        }
        let separation_speed = (one.velocity - two.velocity).dot(contact.normal);
        let rounding = distance_rounding::<V>([one.max_coordinate, two.max_coordinate]);
        let is_deep = contact.separation < -(Tuning::DEEP_SHARE * size + rounding);
        let slow = rest_speed * rest_speed_growth_after(u32::max(one.events, two.events));
        let rests = separation_speed.abs() <= slow
            || is_deep && separation_speed < 0.0
            || one.is_member && two.is_member && approaches_as_member(separation_speed, size, dt);
        if rests || is_deep {
            found.push(FoundContact {
                pair,
                contact,
                friction: surface.friction,
                restitution: if separation_speed < -slow { surface.restitution } else { 0.0 },
                rests,
                is_braked: false,
                is_corrected: false,
                is_deep,
                size,
            });
        }
    }

    /// Adds the contacts of any pair.
    fn add_contacts(
        &self,
        world: &World<V>,
        pair: [u32; 2],
        found: &mut Vec<FoundContact<V::Wide>>,
        [one, two]: [&CachedBody<V::Wide>; 2],
        time: f64,
        dt: f64,
    ) {
        let slots = pair.map(|index| world.slots[index as usize].as_ref());
        let [Some(mover), Some(other)] = slots else { return };
        if mover.is_held() || other.is_held() || !mover.takes_part() || !other.takes_part() {
            return;
        }
        let Environment { gravity, period } = world.environment();
        let are_members = one.is_member && (two.is_member || !other.is_mover());
        let may_overlap = mover.may_overlap || other.may_overlap;
        let rest_speed = pair_rest_speed(one, two);
        let size = if other.is_mover() { mover.size().min(other.size()) } else { mover.size() };
        let offset = mover.flight().position(time) - other.flight().position(time);
        let relative = mover.flight().velocity(time) - other.flight().velocity(time);
        let reach = if are_members { member_margin(relative, size, dt) } else { 0.0 };
        let corrections = [mover, other].map(|slot| correction_margin(slot, dt));
        let margin = corrections.into_iter().fold(reach.max(rest_speed * dt), f64::max);
        if period.is_open() && is_beyond(offset, [mover, other], margin) {
            return;
        }
        let Some(surface) = self.surface([mover, other]) else { return };
        let may_rest = surface.restitution < 1.0 && rest_speed > 0.0;
        if !may_rest && !may_overlap {
            return;
        }
        let obstacle = Obstacle::new(other, &mover.shared.mover, period);
        let place = (obstacle.nearest(offset), obstacle.radius());
        let min_depth = min_deep_overlap([mover, other], size);
        let are_round = are_balls([mover, other]);
        let slow = rest_speed * rest_speed_growth([mover, other]);
        contacts_within(obstacle.shape(), place, margin, |mut contact| {
            if are_round && offset.length() <= Tuning::PLACED_SHARE * size {
                contact.normal = direction_by_keys(mover.key, other.key);
            }
            let separation_speed = relative.dot(contact.normal);
            let (speed, approaches) = (separation_speed.abs(), separation_speed < 0.0);
            let is_deep = contact.separation < -min_depth;
            let rests = may_rest
                && (speed <= slow
                    || is_deep && approaches
                    || are_members && approaches_as_member(separation_speed, size, dt));
            // Bodies that approach bounce first, and bodies that separate fast enough need no help.
            let own_speed = f64::max(Tuning::SEPARATING_SIZES * size, -contact.separation);
            let is_corrected = may_overlap && speed <= own_speed && (!is_deep || !approaches);
            if (rests || is_corrected || is_deep) && carries(world, [mover, other], contact.normal)
            {
                let pull = mover.external_acceleration(gravity);
                let may_be_braked = rests && surface.friction > 0.0 && !other.is_mover();
                let is_braked =
                    may_be_braked && is_too_slow_to_bounce(separation_speed, &contact, pull, dt);
                found.push(FoundContact {
                    pair,
                    contact,
                    friction: surface.friction,
                    restitution: if separation_speed < -slow { surface.restitution } else { 0.0 },
                    rests,
                    is_braked,
                    is_corrected,
                    is_deep,
                    size,
                });
            }
        });
    }
}

/// The contact of two balls, if they may touch within a step of `dt` seconds while they are slow enough to
/// rest against each other.
#[inline(always)]
fn ball_contact<W: Wide>([one, two]: [&CachedBody<W>; 2], dt: f64) -> Option<Contact<W>> {
    let (offset, radii) = (one.position - two.position, one.radius + two.radius);
    let margin = pair_margin([one, two], dt);
    let reach = radii + margin;
    if offset.length_squared() > reach * reach * (1.0 + 1e-9) {
        return None;
    }
    Some(of_balls(offset, radii)).filter(|contact| contact.separation <= margin)
}

/// How far from each other two bodies may be, and touch within a step of `dt` seconds.
fn pair_margin<W: Wide>([one, two]: [&CachedBody<W>; 2], dt: f64) -> f64 {
    let resting = pair_rest_speed(one, two) * dt;
    if one.is_member && two.is_member {
        let size = f64::min(one.size, two.size);
        f64::max(resting, member_margin(one.velocity - two.velocity, size, dt))
    } else {
        resting
    }
}

/// How far from each other two members of a pile may be, and touch within a step of `dt` seconds, if they are to be left
/// to the solver. The smaller one has this size.
fn member_margin<W: Wide>(relative: W, size: f64, dt: f64) -> f64 {
    f64::min(Tuning::MEMBER_REACH * relative.length() * dt, MEMBER_TRAVEL * size)
}

/// Whether two members of a pile, of which the smaller one has this size, approach so slowly in a step of `dt` seconds that
/// they are left to the solver.
fn approaches_as_member(separation_speed: f64, size: f64, dt: f64) -> bool {
    -separation_speed * dt <= MEMBER_TRAVEL * size
}

/// The relative speed up to which two bodies may rest against each other.
fn pair_rest_speed<W: Wide>(one: &CachedBody<W>, two: &CachedBody<W>) -> f64 {
    if two.floats { f64::max(one.rest_speed, two.rest_speed) } else { one.rest_speed }
}

/// The part of a distance that may be rounding, between two bodies with these largest coordinates.
fn distance_rounding<V: Vector>([one, two]: [f64; 2]) -> f64 {
    32.0 * V::EPSILON * f64::max(one, two)
}

/// The overlap from which on a pair of this size overlaps deeply.
fn min_deep_overlap<V: Vector>(pair: [&Slot<V>; 2], size: f64) -> f64 {
    let may_overlap = pair.into_iter().any(|slot| slot.may_overlap);
    let share = if may_overlap { Tuning::PLACED_SHARE } else { Tuning::DEEP_SHARE };
    let coordinates = pair.map(|slot| slot.position.widen().max_magnitude());
    share * size + distance_rounding::<V>(coordinates)
}

/// Whether two bodies at this offset are certain to be further from each other than `margin`.
fn is_beyond<V: Vector>(offset: V::Wide, [mover, other]: [&Slot<V>; 2], margin: f64) -> bool {
    let (min, max) =
        (mover.shared.local_bounds.min + offset, mover.shared.local_bounds.max + offset);
    let are_boxes_apart = (0..V::Wide::DIMENSION).any(|axis| {
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

/// Whether `other` holds the mover along this normal: a body that passes through a gate does not lie on it.
fn carries<V: Vector>(world: &World<V>, [mover, other]: [&Slot<V>; 2], normal: V::Wide) -> bool {
    match other.shared.role {
        Role::OneWay { open } => normal.dot(open) > 0.0 && !world.is_inside(other.id, mover.id),
        _ => true,
    }
}

/// Whether a body alone at a wall will be too slow to bounce when it reaches the wall again: as slow as one
/// that rests there without friction.
fn is_too_slow_to_bounce<W: Wide>(
    separation_speed: f64,
    contact: &Contact<W>,
    pull: W,
    dt: f64,
) -> bool {
    let pressure = f64::max(-pull.dot(contact.normal), 0.0);
    let height = f64::max(contact.separation, 0.0);
    let rest_speed = wall_rest_speed(pressure, dt);
    separation_speed * separation_speed + 2.0 * pressure * height <= rest_speed * rest_speed
}

/// How far from a body that may overlap others are which can be in its way in a step of `dt` seconds.
fn correction_margin<V: Vector>(slot: &Slot<V>, dt: f64) -> f64 {
    if slot.may_overlap { max_correction(slot, dt) } else { 0.0 }
}

/// The direction in which the first of two bodies at one place is moved. It follows from the keys of both, so
/// that each of many bodies at one place gets a direction of its own.
fn direction_by_keys<W: Wide>(first: u64, second: u64) -> W {
    let point = |key: u64| {
        W::from_components(|axis| {
            // Multiples of an irrational number, another one for each axis, are spread evenly.
            let factor =
                [0x9e37_79b9_7f4a_7c15u64, 0xbb67_ae85_84ca_a73b, 0xa54f_f53a_5f1d_36f1][axis];
            (key.wrapping_mul(factor) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
    };
    let difference = point(first) - point(second);
    let length = difference.length();
    if length > 0.0 { difference / length } else { W::unit(0) }
}

/// The sleeping bodies in these contacts: bodies that rest in a pile, or slowly fall on one, touch them.
pub(crate) fn touched_sleepers<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V::Wide>],
) -> Vec<BodyId> {
    let slots = found.iter().flat_map(|found| found.pair).map(|index| &world.slots[index as usize]);
    slots.flatten().filter(|slot| slot.constraints().asleep.is_some()).map(|slot| slot.id).collect()
}
