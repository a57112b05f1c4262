//! Scatter: positions and velocities are written to the components of the bodies that changed.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, Without};
use bevy_ecs::system::{ParamSet, Query, Res, ResMut, SystemChangeTick};
use bevy_transform::components::Transform;

use crate::body::{Position, Static, Velocity};
use crate::draw::Paths;
use crate::material::Breaks;
use crate::simulation::Simulation;
use crate::space::Space;
use crate::tracked::{Home, Ledger, Tracked};

/// All that move.
type Mover<V> = (
    &'static mut Tracked<V>,
    &'static mut Home,
    &'static mut Position<V>,
    &'static mut Velocity<V>,
    &'static mut Transform,
    Has<ChildOf>,
);

/// All that may break.
type Brittle<V> = (&'static mut Tracked<V>, &'static mut Home, &'static mut Breaks);

/// Writes the state at the end of the tick, and shows it, but for children and walls, whom
/// [`put_back`](crate::draw::put_back) shows. What differs from what was read was written since, and counts
/// from the next tick.
pub fn scatter<V: Space>(
    simulation: Res<Simulation<V>>,
    mut bodies: ParamSet<(Query<Mover<V>, Without<Static>>, Query<Brittle<V>>)>,
    now: SystemChangeTick,
    (mut ledger, mut paths): (ResMut<Ledger<V>>, ResMut<Paths<V>>),
) {
    paths.belong_to(&simulation);
    let world = &simulation.world;
    let now = now.this_run();
    for (mut tracked, mut home, mut position, mut velocity, mut transform, is_child) in
        &mut bodies.p0()
    {
        let id = tracked.body;
        let Some((place, pace)) = world.state(id) else { continue };
        if position.0 != tracked.position {
            *home = Home::NOWHERE;
        } else if position.0 != place {
            position.0 = place;
        }
        if velocity.0 != tracked.velocity {
            *home = Home::NOWHERE;
        } else if velocity.0 != pace {
            velocity.0 = pace;
        }
        (tracked.position, tracked.velocity) = (place, pace);
        tracked.was_put = false;
        if !is_child {
            tracked.show(place, &mut transform, &mut home, |tick| ledger.knows(tick, now));
        }
    }
    for (mut tracked, mut home, mut breaks) in &mut bodies.p1() {
        let Some(left) = world.breaks_after(tracked.body) else { continue };
        if breaks.0 != tracked.breaks_after {
            *home = Home::NOWHERE;
        } else if breaks.0 != left {
            breaks.0 = left;
        }
        tracked.breaks_after = left;
    }
    ledger.sign(now);
    ledger.displaced = false;
}
