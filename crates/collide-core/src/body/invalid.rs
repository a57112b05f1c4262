//! The reasons why a body is rejected.

use core::fmt;

use crate::shape::InvalidOutline;
use crate::vector::Vector;

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
    /// The points of its shape make no outline.
    NoOutline(InvalidOutline),
    /// A dynamic body must be a ball or a box with edges along the axes, centred on its position.
    NotMovable,
    /// A body that turns must be solid and of bounded shape; and the inside of a box keeps to the axes.
    CannotTurn,
    /// Only a ball of the plane that turns can lie on a cloth.
    NoCloth,
    /// The shapes of the body and of another one have no law of meeting: a dynamic box and the
    /// inside of a ball or a body that turns, or in space a dynamic box and a turned box or capsule.
    CannotMeet {
        /// The key of the other body.
        key: u64,
    },
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
            Self::NoOutline(error) => write!(formatter, "{error}"),
            Self::NotMovable => formatter.write_str(
                "a body that is neither static nor kinematic must be a ball, or a box with edges along the axes",
            ),
            Self::CannotTurn => formatter.write_str("its shape or role does not allow that it turns"),
            Self::NoCloth => {
                formatter.write_str("only a ball of the plane that turns can lie on a cloth")
            }
            Self::CannotMeet { key } => {
                write!(formatter, "its shape cannot meet that of the body with the key {key}")
            }
            Self::KeyTaken { key } => write!(formatter, "another body has the key {key}"),
            Self::Unknown => formatter.write_str("there is no such body"),
        }
    }
}

impl core::error::Error for InvalidBody {}

impl From<InvalidOutline> for InvalidBody {
    fn from(error: InvalidOutline) -> Self {
        Self::NoOutline(error)
    }
}

/// Refuses a vector that is not finite.
pub(crate) fn finite_vector<V: Vector>(field: &'static str, vector: V) -> Result<(), InvalidBody> {
    (0..V::DIMENSION)
        .map(|axis| vector.component(axis))
        .try_for_each(|value| valid(field, value, value.is_finite()))
}

/// Refuses a number that is not finite or below zero.
pub(crate) fn not_negative(field: &'static str, value: f64) -> Result<(), InvalidBody> {
    valid(field, value, value.is_finite() && value >= 0.0)
}

/// Refuses a number that is not `valid`.
pub(crate) fn valid(field: &'static str, value: f64, valid: bool) -> Result<(), InvalidBody> {
    if valid { Ok(()) } else { Err(InvalidBody::OutOfRange { field, value }) }
}
