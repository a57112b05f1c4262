//! Which body the panel shows: the one under the pointer, or the one that was clicked last.

use bevy_camera::Camera;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::error::Result;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, ResMut};
use bevy_egui::EguiContexts;
use bevy_transform::components::GlobalTransform;
use bevy_window::{PrimaryWindow, Window};

use crate::picking::bodies_along;
use crate::query::ElasticQuery;
use crate::space::Space;

/// The body that the panel shows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Selection {
    pub(super) entity: Option<Entity>,
    /// Whether a click has chosen it, so that it does not follow the pointer.
    pub(super) is_kept: bool,
}

/// Selects the body under the pointer.
pub(super) fn select<V: Space>(
    mut contexts: EguiContexts,
    windows: Query<&Window, With<PrimaryWindow>>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    mut bodies: ElasticQuery<V>,
    mut selection: ResMut<Selection>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let is_clicked = context.input(|input| input.pointer.secondary_clicked());
    if context.egui_wants_pointer_input() || selection.is_kept && !is_clicked {
        return Ok(());
    }
    let Some(pointer) = windows.iter().find_map(Window::cursor_position) else { return Ok(()) };
    let rays = cameras
        .iter()
        .filter(|(camera, _)| camera.is_active)
        .filter_map(|(camera, transform)| camera.viewport_to_world(transform, pointer).ok());
    let found = rays.flat_map(|ray| bodies_along(&mut bodies, &ray)).next();
    let selected = Selection { entity: found, is_kept: is_clicked && found.is_some() };
    if found.is_some() || is_clicked {
        selection.set_if_neq(selected);
    }
    Ok(())
}
