//! Touches of a body that is held in place because it is over budget.

use crate::contact::contacts_within;
use crate::rounding;
use crate::step::engine::Engine;
use crate::step::no_room::over_budget::hold;
use crate::step::no_room::overlaps::report_overlap;
use crate::step::no_room::passed_over::{pass_over, stop_squeezed};
use crate::step::state::event_queue::Prediction;
use crate::step::touch::margins::distance_rounding;
use crate::vector::Vector;
use crate::world::{Held, Obstacle, Slot, World};

/// Two bodies touch of which one is held. A body that runs into a held one cannot push it, and is held too. A moving
/// wall carries a held body along, until something on the other side stops it.
pub(crate) fn touch_held<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
) {
    let time = prediction.time;
    let Some([first, second]) = world.pair(prediction.bodies) else {
        return;
    };
    let obstacle = Obstacle::new(second, &first.shared.mover, world.environment().period, time);
    let offset = first.flight().position(time) - second.flight().position(time);
    let offset = obstacle.nearest(offset);
    let normal = obstacle.normal(offset, prediction.feature);
    let arm = offset - normal * obstacle.radius();
    let held = [first, second].map(|slot| as_held(slot, slot.turn_velocity(arm), time));
    let [one, two] = held.map(|held| held.velocity().unwrap_or(V::ZERO));
    let rounding = rounding::ALIKE * (one.length() + two.length());
    let mut glides = (one - two).dot(normal).abs() <= rounding;
    // In a corner of one wall another side may stop the body along which it does not glide.
    let reach = distance_rounding([first, second], world.given_rounding());
    contacts_within(obstacle.shape(), (offset, obstacle.radius()), reach, |contact| {
        glides &= (one - two).dot(contact.normal) >= -rounding;
    });
    let (movers, ids) = ([first, second].map(Slot::is_mover), [first.id, second.id]);
    if held[0] == Held::Pinned && !movers[1] && matches!(held[1], Held::Carried(_)) {
        stop_squeezed(engine, world, ids, time);
        pass_over(world, ids);
    }
    for side in [0, 1].into_iter().filter(|side| movers[*side]) {
        let after = held[side].after(held[1 - side]);
        let is_stopped = after == Held::Pinned && glides;
        if after != held[side] && !is_stopped {
            if after == Held::Pinned {
                report_overlap(engine, world, (ids[side], ids[1 - side], 0.0), time);
            }
            hold(engine, world, prediction.bodies[side], after, time);
        }
    }
}

/// How a body is held. For a wall: what it does to a held body that it touches, at a place that turns with this velocity.
fn as_held<V: Vector>(slot: &Slot<V>, turning: V, time: f64) -> Held<V> {
    if slot.is_mover() {
        return slot.constraints().held;
    }
    match slot.flight().velocity(time) + turning {
        velocity if velocity == V::ZERO => Held::Pinned,
        velocity => Held::Carried(velocity),
    }
}
