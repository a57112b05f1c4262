//! A platform that goes to and fro takes along what lies on it, by friction.
//!
//!     cargo run -p bevy_elastic --example moving_platform

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

/// The half of its way, in length units.
const REACH: f32 = 350.0;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -1000.0)))
        .add_systems(Startup, setup)
        .add_systems(FixedPostUpdate, steer.in_set(ElasticSystems::Prepare));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    let start = vec2(-REACH, -100.0);
    commands.spawn((Collider::rectangle(300.0, 20.0), Kinematic, Position(start), MoveTo(start)));
    // A crate on a crate on the platform.
    for height in [30.0, 90.0] {
        let material = (Restitution(0.0), Friction(0.6));
        let place = Position(start + vec2(0.0, 10.0 + height));
        commands.spawn((Collider::rectangle(60.0, 60.0), material, place));
    }
}

/// The target is where the platform is at the end of the tick, so what lies on it feels its true speed.
fn steer(time: Res<Time<Elastic>>, mut platform: Single<&mut MoveTo>) {
    let seconds = time.elapsed_secs() + time.tick_seconds() as f32;
    platform.0.x = -REACH * seconds.cos();
}
