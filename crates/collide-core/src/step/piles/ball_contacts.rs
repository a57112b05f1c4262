//! Finds the contacts of two simple balls, which follow from the body cache alone.
//!
//! Most contacts of a pile are of this kind. Any other pair may rest at the same speeds and distances.

use crate::contact::Contact;
use crate::contact::ball_convex::of_balls;
use crate::response::Surface;
use crate::rounding;
use crate::step::engine::Engine;
use crate::step::no_room::parting::direction_by_keys;
use crate::step::solver::constants::Tuning;
use crate::step::state::piles::{CachedBody, FoundContact};
use crate::step::touch::classify::{
    InPile, MEMBER_TRAVEL, Slowness, classify, may_settle, rest_speed_growth_after,
};
use crate::step::touch::margins::{PLACED_SHARE, coordinate_rounding};
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::World;

/// The surface of the last pair of balls, as most pairs of a pile are alike. Without a hook it does not depend on their motion.
pub(crate) struct KnownSurface {
    /// Where the two have what their motion does not change.
    shared_addresses: [usize; 2],
    /// Nothing if they do not come to rest against each other.
    surface: Option<Surface>,
}

impl KnownSurface {
    /// That of no pair.
    pub(crate) const NONE: Self = Self { shared_addresses: [0; 2], surface: None };

    /// The surface of two balls, which is asked for if it is not known from the last two.
    pub(crate) fn of<V: Vector>(
        &mut self,
        [one, two]: [&CachedBody<V>; 2],
        ask: impl FnOnce() -> Option<Surface>,
    ) -> Option<Surface> {
        let shared_addresses = [one.shared_address, two.shared_address];
        if self.shared_addresses != shared_addresses {
            *self = Self { shared_addresses, surface: ask() };
        }
        self.surface
    }
}

/// The surface of a pair that may come to rest against each other; nothing if it does not meet or keeps its energy.
pub(crate) fn settling_surface<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [u32; 2],
) -> Option<Surface> {
    let [mover, other] = world.pair(pair)?;
    let settles = |surface: &Surface| may_settle([mover, other], surface.restitution);
    pair_surface(engine, [mover, other]).filter(settles)
}

/// The contact of two simple balls as it is kept, if they rest against each other or overlap deeply: the search for contacts
/// of any pair would find the same.
pub(crate) fn resting_balls<V: Vector>(
    pair: [u32; 2],
    [one, two]: [&CachedBody<V>; 2],
    mut contact: Contact<V>,
    surface: Surface,
    given_rounding: f64,
    dt: f64,
) -> Option<FoundContact<V>> {
    let rest_speed = pair_rest_speed(one, two);
    if rest_speed <= 0.0 {
        return None;
    }
    let size = f64::min(one.size, two.size);
    if (one.position - two.position).length_squared() <= (PLACED_SHARE * size).powi(2) {
        contact.normal = direction_by_keys(one.key, two.key);
    }
    let separation_speed = (one.velocity - two.velocity).dot(contact.normal);
    let rounding = coordinate_rounding(one.max_coordinate.max(two.max_coordinate), given_rounding);
    let is_deep = contact.separation < -(Tuning::DEEP_SHARE * size + rounding);
    let slow = rest_speed * rest_speed_growth_after(u32::max(one.events, two.events));
    let are_members = one.is_member && two.is_member;
    let pile = if are_members { InPile::Solved { size, dt } } else { InPile::No };
    let touch = classify(-separation_speed, &Slowness { rest_speed: slow, pile });
    let rests = touch.holds() || is_deep && separation_speed < 0.0;
    (rests || is_deep).then_some(FoundContact {
        pair,
        contact,
        friction: surface.friction,
        restitution: if separation_speed < -slow { surface.restitution } else { 0.0 },
        rests,
        is_corrected: false,
        is_deep,
        is_passed_over: false,
        size,
    })
}

/// The contact of two balls, if they may touch within a step of `dt` seconds while they are slow enough to
/// rest against each other.
#[inline(always)]
pub(crate) fn ball_contact<V: Vector>(
    [one, two]: [&CachedBody<V>; 2],
    dt: f64,
) -> Option<Contact<V>> {
    let (offset, radii) = (one.position - two.position, one.radius + two.radius);
    let margin = pair_margin([one, two], dt);
    let reach = radii + margin;
    if offset.length_squared() > reach * reach * (1.0 + rounding::TO_SPARE) {
        return None;
    }
    Some(of_balls(offset, radii)).filter(|contact| contact.separation <= margin)
}

/// How far from each other two bodies may be, and touch within a step of `dt` seconds.
fn pair_margin<V: Vector>([one, two]: [&CachedBody<V>; 2], dt: f64) -> f64 {
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
pub(crate) fn member_margin<V: Vector>(relative: V, size: f64, dt: f64) -> f64 {
    f64::min(Tuning::MEMBER_REACH * relative.length() * dt, MEMBER_TRAVEL * size)
}

/// The relative speed up to which two bodies may rest against each other.
pub(crate) fn pair_rest_speed<V: Vector>(one: &CachedBody<V>, two: &CachedBody<V>) -> f64 {
    if two.floats { f64::max(one.rest_speed, two.rest_speed) } else { one.rest_speed }
}
