//! How a body that lies on walls moves along them, and when that changes: friction ends its sliding, or rolling friction its
//! rolling.

use super::record::Slot;
use crate::contact::Feature;
use crate::flight::Flight;
use crate::response::spin::twist;
use crate::vector::Vector;
use crate::world::constraints::{Chord, MAX_WALLS, Ride, Rider, Support};
use crate::world::id::BodyId;

/// What ends the way in which a body moves along walls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RideEnd<V> {
    /// It no longer slides in this direction along the wall of this number.
    Slip(usize, V),
    /// It no longer turns.
    Spin,
}

impl<V: Vector> Slot<V> {
    /// The body as walls meet it.
    pub(crate) fn rider(&self) -> Rider<V> {
        let pull = self.acceleration() + self.constraints().supports.push_acceleration();
        let resistance = self.shared.resistance;
        let flight = Flight::new(self.time, self.position, self.velocity, pull, resistance);
        let spin = self.impact_spin(self.time);
        Rider {
            velocity: self.velocity,
            spin,
            size: self.size(),
            pull,
            resisted: flight.acceleration,
            sticks: [false; MAX_WALLS],
        }
    }

    /// Whether it moves along walls on which it lies.
    pub(crate) fn rides_on_walls(&self) -> bool {
        !self.is_unconstrained()
            && !self.is_held()
            && !self.moves_evenly()
            && !self.is_on_cloth()
            && !self.constraints().supports.walls.is_empty()
    }

    /// Whether it moves along walls of which at least one bends on its way.
    pub(crate) fn follows_bends(&self) -> bool {
        !self.is_unconstrained()
            && !self.is_held()
            && !self.moves_evenly()
            && self.constraints().supports.walls.iter().any(|wall| wall.bend.is_some())
    }

    /// The features of a wall along which it moves on a chord: it meets nothing else of the convex parts that have them.
    pub(crate) fn features_followed(&self, wall: BodyId) -> Vec<Feature> {
        if self.chord().is_none() {
            return Vec::new();
        }
        let follows = |support: &&Support<V>| support.wall == wall && support.bend.is_some();
        let walls = self.constraints().supports.walls.iter();
        walls.filter(follows).map(|support| support.feature).collect()
    }

    /// The chord along walls that bend on which it flies, if it does.
    pub(crate) fn chord(&self) -> Option<&Chord> {
        self.constrained.chord()
    }

    /// When its chord ends, in seconds from the start of the step; infinite if it flies along none.
    pub(crate) fn chord_end(&self) -> f64 {
        self.chord().map_or(f64::INFINITY, |chord| self.time + chord.length)
    }

    /// How it moves along the walls on which it lies; nothing if it lies on none, or something else decides that.
    pub(crate) fn present_ride(&self) -> Option<Ride<V>> {
        self.rides_on_walls().then(|| self.constraints().supports.ride(&self.rider()))
    }

    /// When the way in which it moves along walls ends, in seconds from the start of the step, and what ends it.
    pub(crate) fn ride_end(&self) -> Option<(f64, RideEnd<V>)> {
        if self.is_unconstrained() || self.chord().is_some() {
            return None;
        }
        let walls = &self.constraints().supports.walls;
        if walls.iter().all(|wall| wall.friction == 0.0) {
            return None;
        }
        let ride = self.present_ride()?;
        let Flight { start, acceleration, .. } = self.flight();
        let radius = self.impact_spin(self.time).radius;
        let turning = ride.angular_acceleration * radius;
        let mut ends = walls
            .iter()
            .zip(&ride.bearings)
            .enumerate()
            .filter_map(|(number, (wall, bearing))| {
                let slip = bearing.slip;
                let (square, approach) =
                    (slip.length_squared(), (wall.normal.swept(turning) - acceleration).dot(slip));
                let end = RideEnd::Slip(number, slip);
                match square > 0.0 && bearing.force > 0.0 {
                    true if wall.friction * bearing.force == f64::INFINITY => Some((start, end)),
                    true if approach > 0.0 => Some((start + square / approach, end)),
                    _ => None,
                }
            })
            .collect::<Vec<_>>();
        if ride.is_rolling_braked {
            let [spin, change] =
                [self.impact_spin(self.time).angular_velocity, ride.angular_acceleration]
                    .map(V::components_of_axis);
            let dot = |one: [f64; 3], two: [f64; 3]| {
                one.into_iter().zip(two).map(|(a, b)| a * b).sum::<f64>()
            };
            let approach = -dot(spin, change);
            if approach > 0.0 {
                ends.push((start + dot(spin, spin) / approach, RideEnd::Spin));
            }
        }
        ends.into_iter().reduce(|one, other| if other.0 < one.0 { other } else { one })
    }

    /// Ends the way in which it moves along walls.
    pub(crate) fn end_ride(&mut self, end: &RideEnd<V>) {
        match *end {
            RideEnd::Slip(number, way) => {
                let Some(ride) = self.present_ride() else { return };
                let Some(wall) = self.constraints().supports.walls.get(number).copied() else {
                    return;
                };
                // From now on its point of contact has the velocity of the surface in this direction.
                let slip = ride.bearings[number].slip;
                let left = way * (slip.dot(way) / way.length_squared());
                let change = -left / self.impact_spin(self.time).mobility();
                self.velocity += change;
                self.twist(twist(wall.normal, change * self.shared.mass));
            }
            RideEnd::Spin => self.set_angular_velocity(V::Cross::default()),
        }
    }

    /// Ends what slip it has along its walls that is so slow that friction stops it at once.
    pub(crate) fn stop_slow_slip(&mut self) {
        let Rider { velocity, spin, .. } =
            self.rider().without_slow_slip(&self.constraints().supports);
        self.velocity = velocity;
        self.set_angular_velocity(spin.angular_velocity);
    }

    /// The force of friction that keeps it from sliding; zero if it slides or needs none.
    pub(super) fn static_friction(&self) -> V {
        let Some(ride) = self.present_ride() else { return V::ZERO };
        let sticks = ride.bearings.iter().filter(|bearing| bearing.slip == V::ZERO);
        sticks.fold(V::ZERO, |sum, bearing| sum + bearing.friction) * self.shared.mass
    }
}
