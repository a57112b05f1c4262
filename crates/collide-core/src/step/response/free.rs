//! Impacts of balls that fly freely, with each other and with static walls.
//!
//! Most events are of this kind: no force acts on the ball, nothing holds it and nothing breaks. Few of the cases of
//! [`collide`](crate::step::response::collide) can occur, so these impacts are handled here without asking for the others,
//! by the same functions and to the same bits.

use crate::report::{Event, Legs};
use crate::shape::Shape;
use crate::step::engine::Engine;
use crate::step::no_room::over_budget::{crowd_budget, thick_bodies};
use crate::step::state::event_queue::Prediction;
use crate::step::state::motion_bounds::MotionBounds;
use crate::step::touch::classify::CLUSTER_EVENTS;
use crate::step::touch::meeting::Meeting;
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{Dynamics, Slot, World};

/// Lets a free ball bounce off another one, or off a static wall, and returns whether that was possible. If it was
/// not, nothing has been done.
pub(crate) fn bounce_freely<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    dt: f64,
) -> bool {
    let Prediction { time, feature, bodies, .. } = *prediction;
    if engine.hook.is_some() || !world.is_open() {
        return false;
    }
    let most = free_event_limit(engine, dt);
    let crowd_budget = crowd_budget(engine, world, dt);
    let places = bodies.map(|body| body as usize);
    let Ok([Some(first), Some(second)]) = world.slots.items_mut().get_disjoint_mut(places) else {
        return false;
    };
    // Such a body can do nothing but bounce off another one of the kind.
    let is_free = |slot: &Slot<V>| slot.dynamics() == Dynamics::FreeBall && slot.events() < most;
    if !is_free(first) || !is_free(second) && !is_plain_wall(second) {
        return false;
    }
    let thick = thick_bodies([first, second]);
    let crowd_work = world.progress.map_or(0.0, |progress| progress.crowd_work) + thick;
    if thick > 0.0 && crowd_work > crowd_budget && !engine.defers_contacts {
        return false;
    }
    let Some(surface) = pair_surface(engine, [first, second]) else { return false };
    let (meeting, there) = Meeting::of_free_balls([first, second], time, feature, surface);
    let bounce = meeting.bounce([first, second]);
    let Some(bounce) = bounce.filter(|it| meeting.changes_velocities(it)) else {
        return false;
    };
    // A ball that turns is not free.
    let Some(response) = meeting.response_without_spin(bounce, [first, second]) else {
        return false;
    };

    let ids = [first.id, second.id];
    engine.report.events.push(Event::Impact(meeting.impact(&response, ids)));
    let velocities = [response.first, response.second];
    let ahead = engine.motions.lookahead(dt);
    let movers = if second.is_mover() { 2 } else { 1 };
    for (side, slot) in [first, second].into_iter().enumerate().take(movers) {
        if engine.settings.legs != Legs::None {
            engine.report.legs.extend(engine.ended_leg(slot, time));
        }
        slot.bounce_freely(time, [there[side], velocities[side]], (ids[1 - side], feature));
        if engine.motions.is_current {
            let place = places[side];
            (engine.motions.bounds[place], engine.motions.spheres[place]) =
                MotionBounds::of_free(slot, time, &ahead);
        }
        engine.rewritten.push(prediction.bodies[side]);
    }
    if let Some(progress) = &mut world.progress {
        progress.crowd_work = crowd_work;
    }
    true
}

/// After fewer events than this in a step of `dt` seconds, a further event of a free ball only changes its velocity: no
/// budget is spent and no cluster begins.
pub(crate) fn free_event_limit<V: Vector>(engine: &Engine<V>, dt: f64) -> u32 {
    u32::min(engine.settings.event_budget(dt).in_step as u32, CLUSTER_EVENTS - 1)
}

/// Whether a body is a static wall that an impact does not change, along which no ball slides, and which is no conveyor.
fn is_plain_wall<V: Vector>(slot: &Slot<V>) -> bool {
    slot.dynamics() == Dynamics::Fixed
        && slot.shared.breaks_after == 0
        && slot.surface_velocity() == V::ZERO
        && !matches!(slot.shared.shape, Shape::RoundArena { .. })
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, dvec2, dvec3};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Hook;
    use crate::step::Stepper;

    /// A gas of unlike balls in a room.
    fn gas<V: Vector>(place: impl Fn(u32) -> V, room: V) -> World<V> {
        let mut world = World::new();
        for number in 0..200 {
            let velocity = place(number * 37 % 200);
            let ball = Body::dynamic(Shape::ball(0.2), place(number));
            let (mass, friction) = (1.0 + f64::from(number % 3), f64::from(number % 5 / 4));
            let (restitution, minimum_impulse) = (1.0 - friction / 4.0, f64::from(number % 7 / 6));
            let tag = u64::from(number);
            let ball = Body { velocity, mass, restitution, friction, minimum_impulse, tag, ..ball };
            world.add(ball).unwrap();
        }
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
        world
    }

    /// Asserts that a hook that changes nothing, and so rules out the fast path, changes no result.
    fn assert_hook_changes_nothing<V: Vector>(world: World<V>) {
        let (mut fast, mut general) = (Stepper::new(), Stepper::new());
        general.hook = Some(Hook::new(|pair| Some(pair.surface)));
        let (mut world, mut other) = (world.clone(), world);
        let mut impacts = 0;
        for _ in 0..120 {
            let report = fast.step(&mut world, 0.02);
            assert_eq!(report, general.step(&mut other, 0.02));
            assert_eq!(world, other);
            impacts += report.impacts().count();
        }
        assert!(impacts > 300, "{impacts}");
    }

    #[test]
    fn fast_path_matches_general_path_bits() {
        let flat = |number: u32| dvec2(f64::from(number % 14), f64::from(number / 14)) - 6.5;
        assert_hook_changes_nothing(gas::<DVec2>(flat, DVec2::splat(8.0)));
        let deep = |number: u32| {
            dvec3(f64::from(number % 6), f64::from(number / 6 % 6), f64::from(number / 36)) - 2.5
        };
        assert_hook_changes_nothing(gas::<DVec3>(deep, DVec3::splat(4.0)));
    }
}
