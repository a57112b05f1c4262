//! The game without its window, tick by tick, in any schedule.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::ecs::system::ScheduleSystem;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

use crate::bot::Bots;
use crate::control::{self, Controllers, Hand};
use crate::mallet::{self, Inputs, Wishes};
use crate::rules::{self, Match};
use crate::table;

/// The ticks in a second.
pub const RATE: usize = 60;

/// The clock of a game on one machine.
pub fn clock() -> Time<Fixed> {
    Time::from_hz(RATE as f64)
}

/// The table and the rules; something else writes the inputs of a tick, in [`ElasticSystems::Prepare`] and before the rules.
pub fn build<M>(
    app: &mut App,
    schedule: impl ScheduleLabel + Clone,
    inputs: impl IntoScheduleConfigs<ScheduleSystem, M>,
) {
    app.init_resource::<Match>()
        .init_resource::<Inputs>()
        .init_resource::<Wishes>()
        .init_resource::<Hand>()
        .add_systems(Startup, (table::build, mallet::build, rules::build))
        .add_systems(
            schedule.clone(),
            (inputs, rules::serve, mallet::steer).chain().in_set(ElasticSystems::Prepare),
        )
        .add_systems(schedule, rules::count.after(ElasticSystems::Report));
}

/// A game on one machine.
pub fn on_one_machine(app: &mut App, controllers: Controllers, bots: Bots) {
    app.insert_resource(controllers).insert_resource(bots);
    build(app, FixedPostUpdate, (control::wish, take_wishes).chain());
}

fn take_wishes(wishes: Res<Wishes>, mut inputs: ResMut<Inputs>) {
    inputs.0 = wishes.0;
}
