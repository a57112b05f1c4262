//! Meshes from outlines.

use bevy::asset::RenderAssetUsages;
use bevy::color::{ColorToComponents, LinearRgba};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// A fan around a middle, with one colour there and another at the closed outline.
#[must_use]
pub fn fan(middle: Vec2, outline: &[Vec2], colors: [Color; 2]) -> Mesh {
    let count = outline.len() as u32;
    let corners: Vec<Vec2> = [middle].into_iter().chain(outline.iter().copied()).collect();
    let color = |corner: usize| colors[usize::from(corner > 0)];
    let triangles = (0..count).flat_map(|it| [0, 1 + it, 1 + (it + 1) % count]).collect();
    mesh(&corners, color, triangles)
}

/// A line along points, with a width.
#[must_use]
pub fn ribbon(points: &[Vec2], width: f32) -> Mesh {
    let last = points.len() - 1;
    let mut corners = Vec::new();
    for (number, point) in points.iter().enumerate() {
        let before = (*point - points[number.saturating_sub(1)]).normalize_or_zero();
        let after = (points[(number + 1).min(last)] - *point).normalize_or_zero();
        let along = (before + after).normalize_or(Vec2::X);
        // At a bend the sides are further from the middle, so that the width stays.
        let bend = along.dot(if number == 0 { after } else { before }).max(0.3);
        let out = along.perp() * (0.5 * width / bend);
        corners.extend([*point + out, *point - out]);
    }
    let triangles =
        (0..last as u32).flat_map(|it| [0, 1, 2, 2, 1, 3].map(|corner| 2 * it + corner)).collect();
    mesh(&corners, |_| Color::WHITE, triangles)
}

fn mesh(corners: &[Vec2], color: impl Fn(usize) -> Color, triangles: Vec<u32>) -> Mesh {
    let places: Vec<[f32; 3]> = corners.iter().map(|it| it.extend(0.0).to_array()).collect();
    let colors: Vec<[f32; 4]> =
        (0..corners.len()).map(|it| LinearRgba::from(color(it)).to_f32_array()).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(triangles))
}
