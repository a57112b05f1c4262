//! The motions of all bodies in a step, as far as they decide which bodies may meet.

use crate::broad::BoundingSphere;
use crate::step::state::motion_bounds::{Lookahead, MotionBounds};
use crate::step::state::search::Search;
use crate::vector::Vector;

/// The bounds of the motions of all bodies, by number.
#[derive(Clone, Debug)]
pub(crate) struct BodyMotions<V: Vector> {
    pub(crate) bounds: Vec<MotionBounds<V>>,
    /// The sphere that holds each body until its horizon.
    pub(crate) spheres: Vec<BoundingSphere<V>>,
    /// The horizon: how many of its sizes a body flies before others are looked for again.
    pub(crate) horizon: f64,
    /// Whether the bounds are kept up to date. Persistent tracking does not need them.
    pub(crate) is_current: bool,
}

impl<V: Vector> Default for BodyMotions<V> {
    fn default() -> Self {
        Self { bounds: Vec::new(), spheres: Vec::new(), horizon: 1.0, is_current: true }
    }
}

impl<V: Vector> BodyMotions<V> {
    /// How far ahead others are looked for in a step of `dt` seconds.
    pub(crate) fn lookahead(&self, dt: f64) -> Lookahead {
        Lookahead { dt, horizon: self.horizon }
    }

    /// The bodies that move.
    pub(crate) fn moving(&self, search: &Search<V>) -> impl Iterator<Item = u32> {
        let loose = search.loose.bodies.iter().copied();
        loose.filter(|index| self.bounds[*index as usize].is_moving())
    }

    /// Whether the bodies that move are so few that it is better to look for others around each of them than to list all pairs.
    pub(crate) fn do_few_move(&self, search: &Search<V>) -> bool {
        let most = (search.finder.searched_share() * self.bounds.len() as f64) as usize;
        self.moving(search).take(most + 1).count() <= most
    }

    /// Stops keeping the bounds up to date, and frees their memory if `frees_memory`.
    pub(crate) fn suspend(&mut self, frees_memory: bool) {
        self.is_current = false;
        if frees_memory {
            (self.bounds, self.spheres) = (Vec::new(), Vec::new());
        }
    }
}
