//! Equal fruits that touch merge into a larger one. Space drops a fruit.
//!
//!     cargo run -p bevy_elastic --example merge

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

#[derive(Component, Clone, Copy, PartialEq)]
struct Fruit(u8);

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -900.0)))
        .add_systems(Startup, setup)
        .add_systems(Update, drop_fruit)
        .add_systems(FixedPostUpdate, merge.after(ElasticSystems::Report));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(500.0, 680.0)), Static));
}

fn fruit(kind: u8, at: Vec2) -> impl Bundle {
    let radius = 20.0 * 1.3f32.powi(kind.into());
    (Fruit(kind), Collider::circle(radius), Mass(radius * radius), Restitution(0.2), Position(at))
}

fn drop_fruit(keys: Res<ButtonInput<KeyCode>>, mut next: Local<u8>, mut commands: Commands) {
    if keys.just_pressed(KeyCode::Space) {
        *next = next.wrapping_mul(5).wrapping_add(7);
        commands.spawn(fruit(*next % 3, vec2(f32::from(*next) - 128.0, 300.0)));
    }
}

/// A fast touch is an impact, and one that stays a contact: a game reads both.
fn merge(
    mut impacts: MessageReader<Collided>,
    mut contacts: MessageReader<ContactStarted>,
    fruits: Query<(&Fruit, &Position)>,
    mut commands: Commands,
) {
    let impacts = impacts.read().map(|it| [it.entity, it.other]);
    let mut gone = Vec::new();
    for pair in impacts.chain(contacts.read().map(|it| [it.entity, it.other])) {
        let Ok([(kind, place), (other, place_of_other)]) = fruits.get_many(pair) else { continue };
        if kind == other && !pair.iter().any(|it| gone.contains(it)) {
            gone.extend(pair);
            pair.iter().for_each(|it| commands.entity(*it).despawn());
            commands.spawn(fruit(kind.0 + 1, (place.0 + place_of_other.0) / 2.0));
        }
    }
}
