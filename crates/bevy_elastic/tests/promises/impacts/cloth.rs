//! Balls on a cloth slide, roll and stop in an App as in the core, and as references of 50 digits; a game strikes them.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::message::Messages;
use bevy_elastic::cloth::{Stroke, strike};
use bevy_elastic::components::{
    AngularVelocity, Cloth, InertiaFactor, Nose, Rejected, Roll, RollingFriction,
};
use bevy_elastic::events::{Rolls, Stopped};
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, Vec2, Vec3, dvec2, vec2};
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;
use collide_core::body::Body;
use collide_core::measure::state_hash;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use serde_json::Value;

use crate::app::{
    app, app_in, app_with, change, clock, get, heard, listen, run, set_frame, set_tick, spawn,
    velocity,
};

const RADIUS: f64 = 0.028575;

/// Time in seconds, kind, and names of a pair in order.
type Happening = (f64, String, Vec<String>);

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn vector(value: &Value) -> DVec2 {
    dvec2(number(&value[0]), number(&value[1]))
}

/// The breaks of the reference.
fn breaks() -> Vec<Value> {
    let text = include_str!("../../../../collide-core/tests/data/spin/break.json");
    let mut file: Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(file["cases"].take()).unwrap()
}

/// The events of a break.
fn expected(case: &Value) -> Vec<Happening> {
    let events = ["events", "times"].map(|list| case[list].as_array().unwrap());
    let happening = |event: &Value| {
        let names = event["agents"].as_array().unwrap().iter();
        let mut names: Vec<_> = names.map(|name| name.as_str().unwrap().to_owned()).collect();
        names.sort();
        let time = event["t_30"].as_str().unwrap().parse().unwrap();
        (time, event["type"].as_str().unwrap().to_owned(), names)
    };
    events.into_iter().flatten().map(happening).collect()
}

/// The cloth of a break, its side braked as the reference has it.
fn cloth(constants: &Value) -> Cloth {
    let [sliding, rolling, spinning] =
        ["mu_s", "mu_r", "mu_sp"].map(|name| number(&constants[name]) * number(&constants["g"]));
    let spinning = spinning / (0.4 * RADIUS);
    Cloth { sliding: sliding as f32, rolling: rolling as f32, spinning: spinning as f32 }
}

/// The rails of a break: a place, the normal and the name.
fn rails(case: &Value) -> [(DVec2, DVec2, &'static str); 4] {
    let far = dvec2(number(&case["width"]), number(&case["length"]));
    [
        (DVec2::ZERO, DVec2::X, "x=0"),
        (far, -DVec2::X, "x=w"),
        (DVec2::ZERO, DVec2::Y, "y=0"),
        (far, -DVec2::Y, "y=l"),
    ]
}

/// A ball of a break: place, velocity, roll and side.
fn ball_of(state: &Value) -> (DVec2, DVec2, DVec2, f64) {
    let spin = &state["w"];
    let roll = dvec2(number(&spin[1]), -number(&spin[0])) * RADIUS;
    (vector(&state["r"]), vector(&state["v"]), roll, number(&spin[2]))
}

/// Sets up a break in an App, and names the bodies.
fn spawn_break<V: Space<Wide = DVec2>>(app: &mut App, case: &Value) -> Vec<(Entity, String)> {
    let constants = &case["constants"];
    let of = |name: &str| number(&constants[name]) as f32;
    let mut names = Vec::new();
    for (place, normal, name) in rails(case) {
        let rail =
            (Collider::HalfSpace { normal: V::narrow(normal) }, Static, Position(V::narrow(place)));
        let cushion = (Nose(of("nose")), Restitution(of("e_c")), Friction(of("mu_c")));
        names.push((spawn(app, (rail, cushion)), name.to_owned()));
    }
    for (name, state) in case["balls"].as_object().unwrap() {
        let (place, velocity, roll, side) = ball_of(state);
        let [place, velocity, roll] = [place, velocity, roll].map(V::narrow);
        let ball = (Collider::<V>::ball(RADIUS), Position(place), Velocity(velocity));
        let spin = (cloth(constants), Roll(roll), AngularVelocity(side as f32));
        let surface = (Restitution(of("e_b")), Friction(of("mu_b")), Mass(0.170_097));
        names.push((spawn(app, (ball, spin, surface)), name.clone()));
    }
    names
}

/// Plays a break in frames of this length until nothing moves.
fn play<V: Space<Wide = DVec2>>(
    case: &Value,
    tick: Duration,
    mut frame: impl FnMut() -> Duration,
) -> Vec<Happening> {
    let mut app = app_with(ElasticSpacePlugin::<V>::default());
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
    set_tick(&mut app, tick);
    let names = spawn_break::<V>(&mut app, case);
    let name =
        |target: Entity| names.iter().find(|(entity, _)| *entity == target).unwrap().1.clone();
    let (mut told, seconds) = (Vec::new(), tick.as_secs_f64());
    for _ in 0..10_000 {
        set_frame(&mut app, frame());
        app.update();
        let world = app.world_mut();
        for hit in world.resource_mut::<Messages<Collided<V>>>().drain() {
            let mut pair = vec![name(hit.entity), name(hit.other)];
            pair.sort();
            let is_rail = pair.iter().any(|name| name.contains('='));
            let kind = if is_rail { "cushion" } else { "ball_ball" };
            told.push((hit.tick as f64 * seconds + hit.time, kind.to_owned(), pair));
        }
        for rolls in world.resource_mut::<Messages<Rolls>>().drain() {
            let time = rolls.tick as f64 * seconds + rolls.time;
            told.push((time, "sliding_rolling".to_owned(), vec![name(rolls.entity)]));
        }
        for stopped in world.resource_mut::<Messages<Stopped>>().drain() {
            let time = stopped.tick as f64 * seconds + stopped.time;
            told.push((time, "rolling_still".to_owned(), vec![name(stopped.entity)]));
        }
        let simulation = world.resource::<Simulation<V>>();
        if !told.is_empty() && !simulation.world().is_moving() {
            break;
        }
    }
    told.sort_by(|one, two| one.0.total_cmp(&two.0).then(two.2.cmp(&one.2)));
    told
}

/// A tick of 60 a second, as `Time` rounds it.
const SIXTIETH: Duration = Duration::from_nanos(16_666_667);

#[test]
fn breaks_have_each_event_of_the_reference_in_its_order() {
    for (case, count) in breaks().iter().zip([87, 98]) {
        let (told, wanted) = (play::<DVec2>(case, SIXTIETH, || SIXTIETH), expected(case));
        assert_eq!((told.len(), wanted.len()), (count, count));
        for (index, (told, wanted)) in told.iter().zip(&wanted).enumerate() {
            assert_eq!((&told.1, &told.2), (&wanted.1, &wanted.2), "event {index}");
            let error = (told.0 - wanted.0).abs();
            // Components round the constants of the reference to f32, and each impact magnifies that.
            let bound = if index < 20 { 1e-9 } else { 1e-5 };
            assert!(error < bound, "event {index}: {error:e} s");
        }
    }
}

/// Asserts that a break has the bits of the core at any frame rate, if its values are given in this space.
fn assert_breaks_have_the_bits_of_the_core<V: Space<Wide = DVec2>>() {
    for case in &breaks() {
        let known = core_break::<V>(case);
        let mut ragged = [3, 40, 7, 25, 11].into_iter().cycle().map(Duration::from_millis);
        assert_eq!(play::<V>(case, SIXTIETH, || SIXTIETH), known);
        assert_eq!(play::<V>(case, SIXTIETH, || Duration::from_nanos(4_166_667)), known);
        assert_eq!(play::<V>(case, SIXTIETH, || ragged.next().unwrap()), known);
    }
}

#[test]
fn break_is_the_same_to_the_bit_at_any_frame_rate_and_in_the_core() {
    assert_breaks_have_the_bits_of_the_core::<DVec2>();
}

/// In f32 the state was rounded after each tick, and the break was another one at each rate.
#[test]
fn break_given_in_f32_is_the_same_to_the_bit_at_any_frame_rate_and_in_the_core() {
    assert_breaks_have_the_bits_of_the_core::<Vec2>();
}

/// The same break in the core, with the constants that components hold.
fn core_break<V: Space<Wide = DVec2>>(case: &Value) -> Vec<Happening> {
    let constants = &case["constants"];
    let of = |name: &str| f64::from(number(&constants[name]) as f32);
    let (mut world, mut names) = (World::<DVec2>::new(), Vec::<(BodyId, String)>::new());
    world.set_given_rounding(V::GIVEN_ROUNDING).unwrap();
    let given = |vector| V::narrow(vector).widen();
    for (place, normal, name) in rails(case) {
        let rail = Body::fixed(Shape::half_space(normal), given(place));
        let (restitution, friction, nose) = (of("e_c"), of("mu_c"), of("nose"));
        let rail = Body { restitution, friction, nose, ..rail };
        names.push((world.add(rail).unwrap(), name.to_owned()));
    }
    for (name, state) in case["balls"].as_object().unwrap() {
        let (place, velocity, roll, side) = ball_of(state);
        let [place, velocity, roll] = [place, velocity, roll].map(given);
        let ball = Body {
            velocity,
            roll,
            angular_velocity: side,
            inertia_factor: Some(f64::from(0.4f32)),
            cloth: Some(cloth(constants).into()),
            mass: f64::from(0.170_097f32),
            restitution: of("e_b"),
            friction: of("mu_b"),
            ..Body::dynamic(Shape::ball(RADIUS), place)
        };
        names.push((world.add(ball).unwrap(), name.clone()));
    }
    let name = |body: BodyId| names.iter().find(|(id, _)| *id == body).unwrap().1.clone();
    let (mut stepper, mut told) = (Stepper::new(), Vec::new());
    let (mut ticks, seconds) = (0u32, SIXTIETH.as_secs_f64());
    while ticks == 0 || world.is_moving() {
        for event in &stepper.step(&mut world, seconds).events {
            let (kind, bodies) = match event {
                Event::Impact(hit) => match name(hit.bodies[1]).contains('=') {
                    true => ("cushion", hit.bodies.to_vec()),
                    false => ("ball_ball", hit.bodies.to_vec()),
                },
                Event::Rolls { ball, .. } => ("sliding_rolling", vec![*ball]),
                Event::Stopped { ball, .. } => ("rolling_still", vec![*ball]),
                _ => continue,
            };
            let mut names: Vec<_> = bodies.into_iter().map(name).collect();
            names.sort();
            told.push((f64::from(ticks) * seconds + event.time(), kind.to_owned(), names));
        }
        ticks += 1;
    }
    told.sort_by(|one, two| one.0.total_cmp(&two.0).then(two.2.cmp(&one.2)));
    told
}

/// A ball of radius 1 on a cloth that brakes only what slides.
fn slider(app: &mut App, velocity: Vec2) -> Entity {
    let cloth = Cloth { sliding: 32.0, rolling: 0.0, spinning: 0.0 };
    spawn(app, (Collider::circle(1.0), Velocity(velocity), cloth))
}

fn roll(app: &App, ball: Entity) -> Vec2 {
    get::<Roll>(app, ball).0
}

#[test]
fn ball_rolls_with_five_sevenths_of_its_velocity_and_two_of_its_roll() {
    for given in
        [None, Some(Vec2::ZERO), Some(vec2(7.0, 0.0)), Some(vec2(-7.0, 0.0)), Some(vec2(0.0, 7.0))]
    {
        let mut app = app();
        listen::<Rolls>(&mut app);
        let ball = slider(&mut app, vec2(7.0, 0.0));
        if let Some(given) = given {
            app.world_mut().entity_mut(ball).insert(Roll(given));
        }
        run(&mut app, 64);
        let given = given.unwrap_or_default();
        let wanted = (5.0 * vec2(7.0, 0.0) + 2.0 * given) / 7.0;
        assert!((velocity(&app, ball) - wanted).length() < 1e-5, "{}", velocity(&app, ball));
        let slip = (vec2(7.0, 0.0) - given).length();
        let rolls = heard::<Rolls>(&mut app);
        if slip == 0.0 {
            assert!(rolls.is_empty());
            continue;
        }
        let time = rolls[0].tick as f64 / 64.0 + rolls[0].time;
        assert_eq!((rolls.len(), rolls[0].entity), (1, ball));
        assert!((time - f64::from(2.0 * slip / (7.0 * 32.0))).abs() < 1e-7, "{time}");
        // The simulation keeps the roll if the game has no component for it.
        app.world_mut().entity_mut(ball).insert(Roll(Vec2::ZERO));
        run(&mut app, 64);
        assert!((velocity(&app, ball) - wanted * 5.0 / 7.0).length() < 1e-5);
        assert_eq!(roll(&app, ball), velocity(&app, ball));
    }
}

#[test]
fn roll_and_side_that_the_game_writes_count_from_the_next_tick_on() {
    let mut app = app();
    let ball = slider(&mut app, vec2(1.4, 0.0));
    app.world_mut().entity_mut(ball).insert((Roll(Vec2::ZERO), AngularVelocity(3.0)));
    run(&mut app, 64);
    assert_eq!(roll(&app, ball), velocity(&app, ball));
    let hash_before = state_hash(app.world().resource::<Simulation>().world());
    // What is written back is no change.
    let revised = |app: &mut App| state_hash(app.world().resource::<Simulation>().world());
    let same = roll(&app, ball);
    change(&mut app, ball, |roll: &mut Roll| roll.0 = same);
    clock(&mut app).pause();
    run(&mut app, 1);
    assert_eq!(revised(&mut app), hash_before);
    clock(&mut app).unpause();
    change(&mut app, ball, |roll: &mut Roll| roll.0 = vec2(-6.0, 0.0));
    change(&mut app, ball, |side: &mut AngularVelocity| side.0 = -2.0);
    run(&mut app, 64);
    assert!((velocity(&app, ball) - vec2(-1.0, 0.0)).length() < 1e-5, "{}", velocity(&app, ball));
    assert_eq!(get::<AngularVelocity>(&app, ball).0, -2.0);
    // Its Transform does not turn.
    assert!(get::<Transform>(&app, ball).rotation.is_near_identity());
}

#[test]
fn struck_ball_follows_stops_or_draws_after_a_full_hit() {
    // A rolling ball goes on with 2/7 of its speed, and one that is drawn as much comes back with as much.
    for (height, wanted) in [(0.4, 2.0 / 7.0), (0.0, 0.0), (-0.4, -2.0 / 7.0)] {
        let mut app = app_in::<DVec2>();
        let cloth = Cloth { rolling: 0.0, ..Cloth::default() };
        let stroke = Stroke { offset: dvec2(0.0, height), ..Stroke::pool(DVec2::X, 2.0) };
        let struck = strike(&stroke).unwrap();
        let cue = (Collider::<DVec2>::ball(RADIUS), Velocity(struck.velocity), Roll(struck.roll));
        let cue = spawn(&mut app, (cue, cloth, AngularVelocity(struck.angular_velocity as f32)));
        let place = Position(dvec2(2.0 * RADIUS + 1e-6, 0.0));
        let object = spawn(&mut app, (Collider::<DVec2>::ball(RADIUS), place, cloth));
        run(&mut app, 256);
        let speed = |ball: Entity| get::<Velocity<DVec2>>(&app, ball).0.x / struck.velocity.x;
        assert!((speed(cue) - wanted).abs() < 1e-4, "{height}: {}", speed(cue));
        assert!((speed(object) - 5.0 / 7.0).abs() < 1e-4, "{height}: {}", speed(object));
    }
}

#[test]
fn what_cannot_lie_on_a_cloth_is_rejected_with_the_reason() {
    let reason = "only a ball of the plane that turns can lie on a cloth";
    let mut deep = app_in::<Vec3>();
    let ball = spawn(&mut deep, (Collider::sphere(0.5), Cloth::default()));
    run(&mut deep, 2);
    assert_eq!(get::<Rejected>(&deep, ball).reason, reason);
    let mut app = app();
    let parent = spawn(&mut app, Transform::IDENTITY);
    let child = spawn(&mut app, (Collider::circle(0.5), Transform::IDENTITY, Cloth::default()));
    app.world_mut().entity_mut(child).insert(ChildOf(parent));
    let rejected = [
        child,
        spawn(&mut app, (Collider::rectangle(1.0, 1.0), Cloth::default())),
        spawn(&mut app, (Collider::circle(0.5), Static, Cloth::default())),
        spawn(&mut app, (Collider::circle(0.5), Kinematic, Cloth::default())),
        spawn(&mut app, (Collider::circle(0.0), Cloth::default())),
    ];
    run(&mut app, 2);
    for body in rejected {
        assert_eq!(get::<Rejected>(&app, body).reason, reason);
    }
    // Without the cloth it takes part.
    app.world_mut().entity_mut(rejected[1]).remove::<Cloth>();
    run(&mut app, 2);
    assert!(app.world().get::<Rejected>(rejected[1]).is_none());
}

#[test]
fn ball_that_leaves_the_cloth_flies_and_turns_with_its_transform() {
    let mut app = app();
    let ball = slider(&mut app, vec2(3.0, 0.0));
    app.world_mut().entity_mut(ball).insert(AngularVelocity(2.0));
    run(&mut app, 64);
    app.world_mut().entity_mut(ball).remove::<Cloth>();
    run(&mut app, 33);
    let angle = get::<Transform>(&app, ball).rotation.to_scaled_axis().z;
    assert!((angle - 1.0).abs() < 0.05, "{angle}");
    app.world_mut().entity_mut(ball).insert(Cloth { sliding: 1.0, rolling: 1.0, spinning: 1.0 });
    run(&mut app, 256);
    assert_eq!((velocity(&app, ball), get::<AngularVelocity>(&app, ball).0), (Vec2::ZERO, 0.0));
}

#[test]
fn rolling_friction_brakes_a_disc_on_a_floor() {
    let mut app = app();
    app.insert_resource(Gravity(Vec2::NEG_Y * 10.0));
    let floor = (Collider::half_plane(Vec2::Y), Static, RollingFriction(0.06));
    spawn(&mut app, floor);
    let disc = (Collider::circle(1.0), Position(vec2(0.0, 1.0)), Velocity(vec2(4.0, 0.0)));
    let turning = (AngularVelocity(-4.0), InertiaFactor::DISC, Friction(0.5), Restitution(0.5));
    let disc = spawn(&mut app, (disc, turning));
    run(&mut app, 64 * 4);
    // By c g / (1 + k) a second.
    assert!((velocity(&app, disc).x - 2.4).abs() < 0.02, "{}", velocity(&app, disc));
    run(&mut app, 64 * 8);
    assert_eq!((velocity(&app, disc), get::<AngularVelocity>(&app, disc).0), (Vec2::ZERO, 0.0));
}
