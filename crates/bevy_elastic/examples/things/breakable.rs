//! Bricks that break at their second impact; those that were hit once turn red.
//!
//!     cargo run -p bevy_elastic --example breakable

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, crack)
        .add_observer(shatter);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text2d::new("72"));
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    for number in 0..72u8 {
        let place = vec2(f32::from(number % 12), f32::from(number / 12)) * vec2(90.0, 40.0);
        let place = Position(place + vec2(-495.0, 90.0));
        commands.spawn((Collider::rectangle(80.0, 30.0), Static, Breaks(2), place));
    }
    for x in [-300.0, 0.0, 300.0] {
        let velocity = Velocity(vec2(500.0 + x, 800.0));
        commands.spawn((Collider::circle(12.0), velocity, Position(vec2(x, -200.0))));
    }
}

/// The plugin counts down by itself.
fn crack(bricks: Query<(Entity, &Breaks), Changed<Breaks>>, mut commands: Commands) {
    for (brick, _) in bricks.iter().filter(|(_, breaks)| breaks.0 == 1) {
        commands.entity(brick).insert(ElasticGizmo::Colored(Color::srgb(1.0, 0.3, 0.2)));
    }
}

/// A brick is out of the game at the instant at which it breaks; the observer removes its entity after the tick.
fn shatter(
    broken: On<Broken>,
    bricks: Query<&Breaks>,
    mut text: Single<&mut Text2d>,
    mut commands: Commands,
) {
    commands.entity(broken.entity).despawn();
    text.0 = (bricks.iter().len() - 1).to_string();
}
