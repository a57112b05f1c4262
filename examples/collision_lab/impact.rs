//! The last impact, with the velocities before and after it.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::MinimumImpulse;
use bevy_elastic::prelude::*;

use crate::formula::Encounter;

/// The number of a ball, from 0.
#[derive(Component, Clone, Copy, Debug)]
pub struct Number(pub usize);

/// The result of an impact.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The numbers of the two balls; `None` for the wall.
    pub numbers: [Option<usize>; 2],
    /// The input of the formulas.
    pub encounter: Encounter,
    /// The velocities after the impact, in metres a second.
    pub after: [DVec2; 2],
    /// The event that the plugin reported.
    pub event: Collided<DVec2>,
    /// Whether the formula applies: there was neither friction nor a minimum impulse.
    pub is_plain: bool,
    /// The time since the impact, in seconds of frame time.
    pub age: f32,
}

/// The last impact, if there was one.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastImpact(pub Option<Outcome>);

/// The velocity, the mass and the material of a ball.
type BallState = (
    &'static Number,
    &'static Velocity<DVec2>,
    &'static Mass,
    &'static Restitution,
    &'static Friction,
    &'static MinimumImpulse,
);

/// Records the latest reported impact. No force acts on the balls, so their present velocities are those after
/// the impact, and the velocities before it follow by subtracting the impulse.
pub fn record_impact(
    mut impacts: MessageReader<Collided<DVec2>>,
    real: Res<Time>,
    balls: Query<BallState>,
    mut last: ResMut<LastImpact>,
) {
    if let Some(outcome) = &mut last.bypass_change_detection().0 {
        outcome.age += real.delta_secs();
    }
    let Some(event) = impacts.read().last().copied() else { return };
    let bodies = [event.entity, event.other].map(|entity| balls.get(entity).ok());
    let masses = bodies.map(|body| body.map_or(f64::INFINITY, |body| f64::from(body.2.0)));
    let after = bodies.map(|body| body.map_or(DVec2::ZERO, |body| body.1.0));
    let impulse = event.normal * event.impulse + event.friction;
    let before = [after[0] - impulse / masses[0], after[1] + impulse / masses[1]];
    let restitution = bodies.iter().flatten().map(|body| body.3.0).fold(1.0, f32::min);
    let is_plain = bodies.iter().flatten().all(|body| body.4.0 == 0.0 && body.5.0 == 0.0);
    last.0 = Some(Outcome {
        numbers: bodies.map(|body| body.map(|body| body.0.0)),
        encounter: Encounter {
            masses,
            before,
            restitution: f64::from(restitution),
            // The lesson draws the normal from the first to the second ball; the event has the opposite one.
            normal: -event.normal,
        },
        after,
        event,
        is_plain,
        age: 0.0,
    });
}
