//! With which velocities do bodies rest on each other?
//!
//! Sequential impulses (Catto 2005): every contact in turn gets the impulse that lets its two bodies
//! approach no faster than their gap allows, and never pulls. A part of a step is solved in moments, each of
//! which goes on where the one before has ended: many short ones with few rounds come nearer to rest than one
//! with many rounds (Macklin and others 2019). The first begins with the impulses of the part before, which in
//! a pile at rest are right already.

use super::levels::Levels;
use crate::vector::Wide;

/// A body of a pile, or a wall of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<W: Wide> {
    pub(super) velocity: W,
    pub(super) pull: W,
    /// The acceleration by which is measured what is slow.
    pub(super) strength: f64,
    /// How far its velocities bring it in the part: found by the solver.
    pub(super) flown: W,
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
    /// The impulse of the last moment, along the normal and across it.
    pub(super) impulse: f64,
    pub(super) slide: W,
    /// The impulses of the whole part, found by the solver.
    pub(super) given: f64,
    pub(super) rubbed: W,
    /// Inside of a round wall: where the first is in it, and how far from its middle it may come.
    pub(super) hollow: Option<(W, f64)>,
    /// Whether it held in any of the rounds.
    pub(super) holds: bool,
    /// Whether they bear each other; if not, they are only kept from overlapping.
    pub(super) bears: bool,
    /// The share of their overlap by which the two are moved apart at least, a second.
    pub(super) push: f64,
    /// How deep they may overlap when the part ends: found when they are moved apart.
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
            given: 0.0,
            rubbed: W::ZERO,
            hollow: None,
            holds: false,
            bears: true,
            push: 0.0,
            goal: 0.0,
        }
    }
}

/// How a pile is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) dt: f64,
    /// In how many moments.
    pub(super) moments: u32,
    /// How many rounds there are at most in each.
    pub(super) rounds: u32,
    /// The acceleration that may be lacking at the end of a moment.
    pub(super) enough: f64,
    /// The overlap that is left alone.
    pub(super) slack: f64,
    /// How far those who overlap are moved apart at most.
    pub(super) push: f64,
}

impl Plan {
    /// How long a moment is.
    fn moment(&self) -> f64 {
        self.dt / f64::from(self.moments)
    }
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

/// What the rounds change of a body.
#[derive(Clone, Copy, Debug)]
struct Pace<W: Wide> {
    velocity: W,
    inverse_mass: f64,
}

/// What every round needs of a contact.
#[derive(Clone, Copy, Debug)]
struct Press<W: Wide> {
    bodies: [u32; 2],
    normal: W,
    impulse: f64,
    /// The mass that an impulse between the two moves, and one by that.
    mass: f64,
    inverse_mass: f64,
    /// The least speed at which they must part.
    least: f64,
    rubs: bool,
    holds: bool,
}

/// What the rounds need of a contact where there is friction, and a moment when it begins.
#[derive(Clone, Copy, Debug)]
struct Rub<W: Wide> {
    friction: f64,
    slide: W,
    gap: f64,
    /// The impulses of the moments before.
    given: f64,
    rubbed: W,
}

/// What the rounds work on. It is kept, so that the memory for it need not be asked for again.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory<W: Wide> {
    paces: Vec<Pace<W>>,
    /// Those with which a moment began.
    start: Vec<Pace<W>>,
    /// How far everyone has come in the part.
    flown: Vec<W>,
    /// Zero for what nothing moves: it counts with no energy.
    masses: Vec<f64>,
    presses: Vec<Press<W>>,
    rubs: Vec<Rub<W>>,
    levels: Levels,
}

impl<W: Wide> Memory<W> {
    /// Begins with these bodies and contacts.
    fn begin(&mut self, bodies: &[Moving<W>], contacts: &[Touching<W>]) {
        let Self { paces, flown, masses, presses, rubs, levels, .. } = self;
        paces.clear();
        paces.extend(bodies.iter().map(|body| {
            let Moving { velocity, inverse_mass, .. } = *body;
            Pace { velocity, inverse_mass }
        }));
        flown.clear();
        flown.resize(bodies.len(), W::ZERO);
        masses.clear();
        masses.extend(
            paces.iter().map(
                |pace| {
                    if pace.inverse_mass > 0.0 { 1.0 / pace.inverse_mass } else { 0.0 }
                },
            ),
        );
        let bearing = || contacts.iter().filter(|contact| contact.bears);
        let moves = |body: u32| paces[body as usize].inverse_mass > 0.0;
        levels.arrange(bodies.len(), bearing().map(|contact| contact.bodies), moves);
        let count = levels.places().len();
        presses.clear();
        presses.resize(count, Press::NONE);
        rubs.clear();
        rubs.resize(count, Rub::NONE);
        for (contact, place) in bearing().zip(levels.places()) {
            let &Touching { bodies, normal, gap, friction, impulse, slide, .. } = contact;
            let [first, second] = bodies.map(|body| paces[body as usize].inverse_mass);
            let (inverse_mass, rubs_too) = (first + second, friction > 0.0);
            presses[*place as usize] = Press {
                bodies,
                normal,
                impulse,
                mass: 1.0 / inverse_mass,
                inverse_mass,
                least: 0.0,
                rubs: rubs_too,
                holds: false,
            };
            // What was given before the part does not count.
            rubs[*place as usize] = Rub { friction, slide, gap, given: -impulse, rubbed: -slide };
        }
    }

    /// Begins a moment of so many seconds with the impulses of the one before. Who does not touch yet may approach
    /// until they do.
    fn begin_moment(&mut self, moment: f64) {
        let Self { paces, flown, presses, rubs, .. } = self;
        for (press, rub) in presses.iter_mut().zip(rubs) {
            let [first, second] = press.bodies.map(|body| flown[body as usize]);
            let gap = rub.gap + (first - second).dot(press.normal);
            press.least = f64::min(-gap / moment, 0.0);
            rub.given += press.impulse;
            rub.rubbed += rub.slide;
            if press.impulse > 0.0 {
                press.apply(paces, press.normal * press.impulse + rub.slide);
            }
        }
    }

    /// Forgets the impulses of the moment before, and what has come of them.
    fn forget(&mut self) {
        self.paces.clone_from(&self.start);
        for (press, rub) in self.presses.iter_mut().zip(&mut self.rubs) {
            (press.impulse, press.holds) = (0.0, false);
            rub.slide = W::ZERO;
        }
    }

    /// Gives what pulls in a moment.
    fn pull(&mut self, bodies: &[Moving<W>], moment: f64) {
        for (pace, body) in self.paces.iter_mut().zip(bodies) {
            pace.velocity += body.pull * moment;
        }
    }

    /// Moves everyone for a moment.
    fn fly(&mut self, moment: f64) {
        for (flown, pace) in self.flown.iter_mut().zip(&self.paces) {
            *flown += pace.velocity * moment;
        }
    }

    /// The kinetic energy of all that can move.
    fn energy(&self) -> f64 {
        let of = |(pace, mass): (&Pace<W>, &f64)| 0.5 * mass * pace.velocity.length_squared();
        self.paces.iter().zip(&self.masses).map(of).sum()
    }

    /// The kinetic energy that all that can move would have at the speed of the fastest wall, or at that with
    /// which bodies in a pile are moved apart: so much is no concern.
    fn allowed(&self, plan: &Plan) -> f64 {
        let walls = self.paces.iter().filter(|pace| pace.inverse_mass == 0.0);
        let speeds = walls.map(|wall| wall.velocity.length());
        let fastest = speeds.fold(plan.push / plan.dt, f64::max);
        self.masses.iter().map(|mass| 0.5 * mass * fastest * fastest).sum()
    }

    /// Goes through the contacts until none changes by more than a velocity of `plan.enough`, and tells how often.
    fn rounds(&mut self, plan: &Plan) -> u32 {
        let Self { paces, presses, rubs, .. } = self;
        for round in 0..plan.rounds {
            let mut largest = 0f64;
            let give = |(press, rub): (&mut Press<W>, &mut Rub<W>)| {
                largest = largest.max(press.relax(paces, rub));
            };
            // Up and down in turn, so that a weight and a support go through the pile equally fast.
            let all = presses.iter_mut().zip(&mut *rubs);
            if round % 2 == 0 {
                all.for_each(give);
            } else {
                all.rev().for_each(give);
            }
            if largest <= plan.enough * plan.moment() {
                return round + 1;
            }
        }
        plan.rounds
    }
}

/// Finds the velocities of a pile for a part of a step, and the ways.
pub(super) fn solve<W: Wide>(
    bodies: &mut [Moving<W>],
    contacts: &mut [Touching<W>],
    plan: &Plan,
    memory: &mut Memory<W>,
) -> Solved {
    memory.begin(bodies, contacts);
    let (allowed, moment) = (memory.allowed(plan), plan.moment());
    let mut solved = Solved { rounds: 0, energy_lost: 0.0 };
    for _ in 0..plan.moments {
        memory.pull(bodies, moment);
        let before = memory.energy();
        memory.start.clone_from(&memory.paces);
        memory.begin_moment(moment);
        solved.rounds += memory.rounds(plan);
        let mut after = memory.energy();
        if after > LIVELIER * (before + allowed) {
            // What was squeezed and is free now has impulses from then that would shoot it away.
            memory.forget();
            solved.rounds += memory.rounds(plan);
            after = memory.energy();
        }
        solved.energy_lost += before - after;
        memory.fly(moment);
    }
    let Memory { paces, flown, presses, rubs, levels, .. } = memory;
    for (body, (pace, flown)) in bodies.iter_mut().zip(paces.iter().zip(flown)) {
        (body.velocity, body.flown) = (pace.velocity, *flown);
    }
    let bearing = contacts.iter_mut().filter(|contact| contact.bears);
    for (contact, place) in bearing.zip(levels.places()) {
        presses[*place as usize].tell(&rubs[*place as usize], contact);
    }
    solved
}

impl<W: Wide> Rub<W> {
    const NONE: Self =
        Self { friction: 0.0, slide: W::ZERO, gap: 0.0, given: 0.0, rubbed: W::ZERO };
}

impl<W: Wide> Press<W> {
    const NONE: Self = Self {
        bodies: [0; 2],
        normal: W::ZERO,
        impulse: 0.0,
        mass: 0.0,
        inverse_mass: 0.0,
        least: 0.0,
        rubs: false,
        holds: false,
    };

    /// Gives the impulse that is lacking, and tells the change of the relative velocity.
    #[inline(always)]
    fn relax(&mut self, paces: &mut [Pace<W>], rub: &mut Rub<W>) -> f64 {
        let [first, second] = self.bodies.map(|body| paces[body as usize].velocity);
        let relative = first - second;
        let before = self.impulse;
        let lacking = (self.least - relative.dot(self.normal)) * self.mass;
        self.impulse = f64::max(before + lacking, 0.0);
        self.holds |= self.impulse > 0.0;
        let mut change = self.normal * (self.impulse - before);
        if self.rubs {
            let along = relative - self.normal * relative.dot(self.normal);
            let wanted = rub.slide - along * self.mass;
            let (size, most) = (wanted.length(), rub.friction * self.impulse);
            let slide = if size > most { wanted * (most / size) } else { wanted };
            change += slide - rub.slide;
            rub.slide = slide;
        }
        self.apply(paces, change);
        (self.impulse - before).abs() * self.inverse_mass
    }

    /// Gives the two an impulse, and its opposite.
    #[inline(always)]
    fn apply(&self, paces: &mut [Pace<W>], impulse: W) {
        let [first, second] = self.bodies;
        let body = &mut paces[first as usize];
        body.velocity += impulse * body.inverse_mass;
        let body = &mut paces[second as usize];
        body.velocity -= impulse * body.inverse_mass;
    }

    /// Tells what came of it.
    fn tell(&self, rub: &Rub<W>, contact: &mut Touching<W>) {
        (contact.impulse, contact.slide) = (self.impulse, rub.slide);
        contact.given = rub.given + self.impulse;
        contact.rubbed = rub.rubbed + rub.slide;
        contact.holds |= self.holds;
    }
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
        flown: DVec2::ZERO,
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
        let plan =
            Plan { dt: 1.0 / 60.0, moments: 1, rounds: 40, enough: 0.005, slack: 0.0, push: 1.0 };
        for _ in 0..2000 {
            solve(&mut bodies, &mut contacts, &plan, &mut Memory::default());
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
