//! Platforms to jump through from below: left and right move, space jumps, down drops through.
//!
//!     cargo run -p bevy_elastic --example one_way

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

/// The ball of the player.
#[derive(Component)]
struct Player;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -1000.0)))
        .add_systems(Startup, setup)
        .add_systems(Update, play);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    for (x, y) in [(0.0, -180.0), (300.0, -20.0), (-100.0, 140.0)] {
        let place = Position(vec2(x, y));
        commands.spawn((Collider::rectangle(300.0, 10.0), Static, OneWay(Vec2::Y), place));
    }
    commands.spawn((Player, Collider::circle(20.0), Restitution(0.0), Position(vec2(0.0, -320.0))));
}

fn play(
    keys: Res<ButtonInput<KeyCode>>,
    player: Single<(Entity, &mut Velocity, &mut Position), With<Player>>,
    contacts: Contacts,
    gates: Query<(), With<OneWay>>,
) {
    let (entity, mut velocity, mut position) = player.into_inner();
    let [left, right] = [KeyCode::ArrowLeft, KeyCode::ArrowRight].map(|key| keys.pressed(key));
    let wanted = f32::from(right) - f32::from(left);
    // A velocity into a wall would be an impact in every tick.
    let is_blocked = contacts.of(entity).any(|contact| contact.normal.x * wanted < -0.7);
    velocity.0.x = if is_blocked { 0.0 } else { 300.0 * wanted };
    let ground = contacts.of(entity).find(|contact| contact.normal.y > 0.7);
    if let Some(ground) = ground {
        if keys.just_pressed(KeyCode::Space) {
            velocity.0.y = 650.0;
        } else if keys.just_pressed(KeyCode::ArrowDown) && gates.contains(ground.other) {
            // What is put inside a gate passes it.
            position.0.y -= 1.0;
        }
    }
}
