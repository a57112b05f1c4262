//! Breakout: a kinematic paddle, bricks that break, and a ball at 1 to 1000 times its normal speed.
//! Lengths are pixels. The game computes no collisions.

use std::process::ExitCode;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use clap::Parser;
use harness::args::RunArgs;
use harness::bar::{Bar, HEIGHT, WINDOW};
use harness::camera::camera;
use harness::draw::{Draw, draw_new};
use harness::host::options;
use harness::keys::{Overlays, ResetRequested};
use harness::overlay::paths::PathPlugin;
use harness::overlay::trails::Overlaid;
use harness::palette::IVORY;
use harness::play::{play, windowed};
use harness::pointer::Pointer;
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{Tally, TallyPlugin};

/// A paddle, bricks, and a ball at 1 to 1000 times its speed
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// The speed of the ball, in times its normal speed; without a window 1000 by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1000))]
    times: Option<u16>,
    /// Let a bot play
    #[arg(long)]
    bot: bool,
}

/// Half sizes of the field and of a brick; the paddle's start, half width, height and maximum speed.
const FIELD: Vec2 = vec2(600.0, 316.0);
const BRICK: Vec2 = vec2(46.0, 13.0);
const PADDLE: Vec2 = vec2(0.0, -270.0);
const HALF_WIDTH: f32 = 72.0;
const HEIGHT_OF_ARC: f32 = 14.0;
const PADDLE_SPEED: f32 = 2400.0;
/// The radius of the ball, and its speed.
const RADIUS: f32 = 9.0;
const SPEED: f32 = 480.0;
const ROWS: [(u8, u8, u8); 6] =
    [(196, 92, 154), (232, 92, 92), (240, 146, 72), (240, 196, 92), (98, 186, 132), (76, 150, 208)];

#[derive(Component)]
struct Ball;
#[derive(Component)]
struct Paddle;
#[derive(Component)]
struct Brick(Color);
type Unbroken = (With<Brick>, Without<Absorbed>);
/// The floor: a sensor that takes balls, or a wall.
#[derive(Component)]
struct Floor;

/// The remaining balls, their speed, and the input of the player.
#[derive(Resource, Default)]
struct Game {
    balls: u32,
    times: f32,
    floor: bool,
    bot: bool,
    target: f32,
    launch: bool,
}

fn main() -> ExitCode {
    let Args { run, times, bot } = options();
    if run.without_window() {
        return headless(&run, times.unwrap_or(1000));
    }
    let mut app = windowed::<Vec2>("Breakout", 0.15, &run);
    app.insert_resource(Game { times: times.unwrap_or(1).into(), bot, ..default() })
        .add_plugins((rules, PathPlugin::<Vec2>::default()))
        .add_systems(Startup, set_stage)
        .add_systems(Update, (read_input, fill_bar))
        .add_systems(EguiPrimaryContextPass, panel);
    draw_new(&mut app, draw_bodies);
    play(app)
}

/// The rules of the game. They need no window, and run before each tick, of which a frame may have many.
fn rules(app: &mut App) {
    let systems = (move_paddle, control_balls, set_floor).chain();
    app.add_message::<ResetRequested>()
        .add_observer(lose)
        .add_systems(Startup, build_level)
        .add_systems(Update, build_level.run_if(on_message::<ResetRequested>))
        .add_systems(FixedPostUpdate, systems.in_set(ElasticSystems::Prepare));
}

/// Despawns the old level and builds a new one.
fn build_level(old: Query<Entity, With<Collider>>, mut game: ResMut<Game>, mut commands: Commands) {
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    (game.balls, game.launch) = (3, false);
    let walls = [vec2(-1.0, -1.2), vec2(-1.0, 1.0), vec2(1.0, 1.0), vec2(1.0, -1.2)];
    commands.spawn((Collider::chain(walls.map(|corner| corner * FIELD)), Static));
    let floor = Collider::rectangle(2.4 * FIELD.x, 100.0);
    commands.spawn((floor, Static, Floor, Sensor::Centre, Position(-Vec2::Y * (FIELD.y + 50.0))));
    let (paddle, rubber) = (Collider::polygon(paddle_outline()), Friction(0.2));
    commands.spawn((paddle, rubber, Kinematic, Paddle, Position(PADDLE), MoveTo(PADDLE)));
    commands.spawn((Collider::circle(RADIUS), Ball, Position(PADDLE)));
    for (row, (red, green, blue)) in (0u8..).zip(ROWS) {
        for column in -6i8..6 {
            let cell = vec2(f32::from(column) + 0.5, 6.0 - f32::from(row));
            let (place, color) = (cell * (2.0 * BRICK + 6.0), Color::srgb_u8(red, green, blue));
            commands.spawn((
                (Collider::rectangle(2.0 * BRICK.x, 2.0 * BRICK.y), Static, Position(place)),
                (Brick(color), Breaks(if row < 2 { 2 } else { 1 })),
                Sprite { custom_size: Some(2.0 * BRICK), ..default() },
            ));
        }
    }
}

/// A convex outline, so that the player can aim: toward its ends the ball bounces aside.
fn paddle_outline() -> Vec<Vec2> {
    let across = (-12i8..=12).map(|step| -f32::from(step) / 12.0);
    let arc = across.map(|x| vec2(x * HALF_WIDTH, HEIGHT_OF_ARC * (1.0 - x * x)));
    [vec2(-HALF_WIDTH, -8.0), vec2(HALF_WIDTH, -8.0)].into_iter().chain(arc).collect()
}

/// Moves the paddle by `MoveTo`, which gives it the velocity that the ball feels. It stops more than a
/// ball's width before a wall, so that it cannot squeeze the ball.
fn move_paddle(
    game: Res<Game>,
    time: Res<Time<Elastic>>,
    balls: Query<(&Position, &Velocity), With<Ball>>,
    paddle: Single<(&Position, &mut MoveTo), With<Paddle>>,
) {
    let (place, mut to) = paddle.into_inner();
    let lowest = balls.iter().min_by(|one, other| one.0.0.y.total_cmp(&other.0.0.y));
    // The bot varies the point of the paddle that hits the ball, so that the ball reaches all bricks.
    let aim = |speed: f32| 0.7 * HALF_WIDTH * (speed / game.times).sin();
    let caught = lowest.map(|(ball, velocity)| ball.0.x - aim(velocity.0.x));
    let wanted = caught.filter(|_| game.bot).unwrap_or(game.target);
    let step = PADDLE_SPEED * time.tick_seconds() as f32;
    let room = FIELD.x - HALF_WIDTH - 2.5 * RADIUS;
    to.0.x = (place.0.x + (wanted - place.0.x).clamp(-step, step)).clamp(-room, room);
}

/// A ball at rest stays on the paddle until it is launched; a flying ball keeps its speed up to rounding.
fn control_balls(
    mut game: ResMut<Game>,
    mut resets: MessageWriter<ResetRequested>,
    bricks: Query<(), Unbroken>,
    paddle: Single<&Position, (With<Paddle>, Without<Ball>)>,
    mut balls: Query<(&mut Position, &mut Velocity), With<Ball>>,
) {
    let (plays, clicked) = (game.balls > 0 && !bricks.is_empty(), std::mem::take(&mut game.launch));
    for (number, (mut place, mut velocity)) in (0u8..).zip(&mut balls) {
        let lies = !plays || velocity.0 == Vec2::ZERO;
        if lies {
            let height = HEIGHT_OF_ARC + RADIUS + 1.0 + 2.1 * RADIUS * f32::from(number);
            place.set_if_neq(Position(paddle.0 + Vec2::Y * height));
        }
        let flies = plays && (clicked || game.bot || !lies);
        let wanted = if flies { at_speed(velocity.0, SPEED * game.times) } else { Vec2::ZERO };
        if wanted.distance(velocity.0) > 1e-4 * wanted.length() {
            velocity.0 = wanted;
        }
    }
    resets.write_batch((clicked && !plays).then_some(ResetRequested));
}

/// The velocity with this speed, turned away from the axes, along which the ball would bounce for ever.
fn at_speed(velocity: Vec2, speed: f32) -> Vec2 {
    // The smallest and largest component of a unit vector that is far enough from the axes.
    let bounds = [0.2, (1.0f32 - 0.2 * 0.2).sqrt()].map(Vec2::splat);
    velocity.normalize_or(Vec2::Y).abs().clamp(bounds[0], bounds[1]).copysign(velocity) * speed
}

/// Closes the floor on request, and above 8 times the speed, where no player can catch the ball.
fn set_floor(
    game: Res<Game>,
    floor: Single<(Entity, Has<Sensor>), With<Floor>>,
    mut commands: Commands,
) {
    match (game.floor || game.times > 8.0, floor.1) {
        (true, true) => drop(commands.entity(floor.0).remove::<Sensor>()),
        (false, false) => drop(commands.entity(floor.0).insert(Sensor::Centre)),
        _ => {}
    }
}

/// Stops a ball that entered the floor, and counts it as lost.
fn lose(on: On<SensorEntered>, mut ball: Query<&mut Velocity, With<Ball>>, mut game: ResMut<Game>) {
    if let Ok(mut velocity) = ball.get_mut(on.entity) {
        velocity.0 = Vec2::ZERO;
        game.balls = game.balls.saturating_sub(1);
    }
}

/// Lets the bot play a million impacts with the floor closed, level after level. The exit status is a failure
/// if the ball leaves the field, overlaps a body, or its energy drifts.
fn headless(args: &RunArgs, times: u16) -> ExitCode {
    let mut app = harness::headless::app::<Vec2>();
    app.insert_resource(Game { times: times.into(), floor: true, bot: true, ..default() })
        .add_plugins((rules, TallyPlugin::<Vec2>::default(), RecordingPlugin::<Vec2>::new(args)));
    let (mut levels, mut outside) = (1, false);
    let tally = Tally::play::<Vec2>(&mut app, &args.or_impacts(1_000_000), |world| {
        let mut balls = world.query_filtered::<&Position, With<Ball>>();
        outside = balls.iter(world).any(|ball| (ball.0.abs() + RADIUS).cmpgt(FIELD + 1e-3).any());
        if world.query_filtered::<(), Unbroken>().iter(world).next().is_none() {
            world.write_message(ResetRequested);
            levels += 1;
        }
        !outside
    });
    save_recording::<Vec2>(&mut app);
    let title = format!("Breakout at {times}x, floor closed, levels {levels}, outside: {outside}");
    tally.finish(&title, args.json, !outside && tally.is_sound(1e-3, 1e-2))
}

fn set_stage(mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>, mut commands: Commands) {
    bar.keys = &[("Mouse, Left, Right", "paddle"), ("Space, Click", "launch"), ("B", "autoplay")];
    shown.trails = true;
    commands.spawn(camera(vec2(0.0, 0.5 * HEIGHT), vec2(1280.0, WINDOW)));
    let field = Sprite::from_color(Color::srgb_u8(25, 29, 38), 2.0 * FIELD);
    commands.spawn((field, Transform::from_xyz(0.0, 0.0, -1.0)));
}

fn read_input(
    pointer: Pointer,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut game: ResMut<Game>,
) {
    let held = |key| f32::from(keys.pressed(key)) * 1100.0 * time.delta_secs();
    let wanted = game.target + held(KeyCode::ArrowRight) - held(KeyCode::ArrowLeft);
    let pointed = pointer.place().filter(|_| pointer.has_moved());
    game.target = pointed.map_or(wanted, |place| place.x).clamp(-FIELD.x, FIELD.x);
    let clicked = pointer.buttons.just_pressed(MouseButton::Left) && !pointer.is_over_panel();
    game.launch |= clicked || keys.just_pressed(KeyCode::Space);
    game.bot ^= keys.just_pressed(KeyCode::KeyB);
}

/// Adds meshes to new bodies, and paints bricks: one that takes more than one impact is paler. A broken
/// brick is hidden, not despawned, so that a rewind can bring it back.
fn draw_bodies(
    mut bricks: Query<(&Brick, &Breaks, Has<Absorbed>, &mut Sprite, &mut Visibility)>,
    balls: Query<Entity, Added<Ball>>,
    paddles: Query<Entity, Added<Paddle>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (Brick(color), breaks, is_broken, mut sprite, mut visibility) in &mut bricks {
        *visibility = if is_broken { Visibility::Hidden } else { Visibility::Inherited };
        sprite.color = color.mix(&IVORY, if breaks.0 > 1 { 0.45 } else { 0.0 });
    }
    for ball in &balls {
        commands.entity(ball).insert((draw.disc(RADIUS, IVORY), Overlaid::new(IVORY)));
    }
    if let (Ok(paddle), Ok(shape)) = (paddles.single(), ConvexPolygon::new(paddle_outline())) {
        commands.entity(paddle).insert(draw.mesh(shape, IVORY));
    }
}

fn fill_bar(
    game: Res<Game>,
    bricks: Query<(), Unbroken>,
    ball: Query<&Velocity, With<Ball>>,
    mut bar: ResMut<Bar>,
    mut gizmos: Gizmos,
) {
    let left = bricks.count();
    bar.title = format!("Bricks {left}     Balls {}     Speed {:.0}x", game.balls, game.times);
    bar.message = String::from(match (left, game.balls) {
        (0, _) => "All bricks gone, you win! Space to restart",
        (_, 0) => "The last ball is lost. Space to restart",
        _ if ball.iter().all(|velocity| velocity.0 == Vec2::ZERO) => "Space to launch the ball",
        _ => "",
    });
    gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * FIELD + 2.0, IVORY.with_alpha(0.4));
}

fn panel(mut gui: EguiContexts, mut shown: ResMut<Overlays>, mut game: ResMut<Game>) -> Result {
    let window = egui::Window::new("Breakout").anchor(egui::Align2::LEFT_BOTTOM, [48.0, -100.0]);
    window.open(&mut shown.panel).show(gui.ctx_mut()?, |ui| {
        let speed = egui::Slider::new(&mut game.times, 1.0..=1000.0).logarithmic(true);
        ui.add(speed.suffix("x").fixed_decimals(0).text("speed of the ball"));
        ui.checkbox(&mut game.floor, "floor closed (above 8x always)");
        ui.checkbox(&mut game.bot, "a bot plays");
    });
    Ok(())
}

#[test]
fn at_speed_keeps_speed_and_avoids_axes() {
    for turn in 0..360u16 {
        let before = Vec2::from_angle(f32::from(turn).to_radians()) * 700.0;
        let kept = at_speed(before, SPEED);
        assert!((kept.length() - SPEED).abs() < 1e-3 && kept.abs().min_element() > 95.0);
        assert!(kept.angle_to(before).abs() < 0.21 && at_speed(kept, SPEED).distance(kept) < 1e-3);
    }
}

#[test]
fn ball_at_thousand_times_its_speed_stays_in_the_field() {
    let args = RunArgs { impacts: Some(200_000), ..RunArgs::default() };
    assert_eq!(headless(&args, 1000), ExitCode::SUCCESS);
}
