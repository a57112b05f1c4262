//! Checks that the picture shows the state of the simulation.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::{Absorbed, Orientation};
use harness::capture::screenshot::{ScreenshotExit, ScreenshotSaved};
use scenes::billiards::{BALL_RADIUS, HALF_LENGTH, HALF_WIDTH};

use super::balls::{Numbered, surface};
use super::palette;

/// The largest accepted sum of the differences of all channels, each from 0 to 1. Light and shadow are
/// painted over the colours, so they do not match exactly.
const TOLERANCE: f32 = 0.3;

/// The points of a ball at which its colour is checked, in radii: beside the number and the highlight.
const ON_BALL: [Vec2; 4] =
    [Vec2::new(0.68, 0.0), Vec2::new(-0.68, 0.0), Vec2::new(0.66, -0.2), Vec2::new(-0.66, -0.2)];

/// Checks the picture, prints what is missing from it, and sets the exit status.
pub fn check(
    saved: On<ScreenshotSaved>,
    camera: Single<(&Camera, &GlobalTransform), With<Camera2d>>,
    balls: Query<(&GlobalTransform, &Orientation, &Numbered), Without<Absorbed>>,
    mut verdict: ResMut<ScreenshotExit>,
) {
    let picture = &saved.0;
    let pixel_at = |place: Vec2| {
        let pixel = camera.0.world_to_viewport(camera.1, place.extend(0.0)).ok()?.as_uvec2();
        picture.get_color_at(pixel.x, pixel.y).ok()
    };
    let mut missing = Vec::new();
    for (place, orientation, Numbered(ball)) in &balls {
        let centre = place.translation().truncate();
        let (surface, back) = (surface(*ball), orientation.0.inverse());
        let colour = |spot: Vec2| {
            let up = (1.0 - spot.length_squared()).sqrt();
            Color::srgb_from_array(surface(back * spot.extend(up)).to_array())
        };
        if !ON_BALL.iter().any(|spot| {
            pixel_at(centre + *spot * BALL_RADIUS as f32)
                .is_some_and(|pixel| alike(pixel, colour(*spot)))
        }) {
            missing.push(format!("ball {} at {centre}", ball.0));
        }
    }
    let clear = |spot: &Vec2| {
        balls.iter().all(|(place, ..)| place.translation().truncate().distance(*spot) > 0.12)
    };
    let half = DVec2::new(HALF_LENGTH, HALF_WIDTH).as_vec2();
    let cloth =
        [Vec2::new(0.5, 0.5), Vec2::new(-0.2, -0.5), Vec2::new(-0.75, 0.4), Vec2::new(0.2, 0.4)];
    for spot in cloth.map(|share| share * half).iter().filter(|spot| clear(spot)) {
        if !pixel_at(*spot).is_some_and(|color| alike(color, palette::CLOTH)) {
            missing.push(format!("cloth at {spot}"));
        }
    }
    for side in [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y] {
        // On the wood, between two sights.
        let spot = side * (half + 0.09) + side.perp() * 0.15;
        if !pixel_at(spot).is_some_and(|color| alike(color, palette::WOOD)) {
            missing.push(format!("wood at {spot}: {:?}", pixel_at(spot)));
        }
    }
    if missing.is_empty() {
        println!(
            "The picture shows {} balls, the cloth and the rails where they are.",
            balls.iter().count()
        );
    } else {
        eprintln!("The picture does not show: {}", missing.join("; "));
        verdict.0 = AppExit::error();
    }
}

fn alike(one: Color, other: Color) -> bool {
    let [one, other] =
        [one, other].map(|color| Vec3::from(color.to_srgba().to_f32_array_no_alpha()));
    (one - other).abs().element_sum() < TOLERANCE
}
