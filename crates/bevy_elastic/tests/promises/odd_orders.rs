//! Systems of a game between the stages, and ids that come back.

use bevy_app::FixedPostUpdate;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{With, Without};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, Query, ResMut};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, listen, position, run, spawn, wall};

#[test]
fn a_body_may_be_despawned_between_any_two_stages() {
    for stage in [
        ElasticSystems::Gather,
        ElasticSystems::Integrate,
        ElasticSystems::Detect,
        ElasticSystems::Respond,
        ElasticSystems::Scatter,
        ElasticSystems::Report,
    ] {
        let mut app = app();
        listen::<Collided>(&mut app);
        spawn(&mut app, wall(vec2(1.0, 0.0), -Vec2::X));
        for y in 0..5 {
            spawn(&mut app, ball(vec2(0.0, 2.0 * y as f32), vec2(9.0, 0.0)));
        }
        let despawn = |balls: Query<Entity, (With<Collider>, Without<Static>)>,
                       mut commands: Commands| {
            if let Some(one) = balls.iter().next() {
                commands.entity(one).despawn();
            }
        };
        app.add_systems(FixedPostUpdate, despawn.after(stage));
        run(&mut app, 20);
        assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 1, "{stage:?}");
    }
}

#[test]
fn what_is_written_to_components_between_the_stages_counts_from_the_next_tick() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, 0.0)));
    run(&mut app, 2);
    let turn = |mut balls: Query<&mut Velocity>, mut done: bevy_ecs::system::Local<bool>| {
        for mut velocity in &mut balls {
            if !*done {
                velocity.0 = vec2(0.0, 64.0);
            }
        }
        *done = true;
    };
    app.add_systems(
        FixedPostUpdate,
        turn.after(ElasticSystems::Detect).before(ElasticSystems::Respond),
    );
    run(&mut app, 2);
    assert_eq!(position(&app, one), vec2(3.0, 1.0));
}

#[test]
fn the_settings_may_change_at_any_time() {
    let mut app = app();
    spawn(&mut app, (Collider::arena(vec2(20.0, 20.0)), Static));
    for x in -4..4 {
        spawn(&mut app, ball(vec2(2.0 * x as f32, 0.0), vec2(3.0, 1.0 + x as f32)));
    }
    for update in 0..200 {
        app.world_mut().resource_mut::<ElasticConfig>().brute_force = update % 2 == 0;
        run(&mut app, 1);
    }
    let mut once = 0;
    app.world_mut().run_schedule(FixedPostUpdate);
    app.world_mut().resource_scope(|_, simulation: bevy_ecs::change_detection::Mut<Simulation>| {
        once += simulation.world().ids().count();
    });
    assert_eq!(once, 9);
}

#[test]
fn an_entity_id_that_comes_back_is_another_body() {
    let mut app = app();
    for round in 0..20 {
        let one = spawn(&mut app, ball(vec2(round as f32, 0.0), Vec2::Y));
        run(&mut app, 1);
        assert_eq!(position(&app, one), vec2(round as f32, 1.0 / 64.0));
        app.world_mut().despawn(one);
    }
    run(&mut app, 1);
    let count = |simulation: ResMut<Simulation>| simulation.world().ids().count();
    assert_eq!(
        bevy_ecs::system::RunSystemOnce::run_system_once(app.world_mut(), count).unwrap(),
        0
    );
}
