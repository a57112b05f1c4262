//! The last impact, with the velocities before and after.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::material::MinimumImpulse;
use bevy_elastic::prelude::*;

use crate::formula::Encounter;

/// The number of a ball, from 0.
#[derive(Component, Clone, Copy, Debug)]
pub struct Number(pub usize);

/// What became of an encounter.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The numbers of the two; none for the wall.
    pub numbers: [Option<usize>; 2],
    /// What they were to each other.
    pub encounter: Encounter,
    /// The velocities after, in metres a second.
    pub after: [DVec2; 2],
    /// What the plugin told.
    pub told: Collided<DVec2>,
    /// Whether the formula knows all that counts, or there was friction or a minimum impulse.
    pub is_plain: bool,
    /// How long ago it was, in seconds of the player.
    pub age: f32,
}

/// The last impact, if there was one.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LastImpact(pub Option<Outcome>);

/// Of what a ball is made and how it moves.
type Matter = (
    &'static Number,
    &'static Velocity<DVec2>,
    &'static Mass,
    &'static Restitution,
    &'static Friction,
    &'static MinimumImpulse,
);

/// Notes the last of the impacts that were told. Nothing pulls the balls, so after it they fly as they do
/// now, and before it they flew as an impulse less says.
pub fn note_impact(
    mut impacts: MessageReader<Collided<DVec2>>,
    real: Res<Time>,
    balls: Query<Matter>,
    mut last: ResMut<LastImpact>,
) {
    if let Some(outcome) = &mut last.bypass_change_detection().0 {
        outcome.age += real.delta_secs();
    }
    let Some(told) = impacts.read().last().copied() else { return };
    let bodies = [told.entity, told.other].map(|entity| balls.get(entity).ok());
    let masses = bodies.map(|body| body.map_or(f64::INFINITY, |body| f64::from(body.2.0)));
    let after = bodies.map(|body| body.map_or(DVec2::ZERO, |body| body.1.0));
    let impulse = told.normal * told.impulse + told.friction;
    let before = [after[0] - impulse / masses[0], after[1] + impulse / masses[1]];
    let restitution = bodies.iter().flatten().map(|body| body.3.0).fold(1.0, f32::min);
    let is_plain = bodies.iter().flatten().all(|body| body.4.0 == 0.0 && body.5.0 == 0.0);
    last.0 = Some(Outcome {
        numbers: bodies.map(|body| body.map(|body| body.0.0)),
        encounter: Encounter {
            masses,
            before,
            restitution: f64::from(restitution),
            // From the first to the second, as one draws it; the plugin tells the other direction.
            normal: -told.normal,
        },
        after,
        told,
        is_plain,
        age: 0.0,
    });
}
