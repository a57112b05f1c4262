//! Changes of a body at a touch: what has supported it or held it ends, and a free ball bounces.

use super::record::Slot;
use crate::contact::Feature;
use crate::vector::Vector;
use crate::world::constraints::{Held, Support};
use crate::world::id::BodyId;

// What ends.

impl<V: Vector> Slot<V> {
    /// Ends the support by the walls that are not to be kept.
    pub(crate) fn retain_walls(&mut self, keeps: impl Fn(&Support<V>) -> bool) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.supports.walls.retain(keeps);
        }
    }

    /// Lets go of a body that was held in place.
    pub(crate) fn release(&mut self) {
        if let Some(constraints) = self.constrained.if_any() {
            constraints.held = Held::Free;
        }
    }
}

// What begins.

impl<V: Vector> Slot<V> {
    /// Lets a free ball bounce at `time`, at this place and with this velocity, off a feature of another body.
    #[inline]
    pub(crate) fn bounce_freely(
        &mut self,
        time: f64,
        [place, velocity]: [V; 2],
        off: (BodyId, Feature),
    ) {
        (self.time, self.position) = (time, place);
        self.set_bounced(Some(off));
        self.revision = self.revision.wrapping_add(1);
        self.detach(velocity);
        self.set_events(self.events() + 1);
    }
}
