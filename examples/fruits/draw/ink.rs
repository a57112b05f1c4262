//! Meshes with a colour at each corner, composed of convex shapes and lines.

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToComponents, LinearRgba};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// A mesh to which shapes are added, the later ones over the earlier ones.
#[derive(Default)]
pub struct Ink {
    places: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    triangles: Vec<u32>,
}

impl Ink {
    /// Adds a convex shape.
    pub fn convex(&mut self, outline: impl IntoIterator<Item = Vec2>, color: Color) {
        let first = self.places.len() as u32;
        outline.into_iter().for_each(|place| self.corner(place, color));
        let end = self.places.len() as u32;
        self.triangles.extend((first + 2..end).flat_map(|it| [first, it - 1, it]));
    }

    /// Adds an ellipse that is turned counterclockwise by an angle.
    pub fn ellipse(&mut self, middle: Vec2, radii: Vec2, angle: f32, color: Color) {
        let turn = Vec2::from_angle(angle);
        let edge =
            (0u8..40).map(|it| Vec2::from_angle(f32::from(it) * std::f32::consts::TAU / 40.0));
        self.convex(edge.map(|it| middle + turn.rotate(radii * it)), color);
    }

    /// Adds a line of a width with round ends.
    pub fn line(&mut self, points: &[Vec2], width: f32, color: Color) {
        for pair in points.windows(2) {
            let across = (pair[1] - pair[0]).normalize_or_zero().perp() * (0.5 * width);
            let [start, end] = [pair[0], pair[1]];
            self.convex([start + across, start - across, end - across, end + across], color);
        }
        for point in points {
            self.ellipse(*point, Vec2::splat(0.5 * width), 0.0, color);
        }
    }

    fn corner(&mut self, place: Vec2, color: Color) {
        self.places.push(place.extend(0.0).to_array());
        self.colors.push(LinearRgba::from(color).to_f32_array());
    }

    /// The mesh, scaled.
    pub fn mesh(self, scale: f32) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; self.places.len()])
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.triangles))
            .scaled_by(Vec3::new(scale, scale, 1.0))
    }
}
