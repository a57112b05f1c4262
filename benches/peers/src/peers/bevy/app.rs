//! The App in which each engine inside of Bevy is timed.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::transform::StaticTransformOptimizations;

use crate::peer::DT;

/// An App without a window, of which every update makes one tick of [`DT`].
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    // All bodies move, so the search for Transform trees that stand still costs each engine more than it saves.
    app.insert_resource(StaticTransformOptimizations::Disabled);
    let tick = Duration::from_secs_f64(DT);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(tick));
    app.insert_resource(Time::<Fixed>::from_duration(tick));
    app
}

/// Makes the first update, in which no time passes.
pub fn begun(mut app: App) -> App {
    app.finish();
    app.cleanup();
    app.update();
    app
}
