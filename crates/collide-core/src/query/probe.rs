//! The test of a query against one body.
//!
//! The geometry is that of the step: [`contact`] for where and [`touch`] for when. Bodies are seen
//! as they stand at an instant.

use super::hit::{Gap, Hit};
use crate::body::Role;
use crate::contact::{Contact, contact, normal, side};
use crate::impact::{Motion, touch};
use crate::period::Period;
use crate::shape::{Mover, Shape};
use crate::vector::Vector;
use crate::world::{Obstacle, Slot};

/// Where a body is at `now`, in seconds from the start of the step.
pub fn place<V: Vector>(slot: &Slot<V>, now: f64) -> V {
    slot.state(now).0
}

/// A ball or a box on its straight way; a ray is one without extent.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<V: Vector> {
    /// Where the centre begins.
    pub centre: V,
    /// What moves.
    pub mover: Mover<V>,
    /// The unit vector along the way.
    pub direction: V,
    /// The length of the way; finite.
    pub length: f64,
    /// Whether a body around the beginning is met there, whatever the direction.
    pub sees_inside: bool,
}

impl<V: Vector> Sweep<V> {
    /// The sweep along a direction of any length, or nothing for values that make none.
    pub fn new(centre: V, mover: Mover<V>, direction: V, length: f64) -> Option<Self> {
        let largest = direction.max_magnitude();
        let sound = direction.is_finite() && largest > 0.0 && length >= 0.0;
        if !sound || !is_sound(centre, &mover) {
            return None;
        }
        // A direction is one even if its square overflows or vanishes.
        let scaled = direction / largest;
        let direction = scaled / scaled.length();
        let length = f64::min(length, f64::MAX);
        Some(Self { centre, mover, direction, length, sees_inside: false })
    }

    /// Where the sweep first meets the body while it approaches.
    pub fn meet(&self, slot: &Slot<V>, now: f64) -> Option<Hit<V>> {
        let Sweep { direction, .. } = *self;
        let role = &slot.shared.role;
        if matches!(role, Role::OneWay { open } if direction.dot(*open) > 0.0) {
            return None;
        }
        let mover = role.counted_part(self.mover);
        let whole = slot.shape_at(now);
        let shape = whole.grown_by(mover.half)?;
        let place = place(slot, now);
        let motion =
            Motion { offset: self.centre - place, velocity: direction, acceleration: V::ZERO };
        let hit = |distance, point, normal, feature| {
            let body = slot.id;
            Some(Hit { body, distance, point, normal, feature })
        };
        if self.sees_inside {
            let start = contact(&shape, motion.offset, mover.radius);
            if start.separation < 0.0 {
                return hit(0.0, self.centre, start.normal, start.feature);
            }
        }
        let touch = touch(&shape, &motion, mover.radius, self.length, None)?;
        // In the order of operations of the step, so that the bits are the same.
        let centre = self.centre + direction * touch.time;
        let normal = normal(&shape, centre - place, touch.feature);
        let point = mover.touching_point(centre, face(&whole, place, normal), normal);
        hit(touch.time, point, normal, touch.feature)
    }
}

/// Whether there may be such a mover at such a place.
fn is_sound<V: Vector>(centre: V, mover: &Mover<V>) -> bool {
    let extents = (0..V::DIMENSION).map(|axis| mover.half.component(axis));
    centre.is_finite()
        && extents.chain([mover.radius]).all(|extent| (0.0..=f64::MAX).contains(&extent))
}

/// The bounds of what of a shape at `place` lies furthest along `normal`.
fn face<V: Vector>(shape: &Shape<V>, place: V, normal: V) -> [V; 2] {
    side(shape, normal).map(|end| place + end)
}

/// A ball, a box or a point at rest.
#[derive(Clone, Copy, Debug)]
pub struct Place<V: Vector> {
    /// Where its centre is.
    pub centre: V,
    /// What is there.
    pub mover: Mover<V>,
}

impl<V: Vector> Place<V> {
    /// The place, or nothing for values that make none.
    pub fn new(centre: V, mover: Mover<V>) -> Option<Self> {
        is_sound(centre, &mover).then_some(Self { centre, mover })
    }

    /// Whether what is here touches or overlaps the body.
    pub fn overlaps(&self, slot: &Slot<V>, now: f64) -> bool {
        let mover = slot.shared.role.counted_part(self.mover);
        let offset = self.centre - place(slot, now);
        let whole = slot.shape_at(now);
        let shape = whole.grown_by(mover.half);
        shape.is_some_and(|shape| contact(&shape, offset, mover.radius).separation <= 0.0)
    }

    /// The point of the body's surface that is nearest to the centre.
    pub fn nearest(&self, slot: &Slot<V>, now: f64) -> Hit<V> {
        let contact = contact(&slot.shape_at(now), self.centre - place(slot, now), 0.0);
        Hit {
            body: slot.id,
            distance: contact.separation,
            point: self.centre - contact.normal * contact.separation,
            normal: contact.normal,
            feature: contact.feature,
        }
    }
}

/// How two bodies lie to each other, of all their images the nearest, if there is a law for their
/// shapes.
pub fn gap<V: Vector>(pair: [&Slot<V>; 2], now: f64, period: Period<V>) -> Option<Gap<V>> {
    let [first, second] = pair;
    // From the view of the rounder one, as in a step, so that both orders tell the same.
    let order = |slot: &Slot<V>| {
        (slot.shared.shape.mover().map_or(2, |mover| u8::from(!mover.is_ball())), slot.key)
    };
    if order(first) > order(second) {
        let Gap { separation, point, normal } = gap([second, first], now, period)?;
        return Some(Gap { separation, point, normal: -normal });
    }
    let mover = first.shared.shape.mover()?;
    if !mover.is_ball() && !second.shared.shape.meets_boxes() {
        return None;
    }
    let [centre, other] = pair.map(|slot| place(slot, now));
    let obstacle = Obstacle::new(second, &mover, period, now);
    let offset = obstacle.nearest(centre - other);
    let Contact { separation, normal, .. } = obstacle.contact(offset);
    let touching =
        mover.touching_point(centre, face(&second.shape_at(now), centre - offset, normal), normal);
    Some(Gap { separation, point: touching - normal * (0.5 * separation), normal })
}
