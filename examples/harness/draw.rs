//! Forms: in one colour, or lit as a ball is.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToComponents, LinearRgba};
use bevy::ecs::system::SystemParam;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// What it takes to draw a form.
#[derive(SystemParam)]
pub struct Draw<'w> {
    /// The forms.
    pub meshes: ResMut<'w, Assets<Mesh>>,
    /// The colours.
    pub materials: ResMut<'w, Assets<ColorMaterial>>,
}

/// A form that is seen.
pub type Form = (Mesh2d, MeshMaterial2d<ColorMaterial>);

impl Draw<'_> {
    /// A form in a colour, or with a picture on it.
    pub fn form(&mut self, form: impl Into<Mesh>, material: impl Into<ColorMaterial>) -> Form {
        let material = self.materials.add(material.into());
        (Mesh2d(self.meshes.add(form.into())), MeshMaterial2d(material))
    }

    /// A round disc in a colour.
    pub fn disc(&mut self, radius: f32, color: Color) -> Form {
        self.form(Circle::new(radius).mesh().resolution(64), color)
    }

    /// A disc that looks like a ball with light from the upper left.
    pub fn ball(&mut self, radius: f32, color: Color) -> Form {
        // Its colours are those of its corners.
        self.form(ball(radius, color), Color::WHITE)
    }
}

fn ball(radius: f32, color: Color) -> Mesh {
    const RINGS: u32 = 14;
    const SPOKES: u32 = 72;
    let (mut places, mut colors) = (vec![[0.0, 0.0, 0.0]], vec![lit(color, Vec2::ZERO)]);
    for ring in 1..=RINGS {
        for spoke in 0..SPOKES {
            let angle = TAU * spoke as f32 / SPOKES as f32;
            let place = Vec2::from_angle(angle) * (ring as f32 / RINGS as f32);
            places.push((place * radius).extend(0.0).to_array());
            colors.push(lit(color, place));
        }
    }
    let corner = |ring: u32, spoke: u32| 1 + (ring - 1) * SPOKES + spoke % SPOKES;
    let mut triangles = Vec::new();
    for spoke in 0..SPOKES {
        triangles.extend([0, corner(1, spoke), corner(1, spoke + 1)]);
        for ring in 1..RINGS {
            let [a, b] = [corner(ring, spoke), corner(ring, spoke + 1)];
            let [c, d] = [corner(ring + 1, spoke), corner(ring + 1, spoke + 1)];
            triangles.extend([a, c, b, b, c, d]);
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(triangles))
}

/// The colour at a place of the unit disc, as of half a sphere.
fn lit(color: Color, place: Vec2) -> [f32; 4] {
    let normal = place.extend((1.0 - place.length_squared()).max(0.0).sqrt());
    let light = Vec3::new(-0.45, 0.55, 0.70).normalize().dot(normal).max(0.0);
    let own = LinearRgba::from(color).to_vec3();
    // A spot where the light is seen as in a mirror.
    (own * (0.22 + 0.86 * light)).lerp(Vec3::ONE, 0.5 * light.powi(24)).extend(1.0).to_array()
}
