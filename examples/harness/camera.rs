//! A 2D camera that fits a rectangle into any window, with zoom by the mouse wheel and pan by the right
//! mouse button.

use bevy::camera::ScalingMode;
use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;

use crate::pointer::Pointer;

/// A camera that shows the whole of a rectangle of this centre and size.
#[must_use]
pub fn camera(centre: Vec2, size: Vec2) -> impl Bundle {
    (Camera2d, view(size), Transform::from_translation(centre.extend(0.0)))
}

/// A projection that shows the whole of a rectangle of this size.
#[must_use]
pub fn view(size: Vec2) -> Projection {
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    Projection::Orthographic(OrthographicProjection {
        scaling_mode,
        ..OrthographicProjection::default_2d()
    })
}

/// Zooms and pans the 2D camera with the mouse.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (zoom, pan));
    }
}

/// The camera of the game.
type View<'w, 's> =
    Single<'w, 's, (&'static mut Transform, &'static mut Projection), With<Camera2d>>;

fn zoom(mut wheel: MessageReader<MouseWheel>, mut views: ParamSet<(Pointer, View)>) {
    let turns: f32 = wheel.read().map(|turn| turn.y.clamp(-1.0, 1.0)).sum();
    let pointer = views.p0();
    if turns == 0.0 || pointer.is_over_panel() {
        return;
    }
    let cursor = pointer.place();
    let (mut transform, mut projection) = views.p1().into_inner();
    let Projection::Orthographic(projection) = &mut *projection else { return };
    let before = projection.scale;
    projection.scale = (before * 0.9f32.powf(turns)).clamp(0.1, 2.0);
    if let Some(cursor) = cursor {
        // The point under the cursor stays under it.
        let shift = (cursor - transform.translation.truncate()) * (1.0 - projection.scale / before);
        transform.translation += shift.extend(0.0);
    }
}

fn pan(mut views: ParamSet<(Pointer, View)>, mut held: Local<Option<Vec2>>) {
    let pointer = views.p0();
    let here = pointer.place().filter(|_| pointer.buttons.pressed(MouseButton::Right));
    match (*held, here) {
        // The point that was grabbed stays under the cursor.
        (Some(held), Some(here)) => {
            views.p1().0.translation += (held - here).extend(0.0);
        }
        _ => *held = here,
    }
}
