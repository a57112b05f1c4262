//! Scatter: positions and velocities are written to the components of the bodies that changed.

use bevy_ecs::change_detection::Tick;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Has, Without};
use bevy_ecs::system::{NonSendMarker, ParamSet, Query, Res, ResMut, SystemChangeTick};
use bevy_transform::components::Transform;
use collide_core::world::World;

use crate::components::{Breaks, Position, Static, Velocity};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::body_state::{Home, Ledger, Shown, Tracked};
use crate::sync::columns::{Rows, Watched, cells, in_pieces, unwatched};
use crate::systems::interpolate::Paths;

/// All that move.
type Mover<V> = (
    (&'static mut Tracked<V>, &'static mut Shown<V>, &'static mut Home),
    (&'static mut Position<V>, &'static mut Velocity<V>, &'static mut Transform),
    Has<ChildOf>,
);

/// Some rows of what is written of those who move.
type Columns<'a, V> = (
    ((&'a mut [Tracked<V>], &'a mut [Shown<V>]), &'a mut [Home]),
    ((Rows<'a, Position<V>>, Rows<'a, Velocity<V>>), Rows<'a, Transform>),
);

/// All that may break.
type Brittle<V> = (&'static mut Tracked<V>, &'static mut Home, &'static mut Breaks);

/// Writes the state at the end of the tick, and shows it, but for children and walls, whom
/// [`put_back`](crate::systems::interpolate::put_back) shows. What differs from what was read was written since, and counts
/// from the next tick.
pub fn scatter<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut bodies: ParamSet<(Query<Mover<V>, Without<Static>>, Query<Brittle<V>>)>,
    now: SystemChangeTick,
    (mut ledger, mut paths): (ResMut<Ledger<V>>, ResMut<Paths<V>>),
) {
    paths.belong_to(&simulation);
    let world = &simulation.world;
    let now = now.this_run();
    // All of these components lie in tables, so there are always columns.
    for table in bodies.p0().contiguous_iter_mut().into_iter().flatten() {
        let ((tracked, shown, home), (position, velocity, transform), is_child) = table;
        let mut watched = (Watched::new(position), Watched::new(velocity), Watched::new(transform));
        let written = ((watched.0.rows(), watched.1.rows()), watched.2.rows());
        let own = ((unwatched(tracked), unwatched(shown)), unwatched(home));
        let columns = (own, written);
        in_pieces(engine.helpers(), columns, |columns| {
            write(world, columns, is_child, (&ledger, now));
            false
        });
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

/// Writes and shows the state of some.
fn write<V: Space>(
    world: &World<V>,
    (((tracked, shown), homes), ((positions, velocities), transforms)): Columns<V>,
    is_child: bool,
    (ledger, now): (&Ledger<V>, Tick),
) {
    let own = tracked.iter_mut().zip(shown).zip(homes);
    let written = cells(positions, now).zip(cells(velocities, now)).zip(cells(transforms, now));
    for (((tracked, shown), home), ((mut position, mut velocity), mut transform)) in
        own.zip(written)
    {
        let Some((place, pace)) = world.state(tracked.body) else {
            tracked.stand();
            continue;
        };
        if position.value.0 != tracked.position {
            *home = Home::NOWHERE;
        } else if position.value.0 != place {
            position.set(Position(place));
        }
        if velocity.value.0 != tracked.velocity {
            *home = Home::NOWHERE;
        } else if velocity.value.0 != pace {
            velocity.set(Velocity(pace));
        }
        tracked.arrive(place, pace);
        if !is_child {
            shown.show(place, &mut transform, home, |tick| ledger.knows(tick, now));
        }
    }
}

/// The same as [`scatter`] on the thread that waits for the schedule, so that all others can help.
pub fn scatter_with_help<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    bodies: ParamSet<(Query<Mover<V>, Without<Static>>, Query<Brittle<V>>)>,
    now: SystemChangeTick,
    written: (ResMut<Ledger<V>>, ResMut<Paths<V>>),
    _: NonSendMarker,
) {
    scatter(simulation, engine, bodies, now, written);
}
