//! Each example of the folder `examples` runs for some ticks without a window, and shows what it is about.

#![expect(dead_code, reason = "`main` opens the window of an example")]

use std::any::TypeId;
use std::collections::BTreeSet;
use std::time::Duration;

use bevy::gizmos::GizmoHandles;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_elastic::components::{AngularVelocity, TangentialRestitution};
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::ForecastCache;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmos};
use bevy_elastic::prelude::*;
use bevy_elastic::time::SeekStatus;

#[path = "../examples/time/aim_line.rs"]
mod aim_line;
#[path = "../examples/basics/backspin.rs"]
mod backspin;
#[path = "../examples/time/best_shot.rs"]
mod best_shot;
#[path = "../examples/things/breakable.rs"]
mod breakable;
#[path = "../examples/time/chosen_bin.rs"]
mod chosen_bin;
#[path = "../examples/basics/contacts.rs"]
mod contacts;
#[path = "../examples/basics/gizmos.rs"]
mod gizmos;
#[path = "../examples/basics/headless.rs"]
mod headless;
#[path = "../examples/basics/hello_ball.rs"]
mod hello_ball;
#[path = "../examples/things/layers.rs"]
mod layers;
#[path = "../examples/things/merge.rs"]
mod merge;
#[path = "../examples/things/moving_platform.rs"]
mod moving_platform;
#[path = "../examples/things/one_way.rs"]
mod one_way;
#[path = "../examples/things/paddle.rs"]
mod paddle;
#[path = "../examples/things/pair_hook.rs"]
mod pair_hook;
#[path = "../examples/time/rewind.rs"]
mod rewind;
#[path = "../examples/basics/scene_notation.rs"]
mod scene_notation;
#[path = "../examples/things/sensors.rs"]
mod sensors;
#[path = "../examples/time/slow_motion.rs"]
mod slow_motion;
#[path = "../examples/basics/space_3d.rs"]
mod space_3d;
#[path = "../examples/basics/walls.rs"]
mod walls;

/// All messages of a type since the App began.
#[derive(Resource)]
struct Heard<M: Message>(Vec<M>);

/// An example without a window, after the update in which it starts; each further update is one tick.
fn started(plugin: fn(&mut App)) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    app.init_resource::<ButtonInput<KeyCode>>().init_resource::<Assets<GizmoAsset>>();
    app.add_plugins(plugin);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
    listen::<Collided>(&mut app);
    app.update();
    app
}

fn listen<M: Message + Clone>(app: &mut App) {
    app.add_message::<M>().insert_resource(Heard::<M>(Vec::new())).add_systems(
        Last,
        |mut messages: MessageReader<M>, mut heard: ResMut<Heard<M>>| {
            heard.0.extend(messages.read().cloned());
        },
    );
}

fn heard<M: Message + Clone>(app: &App) -> Vec<M> {
    app.world().resource::<Heard<M>>().0.clone()
}

fn run(app: &mut App, updates: u32) {
    for _ in 0..updates {
        app.update();
    }
}

/// Holds these keys for some updates.
fn hold(app: &mut App, key: KeyCode, updates: u32) {
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
    for _ in 0..updates {
        app.update();
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().clear();
    }
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().reset_all();
}

/// The entity of the only body, or of the first, with these components.
fn first<F: bevy::ecs::query::QueryFilter>(app: &mut App) -> Entity {
    app.world_mut().query_filtered::<Entity, F>().iter(app.world()).next().expect("there is one")
}

fn count<F: bevy::ecs::query::QueryFilter>(app: &mut App) -> usize {
    app.world_mut().query_filtered::<(), F>().iter(app.world()).count()
}

fn get<C: Component + Clone>(app: &App, entity: Entity) -> C {
    app.world().get::<C>(entity).expect("the entity has this component").clone()
}

fn position(app: &App, entity: Entity) -> Vec2 {
    get::<Position>(app, entity).0
}

/// The text that the example shows.
fn text(app: &mut App) -> String {
    let entity = first::<With<Text2d>>(app);
    get::<Text2d>(app, entity).0
}

/// The number of corners of the lines that the last frame has drawn.
fn corners(app: &App) -> usize {
    let handles = app.world().resource::<GizmoHandles>().handles();
    let Some(Some(handle)) = handles.get(&TypeId::of::<ElasticGizmos>()) else { return 0 };
    let lines = app.world().resource::<Assets<GizmoAsset>>().get(handle);
    lines.map_or(0, |lines| {
        lines.buffer().list_positions.len() + lines.buffer().strip_positions.len()
    })
}

type Free = (With<Collider>, Without<Static>, Without<Kinematic>);

#[test]
fn hello_ball_bounces_without_loss() {
    let mut app = started(hello_ball::plugin);
    run(&mut app, 120);
    let ball = first::<Free>(&mut app);
    let speed = vec2(500.0, 320.0).length();
    assert!((get::<Velocity>(&app, ball).0.length() - speed).abs() < 1e-3);
    assert!(heard::<Collided>(&app).len() >= 2 && corners(&app) > 32);
}

#[test]
fn scene_notation_makes_the_same_bodies() {
    let scenes = |app: &mut App| {
        app.add_plugins((AssetPlugin::default(), bevy::scene::ScenePlugin, scene_notation::plugin));
    };
    let mut app = started(scenes);
    let mut balls = app.world_mut().query_filtered::<(&Collider, &Restitution), Free>();
    let balls: Vec<_> = balls.iter(app.world()).collect();
    assert_eq!(balls, vec![(&Collider::circle(20.0), &Restitution(0.95)); 16]);
    let mut names = app.world_mut().query::<(Entity, &Name)>();
    let (cue, _) = names.iter(app.world()).find(|(_, name)| name.as_str() == "Cue").unwrap();
    run(&mut app, 60);
    assert!(get::<Velocity>(&app, cue).0.length() < 900.0);
    assert!(heard::<Collided>(&app).len() > 15);
}

#[test]
fn walls_of_each_kind_are_hit() {
    let mut app = started(walls::plugin);
    run(&mut app, 120);
    let walls: BTreeSet<Entity> = heard::<Collided>(&app).iter().map(|it| it.other).collect();
    let is_wall = |entity: &&Entity| app.world().get::<Static>(**entity).is_some();
    assert_eq!(walls.iter().filter(is_wall).count(), 6);
    let mut balls = app.world_mut().query_filtered::<&Position, Free>();
    let room = vec2(600.0, 340.0) - 12.0 + 1e-3;
    assert!(balls.iter(app.world()).all(|place| place.0.abs().cmple(room).all()));
}

#[test]
fn balls_with_spin_come_back() {
    let mut app = started(backspin::plugin);
    run(&mut app, 1);
    let superball = first::<With<TangentialRestitution>>(&mut app);
    let disc = first::<(Free, Without<TangentialRestitution>)>(&mut app);
    let (mut reached, mut speed) = (position(&app, disc).x, 0.0);
    for _ in 0..40 {
        app.update();
        speed = get::<Velocity>(&app, superball).0.x;
    }
    // Garwin's superball leaves the third bounce with -333/343 of its velocity along the floor.
    assert!((speed + 900.0 * 333.0 / 343.0).abs() < 1.0, "{speed}");
    assert!(position(&app, superball).x < -350.0);
    for _ in 0..200 {
        app.update();
        reached = position(&app, disc).x.max(reached);
    }
    assert!(reached > 150.0 && position(&app, disc).x < reached - 100.0, "{reached}");
    assert!(get::<AngularVelocity>(&app, disc).0 > 0.0);
    let lines = corners(&app);
    hold(&mut app, KeyCode::Space, 1);
    run(&mut app, 1);
    assert!(count::<Free>(&mut app) == 4 && corners(&app) > lines);
}

#[test]
fn the_scale_shows_the_mass_of_what_lies_on_it() {
    let mut app = started(contacts::plugin);
    assert_eq!(text(&mut app), "0.0");
    for _ in 0..3 {
        hold(&mut app, KeyCode::Space, 1);
        run(&mut app, 120);
    }
    run(&mut app, 240);
    assert_eq!(text(&mut app), "6.0");
    let plate = first::<With<ElasticGizmo>>(&mut app);
    assert_eq!(get::<ElasticGizmo>(&app, plate), ElasticGizmo::Colored(Color::srgb(0.3, 1.0, 0.3)));
}

#[test]
fn a_key_switches_what_is_drawn() {
    let mut app = started(gizmos::plugin);
    run(&mut app, 120);
    let all = corners(&app);
    hold(&mut app, KeyCode::Digit1, 1);
    app.update();
    let without_colliders = corners(&app);
    assert!(without_colliders > 0 && without_colliders < all, "{without_colliders} of {all}");
    hold(&mut app, KeyCode::Digit0, 1);
    app.update();
    assert_eq!(corners(&app), 0);
}

#[test]
fn space_has_three_dimensions() {
    let mut app = started(space_3d::plugin);
    listen::<Collided<Vec3>>(&mut app);
    run(&mut app, 240);
    let impacts = heard::<Collided<Vec3>>(&app);
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        assert!(impacts.iter().any(|impact| impact.normal.dot(axis).abs() > 0.9), "{axis}");
    }
    assert!(corners(&app) > 8 * 32);
}

#[test]
fn a_gas_without_a_window_keeps_its_energy() {
    let mut app = started(headless::plugin);
    run(&mut app, 120);
    assert!(heard::<Collided>(&app).len() > 100);
    let mut balls = app.world_mut().query_filtered::<&Velocity, Free>();
    let energy: f32 = balls.iter(app.world()).map(|it| it.0.length_squared() / 2.0).sum();
    assert!((energy - 5000.0).abs() < 0.01, "{energy}");
}

#[test]
fn the_goal_counts_each_ball_that_enters() {
    let mut app = started(sensors::plugin);
    listen::<SensorEntered>(&mut app);
    run(&mut app, 240);
    let goals = heard::<SensorEntered>(&app).len();
    assert!(goals >= 3, "{goals}");
    assert_eq!(text(&mut app), goals.to_string());
}

#[test]
fn a_jump_leads_through_a_platform_and_down_through_it_again() {
    let mut app = started(one_way::plugin);
    let player = first::<Free>(&mut app);
    run(&mut app, 60);
    assert!((position(&app, player).y + 320.0).abs() < 0.1);
    hold(&mut app, KeyCode::Space, 1);
    run(&mut app, 120);
    // The top of the lowest platform is at -175.
    assert!((position(&app, player).y + 155.0).abs() < 0.1);
    hold(&mut app, KeyCode::ArrowDown, 1);
    run(&mut app, 120);
    assert!((position(&app, player).y + 320.0).abs() < 0.1);
    hold(&mut app, KeyCode::ArrowRight, 30);
    assert!(position(&app, player).x > 120.0);
}

#[test]
fn bricks_crack_and_break() {
    let mut app = started(breakable::plugin);
    run(&mut app, 600);
    let left = count::<With<Breaks>>(&mut app);
    let cracked = count::<(With<Breaks>, With<ElasticGizmo>)>(&mut app);
    assert!(left < 70 && cracked > 0, "{left} {cracked}");
    assert_eq!(text(&mut app), left.to_string());
}

#[test]
fn the_platform_takes_its_crates_along() {
    let mut app = started(moving_platform::plugin);
    run(&mut app, 30);
    let platform = first::<With<Kinematic>>(&mut app);
    let crates: Vec<Entity> =
        app.world_mut().query_filtered::<Entity, Free>().iter(app.world()).collect();
    assert_eq!(crates.len(), 2);
    let offset = |app: &App, body: Entity| position(app, body) - position(app, platform);
    let before = [offset(&app, crates[0]), offset(&app, crates[1])];
    let start = position(&app, platform);
    run(&mut app, 120);
    assert!((position(&app, platform) - start).x > 300.0);
    for (body, before) in crates.into_iter().zip(before) {
        let now = offset(&app, body);
        assert!(now.distance(before) < 1.0, "{before} {now}");
    }
}

#[test]
fn the_paddle_moves_and_hits_the_ball() {
    let mut app = started(paddle::plugin);
    let (paddle, ball) = (first::<With<Kinematic>>(&mut app), first::<Free>(&mut app));
    hold(&mut app, KeyCode::ArrowLeft, 50);
    assert_eq!(position(&app, paddle).x, -480.0);
    hold(&mut app, KeyCode::ArrowRight, 40);
    let hits = |app: &App| heard::<Collided>(app).iter().filter(|it| it.other == paddle).count();
    for _ in 0..600 {
        // The paddle follows the ball.
        let is_left = position(&app, ball).x < position(&app, paddle).x;
        let key = if is_left { KeyCode::ArrowLeft } else { KeyCode::ArrowRight };
        hold(&mut app, key, 1);
        if hits(&app) > 2 {
            break;
        }
    }
    assert!(hits(&app) > 2);
    assert!((get::<Velocity>(&app, ball).0.length() - 600.0).abs() < 1e-3);
}

#[test]
fn only_balls_of_a_team_meet() {
    let mut app = started(layers::plugin);
    run(&mut app, 240);
    let mut counts = [0, 0];
    for impact in heard::<Collided>(&app) {
        let team = |body| app.world().get::<CollisionLayers>(body).map(|it| it.memberships);
        let (Some(one), Some(two)) = (team(impact.entity), team(impact.other)) else {
            counts[0] += 1;
            continue;
        };
        assert_eq!(one, two);
        counts[1] += 1;
    }
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}

#[test]
fn the_hook_takes_the_energy_of_unlike_pairs_only() {
    let mut app = started(pair_hook::plugin);
    run(&mut app, 120);
    let mut lost = [(0, 0.0), (0, 0.0)];
    for impact in heard::<Collided>(&app) {
        let [one, two] = [impact.entity, impact.other].map(|it| get::<Mass>(&app, it));
        let is_wall = app.world().get::<Static>(impact.other).is_some();
        let count = &mut lost[usize::from(one != two && !is_wall)];
        *count = (count.0 + 1, count.1 + impact.energy_lost);
    }
    assert!(lost[0].0 > 10 && lost[0].1.abs() < 1e-6, "{lost:?}");
    assert!(lost[1].0 > 10 && lost[1].1 > 1e5, "{lost:?}");
}

#[test]
fn equal_fruits_merge() {
    let mut app = started(merge::plugin);
    for _ in 0..20 {
        hold(&mut app, KeyCode::Space, 1);
        run(&mut app, 30);
    }
    run(&mut app, 120);
    let left = count::<Free>(&mut app);
    assert!(left > 0 && left < 15, "{left}");
}

#[test]
fn the_aim_line_is_the_shot() {
    let mut app = started(aim_line::plugin);
    hold(&mut app, KeyCode::ArrowLeft, 5);
    app.update();
    let forecast = app.world().resource::<ForecastCache>().result().expect("there is an aim");
    let expected: Vec<Collided> = forecast
        .events
        .iter()
        .filter_map(|event| match event {
            ElasticEvent::Collided(impact) => Some(*impact),
            _ => None,
        })
        .collect();
    assert!(expected.len() > 3, "{expected:?}");
    hold(&mut app, KeyCode::Space, 1);
    run(&mut app, 640);
    let shot = heard::<Collided>(&app);
    let facts = |it: &Collided| (it.entity, it.other, it.time, it.point, it.impulse);
    assert!(shot.iter().map(facts).eq(expected.iter().map(facts)));
}

/// Updates the App until a search in the background is over.
fn wait_for<R: Resource>(app: &mut App) {
    for _ in 0..12_000 {
        if !app.world().contains_resource::<R>() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    panic!("the search does not end");
}

#[test]
fn the_ball_lands_in_the_bin_that_was_chosen() {
    let mut app = started(chosen_bin::plugin);
    listen::<SensorEntered>(&mut app);
    run(&mut app, 1000);
    let mut bins = app.world_mut().query::<(Entity, &chosen_bin::Bin)>();
    let bins: Vec<_> = bins.iter(app.world()).map(|(bin, key)| (bin, key.0)).collect();
    let landed =
        |app: &App| heard::<SensorEntered>(app).iter().map(|it| it.sensor).collect::<Vec<_>>();
    let mut expected = landed(&app);
    assert_eq!(expected.len(), 1);
    for (bin, key) in bins {
        hold(&mut app, key, 1);
        wait_for::<chosen_bin::Search>(&mut app);
        run(&mut app, 1000);
        expected.push(bin);
        assert_eq!(landed(&app), expected);
    }
}

#[test]
fn the_best_shot_pots_several_balls() {
    let mut app = started(best_shot::plugin);
    listen::<SensorEntered>(&mut app);
    hold(&mut app, KeyCode::Space, 1);
    wait_for::<best_shot::Thinking>(&mut app);
    run(&mut app, 1000);
    let potted: Vec<Entity> = heard::<SensorEntered>(&app).iter().map(|it| it.ball).collect();
    let cue_ball = first::<With<best_shot::CueBall>>(&mut app);
    assert!(potted.len() >= 2 && !potted.contains(&cue_ball), "{potted:?}");
}

#[test]
fn the_next_impact_is_found_and_time_stops_there() {
    let mut app = started(slow_motion::plugin);
    hold(&mut app, KeyCode::KeyS, 1);
    run(&mut app, 40);
    assert_eq!(app.world().resource::<Time<Elastic>>().tick(), 5);
    assert_eq!(text(&mut app), "running at tick 5, speed 0.1");
    hold(&mut app, KeyCode::KeyN, 1);
    run(&mut app, 40);
    let time = app.world().resource::<Time<Elastic>>();
    assert_eq!(time.seek_status(), Some(SeekStatus::Found));
    let tick = time.tick();
    let impacts = heard::<Collided>(&app);
    assert!(!impacts.is_empty() && impacts.iter().all(|impact| impact.tick + 1 == tick));
    hold(&mut app, KeyCode::KeyT, 1);
    run(&mut app, 40);
    assert_eq!(app.world().resource::<Time<Elastic>>().tick(), tick + 1);
    hold(&mut app, KeyCode::Space, 1);
    run(&mut app, 40);
    assert!(app.world().resource::<Time<Elastic>>().tick() > tick + 3);
}

#[test]
fn the_same_game_follows_after_going_back() {
    let mut app = started(rewind::plugin);
    run(&mut app, 120);
    let impacts = heard::<Collided>(&app);
    let tick = app.world().resource::<Time<Elastic>>().tick();
    let ball = first::<Free>(&mut app);
    let place = position(&app, ball);
    hold(&mut app, KeyCode::KeyR, 1);
    let back = app.world().resource::<Time<Elastic>>().tick();
    assert!(back + 56 <= tick && back + 80 >= tick, "from {tick} to {back}");
    assert_ne!(position(&app, ball), place);
    while app.world().resource::<Time<Elastic>>().tick() < tick {
        app.update();
    }
    assert_eq!(position(&app, ball), place);
    let again = heard::<Collided>(&app).split_off(impacts.len());
    assert!(!again.is_empty() && impacts.ends_with(&again));
}
