//! Breakout: a paddle that gives its velocity, bricks that break, and a ball at 1 to 1000 times its
//! speed. Lengths are pixels. Nothing here computes a collision.

use std::process::ExitCode;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bevy_elastic::body::Absorbed;
use bevy_elastic::prelude::*;
use clap::Parser;
use harness::args::RunArgs;
use harness::bar::{Bar, HEIGHT, WINDOW};
use harness::camera::camera;
use harness::draw::Draw;
use harness::keys::{DisplayOptions, ResetRequested};
use harness::mouse::Mouse;
use harness::overlay::paths::PathPlugin;
use harness::overlay::trails::Overlaid;
use harness::palette::IVORY;
use harness::play::{play, windowed};
use harness::tally::{Tally, TallyPlugin};

/// A paddle, bricks, and a ball at 1 to 1000 times its speed
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Times the usual speed of the ball; without a window 1000
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1000))]
    times: Option<u16>,
    /// The paddle plays by itself
    #[arg(long)]
    bot: bool,
}

/// Half of the field and of a brick; where the paddle lies, half of its width, its vault, its top speed.
const FIELD: Vec2 = vec2(600.0, 316.0);
const BRICK: Vec2 = vec2(46.0, 13.0);
const PADDLE: Vec2 = vec2(0.0, -270.0);
const REACH: f32 = 72.0;
const VAULT: f32 = 14.0;
const FASTEST: f32 = 2400.0;
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
/// A brick that is not broken.
type Whole = (With<Brick>, Without<Absorbed>);
/// A sensor takes balls, else it is a wall.
#[derive(Component)]
struct Floor;

/// The balls left, how many times as fast as usual they fly, and what the player wants.
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
    let Args { run, times, bot } = Args::parse();
    if run.without_window() {
        return headless(&run, times.unwrap_or(1000));
    }
    let mut app = windowed::<Vec2>("Breakout", 0.15, &run);
    app.insert_resource(Game { times: times.unwrap_or(1).into(), bot, ..default() })
        .add_plugins((rules, PathPlugin::<Vec2>::default()))
        .add_systems(Startup, set_stage)
        .add_systems(Update, (play_by_hand, dress, tell))
        .add_systems(EguiPrimaryContextPass, panel);
    play(app)
}

/// The whole game. It needs no window, and plays before each tick, of which a frame may have many.
fn rules(app: &mut App) {
    app.add_message::<ResetRequested>()
        .add_observer(lose)
        .add_systems(Startup, begin)
        .add_systems(Update, begin.run_if(on_message::<ResetRequested>))
        .add_systems(FixedPostUpdate, (steer, fly, close).chain().in_set(ElasticSystems::Prepare));
}

/// Sends everyone away and builds the level.
fn begin(old: Query<Entity, With<Collider>>, mut game: ResMut<Game>, mut commands: Commands) {
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

/// A vault, so that the player can aim: towards its ends it throws the ball aside.
fn paddle_outline() -> Vec<Vec2> {
    let across = (-12i8..=12).map(|step| -f32::from(step) / 12.0);
    let vault = across.map(|x| vec2(x * REACH, VAULT * (1.0 - x * x)));
    [vec2(-REACH, -8.0), vec2(REACH, -8.0)].into_iter().chain(vault).collect()
}

/// `MoveTo` gives the paddle its true velocity, which the ball feels. It stops a ball's width before a
/// wall, where it could only squeeze the ball.
fn steer(
    game: Res<Game>,
    time: Res<Time<Elastic>>,
    balls: Query<(&Position, &Velocity), With<Ball>>,
    paddle: Single<(&Position, &mut MoveTo), With<Paddle>>,
) {
    let (place, mut to) = paddle.into_inner();
    let lowest = balls.iter().min_by(|one, other| one.0.0.y.total_cmp(&other.0.0.y));
    // Catching the ball here and there on the vault, the bot sends it everywhere.
    let aim = |speed: f32| 0.7 * REACH * (speed / game.times).sin();
    let caught = lowest.map(|(ball, velocity)| ball.0.x - aim(velocity.0.x));
    let wanted = caught.filter(|_| game.bot).unwrap_or(game.target);
    let step = FASTEST * time.tick_seconds() as f32;
    let room = FIELD.x - REACH - 2.5 * RADIUS;
    to.0.x = (place.0.x + (wanted - place.0.x).clamp(-step, step)).clamp(-room, room);
}

/// A ball at rest lies on the paddle until it is launched; one that flies keeps its speed, but for rounding.
fn fly(
    mut game: ResMut<Game>,
    mut resets: MessageWriter<ResetRequested>,
    bricks: Query<(), Whole>,
    paddle: Single<&Position, (With<Paddle>, Without<Ball>)>,
    mut balls: Query<(&mut Position, &mut Velocity), With<Ball>>,
) {
    let (plays, clicked) = (game.balls > 0 && !bricks.is_empty(), std::mem::take(&mut game.launch));
    for (number, (mut place, mut velocity)) in (0u8..).zip(&mut balls) {
        let lies = !plays || velocity.0 == Vec2::ZERO;
        if lies {
            let height = VAULT + RADIUS + 1.0 + 2.1 * RADIUS * f32::from(number);
            place.set_if_neq(Position(paddle.0 + Vec2::Y * height));
        }
        let flies = plays && (clicked || game.bot || !lies);
        let wanted = if flies { steady(velocity.0, SPEED * game.times) } else { Vec2::ZERO };
        if wanted.distance(velocity.0) > 1e-4 * wanted.length() {
            velocity.0 = wanted;
        }
    }
    resets.write_batch((clicked && !plays).then_some(ResetRequested));
}

/// The same direction at this speed, but not along an axis, where the ball would go to and fro for ever.
fn steady(velocity: Vec2, speed: f32) -> Vec2 {
    // With the other bound of a unit vector, so that both are reached together.
    let bounds = [0.2, (1.0f32 - 0.2 * 0.2).sqrt()].map(Vec2::splat);
    velocity.normalize_or(Vec2::Y).abs().clamp(bounds[0], bounds[1]).copysign(velocity) * speed
}

/// Nobody saves a ball that passes the paddle several times in a tick: then the floor is closed.
fn close(
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

/// The floor has taken a ball. Both hear of it.
fn lose(on: On<SensorEntered>, mut ball: Query<&mut Velocity, With<Ball>>, mut game: ResMut<Game>) {
    if let Ok(mut velocity) = ball.get_mut(on.entity) {
        velocity.0 = Vec2::ZERO;
        game.balls = game.balls.saturating_sub(1);
    }
}

/// A million impacts at 1000 times the speed, played by the bot with the floor closed, level after
/// level; fails if the ball is ever seen outside, overlaps something, or gains energy from nowhere.
fn headless(args: &RunArgs, times: u16) -> ExitCode {
    let mut app = harness::headless::app::<Vec2>();
    app.insert_resource(Game { times: times.into(), floor: true, bot: true, ..default() })
        .add_plugins((rules, TallyPlugin::<Vec2>::default()));
    let (mut levels, mut outside) = (1, false);
    let tally = Tally::play::<Vec2>(&mut app, &args.or_impacts(1_000_000), |world| {
        let mut balls = world.query_filtered::<&Position, With<Ball>>();
        outside = balls.iter(world).any(|ball| (ball.0.abs() + RADIUS).cmpgt(FIELD + 1e-3).any());
        if world.query_filtered::<(), Whole>().iter(world).next().is_none() {
            world.write_message(ResetRequested);
            levels += 1;
        }
        !outside
    });
    let title = format!("Breakout at {times}x, floor closed, levels {levels}, outside: {outside}");
    tally.finish(&title, args.json, !outside && tally.is_sound(1e-3, 1e-2))
}

fn set_stage(mut bar: ResMut<Bar>, mut shown: ResMut<DisplayOptions>, mut commands: Commands) {
    bar.keys = &[("Mouse, arrows", "paddle"), ("Click, Up", "launch the ball"), ("B", "autoplay")];
    shown.trails = true;
    commands.spawn(camera(vec2(0.0, 0.5 * HEIGHT), vec2(1280.0, WINDOW)));
    let field = Sprite::from_color(Color::srgb_u8(25, 29, 38), 2.0 * FIELD);
    commands.spawn((field, Transform::from_xyz(0.0, 0.0, -1.0)));
}

fn play_by_hand(
    mouse: Mouse,
    mut moved: MessageReader<CursorMoved>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut game: ResMut<Game>,
) {
    let held = |key| f32::from(keys.pressed(key)) * 1100.0 * time.delta_secs();
    let wanted = game.target + held(KeyCode::ArrowRight) - held(KeyCode::ArrowLeft);
    let pointed = mouse.place().filter(|_| moved.read().count() > 0);
    game.target = pointed.map_or(wanted, |place| place.x).clamp(-FIELD.x, FIELD.x);
    let clicked = mouse.buttons.just_pressed(MouseButton::Left) && !mouse.is_over_panel();
    game.launch |= clicked || keys.just_pressed(KeyCode::ArrowUp);
    game.bot ^= keys.just_pressed(KeyCode::KeyB);
}

/// Gives newcomers their form, and paints bricks: one that takes more than one impact is paler. A broken one
/// is hidden and not despawned, so that going back in time brings it back.
fn dress(
    mut bricks: Query<(&Brick, &Breaks, Has<Absorbed>, &mut Sprite, &mut Visibility)>,
    balls: Query<Entity, Added<Ball>>,
    paddles: Query<Entity, Added<Paddle>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (Brick(color), breaks, is_broken, mut picture, mut visibility) in &mut bricks {
        *visibility = if is_broken { Visibility::Hidden } else { Visibility::Inherited };
        picture.color = color.mix(&IVORY, if breaks.0 > 1 { 0.45 } else { 0.0 });
    }
    for ball in &balls {
        commands.entity(ball).insert((draw.disc(RADIUS, IVORY), Overlaid::new(IVORY)));
    }
    if let (Ok(paddle), Ok(form)) = (paddles.single(), ConvexPolygon::new(paddle_outline())) {
        commands.entity(paddle).insert(draw.mesh(form, IVORY));
    }
}

fn tell(
    game: Res<Game>,
    bricks: Query<(), Whole>,
    ball: Query<&Velocity, With<Ball>>,
    mut bar: ResMut<Bar>,
    mut gizmos: Gizmos,
) {
    let left = bricks.count();
    bar.title = format!("Bricks {left}     Balls {}     Speed {:.0}x", game.balls, game.times);
    bar.message = String::from(match (left, game.balls) {
        (0, _) => "All bricks gone, you win! Click to begin anew",
        (_, 0) => "The last ball is lost. Click to begin anew",
        _ if ball.iter().all(|velocity| velocity.0 == Vec2::ZERO) => "Click to launch the ball",
        _ => "",
    });
    gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * FIELD + 2.0, IVORY.with_alpha(0.4));
}

fn panel(
    mut contexts: EguiContexts,
    mut shown: ResMut<DisplayOptions>,
    mut game: ResMut<Game>,
) -> Result {
    let window = egui::Window::new("Breakout").anchor(egui::Align2::LEFT_BOTTOM, [48.0, -100.0]);
    window.open(&mut shown.panel).show(contexts.ctx_mut()?, |ui| {
        let speed = egui::Slider::new(&mut game.times, 1.0..=1000.0).logarithmic(true);
        ui.add(speed.suffix("x").fixed_decimals(0).text("speed of the ball"));
        ui.checkbox(&mut game.floor, "floor closed (above 8x always)");
        ui.checkbox(&mut game.bot, "the paddle plays by itself");
    });
    Ok(())
}

#[test]
fn a_ball_keeps_its_speed_and_flies_along_no_axis() {
    for turn in 0..360u16 {
        let before = Vec2::from_angle(f32::from(turn).to_radians()) * 700.0;
        let kept = steady(before, SPEED);
        assert!((kept.length() - SPEED).abs() < 1e-3 && kept.abs().min_element() > 95.0);
        assert!(kept.angle_to(before).abs() < 0.21 && steady(kept, SPEED).distance(kept) < 1e-3);
    }
}
