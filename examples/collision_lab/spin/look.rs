//! The graphics of the lessons on spin: the walls, a ball that shows how it turns, and the way that it came.

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::math::DVec2;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::draw::Draw;
use harness::palette;

use crate::lesson::Lesson;
use crate::spin::measured::{Bounce, Measured, MeasuredBall, Sample, began_to_roll, turning_back};
use crate::spin::throw::{DISC_FLOOR, Spin, Wall};

/// The number of ticks between two of the pictures along the way.
const STROBE_TICKS: usize = 8;

/// The radius of a picture, in metres.
const PICTURE: f64 = 0.12;

/// Below the floor of the disc time runs downwards: the place of its start, and a second of it, in metres.
const TIME_AXIS: [f64; 2] = [DISC_FLOOR - 0.4, 0.45];

/// A disc with four quadrants in three colours.
#[must_use]
pub fn wheel(radius: f32, color: Color) -> Mesh {
    const SPOKES: u32 = 96;
    let (mut places, mut colors) = (Vec::new(), Vec::new());
    let quadrants = [palette::ACCENT, color, color.mix(&Color::WHITE, 0.6), color];
    for spoke in 0..SPOKES {
        let rim = [spoke, spoke + 1].map(|spoke| {
            let angle = TAU * spoke as f32 / SPOKES as f32;
            (Vec2::from_angle(angle) * radius).extend(0.0).to_array()
        });
        places.extend([[0.0; 3], rim[0], rim[1]]);
        let quadrant = quadrants[(4 * spoke / SPOKES) as usize];
        colors.extend([LinearRgba::from(quadrant).to_f32_array(); 3]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[0.0, 0.0]; places.len()])
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}

/// Sets the mesh of each new wall.
pub fn draw_walls(
    walls: Query<(Entity, &Wall), Added<Wall>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, wall) in &walls {
        let size = 2.0 * wall.half_size.as_vec2();
        commands.entity(entity).insert(draw.mesh(Rectangle::new(size.x, size.y), palette::WALL));
    }
}

/// Draws the way of the ball since the throw.
pub fn way(
    spin: Res<Spin>,
    measured: Res<Measured>,
    time: Res<Time<Elastic>>,
    ball: Option<Single<&Transform, With<MeasuredBall>>>,
    mut gizmos: Gizmos,
) {
    let (Some(throw), Some(ball)) = (spin.0, ball) else { return };
    let displayed = time.tick() as f64 - 1.0 + time.displayed_fraction();
    let (samples, bounces) = measured.until(time.tick());
    let samples = &samples[..samples.partition_point(|sample| sample.tick as f64 <= displayed)];
    let here = ball.translation.truncate().as_dvec2();
    match throw.lesson {
        Lesson::Superball => {
            let shown = bounces.iter().filter(|bounce| bounce.instant(measured.dt) < displayed);
            path(samples, shown, here, &mut gizmos);
        }
        Lesson::Backspin => below_floor(samples, here, displayed, measured.dt, &mut gizmos),
        Lesson::Elastic | Lesson::Inelastic | Lesson::Oblique | Lesson::Free => {}
    }
}

/// Draws the path of the superball with its bounces, and pictures of the ball along it.
fn path<'a>(
    samples: &[Sample],
    bounces: impl Iterator<Item = &'a Bounce>,
    here: DVec2,
    gizmos: &mut Gizmos,
) {
    let corners = bounces.map(|bounce| bounce.place);
    let start = samples.first().map(|sample| sample.place);
    let points = start.into_iter().chain(corners).chain([here]);
    gizmos.linestrip_2d(points.map(|point| point.as_vec2()), palette::ACCENT);
    for sample in samples.iter().step_by(STROBE_TICKS) {
        picture(sample.place, sample.axis, palette::TEXT.with_alpha(0.7), gizmos);
    }
}

/// Draws the place of the disc against the time, which runs downwards, with a small picture of the disc every eighth of a
/// second: bright while it slides forward, red while it slides back, and green when it rolls.
fn below_floor(samples: &[Sample], here: DVec2, displayed: f64, dt: f64, gizmos: &mut Gizmos) {
    let Some(first) = samples.first() else { return };
    let place = |x: f64, ticks: f64| DVec2::new(x, TIME_AXIS[0] - TIME_AXIS[1] * ticks * dt);
    let rolls = began_to_roll(samples).unwrap_or(f64::INFINITY);
    let phase = |ticks: f64, forward: bool| match (ticks >= rolls, forward) {
        (true, _) => palette::RIGHT,
        (false, true) => palette::ACCENT,
        (false, false) => palette::WRONG,
    };
    let ticks = |sample: &Sample| (sample.tick - first.tick) as f64;
    let points = samples.iter().map(|sample| {
        let color = phase(ticks(sample), sample.motion.velocity.x > 0.0);
        (place(sample.place.x, ticks(sample)).as_vec2(), color)
    });
    let last = place(here.x, displayed - first.tick as f64).as_vec2();
    let color = samples
        .last()
        .map_or(palette::ACCENT, |sample| phase(ticks(sample), sample.motion.velocity.x > 0.0));
    gizmos.linestrip_gradient_2d(points.chain([(last, color)]));
    for sample in samples.iter().step_by(STROBE_TICKS) {
        let color = phase(ticks(sample), sample.motion.velocity.x > 0.0);
        picture(place(sample.place.x, ticks(sample)), sample.axis, color, gizmos);
    }
    let back = turning_back(samples, dt).map(|(ticks, way)| (ticks, first.place.x + way));
    let rolling = samples.iter().find(|sample| ticks(sample) >= rolls);
    let rolling = rolling.map(|sample| (rolls, sample.place.x));
    for (ticks, x) in back.into_iter().chain(rolling) {
        let mark = place(x, ticks).as_vec2();
        gizmos.line_2d(mark - 0.3 * Vec2::X, mark + 0.3 * Vec2::X, palette::TEXT);
    }
}

/// Draws a ball as a ring with a radius that shows how it is turned.
fn picture(place: DVec2, axis: DVec2, color: Color, gizmos: &mut Gizmos) {
    gizmos.circle_2d(place.as_vec2(), PICTURE as f32, color).resolution(32);
    // The middle of the bright quadrant of the ball.
    let mark = (axis + axis.perp()).normalize_or_zero() * PICTURE;
    gizmos.line_2d(place.as_vec2(), (place + mark).as_vec2(), color);
}
