//! How far around itself does a body look for others on which it may lie?

use crate::step::pair::thresholds::CROWDED_REST_SPEED;
use crate::vector::Vector;
use crate::world::Slot;

/// The share of their overlap by which two are moved apart, a second.
pub(crate) const APART: f64 = 8.0;

/// The share of an overlap that is taken out at once.
pub(crate) const SHARE: f64 = 0.3;

/// Whether a body may lie on others.
pub(crate) fn looks_for_contacts<V: Vector>(slot: &Slot<V>) -> bool {
    (slot.crammed || slot.may_lie())
        && slot.takes_part()
        && slot.is_mover()
        && slot.ties().asleep.is_none()
}

/// How far a body looks in a step of `dt` seconds: as far as it comes while it is slow enough to lie, or is moved at
/// most. Who is not parted from others now may come to be.
pub(crate) fn vicinity<V: Vector>(slot: &Slot<V>, gravity: V::Wide, dt: f64) -> f64 {
    f64::max(CROWDED_REST_SPEED * slot.crowd_pull(gravity, dt) * dt * dt, aside(slot, dt))
}

/// The way by which one who is parted from others is moved at most in a step of `dt` seconds.
pub(crate) fn aside<V: Vector>(slot: &Slot<V>, dt: f64) -> f64 {
    f64::min(APART * dt, SHARE) * slot.size()
}

/// By how much more than a touch those may be apart who are to be found as pairs in a step of `dt` seconds.
pub(crate) fn contact_margin<V: Vector>(slot: &Slot<V>, gravity: V::Wide, dt: f64) -> f64 {
    let looks = looks_for_contacts(slot);
    if looks { vicinity(slot, gravity, dt) } else { 0.0 }
}
