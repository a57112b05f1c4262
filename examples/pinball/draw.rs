//! The graphics.

mod colors;
mod playfield;
mod lamps;
mod bodies;
mod popups;
mod segments;
mod panel;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_elastic::prelude::*;
use harness::bar::draw_bar;
use harness::camera::camera;
use harness::draw::draw_new;
use harness::labels::LabelPlugin;
use harness::overlay::flash::FlashPlugin;

use crate::tilt::Tilt;

/// The middle and the size of what the camera shows: the table below the bar.
const VIEW: (Vec2, Vec2) = (vec2(0.0, 519.0), vec2(640.0, 1160.0));

/// The radius of the ring at an impact, and from which approach speed on there is one.
const RING: (f32, f64) = (24.0, 500.0);

/// How far a nudge shakes the picture, in millimetres, and how long, in seconds.
const SHAKE: (f32, f32) = (9.0, 0.09);

/// Draws the table and the panels beside it.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        let turn_back = bodies::turn_back
            .after(ElasticSystems::Interpolate)
            .before(TransformSystems::Propagate);
        app.add_plugins((LabelPlugin, FlashPlugin::<Vec2>::new(RING.0, RING.1)))
            .add_systems(Startup, (set_camera, playfield::paint, lamps::set_inserts))
            .add_systems(Update, (lamps::set_lamps, lamps::shine, bodies::draw_spring))
            .add_systems(Update, (shake, (popups::pop, popups::rise).chain()))
            .add_systems(PostUpdate, turn_back)
            .add_systems(EguiPrimaryContextPass, panel::draw.after(draw_bar));
        draw_new(app, bodies::dress);
    }
}

fn set_camera(mut commands: Commands) {
    commands.spawn(camera(VIEW.0, VIEW.1));
}

/// Shakes the picture after a nudge.
fn shake(
    tilt: Res<Tilt>,
    mut camera: Single<&mut Transform, With<Camera2d>>,
    mut offset: Local<Vec2>,
) {
    let (way, age) = tilt.last;
    let wanted = way * SHAKE.0 * (-age / SHAKE.1).exp();
    let change = wanted - std::mem::replace(&mut *offset, wanted);
    if change != Vec2::ZERO {
        camera.translation -= change.extend(0.0);
    }
}
