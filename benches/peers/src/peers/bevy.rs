//! Engines inside of Bevy, each timed as a whole tick of an App, which is one `App::update`.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::transform::StaticTransformOptimizations;

use super::Make;
use crate::peer::{DT, Engine};

mod avian;
mod ours;
mod rapier;

/// The version in the lock file, of which all engines here are.
const BEVY: &str = "Bevy 0.19.1";

/// All engines inside of Bevy, this one first. Bevy has two threads on two cores.
pub fn all(ours: &str) -> Vec<Engine> {
    let engines: [(&'static str, &str, Make); 5] = [
        ("bevy_elastic f64", ours, ours::double),
        ("bevy_elastic f32", ours, ours::single),
        ("avian2d", avian::VERSION, avian::plain),
        ("avian2d swept", avian::VERSION, avian::swept),
        ("bevy_rapier2d", rapier::VERSION, rapier::plain),
    ];
    let engine = |(name, version, make)| {
        let version = format!("{version}, {BEVY}");
        Engine { name, version, threads: 2, make }
    };
    engines.into_iter().map(engine).collect()
}

/// An App without a window, of which every update makes one tick of [`DT`].
fn app() -> App {
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
fn begun(mut app: App) -> App {
    app.finish();
    app.cleanup();
    app.update();
    app
}
