//! Distances of the search for contacts: how far it reaches, which overlaps count, and what may be rounding.

use crate::rounding;
use crate::step::solver::constants::Tuning;
use crate::step::touch::classify::crowd_rest_speed;
use crate::vector::Vector;
use crate::world::Slot;

/// Bodies that may have been put into each other are moved apart if they overlap by more than this share of the smaller one's
/// size.
pub(crate) const PLACED_SHARE: f64 = 1e-4;

/// A joint of two walls is bridged if it steps by no more than this share of the size of the body that goes over it, or lets it
/// sink by no more, and the two faces differ by no larger angle.
pub(crate) const BRIDGED_SHARE: f64 = 1e-6;

/// Whether a body may rest on others, or is moved out of them.
fn needs_contacts<V: Vector>(slot: &Slot<V>) -> bool {
    (slot.may_overlap || slot.can_rest())
        && slot.takes_part()
        && slot.is_mover()
        && slot.constraints().asleep.is_none()
}

/// How far around a body its contacts are looked for in a step of `dt` seconds, nothing if it needs none: as
/// far as it moves while it is slow enough to rest, and at least as far as position correction may move it. A
/// body that overlaps no other one now may come to overlap one within the step.
pub(crate) fn search_radius<V: Vector>(slot: &Slot<V>, gravity: V, dt: f64) -> Option<f64> {
    let resting = || crowd_rest_speed(slot.resting_acceleration(gravity, dt), dt) * dt;
    needs_contacts(slot).then(|| f64::max(resting(), max_correction(slot, dt)))
}

/// The largest distance by which position correction moves a body in a step of `dt` seconds.
pub(crate) fn max_correction<V: Vector>(slot: &Slot<V>, dt: f64) -> f64 {
    f64::min(Tuning::CORRECTION_RATE * dt, Tuning::MAX_CORRECTION_SHARE) * slot.size()
}

/// How far a body may be from another one if the broad phase is to find the pair in a step of `dt` seconds.
pub(crate) fn contact_margin<V: Vector>(slot: &Slot<V>, gravity: V, dt: f64) -> f64 {
    search_radius(slot, gravity, dt).unwrap_or(0.0)
}

/// The part of the distance of two bodies that may be rounding of the places that they were given.
pub(crate) fn distance_rounding<V: Vector>(pair: [&Slot<V>; 2], given_rounding: f64) -> f64 {
    let [one, two] = pair.map(|slot| slot.position.max_magnitude());
    coordinate_rounding(f64::max(one, two), given_rounding)
}

/// The same of two bodies of which this is the largest coordinate.
pub(crate) fn coordinate_rounding(coordinate: f64, given_rounding: f64) -> f64 {
    rounding::GIVEN_DISTANCE * given_rounding * coordinate
}
