//! One plugin, one ball, one velocity: it bounces for ever.

use bevy_elastic::prelude::*;
use bevy_math::vec2;
use bevy_transform::components::Transform;

use crate::app::{app, run};

#[test]
fn a_ball_in_an_arena_keeps_its_speed() {
    let mut app = app();
    let ball = app
        .world_mut()
        .spawn((
            Collider::circle(20.0),
            Velocity(vec2(300.0, 120.0)),
            Transform::from_xyz(0.0, 80.0, 5.0),
        ))
        .id();
    app.world_mut().spawn((Collider::arena(vec2(1280.0, 720.0)), Static));
    run(&mut app, 640);
    let velocity = app.world().get::<Velocity>(ball).unwrap().0;
    let transform = app.world().get::<Transform>(ball).unwrap();
    assert_eq!(velocity.abs(), vec2(300.0, 120.0));
    assert!(transform.translation.truncate().abs().cmple(vec2(620.0, 340.0)).all());
    assert_eq!(transform.translation.z, 5.0);
    assert_ne!(transform.translation.truncate(), vec2(0.0, 80.0));
}
