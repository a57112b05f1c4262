//! The changes that a forecast assumes.

use bevy_ecs::entity::Entity;
use bevy_math::Vec2;
use collide_core::body::Kind;
use collide_core::world::World;

use crate::simulation::Simulation;
use crate::space::{Angular, Space, Written};

/// A change of a body that a forecast assumes. Fields that are `None` leave the body as it is, as does each axis of a vector
/// with the value that the component shows: the same as if the game wrote the values to the components.
///
/// `ForecastChange { velocity: Some(shot), ..ForecastChange::of(ball) }` changes the velocity of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastChange<V: Space = Vec2> {
    /// The entity of the body.
    pub entity: Entity,
    /// The position, in length units. It brings back a body that is absorbed or broken.
    pub position: Option<V>,
    /// The velocity, in length units per second.
    pub velocity: Option<V>,
    /// The angular velocity of a body that turns, in radians per second; see
    /// [`AngularVelocity`](crate::components::AngularVelocity). A free body without that component or a
    /// [`Cloth`](crate::components::Cloth) does not turn by it.
    pub angular_velocity: Option<V::Angular>,
    /// The roll of a ball on a cloth, in length units per second; see [`Roll`](crate::components::Roll).
    pub roll: Option<V>,
    /// The mass; see [`Mass`](crate::components::Mass).
    pub mass: Option<f32>,
    /// The restitution, from 0 to 1; see [`Restitution`](crate::components::Restitution).
    pub restitution: Option<f32>,
}

impl<V: Space> ForecastChange<V> {
    /// No change of this body, to be extended with struct update syntax.
    #[must_use]
    pub const fn of(entity: Entity) -> Self {
        Self {
            entity,
            position: None,
            velocity: None,
            angular_velocity: None,
            roll: None,
            mass: None,
            restitution: None,
        }
    }
}

/// Makes these changes of a copy of the world.
pub(super) fn apply_changes<V: Space>(
    simulation: &Simulation<V>,
    changes: &[ForecastChange<V>],
    world: &mut World<V::Wide>,
) {
    for change in changes {
        let Some(body) = simulation.body(change.entity) else { continue };
        if change.position.is_some() {
            world.restore(body);
        }
        let edited = world.edit(body, |held| {
            let written = |now: Option<V>, known| {
                let shown = V::narrow(known);
                Written { now: now.unwrap_or(shown), shown, known }
            };
            let velocity = written(change.velocity, held.velocity);
            held.position = written(change.position, held.position).value();
            held.velocity = velocity.value();
            held.roll = written(change.roll, held.roll).as_roll(velocity);
            let may_turn = held.kind != Kind::Dynamic || held.inertia_factor.is_some();
            if let Some(angular_velocity) = change.angular_velocity.filter(|_| may_turn) {
                let shown = V::Angular::from_turn_rate(held.angular_velocity);
                held.angular_velocity = angular_velocity.written(shown, held.angular_velocity);
            }
            held.mass = change.mass.map_or(held.mass, f64::from);
            held.restitution = change.restitution.map_or(held.restitution, f64::from);
        });
        if let Err(error) = edited {
            tracing::error!("the forecast ignores a change of {}: {error}", change.entity);
        }
    }
}
