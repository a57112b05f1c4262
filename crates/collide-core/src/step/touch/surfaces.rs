//! The surface of a pair: its restitutions, friction and minimum impulse, and whether the two meet at all.

use crate::response::{Combine, Surface};
use crate::step::engine::Engine;
use crate::step::hook::{Hook, Pair};
use crate::vector::Vector;
use crate::world::Slot;

/// The surface of a pair by the rules, the layers and the hook; nothing if the two pass through each
/// other.
#[inline]
pub(crate) fn pair_surface<V: Vector>(engine: &Engine<V>, pair: [&Slot<V>; 2]) -> Option<Surface> {
    let [one, two] = pair.map(|slot| &slot.shared);
    if !one.layers.meets(two.layers) {
        return None;
    }
    let rules = engine.settings.rules;
    let surface = Surface {
        restitution: pair_restitution(rules.restitution, [one.restitution, two.restitution]),
        friction: rules.friction.of(one.friction, two.friction),
        minimum_impulse: f64::max(one.minimum_impulse, two.minimum_impulse),
        tangential_restitution: match one.is_turning_ball || two.is_turning_ball {
            true => f64::max(one.tangential_restitution, two.tangential_restitution),
            false => 0.0,
        },
    };
    let Some(Hook(judge)) = &engine.hook else { return Some(surface) };
    let [one, two] = pair.map(Slot::body);
    let bodies = [&one, &two];
    let judged = judge(&Pair { ids: pair.map(|slot| slot.id), bodies, surface })?;
    Some(sound(&judged, &surface))
}

/// Whether the two bodies do not pass through each other.
pub(crate) fn may_meet<V: Vector>(engine: &Engine<V>, pair: [&Slot<V>; 2]) -> bool {
    match engine.hook {
        Some(_) => pair_surface(engine, pair).is_some(),
        None => pair[0].shared.layers.meets(pair[1].shared.layers),
    }
}

/// The restitution of a pair by this rule. That of a bumper, above 1, counts whatever the other one is.
fn pair_restitution(rule: Combine, [one, two]: [f64; 2]) -> f64 {
    let larger = f64::max(one, two);
    if larger > 1.0 { larger } else { rule.of(one, two) }
}

/// The surface that a hook returned, with each value that no surface can have replaced by that of the
/// rules.
fn sound(judged: &Surface, otherwise: &Surface) -> Surface {
    let pick = |value: f64, valid: bool, other: f64| if valid { value } else { other };
    let Surface { restitution, friction, minimum_impulse, tangential_restitution } = *judged;
    Surface {
        restitution: pick(
            restitution,
            restitution.is_finite() && restitution >= 0.0,
            otherwise.restitution,
        ),
        friction: pick(friction, friction >= 0.0, otherwise.friction),
        minimum_impulse: pick(
            minimum_impulse,
            minimum_impulse.is_finite() && minimum_impulse >= 0.0,
            otherwise.minimum_impulse,
        ),
        tangential_restitution: pick(
            tangential_restitution,
            (0.0..=1.0).contains(&tangential_restitution),
            otherwise.tangential_restitution,
        ),
    }
}
