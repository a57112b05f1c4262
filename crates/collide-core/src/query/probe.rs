//! How does a question meet one body?
//!
//! The geometry is that of the step: [`contact`] for where and [`touch`] for when. Bodies are seen
//! as they stand at an instant.

use super::hit::{Gap, Hit};
use crate::body::Role;
use crate::contact::{contact, normal};
use crate::impact::{Motion, touch};
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// Where a body is at `now`, in seconds from the start of the step.
pub fn place<V: Vector>(slot: &Slot<V>, now: f64) -> V::Wide {
    slot.state(now).0.widen()
}

/// A ball, or a ray as a ball without radius, on its straight way.
#[derive(Clone, Copy, Debug)]
pub struct Sweep<W: Wide> {
    /// Where the centre begins.
    pub centre: W,
    /// The radius in length units.
    pub radius: f64,
    /// The unit vector along the way.
    pub direction: W,
    /// The length of the way; finite.
    pub length: f64,
    /// Whether a body around the beginning is met there, whatever the direction.
    pub sees_inside: bool,
}

impl<W: Wide> Sweep<W> {
    /// The sweep along a direction of any length, or nothing for values that make none.
    pub fn new(centre: W, radius: f64, direction: W, length: f64) -> Option<Self> {
        let largest = direction.max_magnitude();
        let sound = centre.is_finite()
            && direction.is_finite()
            && largest > 0.0
            && (0.0..=f64::MAX).contains(&radius)
            && length >= 0.0;
        // A direction whose square overflows or vanishes still is one.
        let scaled = direction / largest;
        let length = f64::min(length, f64::MAX);
        let direction = scaled / scaled.length();
        sound.then_some(Self { centre, radius, direction, length, sees_inside: false })
    }

    /// Where the sweep first meets the body while it approaches.
    pub fn meet<V: Vector<Wide = W>>(&self, slot: &Slot<V>, now: f64) -> Option<Hit<W>> {
        let Sweep { radius, direction, .. } = *self;
        let (shape, role) = (&slot.body.shape, &slot.body.role);
        if matches!(role, Role::OneWay { open } if direction.dot(*open) > 0.0) {
            return None;
        }
        let place = place(slot, now);
        let motion =
            Motion { offset: self.centre - place, velocity: direction, acceleration: W::ZERO };
        if self.sees_inside {
            let start = contact(shape, motion.offset, radius);
            if start.separation < 0.0 {
                let (normal, feature) = (start.normal, start.feature);
                let (body, point) = (slot.id, self.centre);
                return Some(Hit { body, distance: 0.0, point, normal, feature });
            }
        }
        let radius = role.counted_radius(radius);
        let touch = touch(shape, &motion, radius, self.length, None)?;
        // In the order of operations of the step, so that the bits are the same.
        let centre = self.centre + direction * touch.time;
        let normal = normal(shape, centre - place, touch.feature);
        Some(Hit {
            body: slot.id,
            distance: touch.time,
            point: centre - normal * radius,
            normal,
            feature: touch.feature,
        })
    }
}

/// The point of the body's surface that is nearest to `point`.
pub fn nearest<V: Vector>(slot: &Slot<V>, now: f64, point: V::Wide) -> Hit<V::Wide> {
    let contact = contact(&slot.body.shape, point - place(slot, now), 0.0);
    Hit {
        body: slot.id,
        distance: contact.separation,
        point: point - contact.normal * contact.separation,
        normal: contact.normal,
        feature: contact.feature,
    }
}

/// Whether a ball touches or overlaps the body.
pub fn overlaps_ball<V: Vector>(slot: &Slot<V>, now: f64, centre: V::Wide, radius: f64) -> bool {
    let radius = slot.body.role.counted_radius(radius);
    contact(&slot.body.shape, centre - place(slot, now), radius).separation <= 0.0
}

/// How two bodies lie to each other, at least one of which must be a ball.
pub fn gap<V: Vector>(first: &Slot<V>, second: &Slot<V>, now: f64) -> Option<Gap<V::Wide>> {
    let Some(radius) = first.body.shape.ball_radius() else {
        second.body.shape.ball_radius()?;
        let Gap { separation, point, normal } = gap(second, first, now)?;
        return Some(Gap { separation, point, normal: -normal });
    };
    let (centre, origin) = (place(first, now), place(second, now));
    let contact = contact(&second.body.shape, centre - origin, radius);
    let point = centre - contact.normal * (radius + 0.5 * contact.separation);
    Some(Gap { separation: contact.separation, point, normal: contact.normal })
}
