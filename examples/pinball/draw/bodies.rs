//! What moves: balls, flippers, the plunger and its spring.

use bevy::prelude::*;
use harness::draw::Draw;
use harness::overlay::trails::Overlaid;
use harness::palette::{IVORY, WALL};

use super::colors::{GOLD, METAL, RED};
use crate::ball::{Ball, RADIUS};
use crate::flippers::{self, Flipper, LENGTH};
use crate::plunger::{Plunger, SIZE};
use crate::table::BOTTOM;

const STEEL: Color = Color::srgb_u8(196, 204, 218);

/// What does not turn with its ball: the light on it.
#[derive(Component)]
pub struct Shine;

/// Gives meshes to new bodies.
pub fn dress(
    balls: Query<Entity, Added<Ball>>,
    flippers: Query<(Entity, &Flipper), Added<Flipper>>,
    plungers: Query<Entity, Added<Plunger>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for ball in &balls {
        let shade = draw.disc(1.05 * RADIUS, Color::BLACK.with_alpha(0.35));
        let shade = (shade, Transform::from_xyz(4.0, -5.0, -0.5));
        let shine = (Shine, draw.ball(RADIUS, STEEL), Transform::default(), children![shade]);
        let mark = draw.disc(0.17 * RADIUS, Color::srgb_u8(60, 66, 80));
        let marks =
            [0.55, -0.55].map(|x| (mark.clone(), Transform::from_xyz(x * RADIUS, 0.0, 0.1)));
        let color = Overlaid::new(IVORY.mix(&GOLD, 0.4));
        let mut ball = commands.entity(ball);
        ball.insert((color, Visibility::default())).with_child(shine);
        for mark in marks {
            ball.with_child(mark);
        }
    }
    for (entity, flipper) in &flippers {
        let bat = |radius: f32| {
            let turned = Capsule2d::new(radius, LENGTH).mesh().build();
            let turned = turned.rotated_by(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
            turned.translated_by(Vec3::X * (-flipper.side * 0.5 * LENGTH))
        };
        let top =
            (draw.mesh(bat(0.55 * flippers::RADIUS), IVORY), Transform::from_xyz(0.0, 0.0, 0.1));
        let pin = (draw.disc(3.0, WALL), Transform::from_xyz(0.0, 0.0, 0.2));
        let rubber = draw.mesh(bat(flippers::RADIUS), RED);
        commands.entity(entity).insert(rubber).with_child(top).with_child(pin);
    }
    for plunger in &plungers {
        let rod = draw.mesh(Rectangle::from_size(SIZE), METAL);
        commands.entity(plunger).insert(rod);
    }
}

/// Turns the light on a ball back by as much as the ball has turned.
pub fn turn_back(
    balls: Query<&Transform, (With<Ball>, Without<Shine>)>,
    mut shines: Query<(&mut Transform, &ChildOf), With<Shine>>,
) {
    for (mut shine, ball) in &mut shines {
        if let Ok(ball) = balls.get(ball.parent()) {
            shine.rotation = ball.rotation.inverse();
        }
    }
}

/// Draws the spring below the plunger.
pub fn draw_spring(plunger: Single<&Transform, With<Plunger>>, mut gizmos: Gizmos) {
    const TURNS: u8 = 16;
    let top = plunger.translation.truncate() - 0.5 * SIZE.y * Vec2::Y;
    let points = (0..=TURNS).map(|turn| {
        let side = if turn % 2 == 0 { -9.0 } else { 9.0 };
        let y = top.y.lerp(BOTTOM + 16.0, f32::from(turn) / f32::from(TURNS));
        vec2(top.x + side, y)
    });
    gizmos.linestrip_2d(points, METAL);
}
