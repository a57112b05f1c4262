//! With which velocities do bodies rest on each other?
//!
//! Sequential impulses (Catto 2005): every contact in turn gets the impulse that lets its two bodies
//! approach no faster than their gap allows, and never pulls. A part of a step is solved in moments, each of
//! which goes on where the one before has ended: many short ones with few rounds come nearer to rest than one
//! with many rounds (Macklin and others 2019). The first begins with the impulses of the part before, which in
//! a pile at rest are right already.

use crate::step::solver::levels::Levels;
use crate::vector::Wide;

/// A body of a pile, or a wall of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileBody<W: Wide> {
    pub(crate) velocity: W,
    pub(crate) pull: W,
    /// The acceleration by which is measured what is slow.
    pub(crate) strength: f64,
    /// How far its velocities bring it in the part: found by the solver.
    pub(crate) flown: W,
    /// How far it moves in the part.
    pub(crate) shift: W,
    pub(crate) size: f64,
    /// Zero for what nothing moves.
    pub(crate) inverse_mass: f64,
}

/// A contact of two of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PileContact<W: Wide> {
    /// The places of the two among the bodies.
    pub(crate) bodies: [u32; 2],
    /// From the second to the first.
    pub(crate) normal: W,
    /// The distance at the start of the part, negative where they overlap.
    pub(crate) gap: f64,
    pub(crate) friction: f64,
    /// The impulse of the last moment, along the normal and across it.
    pub(crate) impulse: f64,
    pub(crate) slide: W,
    /// The impulses of the whole part, found by the solver if the plan asks for them.
    pub(crate) given: f64,
    pub(crate) rubbed: W,
    /// Inside of a round wall: where the first is in it, and how far from its middle it may come.
    pub(crate) hollow: Option<(W, f64)>,
    /// Whether it held in any of the rounds.
    pub(crate) holds: bool,
    /// Whether they bear each other; if not, they are only kept from overlapping.
    pub(crate) bears: bool,
    /// The share of their overlap by which the two are moved apart at least, a second.
    pub(crate) push: f64,
}

impl<W: Wide> PileContact<W> {
    /// Two that touch and bear each other, without friction and without an impulse of before.
    pub(crate) fn new(bodies: [u32; 2], normal: W) -> Self {
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
        }
    }
}

/// How a pile is solved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) dt: f64,
    /// In how many moments.
    pub(crate) moments: u32,
    /// How many rounds there are at most in each.
    pub(crate) rounds: u32,
    /// The acceleration that may be lacking at the end of a moment.
    pub(crate) enough: f64,
    /// The overlap that is left alone.
    pub(crate) slack: f64,
    /// How far those who overlap are moved apart at most.
    pub(crate) push: f64,
    /// Whether it is asked for what is given in all moments together.
    pub(crate) sums: bool,
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
pub(crate) struct Solved {
    pub(crate) rounds: u32,
    pub(crate) energy_lost: f64,
}

/// What the rounds change of a body, two of them in a line of memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Pace<W: Wide> {
    velocity: W,
    inverse_mass: f64,
}

/// What every round needs of a contact, and a moment when it begins.
#[derive(Clone, Copy, Debug)]
struct Press<W: Wide> {
    bodies: [u32; 2],
    normal: W,
    impulse: f64,
    /// The mass that an impulse between the two moves.
    mass: f64,
    /// The least speed at which they must part.
    least: f64,
    gap: f64,
    rubs: bool,
    holds: bool,
}

/// What the rounds need of a contact too where there is friction.
#[derive(Clone, Copy, Debug)]
struct Rub<W: Wide> {
    friction: f64,
    slide: W,
}

/// The impulses of all moments together.
#[derive(Clone, Copy, Debug)]
struct Sum<W: Wide> {
    given: f64,
    rubbed: W,
}

/// What the rounds work on. It is kept, so that the memory for it need not be asked for again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory<W: Wide> {
    paces: Vec<Pace<W>>,
    /// Those with which a moment began.
    start: Vec<Pace<W>>,
    /// How far everyone has come in the part.
    flown: Vec<W>,
    pulls: Vec<W>,
    /// Half of the masses; zero for what nothing moves: it counts with no energy.
    halves: Vec<f64>,
    presses: Vec<Press<W>>,
    /// None where there is no friction at all.
    rubs: Vec<Rub<W>>,
    /// None if nobody asks for them.
    sums: Vec<Sum<W>>,
    levels: Levels,
}

impl<W: Wide> Memory<W> {
    /// Begins with these bodies and contacts.
    fn begin(&mut self, bodies: &[PileBody<W>], contacts: &[PileContact<W>], plan: &Plan) {
        let Self { paces, start, flown, pulls, halves, presses, rubs, sums, levels } = self;
        paces.clear();
        paces.extend(bodies.iter().map(|body| {
            let PileBody { velocity, inverse_mass, .. } = *body;
            Pace { velocity, inverse_mass }
        }));
        start.clone_from(paces);
        flown.clear();
        flown.resize(bodies.len(), W::ZERO);
        pulls.clear();
        pulls.extend(bodies.iter().map(|body| body.pull));
        halves.clear();
        halves.extend(paces.iter().map(|pace| {
            if pace.inverse_mass > 0.0 { 0.5 * (1.0 / pace.inverse_mass) } else { 0.0 }
        }));
        let bearing = || contacts.iter().filter(|contact| contact.bears);
        let moves = |body: u32| paces[body as usize].inverse_mass > 0.0;
        levels.arrange(bodies.len(), bearing().map(|contact| contact.bodies), moves);
        let count = levels.places().len();
        let rub_count = if bearing().any(|contact| contact.friction > 0.0) { count } else { 0 };
        presses.clear();
        presses.resize(count, Press::NONE);
        rubs.clear();
        rubs.resize(rub_count, Rub::NONE);
        sums.clear();
        sums.resize(if plan.sums { count } else { 0 }, Sum::NONE);
        for (contact, place) in bearing().zip(levels.places()) {
            let &PileContact { bodies, normal, gap, friction, impulse, slide, .. } = contact;
            let [first, second] = bodies.map(|body| paces[body as usize].inverse_mass);
            presses[*place as usize] = Press {
                bodies,
                normal,
                impulse,
                mass: 1.0 / (first + second),
                least: 0.0,
                gap,
                rubs: friction > 0.0,
                holds: false,
            };
            if let Some(rub) = rubs.get_mut(*place as usize) {
                *rub = Rub { friction, slide: if friction > 0.0 { slide } else { W::ZERO } };
            }
        }
    }

    /// Gives what pulls in a moment, and tells the kinetic energy of all that can move then.
    fn pull(&mut self, moment: f64) -> f64 {
        let mut energy = 0.0;
        let paces = self.paces.iter_mut().zip(&mut self.start);
        for ((pace, start), (pull, half)) in paces.zip(self.pulls.iter().zip(&self.halves)) {
            pace.velocity += *pull * moment;
            *start = *pace;
            energy += half * pace.velocity.length_squared();
        }
        energy
    }

    /// Begins a moment of so many seconds with the impulses of the one before. Who does not touch yet may approach
    /// until they do.
    fn begin_moment(&mut self, moment: f64) {
        let Self { paces, flown, presses, rubs, .. } = self;
        for (place, press) in presses.iter_mut().enumerate() {
            let [first, second] = press.bodies.map(|body| flown[body as usize]);
            let gap = press.gap + (first - second).dot(press.normal);
            press.least = f64::min(-gap / moment, 0.0);
            if press.impulse > 0.0 {
                let push = press.normal * press.impulse;
                let slide = if press.rubs { rubs[place].slide } else { W::ZERO };
                press.apply(paces, push + slide);
            }
        }
    }

    /// Forgets the impulses of the moment before, and what has come of them.
    fn forget(&mut self) {
        self.paces.clone_from(&self.start);
        for press in &mut self.presses {
            (press.impulse, press.holds) = (0.0, false);
        }
        self.rubs.iter_mut().for_each(|rub| rub.slide = W::ZERO);
    }

    /// Ends a moment: moves everyone for so long, and notes what was given.
    fn end_moment(&mut self, moment: f64) {
        for (flown, pace) in self.flown.iter_mut().zip(&self.paces) {
            *flown += pace.velocity * moment;
        }
        for (place, (sum, press)) in self.sums.iter_mut().zip(&self.presses).enumerate() {
            sum.given += press.impulse;
            if let Some(rub) = self.rubs.get(place) {
                sum.rubbed += rub.slide;
            }
        }
    }

    /// The kinetic energy of all that can move.
    fn energy(&self) -> f64 {
        let of = |(pace, half): (&Pace<W>, &f64)| half * pace.velocity.length_squared();
        self.paces.iter().zip(&self.halves).map(of).sum()
    }

    /// The kinetic energy that all that can move would have at the speed of the fastest wall, or at that with
    /// which bodies in a pile are moved apart: so much is no concern.
    fn allowed(&self, plan: &Plan) -> f64 {
        let walls = self.paces.iter().filter(|pace| pace.inverse_mass == 0.0);
        let speeds = walls.map(|wall| wall.velocity.length());
        let fastest = speeds.fold(plan.push / plan.dt, f64::max);
        self.halves.iter().map(|half| half * fastest * fastest).sum()
    }

    /// Goes through the contacts until none changes by more than a velocity of `plan.enough`, and tells how often.
    fn rounds(&mut self, plan: &Plan) -> u32 {
        let Self { paces, presses, rubs, .. } = self;
        for round in 0..plan.rounds {
            let mut largest = 0f64;
            let all = presses.iter_mut().enumerate();
            // Up and down in turn, so that a weight and a support go through the pile equally fast.
            if round % 2 == 0 {
                for (place, press) in all {
                    largest = greater(press.relax(paces, rubs, place), largest);
                }
            } else {
                for (place, press) in all.rev() {
                    largest = greater(press.relax(paces, rubs, place), largest);
                }
            }
            if largest <= plan.enough * plan.moment() {
                return round + 1;
            }
        }
        plan.rounds
    }
}

/// The greater of two, of which the second is a number.
#[inline(always)]
fn greater(number: f64, before: f64) -> f64 {
    if number > before { number } else { before }
}

/// Finds the velocities of a pile for a part of a step, and the ways.
pub(crate) fn solve<W: Wide>(
    bodies: &mut [PileBody<W>],
    contacts: &mut [PileContact<W>],
    plan: &Plan,
    memory: &mut Memory<W>,
) -> Solved {
    memory.begin(bodies, contacts, plan);
    let (allowed, moment) = (memory.allowed(plan), plan.moment());
    let mut solved = Solved { rounds: 0, energy_lost: 0.0 };
    for _ in 0..plan.moments {
        let before = memory.pull(moment);
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
        memory.end_moment(moment);
    }
    let Memory { paces, flown, presses, rubs, sums, levels, .. } = memory;
    for (body, (pace, flown)) in bodies.iter_mut().zip(paces.iter().zip(flown)) {
        (body.velocity, body.flown) = (pace.velocity, *flown);
    }
    let bearing = contacts.iter_mut().filter(|contact| contact.bears);
    for (contact, place) in bearing.zip(levels.places()) {
        let place = *place as usize;
        contact.impulse = presses[place].impulse;
        contact.slide = rubs.get(place).map_or(W::ZERO, |rub| rub.slide);
        contact.holds |= presses[place].holds;
        Sum { given: contact.given, rubbed: contact.rubbed } =
            sums.get(place).copied().unwrap_or(Sum::NONE);
    }
    solved
}

impl<W: Wide> Rub<W> {
    const NONE: Self = Self { friction: 0.0, slide: W::ZERO };
}

impl<W: Wide> Sum<W> {
    const NONE: Self = Self { given: 0.0, rubbed: W::ZERO };
}

impl<W: Wide> Press<W> {
    const NONE: Self = Self {
        bodies: [0; 2],
        normal: W::ZERO,
        impulse: 0.0,
        mass: 0.0,
        least: 0.0,
        gap: 0.0,
        rubs: false,
        holds: false,
    };

    /// Gives the impulse that is lacking, and tells the change of the relative velocity.
    #[inline(always)]
    fn relax(&mut self, paces: &mut [Pace<W>], rubs: &mut [Rub<W>], place: usize) -> f64 {
        let [first, second] = self.bodies.map(|body| paces[body as usize]);
        let relative = first.velocity - second.velocity;
        let before = self.impulse;
        let lacking = (self.least - relative.dot(self.normal)) * self.mass;
        self.impulse = f64::max(before + lacking, 0.0);
        self.holds |= self.impulse > 0.0;
        let mut change = self.normal * (self.impulse - before);
        if self.rubs {
            let rub = &mut rubs[place];
            let along = relative - self.normal * relative.dot(self.normal);
            let wanted = rub.slide - along * self.mass;
            let (size, most) = (wanted.length(), rub.friction * self.impulse);
            let slide = if size > most { wanted * (most / size) } else { wanted };
            change += slide - rub.slide;
            rub.slide = slide;
        }
        self.apply(paces, change);
        (self.impulse - before).abs() * (first.inverse_mass + second.inverse_mass)
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
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    /// A wall at rest; with an inverse mass, a body.
    pub(in super::super) const WALL: PileBody<DVec2> = PileBody {
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
            bodies.push(PileBody { pull: dvec2(0.0, -10.0), inverse_mass: 1.0, ..WALL });
            contacts.push(PileContact::new([number + 1, number], DVec2::Y));
        }
        let plan = Plan {
            dt: 1.0 / 60.0,
            moments: 1,
            rounds: 40,
            enough: 0.005,
            slack: 0.0,
            push: 1.0,
            sums: false,
        };
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
