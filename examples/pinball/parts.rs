//! The parts of the playfield that score: bumpers, slingshots, drop targets, lanes and gates.

use bevy::prelude::*;
use bevy_elastic::components::{Absorbed, MinimumImpulse};
use bevy_elastic::prelude::*;
use harness::sound::Tone;

use crate::ball::{Ball, RADIUS};

/// The middles of the bumpers.
const BUMPERS: [Vec2; 3] = [vec2(-84.0, 690.0), vec2(78.0, 702.0), vec2(-8.0, 590.0)];

/// The radius of a bumper.
pub const BUMPER: f32 = 31.0;

/// The speed with which a bumper and a slingshot throw a ball at least, in millimetres a second; a ball has mass 1.
const BUMPER_KICK: f32 = 1050.0;
const SLING_KICK: f32 = 750.0;

/// The corners of the right slingshot, and by how much its rubber stands out.
const SLING: [Vec2; 3] = [vec2(186.0, 300.0), vec2(126.0, 190.0), vec2(186.0, 218.0)];
const RUBBER: f32 = 2.0;

/// The middles of the drop targets, and their size.
pub const TARGETS: [Vec2; 3] = [vec2(-257.0, 410.0), vec2(-257.0, 456.0), vec2(-257.0, 502.0)];
pub const TARGET: Vec2 = vec2(10.0, 38.0);

/// The middles of the lanes at the top.
const LANES: [Vec2; 3] = [vec2(-52.0, 822.0), vec2(0.0, 822.0), vec2(52.0, 822.0)];

/// The x coordinates of the inner and the outer lane at the right, and their height.
const RETURNS: [f32; 2] = [205.0, 243.0];
const RETURN_HEIGHT: f32 = 262.0;

/// The size of the sensor of a lane.
const SENSOR: Vec2 = vec2(26.0, 10.0);

/// How long the targets stay down after the last one was hit, in seconds.
const PAUSE: f64 = 1.2;

/// A part that scores.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Bumper,
    Sling {
        is_right: bool,
    },
    /// A drop target with its number from below.
    Target(usize),
    /// A lane at the top with its number from the left.
    Lane(usize),
    /// A lane that leads to a flipper.
    InLane,
    /// A lane that leads to the drain.
    OutLane,
    /// The gate at the end of the loop.
    Loop,
    /// The gate at the end of the lane of the plunger.
    Launch,
}

/// When a part was last hit or passed, in seconds of the game.
#[derive(Component)]
pub struct Struck(pub f64);

/// The two ends of a gate and the direction in which it lets balls pass.
pub fn gates() -> [(Part, [Vec2; 2], Vec2); 2] {
    let launch = [vec2(261.0, 693.0), vec2(299.0, 731.0)];
    let circuit = [vec2(205.0, 643.0), vec2(258.0, 678.0)];
    [(Part::Launch, launch), (Part::Loop, circuit)]
        .map(|(part, [low, high])| (part, [low, high], (high - low).perp()))
}

/// The corners of a slingshot, the first two those of its rubber; `side` is -1 at the left and 1 at the right.
pub fn sling(side: f32) -> [Vec2; 3] {
    SLING.map(|corner| vec2(side * corner.x, corner.y))
}

/// The ends of the rubber of a slingshot.
pub fn rubber(side: f32) -> [Vec2; 2] {
    let [top, bottom, back] = sling(side);
    let out = (bottom - top).perp().normalize();
    let out = if out.dot(back - top) > 0.0 { -out } else { out };
    [0.06, 0.94].map(|share| top.lerp(bottom, share) + RUBBER * out)
}

/// Builds all parts.
pub fn build(mut commands: Commands) {
    let part = |part: Part, at: Vec2| (part, Struck(f64::NEG_INFINITY), Static, Position(at));
    for at in BUMPERS {
        commands.spawn((
            part(Part::Bumper, at),
            Collider::circle(BUMPER),
            MinimumImpulse(BUMPER_KICK),
            Tone(740.0),
        ));
    }
    for side in [-1.0, 1.0] {
        commands.spawn((Collider::polygon(sling(side)), Static, Restitution(0.6), Friction(0.3)));
        let [start, end] = rubber(side);
        let kick = (Collider::segment(start, end), MinimumImpulse(SLING_KICK), Friction(0.3));
        let sling = part(Part::Sling { is_right: side > 0.0 }, Vec2::ZERO);
        commands.spawn((sling, kick, Tone(330.0)));
        for (lane, x) in [Part::InLane, Part::OutLane].into_iter().zip(RETURNS) {
            let at = vec2(side * x, RETURN_HEIGHT);
            commands.spawn((
                part(lane, at),
                Collider::rectangle(SENSOR.x, SENSOR.y),
                Sensor::Centre,
            ));
        }
    }
    for (number, at) in TARGETS.into_iter().enumerate() {
        let board = (Collider::rectangle(TARGET.x, TARGET.y), Restitution(0.4), Breaks(1));
        commands.spawn((part(Part::Target(number), at), board, Tone(520.0 + 80.0 * number as f32)));
    }
    for (number, at) in LANES.into_iter().enumerate() {
        let lane = part(Part::Lane(number), at);
        commands.spawn((lane, Collider::rectangle(SENSOR.x, SENSOR.y), Sensor::Centre));
    }
    for (gate, [low, high], way) in gates() {
        let flap = (Collider::segment(Vec2::ZERO, high - low), OneWay(way), Restitution(0.3));
        commands.spawn((part(gate, low), flap));
    }
}

/// Before each tick: raises the drop targets a while after the last one was hit, as soon as no ball is in their way.
pub fn raise(
    time: Res<Time<Elastic>>,
    targets: Query<(Entity, &Part, &Struck, Has<Absorbed>, &Position)>,
    balls: Query<&Position, With<Ball>>,
    mut commands: Commands,
) {
    let targets = targets.iter().filter(|it| matches!(it.1, Part::Target(_)));
    let now = time.elapsed_secs_f64();
    let are_due = |it: (Entity, &Part, &Struck, bool, &Position)| {
        let reach = RADIUS + TARGET.length();
        it.3 && now > it.2.0 + PAUSE && balls.iter().all(|ball| ball.0.distance(it.4.0) > reach)
    };
    if targets.clone().all(are_due) {
        for target in targets {
            commands.entity(target.0).remove::<Absorbed>();
        }
    }
}

#[test]
fn gates_let_pass_upwards_and_rubbers_stand_out() {
    assert!(gates().iter().all(|(_, _, way)| way.y > 0.0 && way.x < 0.0));
    for side in [-1.0, 1.0] {
        let [top, bottom, back] = sling(side);
        for end in rubber(side) {
            let height = |at: Vec2| (bottom - top).perp_dot(at - top) / top.distance(bottom);
            assert!((height(end).abs() - RUBBER).abs() < 1e-3 && height(end) * height(back) < 0.0);
        }
    }
}
