//! Where the mouse is in the world, and whether it is the game's.

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
    /// The place of the cursor in the world, if it is over the window.
    #[must_use]
    pub fn place(&self) -> Option<Vec2> {
        let (lens, place) = *self.camera;
        lens.viewport_to_world_2d(place, self.window.cursor_position()?).ok()
    }

    /// Whether a panel takes the mouse.
    #[must_use]
    pub fn is_over_panel(&self) -> bool {
        self.egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input())
    }
}
