//! Layers by name: balls of two teams pass through each other, each has its own gate, and all bounce off the room.
//!
//!     cargo run -p bevy_elastic --example layers

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

/// The first layer is that of bodies without CollisionLayers.
const ROOM: u32 = 1 << 0;
const RED: u32 = 1 << 1;
const BLUE: u32 = 1 << 2;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin)).add_systems(Startup, setup);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    // Without the component the room is in the first layer and meets all layers.
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    for (team, x) in [(RED, -250.0), (BLUE, 250.0)] {
        let color =
            if team == RED { Color::srgb(1.0, 0.4, 0.4) } else { Color::srgb(0.4, 0.6, 1.0) };
        // Two bodies meet if each is in a layer that the other looks for.
        let own = CollisionLayers { memberships: team, filters: team | ROOM };
        let look = (own, ElasticGizmo::Colored(color));
        // A wall that stops its team only.
        let wall = Collider::segment(vec2(0.0, -200.0), vec2(0.0, 200.0));
        commands.spawn((wall, Static, look, Position(vec2(x / 2.0, 0.0))));
        for number in 0..12u8 {
            let place =
                vec2(f32::from(number % 3) * 60.0 - 60.0 + x, f32::from(number / 3) * 60.0 - 90.0);
            let velocity = Velocity(Vec2::from_angle(f32::from(number)) * 300.0);
            commands.spawn((Collider::circle(20.0), look, Position(place), velocity));
        }
    }
}
