//! A function that decides about each pair: balls of like mass bounce, and those of unlike mass stop each other.
//!
//!     cargo run -p bevy_elastic --example pair_hook

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;
use bevy_elastic::resources::{EntityPair, PairHook};

const LIGHT: f32 = 2.0;
const HEAVY: f32 = 8.0;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    // The function must return the same until the game changes one of the two, so positions are no reason.
    let decide = |pair: &EntityPair| {
        let masses = pair.bodies.map(|body| body.mass as f32);
        let mut surface = pair.surface;
        if masses == [LIGHT, HEAVY] || masses == [HEAVY, LIGHT] {
            surface.restitution = 0.0;
        }
        // None would let the two pass through each other.
        Some(surface)
    };
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(PairHook::new(decide))
        .add_systems(Startup, setup);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    for number in 0..32u8 {
        let is_heavy = number % 3 == 0;
        let mass = Mass(if is_heavy { HEAVY } else { LIGHT });
        let gray = if is_heavy { 0.4 } else { 0.9 };
        let place =
            vec2(f32::from(number % 8) * 130.0 - 455.0, f32::from(number / 8) * 130.0 - 195.0);
        let velocity = Velocity(Vec2::from_angle(2.0 * f32::from(number)) * 300.0);
        let color = ElasticGizmo::Colored(Color::srgb(gray, gray, gray));
        commands.spawn((Collider::circle(24.0), mass, Position(place), velocity, color));
    }
}
