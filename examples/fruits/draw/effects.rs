//! What a merge shows: drops of juice, a ring, and the points that rise.

use std::f32::consts::TAU;

use bevy::prelude::*;
use harness::labels::Label;
use harness::palette::IVORY;

use crate::draw::pictures::Pictures;
use crate::rules::Merged;

/// The number of drops, and how long they and the points are seen, in seconds.
const DROPS: u8 = 12;
const SECONDS: f32 = 0.55;

/// A drop of juice.
#[derive(Component)]
pub struct Droplet {
    velocity: Vec2,
    size: f32,
    age: f32,
}

/// Points that rise for so many seconds.
#[derive(Component)]
pub struct Points(f32);

/// Shows the merges since the last frame.
pub fn burst(mut merged: MessageReader<Merged>, pictures: Res<Pictures>, mut commands: Commands) {
    for Merged { fruit, place } in merged.read() {
        let (picture, radius) = (pictures.of(*fruit), fruit.radius());
        for number in 0..DROPS {
            let way = Vec2::from_angle(
                TAU * (f32::from(number) + 0.5 * fruit.0 as f32) / f32::from(DROPS),
            );
            let speed = 1.0 + 0.35 * f32::from(number % 3);
            let velocity = way * (70.0 + 1.6 * radius) * speed;
            let size = 0.11 * radius + 3.0;
            let at = Transform::from_translation((*place + radius * way).extend(2.0));
            commands.spawn((Droplet { velocity, size, age: 0.0 }, picture.drop.clone(), at));
        }
        let size = 16.0 + 1.6 * fruit.0 as f32;
        let label =
            Label { text: format!("+{}", fruit.points()), offset: Vec2::ZERO, size, color: IVORY };
        commands.spawn((Points(0.0), label, Transform::from_translation(place.extend(0.0))));
    }
}

/// Lets drops fly and shrink.
pub fn fly(
    mut drops: Query<(Entity, &mut Droplet, &mut Transform)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    let seconds = time.delta_secs();
    for (entity, mut drop, mut place) in &mut drops {
        drop.age += seconds;
        drop.velocity.y -= 500.0 * seconds;
        place.translation += (drop.velocity * seconds).extend(0.0);
        let size = drop.size * (1.0 - drop.age / SECONDS).max(0.0);
        place.scale = Vec3::new(size, size, 1.0);
        if drop.age >= SECONDS {
            commands.entity(entity).despawn();
        }
    }
}

/// Lets points rise and fade.
pub fn rise(
    mut points: Query<(Entity, &mut Points, &mut Label)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (entity, mut points, mut label) in &mut points {
        points.0 += time.delta_secs();
        label.offset = Vec2::Y * (10.0 + 60.0 * points.0);
        label.color.set_alpha((1.6 - points.0 / SECONDS).clamp(0.0, 1.0));
        if points.0 >= 1.6 * SECONDS {
            commands.entity(entity).despawn();
        }
    }
}
