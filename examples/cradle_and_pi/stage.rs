//! Which experiment stands on the stage?

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;
use harness::play::rewind;

use crate::args::{CradleArgs, Experiment};
use crate::blocks::{self, MOST};
use crate::cradle::{self, BALLS, Lift};
use crate::path::Path;
use crate::swings::Swings;

/// How far balls are lifted along the arc, in metres.
pub const AWAY: f64 = 0.4;

/// The gap that the key G makes, in metres.
const GAP: f64 = 0.01;

/// What is played, and how it begins.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Which of the two.
    pub experiment: Experiment,
    /// How the balls of the cradle are let go.
    pub lift: Lift,
    /// The k of the mass ratio 100^k of the blocks.
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

/// Everything that leaves when the stage is set anew.
#[derive(Component, Clone, Copy, Debug)]
pub struct Prop;

/// The keys of this demo.
pub fn choose(keys: Res<ButtonInput<KeyCode>>, mut stage: ResMut<Stage>) {
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
            Experiment::Blocks => wanted.power = (digit as u8).min(MOST),
            Experiment::Cradle => {}
        }
    }
    if keys.just_pressed(KeyCode::KeyG) {
        wanted.lift.gap = if stage.lift.gap == 0.0 { GAP } else { 0.0 };
    }
    stage.set_if_neq(wanted);
}

/// Sets the stage when something else was chosen, or the same is wanted anew.
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
    // There is no way back into the old stage.
    commands.insert_resource(rewind::<DVec2>());
    time.set_relative_speed(1.0);
    time.unpause();
}
