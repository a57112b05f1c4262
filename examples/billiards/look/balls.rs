//! The pictures of the balls.
//!
//! A ball is a root entity, which the simulation moves, with three pictures as children: the shadow on
//! the cloth, the face with the number, and the gloss. Face and gloss are separate, so that the face
//! can turn under a fixed light.

use bevy::asset::{Assets, Handle};
use bevy::ecs::prelude::{ChildOf, Commands, Component, Entity, Resource};
use bevy::image::Image;
use bevy::math::{FloatExt, UVec2, Vec2, Vec3, Vec4};
use bevy::sprite::Sprite;
use bevy::transform::components::Transform;
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
/// Half of the height of the coloured band of a stripe, in radii of the ball.
const BAND: f32 = 0.62;
/// Half of the width of the picture of a shadow, in radii of the ball.
const SHADOW: f32 = 1.7;

/// The ball of an entity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered(pub Ball);

/// Marks the picture with the number of a ball.
#[derive(Component, Clone, Copy, Debug)]
pub struct Face;

/// The pictures of all balls.
#[derive(Resource)]
pub struct BallPictures {
    faces: [Handle<Image>; BALL_COUNT],
    gloss: Handle<Image>,
    shadow: Handle<Image>,
}

impl BallPictures {
    /// Paints all balls.
    #[must_use]
    pub fn new(images: &mut Assets<Image>) -> Self {
        Self {
            faces: std::array::from_fn(|ball| images.add(face(Ball(ball as u8)))),
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
    let disc = radius / DISC;
    commands.entity(entity).insert(Numbered(ball));
    // All shadows lie below all balls, so that no shadow darkens a neighbour.
    let below = Vec3::new(0.3 * radius, -0.38 * radius, -0.5);
    commands.spawn(picture(&pictures.shadow, SHADOW * radius, below));
    commands.spawn((Face, picture(&pictures.faces[usize::from(ball.0)], disc, Vec3::ZERO)));
    commands.spawn(picture(&pictures.gloss, disc, Vec3::new(0.0, 0.0, 0.1)));
}

/// The coverage of a pixel at a signed distance from an edge, in radii: 1 inside, 0 outside.
fn inside(distance: f32) -> f32 {
    let pixel = 2.0 / (SIDE as f32 * DISC);
    (0.5 - distance / (1.5 * pixel)).clamp(0.0, 1.0)
}

fn face(ball: Ball) -> Image {
    let colour = rgba(palette::ball(ball));
    let (ivory, ink) = (rgba(IVORY), rgba(palette::INK));
    let pieces = number(ball.0);
    let (height, stroke) = if ball.0 < 10 { (0.74, 0.075) } else { (0.62, 0.066) };
    paint(UVec2::splat(SIDE), |place| {
        let place = place / DISC;
        let band =
            if ball.group() == Some(Group::Stripes) { inside(place.y.abs() - BAND) } else { 1.0 };
        let mut pixel = ivory.lerp(colour, band);
        if ball != Ball::CUE {
            pixel = pixel.lerp(ivory, inside(place.length() - NUMBER_DISC));
            if place.length() < NUMBER_DISC {
                pixel =
                    pixel.lerp(ink, inside(distance(&pieces, place / height) * height - stroke));
            }
        }
        pixel.truncate().extend(inside(place.length() - 1.0))
    })
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
