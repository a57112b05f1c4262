//! A Transform is a view of the position: it follows, and moving it by hand teleports.

use bevy_app::{App, FixedUpdate, Update};
use bevy_ecs::change_detection::DetectChanges;
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};
use bevy_ecs::world::Ref;
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{
    TICK, app, ball, change, clock, get, heard, listen, position, run, set_frame, shown, spawn,
    velocity, wall,
};

#[test]
fn moving_the_transform_teleports() {
    for fixed in [false, true] {
        #[derive(Resource)]
        struct Jump(bool);
        let mut app = app();
        let jump = |mut jump: ResMut<Jump>, mut balls: Query<&mut Transform, With<Velocity>>| {
            if std::mem::take(&mut jump.0) {
                balls.single_mut().unwrap().translation.y += 10.0;
            }
        };
        app.insert_resource(Jump(false));
        if fixed {
            app.add_systems(FixedUpdate, jump);
        } else {
            app.add_systems(Update, jump);
        }
        // Off the beat, so that the drawn position differs from that of the tick.
        set_frame(&mut app, TICK * 3 / 4);
        let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
        run(&mut app, 10);
        app.world_mut().resource_mut::<Jump>().0 = true;
        run(&mut app, 10);
        let ticks = clock(&mut app).tick() as f32;
        assert_eq!(position(&app, ball), vec2(ticks / 64.0, 10.0));
        assert_eq!(velocity(&app, ball), Vec2::X);
    }
}

#[test]
fn a_position_that_is_set_wins_over_the_transform() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 2);
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(3.0, 0.0));
    change(&mut app, ball, |transform: &mut Transform| transform.translation.x = 7.0);
    run(&mut app, 2);
    assert_eq!((position(&app, ball), shown(&app, ball)), (vec2(3.0, 0.0), vec2(3.0, 0.0)));
}

#[test]
fn z_belongs_to_the_game() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 2);
    change(&mut app, ball, |transform: &mut Transform| transform.translation.z = 7.5);
    run(&mut app, 62);
    // One tick late.
    assert_eq!(get::<Transform>(&app, ball).translation, vec3(63.0 / 64.0, 0.0, 7.5));
    assert_eq!(position(&app, ball), Vec2::X);
}

#[test]
fn the_child_of_a_moved_turned_and_scaled_parent_is_where_it_seems() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let place = Transform::from_xyz(10.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
        .with_scale(Vec3::splat(2.0));
    let parent = spawn(&mut app, place);
    let child = spawn(&mut app, (ball(vec2(3.0, 0.0), vec2(0.0, 1.0)), ChildOf(parent)));
    spawn(&mut app, wall(vec2(0.0, 8.0), -Vec2::Y));
    run(&mut app, 1);
    let start = position(&app, child) - vec2(0.0, 1.0 / 64.0);
    assert!((start - vec2(10.0, 6.0)).length() < 1e-5, "{start}");
    run(&mut app, 127);
    // Its radius is 1 in the world: it turned back at y = 7 after a second.
    assert_eq!(heard::<Collided>(&mut app).len(), 1);
    assert!((position(&app, child) - vec2(10.0, 6.0)).length() < 1e-5);
    let global = get::<GlobalTransform>(&app, child).translation().truncate();
    assert!((global - vec2(10.0, 6.0 + 1.0 / 64.0)).length() < 1e-5, "{global}");
}

#[test]
fn a_free_ball_stays_where_it_is_when_its_parent_moves() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::default());
    let child = spawn(&mut app, (ball(vec2(3.0, 0.0), Vec2::ZERO), ChildOf(parent)));
    let other = spawn(&mut app, Transform::from_xyz(50.0, 50.0, 0.0));
    run(&mut app, 4);
    for step in 0u8..10 {
        change(&mut app, parent, |place: &mut Transform| {
            place.translation.x = f32::from(step);
            place.rotation = Quat::from_rotation_z(f32::from(step));
        });
        run(&mut app, 1);
        let global = get::<GlobalTransform>(&app, child).translation().truncate();
        assert!((global - vec2(3.0, 0.0)).length() < 1e-5, "{global}");
        assert_eq!(position(&app, child), vec2(3.0, 0.0));
    }
    // Nor does it follow a new parent, or none.
    app.world_mut().entity_mut(child).insert(ChildOf(other));
    run(&mut app, 2);
    let global = get::<GlobalTransform>(&app, child).translation().truncate();
    assert!((global - vec2(3.0, 0.0)).length() < 1e-4, "{global}");
    app.world_mut().entity_mut(child).remove::<ChildOf>();
    run(&mut app, 2);
    assert_eq!((position(&app, child), shown(&app, child)), (vec2(3.0, 0.0), vec2(3.0, 0.0)));
}

#[test]
fn a_wall_is_moved_by_its_transform_and_by_its_parent() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::default());
    let child = spawn(&mut app, (wall(vec2(1.0, 0.0), Vec2::X), ChildOf(parent)));
    let lone = spawn(&mut app, wall(vec2(1.0, 5.0), Vec2::X));
    run(&mut app, 2);
    for step in 1u8..10 {
        let x = f32::from(step);
        change(&mut app, parent, |place: &mut Transform| place.translation.x = x);
        change(&mut app, lone, |place: &mut Transform| place.translation.x = x);
        run(&mut app, 1);
        assert_eq!((position(&app, child).x, position(&app, lone).x), (x + 1.0, x));
        assert_eq!(get::<GlobalTransform>(&app, child).translation().x, x + 1.0);
    }
    change(&mut app, child, |position: &mut Position| position.0 = vec2(-20.0, 0.0));
    run(&mut app, 2);
    assert_eq!(get::<GlobalTransform>(&app, child).translation().x, -20.0);
    change(&mut app, parent, |place: &mut Transform| place.translation.x += 1.0);
    run(&mut app, 2);
    assert_eq!(position(&app, child).x, -19.0);
}

/// The game reads where the tick ended, whatever the frame before has drawn.
#[test]
fn games_never_read_a_drawn_position() {
    #[derive(Resource, Default)]
    struct Off(f32);
    fn compare(bodies: Query<(&Transform, &Position)>, mut off: ResMut<Off>) {
        for (transform, position) in &bodies {
            off.0 = off.0.max((transform.translation.truncate() - position.0).length());
        }
    }
    let mut app = app();
    app.init_resource::<Off>().add_systems(FixedUpdate, compare).add_systems(Update, compare);
    set_frame(&mut app, TICK * 2 / 7);
    let ball = spawn(&mut app, (ball(Vec2::ZERO, vec2(5.0, 1.0)), Position(Vec2::ZERO)));
    run(&mut app, 100);
    assert_eq!(app.world().resource::<Off>().0, 0.0);
    assert_ne!(shown(&app, ball), position(&app, ball));
}

#[test]
fn only_bodies_that_moved_are_changed() {
    #[derive(Resource, Default)]
    struct Changed(Vec<Entity>);
    type Bodies<'w, 's> = Query<
        'w,
        's,
        (Entity, Ref<'static, Position>, Ref<'static, Velocity>, Ref<'static, Transform>),
    >;
    fn note(bodies: Bodies, clock: Res<bevy_time::Time<Elastic>>, mut changed: ResMut<Changed>) {
        for (entity, position, velocity, transform) in &bodies {
            let any = position.is_changed() || velocity.is_changed() || transform.is_changed();
            if clock.tick() > 2 && any {
                changed.0.push(entity);
            }
        }
    }
    let mut app: App = app();
    app.init_resource::<Changed>().add_systems(bevy_app::Last, note);
    let parent = spawn(&mut app, Transform::from_xyz(1.0, 1.0, 1.0).with_scale(Vec3::splat(3.0)));
    spawn(&mut app, ball(vec2(9.0, 9.0), Vec2::ZERO));
    spawn(&mut app, (ball(vec2(9.0, 19.0), Vec2::ZERO), Position(vec2(5.0, 40.0))));
    spawn(&mut app, (ball(vec2(-9.0, 9.0), Vec2::ZERO), ChildOf(parent)));
    spawn(&mut app, wall(vec2(-90.0, 0.0), Vec2::X));
    let mover = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 20);
    let changed = &app.world().resource::<Changed>().0;
    assert!(changed.len() > 10 && changed.iter().all(|entity| *entity == mover), "{changed:?}");
}
