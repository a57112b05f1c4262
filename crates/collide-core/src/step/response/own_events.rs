//! Events that change one body only: rolling resistance stops it, friction ends its sliding, it comes to the end of a face
//! that supports it, or it wraps around a periodic space.

use crate::report::Event;
use crate::step::engine::Engine;
use crate::step::no_room::over_budget::count_event;
use crate::step::prediction::broad_phase::bodies_near;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::between_walls::next_face;
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{Chord, MAX_CHORDS, Slot, Support, World};

/// Stops a body at `time`, where rolling resistance ends its motion, or its cloth ends its sliding.
pub(crate) fn stop<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    end_motion(engine, world, index, time);
    count_event(engine, world, index, time, dt);
}

/// Ends the motion of a body at the time of its stop, or its sliding on a cloth, and reports that.
pub(crate) fn end_motion<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
) {
    let slides = |slot: &Slot<V>| slot.slide_end() <= time;
    let rolling = world.slots[index as usize]
        .as_ref()
        .filter(|slot| slides(slot))
        .and_then(Slot::velocity_after_slide);
    // Bodies pressed against it only because it was slowing down.
    engine.rewrite(world, index, time, |slot| {
        slot.clear_supports();
        if let Some(velocity) = rolling {
            slot.roll_on(velocity);
        }
    });
    let Some(slot) = &world.slots[index as usize] else { return };
    let ball = slot.id;
    if slot.is_at_rest() {
        engine.report.events.push(Event::Stopped { time, ball });
    } else if rolling.is_some() {
        engine.report.events.push(Event::Rolls { time, ball });
    }
}

/// Ends the sliding of a body along a wall on which it lies, or its turning, where friction has stopped it.
pub(crate) fn stick<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    let Some(slot) = &world.slots[index as usize] else { return };
    let Some((_, end)) = slot.ride_end() else { return };
    engine.rewrite(world, index, time, |slot| slot.end_ride(&end));
    count_event(engine, world, index, time, dt);
}

/// Lets a body that moves along walls which bend go on along its next chord; along a short one that is exact if the last one has
/// not ended yet, as it comes near a touch.
pub(crate) fn begin_chord<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    let Some(slot) = &world.slots[index as usize] else { return };
    let Some(&Chord { exact_for, .. }) = slot.chord() else { return };
    let is_over = time >= slot.chord_end();
    let longest = exact_for.filter(|_| !is_over).unwrap_or(f64::INFINITY);
    // There are few long chords in a step, and the touch counts before which a short one begins.
    let counts = is_over && time - slot.time < dt / MAX_CHORDS;
    engine.rewrite_for(world, index, time, longest, |_| {});
    if counts {
        count_event(engine, world, index, time, dt);
    }
}

/// Ends the support of a body that has come to the end of a face, and lays it on the face of another wall that goes on. A corner
/// beside the face may support it next.
pub(crate) fn leave_face<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    dt: f64,
) {
    let Some([body, wall]) = world.pair(prediction.bodies) else { return };
    let Prediction { bodies: [index, _], time, feature, .. } = *prediction;
    let left = (wall.id, feature);
    let old = body.constraints().supports.by(wall.id, feature).copied();
    let sphere = engine.motions.spheres[index as usize];
    let near = bodies_near(engine, &sphere, &world.environment().period, |other| other != index);
    let walls = near.iter().filter_map(|other| world.slots[*other as usize].as_ref());
    let goes_on = |wall: &Slot<V>| {
        let next = next_face(world, body, &old?, wall, time)?;
        let friction = pair_surface(engine, [body, wall])?.friction;
        Some((wall.key, Support { friction, surface_velocity: wall.surface_velocity(), ..next }))
    };
    let next = walls.filter_map(goes_on).min_by_key(|(key, _)| *key).map(|(_, next)| next);
    engine.search.found = near;
    engine.rewrite(world, index, time, |slot| {
        slot.retain_walls(|it| (it.wall, it.feature) != left);
        if let Some(next) = next {
            let velocity = slot.velocity;
            let supports = &mut slot.constraints_mut().supports;
            supports.add_wall(next);
            if let Some(velocity) = supports.limit_velocity(velocity) {
                slot.nudge(velocity);
            }
        }
    });
    count_event(engine, world, index, time, dt);
}

/// Moves a body that has flown a whole period to its image inside the period.
pub(crate) fn wrap<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    let period = world.environment().period;
    engine.rewrite(world, index, time, |slot| slot.wrap(&period));
    count_event(engine, world, index, time, dt);
}
