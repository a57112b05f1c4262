//! Procedural pictures.
//!
//! A picture is a function from a position to a colour, sampled once per pixel at startup, with
//! mipmaps that keep it smooth when it is drawn small.

use bevy::asset::RenderAssetUsages;
use bevy::color::{Color, ColorToComponents, Srgba};
use bevy::image::{Image, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::{UVec2, Vec2, Vec4};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture of `size` pixels. `colour` maps a position in -1 to 1 with y up to red, green, blue and
/// alpha in 0 to 1 as in [`Srgba`].
///
/// Both sides of `size` should be powers of two, so that every mipmap halves both.
#[must_use]
pub fn paint(size: UVec2, colour: impl Fn(Vec2) -> Vec4) -> Image {
    let mut pixels = Vec::with_capacity((size.x * size.y * 4) as usize);
    for row in 0..size.y {
        for column in 0..size.x {
            let place = (Vec2::new(column as f32, row as f32) + 0.5) / size.as_vec2();
            let colour = colour(Vec2::new(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y));
            pixels.extend(
                (colour.clamp(Vec4::ZERO, Vec4::ONE) * 255.0).round().to_array().map(|c| c as u8),
            );
        }
    }
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new(
        extent,
        TextureDimension::D2,
        pixels.clone(),
        format,
        RenderAssetUsages::default(),
    );
    image.texture_descriptor.mip_level_count = append_halves(&mut pixels, size);
    image.data = Some(pixels);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::default()
    });
    image
}

/// Appends mipmaps, each of half the size, until one side is a pixel; returns the number of levels,
/// including the full size.
fn append_halves(pixels: &mut Vec<u8>, mut size: UVec2) -> u32 {
    let (mut start, mut levels) = (0, 1);
    while size.min_element() > 1 {
        let half = size / 2;
        let next = pixels.len();
        for row in 0..half.y {
            for column in 0..half.x {
                let corner = start + 4 * (2 * row * size.x + 2 * column) as usize;
                for channel in 0..4 {
                    let below = 4 * size.x as usize;
                    let sum: u16 = [0, 4, below, below + 4]
                        .map(|offset| u16::from(pixels[corner + offset + channel]))
                        .iter()
                        .sum();
                    pixels.push(((sum + 2) / 4) as u8);
                }
            }
        }
        (start, size, levels) = (next, half, levels + 1);
    }
    levels
}

/// Red, green, blue and alpha of a colour, for [`paint`].
#[must_use]
pub fn rgba(colour: Color) -> Vec4 {
    Srgba::from(colour).to_vec4()
}

/// A colour with its red, green and blue multiplied.
#[must_use]
pub fn lit(colour: Vec4, light: f32) -> Vec4 {
    (colour.truncate() * light).extend(colour.w)
}

/// A pseudo-random value from -1 to 1 that depends only on the position.
#[must_use]
pub fn grain(place: Vec2) -> f32 {
    let hash = (place.x.to_bits().wrapping_mul(0x9E37_79B9))
        ^ (place.y.to_bits().wrapping_mul(0x85EB_CA6B)).rotate_left(13);
    let mixed = (hash ^ (hash >> 15)).wrapping_mul(0x2C1B_3C6D);
    let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    (mixed ^ (mixed >> 15)) as f32 / u32::MAX as f32 * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_mipmap_is_the_mean() {
        let image =
            paint(UVec2::splat(4), |place| Vec4::splat(if place.x < 0.0 { 0.0 } else { 1.0 }));
        assert_eq!(image.texture_descriptor.mip_level_count, 3);
        let data = image.data.unwrap_or_default();
        assert_eq!(data.len(), 4 * (16 + 4 + 1));
        assert_eq!(data[data.len() - 4..], [128; 4]);
    }

    #[test]
    fn first_row_is_the_top() {
        let image =
            paint(UVec2::splat(2), |place| Vec4::splat(if place.y > 0.0 { 1.0 } else { 0.0 }));
        assert_eq!(image.data.unwrap_or_default()[..16], [[255; 8], [0; 8]].concat());
    }
}
