//! The pointer in the world, a mouse or a finger, and whether a panel uses it.

use bevy::ecs::system::SystemParam;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// The pointer over the world of a 2D game.
///
/// The first finger on a touch screen acts as the left button of a mouse. A mouse is seen before it is pressed; a finger is
/// not, so it presses a frame after it has come, when the panels know where it is.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    /// The buttons.
    pub buttons: Res<'w, ButtonInput<MouseButton>>,
    finger: Res<'w, Finger>,
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera2d>>,
    egui: Option<Res<'w, EguiWantsInput>>,
}

impl Pointer<'_, '_> {
    /// The position in the world; `None` if the cursor is outside of the window. A finger that was lifted stays where it was.
    #[must_use]
    pub fn place(&self) -> Option<Vec2> {
        let (lens, place) = *self.camera;
        let pixel = self.finger.place.or_else(|| self.window.cursor_position())?;
        lens.viewport_to_world_2d(place, pixel).ok()
    }

    /// Whether the pointer is a finger.
    #[must_use]
    pub fn is_finger(&self) -> bool {
        self.finger.place.is_some()
    }

    /// Whether the pointer has moved in this frame.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        self.finger.has_moved
    }

    /// Whether a panel of egui uses the pointer.
    #[must_use]
    pub fn is_over_panel(&self) -> bool {
        self.egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input())
    }
}

/// The finger that acts as a mouse.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Finger {
    /// Where it is or was lifted, in pixels of the window; `None` while a mouse is used.
    place: Option<Vec2>,
    /// The number by which the window knows it, while it is on the screen.
    id: Option<u64>,
    /// Whether the left button is pressed for it.
    presses: bool,
    /// Whether it has been lifted and the button not yet released.
    is_lifted: bool,
    /// Whether the pointer, finger or mouse, has moved in this frame.
    has_moved: bool,
}

impl Finger {
    /// Presses or releases the button for what the finger did in the frames before.
    fn press(&mut self, buttons: &mut ButtonInput<MouseButton>) {
        if self.presses && self.is_lifted {
            buttons.release(MouseButton::Left);
            *self = Self { place: self.place, ..Self::default() };
        } else if self.id.is_some() && !self.presses {
            buttons.press(MouseButton::Left);
            self.presses = true;
        }
    }

    /// Follows the first finger; others have no effect while it is there.
    fn follow(&mut self, touch: &TouchInput) {
        if touch.phase == TouchPhase::Started && self.id.is_none() {
            self.id = Some(touch.id);
        }
        if self.id == Some(touch.id) && !self.is_lifted {
            self.place = Some(touch.position);
            self.has_moved = true;
            self.is_lifted = matches!(touch.phase, TouchPhase::Ended | TouchPhase::Canceled);
        }
    }
}

/// Lets a finger act as the left button of a mouse.
pub struct PointerPlugin;

impl Plugin for PointerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Finger>()
            .add_systems(PreUpdate, follow.after(bevy::input::InputSystems));
    }
}

fn follow(
    mut touches: MessageReader<TouchInput>,
    mut moves: MessageReader<CursorMoved>,
    mut buttons: ResMut<ButtonInput<MouseButton>>,
    mut finger: ResMut<Finger>,
) {
    finger.has_moved = moves.read().count() > 0;
    if finger.has_moved && finger.id.is_none() {
        finger.place = None;
    }
    finger.press(&mut buttons);
    touches.read().for_each(|touch| finger.follow(touch));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(phase: TouchPhase, id: u64, x: f32) -> TouchInput {
        let position = Vec2::X * x;
        TouchInput { phase, position, window: Entity::PLACEHOLDER, force: None, id }
    }

    #[test]
    fn tap_in_one_frame_presses_and_releases_in_the_next_two() {
        let (mut finger, mut buttons) = (Finger::default(), ButtonInput::default());
        finger.follow(&touch(TouchPhase::Started, 7, 1.0));
        finger.follow(&touch(TouchPhase::Ended, 7, 2.0));
        assert!(!buttons.pressed(MouseButton::Left));
        finger.press(&mut buttons);
        assert!(buttons.just_pressed(MouseButton::Left));
        buttons.clear();
        finger.press(&mut buttons);
        assert!(buttons.just_released(MouseButton::Left));
        assert_eq!(finger.place, Some(Vec2::X * 2.0));
        buttons.clear();
        finger.press(&mut buttons);
        assert!(buttons.get_just_pressed().next().is_none());
    }

    #[test]
    fn second_finger_does_nothing() {
        let (mut finger, mut buttons) = (Finger::default(), ButtonInput::default());
        finger.follow(&touch(TouchPhase::Started, 1, 1.0));
        finger.press(&mut buttons);
        finger.follow(&touch(TouchPhase::Started, 2, 9.0));
        finger.follow(&touch(TouchPhase::Ended, 2, 9.0));
        finger.press(&mut buttons);
        assert!(buttons.pressed(MouseButton::Left) && finger.place == Some(Vec2::X));
    }
}
