//! With which velocities do bodies rest on each other?
//!
//! Sequential impulses (Catto 2005): every contact in turn gets the impulse that lets its two bodies
//! approach no faster than their gap allows, and never pulls. The rounds begin with the impulses of the
//! time before, which in a pile at rest are right already.

use crate::vector::Wide;

/// A body of a pile, or a wall of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<W: Wide> {
    pub(super) velocity: W,
    pub(super) pull: W,
    /// The acceleration by which is measured what is slow.
    pub(super) strength: f64,
    /// How far it moves in the part.
    pub(super) shift: W,
    pub(super) size: f64,
    /// Zero for what nothing moves.
    pub(super) inverse_mass: f64,
}

/// A contact of two of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching<W: Wide> {
    /// The places of the two among the bodies.
    pub(super) bodies: [u32; 2],
    /// From the second to the first.
    pub(super) normal: W,
    /// The distance at the start of the part, negative where they overlap.
    pub(super) gap: f64,
    pub(super) friction: f64,
    pub(super) impulse: f64,
    pub(super) slide: W,
    /// Inside of a round wall: where the first is in it, and how far from its middle it may come.
    pub(super) hollow: Option<(W, f64)>,
    /// Whether it held in any of the rounds.
    pub(super) holds: bool,
    /// Whether they bear each other; if not, they are only kept from overlapping.
    pub(super) bears: bool,
    /// The mass that an impulse between the two moves, and the least speed at which they must part: found
    /// by the solver.
    pub(super) mass: f64,
    pub(super) least: f64,
    /// The share of their overlap by which the two are moved apart at least, a second.
    pub(super) push: f64,
    /// How deep they may overlap when the part ends: found by the solver.
    pub(super) goal: f64,
}

impl<W: Wide> Touching<W> {
    /// Two that touch and bear each other, without friction and without an impulse of before.
    pub(super) fn new(bodies: [u32; 2], normal: W) -> Self {
        Self {
            bodies,
            normal,
            gap: 0.0,
            friction: 0.0,
            impulse: 0.0,
            slide: W::ZERO,
            hollow: None,
            holds: false,
            bears: true,
            mass: 0.0,
            least: 0.0,
            push: 0.0,
            goal: 0.0,
        }
    }
}

/// How a pile is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) dt: f64,
    /// How many rounds there are at most.
    pub(super) rounds: u32,
    /// The acceleration that may be lacking at the end.
    pub(super) enough: f64,
    /// The overlap that is left alone.
    pub(super) slack: f64,
    /// How far those who overlap are moved apart at most.
    pub(super) push: f64,
}

/// Contacts take energy. If there is so many times more after the rounds than before, besides what walls that
/// move can give, the impulses of the time before are no good.
const LIVELIER: f64 = 1.5;

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solved {
    pub(super) rounds: u32,
    pub(super) energy_lost: f64,
}

/// Finds the velocities of a pile for a part of a step.
pub(super) fn solve<W: Wide>(
    bodies: &mut [Moving<W>],
    contacts: &mut [Touching<W>],
    plan: &Plan,
) -> Solved {
    for body in bodies.iter_mut() {
        body.velocity += body.pull * plan.dt;
    }
    let before = energy(bodies);
    let start: Vec<W> = bodies.iter().map(|body| body.velocity).collect();
    for contact in contacts.iter_mut().filter(|contact| contact.bears) {
        let [first, second] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
        contact.mass = 1.0 / (first + second);
        // Who does not touch yet may approach until they do.
        contact.least = f64::min(-contact.gap / plan.dt, 0.0);
        apply(bodies, contact, contact.normal * contact.impulse + contact.slide);
    }
    let mut gone_through = rounds(bodies, contacts, plan);
    if energy(bodies) > LIVELIER * (before + allowed(bodies, plan)) {
        // What was squeezed and is free now has impulses from then that would shoot it away.
        bodies.iter_mut().zip(start).for_each(|(body, velocity)| body.velocity = velocity);
        for contact in contacts.iter_mut() {
            (contact.impulse, contact.slide, contact.holds) = (0.0, W::ZERO, false);
        }
        gone_through += rounds(bodies, contacts, plan);
    }
    let energy_lost = before - energy(bodies);
    Solved { rounds: gone_through, energy_lost }
}

/// The kinetic energy that all that can move would have at the speed of the fastest wall, or at that with
/// which bodies in a pile are moved apart: so much is no concern.
fn allowed<W: Wide>(bodies: &[Moving<W>], plan: &Plan) -> f64 {
    let walls = bodies.iter().filter(|body| body.inverse_mass == 0.0);
    let fastest = walls.map(|wall| wall.velocity.length()).fold(plan.push / plan.dt, f64::max);
    let movers = bodies.iter().filter(|body| body.inverse_mass > 0.0);
    movers.map(|body| 0.5 * fastest * fastest / body.inverse_mass).sum()
}

/// The kinetic energy of all that can move.
fn energy<W: Wide>(bodies: &[Moving<W>]) -> f64 {
    let movers = bodies.iter().filter(|body| body.inverse_mass > 0.0);
    movers.map(|body| 0.5 * body.velocity.length_squared() / body.inverse_mass).sum()
}

/// Goes through the contacts until none changes by more than a velocity of `plan.enough`, and tells how
/// often.
fn rounds<W: Wide>(bodies: &mut [Moving<W>], contacts: &mut [Touching<W>], plan: &Plan) -> u32 {
    for round in 0..plan.rounds {
        let mut largest = 0f64;
        let mut give = |contact: &mut Touching<W>| {
            largest = largest.max(relax(bodies, contact));
        };
        // Up and down in turn, so that a weight and a support go through the pile equally fast.
        if round % 2 == 0 {
            contacts.iter_mut().for_each(&mut give);
        } else {
            contacts.iter_mut().rev().for_each(&mut give);
        }
        if largest <= plan.enough * plan.dt {
            return round + 1;
        }
    }
    plan.rounds
}

/// Gives one contact the impulse that it lacks, and tells the change of the relative velocity.
fn relax<W: Wide>(bodies: &mut [Moving<W>], contact: &mut Touching<W>) -> f64 {
    if !contact.bears {
        return 0.0;
    }
    let [first, second] = contact.bodies.map(|body| bodies[body as usize].velocity);
    let mass = contact.mass;
    let relative = first - second;
    let before = contact.impulse;
    let lacking = (contact.least - relative.dot(contact.normal)) * mass;
    if lacking <= 0.0 && before == 0.0 && contact.friction == 0.0 {
        return 0.0;
    }
    contact.impulse = f64::max(before + lacking, 0.0);
    contact.holds |= contact.impulse > 0.0;
    let mut change = contact.normal * (contact.impulse - before);
    if contact.friction > 0.0 {
        let along = relative - contact.normal * relative.dot(contact.normal);
        let wanted = contact.slide - along * mass;
        let (size, most) = (wanted.length(), contact.friction * contact.impulse);
        let slide = if size > most { wanted * (most / size) } else { wanted };
        change += slide - contact.slide;
        contact.slide = slide;
    }
    apply(bodies, contact, change);
    (contact.impulse - before).abs() / mass
}

/// Gives the two an impulse, and its opposite.
fn apply<W: Wide>(bodies: &mut [Moving<W>], contact: &Touching<W>, impulse: W) {
    let [first, second] = contact.bodies;
    let body = &mut bodies[first as usize];
    body.velocity += impulse * body.inverse_mass;
    let body = &mut bodies[second as usize];
    body.velocity -= impulse * body.inverse_mass;
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    /// A wall at rest; with an inverse mass, a body.
    pub(in super::super) const WALL: Moving<DVec2> = Moving {
        velocity: DVec2::ZERO,
        pull: DVec2::ZERO,
        strength: 0.0,
        shift: DVec2::ZERO,
        size: 1.0,
        inverse_mass: 0.0,
    };

    #[test]
    fn a_tower_stands_on_its_floor() {
        let mut bodies = vec![WALL];
        let mut contacts = Vec::new();
        for number in 0..30 {
            bodies.push(Moving { pull: dvec2(0.0, -10.0), inverse_mass: 1.0, ..WALL });
            contacts.push(Touching::new([number + 1, number], DVec2::Y));
        }
        let plan = Plan { dt: 1.0 / 60.0, rounds: 40, enough: 0.005, slack: 0.0, push: 1.0 };
        for _ in 0..2000 {
            solve(&mut bodies, &mut contacts, &plan);
            for contact in &mut contacts {
                let [above, below] = contact.bodies.map(|body| bodies[body as usize].velocity);
                contact.gap += (above - below).y * plan.dt;
            }
        }
        let h = plan.dt;
        for (above, contact) in (1..=30).rev().zip(&contacts) {
            let weight = f64::from(above) * 10.0 * h;
            assert!((contact.impulse / weight - 1.0).abs() < 1e-3, "{} {weight}", contact.impulse);
        }
        assert!(bodies.iter().all(|body| body.velocity.length() < 1e-4));
    }
}
