//! Text labels at positions in the world. Their size does not depend on the zoom of the camera, and in a window as narrow as a
//! phone they are as small as all else.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, FontId, LayerId, Order, pos2};
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::palette::egui_color;

/// The width of a window, in points of egui, below which labels shrink with it.
const FULL_WIDTH: f32 = 1000.0;

/// A text at the position of an entity.
#[derive(Component, Clone, Debug)]
pub struct Label {
    /// The text; an empty one draws nothing.
    pub text: String,
    /// The offset from the entity to the middle of the text, in length units of the world.
    pub offset: Vec2,
    /// The height of the text in points of egui.
    pub size: f32,
    /// The colour of the text.
    pub color: Color,
}

/// Draws labels. It needs egui, which [`BarPlugin`](crate::bar::BarPlugin) adds.
pub struct LabelPlugin;

impl Plugin for LabelPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, draw).configure_sets(
            PostUpdate,
            // Labels use the transforms of this frame, not of the last.
            EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate),
        );
    }
}

fn draw(
    mut contexts: EguiContexts,
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    labels: Query<(&GlobalTransform, &Label)>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let painter = context.layer_painter(LayerId::new(Order::Background, "labels".into()));
    let (lens, eye) = *camera;
    let shrink = f32::min(context.content_rect().width() / FULL_WIDTH, 1.0);
    for (place, label) in labels.iter().filter(|(_, label)| !label.text.is_empty()) {
        let place = place.translation() + label.offset.extend(0.0);
        if let Ok(pixel) = lens.world_to_viewport(eye, place) {
            let point = pixel / context.zoom_factor();
            let font = FontId::proportional(shrink * label.size);
            let color = egui_color(label.color);
            painter.text(pos2(point.x, point.y), Align2::CENTER_CENTER, &label.text, font, color);
        }
    }
    Ok(())
}
