//! The part of a body that flight does not change. All bodies alike share it.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::body::{Body, Kind, Role};
use crate::broad::{Aabb, BoundingSphere};
use crate::shape::{Mover, RoundedBox, Shape};
use crate::vector::{Vector, Wide};

// layers: allow(fields, "values derived from one body, read together")
/// A body but for where it is, how it moves and what the game calls it, and what follows from its shape.
#[derive(Debug)]
pub(crate) struct SharedBody<V: Vector> {
    /// At the origin, at rest, without a tag.
    body: Body<V>,
    /// The bounds of its shape around its position.
    pub(crate) local_bounds: Aabb<V::Wide>,
    /// What it is to those it meets; a point if its shape is none that can move.
    pub(crate) mover: Mover<V::Wide>,
    /// How far any of it is from its position at most.
    pub(crate) bounding_radius: f64,
    /// Whether its shape is a ball around its position.
    pub(crate) is_ball: bool,
    /// The longest side of its bounds.
    pub(crate) size: f64,
    /// The volume of the cube with sides as long.
    pub(crate) cube: f64,
    /// The radius of a solid ball; NaN of all else.
    pub(crate) ball_radius: f64,
    pub(crate) is_solid: bool,
    /// Whether it meets others on its own account: a ball or a box that flies.
    pub(crate) is_mover: bool,
    /// The rolling resistance, which acts on what is free to move.
    pub(crate) resistance: f64,
    /// Whether it is a solid ball that moves freely, meets no resistance, and does not break.
    pub(crate) is_simple: bool,
    /// Whether layers keep it from no other body for which that is true too.
    pub(crate) meets_all: bool,
}

impl<V: Vector> SharedBody<V> {
    /// That of a body.
    pub(crate) fn of(body: &Body<V>) -> Self {
        let reach = Aabb::around(&body.shape);
        let mover = body.shape.mover();
        let corner = (-reach.min).greatest(reach.max).length();
        let round = mover.filter(Mover::is_ball);
        let bounding_radius = round.map_or(corner, |ball| ball.radius);
        let is_solid = matches!(body.role, Role::Solid);
        let ball = round.filter(|ball| is_solid && ball.radius > 0.0);
        let size = (reach.max - reach.min).max_magnitude();
        Self {
            body: lone(body),
            local_bounds: reach,
            mover: mover.unwrap_or(Mover::POINT),
            bounding_radius,
            is_ball: round.is_some(),
            size,
            cube: (0..V::Wide::DIMENSION).fold(1.0, |cube, _| cube * size),
            ball_radius: ball.map_or(f64::NAN, |ball| ball.radius),
            is_solid,
            is_mover: is_solid && body.kind == Kind::Dynamic,
            resistance: if body.kind == Kind::Dynamic { body.rolling_resistance } else { 0.0 },
            is_simple: ball.is_some()
                && body.kind == Kind::Dynamic
                && body.mass.is_finite()
                && body.rolling_resistance == 0.0
                && body.breaks_after == 0,
            meets_all: body.layers.filters == u32::MAX && body.layers.memberships != 0,
        }
    }

    /// The box around a body of this shared that is somewhere in this place.
    pub(crate) fn bounds(&self, sphere: &BoundingSphere<V::Wide>) -> Aabb<V::Wide> {
        if !sphere.is_bounded() {
            return Aabb::everything();
        }
        self.local_bounds.moved(sphere.centre).grown(sphere.radius - self.bounding_radius)
    }

    /// The body of this shared that is there, moves so and is called that.
    pub(crate) fn body(&self, position: V, velocity: V, tag: u64) -> Body<V> {
        Body { position, velocity, tag, ..self.body.clone() }
    }
}

impl<V: Vector> PartialEq for SharedBody<V> {
    /// All else follows from the body.
    fn eq(&self, other: &Self) -> bool {
        self.body == other.body
    }
}

impl<V: Vector> Deref for SharedBody<V> {
    type Target = Body<V>;

    fn deref(&self) -> &Body<V> {
        &self.body
    }
}

/// The shared bodies that were made last, by which bodies alike are found.
#[derive(Clone)]
pub(crate) struct SharedBodies<V: Vector> {
    last: Vec<Arc<SharedBody<V>>>,
    /// The place that the next new one takes.
    next: usize,
}

impl<V: Vector> Default for SharedBodies<V> {
    fn default() -> Self {
        Self { last: Vec::new(), next: 0 }
    }
}

// What is remembered decides nothing, and so worlds that remember other forms are the same.

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
    /// The shared of a body, shared if it is one of the last.
    pub(crate) fn of(&mut self, body: &Body<V>) -> Arc<SharedBody<V>> {
        /// So many are remembered.
        const MOST: usize = 8;
        if !may_be_shared(body) {
            return Arc::new(SharedBody::of(body));
        }
        let alike = lone(body);
        if let Some(shared) = self.last.iter().find(|shared| shared.body == alike) {
            return Arc::clone(shared);
        }
        let shared = Arc::new(SharedBody::of(body));
        if self.last.len() < MOST {
            self.last.push(Arc::clone(&shared));
        } else {
            self.last[self.next] = Arc::clone(&shared);
            self.next = (self.next + 1) % MOST;
        }
        shared
    }
}

/// Whether a body is the same to the bit as one that is equal. Walls are seldom equal.
fn may_be_shared<V: Vector>(body: &Body<V>) -> bool {
    let Shape::Convex(RoundedBox { centre, half, radius, frame }) = &body.shape else {
        return false;
    };
    let is_plain = |number: f64| number.to_bits() != (-0.0f64).to_bits();
    let are_plain =
        |vector: V::Wide| (0..V::Wide::DIMENSION).all(|it| is_plain(vector.component(it)));
    let Body { restitution, friction, minimum_impulse, gravity_scale, .. } = *body;
    let numbers = [
        *radius,
        restitution,
        friction,
        minimum_impulse,
        gravity_scale,
        body.rolling_resistance,
        body.linear_damping,
    ];
    let vectors = [*centre, *half, body.acceleration.widen()];
    let axes = frame.axes().iter().take(V::Wide::DIMENSION);
    matches!(body.role, Role::Solid)
        && body.target.is_none()
        && numbers.into_iter().all(is_plain)
        && vectors.into_iter().chain(axes.copied()).all(are_plain)
}

/// What is left of a body without that which is its alone.
fn lone<V: Vector>(body: &Body<V>) -> Body<V> {
    Body { position: V::default(), velocity: V::default(), tag: 0, ..body.clone() }
}
