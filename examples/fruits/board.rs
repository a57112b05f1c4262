//! The box, and what falls into it. Lengths are pixels.

use std::f32::consts::FRAC_PI_2;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::{AngularVelocity, InertiaFactor, RollingFriction};
use bevy_elastic::prelude::*;
use collide_core::body::Body;
use collide_core::shape::Shape;

use crate::kinds::Fruit;

/// Half of the width of the box.
pub const HALF_WIDTH: f32 = 215.0;

/// The height of the floor, and of the rim.
pub const FLOOR: f32 = -304.0;
pub const RIM: f32 = 206.0;

/// The height above which no fruit may stay.
pub const LINE: f32 = 150.0;

/// The height at which the middle of a fruit hangs before it falls.
pub const HANGS: f32 = 262.0;

/// The radius of the lower corners of the box.
const CORNER: f32 = 34.0;

/// How far the walls go on above the rim, out of sight: what is thrown up falls back into the box.
const TOP: f32 = 2000.0;

pub const GRAVITY: f32 = 1300.0;

const RESTITUTION: f32 = 0.15;
const FRICTION: f32 = 0.35;
/// It lets a fruit stop that rolls on others.
const ROLLING_FRICTION: f32 = 0.02;

/// For how long a fruit has been above the line, in seconds.
#[derive(Component, Default)]
pub struct Above(pub f64);

/// The line along the walls and the floor, from a height on the left to the same on the right, and so far outside of the box.
pub fn outline(top: f32, outside: f32) -> Vec<Vec2> {
    const PIECES: u8 = 6;
    let arc = |middle: Vec2, start: f32| {
        (0..=PIECES).map(move |piece| {
            let angle = start + FRAC_PI_2 * f32::from(piece) / f32::from(PIECES);
            middle + (CORNER + outside) * Vec2::from_angle(angle)
        })
    };
    let corner = vec2(HALF_WIDTH - CORNER, FLOOR + CORNER);
    let left = arc(vec2(-corner.x, corner.y), 2.0 * FRAC_PI_2);
    let right = arc(corner, -FRAC_PI_2);
    let ends = [-1.0, 1.0].map(|side| vec2(side * (HALF_WIDTH + outside), top));
    [ends[0]].into_iter().chain(left).chain(right).chain([ends[1]]).collect()
}

/// The nearest place at which a fruit is within the box.
pub fn fit(fruit: Fruit, place: Vec2) -> Vec2 {
    let reach = HALF_WIDTH - fruit.radius();
    vec2(place.x.clamp(-reach, reach), place.y.max(FLOOR + fruit.radius()))
}

/// Builds the box.
pub fn build(mut commands: Commands) {
    commands.insert_resource(Gravity(vec2(0.0, -GRAVITY)));
    let walls = Collider::chain(outline(TOP, 0.0));
    commands.spawn((walls, Static, Restitution(RESTITUTION), Friction(FRICTION)));
}

/// A fruit in the game.
pub fn fruit(fruit: Fruit, place: Vec2, velocity: Vec2) -> impl Bundle {
    let surface = (Restitution(RESTITUTION), Friction(FRICTION), RollingFriction(ROLLING_FRICTION));
    let turns = (AngularVelocity(0.0), InertiaFactor::DISC);
    let moves = (Position(place), Velocity(velocity), Mass(fruit.mass()));
    (fruit, Above::default(), Collider::circle(fruit.radius()), surface, turns, moves)
}

/// The same fruit as a body of the core, for futures.
pub fn body(fruit: Fruit, place: Vec2, velocity: Vec2) -> Body<DVec2> {
    Body {
        velocity: velocity.as_dvec2(),
        mass: fruit.mass().into(),
        restitution: RESTITUTION.into(),
        friction: FRICTION.into(),
        rolling_friction: ROLLING_FRICTION.into(),
        inertia_factor: Some(InertiaFactor::DISC.0.into()),
        ..Body::dynamic(Shape::ball(fruit.radius().into()), place.as_dvec2())
    }
}
