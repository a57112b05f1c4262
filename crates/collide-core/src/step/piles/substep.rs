//! Decides how long a sub-step lasts, and how exactly it is solved.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact, SolverSettings};
use crate::step::state::piles::PileScratch;
use crate::vector::Vector;
use crate::world::{Progress, World};

/// A sub-step of an island that is about to be solved.
pub(crate) struct Substep {
    pub(crate) settings: SolverSettings,
    /// When it ends, in seconds from the start of the step.
    pub(crate) until: f64,
    /// The length of the solver sub-step for which its springs are made, in seconds.
    pub(crate) spring_dt: f64,
}

/// Plans the sub-step that begins now for an island, in a step of `dt` seconds; nothing outside of a step. In the last step with
/// it its springs were made for solver sub-steps of the length `before`.
pub(crate) fn plan_substep<V: Vector>(
    world: &World<V>,
    scratch: &PileScratch<V>,
    before: Option<f64>,
    dt: f64,
) -> Option<Substep> {
    let PileScratch { bodies, contacts, .. } = scratch;
    let progress = world.progress?;
    let any_floats = movers(bodies).any(|body| body.pull == V::ZERO);
    let travel = longest_travel(bodies, contacts, any_floats, dt);
    let spring_dt = match progress.has_begun {
        true => before.unwrap_or_else(|| longest_springs(bodies, contacts, dt)),
        false => springs_of_step(bodies, contacts, dt, any_floats, before),
    };
    let for_travel = if any_floats { 1 } else { Progress::substeps_for(travel, dt) };
    let least = if any_floats { 1 } else { u32::max(for_travel, Tuning::MIN_SUBSTEPS) };
    let substeps = u32::max(Progress::substeps_for_springs(spring_dt, dt), least);
    let (solved, substeps) = progress.solver_substep(substeps);
    let next = next_substep(travel, any_floats, solved, substeps);
    let until = progress.start_of_solver_substep(next, substeps);
    let length = until - progress.now;
    // Softer springs would catch what is fast too late.
    let springs = f64::min(spring_dt, dt / f64::from(for_travel));
    let substeps = (next - solved, springs);
    let settings = solver_settings(bodies, contacts, any_floats, substeps, length, dt);
    Some(Substep { settings, until, spring_dt })
}

/// For which length of a solver sub-step the springs are made in a step of `dt` seconds, after springs for the length `before`: the
/// shorter, the harder the bodies are pressed together, since the overlap of a soft contact is its force. Nothing pulls some of
/// them if `any_floats`.
///
/// It changes as seldom as possible, and not with the length of the step: the overlaps of a pile at rest do not fit other springs.
fn springs_of_step<V: Vector>(
    bodies: &[PileBody<V>],
    contacts: &[PileContact<V>],
    dt: f64,
    any_floats: bool,
    before: Option<f64>,
) -> f64 {
    if any_floats {
        return dt / f64::from(Tuning::FLOATING_SUBSTEPS);
    }
    let longest = longest_springs(bodies, contacts, dt);
    let shortest = shortest_springs(dt);
    let yielding = mean_yielding(bodies, contacts);
    let overlap = |spring_dt: f64| yielding * spring_dt * spring_dt;
    let mut spring_dt = before.unwrap_or(longest).clamp(shortest, longest);
    while spring_dt > shortest && overlap(spring_dt) > Tuning::MOST_OVERLAP {
        spring_dt *= 0.5;
    }
    while 2.0 * spring_dt <= longest && overlap(2.0 * spring_dt) < Tuning::LEAST_OVERLAP {
        spring_dt *= 2.0;
    }
    spring_dt
}

/// The longest solver sub-step for which springs of these bodies are made, whatever the forces are.
fn longest_springs<V: Vector>(bodies: &[PileBody<V>], contacts: &[PileContact<V>], dt: f64) -> f64 {
    let stiffness = |body: &PileBody<V>| body.reference_pull / body.size;
    let stiffest = movers(bodies).map(stiffness).fold(0.0, f64::max);
    let growth = 1.0 + Tuning::SUBSTEP_GROWTH_PER_DECADE * mass_ratio_decades(bodies, contacts);
    let longest = Tuning::free_share(V::DIMENSION) / (growth * stiffest.sqrt());
    longest.min(dt).max(shortest_springs(dt))
}

/// The shortest one in a step of `dt` seconds, as the number of sub-steps has a limit.
fn shortest_springs(dt: f64) -> f64 {
    dt / f64::from(Progress::possible_substeps(f64::INFINITY, dt))
}

/// The mean overlap at rest of the contacts that press, as a share of the smaller bodies' sizes, divided by the square of a
/// sub-step.
fn mean_yielding<V: Vector>(bodies: &[PileBody<V>], contacts: &[PileContact<V>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for contact in contacts.iter().filter(|contact| contact.force > 0.0) {
        let [first, second] = contact.bodies.map(|body| &bodies[body as usize]);
        if second.inverse_mass > 0.0 {
            let size = f64::min(first.size, second.size);
            sum += Tuning::SOFTNESS * contact.force * (first.inverse_mass + second.inverse_mass)
                / size;
            count += 1.0;
        }
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The number of the solver sub-step with which the sub-step ends that begins when `solved` of them are over:
/// of `substeps` in the step, the sooner, the longer the [travel](longest_travel) in it is. Nothing pulls some of the bodies if
/// `any_floats`.
fn next_substep(longest_travel: f64, any_floats: bool, solved: u32, substeps: u32) -> u32 {
    let bounds: &[f64] =
        if any_floats { &Tuning::MAX_FLOATING_TRAVELS } else { &Tuning::MAX_TRAVELS };
    let halvings = bounds.iter().filter(|bound| longest_travel > **bound).count();
    // A sub-step begins where it would if all were of its length.
    let length = u32::max(substeps >> halvings, 1);
    let aligned = 1 << solved.trailing_zeros().min(substeps.trailing_zeros());
    solved + length.min(aligned)
}

/// The bodies that can be moved.
fn movers<V: Vector>(bodies: &[PileBody<V>]) -> impl Iterator<Item = &PileBody<V>> {
    bodies.iter().filter(|body| body.inverse_mass > 0.0)
}

/// How far two bodies in contact approach in `dt` seconds at most, as a share of the smaller one's size. A share of the way of
/// each body counts too, all of it if nothing pulls some of them, and the turning of a wall.
fn longest_travel<V: Vector>(
    bodies: &[PileBody<V>],
    contacts: &[PileContact<V>],
    any_floats: bool,
    dt: f64,
) -> f64 {
    let share_of_way = if any_floats { 1.0 } else { Tuning::TRAVEL_SHARE };
    let approach = |contact: &PileContact<V>| {
        let pair = contact.bodies.map(|body| &bodies[body as usize]);
        let speed = (pair[1].velocity - pair[0].velocity).dot(contact.normal);
        speed * dt / PileBody::smaller_size(pair)
    };
    let travel = |body: &PileBody<V>| match body.inverse_mass > 0.0 {
        true => share_of_way * body.velocity.length() * dt / body.size,
        false => Tuning::TRAVEL_PER_RADIAN * body.turn_rate * dt,
    };
    let longest = contacts.iter().map(approach).fold(0.0, f64::max);
    bodies.iter().map(travel).fold(longest, f64::max)
}

/// How a sub-step of `substep_dt` seconds is solved, in a step of `dt` seconds: in so many solver sub-steps, with springs for
/// sub-steps of the length `spring_dt`. Nothing pulls some of the bodies if `any_floats`.
fn solver_settings<V: Vector>(
    bodies: &[PileBody<V>],
    contacts: &[PileContact<V>],
    any_floats: bool,
    (solver_substeps, spring_dt): (u32, f64),
    substep_dt: f64,
    dt: f64,
) -> SolverSettings {
    let iterations = u32::max(Tuning::ITERATIONS, Tuning::SUBSTEP_ITERATIONS / solver_substeps);
    let decades = mass_ratio_decades(bodies, contacts);
    let growth = 1.0 + Tuning::GROWTH_PER_DECADE * decades;
    let strongest = bodies.iter().map(|body| body.reference_pull).fold(0.0, f64::max);
    SolverSettings {
        dt: substep_dt,
        solver_substeps,
        spring_dt,
        max_iterations: (f64::from(iterations) * growth) as u32,
        tolerance: Tuning::TOLERANCE * strongest,
        slop: Tuning::SLOP * 0.5 * strongest * dt * dt,
        max_correction: Tuning::CORRECTION_SPEED * strongest * dt * substep_dt,
        // In clusters the impulses of walls are reported.
        is_rigid: any_floats,
        has_unlike_masses: decades > Tuning::UNLIKE_DECADES,
    }
}

/// The largest number of powers of ten, at most [`Tuning::MAX_DECADES`], between the masses of two bodies in
/// contact that both can move.
fn mass_ratio_decades<V: Vector>(bodies: &[PileBody<V>], contacts: &[PileContact<V>]) -> f64 {
    let mut inverse_masses =
        bodies.iter().map(|body| body.inverse_mass).filter(|inverse_mass| *inverse_mass > 0.0);
    let first = inverse_masses.next();
    if inverse_masses.all(|inverse_mass| Some(inverse_mass) == first) {
        return 0.0;
    }
    let ratio = |contact: &PileContact<V>| {
        let [one, two] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
        if two > 0.0 { f64::max(one / two, two / one) } else { 1.0 }
    };
    libm::log10(contacts.iter().map(ratio).fold(1.0, f64::max)).min(Tuning::MAX_DECADES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub_step_is_halved_for_each_bound_and_begins_where_equal_ones_would() {
        for (travel, solved, next) in [
            (0.0, 0, 16),
            (0.17, 0, 8),
            (0.17, 8, 16),
            (0.25, 0, 4),
            // It may not reach over the start of a longer one.
            (0.0, 4, 8),
            (0.0, 12, 16),
            (1e9, 3, 4),
        ] {
            assert_eq!(next_substep(travel, false, solved, 16), next, "{travel} {solved}");
        }
    }

    #[test]
    fn cluster_is_halved_sooner() {
        assert_eq!(next_substep(0.006, true, 0, 32), 16);
        assert_eq!(next_substep(0.006, false, 0, 32), 32);
    }
}
