//! The picture of the table.
//!
//! It is made from the geometry of the simulation: the cushions are the capsules of the scene, the holes
//! are its pockets.

use std::f32::consts::FRAC_PI_4;

use bevy::asset::{Assets, Handle};
use bevy::color::{Alpha, Color, Mix};
use bevy::ecs::prelude::{Commands, ResMut};
use bevy::ecs::system::SystemParam;
use bevy::image::Image;
use bevy::math::primitives::{Circle, Rectangle};
use bevy::math::{DVec2, FloatExt, Quat, UVec2, Vec2, Vec4};
use bevy::mesh::{Mesh, MeshBuilder, Meshable};
use bevy::sprite_render::ColorMaterial;
use bevy::transform::components::Transform;
use harness::draw::Draw;
use scenes::billiards::{Capsule, FOOT_SPOT, HALF_LENGTH, HALF_WIDTH, HEAD_STRING, Table};

use super::paint::{grain, lit, paint, rgba};
use super::palette;
use super::shapes::{arc, band, polygon, shaded_polygon};

/// Width of the whole frame outside the playing surface, in metres.
pub const FRAME: f32 = 0.15;

/// Width of the cushions between wood and nose, in metres.
const CUSHION: f32 = 0.05;
/// Radius of the outer corners of the frame, in metres.
const CORNER: f32 = 0.07;
/// Width of the leather round a pocket, in metres.
const LEATHER: f32 = 0.012;
/// Half of the playing surface, in metres.
const HALF: Vec2 = Vec2::new(HALF_LENGTH as f32, HALF_WIDTH as f32);

/// The layers of the table from the bottom to the top, all below the balls.
mod layer {
    pub const GROUND: f32 = 0.0;
    pub const CLOTH: f32 = 0.1;
    pub const MARKING: f32 = 0.2;
    pub const WOOD: f32 = 0.3;
    pub const SIGHT: f32 = 0.4;
    pub const LEATHER: f32 = 0.5;
    pub const POCKET: f32 = 0.6;
    pub const CUSHION: f32 = 0.7;
}

/// A system parameter that spawns the parts of the table.
#[derive(SystemParam)]
pub struct TableBuilder<'w, 's> {
    commands: Commands<'w, 's>,
    draw: Draw<'w>,
    images: ResMut<'w, Assets<Image>>,
}

impl TableBuilder<'_, '_> {
    fn spawn(
        &mut self,
        mesh: impl Into<Mesh>,
        material: impl Into<ColorMaterial>,
        place: Transform,
    ) {
        let drawn = self.draw.mesh(mesh, material);
        self.commands.spawn((drawn, place));
    }
}

/// Spawns the picture of the table.
pub fn spawn(table: &Table, mut builder: TableBuilder) {
    ground(&mut builder);
    cloth(table, &mut builder);
    frame(&mut builder);
    pockets(table, &mut builder);
    for rail in 0..6 {
        let outline = cushion_outline(&table.cushion(rail));
        let shade = |corner: Vec2| {
            let depth = (corner.abs() - HALF).max_element() / CUSHION;
            palette::CUSHION_NOSE.mix(&palette::CUSHION_BACK, depth.clamp(0.0, 1.0))
        };
        builder.spawn(shaded_polygon(&outline, shade), Color::WHITE, on(layer::CUSHION));
    }
}

fn on(layer: f32) -> Transform {
    Transform::from_xyz(0.0, 0.0, layer)
}

fn at(place: DVec2, layer: f32) -> Transform {
    Transform::from_translation(place.as_vec2().extend(layer))
}

/// The shadow of the table on the floor.
fn ground(builder: &mut TableBuilder) {
    const SPREAD: f32 = 0.16;
    let half = HALF + FRAME + SPREAD;
    let image = builder.images.add(paint(UVec2::new(512, 256), |place| {
        let outside = ((place * half).abs() - (HALF + FRAME - SPREAD)).max(Vec2::ZERO);
        let fade = (1.0 - outside.length() / (2.0 * SPREAD)).clamp(0.0, 1.0);
        Vec4::new(0.0, 0.0, 0.0, 0.7 * fade * fade)
    }));
    let place = Transform::from_xyz(0.012, -0.022, layer::GROUND);
    builder.spawn(Rectangle::from_size(2.0 * half), image, place);
}

/// The cloth, with light over the middle, a weave, and the shade of the cushions along the edge.
fn cloth(table: &Table, builder: &mut TableBuilder) {
    let colour = rgba(palette::CLOTH);
    let half = HALF + CUSHION;
    let image = builder.images.add(paint(UVec2::new(1024, 512), |place| {
        let lamp = 1.0 - 0.30 * (place * Vec2::new(0.85, 0.8)).length_squared().min(1.3);
        let shade = 1.0 - 0.34 * (-cushion_distance(table, place * half) / 0.014).exp();
        lit(colour, lamp * shade * (1.0 + 0.014 * grain(place)))
    }));
    builder.spawn(Rectangle::from_size(2.0 * half), image, on(layer::CLOTH));
    let line = Rectangle::new(0.003, 2.0 * HALF.y);
    builder.spawn(line, palette::MARKING, at(DVec2::new(HEAD_STRING, 0.0), layer::MARKING));
    for spot in [HEAD_STRING, FOOT_SPOT] {
        let place = at(DVec2::new(spot, 0.0), layer::MARKING);
        builder.spawn(Circle::new(0.007), palette::MARKING.with_alpha(0.5), place);
    }
}

/// Distance from a point on the cloth to the nearest cushion or jaw, in metres; infinity outside of their
/// shade.
fn cushion_distance(table: &Table, place: Vec2) -> f32 {
    if (HALF - place.abs()).min_element() > 0.08 {
        return f32::INFINITY;
    }
    let place = place.as_dvec2();
    let nearest = table.cushions.iter().map(|cushion| cushion.distance(place));
    nearest.fold(f64::INFINITY, f64::min).max(0.0) as f32
}

/// Four boards of wood, mitred at the corners, with the sights inlaid.
fn frame(builder: &mut TableBuilder) {
    let (wood, dark) = (rgba(palette::WOOD), rgba(palette::WOOD_DARK));
    let image = builder.images.add(paint(UVec2::new(1024, 128), |place| {
        let bend = 0.05 * (place.x * 6.3).sin() + 0.03 * (place.x * 15.7 + 1.0).sin();
        let across = (place.y + bend * (1.0 - place.y * place.y)) * 26.0;
        let (line, between) = (across.floor(), across.fract());
        let streak = grain(Vec2::new(line, 0.5)).lerp(grain(Vec2::new(line + 1.0, 0.5)), between);
        let edge = 0.75 * ((place.y.abs() - 0.86) / 0.14).clamp(0.0, 1.0);
        let shine = 1.0 + 0.22 * (-(place.y - 0.25).powi(2) * 7.0).exp();
        let streak = 0.26 + 0.26 * streak + 0.05 * grain(place);
        lit(wood.lerp(dark, (streak + edge).clamp(0.0, 1.0)), shine)
    }));
    for (side, turn) in [Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y, Vec2::X].into_iter().enumerate() {
        board(builder, &image, side, turn);
    }
    let diamond = [Vec2::X * 0.014, Vec2::Y * 0.0075, Vec2::X * -0.014, Vec2::Y * -0.0075];
    let away = 0.5 * f64::from(FRAME + CUSHION);
    for eighth in -3_i32..=3 {
        let along = f64::from(eighth) * HALF_LENGTH / 4.0;
        for side in [-1.0, 1.0] {
            let long = DVec2::new(along, side * (HALF_WIDTH + away));
            let short = DVec2::new(side * (HALF_LENGTH + away), along);
            let quarter = Transform::from_rotation(Quat::from_rotation_z(2.0 * FRAC_PI_4));
            if eighth != 0 {
                let mesh = polygon(&diamond, |corner| corner);
                builder.spawn(mesh, palette::PEARL, at(long, layer::SIGHT));
            }
            if eighth.abs() < 2 {
                let mesh = polygon(&diamond, |corner| corner);
                builder.spawn(mesh, palette::PEARL, at(short, layer::SIGHT) * quarter);
            }
        }
    }
}

/// The board on the side in the direction `out`; its outline starts in the middle of a round corner.
fn board(builder: &mut TableBuilder, image: &Handle<Image>, side: usize, out: Vec2) {
    let outer = HALF + FRAME;
    let inner = HALF + CUSHION;
    let (first, last) = (out - out.perp(), out + out.perp());
    let middle = side as f32 * 2.0 * FRAC_PI_4 + 2.0 * FRAC_PI_4;
    let mut outline = vec![first * inner];
    outline.extend(arc(first * (outer - CORNER), CORNER, middle - FRAC_PI_4, middle));
    outline.extend(arc(last * (outer - CORNER), CORNER, middle, middle + FRAC_PI_4));
    outline.push(last * inner);
    // The grain runs along the board. A picture covers two metres, and each side has another section of it.
    let texture = |place: Vec2| {
        let across = ((place.abs() - inner).dot(out.abs()) / (FRAME - CUSHION)).clamp(0.0, 1.0);
        Vec2::new(place.dot(out.perp()) / 2.0 + 0.37 * side as f32, 1.0 - across)
    };
    builder.spawn(polygon(&outline, texture), image.clone(), on(layer::WOOD));
}

fn pockets(table: &Table, builder: &mut TableBuilder) {
    for (number, pocket) in table.pockets.iter().enumerate() {
        let radius = pocket.radius as f32;
        // The leather lies on the wood; the cushions cover its ends.
        let reach = FRAC_PI_4 * if number % 3 == 1 { 2.3 } else { 2.8 };
        let toward = pocket.outward.as_vec2().to_angle();
        let [inner, outer] = [radius - 0.004, radius + LEATHER]
            .map(|radius| arc(Vec2::ZERO, radius, toward - reach, toward + reach));
        let leather = band(&inner, &outer, |_| palette::LEATHER);
        builder.spawn(leather, Color::WHITE, at(pocket.centre, layer::LEATHER));
        let image = builder.images.add(paint(UVec2::splat(128), hole));
        let mesh = Circle::new(radius).mesh().resolution(96).build();
        builder.spawn(mesh, image, at(pocket.centre, layer::POCKET));
    }
}

/// A pocket: black, with a little light on the wall.
fn hole(place: Vec2) -> Vec4 {
    let wall = ((place.length() - 0.72) / 0.28).clamp(0.0, 1.0);
    lit(rgba(palette::POCKET), 1.0 + 1.6 * wall)
}

/// The clockwise outline of one cushion from above: the face of the first jaw, the round lip, the nose,
/// the other lip and the other jaw, both jaws up to the wood.
fn cushion_outline([out, rail, into]: &[Capsule; 3]) -> Vec<Vec2> {
    let radius = rail.radius as f32;
    let inward = |capsule: &Capsule| (capsule.end - capsule.start).as_vec2().normalize().perp();
    let (start, end) = (rail.start.as_vec2(), rail.end.as_vec2());
    // The distance between the axis of the rail and the wood.
    let depth = CUSHION - radius;
    let nose = inward(rail);
    let at_wood = |tip: Vec2, jaw: &Capsule, away: f32| {
        let face = tip + radius * inward(jaw);
        let along = away * (jaw.end - jaw.start).as_vec2().normalize();
        let rise = (face - tip).dot(-nose);
        face + along * ((depth - rise) / along.dot(-nose))
    };
    let turn = |from: Vec2, by: Vec2| from.to_angle() + from.angle_to(by);
    let mut outline = vec![at_wood(start, out, -1.0)];
    let first = inward(out);
    outline.extend(arc(start, radius, first.to_angle(), turn(first, nose)));
    outline.extend(arc(end, radius, nose.to_angle(), turn(nose, inward(into))));
    outline.push(at_wood(end, into, 1.0));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cushion_outlines_match_capsules() {
        let table = Table::nine_foot();
        for rail in 0..6 {
            let capsules = table.cushion(rail);
            let outline = cushion_outline(&capsules);
            for corner in &outline {
                let nearest = capsules.map(|capsule| capsule.distance(corner.as_dvec2()).abs());
                let off = nearest.into_iter().fold(f64::INFINITY, f64::min);
                assert!(off < 1e-6, "{corner} is {off} off the cushion {rail}");
            }
            let behind = [outline[0], outline[outline.len() - 1]];
            for corner in behind {
                let depth = (corner.abs() - HALF).max_element();
                assert!((depth - CUSHION).abs() < 1e-5, "cushion {rail} ends {depth} deep");
            }
        }
    }

    #[test]
    fn cushion_outlines_are_convex_and_clockwise() {
        let table = Table::nine_foot();
        for rail in 0..6 {
            let outline = cushion_outline(&table.cushion(rail));
            let count = outline.len();
            for index in 0..count {
                let [a, b, c] = [0, 1, 2].map(|step| outline[(index + step) % count]);
                let turn = (b - a).normalize().perp_dot((c - b).normalize());
                assert!(turn < 1e-3, "cushion {rail} at {b}");
            }
        }
    }
}
