//! The lessons: three textbook collisions of two balls, and free play in a room.

use bevy::ecs::bundle::Bundle;
use bevy::math::DVec2;
use bevy::transform::components::Transform;
use bevy_elastic::components::MinimumImpulse;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use clap::ValueEnum;
use collide_core::vector::Vector;

/// Half of the size of the room for free play, in metres.
pub const ROOM: DVec2 = DVec2::new(5.0, 2.4);

/// A lesson.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Two balls on a line, without a loss
    Elastic,
    /// Two balls on a line that stay together
    Inelastic,
    /// Two balls in the plane, with velocities split along the normal
    Oblique,
    /// Five balls in a room
    Free,
}

/// The initial state of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// The mass in kilograms.
    pub mass: f64,
    /// The position in metres.
    pub position: DVec2,
    /// The velocity in metres a second.
    pub velocity: DVec2,
}

impl Lesson {
    /// All lessons, in the order of their keys.
    pub const ALL: [Self; 4] = [Self::Elastic, Self::Inelastic, Self::Oblique, Self::Free];

    /// The title on the bar.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Elastic => "On a line, elastic",
            Self::Inelastic => "On a line, perfectly inelastic",
            Self::Oblique => "In the plane, along the normal",
            Self::Free => "Free play",
        }
    }

    /// A description of the collision with its numbers.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Elastic => "3 kg at 2 m/s hit 1 kg at rest: they separate with 1 m/s and 3 m/s",
            Self::Inelastic => {
                "1 kg at 4 m/s hits 3 kg at rest: both continue with 1 m/s, and 6 J of 8 J are lost"
            }
            Self::Oblique => "Along the normal as on a line; across it nothing changes",
            Self::Free => "Drag balls and the tips of their arrows; edit the table",
        }
    }

    /// The formula of the lesson.
    #[must_use]
    pub fn formula(self) -> &'static str {
        match self {
            Self::Elastic => {
                "v1 = ((m1 - m2) u1 + 2 m2 u2) / (m1 + m2)\n\
                 v2 = ((m2 - m1) u2 + 2 m1 u1) / (m1 + m2)"
            }
            Self::Inelastic => "v1 = v2 = (m1 u1 + m2 u2) / (m1 + m2)",
            Self::Oblique => {
                "u = (u\u{b7}n) n + rest: along n as on a line,\nand the rest stays as it is."
            }
            Self::Free => "m1 v1 + m2 v2 = m1 u1 + m2 u2\n(v1 - v2)\u{b7}n = -e (u1 - u2)\u{b7}n",
        }
    }

    /// The initial restitution of all balls.
    #[must_use]
    pub fn restitution(self) -> f64 {
        if self == Self::Inelastic { 0.0 } else { 1.0 }
    }

    /// The initial coefficient of friction of all balls.
    #[must_use]
    pub fn friction(self) -> f64 {
        0.0
    }

    /// Half of the size of the room; `None` for a lesson without walls.
    #[must_use]
    pub fn room(self) -> Option<DVec2> {
        (self == Self::Free).then_some(ROOM)
    }

    /// The duration in seconds after which the lesson restarts; infinite for free play.
    #[must_use]
    pub fn seconds(self) -> f64 {
        match self {
            Self::Elastic | Self::Inelastic | Self::Oblique => 4.5,
            Self::Free => f64::INFINITY,
        }
    }

    /// The initial state of the balls. All numbers are exact in binary.
    #[must_use]
    pub fn balls(self) -> Vec<Ball> {
        let ball = |mass, x, y, vx, vy| Ball {
            mass,
            position: DVec2::new(x, y),
            velocity: DVec2::new(vx, vy),
        };
        match self {
            Self::Elastic => vec![ball(3.0, -4.0, 0.0, 2.0, 0.0), ball(1.0, -0.5, 0.0, 0.0, 0.0)],
            Self::Inelastic => vec![ball(1.0, -4.25, 0.0, 4.0, 0.0), ball(3.0, 0.0, 0.0, 0.0, 0.0)],
            Self::Oblique => vec![ball(2.0, -3.5, 0.25, 2.0, 0.0), ball(1.0, 2.5, -0.5, -1.0, 0.5)],
            Self::Free => vec![
                ball(1.0, -3.5, 1.0, 3.0, -1.0),
                ball(2.0, 0.0, -0.5, -0.5, 0.5),
                ball(0.5, 2.0, 1.5, 0.0, -2.0),
                ball(3.0, 3.5, -1.0, -1.0, 0.0),
                ball(1.0, -2.0, -1.5, 0.5, 1.0),
            ],
        }
    }
}

/// The radius of a ball of this mass, in metres. The area is proportional to the mass.
#[must_use]
pub fn radius(mass: f64) -> f64 {
    0.32 * mass.sqrt()
}

/// The components of a ball in any plane, with the Transform that is drawn until the first tick.
pub fn body<V: Space + Vector<Wide = DVec2>>(
    ball: &Ball,
    restitution: f64,
) -> impl Bundle + use<V> {
    (
        Collider::<V>::ball(radius(ball.mass)),
        Position(V::narrow(ball.position)),
        Velocity(V::narrow(ball.velocity)),
        Transform::from_translation(ball.position.as_vec2().extend(1.0)),
        Mass(ball.mass as f32),
        Restitution(restitution as f32),
        Friction(0.0),
        MinimumImpulse(0.0),
    )
}
