//! What is a body, and which values may it hold?

use core::fmt;

use crate::shape::{RoundedBox, Shape};
use crate::vector::{Vector, Wide};

/// How a body moves and what moves it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Flies freely and is pushed by what it hits. Must be a ball.
    #[default]
    Dynamic,
    /// Never moves, as if of infinite mass; its velocity is not read.
    Static,
    /// Moves with its velocity and feels nothing, as if of infinite mass.
    Kinematic,
}

/// Which part of a ball must pass an edge for the ball to count as inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Passage {
    /// The ball's edge: inside as soon as the shapes touch.
    #[default]
    Edge,
    /// The ball's centre: inside when its centre is, as a ball that tips into a pocket.
    Centre,
}

/// What happens to a ball that meets the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// It bounces.
    #[default]
    Solid,
    /// It passes, and the times of entering and leaving are told.
    Sensor(Passage),
    /// It is taken out of the game at the instant it enters, as by a pocket.
    Absorber(Passage),
}

/// A body as a game states it; every number is checked when it enters a [`World`](crate::world::World).
///
/// # Example
/// ```
/// use collide_core::body::Body;
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// let ball = Body { velocity: DVec2::new(3.0, 0.0), ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// assert!(ball.validate().is_ok());
/// assert!(Body { mass: f64::NAN, ..ball }.validate().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<V: Vector> {
    /// How it moves.
    pub kind: Kind,
    /// Its form.
    pub shape: Shape<V::Wide>,
    /// What happens to a ball that meets it.
    pub role: Role,
    /// Where it is, in length units.
    pub position: V,
    /// How it moves, in length units a second.
    pub velocity: V,
    /// Its mass, in any unit, above zero. Read only of dynamic bodies.
    pub mass: f64,
    /// How much of the approach speed a bounce gives back, 0 to 1; of a pair the smaller counts.
    pub restitution: f64,
    /// The constant deceleration along its velocity until it stops, in length units a second squared.
    pub rolling_resistance: f64,
}

impl<V: Vector> Body<V> {
    /// A body that flies freely: mass 1, restitution 1, at rest.
    #[must_use]
    pub fn dynamic(shape: Shape<V::Wide>, position: V) -> Self {
        Self {
            kind: Kind::Dynamic,
            shape,
            role: Role::Solid,
            position,
            velocity: V::default(),
            mass: 1.0,
            restitution: 1.0,
            rolling_resistance: 0.0,
        }
    }

    /// A body that never moves, with restitution 1, so that what hits it decides.
    #[must_use]
    pub fn fixed(shape: Shape<V::Wide>, position: V) -> Self {
        Self { kind: Kind::Static, ..Self::dynamic(shape, position) }
    }

    /// A body that moves with `velocity` whatever it meets.
    #[must_use]
    pub fn kinematic(shape: Shape<V::Wide>, position: V, velocity: V) -> Self {
        Self { kind: Kind::Kinematic, velocity, ..Self::dynamic(shape, position) }
    }

    /// Whether every value is one that a world may hold.
    ///
    /// # Errors
    /// The first field that is out of range, with its value.
    pub fn validate(&self) -> Result<(), InvalidBody> {
        within_vector("position", self.position.widen())?;
        within_vector("velocity", self.velocity.widen())?;
        within("mass", self.mass, self.mass.is_finite() && self.mass > 0.0)?;
        within("restitution", self.restitution, (0.0..=1.0).contains(&self.restitution))?;
        let resistance = self.rolling_resistance;
        within("rolling_resistance", resistance, resistance.is_finite() && resistance >= 0.0)?;
        validate_shape(&self.shape)?;
        if self.kind == Kind::Dynamic && self.shape.ball_radius().is_none() {
            return Err(InvalidBody::NotABall);
        }
        Ok(())
    }
}

fn validate_shape<W: Wide>(shape: &Shape<W>) -> Result<(), InvalidBody> {
    match shape {
        Shape::Convex(RoundedBox { centre, half, radius, frame }) => {
            within("radius", *radius, radius.is_finite() && *radius >= 0.0)?;
            within_vector("centre", *centre)?;
            within("frame", frame.skew(), frame.skew() < 1e-4)?;
            validate_extents(*half, 0.0)
        }
        Shape::HalfSpace { normal } => {
            let error = (normal.length() - 1.0).abs();
            within("normal", normal.length(), error < 1e-4)
        }
        Shape::Arena { half } => validate_extents(*half, f64::MIN_POSITIVE),
    }
}

fn validate_extents<W: Wide>(half: W, least: f64) -> Result<(), InvalidBody> {
    (0..W::DIMENSION)
        .map(|axis| half.component(axis))
        .try_for_each(|extent| within("half extent", extent, extent.is_finite() && extent >= least))
}

pub(crate) fn within_vector<W: Wide>(field: &'static str, vector: W) -> Result<(), InvalidBody> {
    (0..W::DIMENSION)
        .map(|axis| vector.component(axis))
        .try_for_each(|value| within(field, value, value.is_finite()))
}

fn within(field: &'static str, value: f64, valid: bool) -> Result<(), InvalidBody> {
    if valid { Ok(()) } else { Err(InvalidBody::OutOfRange { field, value }) }
}

/// Why a body was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InvalidBody {
    /// A value is NaN, infinite, negative or otherwise outside what the field may hold. Of a vector
    /// it is the first component that is.
    OutOfRange {
        /// The name of the field.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// A dynamic body must be a ball.
    NotABall,
    /// Another body of the world has this key.
    KeyTaken {
        /// The key that was asked for.
        key: u64,
    },
    /// No body of the world has this id, or no longer.
    Unknown,
}

impl fmt::Display for InvalidBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { field, value } => write!(formatter, "{field} cannot be {value}"),
            Self::NotABall => {
                formatter.write_str("a body that is neither static nor kinematic must be a ball")
            }
            Self::KeyTaken { key } => write!(formatter, "another body has the key {key}"),
            Self::Unknown => formatter.write_str("there is no such body"),
        }
    }
}

impl core::error::Error for InvalidBody {}
