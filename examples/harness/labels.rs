//! Words in the world that stay as large as the other type when the camera zooms.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, FontId, LayerId, Order, pos2};
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::palette::tint;

/// Words at the place of an entity.
#[derive(Component, Clone, Debug)]
pub struct Label {
    /// The words; nothing is drawn of none.
    pub text: String,
    /// From the place of the entity to the middle of the words, in length units of the world.
    pub offset: Vec2,
    /// The height of the type in points of egui.
    pub size: f32,
    /// Its colour.
    pub color: Color,
}

/// Draws labels. The plugin of the bar adds egui.
pub struct LabelPlugin;

impl Plugin for LabelPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, draw).configure_sets(
            PostUpdate,
            // Words are where their entities are in this frame, not where they were in the last.
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
    for (place, label) in labels.iter().filter(|(_, label)| !label.text.is_empty()) {
        let place = place.translation() + label.offset.extend(0.0);
        if let Ok(pixel) = lens.world_to_viewport(eye, place) {
            let point = pixel / context.zoom_factor();
            let font = FontId::proportional(label.size);
            let color = tint(label.color);
            painter.text(pos2(point.x, point.y), Align2::CENTER_CENTER, &label.text, font, color);
        }
    }
    Ok(())
}
