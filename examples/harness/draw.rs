//! Forms in one colour, and a camera that shows a part of the plane in any window.

use bevy::camera::ScalingMode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What it takes to draw a form.
#[derive(SystemParam)]
pub struct Draw<'w> {
    /// The forms.
    pub meshes: ResMut<'w, Assets<Mesh>>,
    /// The colours.
    pub materials: ResMut<'w, Assets<ColorMaterial>>,
}

impl Draw<'_> {
    /// A form in a colour.
    pub fn form(&mut self, form: Mesh, color: Color) -> (Mesh2d, MeshMaterial2d<ColorMaterial>) {
        (Mesh2d(self.meshes.add(form)), MeshMaterial2d(self.materials.add(color)))
    }

    /// A round disc in a colour.
    pub fn disc(&mut self, radius: f32, color: Color) -> (Mesh2d, MeshMaterial2d<ColorMaterial>) {
        self.form(Circle::new(radius).mesh().resolution(64).build(), color)
    }
}

/// A camera that shows all of a rectangle of this size about a place.
#[must_use]
pub fn camera(place: Vec2, size: Vec2) -> impl Bundle {
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let view = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    let place = Transform::from_translation(place.extend(0.0));
    (Camera2d, Msaa::Sample4, Projection::Orthographic(view), place)
}
