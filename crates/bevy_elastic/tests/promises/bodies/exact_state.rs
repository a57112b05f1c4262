//! The state is exact whatever the precision of components is, and changes only where the game writes something new.

use std::time::Duration;

use bevy_app::{App, FixedFirst, FixedLast, FixedUpdate, Startup};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::{Commands, Query, RunSystemOnce};
use bevy_elastic::components::{Absorbed, AngularDamping, AngularVelocity, BodyKey, Cloth, Roll};
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::query::QueryFilter;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::{Angular, Space};
use bevy_math::{DVec2, Quat, Vec2, Vec3, dvec2, vec2, vec3};
use bevy_reflect::GetPath;
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;
use collide_core::measure::{kinetic_energy, state_hash};

use crate::app::{
    app, app_in, app_with, ball, change, get, hash, position, run, set_frame, set_tick, spawn,
    velocity, wall,
};

/// The place and the velocity of a body in the simulation.
fn state<V: Space>(app: &App, entity: Entity) -> (V::Wide, V::Wide) {
    let simulation = app.world().resource::<Simulation<V>>();
    simulation.world().state(simulation.body(entity).unwrap()).unwrap()
}

/// Positions in f32 were rounded after each tick: a ball was up to half too fast, or stood still.
#[test]
fn ball_far_from_the_origin_moves_at_its_speed() {
    for (x, speed) in [(1e3, 1.3), (5e3, 7.7), (2e4, 3.3), (1e5, 10.0), (1e6, 10.0), (3e6, 5.0)] {
        let (x, speed): (f32, f32) = (x, speed);
        let mut app = app();
        let ball = spawn(&mut app, ball(vec2(x, 0.0), vec2(speed, 0.0)));
        run(&mut app, 64 * 60);
        let end = f64::from(x) + f64::from(speed) * 60.0;
        assert_eq!(position(&app, ball).x, end as f32, "{x} {speed}");
        assert!((state::<Vec2>(&app, ball).0.x - end).abs() < 1e-13 * 3840.0 * end, "{x} {speed}");
    }
}

/// The height above `floor` to which a ball rises that has this state.
fn height(app: &App, ball: Entity, [floor, gravity]: [f64; 2]) -> f64 {
    let (place, velocity) = state::<Vec2>(app, ball);
    place.y - 0.5 - floor + velocity.length_squared() / (2.0 * gravity)
}

#[test]
fn bounces_far_from_the_origin_keep_their_height_for_ten_minutes() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -980.0)));
    spawn(&mut app, wall(vec2(0.0, 1e6), Vec2::Y));
    let ball = spawn(&mut app, ball(vec2(0.0, 1e6 + 100.5), Vec2::ZERO));
    run(&mut app, 1);
    let first = height(&app, ball, [1e6, 980.0]);
    run(&mut app, 64 * 600);
    let off = (height(&app, ball, [1e6, 980.0]) / first - 1.0).abs();
    println!("height off by {off:e}");
    assert!(off < 1e-9, "{off:e}");
}

/// Plays a hundred balls in a room of 400 far from the origin, and asserts that they keep their energy.
fn assert_room_keeps_its_energy(impacts: usize) {
    let mut app = app();
    let middle = vec2(1e6, 0.0);
    let room = (Collider::arena(vec2(400.0, 400.0)), Static, Position(middle));
    spawn(&mut app, room);
    for number in 0..100u8 {
        let place = vec2(f32::from(number % 10), f32::from(number / 10)) * 38.0 - 171.0;
        let velocity = Vec2::from_angle(f32::from(number) * 2.4) * 4000.0;
        let body = (Collider::circle(8.0), Velocity(velocity), Position(middle + place));
        spawn(&mut app, (body, Mass(f32::from(1 + number % 3))));
    }
    run(&mut app, 1);
    let energy = |app: &App| kinetic_energy(app.world().resource::<Simulation>().world());
    let (first, mut seen) = (energy(&app), 0);
    while seen < impacts {
        app.update();
        seen += app.world().resource::<SimulationStepper>().report().impacts().count();
    }
    let off = (energy(&app) / first - 1.0).abs();
    println!("{seen} impacts, energy off by {off:e}");
    assert!(off < 1e-12, "{off:e}");
}

#[test]
fn room_far_from_the_origin_keeps_its_energy_for_a_million_impacts() {
    assert_room_keeps_its_energy(1_000_000);
}

/// Balls that fall, bounce, roll on a cloth and turn, a wall that turns, and a pile; all with values that f32 cannot hold for long.
fn busy_app() -> (App, Vec<Entity>) {
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

/// Writes a value over itself.
fn write_back<T: Copy>(value: &mut T) {
    *value = std::hint::black_box(*value);
}

/// Asserts that a system that writes back what components show changes no bits, in any schedule of the fixed loop.
fn assert_changes_nothing<M>(
    name: &str,
    add: impl Fn(&mut App, bevy_ecs::intern::Interned<dyn ScheduleLabel>) -> M,
) {
    for schedule in [FixedFirst.intern(), FixedUpdate.intern(), FixedLast.intern()] {
        let [(mut plain, _), (mut written, _)] = [busy_app(), busy_app()];
        add(&mut written, schedule);
        for tick in 0..400 {
            plain.update();
            written.update();
            assert_eq!(hash(&plain), hash(&written), "{name} in {schedule:?}, tick {tick}");
        }
    }
}

#[test]
fn values_that_are_written_back_leave_the_bits() {
    assert_changes_nothing("positions", |app, schedule| {
        app.add_systems(schedule, |mut bodies: Query<&mut Position>| {
            bodies.iter_mut().for_each(|mut position| write_back(&mut position.0));
        });
    });
    assert_changes_nothing("velocities and spins", |app, schedule| {
        let write = |mut bodies: Query<(
            &mut Velocity,
            Option<&mut AngularVelocity>,
            Option<&mut Roll>,
        )>| {
            for (mut velocity, angular_velocity, roll) in &mut bodies {
                write_back(&mut velocity.0);
                angular_velocity.into_iter().for_each(|mut it| write_back(&mut it.0));
                roll.into_iter().for_each(|mut it| write_back(&mut it.0));
            }
        };
        app.add_systems(schedule, write);
    });
    assert_changes_nothing("transforms", |app, schedule| {
        app.add_systems(schedule, |mut bodies: Query<&mut Transform>| {
            for mut transform in &mut bodies {
                write_back(&mut transform.translation);
                write_back(&mut transform.rotation);
            }
        });
    });
}

#[test]
fn marks_of_change_leave_the_bits() {
    assert_changes_nothing("marks", |app, schedule| {
        let mark = |mut bodies: Query<(&mut Position, &mut Velocity, &mut Transform)>| {
            for (mut position, mut velocity, mut transform) in &mut bodies {
                position.set_changed();
                velocity.set_changed();
                transform.set_changed();
            }
        };
        app.add_systems(schedule, mark);
    });
}

/// A moving ball with a state that its components do not hold.
fn ball_between_numbers() -> (App, Entity) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.013, -0.071)));
    let ball = spawn(&mut app, ball(vec2(1000.1, 2000.3), vec2(1.3, 3.7)));
    run(&mut app, 77);
    let (place, velocity) = state::<Vec2>(&app, ball);
    let shown = [position(&app, ball), get::<Velocity>(&app, ball).0].map(Vec2::as_dvec2);
    assert!(shown[0].x != place.x && shown[0].y != place.y);
    assert!(shown[1].x != velocity.x && shown[1].y != velocity.y);
    (app, ball)
}

#[test]
fn turned_axis_of_a_velocity_leaves_the_bits_of_the_other() {
    let (mut app, ball) = ball_between_numbers();
    app.insert_resource(Gravity(Vec2::ZERO));
    let (place, before) = state::<Vec2>(&app, ball);
    let x = velocity(&app, ball).x;
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0.x = -velocity.0.x);
    run(&mut app, 1);
    let (moved, after) = state::<Vec2>(&app, ball);
    assert_eq!(after, dvec2(-f64::from(x), before.y));
    assert_eq!(moved, place + after / 64.0);
}

#[test]
fn moved_axis_of_a_place_leaves_the_bits_of_the_other() {
    let (mut app, ball) = ball_between_numbers();
    let before = state::<Vec2>(&app, ball);
    change(&mut app, ball, |position: &mut Position| position.0.x = 7.0);
    set_frame(&mut app, Duration::ZERO);
    app.world_mut().resource_mut::<Time<bevy_elastic::time::Elastic>>().pause();
    app.update();
    assert_eq!(state::<Vec2>(&app, ball), (dvec2(7.0, before.0.y), before.1));
    change(&mut app, ball, |transform: &mut Transform| transform.translation.y = 9.0);
    app.update();
    assert_eq!(state::<Vec2>(&app, ball), (dvec2(7.0, 9.0), before.1));
    assert_eq!(position(&app, ball), vec2(7.0, 9.0));
}

#[test]
fn field_that_an_inspector_sets_leaves_the_bits_of_the_others() {
    let (mut app, ball) = ball_between_numbers();
    app.insert_resource(Gravity(Vec2::ZERO));
    let (place, before) = state::<Vec2>(&app, ball);
    let set = |app: &mut App, path: &str, value: f32| {
        let registry = app.world().resource::<AppTypeRegistry>().clone();
        let registry = registry.read();
        let registered = registry.get(std::any::TypeId::of::<Velocity>()).unwrap();
        let component = registered.data::<ReflectComponent>().unwrap().clone();
        let mut entity = app.world_mut().entity_mut(ball);
        let mut velocity = component.reflect_mut(&mut entity).unwrap();
        let field = velocity.as_reflect_mut().path_mut::<f32>(path).unwrap();
        *field = value;
    };
    // An inspector writes all fields that it shows, also those that have not changed.
    let shown = velocity(&app, ball);
    set(&mut app, ".0.x", shown.x);
    set(&mut app, ".0.y", 0.5);
    run(&mut app, 1);
    let after = dvec2(before.x, 0.5);
    assert_eq!(state::<Vec2>(&app, ball), (place + after / 64.0, after));
}

/// A written velocity that equals the roll, both rounded, let a ball slide for an instant, and that was reported.
#[test]
fn ball_that_is_given_its_roll_as_velocity_rolls() {
    let mut app = app();
    crate::app::listen::<bevy_elastic::events::Rolls>(&mut app);
    let cloth = Cloth { sliding: 1.3, rolling: 0.07, spinning: 0.0 };
    let ball = (Collider::circle(0.3), cloth, Velocity(vec2(3.3, 0.7)), Roll(vec2(0.1, 1.1)));
    let ball = spawn(&mut app, ball);
    run(&mut app, 7);
    let roll = get::<Roll>(&app, ball).0;
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = roll);
    run(&mut app, 2);
    assert_eq!(crate::app::heard::<bevy_elastic::events::Rolls>(&mut app), []);
    let velocity = velocity(&app, ball);
    change(&mut app, ball, |roll: &mut Roll| roll.0 = vec2(0.1, 1.1));
    run(&mut app, 1);
    change(&mut app, ball, |it: &mut Roll| it.0 = velocity);
    change(&mut app, ball, |it: &mut Velocity| it.0 = velocity);
    run(&mut app, 2);
    assert_eq!(crate::app::heard::<bevy_elastic::events::Rolls>(&mut app), []);
}

#[test]
fn forecast_of_a_change_is_what_the_written_components_do() {
    let (mut app, ball) = ball_between_numbers();
    spawn(&mut app, wall(vec2(1003.0, 0.0), -Vec2::X));
    run(&mut app, 3);
    // One axis of each vector is written, the other has the value that is shown.
    let (place, speed) = (position(&app, ball), velocity(&app, ball));
    let change_of_ball = ForecastChange {
        position: Some(vec2(1001.0, place.y)),
        velocity: Some(vec2(speed.x, 0.4)),
        ..ForecastChange::of(ball)
    };
    let foretold = app
        .world_mut()
        .run_system_once(move |mut forecast: Forecast| {
            state_hash(&forecast.predict(&[change_of_ball], 200).end)
        })
        .unwrap();
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(1001.0, place.y));
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(speed.x, 0.4));
    run(&mut app, 200);
    assert_eq!(hash(&app), foretold);
}

/// The `Transform` of a body at the end of the last tick. After the tick a drawn one takes its place.
#[derive(Component)]
struct AtTickEnd(Transform);

fn keep_tick_end(bodies: Query<(Entity, &Transform)>, mut commands: Commands) {
    for (body, transform) in &bodies {
        commands.entity(body).insert(AtTickEnd(*transform));
    }
}

/// Spawns the balls and walls of an App anew in another one, from what their components show.
fn spawned_from(app: &App, bodies: &[Entity]) -> App {
    let mut other = self::app();
    other.insert_resource(*app.world().resource::<Gravity>());
    for body in bodies {
        let from = app.world().entity(*body);
        let mut to = other.world_mut().spawn((
            from.get::<Collider>().unwrap().clone(),
            *from.get::<Position>().unwrap(),
            *from.get::<Velocity>().unwrap(),
            from.get::<AtTickEnd>().unwrap().0,
            *from.get::<Restitution>().unwrap(),
            *from.get::<BodyKey>().unwrap(),
        ));
        from.get::<Friction>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<AngularVelocity>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Cloth>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Roll>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Static>().into_iter().for_each(|_| _ = to.insert(Static));
        from.get::<Kinematic>().into_iter().for_each(|_| _ = to.insert(Kinematic));
    }
    // The bodies enter, and no time passes.
    set_frame(&mut other, Duration::ZERO);
    other.world_mut().resource_mut::<Time<bevy_elastic::time::Elastic>>().pause();
    other.update();
    other.world_mut().resource_mut::<Time<bevy_elastic::time::Elastic>>().unpause();
    set_frame(&mut other, crate::app::TICK);
    other
}

#[test]
fn app_with_a_past_and_one_spawned_from_its_components_agree_once_rounded() {
    for ticks in [40, 300, 900] {
        let (mut old, bodies) = busy_app();
        old.add_systems(FixedLast, keep_tick_end);
        run(&mut old, ticks);
        let mut new = spawned_from(&old, &bodies);
        assert_ne!(hash(&old), hash(&new), "components are rounded");
        for app in [&mut old, &mut new] {
            app.world_mut().resource_mut::<Simulation>().round_all_to_components();
        }
        for tick in 0..600 {
            assert_eq!(hash(&old), hash(&new), "tick {tick} after {ticks}");
            run(&mut old, 1);
            run(&mut new, 1);
        }
    }
}

/// A cluster without a pull and a rack on a cloth kept in mind that they had collapsed.
#[test]
fn clusters_agree_once_rounded() {
    let mut old = app();
    old.add_systems(FixedLast, keep_tick_end);
    let mut bodies = vec![spawn(&mut old, (Collider::arena(vec2(9.0, 9.0)), Static))];
    for number in 0..40u8 {
        let place = vec2(f32::from(number % 8), f32::from(number / 8)) * 0.51 - vec2(1.7, 1.1);
        let body = (Collider::circle(0.25), Position(place), Velocity(-0.7 * place));
        let entity = spawn(&mut old, (body, Restitution(0.3)));
        if number >= 32 {
            old.world_mut().entity_mut(entity).insert((Cloth::default(), Roll(Vec2::ZERO)));
        }
        bodies.push(entity);
    }
    run(&mut old, 150);
    let mut new = spawned_from(&old, &bodies);
    for app in [&mut old, &mut new] {
        app.world_mut().resource_mut::<Simulation>().round_all_to_components();
    }
    for tick in 0..400 {
        assert_eq!(hash(&old), hash(&new), "tick {tick}");
        run(&mut old, 1);
        run(&mut new, 1);
    }
}

/// A wall that was broken was shown without its rate, and stopped when it came back.
#[test]
fn turning_wall_that_comes_back_turns_on() {
    let mut app = app();
    let bar = (Collider::rectangle(4.0, 0.5), Kinematic, AngularVelocity(0.7f32), Breaks(1));
    let bar = spawn(&mut app, bar);
    spawn(&mut app, ball(vec2(1.0, 3.0), vec2(0.0, -8.0)));
    run(&mut app, 64);
    assert!(app.world().get::<Absorbed>(bar).is_some());
    assert_eq!(get::<AngularVelocity>(&app, bar).0, 0.7);
    app.world_mut().entity_mut(bar).remove::<Absorbed>();
    run(&mut app, 64);
    assert_eq!(get::<AngularVelocity>(&app, bar).0, 0.7);
    let before = get::<Transform>(&app, bar).rotation;
    run(&mut app, 64);
    assert!((get::<Transform>(&app, bar).rotation.angle_between(before) - 0.7).abs() < 1e-3);
}

#[test]
fn small_turns_that_a_game_adds_up_are_kept() {
    let mut app = app();
    let start = Transform::from_rotation(Quat::from_rotation_z(0.3));
    let bar = (Collider::rectangle(4.0, 0.5), Kinematic, AngularVelocity(0.0f32), start);
    let bar = spawn(&mut app, bar);
    app.add_systems(FixedUpdate, |mut bars: Query<&mut Transform>| {
        bars.iter_mut().for_each(|mut transform| transform.rotate_z(1e-6));
    });
    run(&mut app, 64 * 60);
    let turned = get::<Transform>(&app, bar).rotation.to_scaled_axis().z - 0.3;
    assert!((turned / (1e-6 * 64.0 * 60.0) - 1.0).abs() < 0.1, "{turned}");
}

#[test]
fn ball_that_comes_on_a_cloth_keeps_the_bits_of_its_spin() {
    let mut app = app();
    let damping = AngularDamping(0.3);
    let ball = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), AngularVelocity(7.7f32), damping));
    run(&mut app, 33);
    let rate = |app: &App| {
        let simulation = app.world().resource::<Simulation>();
        simulation.world().angular_velocity(simulation.body(ball).unwrap()).unwrap()
    };
    let before = rate(&app);
    assert_ne!(before, f64::from(get::<AngularVelocity>(&app, ball).0));
    app.world_mut().entity_mut(ball).remove::<AngularDamping>();
    let smooth = Cloth { spinning: 0.0, ..Cloth::default() };
    app.world_mut().entity_mut(ball).insert(smooth);
    run(&mut app, 4);
    assert_eq!(rate(&app), before);
    app.world_mut().entity_mut(ball).remove::<Cloth>();
    run(&mut app, 4);
    assert_eq!(rate(&app), before);
}

/// A cloth that was added since a snapshot entered with its roll a tick late after a restore.
#[test]
fn roll_that_is_newer_than_a_snapshot_enters_at_once() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 9);
    let snapshot = crate::app::take(&mut app);
    let cloth = Cloth { sliding: 1.3, rolling: 0.07, spinning: 0.0 };
    app.world_mut().entity_mut(ball).insert((cloth, Roll(vec2(0.1, 0.7))));
    run(&mut app, 9);
    crate::app::restore(&mut app, &snapshot);
    change(&mut app, ball, |roll: &mut Roll| roll.0 = vec2(0.1, 0.7));
    run(&mut app, 1);
    let simulation = app.world().resource::<Simulation>();
    let body = simulation.world().body(simulation.body(ball).unwrap()).unwrap();
    assert!((body.roll - vec2(0.1, 0.7).as_dvec2()).length() < 0.1, "{}", body.roll);
}

#[test]
fn each_body_can_be_rounded_by_itself() {
    let (mut old, bodies) = busy_app();
    old.add_systems(FixedLast, keep_tick_end);
    run(&mut old, 300);
    let mut new = spawned_from(&old, &bodies);
    for (app, bodies) in [(&mut old, Some(&bodies)), (&mut new, None)] {
        let mut simulation = app.world_mut().resource_mut::<Simulation>();
        match bodies {
            Some(bodies) => bodies.iter().for_each(|body| simulation.round_to_components(*body)),
            None => simulation.round_all_to_components(),
        }
    }
    for tick in 0..300 {
        assert_eq!(hash(&old), hash(&new), "tick {tick}");
        run(&mut old, 1);
        run(&mut new, 1);
    }
    // An entity without a body changes nothing.
    let stranger = old.world_mut().spawn_empty().id();
    old.world_mut().resource_mut::<Simulation>().round_to_components(stranger);
    assert_eq!(hash(&old), hash(&new));
}

/// A rotation is shown as a quaternion in f32. What is shown of axes that were shown once is the same.
#[test]
fn axes_that_were_shown_are_shown_as_they_are() {
    fn assert_in<V: Space>(axis: Vec3, angle: f32) {
        let given = Quat::from_axis_angle(axis, angle);
        let shown = V::Angular::rotation(&V::frame(given));
        let off = [Vec3::X, Vec3::Y, Vec3::Z].map(|it| (shown * it).distance(given * it));
        assert!(off.iter().all(|off| *off < 2e-6), "{axis} {angle} {off:?}");
        assert_eq!(V::Angular::rotation(&V::frame(shown)), shown, "{axis} {angle}");
    }
    for number in 0..20_000u16 {
        let angle = f32::from(number) * 3.1e-4 - 3.1;
        assert_in::<Vec2>(Vec3::Z, angle);
        assert_in::<Vec2>(Vec3::Z, 1e-4 * angle);
        let axis = vec3(angle.sin(), 0.3, angle.cos()).normalize();
        assert_in::<Vec3>(axis, 1.7 * angle);
        assert_in::<Vec3>(Vec3::ONE.normalize(), std::f32::consts::PI + 1e-7 * f32::from(number));
    }
}

#[test]
fn query_from_a_rounded_place_starts_where_the_body_is() {
    let mut app = app();
    let seeker = spawn(&mut app, ball(vec2(1e6, 0.0), vec2(0.017, 0.0)));
    spawn(&mut app, wall(vec2(1e6 + 100.0, 0.0), -Vec2::X));
    run(&mut app, 64);
    let place = state::<Vec2>(&app, seeker).0;
    assert_ne!(place.x, f64::from(position(&app, seeker).x));
    let from = position(&app, seeker);
    let distances = app
        .world_mut()
        .run_system_once(move |mut query: ElasticQuery| {
            let alone = QueryFilter::new().excluding([seeker]);
            let ray = query.cast_ray(from, Vec2::X, 1e3, &alone).unwrap().distance;
            let cast = query.cast_ball(from, 0.5, Vec2::X, 1e3, &alone).unwrap().distance;
            let near = query.nearest(from, 1e3, &alone).unwrap().distance;
            let apart = query.cast_ray(from + Vec2::Y, Vec2::X, 1e3, &alone).unwrap().distance;
            [ray, cast + 0.5, near, apart]
        })
        .unwrap();
    let wall = 1e6 + 100.0;
    let right = [wall - place.x, wall - place.x, wall - place.x, wall - f64::from(from.x)];
    for (distance, right) in distances.into_iter().zip(right) {
        assert!((distance - right).abs() < 1e-9, "{distances:?} {right}");
    }
}

/// Flush tiles that were given in f32 lie beside each other by roundings, over which a ball slides.
#[test]
fn ball_slides_over_tiles_that_are_flush_but_for_f32() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -981.0)));
    for number in 0..200u8 {
        let x = 100.1 + 7.7 * f32::from(number);
        let tile = (Collider::rectangle(7.7, 8.3), Static, Position(vec2(x, 33.33 - 4.15)));
        spawn(&mut app, tile);
    }
    let start = vec2(120.0, 33.33 + 3.1);
    let slider = (Collider::circle(3.1), Position(start), Velocity(vec2(300.0, 0.0)));
    let slider = spawn(&mut app, (slider, Restitution(0.5)));
    for _ in 0..64 * 4 {
        run(&mut app, 1);
        let report = app.world().resource::<SimulationStepper>().report();
        assert_eq!((report.impacts().count(), report.limits.len()), (0, 0));
        assert!((position(&app, slider).y - start.y).abs() < 1e-3 * 3.1);
    }
    assert!((position(&app, slider).x - 120.0 - 1200.0).abs() < 1e-3);
}

#[test]
fn spaces_of_one_dimension_have_the_same_bits() {
    fn play<V: Space<Wide = DVec2>>() -> u64 {
        let mut app = app_in::<V>();
        app.insert_resource(Gravity(V::narrow(dvec2(0.0, -4.0))));
        let floor = Collider::HalfSpace { normal: V::narrow(DVec2::Y) };
        spawn(&mut app, (floor, Static));
        for number in 0..20u8 {
            let place = dvec2(0.25 * f64::from(number % 5), 1.0 + f64::from(number));
            let body = (Collider::<V>::ball(0.5), Position(V::narrow(place)), Restitution(0.75));
            spawn(&mut app, body);
        }
        run(&mut app, 200);
        state_hash(app.world().resource::<Simulation<V>>().world())
    }
    assert_eq!(play::<Vec2>(), play::<DVec2>());
}

#[test]
fn ragged_frames_and_other_tick_rates_change_no_place_between_impacts() {
    let place = |tick: Duration, seconds: u32| {
        let mut app = app_with(ElasticSpacePlugin::<Vec2>::default());
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
        set_tick(&mut app, tick);
        let ball = spawn(&mut app, ball(vec2(1e5, 3e4), vec2(1.3, 7.7)));
        app.add_systems(Startup, || {});
        run(&mut app, seconds * (Duration::from_secs(1).as_nanos() / tick.as_nanos()) as u32);
        state::<Vec2>(&app, ball).0
    };
    let [slow, fast] = [Duration::from_micros(62_500), Duration::from_micros(3_906)]
        .map(|tick| (place(tick, 10), tick));
    let ran = |tick: Duration| (Duration::from_secs(10).as_nanos() / tick.as_nanos()) as f64;
    for (place, tick) in [slow, fast] {
        let seconds = ran(tick) * tick.as_secs_f64();
        let right = dvec2(1e5, 3e4) + vec2(1.3, 7.7).as_dvec2() * seconds;
        assert!((place - right).length() < 1e-8, "{place} {right}");
    }
}
