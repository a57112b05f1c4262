//! Two bodies at the instant of their touch, with the responses that follow from their velocities and masses.

use crate::body::SpeedLimits;
use crate::contact::{Feature, is_face, normal, side};
use crate::period::Period;
use crate::report::Impact;
use crate::response::cloth::{SpinChange, with_cloth};
use crate::response::minimum_impulse::at_least;
use crate::response::restitution::{bounce, fraction};
use crate::response::spin::with_spin;
use crate::response::textbook::decompose;
use crate::response::{Response, Surface, with_surface};
use crate::rounding;
use crate::vector::Vector;
use crate::world::{Bend, BodyId, Obstacle, Slot, Support};

/// The point where a mover at `position` meets another body, of which the nearest image is at `offset` from it.
pub(crate) fn touching_point<V: Vector>(
    [first, second]: [&Slot<V>; 2],
    position: V,
    offset: V,
    normal: V,
) -> V {
    let mover = first.shared.mover;
    if mover.is_ball() {
        return position - normal * mover.radius;
    }
    let image = position - offset;
    let bounds = side(&second.shared.shape, normal).map(|end| image + end);
    mover.touching_point(position, bounds, normal)
}

/// The size of the smaller of two bodies, or of the mover at a wall.
pub(crate) fn pair_size<V: Vector>([mover, other]: [&Slot<V>; 2]) -> f64 {
    if other.is_mover() { mover.size().min(other.size()) } else { mover.size() }
}

/// The offset of a mover from another body at `time`, and its velocity relative to it: to a wall that turns, as if the wall
/// reached to its centre, which makes no difference along the normal.
#[inline(always)]
pub(crate) fn relative_motion<V: Vector>(
    [mover, other]: [&Slot<V>; 2],
    period: Period<V>,
    time: f64,
) -> [V; 2] {
    let [first, second] = [mover, other].map(Slot::flight);
    let offset = first.position(time) - second.position(time);
    let relative = first.velocity(time) - second.velocity(time);
    if !other.shared.is_turning {
        return [offset, relative];
    }
    let obstacle = Obstacle::new(other, &mover.shared.mover, period, time);
    [offset, relative - other.turn_velocity(obstacle.nearest(offset))]
}

/// Two bodies at the instant of their touch. The normal points from the second to the first.
pub(crate) struct Meeting<V: Vector> {
    pub(crate) time: f64,
    /// That of a wall that turns is the velocity of the point that is touched.
    pub(crate) velocities: [V; 2],
    pub(crate) masses: [f64; 2],
    point: V,
    pub(crate) normal: V,
    /// Whether the surface of the second body bends under the first: at an edge or a corner, and of a wall that turns.
    is_bent: bool,
    pub(crate) surface: Surface,
    /// The velocity of the second body's surface relative to the body.
    pub(crate) surface_velocity: V,
}

/// The response of two bodies that may turn.
#[derive(Clone, Copy)]
pub(crate) struct TurningResponse<V: Vector> {
    pub(crate) response: Response<V>,
    pub(crate) change: SpinChange<V>,
}

/// The approach speed up to which a restitution above 1 counts, in sizes of the first body a second. Between two bumpers a body
/// would become faster without end.
const BOOSTED_SIZES: f64 = 1e4;

/// A velocity with a speed within the limits and the same component along the normal, if there is one.
fn limit_across<V: Vector>(velocity: V, normal: V, limits: SpeedLimits) -> V {
    let along = normal * velocity.dot(normal);
    let across = velocity - along;
    let wanted = limits.limit(velocity).length_squared() - along.length_squared();
    let square = across.length_squared();
    if wanted > 0.0 && square > 0.0 { along + across * (wanted / square).sqrt() } else { velocity }
}

impl<V: Vector> Meeting<V> {
    /// The meeting of a pair at `time`, at which the first body touches this feature of the second.
    pub(crate) fn new(
        pair: [&Slot<V>; 2],
        time: f64,
        feature: Feature,
        period: Period<V>,
        surface: Surface,
    ) -> Self {
        let positions = pair.map(|slot| slot.flight().position(time));
        let [first, second] = pair;
        let mover = first.shared.mover;
        let obstacle = Obstacle::new(second, &mover, period, time);
        let offset = obstacle.nearest(positions[0] - positions[1]);
        let normal = normal(obstacle.shape(), offset, feature);
        let mut velocities = pair.map(|slot| slot.impact_velocity(time));
        if second.is_turning() {
            // What meets a wall that turns is a ball.
            velocities[1] += second.turn_velocity(offset - normal * mover.radius);
        }
        let point = touching_point(pair, positions[0], offset, normal);
        let is_bent = second.is_turning() || !is_face(obstacle.shape(), feature);
        Self {
            time,
            is_bent,
            velocities,
            masses: pair.map(Slot::mass),
            point,
            normal,
            surface,
            surface_velocity: second.surface_velocity(),
        }
    }

    /// The same with the positions, if the first is a ball, nothing acts on either, no surface slides along itself, and
    /// space is not periodic.
    #[inline]
    pub(crate) fn of_free_balls(
        pair: [&Slot<V>; 2],
        time: f64,
        feature: Feature,
        surface: Surface,
    ) -> (Self, [V; 2]) {
        let flights = pair.map(Slot::flight);
        let positions = flights.map(|flight| flight.position(time));
        let [first, second] = pair;
        let normal = normal(&second.shared.shape, positions[0] - positions[1], feature);
        let meeting = Self {
            time,
            velocities: flights.map(|flight| flight.velocity(time)),
            masses: pair.map(Slot::mass),
            point: positions[0] - normal * first.shared.mover.radius,
            is_bent: false,
            normal,
            surface,
            surface_velocity: V::ZERO,
        };
        (meeting, positions)
    }

    /// The whole response of the pair, with friction, the minimum impulse and the limits of speeds, if the normal impulse alone
    /// gives `bounced`; nothing if neither body can be moved.
    #[inline(always)]
    pub(crate) fn response(
        &self,
        bounced: Response<V>,
        pair: [&Slot<V>; 2],
    ) -> Option<TurningResponse<V>> {
        // Most bodies do not turn.
        if pair[0].is_turning_ball() || pair[1].is_turning_ball() {
            return self.turning_response(bounced, pair);
        }
        let response = self.response_without_spin(bounced, pair)?;
        Some(TurningResponse { response, change: SpinChange::by(self.normal, response.friction) })
    }

    /// The same of two that do not turn.
    #[inline(always)]
    pub(crate) fn response_without_spin(
        &self,
        bounced: Response<V>,
        pair: [&Slot<V>; 2],
    ) -> Option<Response<V>> {
        let Self { velocities, masses, normal, ref surface, surface_velocity, .. } = *self;
        let response =
            with_surface(bounced, velocities, masses, normal, surface, surface_velocity)?;
        self.within_limits(response, pair)
    }

    /// The same of two of which one turns.
    #[inline(never)]
    fn turning_response(
        &self,
        bounced: Response<V>,
        pair: [&Slot<V>; 2],
    ) -> Option<TurningResponse<V>> {
        let Self { velocities, masses, normal, ref surface, .. } = *self;
        if masses.into_iter().all(f64::is_infinite) {
            return None;
        }
        let Surface { restitution, minimum_impulse, .. } = *surface;
        let bounced = at_least(bounced, velocities, masses, normal, restitution, minimum_impulse);
        let TurningResponse { response, change } = self.with_friction(bounced, pair);
        Some(TurningResponse { response: self.within_limits(response, pair)?, change })
    }

    /// A response with speeds within the limits of the two.
    #[inline(always)]
    fn within_limits(&self, response: Response<V>, pair: [&Slot<V>; 2]) -> Option<Response<V>> {
        if pair[0].shared.has_speed_limits || pair[1].shared.has_speed_limits {
            return Some(self.limited(response, pair.map(|slot| slot.shared.speed_limits)));
        }
        Some(response)
    }

    /// A response with speeds within their limits. Bodies that would go on into each other get one speed along the normal, and
    /// what is missing across it.
    #[cold]
    #[inline(never)]
    fn limited(&self, response: Response<V>, limits: [SpeedLimits; 2]) -> Response<V> {
        let before = [response.first, response.second];
        let limited = |side: usize| match self.masses[side].is_finite() {
            true => limits[side].limit(before[side]),
            false => before[side],
        };
        let mut velocities = [limited(0), limited(1)];
        if velocities == before {
            return response;
        }
        if let Some(joined) = bounce(velocities, self.masses, self.normal, 0.0) {
            let slides = |side: usize, velocity: V| match self.masses[side].is_finite() {
                true => limit_across(velocity, self.normal, limits[side]),
                false => velocity,
            };
            velocities = [slides(0, joined.first), slides(1, joined.second)];
        }
        let [first, second] = velocities;
        let energy_lost =
            response.energy_lost + self.energy_lost(velocities) - self.energy_lost(before);
        Response { first, second, energy_lost, ..response }
    }

    /// What friction makes of a response by the normal impulse alone, and what it does to the spins.
    pub(crate) fn with_friction(
        &self,
        bounced: Response<V>,
        pair: [&Slot<V>; 2],
    ) -> TurningResponse<V> {
        self.with_friction_at(self.velocities[0], bounced, pair)
    }

    /// The same if the first body slides as if it had this velocity.
    pub(crate) fn with_friction_at(
        &self,
        first: V,
        bounced: Response<V>,
        pair: [&Slot<V>; 2],
    ) -> TurningResponse<V> {
        let Self { masses, normal, ref surface, .. } = *self;
        let sliding = [first - self.surface_velocity, self.velocities[1]];
        if pair[0].is_on_cloth() || pair[1].is_on_cloth() {
            let spins = pair.map(|slot| slot.impact_roll(self.time));
            let nose = pair[1].shared.nose;
            let (response, change) =
                with_cloth(bounced, sliding, masses, &spins, normal, (surface, nose));
            return TurningResponse { response, change };
        }
        let spins = pair.map(|slot| slot.impact_spin(self.time));
        let response = with_spin(bounced, sliding, masses, &spins, normal, surface);
        TurningResponse { response, change: SpinChange::by(normal, response.friction) }
    }

    /// The response of the pair by the normal impulse alone.
    #[inline]
    pub(crate) fn bounce(&self, pair: [&Slot<V>; 2]) -> Option<Response<V>> {
        let restitution = self.surface.restitution;
        if restitution > 1.0 {
            return self.bounce_off_bumper(BOOSTED_SIZES * pair[0].size());
        }
        bounce(self.velocities, self.masses, self.normal, restitution)
    }

    /// The response at a restitution above 1, up to an approach speed of `most`, and of 1 above that.
    #[cold]
    #[inline(never)]
    fn bounce_off_bumper(&self, most: f64) -> Option<Response<V>> {
        let respond =
            |restitution: f64| bounce(self.velocities, self.masses, self.normal, restitution);
        respond(self.surface.restitution)
            .filter(|bounced| bounced.approach_speed <= most)
            .or_else(|| respond(1.0))
    }

    /// The response if the two do not separate, but for friction. What rolls on a cloth goes on rolling.
    pub(crate) fn plastic(&self, pair: [&Slot<V>; 2]) -> Option<Response<V>> {
        bounce(self.velocities, pair.map(Slot::rolling_mass), self.normal, 0.0)
    }

    /// Whether a response changes the velocities.
    pub(crate) fn changes_velocities(&self, response: &Response<V>) -> bool {
        response.first != self.velocities[0] || response.second != self.velocities[1]
    }

    /// The speed along the normal up to which a relative velocity may be rounding.
    pub(crate) fn velocity_rounding(&self) -> f64 {
        let [first, second] = self.velocities.map(V::length);
        rounding::VELOCITY * f64::max(first, second)
    }

    /// The velocities, changed by as much as rounding where the bodies would approach by rounding: two bodies
    /// that touch and do not separate would touch again at once, without end.
    pub(crate) fn without_approach(&self, [first, second]: [V; 2]) -> [V; 2] {
        let lacking = self.velocity_rounding() - (first - second).dot(self.normal);
        if lacking <= 0.0 {
            return [first, second];
        }
        let [m1, m2] = self.masses;
        [
            first + self.normal * (lacking * fraction(m1, m2)),
            second - self.normal * (lacking * fraction(m2, m1)),
        ]
    }

    /// The support of the first body by a `feature` of the second, a wall of this velocity.
    pub(crate) fn support(&self, wall: BodyId, feature: Feature, velocity: V) -> Support<V> {
        let normal = self.normal;
        let surface_velocity = decompose(self.surface_velocity, normal).tangential;
        let friction = self.surface.friction;
        let bend = self.is_bent.then_some(Bend::UNKNOWN);
        let smooth = Support::smooth(wall, feature, normal, velocity);
        Support { friction, surface_velocity, bend, ..smooth }
    }

    /// The kinetic energy that is lost if the bodies go on with other velocities, of those that can be moved.
    pub(crate) fn energy_lost(&self, velocities: [V; 2]) -> f64 {
        let of = |side: usize, velocity: V| match self.masses[side] {
            mass if mass.is_finite() => 0.5 * mass * velocity.length_squared(),
            _ => 0.0,
        };
        (0..2).map(|side| of(side, self.velocities[side]) - of(side, velocities[side])).sum()
    }

    /// The impact as it is reported.
    pub(crate) fn impact(&self, response: &Response<V>, bodies: [BodyId; 2]) -> Impact<V> {
        Impact {
            time: self.time,
            bodies,
            point: self.point,
            normal: self.normal,
            approach_speed: response.approach_speed,
            impulse: response.impulse,
            friction: response.friction,
            energy_lost: response.energy_lost,
        }
    }
}
