//! The part of a body that its motion does not change, and values that follow from it. Bodies that are alike share it.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::dynamics::Dynamics;
use crate::body::{Body, Kind, Role, SpeedLimits};
use crate::broad::{Aabb, BoundingSphere};
use crate::shape::{Frame, Mover, Shape};
use crate::vector::Vector;

// layers: allow(sizes, "values derived from one body, read together")
/// A body without its position, velocity and tag, and what follows from its shape, role and kind.
#[derive(Debug)]
pub(crate) struct SharedBody<V: Vector> {
    /// The body, at the origin, at rest, and with the tag 0. Its shape is turned, and its rotation is none. A ball that may
    /// turn does not turn here.
    body: Body<V>,
    /// The shape as the game gave it, and how it is turned, if it is.
    unturned: Option<Box<(Shape<V>, Frame<V>)>>,
    /// The bounds of its shape around its position.
    pub(crate) local_bounds: Aabb<V>,
    /// Its shape as a mover; a point if it cannot move.
    pub(crate) mover: Mover<V>,
    /// The radius of the smallest ball around its position that holds its shape.
    pub(crate) bounding_radius: f64,
    /// Whether its shape is a ball around its position.
    pub(crate) is_ball: bool,
    /// The longest side of its bounds.
    pub(crate) size: f64,
    /// The volume of a cube with sides of this length.
    pub(crate) cube_volume: f64,
    /// The radius of a solid ball; NaN for all other bodies, and for a ball without extent.
    pub(crate) ball_radius: f64,
    /// Whether its role is that of a solid.
    pub(crate) is_solid: bool,
    /// Whether it is solid and dynamic.
    pub(crate) is_mover: bool,
    /// Whether it is a ball that may turn.
    pub(crate) is_turning_ball: bool,
    /// Whether it is a wall that turns. Its bounds hold it however it is turned then.
    pub(crate) is_turning: bool,
    /// The rolling resistance of a dynamic body, that of its cloth if it lies on one; zero for all others.
    pub(crate) resistance: f64,
    /// Its dynamics while nothing accelerates or constrains it.
    pub(super) dynamics: Dynamics,
    /// Whether its speed after an impact has limits.
    pub(crate) has_speed_limits: bool,
    /// Whether its layers let it meet all other bodies for which this is true too.
    pub(crate) meets_all: bool,
}

impl<V: Vector> SharedBody<V> {
    /// The shared part of a body.
    pub(super) fn of(body: &Body<V>) -> Self {
        let mut own = without_state(body);
        let unturned = body.is_turned().then(|| {
            own.shape = body.turned_shape().into_owned();
            own.rotation = Frame::identity();
            Box::new((body.shape.clone(), body.rotation))
        });
        let bounds = bounds_of(body);
        let mover = own.shape.mover();
        let corner = (-bounds.min).greatest(bounds.max).length();
        let ball = mover.filter(Mover::is_ball);
        let is_solid = matches!(body.role, Role::Solid);
        let solid_ball = ball.filter(|ball| is_solid && ball.radius > 0.0);
        let size = (bounds.max - bounds.min).max_magnitude();
        Self {
            body: own,
            unturned,
            local_bounds: bounds,
            mover: mover.unwrap_or(Mover::POINT),
            bounding_radius: match ball {
                Some(ball) => ball.radius,
                None if body.is_turning() => body.shape.reach(),
                None => corner,
            },
            is_ball: ball.is_some(),
            size,
            cube_volume: (0..V::DIMENSION).fold(1.0, |volume, _| volume * size),
            ball_radius: solid_ball.map_or(f64::NAN, |ball| ball.radius),
            is_solid,
            is_mover: is_solid && body.kind == Kind::Dynamic,
            is_turning_ball: body.is_turning_ball(),
            is_turning: body.is_turning(),
            resistance: match (body.kind, body.cloth_under()) {
                (_, Some(cloth)) => cloth.rolling,
                (Kind::Dynamic, None) => body.rolling_resistance,
                _ => 0.0,
            },
            dynamics: Dynamics::without_forces(body, solid_ball.is_some()),
            has_speed_limits: body.speed_limits != SpeedLimits::NONE,
            meets_all: body.layers.filters == u32::MAX && body.layers.memberships != 0,
        }
    }

    /// The box around such a body that is somewhere in this sphere.
    pub(crate) fn bounds(&self, sphere: &BoundingSphere<V>) -> Aabb<V> {
        if !sphere.is_bounded() {
            return Aabb::everything();
        }
        self.local_bounds.moved(sphere.centre).grown(sphere.radius - self.bounding_radius)
    }

    /// The whole body with this position, velocity and tag.
    pub(super) fn body(&self, position: V, velocity: V, tag: u64) -> Body<V> {
        let body = Body { position, velocity, tag, ..self.body.clone() };
        match self.unturned.as_deref() {
            Some((shape, rotation)) => Body { shape: shape.clone(), rotation: *rotation, ..body },
            None => body,
        }
    }

    /// How its shape is turned.
    pub(super) fn rotation(&self) -> Frame<V> {
        self.unturned.as_deref().map_or(Frame::identity(), |(_, rotation)| *rotation)
    }
}

/// The bounds of a body around its position; of one that turns, those of all its rotations.
pub(crate) fn bounds_of<V: Vector>(body: &Body<V>) -> Aabb<V> {
    if body.is_turning() {
        let reach = V::from_components(|_| body.shape.reach());
        return Aabb { min: -reach, max: reach };
    }
    Aabb::around(&body.turned_shape())
}

impl<V: Vector> PartialEq for SharedBody<V> {
    /// Compares the bodies; all else follows from them.
    fn eq(&self, other: &Self) -> bool {
        self.body == other.body && self.unturned == other.unturned
    }
}

impl<V: Vector> Deref for SharedBody<V> {
    type Target = Body<V>;

    fn deref(&self) -> &Body<V> {
        &self.body
    }
}

/// A cache of the shared bodies that were made last.
///
/// It changes no result, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone)]
pub(crate) struct SharedBodies<V: Vector> {
    last: Vec<Arc<SharedBody<V>>>,
    /// The place in a full cache that the next new one takes.
    next: usize,
}

impl<V: Vector> Default for SharedBodies<V> {
    fn default() -> Self {
        Self { last: Vec::new(), next: 0 }
    }
}

impl<V: Vector> PartialEq for SharedBodies<V> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V: Vector> fmt::Debug for SharedBodies<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SharedBodies")
    }
}

impl<V: Vector> SharedBodies<V> {
    /// The number of shared bodies that are kept. A game has few kinds of balls at a time.
    const CAPACITY: usize = 8;

    /// The shared part of a body, which is one of the last if that is equal.
    pub(crate) fn of(&mut self, body: &Body<V>) -> Arc<SharedBody<V>> {
        if !body.may_be_shared() {
            return Arc::new(SharedBody::of(body));
        }
        let wanted = without_state(body);
        if let Some(shared) = self.last.iter().find(|shared| shared.body == wanted) {
            return Arc::clone(shared);
        }
        let shared = Arc::new(SharedBody::of(body));
        if self.last.len() < Self::CAPACITY {
            self.last.push(Arc::clone(&shared));
        } else {
            self.last[self.next] = Arc::clone(&shared);
            self.next = (self.next + 1) % Self::CAPACITY;
        }
        shared
    }
}

/// The body at the origin, at rest and with the tag 0.
fn without_state<V: Vector>(body: &Body<V>) -> Body<V> {
    let still = Body { position: V::default(), velocity: V::default(), tag: 0, ..body.clone() };
    if body.is_turning_ball() {
        let roll = if body.cloth.is_some() { V::ZERO } else { body.roll };
        let (angular_velocity, rotation) = (Default::default(), Frame::identity());
        return Body { angular_velocity, roll, rotation, ..still };
    }
    still
}
