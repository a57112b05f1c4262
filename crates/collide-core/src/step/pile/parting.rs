//! How far does everyone move, so that nobody comes deep into another?
//!
//! All move as their velocities say. Who overlaps is then moved apart, and who would come deep into another,
//! or into a wall, is moved back. These moves are no velocities: nobody flies off from them.

use crate::step::solver::{Moving, Plan, Touching};
use crate::step::vicinity::SHARE;
use crate::vector::Wide;

/// How often those who are deep in another are moved up and down the pile, and by which share of what is
/// lacking: by the whole of it, those for whom there is no room would all be moved into the last one.
const PASSES: u32 = 8;
const RELAXED: f64 = 0.5;

/// Those who overlap a little are moved apart by a share of it once in so many moments.
const SWEEP: u32 = 4;

/// Nobody is moved out of others faster than so many of his sizes in a second.
const FASTEST: f64 = 8.0;

/// What is left alone of an overlap is no more than this share of the smaller one's size.
const LEAVE: f64 = 3e-4;

/// How often at most bodies are put back out of walls.
const AT_WALLS: u32 = 64;

/// How deep two may come into each other in a part, as a share of the smaller one's size, and how often at
/// most they are moved back.
const DEEPEST: f64 = 0.009;
const BACK: u32 = 32;

/// How often at most these moves and those out of walls are made in turn.
const IN_TURN: u32 = 4;

/// Moves everyone for a part of a step.
pub(super) fn go<W: Wide>(bodies: &mut [Moving<W>], contacts: &mut [Touching<W>], plan: &Plan) {
    for body in bodies.iter_mut() {
        body.shift = body.flown;
    }
    part(bodies, contacts, plan);
    stop_at_walls(bodies, contacts);
    for _ in 0..IN_TURN {
        // Who cannot be moved because of a wall is known when he has been put back out of it.
        if !keep_apart(bodies, contacts) {
            break;
        }
        stop_at_walls(bodies, contacts);
    }
}

/// Moves those who overlap apart by a share of it.
fn part<W: Wide>(bodies: &mut [Moving<W>], contacts: &mut [Touching<W>], plan: &Plan) {
    let goal = |bodies: &[Moving<W>], contact: &mut Touching<W>, most: f64| {
        let depth = depth(bodies, contact) - slack(bodies, contact, plan);
        let push = most.max(contact.push * depth * plan.dt);
        contact.goal = depth.max(0.0) - f64::min(SHARE * depth, push).max(0.0);
        // Who is beside one who is moved may be moved too.
        contact.holds |= contact.push > 0.0 && depth > 0.0 || !contact.bears;
    };
    if contacts.iter().all(|contact| contact.push == 0.0) {
        let sweeps = u32::max(plan.moments / SWEEP, 1);
        let mut move_apart = |contact: &mut Touching<W>| {
            goal(bodies, contact, plan.push / f64::from(sweeps));
            move_to_goal(bodies, contact, plan, 1.0);
        };
        for sweep in 0..sweeps {
            if sweep % 2 == 0 {
                contacts.iter_mut().for_each(&mut move_apart);
            } else {
                contacts.iter_mut().rev().for_each(&mut move_apart);
            }
        }
        return;
    }
    // One who is deep in another may have to move many.
    contacts.iter_mut().for_each(|contact| goal(bodies, contact, plan.push));
    for _ in 0..PASSES {
        contacts.iter().for_each(|contact| move_to_goal(bodies, contact, plan, RELAXED));
        contacts.iter().rev().for_each(|contact| move_to_goal(bodies, contact, plan, RELAXED));
    }
    // All are slowed down alike, so that their middle stays where it is.
    let pushed = |body: &Moving<W>| body.shift - body.flown;
    let share = |body: &Moving<W>| {
        let most = f64::max(FASTEST * body.size * plan.dt, plan.push);
        most / f64::max(pushed(body).length(), most)
    };
    let share = bodies.iter().map(share).fold(1.0, f64::min);
    if share < 1.0 {
        for body in bodies.iter_mut() {
            body.shift -= pushed(body) * (1.0 - share);
        }
    }
}

/// The overlap that is left alone: nothing of it in those who are to be parted altogether.
fn slack<W: Wide>(bodies: &[Moving<W>], contact: &Touching<W>, plan: &Plan) -> f64 {
    if contact.push > 0.0 {
        return 0.0;
    }
    let [first, second] = contact.bodies.map(|body| bodies[body as usize].size);
    f64::min(plan.slack, LEAVE * f64::min(first, second))
}

/// How deep the two overlap when the part ends.
fn depth<W: Wide>(bodies: &[Moving<W>], contact: &Touching<W>) -> f64 {
    let [first, second] = contact.bodies.map(|body| bodies[body as usize].shift);
    -contact.gap - (first - second).dot(contact.normal)
}

/// Moves the two apart by a share of what they overlap deeper than they should.
fn move_to_goal<W: Wide>(bodies: &mut [Moving<W>], contact: &Touching<W>, plan: &Plan, share: f64) {
    let slack = slack(bodies, contact, plan);
    let way = share * (depth(bodies, contact) - slack - contact.goal);
    if way <= 0.0 {
        return;
    }
    let [one, two] = contact.bodies;
    let [first, second] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
    let way = way / (first + second);
    bodies[one as usize].shift += contact.normal * (way * first);
    bodies[two as usize].shift -= contact.normal * (way * second);
}

/// Moves back whoever would come deep into another, and tells whether there was anyone.
///
/// The impulses of a heavy body on a light one at a wall are found slowly. Until then the light one cannot
/// be moved, and the heavy one must be: both alike, whatever their masses are.
fn keep_apart<W: Wide>(bodies: &mut [Moving<W>], contacts: &[Touching<W>]) -> bool {
    for pass in 0..BACK {
        let mut rests = true;
        let mut keep = |contact: &Touching<W>| rests &= !move_back(bodies, contact);
        if pass % 2 == 0 {
            contacts.iter().for_each(&mut keep);
        } else {
            contacts.iter().rev().for_each(&mut keep);
        }
        if rests {
            return pass > 0;
        }
    }
    true
}

/// Moves two back that would come deep into each other, and tells whether they would.
fn move_back<W: Wide>(bodies: &mut [Moving<W>], contact: &Touching<W>) -> bool {
    let [one, two] = contact.bodies.map(|body| body as usize);
    let [first, second] = [bodies[one], bodies[two]];
    let both = second.inverse_mass > 0.0;
    let size = if both { f64::min(first.size, second.size) } else { first.size };
    let allowed = if both { DEEPEST * size } else { 0.0 };
    let way = depth(bodies, contact) - f64::max(-contact.gap, allowed);
    if way <= 1e-3 * DEEPEST * size {
        return false;
    }
    let share = if both { 0.5 } else { 1.0 };
    bodies[one].shift += contact.normal * (way * share);
    bodies[two].shift -= contact.normal * (way * (1.0 - share));
    true
}

/// Puts back whoever was pushed deeper into a wall than he was.
fn stop_at_walls<W: Wide>(bodies: &mut [Moving<W>], contacts: &[Touching<W>]) {
    // Who is put back out of one wall may come into another, where two make a corner.
    for _ in 0..AT_WALLS {
        let mut rests = true;
        for contact in contacts {
            if let Some(back) = way_back(bodies, contact) {
                bodies[contact.bodies[0] as usize].shift += back;
                rests = false;
            }
        }
        if rests {
            return;
        }
    }
    for contact in contacts {
        let [first, second] = contact.bodies.map(|body| body as usize);
        let rounding = 1e-13 * bodies[first].size;
        if way_back(bodies, contact).is_some_and(|back| back.length() > rounding) {
            // In a corner so sharp it stays where it is.
            bodies[first].shift = bodies[second].shift;
        }
    }
}

/// How a body comes back that was pushed deeper into a wall than it was.
fn way_back<W: Wide>(bodies: &[Moving<W>], contact: &Touching<W>) -> Option<W> {
    let [first, second] = contact.bodies.map(|body| bodies[body as usize]);
    if second.inverse_mass > 0.0 {
        return None;
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
    (deeper > 0.0).then(|| normal * deeper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::solver::tests::WALL;
    use glam::{DVec2, dvec2};

    #[test]
    fn who_is_pushed_into_a_corner_comes_into_neither_wall() {
        for slope in [1.0, 0.3, 1e-2, 1e-4] {
            let ball = Moving { shift: dvec2(0.3, -1.0), inverse_mass: 1.0, ..WALL };
            let mut bodies = [ball, WALL, WALL];
            let contacts = [(1, 1.0), (2, -1.0)]
                .map(|(wall, side)| Touching::new([0, wall], dvec2(side, slope).normalize()));
            stop_at_walls(&mut bodies, &contacts);
            for contact in &contacts {
                let deeper = -bodies[0].shift.dot(contact.normal);
                assert!(deeper <= 1e-10, "{slope}: {deeper:e}");
            }
        }
    }

    #[test]
    fn a_heavy_one_does_not_go_through_a_light_one_at_a_wall() {
        let light = Moving { inverse_mass: 1e4, ..WALL };
        let heavy = Moving { flown: dvec2(0.0, -0.5), inverse_mass: 1.0, ..WALL };
        let mut bodies = [WALL, light, heavy];
        let mut contacts = [[1, 0], [2, 1]].map(|pair| Touching::new(pair, DVec2::Y));
        let plan = Plan { dt: 1.0, moments: 1, rounds: 1, enough: 0.0, slack: 0.0, push: 1.0 };
        go(&mut bodies, &mut contacts, &plan);
        let [_, light, heavy] = bodies.map(|body| body.shift.y);
        assert!(light >= -1e-10, "{light:e}");
        assert!((light - heavy) < 1.01 * DEEPEST, "{heavy:e}");
    }
}
