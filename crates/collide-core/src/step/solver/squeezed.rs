//! Finds the bodies that moving walls squeeze, and stops the others at them.

use crate::step::solver::input::{PileBody, PileContact};
use crate::step::solver::tuning::Tuning;
use crate::vector::Vector;

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
