//! Finds the bodies that moving walls squeeze.

use crate::step::solver::input::{PileBody, PileContact};
use crate::step::solver::tuning::Tuning;
use crate::vector::Wide;

/// Marks the contacts of moving walls that press a body with all of their force while it overlaps another one.
pub(crate) fn mark_squeezed<W: Wide>(bodies: &[PileBody<W>], contacts: &mut [PileContact<W>]) {
    let is_pressing =
        |contact: &PileContact<W>| contact.is_bearing && contact.force >= contact.max_force;
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
