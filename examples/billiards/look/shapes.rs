//! Meshes from outlines.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::color::{Color, ColorToComponents, LinearRgba};
use bevy::math::Vec2;
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

/// A convex polygon; `texture` maps each corner to its texture coordinates.
#[must_use]
pub fn polygon(outline: &[Vec2], texture: impl Fn(Vec2) -> Vec2) -> Mesh {
    let count = outline.len() as u32;
    let fan = (1..count.saturating_sub(1)).flat_map(|corner| [0, corner, corner + 1]).collect();
    mesh(outline, &texture, fan)
}

/// A convex polygon with one colour per corner.
#[must_use]
pub fn shaded_polygon(outline: &[Vec2], colour: impl Fn(Vec2) -> Color) -> Mesh {
    polygon(outline, |corner| corner)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours(outline.iter().map(|&c| colour(c))))
}

/// The band between two polylines with equally many points, with a colour for each pair of points.
#[must_use]
pub fn band(left: &[Vec2], right: &[Vec2], colour: impl Fn(usize) -> Color) -> Mesh {
    let corners: Vec<Vec2> = left.iter().zip(right).flat_map(|(&l, &r)| [l, r]).collect();
    let strips = (0..left.len().saturating_sub(1) as u32)
        .flat_map(|i| [0, 1, 2, 2, 1, 3].map(|corner| 2 * i + corner))
        .collect();
    mesh(&corners, &|corner| corner, strips).with_inserted_attribute(
        Mesh::ATTRIBUTE_COLOR,
        colours((0..corners.len()).map(|corner| colour(corner / 2))),
    )
}

/// Points on a circle from one angle to another, in radians, both ends included.
#[must_use]
pub fn arc(centre: Vec2, radius: f32, from: f32, to: f32) -> Vec<Vec2> {
    let steps = (((to - from).abs() / TAU * 96.0).ceil() as usize).max(1);
    (0..=steps)
        .map(|step| from + (to - from) * step as f32 / steps as f32)
        .map(|angle| centre + radius * Vec2::from_angle(angle))
        .collect()
}

fn mesh(corners: &[Vec2], texture: &impl Fn(Vec2) -> Vec2, triangles: Vec<u32>) -> Mesh {
    let positions: Vec<[f32; 3]> = corners.iter().map(|c| [c.x, c.y, 0.0]).collect();
    let places: Vec<[f32; 2]> = corners.iter().map(|&c| texture(c).to_array()).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; corners.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(triangles))
}

fn colours(colours: impl Iterator<Item = Color>) -> Vec<[f32; 4]> {
    colours.map(|colour| LinearRgba::from(colour).to_f32_array()).collect()
}
