//! The rule of sensors, absorbers and gates: what the touch of a body with one of them amounts to, however fast it is.
//!
//! ```text
//! sensor      it enters, and leaves; its motion stays as it is
//! absorber    it is taken out of the game where it enters
//! gate        along the open direction it passes, as through a sensor; against it the gate is a solid, by the rule of touches
//! ```
//!
//! The discrete method looks at overlaps after each move, and lets bodies through gates by their velocities alone.
//!
//! The touch of two solids is told apart in [`classify`](super::classify).

use crate::body::Role;
use crate::rounding;
use crate::shape::Mover;
use crate::step::state::event_queue::EventKind;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot, World};

/// What a region does to a body that enters, and the part of the body that counts.
pub(crate) fn rule<V: Vector>(ball: &Slot<V>, region: &Slot<V>) -> Option<(EventKind, Mover<V>)> {
    let kind = match region.shared.role {
        Role::Solid => return None,
        Role::Sensor(_) | Role::OneWay { .. } => EventKind::Enter,
        Role::Absorber(_) => EventKind::Absorb,
    };
    Some((kind, region.shared.role.counted_part(ball.shared.mover)))
}

/// Whether a body that touches a gate at `time` moves through it. A body that is at rest on it, up to
/// rounding, goes where it is pulled.
pub(crate) fn passes<V: Vector>(world: &World<V>, pair: [&Slot<V>; 2], open: V, time: f64) -> bool {
    let flights = pair.map(Slot::flight);
    let [speed, against] = flights.map(|flight| flight.velocity(time).dot(open));
    let [pull, held] = flights.map(|flight| flight.acceleration.dot(open));
    let speeds: f64 =
        flights.iter().map(|flight| flight.launch.length() + flight.velocity(time).length()).sum();
    let (ahead, rounding) = (speed - against, world.given_rounding() * speeds * open.length());
    ahead > rounding || ahead >= -rounding && pull > held
}

/// Whether `other` holds the mover along this normal: a body that passes through a gate does not lie on it.
pub(crate) fn carries<V: Vector>(
    world: &World<V>,
    [mover, other]: [&Slot<V>; 2],
    normal: V,
) -> bool {
    match other.shared.role {
        Role::OneWay { open } => normal.dot(open) > 0.0 && !world.is_inside(other.id, mover.id),
        _ => true,
    }
}

/// Whether the body overlaps the region now; a gate by more than the rounding of a bounce off it.
pub(crate) fn overlaps<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    region: &Slot<V>,
    time: f64,
) -> bool {
    let Some((_, mover)) = rule(ball, region) else { return false };
    let obstacle = Obstacle::new(region, &mover, world.environment().period, time);
    let places = [ball, region].map(|slot| slot.flight().position(time));
    let rounding = match region.shared.role {
        Role::OneWay { .. } => {
            let far = places.iter().fold(mover.radius, |far, place| far.max(place.max_magnitude()));
            rounding::GIVEN_GATE * world.given_rounding() * far
        }
        _ => 0.0,
    };
    obstacle.contact(places[0] - places[1]).separation <= -rounding
}
