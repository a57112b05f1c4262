//! The current experiment: choosing and building it.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;
use harness::play::rewind;

use crate::args::{CradleArgs, Experiment};
use crate::blocks::{self, MAX_POWER};
use crate::cradle::{self, BALLS, Lift};
use crate::path::Path;
use crate::swings::Swings;

/// The displacement of lifted balls along the arc, in metres.
pub const AWAY: f64 = 0.4;

/// The gap that the key G sets, in metres.
const GAP: f64 = 0.01;

/// The experiment and its initial state.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The experiment.
    pub experiment: Experiment,
    /// The initial state of the cradle.
    pub lift: Lift,
    /// The exponent k of the mass ratio 100^k of the blocks.
    pub power: u8,
}

impl Stage {
    /// The stage of the command line.
    #[must_use]
    pub fn new(args: &CradleArgs) -> Self {
        let lift = Lift { count: usize::from(args.lifted), away: -AWAY, gap: args.gap };
        Self { experiment: args.scene, lift, power: args.power }
    }
}

/// Marks an entity that is despawned when an experiment starts.
#[derive(Component, Clone, Copy, Debug)]
pub struct Prop;

/// The keys of this demo.
pub fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    mut stage: ResMut<Stage>,
    mut resets: MessageWriter<ResetRequested>,
) {
    const DIGITS: [KeyCode; 6] = [
        KeyCode::Digit0,
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
    ];
    let mut wanted = *stage;
    if keys.just_pressed(KeyCode::KeyM) {
        wanted.experiment = match stage.experiment {
            Experiment::Cradle => Experiment::Blocks,
            Experiment::Blocks => Experiment::Cradle,
        };
    }
    if let Some(digit) = DIGITS.iter().position(|key| keys.just_pressed(*key)) {
        match stage.experiment {
            Experiment::Cradle if (1..BALLS).contains(&digit) => wanted.lift.count = digit,
            Experiment::Blocks => wanted.power = (digit as u8).min(MAX_POWER),
            Experiment::Cradle => {}
        }
    }
    if keys.just_pressed(KeyCode::KeyG) {
        wanted.lift.gap = if stage.lift.gap == 0.0 { GAP } else { 0.0 };
    }
    stage.set_if_neq(wanted);
    resets.write_batch(keys.just_pressed(KeyCode::Space).then_some(ResetRequested));
}

/// Builds the experiment when something was chosen, or a restart was requested.
pub fn set(
    stage: Res<Stage>,
    mut resets: MessageReader<ResetRequested>,
    props: Query<Entity, With<Prop>>,
    mut time: ResMut<Time<Elastic>>,
    mut commands: Commands,
) {
    if resets.read().count() == 0 && !stage.is_changed() {
        return;
    }
    for prop in &props {
        commands.entity(prop).despawn();
    }
    match stage.experiment {
        Experiment::Cradle => {
            for ball in cradle::balls(&stage.lift, time.tick_seconds()) {
                commands.spawn((ball, Prop));
            }
        }
        Experiment::Blocks => {
            commands.spawn((blocks::wall(), Prop));
            for block in blocks::blocks(stage.power) {
                commands.spawn((block, Prop, Visibility::default()));
            }
        }
    }
    commands.insert_resource(Path::new(stage.power));
    commands.insert_resource(Swings::default());
    // A rewind cannot return to the previous experiment.
    commands.insert_resource(rewind::<DVec2>());
    time.set_relative_speed(1.0);
    time.unpause();
}
