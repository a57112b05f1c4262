//! Balls fall on a scale, which weighs what lies on it and is green while anything does. Space drops another ball.
//!
//!     cargo run -p bevy_elastic --example contacts

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

const GRAVITY: f32 = 600.0;

/// The plate of the scale.
#[derive(Component)]
struct Plate;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -GRAVITY)))
        .add_systems(Startup, setup)
        .add_systems(Update, (drop_ball, weigh));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text2d::default());
    commands.spawn((Collider::arena(vec2(300.0, 600.0)), Static));
    commands.spawn((Plate, Collider::rectangle(300.0, 20.0), Static, Position(vec2(0.0, -290.0))));
}

fn drop_ball(keys: Res<ButtonInput<KeyCode>>, time: Res<Time>, mut commands: Commands) {
    if keys.just_pressed(KeyCode::Space) {
        let material = (Mass(2.0), Restitution(0.3));
        commands.spawn((
            Collider::circle(30.0),
            material,
            Position(vec2(100.0 * time.elapsed_secs().sin(), 0.0)),
        ));
    }
}

/// The force on the plate, divided by gravity, is the mass of what lies on it.
fn weigh(
    plate: Single<Entity, With<Plate>>,
    contacts: Contacts,
    time: Res<Time<Elastic>>,
    mut text: Single<&mut Text2d>,
    mut commands: Commands,
) {
    let impulse = contacts.of(*plate).fold(0.0, |sum, contact| sum + contact.impulse);
    let mass = impulse / time.tick_seconds() / f64::from(GRAVITY);
    text.0 = format!("{mass:.1}");
    let is_loaded = contacts.of(*plate).next().is_some();
    let color = if is_loaded { Color::srgb(0.3, 1.0, 0.3) } else { Color::WHITE };
    commands.entity(*plate).insert(ElasticGizmo::Colored(color));
}
