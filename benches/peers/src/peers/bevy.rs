//! Engines inside of Bevy, each as a whole tick of an App: the time is that of `App::update`. Ours is there in
//! both precisions, so that what the engine adds to the core can be told.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::transform::StaticTransformOptimizations;

use crate::peer::{Contestant, DT};

mod avian;
mod ours;
mod rapier;

/// All of them, ours first. Bevy has two threads on two cores.
pub fn all() -> Vec<Contestant> {
    vec![
        Contestant { name: "bevy_elastic f64", threads: 2, make: ours::double },
        Contestant { name: "bevy_elastic f32", threads: 2, make: ours::single },
        Contestant { name: "avian2d", threads: 2, make: avian::plain },
        Contestant { name: "bevy_rapier2d", threads: 2, make: rapier::plain },
    ]
}

/// An App without a window, of which every update makes one tick of [`DT`].
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    // All move here, so to look for trees that do not costs every engine more than it saves.
    app.insert_resource(StaticTransformOptimizations::Disabled);
    let tick = Duration::from_secs_f64(DT);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(tick));
    app.insert_resource(Time::<Fixed>::from_duration(tick));
    app
}

/// Begins to play: in the first update no time passes.
fn begun(mut app: App) -> App {
    app.finish();
    app.cleanup();
    app.update();
    app
}
