//! The state is exact in f64, whatever the precision of components is: far from the origin, over flush tiles and in queries.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::query::QueryFilter;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::space::Space;
use bevy_math::{DVec2, Vec2, dvec2, vec2};
use bevy_time::{Time, Virtual};
use collide_core::measure::{kinetic_energy, state_hash};

use crate::app::{app, app_in, app_with, ball, position, run, set_tick, spawn, state, wall};

/// The height above `floor` to which a ball rises that has this state.
fn height(app: &App, ball: Entity, [floor, gravity]: [f64; 2]) -> f64 {
    let (place, velocity) = state::<Vec2>(app, ball);
    place.y - 0.5 - floor + velocity.length_squared() / (2.0 * gravity)
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

/// A hundred balls in a room of 400.
#[test]
fn room_far_from_the_origin_keeps_its_energy_for_a_million_impacts() {
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
    while seen < 1_000_000 {
        app.update();
        seen += app.world().resource::<SimulationStepper>().report().impacts().count();
    }
    let off = (energy(&app) / first - 1.0).abs();
    println!("{seen} impacts, energy off by {off:e}");
    assert!(off < 1e-12, "{off:e}");
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
fn other_tick_lengths_change_no_place_between_impacts() {
    let place = |tick: Duration, seconds: u32| {
        let mut app = app_with(ElasticSpacePlugin::<Vec2>::default());
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
        set_tick(&mut app, tick);
        let ball = spawn(&mut app, ball(vec2(1e5, 3e4), vec2(1.3, 7.7)));
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
