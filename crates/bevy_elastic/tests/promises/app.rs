//! An App whose time is driven by hand.

use std::time::Duration;

use bevy_app::{App, Plugin};
use bevy_elastic::plugin::ElasticPlugin;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

/// An App in the default space; each update lasts one tick of 1/64 s.
pub fn app() -> App {
    app_with(ElasticPlugin)
}

/// An App with a plugin of ours; each update lasts one tick of 1/64 s.
pub fn app_with(plugin: impl Plugin) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, plugin));
    set_tick(&mut app, Duration::from_micros(15_625));
    // The first update only starts the clocks.
    app.update();
    app
}

/// Makes each update from now on last one tick of this length.
pub fn set_tick(app: &mut App, tick: Duration) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(tick));
    app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(tick);
}

/// Makes this many updates.
pub fn run(app: &mut App, updates: u32) {
    for _ in 0..updates {
        app.update();
    }
}
