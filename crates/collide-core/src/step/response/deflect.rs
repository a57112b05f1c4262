//! Changes the velocities of the two bodies of a touch.

use crate::step::engine::Engine;
use crate::step::no_room::over_budget::count_event;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::meeting::Meeting;
use crate::vector::Vector;
use crate::world::{BodyId, NotedTouch, Slot, World};

/// Rewrites those of the two bodies of a touch that can be moved, with a change for each side, and counts the event.
pub(crate) fn deflect<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
    change: impl Fn(usize, &mut Slot<V>),
    dt: f64,
) {
    let Some(ids) = ids(world, prediction) else { return };
    for side in [0, 1].into_iter().filter(|side| meeting.masses[*side].is_finite()) {
        let index = prediction.bodies[side];
        engine.rewrite(world, index, meeting.time, |slot| {
            slot.set_bounced(Some((ids[1 - side], prediction.feature)));
            change(side, slot);
        });
        count_event(engine, world, index, meeting.time, dt);
    }
    stop_at_stopped(engine, world, prediction, meeting);
}

/// Notes a touch that was too slow for an impact, if contacts are followed.
pub(crate) fn note_slow_touch<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    bodies: [BodyId; 2],
    time: f64,
) {
    if engine.settings.contacts {
        world.contacts.points.touches.push(NotedTouch { bodies, time, is_impact: false });
    }
}

/// Stops a body that presses against one which rolling resistance or a cloth has stopped, as a wall would. The stopped
/// body does not move by a bit, so no further touch of the two would be predicted.
fn stop_at_stopped<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
) {
    let Some([first, second]) = world.pair(prediction.bodies) else { return };
    let has_stopped = |slot: &Slot<V>| slot.shared.resistance > 0.0 && slot.is_at_rest();
    let stopped = [first, second].map(|slot| slot.is_mover() && has_stopped(slot));
    if stopped == [false; 2] {
        return;
    }
    let velocities = [first, second].map(|slot| slot.impact_velocity(meeting.time));
    let approach = (velocities[1] - velocities[0]).dot(meeting.normal);
    let (side, push) = match stopped {
        [true, false] if second.is_mover() => (1, -approach),
        [false, true] => (0, approach),
        _ => return,
    };
    if approach > 0.0 {
        let velocity = velocities[side] + meeting.normal * push;
        let away = if side == 0 { meeting.normal } else { -meeting.normal };
        let bounced = [first, second][side].bounced();
        engine.rewrite(world, prediction.bodies[side], meeting.time, |slot| {
            slot.set_bounced(bounced);
            slot.nudge_on_cloth(velocity, Some(away));
        });
    }
}

/// The ids of the two bodies of a prediction; nothing if one of them has been removed.
pub(crate) fn ids<V: Vector>(world: &World<V>, prediction: &Prediction) -> Option<[BodyId; 2]> {
    Some(world.pair(prediction.bodies)?.map(|slot| slot.id))
}
