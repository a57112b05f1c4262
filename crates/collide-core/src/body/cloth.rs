//! The cloth of a table on which balls lie and roll.

use super::invalid::{InvalidBody, not_negative};

/// What a cloth does to a ball that lies on it and is seen from above.
///
/// A ball slides until the point with which it touches the cloth is at rest. Then it rolls, and then it lies still. Each of
/// them is an exact parabola of time, and its end is an event. The constants are decelerations, so they contain gravity.
///
/// The default is that of pool in metres and seconds.
///
/// # Example
/// ```
/// use collide_core::body::{Body, Cloth};
/// use collide_core::shape::Shape;
/// use collide_core::step::Stepper;
/// use collide_core::world::World;
/// use glam::{DVec2, dvec2};
///
/// // A ball that is struck in its middle slides at first, and rolls with 5/7 of its speed.
/// let mut world = World::<DVec2>::new();
/// let ball = Body::dynamic(Shape::ball(0.028575), DVec2::ZERO);
/// let ball = Body { inertia_factor: Some(0.4), cloth: Some(Cloth::default()), ..ball };
/// let ball = world.add(Body { velocity: dvec2(1.4, 0.0), ..ball })?;
/// Stepper::new().step(&mut world, 0.25);
/// let rolling = world.velocity(ball).unwrap().x;
/// // It has rolled for a while, and slows down a little.
/// assert!(0.99 < rolling && rolling < 1.0);
/// # Ok::<(), collide_core::body::InvalidBody>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cloth {
    /// The deceleration of a ball that slides, in length units a second squared: the friction of the cloth times gravity.
    /// Zero: it slides for ever.
    pub sliding: f64,
    /// The deceleration of a ball that rolls. Zero: it rolls for ever.
    pub rolling: f64,
    /// The deceleration of its spin about the vertical axis, in radians a second squared.
    pub spinning: f64,
}

impl Cloth {
    /// Whether a body can lie on this cloth.
    pub(super) fn validate(&self) -> Result<(), InvalidBody> {
        not_negative("cloth.sliding", self.sliding)?;
        not_negative("cloth.rolling", self.rolling)?;
        not_negative("cloth.spinning", self.spinning)
    }
}

impl Default for Cloth {
    fn default() -> Self {
        Self { sliding: 1.96, rolling: 0.0981, spinning: 10.9 }
    }
}
