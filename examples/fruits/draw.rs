//! The graphics.

mod ink;
mod pictures;
mod scene;
mod fruits;
mod line;
mod effects;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::draw::draw_new;
use harness::labels::LabelPlugin;

use crate::futures::foresee;

/// Draws the box, the fruits and what is around them.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        let turn_back = fruits::turn_back
            .after(ElasticSystems::Interpolate)
            .before(TransformSystems::Propagate);
        app.add_plugins(LabelPlugin)
            .add_systems(Startup, (pictures::paint, (scene::build, fruits::hang)).chain())
            .add_systems(Update, (fruits::show_next, fruits::pop))
            .add_systems(
                Update,
                (scene::show, scene::fit_view, line::draw_path.after(foresee), line::draw_line),
            )
            .add_systems(Update, (effects::burst, effects::fly, effects::rise).chain())
            .add_systems(PostUpdate, turn_back);
        draw_new(app, fruits::dress);
    }
}
