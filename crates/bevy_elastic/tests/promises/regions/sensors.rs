//! Sensors tell the exact times at which balls enter and leave.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::observer::On;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::ResMut;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, ball, change, heard, listen, run, spawn};

fn app_that_listens() -> App {
    let mut app = app();
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    app
}

/// A square of side 2 around (4, 0), and a ball that flies through it at 1 a second, half a tick late.
fn gate(app: &mut App, sensor: Sensor) -> (Entity, Entity) {
    let at = Transform::from_xyz(4.0, 0.0, 0.0);
    let gate = spawn(app, (Collider::rectangle(2.0, 2.0), Static, sensor, at));
    (gate, spawn(app, ball(vec2(-1.0 / 128.0, 0.0), vec2(1.0, 0.0))))
}

fn seconds(tick: u64, time: f64) -> f64 {
    tick as f64 / 64.0 + time
}

#[test]
fn by_the_edge_a_ball_is_inside_as_soon_as_it_touches() {
    let mut app = app_that_listens();
    let (gate, ball) = gate(&mut app, Sensor::Edge);
    run(&mut app, 64 * 7);
    let (ins, outs) = (heard::<SensorEntered>(&mut app), heard::<SensorExited>(&mut app));
    assert_eq!((ins.len(), outs.len()), (1, 1));
    assert_eq!((ins[0].entity, ins[0].sensor, ins[0].ball), (gate, gate, ball));
    assert_eq!((outs[0].entity, outs[0].sensor, outs[0].ball), (gate, gate, ball));
    assert_eq!(seconds(ins[0].tick, ins[0].time), 2.5 + 1.0 / 128.0);
    assert_eq!(seconds(outs[0].tick, outs[0].time), 5.5 + 1.0 / 128.0);
}

#[test]
fn by_the_centre_a_ball_is_inside_when_its_centre_is() {
    let mut app = app_that_listens();
    gate(&mut app, Sensor::Centre);
    run(&mut app, 64 * 7);
    let (ins, outs) = (heard::<SensorEntered>(&mut app), heard::<SensorExited>(&mut app));
    assert_eq!((ins.len(), outs.len()), (1, 1));
    assert_eq!(seconds(ins[0].tick, ins[0].time), 3.0 + 1.0 / 128.0);
    assert_eq!(seconds(outs[0].tick, outs[0].time), 5.0 + 1.0 / 128.0);
}

#[test]
fn observers_of_the_sensor_and_of_the_ball_hear_it() {
    #[derive(Resource, Default)]
    struct Heard(Vec<(&'static str, Entity)>);
    let mut app = app();
    app.init_resource::<Heard>();
    let (gate, ball) = gate(&mut app, Sensor::Edge);
    for (name, target) in [("gate", gate), ("ball", ball)] {
        app.world_mut()
            .entity_mut(target)
            .observe(move |event: On<SensorEntered>, mut heard: ResMut<Heard>| {
                heard.0.push((name, event.entity));
            })
            .observe(move |event: On<SensorExited>, mut heard: ResMut<Heard>| {
                heard.0.push((name, event.entity));
            });
    }
    run(&mut app, 64 * 7);
    let expected = [("gate", gate), ("ball", ball), ("gate", gate), ("ball", ball)];
    assert_eq!(app.world().resource::<Heard>().0, expected);
}

#[test]
fn whoever_is_despawned_inside_is_told_to_leave() {
    for despawn_gate in [false, true] {
        let mut app = app_that_listens();
        let (gate, ball) = gate(&mut app, Sensor::Edge);
        run(&mut app, 64 * 4);
        assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
        app.world_mut().entity_mut(if despawn_gate { gate } else { ball }).despawn();
        run(&mut app, 64);
        let outs = heard::<SensorExited>(&mut app);
        assert_eq!(outs.len(), 1);
        assert_eq!((outs[0].sensor, outs[0].ball, outs[0].tick), (gate, ball, 256));
        assert_eq!(outs[0].time, 0.0);
    }
}

#[test]
fn a_ball_that_is_moved_in_or_out_is_told() {
    let mut app = app_that_listens();
    let (_, ball) = gate(&mut app, Sensor::Edge);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = Vec2::ZERO);
    run(&mut app, 2);
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(4.0, 0.0));
    run(&mut app, 2);
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
    assert_eq!(heard::<SensorExited>(&mut app).len(), 0);
    change(&mut app, ball, |transform: &mut Transform| transform.translation.x = -4.0);
    run(&mut app, 2);
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 0);
    assert_eq!(heard::<SensorExited>(&mut app).len(), 1);
}

#[test]
fn a_sensor_that_becomes_a_wall_bounces() {
    let mut app = app_that_listens();
    let (gate, ball) = gate(&mut app, Sensor::Edge);
    run(&mut app, 64);
    app.world_mut().entity_mut(gate).remove::<Sensor>();
    run(&mut app, 64 * 3);
    assert_eq!(crate::app::velocity(&app, ball), vec2(-1.0, 0.0));
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 0);
}
