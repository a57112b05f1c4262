//! What is taught: three classics, each with two balls, and a room to play in.

use bevy::ecs::bundle::Bundle;
use bevy::math::DVec2;
use bevy::transform::components::Transform;
use bevy_elastic::material::MinimumImpulse;
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

/// A ball as it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// In kilograms.
    pub mass: f64,
    /// In metres.
    pub place: DVec2,
    /// In metres a second.
    pub velocity: DVec2,
}

impl Lesson {
    /// All, in the order of their keys.
    pub const ALL: [Self; 4] = [Self::Elastic, Self::Inelastic, Self::Oblique, Self::Free];

    /// What the bar says.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Elastic => "On a line, elastic",
            Self::Inelastic => "On a line, perfectly inelastic",
            Self::Oblique => "In the plane, along the normal",
            Self::Free => "Free play",
        }
    }

    /// What happens, in a sentence with its numbers.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Elastic => "3 kg at 2 m/s meet 1 kg at rest: they part with 1 m/s and 3 m/s",
            Self::Inelastic => {
                "1 kg at 4 m/s meets 3 kg at rest: both go on with 1 m/s, and 6 J of 8 are lost"
            }
            Self::Oblique => "Along the normal as on a line; what is across it stays",
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

    /// The restitution of all balls at the beginning.
    #[must_use]
    pub fn restitution(self) -> f64 {
        if self == Self::Inelastic { 0.0 } else { 1.0 }
    }

    /// The coefficient of friction of all balls at the beginning.
    #[must_use]
    pub fn friction(self) -> f64 {
        0.0
    }

    /// Half of the size of the room in which it takes place, if it does in one.
    #[must_use]
    pub fn room(self) -> Option<DVec2> {
        (self == Self::Free).then_some(ROOM)
    }

    /// How long it takes until all has been seen, in seconds; then a classic begins anew.
    #[must_use]
    pub fn seconds(self) -> f64 {
        match self {
            Self::Elastic | Self::Inelastic | Self::Oblique => 4.5,
            Self::Free => f64::INFINITY,
        }
    }

    /// The balls at the beginning. All numbers are exact in binary.
    #[must_use]
    pub fn balls(self) -> Vec<Ball> {
        let ball = |mass, x, y, vx, vy| Ball {
            mass,
            place: DVec2::new(x, y),
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

/// The radius of a ball of this mass, in metres: its area is its mass.
#[must_use]
pub fn radius(mass: f64) -> f64 {
    0.32 * mass.sqrt()
}

/// A ball as a body of any plane, with a Transform, by which it is drawn until its first tick.
pub fn body<V: Space + Vector<Wide = DVec2>>(
    ball: &Ball,
    restitution: f64,
) -> impl Bundle + use<V> {
    (
        Collider::<V>::ball(radius(ball.mass)),
        Position(V::narrow(ball.place)),
        Velocity(V::narrow(ball.velocity)),
        Transform::from_translation(ball.place.as_vec2().extend(1.0)),
        Mass(ball.mass as f32),
        Restitution(restitution as f32),
        Friction(0.0),
        MinimumImpulse(0.0),
    )
}
