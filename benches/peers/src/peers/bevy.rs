//! Engines inside of Bevy, each timed as a whole tick of an App, which is one `App::update`.

use crate::peer::{Engine, Make};

mod app;
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
