//! A disabled entity takes no part, and comes back where it was.

use bevy_ecs::entity_disabling::Disabled;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, position, run, spawn, velocity, wall};

#[test]
fn a_disabled_ball_stands_still_and_meets_nothing() {
    let mut app = app();
    spawn(&mut app, wall(vec2(4.0, 0.0), -Vec2::X));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    let other = spawn(&mut app, ball(vec2(1.0, -4.0), vec2(0.0, 2.0)));
    run(&mut app, 64);
    app.world_mut().entity_mut(one).insert(Disabled);
    run(&mut app, 64);
    assert_eq!(velocity(&app, other), vec2(0.0, 2.0), "nobody was in the way");
    app.world_mut().entity_mut(one).remove::<Disabled>();
    run(&mut app, 64);
    assert_eq!((position(&app, one), velocity(&app, one)), (vec2(2.0, 0.0), vec2(1.0, 0.0)));
}

#[test]
fn a_disabled_wall_lets_balls_pass() {
    let mut app = app();
    let wall = spawn(&mut app, wall(vec2(1.0, 0.0), -Vec2::X));
    app.world_mut().entity_mut(wall).insert(Disabled);
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    run(&mut app, 64);
    assert_eq!(position(&app, one), vec2(4.0, 0.0));
}
