//! The roles of a body: a solid, a sensor, an absorber or a gate.

use crate::shape::Mover;
use crate::vector::Vector;

/// Which part of a ball must pass an edge for the ball to count as inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Passage {
    /// The ball's edge: inside as soon as the shapes touch.
    #[default]
    Edge,
    /// The ball's centre: inside when its centre is, as a ball that tips into a pocket.
    Centre,
}

/// What happens to a ball, or a dynamic box, that meets the body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Role<V: Vector> {
    /// It bounces.
    #[default]
    Solid,
    /// It passes, and the times of entering and leaving are told.
    Sensor(Passage),
    /// It is taken out of the game at the instant it enters, as by a pocket.
    Absorber(Passage),
    /// It passes if it touches while it moves, relative to the body, along `open`, and then until it
    /// has left, which is told as by a sensor; otherwise it bounces. A ball that is put into the
    /// body passes.
    ///
    /// ```text
    ///      open ^      o passes      o bounces
    ///           |      ^             |
    ///      =====|======|=============v=====    the gate
    ///                  |             o
    /// ```
    OneWay {
        /// The direction in which balls pass; its length does not count.
        open: V,
    },
}

impl<V: Vector> Role<V> {
    /// Which part of a mover counts that meets the body: all of it, or its centre.
    #[must_use]
    pub fn counted_part(&self, mover: Mover<V>) -> Mover<V> {
        match self {
            Self::Sensor(Passage::Centre) | Self::Absorber(Passage::Centre) => Mover::POINT,
            _ => mover,
        }
    }
}
