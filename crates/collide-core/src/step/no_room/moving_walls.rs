//! Moving walls in piles: their forces have a limit, bodies that they squeeze are found, and the others are stopped at them.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact};
use crate::vector::Vector;

/// Limits the forces of moving walls by the weight of the heaviest body, so that a wall which presses bodies together that
/// have no room gives way before they overlap deeply.
pub(crate) fn limit_forces_of_moving_walls<V: Vector>(
    bodies: &[PileBody<V>],
    contacts: &mut [PileContact<V>],
) {
    let is_moving_wall = |contact: &PileContact<V>| {
        let second = &bodies[contact.bodies[1] as usize];
        contact.gives_way || second.inverse_mass == 0.0 && second.velocity != V::ZERO
    };
    let mut moving = contacts.iter_mut().filter(|contact| is_moving_wall(contact)).peekable();
    if moving.peek().is_none() {
        return;
    }
    let weight = |body: &PileBody<V>| {
        if body.inverse_mass > 0.0 { body.reference_pull / body.inverse_mass } else { 0.0 }
    };
    let heaviest = bodies.iter().map(weight).fold(0.0, f64::max);
    moving.for_each(|contact| {
        let share = if contact.gives_way { Tuning::PASSING_SHARE } else { 1.0 };
        contact.max_force = share * Tuning::max_wall_force(V::DIMENSION) * heaviest;
    });
}

/// Marks the contacts of moving walls that press a body with all of their force while it overlaps another one.
pub(crate) fn mark_squeezed<V: Vector>(bodies: &[PileBody<V>], contacts: &mut [PileContact<V>]) {
    let is_pressing =
        |contact: &PileContact<V>| contact.is_bearing && contact.force >= contact.max_force;
    if !contacts.iter().any(is_pressing) {
        return;
    }
    let mut is_deep = vec![false; bodies.len()];
    for contact in contacts.iter().filter(|contact| contact.max_force == f64::INFINITY) {
        let [first, second] = contact.bodies.map(|body| body as usize);
        let size = PileBody::smaller_size([&bodies[first], &bodies[second]]);
        if contact.separation < -Tuning::SQUEEZED_SHARE * size {
            (is_deep[first], is_deep[second]) = (true, true);
        }
    }
    for contact in contacts.iter_mut() {
        contact.gives_way |= is_pressing(contact) && is_deep[contact.bodies[0] as usize];
    }
}

/// Takes the speed at which bodies still come into moving walls that push them and do not pass over them, as the largest force
/// was too small. Position correction puts such a body back out of the wall; with that speed it would run into its neighbours.
pub(crate) fn stop_at_moving_walls<V: Vector>(
    bodies: &mut [PileBody<V>],
    contacts: &[PileContact<V>],
) {
    for contact in contacts {
        if contact.max_force == f64::INFINITY || contact.gives_way || contact.force == 0.0 {
            continue;
        }
        let [body, wall] = contact.bodies.map(|body| body as usize);
        let approach = (bodies[wall].velocity - bodies[body].velocity).dot(contact.normal);
        bodies[body].velocity += contact.normal * f64::max(approach, 0.0);
    }
}
