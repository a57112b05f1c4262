//! The position of the mouse in the world, and whether a panel uses the mouse.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// The mouse over the world of a 2D game.
#[derive(SystemParam)]
pub struct Mouse<'w, 's> {
    /// The buttons.
    pub buttons: Res<'w, ButtonInput<MouseButton>>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
    egui: Option<Res<'w, EguiWantsInput>>,
}

impl Mouse<'_, '_> {
    /// The position of the cursor in the world; `None` if it is outside of the window.
    #[must_use]
    pub fn place(&self) -> Option<Vec2> {
        let (lens, place) = *self.camera;
        lens.viewport_to_world_2d(place, self.window.cursor_position()?).ok()
    }

    /// Whether a panel of egui uses the mouse.
    #[must_use]
    pub fn is_over_panel(&self) -> bool {
        self.egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input())
    }
}
