//! The law of a body on walls: how it moves along those that it touches, and how hard each of them bears it.
//!
//! ```text
//! (a) without friction    the acceleration nearest to the pull that leads into no wall; it gives the normal forces N
//! (b) friction            |t| <= mu N at each wall: what slides is braked, what does not is kept from sliding if that is enough
//! (c) N again with that friction in the pull, then (b), a few times
//! ```
//!
//! At the wall with the normal `n` a ball of inertia `k m R^2` slides with `s = v - R w x n`, less what the surface does. With
//! the acceleration `a` by pull and normal forces, on one wall:
//!
//! ```text
//! slides    v' = a - mu N s/|s|        R w' = (n x s/|s|) mu N / k        s' = a - (1 + 1/k) mu N s/|s|
//! rolls     v' = a / (1 + k)           R w' = n x v'                      if a k / (1 + k) <= mu N
//! ```
//!
//! A body that does not turn is the case of infinite `k`: it is held where a ball would roll. On several walls the forces that
//! keep it from sliding follow each other, wall by wall, until none changes: they take the least energy from the body, and
//! what it does is one solution even where the forces are not. Rolling friction is a moment against the spin of at most
//! `arm N`, in lengths of the radius.
//!
//! Along a wall that bends the normal acceleration of the body is not zero but that of the curve, which is as much a condition
//! of (a) as a plane is: `v^2 / r` into a round wall, `-v^2 / r` around a corner, and what a wall that turns asks for. A body
//! leaves the wall if its pull does not press it as hard.
//!
//! Source: Gauss, J. Reine Angew. Math. 4 (1829), for (a); Moreau, Unilateral contact and dry friction (1988), for both.

use super::support::{MAX_WALLS, Support, Supports};
use crate::response::spin::{Spin, twist};
use crate::rounding;
use crate::vector::Vector;

/// The number of times that normal forces and friction are found after each other.
const ROUNDS: usize = 3;

/// The number of times that friction at all walls is found. At walls that are not nearly parallel it converges by a factor of
/// ten or more each time.
const SWEEPS: usize = 48;

/// Along several walls a slip that is slower than this share of the speed that the pull gives a body on a way
/// of its size ends at once. One after the other the slips at several walls would end and begin without end.
const SLOW_SLIP: f64 = 1e-5;

/// Along several walls a slip that is slower than this share of that speed, or of its own, is what has not converged of one that
/// has ended.
const NO_SLIP: f64 = 1e-9;

/// A body as the walls meet it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rider<V: Vector> {
    pub(crate) velocity: V,
    pub(crate) spin: Spin<V>,
    pub(crate) size: f64,
    /// What accelerates it.
    pub(crate) pull: V,
    /// The same with its rolling resistance.
    pub(crate) resisted: V,
    /// At which of the walls it does not slide, whatever its velocity says: there what slip it has is an error.
    pub(crate) sticks: [bool; MAX_WALLS],
}

/// What a wall does to a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bearing<V> {
    /// The normal force, for a mass of 1.
    pub(crate) force: f64,
    /// The velocity of the point of contact along the surface of the wall; zero if it is rounding.
    pub(crate) slip: V,
    /// The acceleration by friction.
    pub(crate) friction: V,
}

/// How a body moves along walls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ride<V: Vector> {
    pub(crate) acceleration: V,
    pub(crate) angular_acceleration: V::Cross,
    /// In the order of the walls.
    pub(crate) bearings: [Bearing<V>; MAX_WALLS],
    /// Whether rolling friction brakes its spin.
    pub(crate) is_rolling_braked: bool,
}

impl<V: Vector> Ride<V> {
    fn friction(&self) -> V {
        self.bearings.iter().fold(V::ZERO, |sum, bearing| sum + bearing.friction)
    }
}

impl<V: Vector> Rider<V> {
    /// The velocity of its point of contact along the surface of a wall; zero if it is rounding.
    fn slip(&self, wall: &Support<V>) -> V {
        let &Support { normal, velocity, surface_velocity, .. } = wall;
        let rolling = normal.swept(self.spin.angular_velocity * self.spin.radius);
        let own = self.velocity;
        let relative = own - velocity - surface_velocity - rolling;
        let slip = relative - normal * relative.dot(normal);
        let speeds =
            own.length() + velocity.length() + surface_velocity.length() + rolling.length();
        let least = rounding::DISTANCE * f64::max(speeds, self.own_speed());
        if slip.length() > least { slip } else { V::ZERO }
    }

    /// The acceleration of the point of contact along the surface of a wall that bends, by that alone.
    fn slip_by_bend(&self, wall: &Support<V>) -> V {
        let Some(bend) = wall.bend else { return V::ZERO };
        let rolling = bend.normal_rate.swept(self.spin.angular_velocity * self.spin_radius());
        -wall.along(bend.surface_acceleration + rolling)
    }

    /// The angular acceleration by an acceleration of friction at a wall.
    fn turned_by(&self, wall: &Support<V>, friction: V) -> V::Cross {
        match self.spin.inertia_factor.is_finite() {
            true => {
                twist(wall.normal, friction) * ((self.spin.mobility() - 1.0) / self.spin.radius)
            }
            false => V::Cross::default(),
        }
    }

    /// The speed that the pull gives it on a way of its size: a measure of slow.
    fn own_speed(&self) -> f64 {
        (self.pull.length() * self.size).sqrt()
    }

    /// The body without the slip along these walls that is so slow that friction stops it at once.
    pub(crate) fn without_slow_slip(mut self, supports: &Supports<V>) -> Self {
        let bearings = supports.ride(&self).bearings;
        let bears = |(_, bearing): &(&Support<V>, &Bearing<V>)| bearing.force > 0.0;
        let walls: Vec<_> =
            supports.walls.iter().zip(&bearings).filter(bears).map(|(wall, _)| *wall).collect();
        let slowest = SLOW_SLIP * f64::max(self.own_speed(), self.velocity.length());
        for _ in 0..SWEEPS {
            let mut is_done = true;
            for wall in &walls {
                // Motion off one wall is a slip along the others.
                let away = (self.velocity - wall.velocity).dot(wall.normal);
                if away > rounding::DISTANCE * self.velocity.length() && away <= slowest {
                    is_done = false;
                    self.velocity -= wall.normal * away;
                }
                let slip = if wall.friction > 0.0 { self.slip(wall) } else { V::ZERO };
                if slip != V::ZERO && slip.length() <= slowest {
                    is_done = false;
                    let change = -slip / self.spin.mobility();
                    self.velocity += change;
                    self.spin.angular_velocity = self.spin.twisted(twist(wall.normal, change), 1.0);
                }
            }
            if is_done {
                break;
            }
        }
        self
    }

    /// Lets it move along a wall, and not slide there if it sticks to it.
    pub(crate) fn stay_on(&mut self, wall: &Support<V>, sticks: bool) {
        self.velocity -= wall.normal * (self.velocity - wall.velocity).dot(wall.normal);
        let slip = if sticks { self.slip(wall) } else { V::ZERO };
        if slip != V::ZERO {
            let change = -slip / self.spin.mobility();
            self.velocity += change;
            self.spin.angular_velocity = self.spin.twisted(twist(wall.normal, change), 1.0);
        }
    }

    /// Its kinetic energy, for a mass of 1.
    fn kinetic_energy(&self) -> f64 {
        let turning = V::magnitude(self.spin.angular_velocity) * self.spin.radius;
        let factor = self.spin.inertia_factor;
        let of_spin = if factor.is_finite() { factor * turning * turning } else { 0.0 };
        0.5 * (self.velocity.length_squared() + of_spin)
    }

    /// Its kinetic energy with that in the pull, if it is at this place, for a mass of 1.
    pub(crate) fn energy_at(&self, position: V) -> f64 {
        self.kinetic_energy() - self.pull.dot(position)
    }

    /// Changes its velocity and its spin by one factor to this kinetic energy.
    pub(crate) fn scale_to(&mut self, kinetic_energy: f64) {
        let factor = (kinetic_energy / self.kinetic_energy()).sqrt();
        if factor.is_finite() {
            self.velocity = self.velocity * factor;
            self.spin.angular_velocity = self.spin.angular_velocity * factor;
        }
    }

    /// The radius with which its spin counts at a wall.
    fn spin_radius(&self) -> f64 {
        if self.spin.inertia_factor.is_finite() { self.spin.radius } else { 0.0 }
    }

    /// The speed of its surface by its spin; zero if that is rounding.
    pub(crate) fn spin_speed(&self) -> f64 {
        let speed = V::magnitude(self.spin.angular_velocity) * self.spin.radius;
        if speed > rounding::DISTANCE * f64::max(self.velocity.length(), self.own_speed()) {
            speed
        } else {
            0.0
        }
    }
}

impl<V: Vector> Supports<V> {
    /// How a body moves along these walls.
    pub(crate) fn ride(&self, rider: &Rider<V>) -> Ride<V> {
        let mut ride = Ride {
            acceleration: V::ZERO,
            angular_acceleration: V::Cross::default(),
            bearings: [Bearing::default(); MAX_WALLS],
            is_rolling_braked: false,
        };
        let least = NO_SLIP * f64::max(rider.own_speed(), rider.velocity.length());
        for (number, wall) in self.walls.iter().enumerate() {
            let slides = wall.friction > 0.0 && !rider.sticks[number];
            let slip = if slides { rider.slip(wall) } else { V::ZERO };
            let is_left = self.walls.len() == 1 || slip.length() > least;
            ride.bearings[number].slip = if is_left { slip } else { V::ZERO };
        }
        let rounds = if self.walls.len() == 1 { 1 } else { ROUNDS };
        for _ in 0..rounds {
            let before = ride.friction();
            let wish = rider.resisted + before;
            let (left, forces) = self.bear(wish, rider.resisted - rider.pull);
            ride.bearings.iter_mut().zip(forces).for_each(|(it, force)| it.force = force);
            ride.acceleration = left;
            let rubs = |(wall, bearing): (&Support<V>, &Bearing<V>)| {
                wall.friction > 0.0 && bearing.force > 0.0
            };
            if before == V::ZERO && !self.walls.iter().zip(&ride.bearings).any(rubs) {
                return ride;
            }
            let free = self.rub(rider, &mut ride, left - before);
            ride.acceleration = self.bear(free + ride.friction(), V::ZERO).0;
            if ride.friction() == before {
                break;
            }
        }
        ride
    }

    /// Finds the friction at all walls, with rolling friction. Returns what else accelerates the body, of which `free` is given.
    fn rub(&self, rider: &Rider<V>, ride: &mut Ride<V>, free: V) -> V {
        let arm =
            |(wall, bearing): (&Support<V>, &Bearing<V>)| wall.rolling_friction * bearing.force;
        let Spin { angular_velocity, radius, inertia_factor } = rider.spin;
        let most = match inertia_factor.is_finite() {
            true => {
                self.walls.iter().zip(&ride.bearings).map(arm).sum::<f64>()
                    / (inertia_factor * radius)
            }
            false => 0.0,
        };
        let mut braked = V::Cross::default();
        ride.is_rolling_braked = false;
        if most > 0.0 {
            let speed = rider.spin_speed();
            if speed > 0.0 {
                ride.is_rolling_braked = true;
                braked = angular_velocity * (-most * radius / speed);
            } else {
                let still = Rider { spin: Spin::none(), ..*rider };
                let held = self.rub_at(&still, ride, free, braked);
                let turning = self.turned_by(rider, ride);
                let size = V::magnitude(turning);
                if size <= most {
                    return held;
                }
                braked = turning * (-most / size);
            }
        }
        let free = self.rub_at(rider, ride, free, braked);
        ride.angular_acceleration = self.turned_by(rider, ride) + braked;
        free
    }

    /// The angular acceleration by friction at all walls.
    fn turned_by(&self, rider: &Rider<V>, ride: &Ride<V>) -> V::Cross {
        let walls = self.walls.iter().zip(&ride.bearings);
        walls.fold(V::Cross::default(), |sum, (wall, bearing)| {
            sum + rider.turned_by(wall, bearing.friction)
        })
    }

    /// Finds the friction at all walls, of a body of which rolling friction changes the spin at this rate. Returns what else
    /// accelerates it.
    fn rub_at(&self, rider: &Rider<V>, ride: &mut Ride<V>, free: V, braked: V::Cross) -> V {
        let mut bearing = (0..self.walls.len()).filter(|number| ride.bearings[*number].force > 0.0);
        if let (Some(number), None) = (bearing.next(), bearing.next()) {
            let still = |bearing: &mut Bearing<V>| bearing.friction = V::ZERO;
            ride.bearings.iter_mut().for_each(still);
            return self.walls[number].rub_alone(rider, &mut ride.bearings[number], free, braked);
        }
        for _ in 0..SWEEPS {
            let before = ride.bearings;
            for (number, wall) in self.walls.iter().enumerate() {
                let turning = self.turned_by(rider, ride) + braked;
                let others = free + ride.friction() - ride.bearings[number].friction;
                ride.bearings[number].friction =
                    wall.friction_among(rider, &ride.bearings[number], others, turning);
            }
            let changes = |(one, other): (&Bearing<V>, &Bearing<V>)| {
                (one.friction - other.friction).length() > rounding::VELOCITY * one.force
            };
            if !before.iter().zip(&ride.bearings).any(changes) {
                break;
            }
        }
        // What is held has exactly no acceleration.
        let holds = |(wall, bearing): (&Support<V>, &Bearing<V>)| {
            bearing.force > 0.0 && wall.friction > 0.0 && bearing.slip == V::ZERO
        };
        let is_held = self.walls.iter().zip(&ride.bearings).any(holds)
            && (free + ride.friction()).length() <= rounding::DISTANCE * free.length();
        if is_held { -ride.friction() } else { free }
    }
}

impl<V: Vector> Support<V> {
    /// Whether friction is less than what there may be at most: it can keep a body from sliding.
    pub(crate) fn holds(&self, bearing: &Bearing<V>) -> bool {
        bearing.friction.length() < self.friction * bearing.force * (1.0 - rounding::SAME)
    }

    /// A vector without its part along the normal.
    pub(crate) fn along(&self, vector: V) -> V {
        vector - self.normal * vector.dot(self.normal)
    }

    /// The friction of the only wall that bears a body. Returns what else accelerates that.
    fn rub_alone(
        &self,
        rider: &Rider<V>,
        bearing: &mut Bearing<V>,
        free: V,
        braked: V::Cross,
    ) -> V {
        let Bearing { force, slip, .. } = *bearing;
        bearing.friction = V::ZERO;
        let strength = self.friction * force;
        if strength.is_nan() || strength <= 0.0 {
            return free;
        }
        if slip != V::ZERO {
            bearing.friction = sliding_friction(slip, strength);
            return free;
        }
        let along = self.along(free);
        let rolling = self.normal.swept(braked * rider.spin_radius());
        let at_wall = along - rolling + rider.slip_by_bend(self);
        let (wish, mobility) = (at_wall.length(), rider.spin.mobility());
        if wish > strength * mobility {
            bearing.friction = at_wall * (-strength / wish);
            return free;
        }
        bearing.friction = -at_wall / mobility;
        // What else there is across the wall is rounding.
        let along = if mobility == 1.0 { along - at_wall - bearing.friction } else { along };
        self.bend.map_or(along, |bend| along + self.normal * bend.rise)
    }

    /// The friction of one of several walls, of a body with this acceleration by all else, that turns at this rate of change.
    fn friction_among(
        &self,
        rider: &Rider<V>,
        &Bearing { force, slip, friction }: &Bearing<V>,
        others: V,
        turning: V::Cross,
    ) -> V {
        let strength = self.friction * f64::max(force, 0.0);
        if strength.is_nan() || strength <= 0.0 {
            return V::ZERO;
        }
        if slip != V::ZERO {
            return sliding_friction(slip, strength);
        }
        let rolling = self.normal.swept(turning * rider.spin_radius());
        let at_wall = self.along(others + friction - rolling) + rider.slip_by_bend(self);
        let wanted = friction * rider.spin.mobility() - at_wall;
        let (length, most) = (wanted.length(), strength * rider.spin.mobility());
        if length > most { wanted * (strength / length) } else { wanted / rider.spin.mobility() }
    }
}

/// The acceleration by the friction of a wall along which a body slides. Infinite friction stops it at once, by an event.
fn sliding_friction<V: Vector>(slip: V, strength: f64) -> V {
    if strength < f64::INFINITY { slip * (-strength / slip.length()) } else { V::ZERO }
}
