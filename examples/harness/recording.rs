//! `--record FILE`: records what the bodies do, and saves it when the demo ends.

use std::marker::PhantomData;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::space::Space;

use crate::args::RunArgs;

/// Records a game in the space `V`, if the command line asks for it.
pub struct RecordingPlugin<V: Space> {
    file: Option<PathBuf>,
    space: PhantomData<V>,
}

impl<V: Space> RecordingPlugin<V> {
    /// Records if these options ask for it.
    #[must_use]
    pub fn new(args: &RunArgs) -> Self {
        Self { file: args.record.clone(), space: PhantomData }
    }
}

/// The file of the recording. The resource exists only if a game is recorded.
#[derive(Resource)]
struct RecordingFile(PathBuf);

impl<V: Space> Plugin for RecordingPlugin<V> {
    fn build(&self, app: &mut App) {
        let Some(file) = self.file.clone() else { return };
        app.world_mut().resource_mut::<Simulation<V>>().start_recording();
        app.insert_resource(RecordingFile(file))
            .add_systems(Last, save::<V>.run_if(on_message::<AppExit>));
    }
}

/// Saves the recording of an App without a window, if there is one.
pub fn save_recording<V: Space>(app: &mut App) {
    if app.world().contains_resource::<RecordingFile>()
        && let Err(error) = app.world_mut().run_system_cached(save::<V>)
    {
        eprintln!("The recording could not be saved: {error}");
    }
}

fn save<V: Space>(simulation: Res<Simulation<V>>, file: Res<RecordingFile>) {
    let Some(recording) = simulation.recording() else { return };
    let bytes = recording.to_bytes().map_err(|error| error.to_string());
    match bytes.and_then(|it| std::fs::write(&file.0, it).map_err(|error| error.to_string())) {
        Ok(()) => println!("{} steps are recorded in {}", recording.steps(), file.0.display()),
        Err(error) => eprintln!("The recording could not be saved: {error}"),
    }
}
