//! Scatter: positions and velocities are written to the components of the bodies that changed.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Query, Res};

use crate::body::{Position, Velocity};
use crate::material::Breaks;
use crate::simulation::{Simulation, Tracked};
use crate::space::Space;

/// Writes the state at the end of the tick; [`put_back`](crate::draw::put_back) shows it.
pub fn scatter<V: Space>(
    simulation: Res<Simulation<V>>,
    mut bodies: Query<(
        Entity,
        &mut Position<V>,
        &mut Velocity<V>,
        Option<&mut Breaks>,
        &mut Tracked<V>,
    )>,
) {
    for (entity, mut position, mut velocity, breaks, mut tracked) in &mut bodies {
        let Some(id) = simulation.body(entity) else { continue };
        let world = &simulation.world;
        let (Some(place), Some(pace)) = (world.position(id), world.velocity(id)) else { continue };
        // What differs from the value that was read was written since, and counts from the next tick.
        if position.0 == tracked.body.position {
            position.set_if_neq(Position(place));
        }
        if velocity.0 == tracked.body.velocity {
            velocity.set_if_neq(Velocity(pace));
        }
        if (breaks.is_some() || tracked.body.breaks_after > 0)
            && let Some(body) = world.body(id)
        {
            if let Some(mut breaks) = breaks
                && breaks.0 == tracked.body.breaks_after
            {
                breaks.set_if_neq(Breaks(body.breaks_after));
            }
            tracked.body.breaks_after = body.breaks_after;
        }
        tracked.body.position = place;
        tracked.body.velocity = pace;
    }
}
