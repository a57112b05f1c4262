//! A server or a test without a window: three seconds of a gas, tick by tick, and its energy.
//!
//!     cargo run -p bevy_elastic --example headless

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_elastic::prelude::*;

/// Bevy's default tick of 1/64 s.
const TICK: Duration = Duration::from_micros(15_625);

fn main() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, plugin));
    // Each update is one tick, as fast as the machine can; without this line a tick takes its time.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    for _ in 0..3 * 64 {
        app.update();
    }
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins(ElasticPlugin).add_systems(Startup, setup).add_systems(
        FixedPostUpdate,
        print
            .after(ElasticSystems::Report)
            .run_if(|time: Res<Time<Elastic>>| time.tick().is_multiple_of(64)),
    );
}

fn setup(mut commands: Commands) {
    commands.spawn((Collider::arena(vec2(40.0, 40.0)), Static));
    for number in 0..100u8 {
        let place = vec2(f32::from(number % 10), f32::from(number / 10)) * 3.0 - 13.5;
        let velocity = Vec2::from_angle(f32::from(number)) * 10.0;
        commands.spawn((Collider::circle(0.5), Position(place), Velocity(velocity)));
    }
}

fn print(balls: Query<&Velocity, Without<Static>>, time: Res<Time<Elastic>>) {
    let energy: f32 = balls.iter().map(|velocity| velocity.0.length_squared() / 2.0).sum();
    println!("tick {}: {} balls with an energy of {energy}", time.tick(), balls.iter().len());
}
