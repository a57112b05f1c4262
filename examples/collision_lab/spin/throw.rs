//! What a lesson on spin throws, and the floor and the table that it meets.

use bevy::ecs::bundle::Bundle;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::{AngularVelocity, InertiaFactor, TangentialRestitution};
use bevy_elastic::prelude::*;
use bevy_elastic::space::{Angular, Space};

use crate::lesson::{Lesson, radius};
use crate::spin::formula::Material;

/// The height of the floor of the superball, and of the underside of its table, in metres. The centre of the ball has a
/// range of 3.25 m, which it passes in 1.25 s.
const FLOOR_AND_TABLE: [f64; 2] = [-3.0, 1.25];

/// The height of the floor of the disc, in metres.
pub const DISC_FLOOR: f64 = -0.25;

/// The extent of the table along x, in metres.
const TABLE: [f64; 2] = [-1.5, 5.0];

/// The thickness of the floor and of the table, in metres.
const THICKNESS: f64 = 0.125;

/// The ball of a lesson on spin, as its sliders set it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The lesson.
    pub lesson: Lesson,
    /// The inertia factor of the ball.
    pub inertia: f32,
    /// The speed of its surface by turning, in metres a second, counterclockwise.
    pub surface: f64,
    /// The tangential restitution.
    pub tangential: f32,
    /// The coefficient of friction.
    pub friction: f32,
}

/// The throw of the current lesson; `None` in a lesson without spin.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Spin(pub Option<Throw>);

impl Throw {
    /// The throw of a lesson; `None` if its balls do not turn.
    #[must_use]
    pub fn of(lesson: Lesson) -> Option<Self> {
        let (inertia, surface, tangential) = match lesson {
            Lesson::Superball => (InertiaFactor::SOLID_SPHERE.0, 0.0, 1.0),
            Lesson::Backspin => (InertiaFactor::DISC.0, 17.5, 0.0),
            Lesson::Elastic | Lesson::Inelastic | Lesson::Oblique | Lesson::Free => return None,
        };
        let friction = lesson.friction() as f32;
        Some(Self { lesson, inertia, surface, tangential, friction })
    }

    /// The gravity of the lesson, in metres a second squared.
    #[must_use]
    pub fn gravity(&self) -> f64 {
        if self.lesson == Lesson::Backspin { 10.0 } else { 0.0 }
    }

    /// The numbers of the formula of a bounce.
    #[must_use]
    pub fn material(&self) -> Material {
        Material {
            inertia: f64::from(self.inertia),
            restitution: self.lesson.restitution(),
            tangential: f64::from(self.tangential),
            friction: f64::from(self.friction),
        }
    }

    /// The components that make a ball of this mass turn.
    pub fn turning<V: Space<Wide = DVec2>>(&self, mass: f64) -> impl Bundle + use<V> {
        (
            AngularVelocity(V::Angular::from_turn_rate(self.surface / radius(mass))),
            InertiaFactor(self.inertia),
            TangentialRestitution(self.tangential),
            Friction(self.friction),
        )
    }
}

/// A wall of a lesson on spin: a box.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The centre.
    pub centre: DVec2,
    /// Half of the size.
    pub half_size: DVec2,
}

impl Wall {
    fn new(left: f64, right: f64, bottom: f64) -> Self {
        let half_size = 0.5 * DVec2::new(right - left, THICKNESS);
        Self { centre: DVec2::new(left, bottom) + half_size, half_size }
    }

    /// The walls of a lesson.
    #[must_use]
    pub fn of(lesson: Lesson) -> Vec<Self> {
        /// Far beyond both edges of the window.
        const END: f64 = 64.0;
        let floor = |top: f64| Self::new(-END, END, top - THICKNESS);
        match lesson {
            Lesson::Superball => {
                let [top, underside] = FLOOR_AND_TABLE;
                vec![floor(top), Self::new(TABLE[0], TABLE[1], underside)]
            }
            Lesson::Backspin => vec![floor(DISC_FLOOR)],
            Lesson::Elastic | Lesson::Inelastic | Lesson::Oblique | Lesson::Free => vec![],
        }
    }

    /// The components of the wall. Its friction and restitution are those of the ball.
    pub fn body<V: Space<Wide = DVec2>>(self) -> impl Bundle + use<V> {
        (
            Collider::Cuboid { half_size: V::narrow(self.half_size) },
            Static,
            Position(V::narrow(self.centre)),
            Transform::from_translation(self.centre.as_vec2().extend(0.0)),
            self,
        )
    }
}
