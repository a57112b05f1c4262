//! The serial event loop: takes the next event, handles it, and predicts anew the bodies that it rewrote.

use crate::step::engine::Engine;
use crate::step::piles::begin_substep;
use crate::step::prediction::predict::{extend_horizon, predict_rewritten};
use crate::step::prediction::prefetch::{MIN_BODIES, prefetch_event};
use crate::step::response::collide::collide;
use crate::step::response::free::bounce_freely;
use crate::step::response::handling::Handling;
use crate::step::response::own_events::{begin_chord, leave_face, stick, stop, wrap};
use crate::step::response::regions::{absorb, cross_edge};
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::vector::Vector;
use crate::world::World;

/// Handles the predicted events in order, at most `limit` of them, and returns whether none is left.
pub(crate) fn run_events<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    limit: u64,
    dt: f64,
) -> bool {
    let mut handled = 0;
    while let Some(event) = next_to_handle(engine, world, dt) {
        if handled == limit {
            engine.predictions.queue.push(event);
            return false;
        }
        let _all_are = handle_event(engine, world, &event, dt);
        predict_rewritten(engine, world, dt);
        handled += 1;
    }
    true
}

/// Takes the next event. Before it, looks for others along paths that have reached their horizon, and solves the piles where
/// a sub-step ends.
fn next_to_handle<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    dt: f64,
) -> Option<Prediction> {
    loop {
        let next = take_event(engine, world);
        let time = next.map_or(f64::INFINITY, |next| next.time);
        let solution = world.progress.and_then(|progress| progress.next_solution);
        match next {
            _ if let Some(solution) = solution.filter(|it| *it < f64::min(time, dt)) => {
                next.into_iter().for_each(|next| engine.predictions.queue.push(next));
                begin_substep(engine, world, solution, dt);
            }
            Some(next) if next.kind == EventKind::HorizonReached => {
                extend_horizon(engine, world, next.bodies[0], time, dt);
            }
            next => return next,
        }
    }
}

/// Takes the earliest prediction that is still valid.
pub(crate) fn take_event<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
) -> Option<Prediction> {
    let (paths, spheres) = (&engine.motions.bounds, &engine.motions.spheres);
    engine.predictions.queue.pop(&engine.predictions.versions, |bodies| {
        if paths.len() >= MIN_BODIES {
            bodies.into_iter().for_each(|body| prefetch_event(world, paths, spheres, body));
        }
    })
}

/// Handles an event.
pub(crate) fn handle_event<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    event: &Prediction,
    dt: f64,
) -> Handling {
    if let Some(progress) = &mut world.progress {
        progress.now = event.time;
    }
    match event.kind {
        EventKind::Impact if bounce_freely(engine, world, event, dt) => {}
        EventKind::Impact => return collide(engine, world, event, dt),
        EventKind::FaceEnd => leave_face(engine, world, event, dt),
        EventKind::Stop => stop(engine, world, event.bodies[0], event.time, dt),
        EventKind::Enter | EventKind::Leave => cross_edge(engine, world, event, dt),
        EventKind::Absorb => absorb(engine, world, event),
        EventKind::Stick => stick(engine, world, event.bodies[0], event.time, dt),
        EventKind::ChordEnd => begin_chord(engine, world, event.bodies[0], event.time, dt),
        EventKind::Wrap => wrap(engine, world, event.bodies[0], event.time, dt),
        // The caller looks further along the path.
        EventKind::HorizonReached => {}
    }
    Handling::Done
}
