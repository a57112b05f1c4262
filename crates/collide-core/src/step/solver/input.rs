//! The bodies, the contacts and the settings of one sub-step, as the solver gets them and gives them back.

use crate::vector::Vector;

/// A body of a pile, or a wall that touches one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileBody<V: Vector> {
    pub(crate) velocity: V,
    /// The velocity of a wall's surface relative to the wall; zero for a body that can be moved.
    pub(crate) surface_velocity: V,
    /// The acceleration by gravity and by the game; zero for a wall.
    pub(crate) pull: V,
    /// The acceleration that tells what is slow for the body; zero for a wall.
    pub(crate) reference_pull: f64,
    /// The displacement in the sub-step by its velocities alone. The solver finds it.
    pub(crate) velocity_displacement: V,
    /// The displacement in the sub-step after position correction, which finds it.
    pub(crate) displacement: V,
    pub(crate) size: f64,
    /// Zero for a wall.
    pub(crate) inverse_mass: f64,
    /// By how much a wall turns, in radians a second.
    pub(crate) turn_rate: f64,
}

impl<V: Vector> PileBody<V> {
    /// The size of the smaller of two bodies, or of the first at a wall.
    pub(crate) fn smaller_size([first, second]: [&Self; 2]) -> f64 {
        if second.inverse_mass > 0.0 { first.size.min(second.size) } else { first.size }
    }
}

/// How a body of a pile turns; all zero for a body that does not, or a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileSpin<V: Vector> {
    /// In radians a second.
    pub(crate) angular_velocity: V::Cross,
    pub(crate) radius: f64,
    /// The inverse of its moment of inertia.
    pub(crate) inverse_inertia: f64,
    /// The coefficient of rolling friction. That of a wall counts too.
    pub(crate) rolling_friction: f64,
}

// layers: allow(sizes, "one contact of the solver: what it is, and what is found out about it")
/// A contact of two of them, as of the start of the sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileContact<V: Vector> {
    /// The places of the two in the list of bodies. Only the second can be a wall.
    pub(crate) bodies: [u32; 2],
    /// The unit vector from the second body to the first.
    pub(crate) normal: V,
    /// The distance of the two, negative where they overlap.
    pub(crate) separation: f64,
    /// The coefficient of friction.
    pub(crate) friction: f64,
    /// The restitution with which the two bounce if they meet; zero if they are too slow to bounce. Soft contacts bounce only.
    pub(crate) restitution: f64,
    /// The force on the first body along the normal: that of the last solver sub-step, before and afterwards.
    pub(crate) force: f64,
    /// The same across the normal.
    pub(crate) friction_force: V,
    /// The largest force on the first body along the normal, if the contact is soft: that of a moving wall has a limit.
    pub(crate) max_force: f64,
    /// Whether the second body is a moving wall that passes over the first: since a sub-step before, or as the solver or
    /// position correction finds.
    pub(crate) gives_way: bool,
    /// Whether it has held or moved its bodies. The solver and position correction find it.
    pub(crate) is_active: bool,
    /// Whether the bodies bear each other. If not, they are only kept from overlapping.
    pub(crate) is_bearing: bool,
    /// The least share of their overlap by which the bodies are moved apart, a second; zero for a contact
    /// that is not deep.
    pub(crate) correction_rate: f64,
    /// Whether it is deep as the game has put, or walls have driven, the bodies into each other.
    pub(crate) is_forced: bool,
    /// Whether the first body comes out of the second, a wall in which it lies. Position correction finds it.
    pub(crate) comes_out: bool,
}

impl<V: Vector> PileContact<V> {
    /// Two bodies that touch and bear each other, without friction, warm-start impulses and overlap.
    pub(crate) fn new(bodies: [u32; 2], normal: V) -> Self {
        Self {
            bodies,
            normal,
            separation: 0.0,
            friction: 0.0,
            restitution: 0.0,
            force: 0.0,
            friction_force: V::ZERO,
            max_force: f64::INFINITY,
            gives_way: false,
            is_active: false,
            is_bearing: true,
            correction_rate: 0.0,
            is_forced: false,
            comes_out: false,
        }
    }
}

impl<V: Vector> PileContact<V> {
    /// Whether the first body lies deep in the second, a wall that stands: only the game can put it there.
    pub(crate) fn is_in_wall(&self, bodies: &[PileBody<V>]) -> bool {
        let is_wall = bodies[self.bodies[1] as usize].inverse_mass == 0.0;
        is_wall && self.max_force == f64::INFINITY && self.is_forced
    }
}

/// An impact that the solver has found: two bodies of a pile that have bounced, or a wall that has pushed a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SolvedImpact<V: Vector> {
    /// The number of the contact.
    pub(crate) contact: u32,
    /// The speed at which the two approached when the sub-step began, if they have bounced.
    pub(crate) approach_speed: Option<f64>,
    /// The impulse on the first body along the normal.
    pub(crate) impulse: f64,
    /// The impulse on the first body across the normal.
    pub(crate) friction: V,
    /// The kinetic energy that the two have lost in the bounce; that of a push is part of the energy of all contacts.
    pub(crate) energy_lost: f64,
}

/// A round wall, a ball or a cylinder, with a body inside or outside, at the start of the sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundWall<V: Vector> {
    /// The centre of the body relative to that of the wall, or to the nearest point of its axis.
    pub(crate) offset: V,
    /// The direction of the axis of a cylinder; zero for a ball.
    pub(crate) axis: V,
    /// The distance of the two centres at which the body touches the wall.
    pub(crate) touch_distance: f64,
    /// Whether the body is inside.
    pub(crate) is_hollow: bool,
}

/// The round walls of contacts, each with the number of its contact, in the order of contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundWalls<'a, V: Vector>(pub(crate) &'a [(u32, RoundWall<V>)]);

impl<V: Vector> RoundWalls<'_, V> {
    /// The round wall of this contact, if it has one. Contacts are asked for in their order.
    pub(crate) fn of(&mut self, contact: u32) -> Option<RoundWall<V>> {
        while let [(number, wall), rest @ ..] = self.0
            && *number <= contact
        {
            self.0 = rest;
            if *number == contact {
                return Some(*wall);
            }
        }
        None
    }
}

impl<V: Vector> RoundWall<V> {
    /// How far the body is from the wall, where its centre has this distance from that of the wall.
    pub(crate) fn gap(&self, distance: f64) -> f64 {
        if self.is_hollow { self.touch_distance - distance } else { distance - self.touch_distance }
    }

    /// The unit vector out of the wall, and how far the body is from the wall, once it has been moved relative to the wall;
    /// nothing if it is at the centre then.
    pub(crate) fn after(&self, moved: V) -> Option<(V, f64)> {
        let position = self.offset + moved - self.axis * moved.dot(self.axis);
        let distance = position.length();
        let outwards = if self.is_hollow { -1.0 } else { 1.0 };
        (distance > 0.0).then(|| (position * (outwards / distance), self.gap(distance)))
    }
}

/// How the contacts of a sub-step are solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolverSettings {
    /// The length of the sub-step in seconds.
    pub(crate) dt: f64,
    /// The number of solver sub-steps in it.
    pub(crate) solver_substeps: u32,
    /// The length of the solver sub-step for which the springs are made, in seconds.
    pub(crate) spring_dt: f64,
    /// The largest number of iterations in a solver sub-step.
    pub(crate) max_iterations: u32,
    /// The acceleration that may be missing at a contact when the iterations end.
    pub(crate) tolerance: f64,
    /// The overlap that is left as it is.
    pub(crate) slop: f64,
    /// The largest distance by which two bodies that overlap a little are moved apart in the sub-step.
    pub(crate) max_correction: f64,
    /// Whether nothing pulls some of the bodies: contacts are rigid then, and their impulses are summed.
    pub(crate) is_rigid: bool,
    /// Whether a body touches a much heavier one.
    pub(crate) has_unlike_masses: bool,
}

impl SolverSettings {
    /// The length of a solver sub-step in seconds.
    pub(crate) fn solver_substep_dt(&self) -> f64 {
        self.dt / f64::from(self.solver_substeps)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use glam::DVec2;

    /// A wall at rest; with an inverse mass, a body.
    pub(crate) const WALL: PileBody<DVec2> = PileBody {
        velocity: DVec2::ZERO,
        pull: DVec2::ZERO,
        surface_velocity: DVec2::ZERO,
        reference_pull: 0.0,
        velocity_displacement: DVec2::ZERO,
        displacement: DVec2::ZERO,
        size: 1.0,
        inverse_mass: 0.0,
        turn_rate: 0.0,
    };
}
