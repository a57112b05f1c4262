//! An App in which all kinds of bodies move, with values that f32 cannot hold for long.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_elastic::components::{AngularVelocity, Cloth, Roll};
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};

use crate::app::{app, spawn, wall};

/// Balls that fall, bounce, roll on a cloth and turn, a wall that turns, and a pile; and the bodies.
pub fn busy_app() -> (App, Vec<Entity>) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.1, -9.81)));
    let mut bodies = Vec::new();
    for (at, normal) in [
        (vec2(0.0, -10.0), Vec2::Y),
        (vec2(0.0, 10.0), -Vec2::Y),
        (vec2(-10.0, 0.0), Vec2::X),
        (vec2(10.0, 0.0), -Vec2::X),
    ] {
        bodies.push(spawn(&mut app, (wall(at, normal), Friction(0.3))));
    }
    let paddle = (Collider::rectangle(3.0, 0.3), Kinematic, AngularVelocity(1.1f32));
    bodies.push(spawn(&mut app, (paddle, Position(vec2(-5.3, 4.1)))));
    for number in 0..24u8 {
        let x = 0.7 * f32::from(number % 8) - 2.3;
        let place = vec2(x + 0.01 * f32::from(number), 0.71 * f32::from(number / 8) - 5.0);
        let body = (Collider::circle(0.33), Position(place), Velocity(vec2(0.7 - 0.1 * x, 0.3)));
        let entity = spawn(&mut app, (body, Restitution(0.6), Friction(0.2)));
        if number % 3 == 0 {
            app.world_mut().entity_mut(entity).insert(AngularVelocity(2.3f32 - x));
        }
        bodies.push(entity);
    }
    for number in 0..4u8 {
        let place = vec2(2.1 * f32::from(number) - 3.1, 7.3);
        let body = (Collider::circle(0.31), Position(place), Velocity(vec2(1.7, 0.13)));
        let spin = (Cloth::default(), Roll(vec2(-0.3, 0.7)), AngularVelocity(3.3f32));
        bodies.push(spawn(&mut app, (body, spin, Restitution(0.9))));
    }
    (app, bodies)
}
