//! The graphics of the balls, walls, vectors and the discrete twin.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::AngularVelocity;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::response::textbook::decompose;
use harness::draw::Draw;
use harness::keys::Overlays;
use harness::labels::Label;
use harness::overlay::trails::Overlaid;
use harness::palette;

use crate::hold::ARROW;
use crate::impact::{LastImpact, Number};
use crate::lesson::{Lesson, radius};
use crate::spin::look::wheel;
use crate::spin::throw::Spin;
use crate::stage::Stage;
use crate::twin::Twin;

/// The length of the predicted paths, in ticks.
pub const PATH_TICKS: u32 = 256;

/// The time for which the impulses of the last impact are drawn, in seconds of frame time.
const IMPULSE_SECONDS: f32 = 2.5;

/// The length of the arrow of an impulse of 1 Ns, in metres.
const IMPULSE_ARROW: f32 = 0.25;

/// The colour of a ball.
#[must_use]
pub fn color(number: usize) -> Color {
    palette::BODIES[number % palette::BODIES.len()]
}

/// The components of a ball that decide its picture.
type ResizedBall =
    (Entity, &'static Number, &'static Mass, &'static mut Collider<DVec2>, Has<AngularVelocity>);

/// Sets the mesh, the label and the collider of a new ball, or of a ball with a new mass.
pub fn draw_balls(
    mut balls: Query<ResizedBall, Changed<Mass>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, number, mass, mut collider, turns) in &mut balls {
        let radius = radius(f64::from(mass.0));
        collider.set_if_neq(Collider::ball(radius));
        let label = Label {
            text: (number.0 + 1).to_string(),
            offset: Vec2::ZERO,
            size: 17.0,
            color: Color::BLACK,
        };
        let mesh = match turns {
            true => draw.mesh(wheel(radius as f32, color(number.0)), Color::WHITE),
            false => draw.ball(radius as f32, color(number.0)),
        };
        commands.entity(entity).insert((mesh, Overlaid::new(color(number.0)), label));
    }
}

/// Draws the walls, or the line on which the balls of a lesson move.
pub fn walls(stage: Res<Stage>, mut gizmos: Gizmos) {
    if let Some(half_size) = stage.lesson.room() {
        gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * half_size.as_vec2(), palette::WALL);
    }
    if matches!(stage.lesson, Lesson::Elastic | Lesson::Inelastic) {
        gizmos.line_2d(Vec2::NEG_X * 20.0, Vec2::X * 20.0, palette::FAINT);
    }
}

/// Draws the discrete twin as rings in the colours of the balls.
pub fn twin(
    twin: Res<Twin>,
    simulation: Res<Simulation<DVec2>>,
    balls: Query<(Entity, &Number, &Mass)>,
    mut gizmos: Gizmos,
) {
    let Some(bodies) = twin.bodies() else { return };
    for (entity, number, mass) in &balls {
        let body = simulation.body(entity).and_then(|body| bodies.body(body));
        if let Some(body) = body {
            let radius = radius(f64::from(mass.0)) as f32;
            let place = body.position.as_vec2();
            gizmos.circle_2d(place, radius, color(number.0)).resolution(64);
            gizmos.circle_2d(place, 0.85 * radius, color(number.0).with_alpha(0.4)).resolution(64);
        }
    }
}

/// Draws the centre of mass as a ring with a cross.
pub fn centre_of_mass(
    balls: Query<(&Transform, &Velocity<DVec2>, &Mass), With<Number>>,
    shown: Res<Overlays>,
    mut gizmos: Gizmos,
) {
    let (mut mass, mut moment, mut momentum) = (0.0, Vec2::ZERO, DVec2::ZERO);
    for (place, velocity, own) in &balls {
        mass += own.0;
        moment += place.translation.truncate() * own.0;
        momentum += velocity.0 * f64::from(own.0);
    }
    // The centre of one ball is no news.
    if mass <= 0.0 || balls.iter().len() < 2 {
        return;
    }
    let centre = moment / mass;
    gizmos.circle_2d(centre, 0.11, palette::TEXT);
    gizmos.line_2d(centre - 0.18 * Vec2::X, centre + 0.18 * Vec2::X, palette::TEXT);
    gizmos.line_2d(centre - 0.18 * Vec2::Y, centre + 0.18 * Vec2::Y, palette::TEXT);
    let tip = centre + (momentum / f64::from(mass)).as_vec2() * ARROW;
    if shown.vectors && tip != centre {
        gizmos.arrow_2d(centre, tip, palette::TEXT.with_alpha(0.6)).with_tip_length(0.1);
    }
}

/// Draws the impulses of the last impact at its point, and the normal.
pub fn impulses(last: Res<LastImpact>, spin: Res<Spin>, mut gizmos: Gizmos) {
    let Some(outcome) = last.0.filter(|outcome| outcome.age < IMPULSE_SECONDS) else { return };
    let event = outcome.event;
    let faded = 1.0 - outcome.age / IMPULSE_SECONDS;
    let point = event.point.as_vec2();
    let normal = event.normal.as_vec2();
    let line = palette::TEXT_FAINT.with_alpha(0.5 * faded);
    gizmos.line_2d(point - 1.6 * normal, point + 1.6 * normal, line);
    gizmos.line_2d(point - 0.8 * normal.perp(), point + 0.8 * normal.perp(), line);
    let scale = if spin.0.is_some() { 0.3 * IMPULSE_ARROW } else { IMPULSE_ARROW };
    let impulse = (event.normal * event.impulse + event.friction).as_vec2() * scale;
    for tip in [impulse, -impulse] {
        let color = palette::ACCENT.with_alpha(faded);
        gizmos.arrow_2d(point, point + tip, color).with_tip_length(0.13);
    }
}

/// Draws the components of the velocities in the oblique lesson, along and across the normal of the next
/// impact, or of the last one if there is no next.
pub fn parts(
    stage: Res<Stage>,
    shown: Res<Overlays>,
    balls: Query<(&Velocity<DVec2>, &Transform), With<Number>>,
    last: Res<LastImpact>,
    mut forecast: Forecast<DVec2>,
    mut gizmos: Gizmos,
) {
    if stage.lesson != Lesson::Oblique || !shown.vectors {
        return;
    }
    let future = forecast.predict(&[], PATH_TICKS);
    let coming = future.events.iter().find_map(|event| match event {
        ElasticEvent::Collided(impact) => Some(impact.normal),
        _ => None,
    });
    let Some(normal) = coming.or(last.0.map(|outcome| outcome.event.normal)) else { return };
    for (velocity, place) in &balls {
        let parts = decompose(velocity.0, normal);
        let start = place.translation.truncate();
        for (part, color) in [(parts.normal, palette::ACCENT), (parts.tangential, palette::RIGHT)] {
            let tip = part.as_vec2() * ARROW;
            if tip.length() > 1e-3 {
                gizmos.arrow_2d(start, start + tip, color).with_tip_length(0.1);
            }
        }
    }
}
