//! A pool triangle in Bevy's scene notation: `bsn!` takes the components as any others.
//!
//!     cargo run -p bevy_elastic --example scene_notation

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin)).add_systems(Startup, setup);
}

/// A ball of which other scenes change what they like.
fn ball() -> impl Scene {
    bsn! {
        template_value(Collider::circle(20.0))
        Restitution(0.95)
    }
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn_scene(bsn! {
        #Table
        template_value(Collider::arena(vec2(1200.0, 680.0)))
        Static
    });
    commands.spawn_scene(bsn! {
        ball()
        #Cue
        template_value(Position(vec2(-300.0, 1.0)))
        template_value(Velocity(vec2(900.0, 0.0)))
    });
    for (row, number) in (0..5).flat_map(|row| (0..=row).map(move |number| (row, number))) {
        let place = vec2(36.0 * row as f32, 41.0 * (number as f32 - 0.5 * row as f32));
        commands.spawn_scene(bsn! {
            ball()
            template_value(Position(place))
        });
    }
}
