//! Who lies against whom?
//!
//! Two rest against each other if they lose energy when they meet, are near, and neither approach nor
//! part faster than the rest speed.
//!
//! Those who lie deep in each other are parted together with the piles, wherever they are and whether or not
//! they lose energy, and those beside them are found too, so that nobody is moved into them.

use super::body_cache::list_lying;
use crate::body::Role;
use crate::broad::{Spot, is_clear};
use crate::contact::ball_convex::of_balls;
use crate::contact::{Contact, contacts_within};
use crate::step::engine::Engine;
use crate::step::pair::margins::{CORRECTION_RATE, MAX_CORRECTION_SHARE, max_correction};
use crate::step::pair::thresholds::{
    CROWDED_REST_SPEED, rest_speed_growth, rest_speed_growth_after,
};
use crate::step::solver::scratch::{CachedBody, FoundContact, PileScratch};
use crate::step::state::motion_bounds::MotionBounds;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Environment, Obstacle, Slot, World};

/// What is deeper in another than this share of its size is parted from it.
const DEEP: f64 = 0.02;

/// Those who part faster than so many of their sizes in a second need no help, if they are apart within one.
const BY_ITSELF: f64 = 0.01;

/// Two that are nearer to each other than this share of the larger one's size are always looked at.
const CLOSE: f64 = 1e-3;

/// Who may have been put into another one is parted from it down to this share of its size.
const CRAMMED: f64 = 1e-4;

impl<V: Vector> Engine<V> {
    /// Finds the contacts of all who rest at `time` in a step of `dt` seconds, in no order.
    pub(crate) fn gather(
        &mut self,
        world: &World<V>,
        [time, dt]: [f64; 2],
        settling: &mut PileScratch<V::Wide>,
    ) {
        self.look_for_neighbours(world, dt);
        let PileScratch { lying, found, .. } = settling;
        list_lying(world, [time, dt], lying);
        found.clear();
        let is_open = world.is_open();
        let are_judged_alike = is_open && self.hook.is_none();
        for pair in &self.piles.neighbours {
            let both = pair.map(|index| &lying[index as usize]);
            let [one, two] = both;
            if one.sleeps && two.sleeps {
                continue;
            }
            if are_judged_alike && !(one.radius + two.radius).is_nan() {
                if let Some(contact) = touching_balls(both, dt) {
                    self.rest_as_balls(world, *pair, (both, contact), found);
                }
                continue;
            }
            let [Some(first), Some(second)] =
                pair.map(|index| world.slots[index as usize].as_ref())
            else {
                continue;
            };
            let paths = pair.map(|index| &self.motions.bounds[index as usize]);
            let reach = [one.slow * dt, (CORRECTION_RATE * dt).clamp(CLOSE, MAX_CORRECTION_SHARE)];
            if is_open
                && MotionBounds::are_beyond(paths, [first.flight(), second.flight()], time, reach)
            {
                continue;
            }
            self.find(world, *pair, [one.slow, time, dt], found);
        }
    }

    /// Adds the contact of two balls of which nothing special is to be thought of, if they rest against each other
    /// or lie deep in each other: the same as would be found of any pair.
    fn rest_as_balls(
        &self,
        world: &World<V>,
        pair: [u32; 2],
        ([one, two], mut contact): ([&CachedBody<V::Wide>; 2], Contact<V::Wide>),
        found: &mut Vec<FoundContact<V::Wide>>,
    ) {
        let [Some(mover), Some(other)] = pair.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        let Some(surface) = self.surface([mover, other]) else { return };
        let speed = slow(one, two);
        if surface.restitution >= 1.0 || speed <= 0.0 {
            return;
        }
        let size = one.size.min(two.size);
        if (one.place - two.place).length() <= CRAMMED * size {
            contact.normal = away(mover.key, other.key);
        }
        let parting = (one.velocity - two.velocity).dot(contact.normal);
        let least = DEEP * size + rounding::<V>([one.far, two.far]);
        let deep = contact.separation < -least;
        let slow = speed * rest_speed_growth_after(u32::max(one.events, two.events));
        let rests = parting.abs() <= slow || deep && parting < 0.0;
        if rests || deep {
            let friction = surface.friction;
            found.push(FoundContact {
                pair,
                contact,
                friction,
                rests,
                rubs: false,
                parts: false,
                deep,
                size,
            });
        }
    }

    /// Adds the contacts of a pair that may rest at `speed`.
    fn find(
        &self,
        world: &World<V>,
        pair: [u32; 2],
        [speed, time, dt]: [f64; 3],
        found: &mut Vec<FoundContact<V::Wide>>,
    ) {
        let [Some(mover), Some(other)] = pair.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        if mover.is_held() || other.is_held() || !mover.takes_part() || !other.takes_part() {
            return;
        }
        let Environment { gravity, period } = world.environment();
        let speed = if other.is_mover() && other.floats(gravity) {
            f64::max(speed, CROWDED_REST_SPEED * dt * other.crowd_pull(gravity, dt))
        } else {
            speed
        };
        let offset = mover.flight().position(time) - other.flight().position(time);
        let margin = f64::max(speed * dt, f64::max(beside(mover, dt), beside(other, dt)));
        if period.is_open() && is_far(offset, [mover, other], margin) {
            return;
        }
        // Most bodies are far from the walls of their room.
        let spot = Spot { middle: offset, reach: mover.form.girth + margin };
        if period.is_open() && is_clear(&other.form.shape, &spot) {
            return;
        }
        let Some(surface) = self.surface([mover, other]) else { return };
        let lasting = surface.restitution < 1.0 && speed > 0.0;
        let crammed = mover.crammed || other.crammed;
        if !lasting && !crammed {
            return;
        }
        let relative = mover.flight().velocity(time) - other.flight().velocity(time);
        let obstacle = Obstacle::new(other, &mover.form.mover, period);
        let place = (obstacle.nearest(offset), obstacle.radius());
        let carries = |normal: V::Wide| match other.form.role {
            // What goes through a gate does not lie on it.
            Role::OneWay { open } => normal.dot(open) > 0.0 && !world.is_inside(other.id, mover.id),
            _ => true,
        };
        let size = if other.is_mover() { mover.size().min(other.size()) } else { mover.size() };
        let places = [mover, other].map(|slot| slot.position.widen().max_magnitude());
        let rounding = rounding::<V>(places);
        let round = mover.form.mover.is_round() && other.is_mover() && other.form.mover.is_round();
        let least = if crammed { CRAMMED * size + rounding } else { DEEP * size + rounding };
        let slow = speed * rest_speed_growth([mover, other]);
        contacts_within(obstacle.shape(), place, margin, |mut contact| {
            if round && offset.length() <= CRAMMED * size {
                contact.normal = away(mover.key, other.key);
            }
            let parting = relative.dot(contact.normal);
            let deep = contact.separation < -least;
            let rests = lasting && (parting.abs() <= slow || deep && parting < 0.0);
            // Who approaches bounces, and who parts by himself is left alone.
            let slowly = f64::max(BY_ITSELF * size, -contact.separation);
            let parts = crammed && parting.abs() <= slowly && (!deep || parting >= 0.0);
            if (rests || parts || deep) && carries(contact.normal) {
                let friction = surface.friction;
                let rubs = rests
                    && friction > 0.0
                    && !other.is_mover()
                    && is_down(parting, &contact, mover.pull(gravity), dt);
                found.push(FoundContact {
                    pair,
                    contact,
                    friction,
                    rests,
                    rubs,
                    parts,
                    deep,
                    size,
                });
            }
        });
    }
}

/// The contact of two balls, if they are so near that they may rest against each other in a step of `dt` seconds.
#[inline(always)]
fn touching_balls<W: Wide>([one, two]: [&CachedBody<W>; 2], dt: f64) -> Option<Contact<W>> {
    let (offset, radii) = (one.place - two.place, one.radius + two.radius);
    let margin = slow(one, two) * dt;
    let reach = radii + margin;
    if offset.length_squared() > reach * reach * (1.0 + 1e-9) {
        return None;
    }
    Some(of_balls(offset, radii)).filter(|contact| contact.separation <= margin)
}

/// How fast two may be against each other who rest.
fn slow<W: Wide>(one: &CachedBody<W>, two: &CachedBody<W>) -> f64 {
    if two.floats { f64::max(one.slow, two.slow) } else { one.slow }
}

/// What of a distance between two so far from the middle of space may be rounding.
fn rounding<V: Vector>([one, two]: [f64; 2]) -> f64 {
    32.0 * V::EPSILON * f64::max(one, two)
}

/// Whether one who is alone with a wall is too slow to bounce off it, when it comes to it again: as slow as
/// one that rests there without friction.
fn is_down<W: Wide>(parting: f64, contact: &Contact<W>, pull: W, dt: f64) -> bool {
    let pressure = f64::max(-pull.dot(contact.normal), 0.0);
    let height = f64::max(contact.separation, 0.0);
    let rest_speed = 0.5 * pressure * dt;
    parting * parting + 2.0 * pressure * height <= rest_speed * rest_speed
}

/// How near to one who is parted from others those are who may be in his way in a step of `dt` seconds.
fn beside<V: Vector>(slot: &Slot<V>, dt: f64) -> f64 {
    if slot.crammed { max_correction(slot, dt) } else { 0.0 }
}

/// The direction in which the first of two goes that are in one place: from the names of both, so that of
/// many everyone has a place of his own to go to.
fn away<W: Wide>(first: u64, second: u64) -> W {
    let place = |key: u64| {
        W::from_components(|axis| {
            // Multiples of an irrational number, another one for each axis, are spread evenly.
            let turn =
                [0x9e37_79b9_7f4a_7c15u64, 0xbb67_ae85_84ca_a73b, 0xa54f_f53a_5f1d_36f1][axis];
            (key.wrapping_mul(turn) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        })
    };
    let way = place(first) - place(second);
    let length = way.length();
    if length > 0.0 { way / length } else { W::unit(0) }
}

/// Who sleeps and would be touched by what rests in a pile or falls on it slowly.
pub(crate) fn disturbed<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V::Wide>],
) -> Vec<BodyId> {
    let slots = found.iter().flat_map(|found| found.pair).map(|index| &world.slots[index as usize]);
    slots.flatten().filter(|slot| slot.ties().asleep.is_some()).map(|slot| slot.id).collect()
}

/// Whether the bounds of two at this offset are further from each other than `margin`.
fn is_far<V: Vector>(offset: V::Wide, [one, two]: [&Slot<V>; 2], margin: f64) -> bool {
    let (min, max) = (one.form.reach.min + offset, one.form.reach.max + offset);
    (0..V::Wide::DIMENSION).any(|axis| {
        min.component(axis) > two.form.reach.max.component(axis) + margin
            || max.component(axis) < two.form.reach.min.component(axis) - margin
    })
}
