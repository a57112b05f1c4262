//! The graphics of the experiments.
//!
//! The mesh of a block is on the entity of its body. A ball of the cradle is drawn by a separate entity,
//! because its body moves on a line and the picture on an arc.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::camera::view;
use harness::draw::Draw;
use harness::keys::Overlays;
use harness::labels::Label;
use harness::overlay::flash::Rings;
use harness::overlay::trails::Overlaid;
use harness::palette;

use crate::args::Experiment;
use crate::blocks::{Block, half_side, ratio};
use crate::cradle::{BALLS, Bob, RADIUS};
use crate::pendulum::STRING;
use crate::slow::horizon;
use crate::stage::{Prop, Stage};

/// Steel.
const STEEL: Color = Color::srgb_u8(196, 204, 216);
const STRINGS: Color = Color::srgb_u8(128, 136, 150);

/// Marks the picture of a ball of the cradle, and refers to its body.
#[derive(Component, Clone, Copy, Debug)]
pub struct Picture(Entity);

/// Moves the camera and spawns the static parts of an experiment when it starts.
pub fn build(
    stage: Res<Stage>,
    begun: Query<(), Or<(Added<Bob>, Added<Block>)>>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
    mut rings: ResMut<Rings>,
    mut draw: Draw,
    mut commands: Commands,
    mut built: Local<Option<Experiment>>,
) {
    if begun.is_empty() {
        return;
    }
    // The centre and the size of the view, with margins for the bar above and the panel at the right.
    let (middle, size) = match stage.experiment {
        Experiment::Cradle => (Vec2::new(0.42, 0.50), Vec2::new(3.0, 1.69)),
        Experiment::Blocks => (Vec2::new(4.50, 2.10), Vec2::new(10.6, 6.0)),
    };
    if *built != Some(stage.experiment) {
        *built = Some(stage.experiment);
        let (mut place, mut projection) = camera.into_inner();
        place.translation = middle.extend(place.translation.z);
        *projection = view(size);
        (rings.radius, rings.min_speed) = match stage.experiment {
            Experiment::Cradle => (0.07, 0.01),
            Experiment::Blocks => (0.35, 0.0),
        };
    }
    let plates = match stage.experiment {
        Experiment::Cradle => {
            let half = (stage.lift.rest(BALLS - 1) + RADIUS + 0.42) as f32;
            let beam = (Vec2::new(0.0, STRING as f32), Vec2::new(2.0 * half, 0.03));
            let post = |side: f32| (Vec2::new(side * half, 0.36), Vec2::new(0.03, 1.31));
            let foot = (Vec2::new(0.0, -0.31), Vec2::new(2.0 * half + 0.14, 0.05));
            vec![beam, post(-1.0), post(1.0), foot]
        }
        Experiment::Blocks => vec![
            (Vec2::new(10.0, -0.05), Vec2::new(22.0, 0.1)),
            (Vec2::new(-0.5, 5.0), Vec2::new(1.0, 10.2)),
        ],
    };
    for (place, size) in plates {
        let plate = draw.mesh(Rectangle::from_size(size), palette::WALL);
        commands.spawn((plate, Transform::from_translation(place.extend(-2.0)), Prop));
    }
}

/// Spawns the pictures of new balls.
pub fn draw_balls(bobs: Query<(Entity, &Bob), Added<Bob>>, mut draw: Draw, mut commands: Commands) {
    for (body, bob) in &bobs {
        // Steel with the hue of the ball's curve in the panel.
        let color = STEEL.mix(&palette::BODIES[bob.number], 0.5);
        let form = draw.ball(RADIUS as f32, color);
        let overlaid = Overlaid::new(palette::BODIES[bob.number]);
        // The velocity is for the arrow only: an entity without a collider is not a body.
        let velocity = Velocity::<DVec2>::default();
        commands.spawn((Picture(body), form, velocity, overlaid, Prop));
    }
}

/// A whole number with its digits in groups of three.
fn grouped(number: f64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Adds meshes and labels to new blocks.
pub fn draw_blocks(
    blocks: Query<(Entity, &Block), Added<Block>>,
    stage: Res<Stage>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, block) in &blocks {
        let half = half_side(*block, stage.power) as f32;
        let (color, text) = match block {
            Block::Light => (palette::BODIES[0], "1".to_owned()),
            Block::Heavy => (palette::BODIES[1], grouped(ratio(stage.power))),
        };
        let face = draw.mesh(Rectangle::from_length(2.0 * half), color);
        // A darker face leaves a bright edge.
        let edge = draw.mesh(Rectangle::from_length(2.0 * half - 0.05), color.darker(0.12));
        let label = Label { text, offset: Vec2::Y * (half + 0.18), size: 17.0, color };
        commands.entity(entity).insert((face, label, Overlaid::new(palette::TEXT)));
        commands.spawn((edge, Transform::from_xyz(0.0, 0.0, 0.1), ChildOf(entity)));
    }
}

/// Places the pictures of the balls on the arcs of their strings, and draws the strings.
pub fn bend(
    bobs: Query<(&Bob, &Transform, &Velocity<DVec2>), Without<Picture>>,
    mut pictures: Query<(&Picture, &mut Transform, &mut Velocity<DVec2>), Without<Bob>>,
    mut gizmos: Gizmos,
) {
    let string = STRING as f32;
    for (picture, mut place, mut velocity) in &mut pictures {
        let Ok((bob, line, along)) = bobs.get(picture.0) else { continue };
        let nail = Vec2::new(bob.rest as f32, string);
        let angle = (line.translation.x - nail.x) / string;
        let down = Vec2::from_angle(angle).rotate(-Vec2::Y);
        place.translation = (nail + string * down).extend(1.0);
        velocity.0 = DVec2::from_angle(f64::from(angle)) * along.0.x;
        gizmos.line_2d(nail, nail + (string - RADIUS as f32) * down, STRINGS);
    }
}

/// Draws the predicted positions of the blocks as outlines.
pub fn ghosts(
    stage: Res<Stage>,
    shown: Res<Overlays>,
    blocks: Query<(Entity, &Block)>,
    simulation: Res<Simulation<DVec2>>,
    mut forecast: Forecast<DVec2>,
    mut gizmos: Gizmos,
) {
    if !shown.paths {
        return;
    }
    let end = &forecast.predict(&[], horizon(&shown)).end;
    for (entity, block) in &blocks {
        let body = simulation.body(entity).and_then(|body| end.body(body));
        if let Some(body) = body {
            let size = Vec2::splat(2.0 * half_side(*block, stage.power) as f32);
            let place = Isometry2d::from_translation(body.position.as_vec2());
            gizmos.rect_2d(place, size, palette::TEXT_FAINT);
        }
    }
}
