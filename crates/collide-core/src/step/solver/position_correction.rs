//! How far does everyone move, so that nobody comes deep into another?
//!
//! All move as their velocities say. Who overlaps is then moved apart, and who would come deep into another,
//! or into a wall, is moved back. These moves are no velocities: nobody flies off from them.

use crate::step::pair::margins::MAX_CORRECTION_SHARE;
use crate::step::solver::velocities::{PileBody, PileContact, Plan};
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

/// A body that is moved.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Goer<W: Wide> {
    /// How far, in the part.
    shift: W,
    inverse_mass: f64,
    size: f64,
}

/// Two who are to come no deeper into each other.
#[derive(Clone, Copy, Debug)]
struct Pair<W: Wide> {
    bodies: [u32; 2],
    /// From the second to the first.
    normal: W,
    /// The distance at the start of the part, negative where they overlap.
    gap: f64,
    /// The overlap that is left alone.
    slack: f64,
    /// How deep they may overlap, and by how much more so that it is no rounding.
    deepest: f64,
    rounding: f64,
}

/// What it works on. It is kept, so that the memory for it need not be asked for again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parting<W: Wide> {
    goers: Vec<Goer<W>>,
    pairs: Vec<Pair<W>>,
    /// At which places among them the second is a wall; and inside of a round one, where the first is in it, and how
    /// far from its middle it may come.
    walls: Vec<(u32, Option<(W, f64)>)>,
    /// How deep those who are parted at once may still overlap.
    goals: Vec<f64>,
}

/// Moves everyone for a part of a step.
pub(crate) fn go<W: Wide>(
    bodies: &mut [PileBody<W>],
    contacts: &mut [PileContact<W>],
    plan: &Plan,
    parting: &mut Parting<W>,
) {
    parting.begin(bodies, contacts, plan);
    if contacts.iter().all(|contact| contact.push == 0.0) {
        parting.part_slowly(plan);
    } else {
        parting.part_at_once(bodies, contacts, plan);
    }
    parting.stop_at_walls();
    for _ in 0..IN_TURN {
        // Who cannot be moved because of a wall is known when he has been put back out of it.
        if !parting.keep_apart() {
            break;
        }
        parting.stop_at_walls();
    }
    for (body, goer) in bodies.iter_mut().zip(&parting.goers) {
        body.shift = goer.shift;
    }
}

impl<W: Wide> Parting<W> {
    /// All move as their velocities say.
    fn begin(&mut self, bodies: &[PileBody<W>], contacts: &mut [PileContact<W>], plan: &Plan) {
        let Self { goers, pairs, walls, .. } = self;
        goers.clear();
        goers.extend(bodies.iter().map(|body| {
            let PileBody { flown, inverse_mass, size, .. } = *body;
            Goer { shift: flown, inverse_mass, size }
        }));
        pairs.clear();
        walls.clear();
        for (place, contact) in (0u32..).zip(contacts) {
            let [first, second] = contact.bodies.map(|body| goers[body as usize]);
            let both = second.inverse_mass > 0.0;
            let size = if both { f64::min(first.size, second.size) } else { first.size };
            if !both {
                walls.push((place, contact.hollow));
            }
            // Nothing is left alone of the overlap of those who are to be parted altogether.
            let left = f64::min(plan.slack, LEAVE * f64::min(first.size, second.size));
            let allowed = if both { DEEPEST * size } else { 0.0 };
            pairs.push(Pair {
                bodies: contact.bodies,
                normal: contact.normal,
                gap: contact.gap,
                slack: if contact.push > 0.0 { 0.0 } else { left },
                deepest: f64::max(-contact.gap, allowed),
                rounding: 1e-3 * DEEPEST * size,
            });
            // Who is beside one who is moved may be moved too.
            contact.holds |= !contact.bears;
        }
    }

    /// Moves those who overlap apart by a share of it, a few times.
    fn part_slowly(&mut self, plan: &Plan) {
        let Self { goers, pairs, .. } = self;
        let sweeps = u32::max(plan.moments / SWEEP, 1);
        let most = plan.push / f64::from(sweeps);
        let mut move_apart = |pair: &Pair<W>| {
            let depth = pair.depth(goers) - pair.slack;
            if depth > 0.0 {
                pair.move_to(goers, pair.goal(depth, most), 1.0);
            }
        };
        for sweep in 0..sweeps {
            if sweep % 2 == 0 {
                pairs.iter().for_each(&mut move_apart);
            } else {
                pairs.iter().rev().for_each(&mut move_apart);
            }
        }
    }

    /// Parts those who are to be parted altogether: one who is deep in another may have to move many.
    fn part_at_once(
        &mut self,
        bodies: &[PileBody<W>],
        contacts: &mut [PileContact<W>],
        plan: &Plan,
    ) {
        let Self { goers, pairs, goals, .. } = self;
        let goal = |(pair, contact): (&Pair<W>, &mut PileContact<W>)| {
            let depth = pair.depth(goers) - pair.slack;
            contact.holds |= contact.push > 0.0 && depth > 0.0;
            pair.goal(depth, plan.push.max(contact.push * depth * plan.dt))
        };
        goals.clear();
        goals.extend(pairs.iter().zip(contacts).map(goal));
        let mut move_apart = |(pair, goal): (&Pair<W>, &f64)| pair.move_to(goers, *goal, RELAXED);
        for _ in 0..PASSES {
            pairs.iter().zip(&*goals).for_each(&mut move_apart);
            pairs.iter().zip(&*goals).rev().for_each(&mut move_apart);
        }
        // All are slowed down alike, so that their middle stays where it is.
        let pushed = |(goer, body): (&Goer<W>, &PileBody<W>)| goer.shift - body.flown;
        let share = |(goer, body): (&Goer<W>, &PileBody<W>)| {
            let most = f64::max(FASTEST * body.size * plan.dt, plan.push);
            most / f64::max(pushed((goer, body)).length(), most)
        };
        let share = goers.iter().zip(bodies).map(share).fold(1.0, f64::min);
        if share < 1.0 {
            for (goer, body) in goers.iter_mut().zip(bodies) {
                goer.shift -= pushed((goer, body)) * (1.0 - share);
            }
        }
    }

    /// Moves back whoever would come deep into another, and tells whether there was anyone.
    ///
    /// The impulses of a heavy body on a light one at a wall are found slowly. Until then the light one cannot
    /// be moved, and the heavy one must be: both alike, whatever their masses are.
    fn keep_apart(&mut self) -> bool {
        let Self { goers, pairs, .. } = self;
        for pass in 0..BACK {
            let mut rests = true;
            let mut keep = |pair: &Pair<W>| rests &= !pair.move_back(goers);
            if pass % 2 == 0 {
                pairs.iter().for_each(&mut keep);
            } else {
                pairs.iter().rev().for_each(&mut keep);
            }
            if rests {
                return pass > 0;
            }
        }
        true
    }

    /// Puts back whoever was pushed deeper into a wall than he was.
    fn stop_at_walls(&mut self) {
        let Self { goers, pairs, walls, .. } = self;
        let walls = || walls.iter().map(|(place, hollow)| (&pairs[*place as usize], hollow));
        // Who is put back out of one wall may come into another, where two make a corner.
        for _ in 0..AT_WALLS {
            let mut rests = true;
            for (pair, hollow) in walls() {
                if let Some(back) = pair.way_back(goers, hollow) {
                    goers[pair.bodies[0] as usize].shift += back;
                    rests = false;
                }
            }
            if rests {
                return;
            }
        }
        for (pair, hollow) in walls() {
            let [first, second] = pair.bodies.map(|body| body as usize);
            let rounding = 1e-13 * goers[first].size;
            if pair.way_back(goers, hollow).is_some_and(|back| back.length() > rounding) {
                // In a corner so sharp it stays where it is.
                goers[first].shift = goers[second].shift;
            }
        }
    }
}

impl<W: Wide> Pair<W> {
    /// How deep the two overlap when the part ends.
    #[inline(always)]
    fn depth(&self, goers: &[Goer<W>]) -> f64 {
        let [first, second] = self.bodies.map(|body| goers[body as usize].shift);
        -self.gap - (first - second).dot(self.normal)
    }

    /// How deep they may still overlap, besides what is left alone, of `depth` now, if they are moved apart by no more
    /// than `most`.
    #[inline(always)]
    fn goal(&self, depth: f64, most: f64) -> f64 {
        depth.max(0.0) - f64::min(MAX_CORRECTION_SHARE * depth, most).max(0.0)
    }

    /// Moves the two apart by a share of what they overlap deeper than they should.
    #[inline(always)]
    fn move_to(&self, goers: &mut [Goer<W>], goal: f64, share: f64) {
        let way = share * (self.depth(goers) - self.slack - goal);
        if way <= 0.0 {
            return;
        }
        let [one, two] = self.bodies;
        let [first, second] = self.bodies.map(|body| goers[body as usize].inverse_mass);
        let way = way / (first + second);
        goers[one as usize].shift += self.normal * (way * first);
        goers[two as usize].shift -= self.normal * (way * second);
    }

    /// Moves two back that would come deep into each other, and tells whether they would.
    #[inline(always)]
    fn move_back(&self, goers: &mut [Goer<W>]) -> bool {
        let way = self.depth(goers) - self.deepest;
        if way <= self.rounding {
            return false;
        }
        let [one, two] = self.bodies.map(|body| body as usize);
        let share = if goers[two].inverse_mass > 0.0 { 0.5 } else { 1.0 };
        goers[one].shift += self.normal * (way * share);
        goers[two].shift -= self.normal * (way * (1.0 - share));
        true
    }

    /// How a body comes back that was pushed deeper into this wall than it was.
    fn way_back(&self, goers: &[Goer<W>], hollow: &Option<(W, f64)>) -> Option<W> {
        let [first, second] = self.bodies.map(|body| goers[body as usize]);
        let moved = first.shift - second.shift;
        let (normal, deeper) = match hollow {
            Some((offset, room)) => {
                let place = *offset + moved;
                let distance = place.length();
                (-place / distance, distance - f64::max(*room, offset.length()))
            }
            None => {
                let deeper = f64::min(self.gap, 0.0) - self.gap;
                (self.normal, deeper - moved.dot(self.normal))
            }
        };
        (deeper > 0.0).then(|| normal * deeper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::solver::velocities::tests::WALL;
    use glam::{DVec2, dvec2};

    const PLAN: Plan =
        Plan { dt: 1.0, moments: 1, rounds: 1, enough: 0.0, slack: 0.0, push: 1.0, sums: false };

    #[test]
    fn who_is_pushed_into_a_corner_comes_into_neither_wall() {
        for slope in [1.0, 0.3, 1e-2, 1e-4] {
            let ball = PileBody { flown: dvec2(0.3, -1.0), inverse_mass: 1.0, ..WALL };
            let bodies = [ball, WALL, WALL];
            let mut contacts = [(1, 1.0), (2, -1.0)]
                .map(|(wall, side)| PileContact::new([0, wall], dvec2(side, slope).normalize()));
            let mut parting = Parting::default();
            parting.begin(&bodies, &mut contacts, &PLAN);
            parting.stop_at_walls();
            for contact in &contacts {
                let deeper = -parting.goers[0].shift.dot(contact.normal);
                assert!(deeper <= 1e-10, "{slope}: {deeper:e}");
            }
        }
    }

    #[test]
    fn a_heavy_one_does_not_go_through_a_light_one_at_a_wall() {
        let light = PileBody { inverse_mass: 1e4, ..WALL };
        let heavy = PileBody { flown: dvec2(0.0, -0.5), inverse_mass: 1.0, ..WALL };
        let mut bodies = [WALL, light, heavy];
        let mut contacts = [[1, 0], [2, 1]].map(|pair| PileContact::new(pair, DVec2::Y));
        go(&mut bodies, &mut contacts, &PLAN, &mut Parting::default());
        let [_, light, heavy] = bodies.map(|body| body.shift.y);
        assert!(light >= -1e-10, "{light:e}");
        assert!((light - heavy) < 1.01 * DEEPEST, "{heavy:e}");
    }
}
