//! What stands still: the cabinet, the painted playfield, walls and guides.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;
use harness::draw::Draw;
use harness::palette::{IVORY, ROOM};
use harness::shapes::{fan, ribbon};

use super::colors::{CABINET, CYAN, FIELD, FIELD_EDGE, GOLD, METAL, PINK};
use crate::parts::{gates, sling};
use crate::table::{BOTTOM, HALF_WIDTH, SIDE, guide, outline, walls};

/// The middle of the painted sun, its two radii and its number of rays.
const SUN: (Vec2, [f32; 2], u8) = (vec2(-3.0, 655.0), [60.0, 232.0], 20);

/// The height of the apron, below which balls drain.
const APRON: f32 = 44.0;

/// Paints everything.
pub fn paint(mut draw: Draw, mut commands: Commands) {
    let mut put = |mesh: Mesh, color: Color, height: f32| {
        let mesh = draw.mesh(mesh, color);
        commands.spawn((mesh, Transform::from_xyz(0.0, 0.0, height)));
    };
    let edge = outline();
    let closed: Vec<Vec2> = edge.iter().copied().chain(edge.iter().take(2).copied()).collect();
    put(ribbon(&closed, 26.0), CABINET, -9.0);
    put(fan(vec2(0.0, 420.0), &edge, [FIELD, FIELD_EDGE]), Color::WHITE, -8.0);
    put(ribbon(&closed, 4.0), METAL, -1.0);
    for (mesh, color) in art() {
        put(mesh, color, -7.0);
    }
    for (start, end, radius) in walls() {
        let post = Capsule2d::new(radius, start.distance(end)).mesh().build();
        let turned = Quat::from_rotation_z((end - start).to_angle() - FRAC_PI_2);
        put(post.rotated_by(turned).translated_by(start.midpoint(end).extend(0.0)), METAL, -0.9);
    }
    for (_, [low, high], _) in gates() {
        put(ribbon(&[low, high], 3.0), GOLD.with_alpha(0.85), -0.8);
    }
    for side in [-1.0, 1.0] {
        put(ribbon(&guide(side), 4.0), METAL, -0.9);
        let corners = sling(side);
        let middle = corners.iter().sum::<Vec2>() / 3.0;
        let dark = PINK.mix(&FIELD_EDGE, 0.72);
        put(fan(middle, &corners, [PINK.mix(&FIELD, 0.45), dark]), Color::WHITE, -1.2);
    }
    for (mesh, color, height) in apron() {
        put(mesh, color, height);
    }
}

/// The painting: a sun behind the bumpers, and rings around the lanes and the middle.
fn art() -> Vec<(Mesh, Color)> {
    let (middle, [near, far], rays) = SUN;
    let mut art = Vec::new();
    for ray in 0..rays {
        let turn = |share: f32| Vec2::from_angle(TAU * (f32::from(ray) + share) / f32::from(rays));
        let corners = [near * turn(0.1), near * turn(0.4), far * turn(0.5), far * turn(0.0)];
        let corners = corners.map(|corner| middle + corner);
        let tint = if ray % 2 == 0 { PINK } else { CYAN };
        art.push((fan(corners[0], &corners, [Color::WHITE; 2]), tint.with_alpha(0.10)));
    }
    for (at, radius, tint) in [
        (middle, 250.0, CYAN),
        (middle, 240.0, CYAN),
        (vec2(0.0, 330.0), 92.0, GOLD),
        (vec2(0.0, 330.0), 84.0, GOLD),
    ] {
        let ring = Annulus::new(radius - 3.0, radius).mesh().resolution(128).build();
        art.push((ring.translated_by(at.extend(0.0)), tint.with_alpha(0.16)));
    }
    art
}

/// The apron in front of the drain, and the bottom of the cabinet.
fn apron() -> Vec<(Mesh, Color, f32)> {
    let lip = |side: f32| {
        [vec2(SIDE, BOTTOM), vec2(SIDE, APRON + 60.0), vec2(60.0, APRON - 40.0), vec2(60.0, BOTTOM)]
            .map(|at| vec2(if side < 0.0 { -at.x } else { at.x - 4.0 }, at.y))
    };
    let mut parts = Vec::new();
    for side in [-1.0, 1.0] {
        let corners = lip(side);
        parts.push((fan(corners[0], &corners, [CABINET.mix(&ROOM, 0.35); 2]), Color::WHITE, 4.0));
        parts.push((ribbon(&corners[1..3], 3.0), GOLD.with_alpha(0.7), 4.1));
    }
    let low = [vec2(-HALF_WIDTH, BOTTOM - 30.0), vec2(HALF_WIDTH, BOTTOM - 30.0)];
    let high = [vec2(HALF_WIDTH, BOTTOM + 14.0), vec2(-HALF_WIDTH, BOTTOM + 14.0)];
    let front: Vec<Vec2> = low.into_iter().chain(high).collect();
    parts.push((fan(low[0], &front, [CABINET.mix(&IVORY, 0.04); 2]), Color::WHITE, 4.2));
    parts
}
