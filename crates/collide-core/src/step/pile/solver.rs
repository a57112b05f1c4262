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
    /// How far it moves in the part.
    pub(super) shift: W,
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
    /// The mass that an impulse between the two moves, and the least speed at which they must part: found
    /// by the solver.
    pub(super) mass: f64,
    pub(super) least: f64,
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

/// The share of an overlap that is taken out in a part of a step.
const SHARE: f64 = 0.3;

/// Lets the pile move for a part of a step.
///
/// Whoever overlaps is moved apart afterwards, by a share of it, and gets no velocity from that.
pub(super) fn solve<W: Wide>(bodies: &mut [Moving<W>], contacts: &mut [Touching<W>], plan: &Plan) {
    for body in bodies.iter_mut() {
        body.velocity += body.pull * plan.dt;
    }
    for contact in contacts.iter_mut() {
        let [first, second] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
        contact.mass = 1.0 / (first + second);
        // Who does not touch yet may approach until they do.
        contact.least = f64::min(-contact.gap / plan.dt, 0.0);
        apply(bodies, contact, contact.normal * contact.impulse + contact.slide);
    }
    rounds(bodies, contacts, plan);
    for body in bodies.iter_mut() {
        body.shift = body.velocity * plan.dt;
    }
    contacts.iter().for_each(|contact| part(bodies, contact, plan));
    contacts.iter().for_each(|contact| stop_at_wall(bodies, contact));
}

/// Goes through the contacts until none changes by more than a velocity of `plan.enough`.
fn rounds<W: Wide>(bodies: &mut [Moving<W>], contacts: &mut [Touching<W>], plan: &Plan) {
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
            break;
        }
    }
}

/// Gives one contact the impulse that it lacks, and tells the change of the relative velocity.
fn relax<W: Wide>(bodies: &mut [Moving<W>], contact: &mut Touching<W>) -> f64 {
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

/// Moves two that overlap apart by a share of it.
fn part<W: Wide>(bodies: &mut [Moving<W>], contact: &Touching<W>, plan: &Plan) {
    let [first, second] = contact.bodies.map(|body| bodies[body as usize]);
    let depth = -contact.gap - (first.shift - second.shift).dot(contact.normal) - plan.slack;
    if depth <= 0.0 {
        return;
    }
    let way = f64::min(SHARE * depth, plan.push) / (first.inverse_mass + second.inverse_mass);
    let [one, two] = contact.bodies;
    bodies[one as usize].shift += contact.normal * (way * first.inverse_mass);
    bodies[two as usize].shift -= contact.normal * (way * second.inverse_mass);
}

/// Whatever was pushed deeper into a wall than it was is put back.
fn stop_at_wall<W: Wide>(bodies: &mut [Moving<W>], contact: &Touching<W>) {
    let [first, second] = contact.bodies.map(|body| bodies[body as usize]);
    if second.inverse_mass > 0.0 {
        return;
    }
    let moved = first.shift - second.shift;
    let (normal, deeper) = match contact.hollow {
        Some((offset, room)) => {
            let place = offset + moved;
            let distance = place.length();
            (-place / distance, distance - f64::max(room, offset.length()))
        }
        None => {
            let deeper = f64::min(contact.gap, 0.0) - contact.gap;
            (contact.normal, deeper - moved.dot(contact.normal))
        }
    };
    if deeper > 0.0 {
        bodies[contact.bodies[0] as usize].shift += normal * deeper;
    }
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
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn a_tower_stands_on_its_floor() {
        let mut bodies = vec![Moving {
            velocity: DVec2::ZERO,
            pull: DVec2::ZERO,
            shift: DVec2::ZERO,
            inverse_mass: 0.0,
        }];
        let mut contacts = Vec::new();
        for number in 0..30 {
            let ball = Moving { pull: dvec2(0.0, -10.0), inverse_mass: 1.0, ..bodies[0] };
            bodies.push(ball);
            contacts.push(Touching {
                bodies: [number + 1, number],
                normal: DVec2::Y,
                gap: 0.0,
                friction: 0.0,
                impulse: 0.0,
                slide: DVec2::ZERO,
                hollow: None,
                holds: false,
                mass: 0.0,
                least: 0.0,
            });
        }
        let plan = Plan { dt: 1.0 / 60.0, rounds: 40, enough: 0.005, slack: 0.0, push: 1.0 };
        for _ in 0..2000 {
            solve(&mut bodies, &mut contacts, &plan);
            for contact in &mut contacts {
                let [above, below] = contact.bodies.map(|body| bodies[body as usize].shift);
                contact.gap += (above - below).y;
            }
            bodies.iter_mut().for_each(|body| body.shift = DVec2::ZERO);
        }
        let h = plan.dt;
        for (above, contact) in (1..=30).rev().zip(&contacts) {
            let weight = f64::from(above) * 10.0 * h;
            assert!((contact.impulse / weight - 1.0).abs() < 1e-3, "{} {weight}", contact.impulse);
        }
        assert!(bodies.iter().all(|body| body.velocity.length() < 1e-4));
    }
}
