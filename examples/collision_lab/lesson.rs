//! The lessons: three textbook collisions of two balls, two throws of a ball that turns, and free play in a room.

use bevy::ecs::bundle::Bundle;
use bevy::math::DVec2;
use bevy::transform::components::Transform;
use bevy_elastic::components::MinimumImpulse;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use clap::ValueEnum;

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
    /// A superball that is thrown under a table and comes back
    Superball,
    /// A disc with backspin on a floor
    Backspin,
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
    pub const ALL: [Self; 6] = [
        Self::Elastic,
        Self::Inelastic,
        Self::Oblique,
        Self::Superball,
        Self::Backspin,
        Self::Free,
    ];

    /// The name of the lesson as an option.
    #[must_use]
    pub fn option(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The title on the bar.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Elastic => "On a line, elastic",
            Self::Inelastic => "On a line, perfectly inelastic",
            Self::Oblique => "In the plane, along the normal",
            Self::Superball => "A superball under a table",
            Self::Backspin => "A disc with backspin",
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
            Self::Superball => {
                "Thrown with 3.43 m/s and no spin: after three bounces it returns with 3.33 m/s"
            }
            Self::Backspin => {
                "Thrown with 5 m/s and 35 rad/s: stops after 2 s, returns, and rolls from 3 s on"
            }
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
            Self::Superball => {
                "floor: s = v + R w,  table: s = v - R w\n\
                 v' = v - (1 + et) s k/(1 + k),  k = 2/5\n\
                 v = 3/7, -31/49, -333/343 of the start"
            }
            Self::Backspin => {
                "s = v + R w,  k = 1/2\n\
                 v = v0 - mu g t,  R w = R w0 - mu g t / k\n\
                 until s = 0 at t = s0 / (mu g (1 + 1/k));\n\
                 then it rolls, v = (v0 - k R w0) / (1 + k)"
            }
            Self::Free => "m1 v1 + m2 v2 = m1 u1 + m2 u2\n(v1 - v2)\u{b7}n = -e (u1 - u2)\u{b7}n",
        }
    }

    /// The initial restitution of all balls.
    #[must_use]
    pub fn restitution(self) -> f64 {
        match self {
            Self::Inelastic | Self::Backspin => 0.0,
            Self::Elastic | Self::Oblique | Self::Superball | Self::Free => 1.0,
        }
    }

    /// The initial coefficient of friction of all balls.
    #[must_use]
    pub fn friction(self) -> f64 {
        match self {
            // So rough that no bounce slides.
            Self::Superball => 100.0,
            Self::Backspin => 0.25,
            Self::Elastic | Self::Inelastic | Self::Oblique | Self::Free => 0.0,
        }
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
            Self::Superball | Self::Backspin => 6.5,
            Self::Free => f64::INFINITY,
        }
    }

    /// The initial state of the balls. All numbers of the collisions of two balls are exact in binary.
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
            // The radius of both balls is 0.5 m.
            Self::Superball => vec![ball(2.441_406_25, -4.3, 0.5, 3.43, -2.6)],
            Self::Backspin => vec![ball(2.441_406_25, -4.0, 0.25, 5.0, 0.0)],
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
pub fn body<V: Space<Wide = DVec2>>(ball: &Ball, restitution: f64) -> impl Bundle + use<V> {
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
