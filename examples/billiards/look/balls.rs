//! The pictures of the balls.
//!
//! A ball is a root entity, which the simulation moves, with three children: the shadow on the cloth, a sphere with the
//! number, which turns as the ball rolls, and the gloss, which is a fixed light.

use std::f32::consts::{PI, TAU};

use bevy::app::{App, Plugin, PostUpdate};
use bevy::asset::{Assets, Handle, RenderAssetUsages};
use bevy::ecs::prelude::{
    Changed, ChildOf, Children, Commands, Component, Entity, IntoScheduleConfigs, Query, ResMut,
    Resource, With,
};
use bevy::ecs::system::SystemParam;
use bevy::image::Image;
use bevy::math::{FloatExt, UVec2, Vec2, Vec3, Vec4};
use bevy::mesh::{Indices, Mesh, Mesh2d, PrimitiveTopology};
use bevy::sprite::Sprite;
use bevy::sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d};
use bevy::transform::TransformSystems;
use bevy::transform::components::Transform;
use bevy_elastic::components::Orientation;
use bevy_elastic::systems::ElasticSystems;
use harness::palette::IVORY;
use scenes::billiards::{BALL_COUNT, BALL_RADIUS};

use super::digits::{distance, number};
use super::paint::{paint, rgba};
use super::palette;
use crate::rules::ball::{Ball, Group};

/// Height of the layer of balls above the table.
pub const LAYER: f32 = 2.0;

/// Width and height of a picture in pixels.
const SIDE: u32 = 128;
/// Radius of the disc relative to half the picture; the rest is for the smooth edge.
const DISC: f32 = 0.94;
/// Radius of the number disc, in radii of the ball.
const NUMBER_DISC: f32 = 0.56;
/// Radius of a spot of the cue ball, in radii of the ball.
const SPOT: f32 = 0.2;
/// Half of the height of the coloured band of a stripe, in radii of the ball.
const BAND: f32 = 0.62;
/// Half of the width of the picture of a shadow, in radii of the ball.
const SHADOW: f32 = 1.7;

/// The ball of an entity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered(pub Ball);

/// Marks the sphere with the number of a ball.
#[derive(Component, Clone, Copy, Debug)]
pub struct Face;

/// Rolls the spheres.
pub struct RollingPlugin;

impl Plugin for RollingPlugin {
    fn build(&self, app: &mut App) {
        let order = roll.after(ElasticSystems::Interpolate).before(TransformSystems::Propagate);
        app.add_systems(PostUpdate, order);
    }
}

fn roll(
    balls: Query<(&Orientation, &Children), Changed<Orientation>>,
    mut faces: Query<&mut Transform, With<Face>>,
) {
    for (orientation, children) in &balls {
        for child in children {
            if let Ok(mut transform) = faces.get_mut(*child) {
                transform.rotation = orientation.0;
            }
        }
    }
}

/// The collections in which the pictures of balls are kept.
#[derive(SystemParam)]
pub struct BallPainter<'w> {
    images: ResMut<'w, Assets<Image>>,
    meshes: ResMut<'w, Assets<Mesh>>,
    materials: ResMut<'w, Assets<ColorMaterial>>,
}

/// The pictures of all balls.
#[derive(Resource)]
pub struct BallPictures {
    sphere: Handle<Mesh>,
    faces: [Handle<ColorMaterial>; BALL_COUNT],
    gloss: Handle<Image>,
    shadow: Handle<Image>,
}

impl BallPictures {
    /// Paints all balls.
    #[must_use]
    pub fn new(painter: &mut BallPainter) -> Self {
        let BallPainter { images, meshes, materials } = painter;
        let faces = std::array::from_fn(|ball| {
            let texture = Some(images.add(map(Ball(ball as u8))));
            // Opaque, so that the depth of the sphere hides its back.
            let alpha_mode = AlphaMode2d::Opaque;
            materials.add(ColorMaterial { texture, alpha_mode, ..ColorMaterial::default() })
        });
        Self {
            sphere: meshes.add(sphere()),
            faces,
            gloss: images.add(paint(UVec2::splat(SIDE), gloss)),
            shadow: images.add(paint(UVec2::splat(64), shadow)),
        }
    }
}

/// Adds the pictures of a ball to an entity, which needs a [`Transform`] in metres on [`LAYER`] and a
/// [`Visibility`].
pub fn dress(commands: &mut Commands, pictures: &BallPictures, ball: Ball, entity: Entity) {
    let radius = BALL_RADIUS as f32;
    let picture = |image: &Handle<Image>, half: f32, place: Vec3| {
        let size = Some(Vec2::splat(2.0 * half));
        let sprite = Sprite { image: image.clone(), custom_size: size, ..Sprite::default() };
        (sprite, Transform::from_translation(place), ChildOf(entity))
    };
    commands.entity(entity).insert(Numbered(ball));
    // All shadows lie below all balls, so that no shadow darkens a neighbour.
    let below = Vec3::new(0.3 * radius, -0.38 * radius, -0.5);
    commands.spawn(picture(&pictures.shadow, SHADOW * radius, below));
    let sphere = Mesh2d(pictures.sphere.clone());
    let material = MeshMaterial2d(pictures.faces[usize::from(ball.0)].clone());
    let size = Transform::from_scale(Vec3::splat(radius));
    commands.spawn((Face, sphere, material, size, ChildOf(entity)));
    commands.spawn(picture(&pictures.gloss, radius / DISC, Vec3::new(0.0, 0.0, 0.1)));
}

/// Number of parts of the sphere from pole to pole; twice as many go round.
const PARTS: u32 = 24;

/// A sphere of radius 1 with its poles along y. Texture coordinates are longitude, with the front in the middle, and latitude.
fn sphere() -> Mesh {
    let (columns, rows) = (2 * PARTS, PARTS);
    let places = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column, row)));
    let places: Vec<[f32; 2]> = places
        .map(|(column, row)| [column as f32 / columns as f32, row as f32 / rows as f32])
        .collect();
    let corners: Vec<[f32; 3]> =
        places.iter().map(|place| direction(Vec2::from(*place)).to_array()).collect();
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let triangles = squares.flat_map(|(column, row)| {
        let corner = row * (columns + 1) + column;
        let below = corner + columns + 1;
        [corner, below, corner + 1, corner + 1, below, below + 1]
    });
    let triangles = triangles.collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, corners.clone())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(triangles))
}

/// The direction from the centre of a sphere to the point of a place on its map.
fn direction(place: Vec2) -> Vec3 {
    let (longitude, latitude) = ((place.x - 0.5) * TAU, (0.5 - place.y) * PI);
    let (sine, cosine) = longitude.sin_cos();
    Vec3::new(sine * latitude.cos(), latitude.sin(), cosine * latitude.cos())
}

/// The coverage of a pixel at a signed distance from an edge, in radii: 1 inside, 0 outside.
fn inside(distance: f32) -> f32 {
    let pixel = 2.0 / (SIDE as f32 * DISC);
    (0.5 - distance / (1.5 * pixel)).clamp(0.0, 1.0)
}

/// The map of the surface of a ball.
fn map(ball: Ball) -> Image {
    let colour = surface(ball);
    paint(UVec2::new(4 * SIDE, 2 * SIDE), |place| {
        colour(direction(Vec2::new(0.5 + 0.5 * place.x, 0.5 - 0.5 * place.y))).extend(1.0)
    })
}

/// The colour of the surface of a ball in a direction from its centre, without light and shade: red, green and blue.
///
/// The number is at the front and at the back. The cue ball has six spots, which show how it turns.
pub fn surface(ball: Ball) -> impl Fn(Vec3) -> Vec3 {
    let colour = rgba(palette::ball(ball));
    let (ivory, ink, spot) = (rgba(IVORY), rgba(palette::INK), rgba(palette::CUE_SPOT));
    let pieces = number(ball.0);
    let (height, stroke) = if ball.0 < 10 { (0.74, 0.075) } else { (0.62, 0.066) };
    move |at| {
        let nearest = at.abs().max_element();
        if ball == Ball::CUE {
            // The distance from the nearest axis.
            let off = (1.0 - nearest * nearest).max(0.0).sqrt();
            return ivory.lerp(spot, inside(off - SPOT)).truncate();
        }
        let place = Vec2::new(at.x * at.z.signum(), at.y);
        let is_stripe = ball.group() == Some(Group::Stripes);
        let band = if is_stripe { inside(place.y.abs() - BAND) } else { 1.0 };
        let mut pixel = ivory.lerp(colour, band);
        pixel = pixel.lerp(ivory, inside(place.length() - NUMBER_DISC));
        if place.length() < NUMBER_DISC {
            pixel = pixel.lerp(ink, inside(distance(&pieces, place / height) * height - stroke));
        }
        pixel.truncate()
    }
}

/// Light from the upper left on a hemisphere: dark toward the far rim, with a bright highlight.
fn gloss(place: Vec2) -> Vec4 {
    let place = place / DISC;
    let depth = (1.0 - place.length_squared()).max(0.0).sqrt();
    let normal = place.extend(depth);
    let light = Vec3::new(-0.42, 0.52, 0.74).normalize();
    let shade = 0.55 * (0.92 - normal.dot(light).max(0.0)).clamp(0.0, 1.0);
    let spot = place.distance(Vec2::new(-0.36, 0.44));
    let bright = 0.85 * (1.0 - f32::inverse_lerp(0.08, 0.3, spot)).clamp(0.0, 1.0);
    let alpha = bright + shade * (1.0 - bright);
    Vec3::splat(bright / alpha.max(1e-3)).extend(alpha * inside(place.length() - 1.0))
}

fn shadow(place: Vec2) -> Vec4 {
    let fade = (1.0 - place.length()).clamp(0.0, 1.0);
    Vec4::new(0.0, 0.0, 0.0, 0.62 * (fade * SHADOW).min(1.0).powf(1.6))
}
