//! What the walls that support a body leave of its velocity and its acceleration, and how hard each bears it without friction:
//! the nearest vector that leads into none of them.

use super::support::{MAX_WALLS, Support, Supports};
use crate::rounding;
use crate::vector::Vector;

impl<V: Vector> Supports<V> {
    /// The velocity with which a body stays on the walls from which it would move away, faster than by `rounding`, but no faster
    /// than this.
    pub(crate) fn staying(
        &self,
        velocity: V,
        rounding: f64,
        speed: impl Fn(&Support<V>) -> f64,
    ) -> V {
        let away = |wall: &Support<V>| (velocity - wall.velocity).dot(wall.normal);
        let stays = |wall: &&Support<V>| (rounding..=speed(wall)).contains(&away(wall));
        let largest = self.walls.iter().filter(stays).map(away).fold(0.0, f64::max);
        if largest == 0.0 {
            return velocity;
        }
        let facing =
            self.walls.iter().filter(stays).map(|it| Support { normal: -it.normal, ..*it });
        let walls = self.walls.iter().copied().chain(facing).collect();
        let between = Self { walls, ..Self::default() };
        // Between walls that face each other it might become fast.
        let is_small = |staying: &V| (*staying - velocity).length() <= MAX_STAYING * largest;
        between.limit_velocity(velocity).filter(is_small).unwrap_or(velocity)
    }

    /// The acceleration that the walls leave of a given one.
    ///
    /// Frictionless walls push along their normals, no harder than they must. So it is the vector nearest to the given
    /// one that points into none of them (the principle of least constraint of Gauss): the given one itself, or its
    /// component along one wall, or along the edge between two, or zero.
    pub(crate) fn limit_acceleration(&self, acceleration: V) -> V {
        self.nearest(acceleration, |wall| Plane::of(wall.normal, wall.rise()))
            .map_or(V::ZERO, |nearest| nearest.vector)
    }

    /// The acceleration that walls leave of a given one, of which `resistance` is no pull, by the same rule, and the normal
    /// forces for a mass of 1.
    pub(crate) fn bear(&self, wish: V, resistance: V) -> (V, [f64; MAX_WALLS]) {
        let mut forces = [0.0; MAX_WALLS];
        let plane = |wall: &Support<V>| Plane::of(wall.normal, wall.rise());
        let Some(nearest) = self.nearest(wish, plane) else { return (V::ZERO, forces) };
        let Nearest { vector, at, .. } = nearest;
        let walls = at.map(|number| self.walls.get(number));
        let Some(first) = walls[0] else { return (vector, forces) };
        if walls[1].is_none() {
            let pressure = (resistance - wish).dot(first.normal) + first.rise();
            forces[at[0]] = f64::max(pressure, 0.0);
            return (vector, forces);
        }
        // From the last wall on, of which a part is across all others.
        let second = walls[1].map(|wall| plane(wall).across(&[plane(first)]));
        let third =
            walls[2].zip(second).map(|(wall, second)| plane(wall).across(&[plane(first), second]));
        let mut left = vector - wish;
        for (place, across) in [(2, third), (1, second), (0, Some(plane(first)))] {
            if let (Some(across), Some(wall)) = (across, walls[place]) {
                let square = across.direction.length_squared();
                let force =
                    if square > NO_LENGTH { left.dot(across.direction) / square } else { 0.0 };
                forces[at[place]] = f64::max(force, 0.0);
                left -= wall.normal * force;
            }
        }
        (vector, forces)
    }

    /// The velocity that the walls leave of a given one, by the same rule: the nearest one that leads into none of
    /// them. `None` if it is faster than the body and all walls, as between walls that close: the body must not be
    /// shot out between them. Between walls that move together a body has exactly their velocity: with the rounding of it
    /// the body would touch them again at once, for ever.
    pub(crate) fn limit_velocity(&self, velocity: V) -> Option<V> {
        let first = self.walls.first().map(|wall| wall.velocity);
        let is_common =
            |first: &V| *first != V::ZERO && self.walls.iter().all(|it| it.velocity == *first);
        if let Some(common) = first.filter(is_common) {
            let rounding = rounding::DISTANCE * (velocity.length() + common.length());
            let relative = self.nearest(velocity - common, |wall| Plane::of(wall.normal, 0.0));
            if relative.is_some_and(|relative| relative.vector.length() <= rounding) {
                return Some(common);
            }
        }
        let speeds = self.walls.iter().map(|wall| wall.velocity.length());
        let fastest = speeds.fold(velocity.length(), f64::max);
        self.nearest(velocity, |wall| Plane::of(wall.normal, wall.velocity.dot(wall.normal)))
            .map(|nearest| nearest.vector)
            .filter(|found| found.length() <= fastest * (1.0 + rounding::SAME))
    }

    /// The vector nearest to `wish` on the outer side of the plane of every wall; `None` if there is none.
    fn nearest(&self, wish: V, plane: impl Fn(&Support<V>) -> Plane<V>) -> Option<Nearest<V>> {
        let mut best = Nearest { vector: wish, cost: f64::INFINITY, at: NO_WALLS };
        if self.walls.is_empty() {
            return Some(best);
        }
        let largest = self.walls.iter().map(|wall| plane(wall).level.abs()).fold(0.0, f64::max);
        let rounding = rounding::DISTANCE * (wish.length() + largest);
        let mut offer = |vector: V, at: [usize; 3]| {
            let cost = (wish - vector).length_squared();
            let allowed = |wall: &Support<V>| plane(wall).lacking(vector) <= rounding;
            if cost < best.cost && self.walls.iter().all(allowed) {
                best = Nearest { vector, cost, at };
            }
        };
        let [.., none] = NO_WALLS;
        offer(wish, NO_WALLS);
        for (index, one) in self.walls.iter().enumerate() {
            let first = plane(one);
            let on_one = first.nearest(wish);
            offer(on_one, [index, none, none]);
            for (later, two) in self.walls.iter().enumerate().skip(index + 1) {
                let second = plane(two).across(&[first]);
                let on_edge = second.nearest(on_one);
                offer(on_edge, [index, later, none]);
                for (last, three) in self.walls.iter().enumerate().skip(later + 1) {
                    let in_corner = plane(three).across(&[first, second]).nearest(on_edge);
                    offer(in_corner, [index, later, last]);
                }
            }
        }
        if best.cost == f64::INFINITY {
            return None;
        }
        // Where walls close in all directions, what is left of the wish is its rounding.
        let is_rounding = largest == 0.0 && best.vector.length() <= rounding;
        best.vector = match is_rounding {
            true => V::ZERO,
            false => self.lifted(best.vector, LIFT_SHARE * rounding, plane),
        };
        Some(best)
    }

    /// A vector that leads into no wall but for rounding, changed by its rounding so that it leads into none.
    /// Otherwise the body would touch a wall again at once.
    fn lifted(&self, vector: V, rounding: f64, plane: impl Fn(&Support<V>) -> Plane<V>) -> V {
        let out_of_one = self.lifted_off_each(vector, rounding, &plane);
        if self.leads_into_none(out_of_one, &plane) {
            return out_of_one;
        }
        // Between two walls that nearly face each other it has to go along both, and out of them by their middle.
        for (index, one) in self.walls.iter().enumerate() {
            for two in &self.walls[index + 1..] {
                let [first, second] = [one, two].map(&plane);
                let along = second.across(&[first]).nearest(first.nearest(vector));
                let middle = first.direction + second.direction;
                let share = middle.dot(first.direction);
                let out_of_both = along + middle * (rounding / share);
                if share > 0.0 && self.leads_into_none(out_of_both, &plane) {
                    return out_of_both;
                }
            }
        }
        out_of_one
    }

    /// Whether a vector lies on the outer side of the plane of every wall.
    fn leads_into_none(&self, vector: V, plane: impl Fn(&Support<V>) -> Plane<V>) -> bool {
        self.walls.iter().all(|wall| plane(wall).lacking(vector) <= 0.0)
    }

    /// A vector that leads into walls by rounding, lifted off one after the other.
    fn lifted_off_each(
        &self,
        mut vector: V,
        rounding: f64,
        plane: impl Fn(&Support<V>) -> Plane<V>,
    ) -> V {
        // A change out of one wall may lead into another, by less: it converges unless walls face each other.
        for _ in 0..MAX_LIFTS {
            let mut is_done = true;
            for wall in &self.walls {
                let plane = plane(wall);
                let lacking = plane.lacking(vector);
                if lacking > 0.0 {
                    is_done = false;
                    vector += plane.direction * (lacking + rounding);
                }
            }
            if is_done {
                break;
            }
        }
        vector
    }
}

/// The vector nearest to another one that walls allow.
struct Nearest<V> {
    vector: V,
    /// The square of the distance.
    cost: f64,
    /// The numbers of the walls on which it lies, and beyond their number where there are fewer.
    at: [usize; 3],
}

/// By how much more than it moves away from a wall a velocity may be changed for the body to stay on all.
const MAX_STAYING: f64 = 8.0;

/// The numbers of no walls.
const NO_WALLS: [usize; 3] = [usize::MAX; 3];

/// The share of the rounding of a vector by which it is lifted further than out of a wall.
const LIFT_SHARE: f64 = 0.25;

/// How often a vector is lifted off all walls. Two or three times are enough unless walls face each other.
const MAX_LIFTS: u32 = 16;

/// The vectors with a scalar product of `level` with a direction. A direction of almost no length is what two parallel
/// walls have in common, and changes nothing.
#[derive(Clone, Copy)]
struct Plane<V> {
    direction: V,
    level: f64,
}

impl<V: Vector> Plane<V> {
    /// The plane of a wall with this normal.
    fn of(direction: V, level: f64) -> Self {
        Self { direction, level }
    }

    /// By how much a vector is too short along the direction.
    fn lacking(&self, vector: V) -> f64 {
        self.level - vector.dot(self.direction)
    }

    /// The same condition on vectors that lie on the other planes, which are at right angles to each other: at right angles
    /// to them too. Where walls nearly face each other, little of the direction is left, so what was rounded is taken
    /// away as well.
    fn across(mut self, others: &[Self]) -> Self {
        for other in [others, others].into_iter().flatten() {
            let square = other.direction.length_squared();
            if square > NO_LENGTH {
                let share = self.direction.dot(other.direction) / square;
                self.direction -= other.direction * share;
                self.level -= other.level * share;
            }
        }
        self
    }

    /// The vector of the plane that is nearest to a given one.
    fn nearest(&self, vector: V) -> V {
        let square = self.direction.length_squared();
        let lacking = self.level - vector.dot(self.direction);
        if square > NO_LENGTH { vector + self.direction * (lacking / square) } else { vector }
    }
}

/// The square of the length up to which a direction is none.
const NO_LENGTH: f64 = 1e-24;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Feature;
    use crate::world::id::BodyId;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn limited<V: Vector>(acceleration: V, normals: &[V]) -> V {
        let mut supports = Supports::default();
        for (index, normal) in (0u32..).zip(normals) {
            let wall = BodyId { index, generation: 0 };
            let normal = *normal / normal.length();
            supports.add_wall(Support::smooth(wall, Feature::PLANE, normal, V::ZERO));
        }
        supports.limit_acceleration(acceleration)
    }

    #[test]
    fn limited_acceleration_is_nearest_that_leads_into_no_wall() {
        let pull = dvec2(0.0, -10.0);
        assert_eq!(limited(pull, &[]), pull);
        assert_eq!(limited(pull, &[dvec2(0.0, -1.0)]), pull);
        let slope = limited(pull, &[dvec2(1.0, 1.0)]);
        assert!((slope - dvec2(5.0, -5.0)).length() < 1e-14, "{slope}");
        // A body that slides down the steeper wall leaves the other one.
        let left = limited(pull, &[dvec2(1.0, 1.0), dvec2(0.0, 1.0)]);
        assert!((left - dvec2(0.0, 0.0)).length() < 1e-13, "{left}");
        let steeper = limited(dvec2(3.0, -10.0), &[dvec2(1.0, 1.0), dvec2(1.0, 0.1)]);
        assert!((steeper - dvec2(6.5, -6.5)).length() < 1e-13, "{steeper}");
    }

    /// A ball that slid along a groove touched its two walls in turn until its event budget was spent.
    #[test]
    fn velocity_along_a_narrow_groove_leads_into_neither_wall() {
        for slope in [0.3, 1e-2, 1.75e-4, 1e-5] {
            let mut supports = Supports::default();
            for (index, side) in [(0, 1.0), (1, -1.0)] {
                let normal = dvec3(side, slope, 0.0).normalize();
                let wall = BodyId { index, generation: 0 };
                supports.add_wall(Support::smooth(wall, Feature::PLANE, normal, DVec3::ZERO));
            }
            for (across, down) in [(1.9e-15, 6.6e-12), (-9e-16, 6.6e-12), (0.0, 1e-3), (0.1, 2.0)] {
                let velocity = dvec3(across, -down, 0.8856752723257472);
                let left = supports.limit_velocity(velocity).unwrap();
                for wall in &supports.walls {
                    let into = -left.dot(wall.normal);
                    assert!(into <= 0.0, "{slope} {across} {down}: {into:e}");
                }
                let along = dvec3(0.0, 0.0, velocity.z);
                assert!((left - along).length() < 1e-9, "{slope} {across} {down}: {left}");
            }
        }
    }

    #[test]
    fn groove_holds_at_any_angle() {
        for slope in [1.0, 1e-3, 1e-6] {
            let normals = [dvec2(1.0, slope), dvec2(-1.0, slope)];
            assert!(limited(dvec2(0.1, -10.0), &normals).length() < 1e-12, "{slope}");
        }
        let gutter = [dvec3(1.0, 0.0, 1.0), dvec3(-1.0, 0.0, 1.0)];
        let along = limited(dvec3(0.3, 2.0, -9.0), &gutter);
        assert!((along - DVec3::Y * 2.0).length() < 1e-13, "{along}");
    }

    #[test]
    fn closed_walls_leave_rounding_only() {
        let normals = [dvec2(0.1, 1.0), dvec2(-0.7, 0.3), dvec2(0.3, -0.2)];
        for degrees in 0..360 {
            let angle = f64::from(degrees).to_radians();
            let pull = DVec2::from_angle(angle) * 7.0;
            let left = limited(pull, &normals);
            // These three walls leave no way out: what remains is the rounding of the acceleration.
            let rounding = 16.0 * f64::EPSILON * 7.0;
            assert!(normals.iter().all(|normal| left.dot(*normal) >= -rounding), "{pull} {left}");
            assert!(left.dot(pull) >= -1e-13, "{pull} {left}");
        }
    }
}
