//! Press 1 to 7: the ball is dropped where it will land in that bin.
//!
//!     cargo run -p bevy_elastic --example chosen_bin

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::forecast::ForecastSearch;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

/// The number of places that are tried.
const TRIES: u16 = 2000;

/// The ball.
#[derive(Component)]
pub struct Ball;

/// A bin with its key.
#[derive(Component)]
pub struct Bin(pub KeyCode);

/// The search for a place from which the ball lands in a bin.
#[derive(Resource)]
pub struct Search(ForecastSearch<Option<ElasticEvent>>, Entity);

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -900.0)))
        .add_systems(Startup, setup)
        .add_systems(Update, (choose, drop_ball.run_if(resource_exists::<Search>)));
}

fn setup(mut commands: Commands) {
    use KeyCode::*;
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(700.0, 680.0)), Static));
    commands.spawn((Ball, Collider::circle(12.0), Restitution(0.6), Position(place(900))));
    for (row, column) in (0..8u8).flat_map(|row| (0..8u8).map(move |column| (row, column))) {
        let shift = f32::from(row % 2) * 45.0 - 337.0;
        let peg = vec2(f32::from(column) * 90.0 + shift, f32::from(row) * 60.0 - 200.0);
        commands.spawn((Collider::circle(8.0), Static, Position(peg)));
    }
    for (number, key) in (0..7u8).zip([Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7]) {
        let place = Position(vec2(f32::from(number) * 100.0 - 300.0, -320.0));
        commands.spawn((Bin(key), Collider::rectangle(98.0, 40.0), Static, Absorbs::Centre, place));
    }
}

/// The place of a try.
fn place(number: u16) -> Vec2 {
    vec2(f32::from(number) * 660.0 / f32::from(TRIES) - 330.0, 310.0)
}

fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    bins: Query<(Entity, &Bin)>,
    ball: Single<Entity, (With<Ball>, With<Absorbed>)>,
    forecast: Forecast,
    mut commands: Commands,
) {
    let Some((bin, _)) = bins.iter().find(|(_, bin)| keys.just_pressed(bin.0)) else { return };
    let requests = (0..TRIES).map(|number| {
        let (position, velocity) = (Some(place(number)), Some(Vec2::ZERO));
        let change = ForecastChange { position, velocity, ..ForecastChange::of(*ball) };
        ForecastRequest::new([change], 1000).until(ForecastUntil::Leaves(*ball))
    });
    commands
        .insert_resource(Search(forecast.search(requests.collect(), |it| it.last_event()), bin));
}

fn drop_ball(mut search: ResMut<Search>, ball: Single<Entity, With<Ball>>, mut commands: Commands) {
    let bin = search.1;
    let Some(ends) = search.0.poll(50) else { return };
    let lands = |end: &Option<ElasticEvent>| matches!(end, Some(ElasticEvent::SensorEntered(it)) if it.sensor == bin);
    if let Some(number) = ends.iter().position(lands) {
        let dropped = (Position(place(number as u16)), Velocity(Vec2::ZERO));
        commands.entity(*ball).insert(dropped).remove::<Absorbed>();
    }
    commands.remove_resource::<Search>();
}
