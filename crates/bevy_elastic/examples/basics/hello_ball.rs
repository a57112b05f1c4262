//! A ball bounces in a box for ever; each bounce is a line in the log.
//!
//!     cargo run -p bevy_elastic --example hello_ball

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    // The second plugin draws the colliders. Draw yours as you like: the Transform follows the ball.
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, listen);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    commands.spawn((Collider::circle(20.0), Velocity(vec2(500.0, 320.0))));
}

fn listen(mut impacts: MessageReader<Collided>) {
    for impact in impacts.read() {
        info!("{} hit {} at {:.1} a second", impact.entity, impact.other, impact.approach_speed);
    }
}
