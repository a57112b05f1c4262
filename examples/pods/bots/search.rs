//! The bot that searches: of many plans for the next turns it follows the one with the best future.
//!
//! Its two pods are planned one after the other, each with all four pods and their collisions. The other team is expected to
//! react, as the simple bot does. A count bounds the search and not a clock, so the same race comes of the same seed.

use bevy::math::Vec2;
use bevy::prelude::default;

use super::reactive;
use super::track::Track;
use crate::course::Course;
use crate::pod::{MAX_THRUST, MAX_TURN, Order, Pod, Power, wrap};
use crate::race::Race;
use crate::random::Random;
use crate::team::{PODS, Team};

/// How many turns ahead it looks.
pub const DEPTH: usize = 7;

/// How much the progress after each turn counts beside that after the last one, so that it goes at once.
const HASTE: f64 = 0.1;

/// How much the progress of the other team counts against its own.
const RIVALRY: f64 = 0.1;

/// For how many turns its velocity towards the next checkpoint counts as progress. With 3 instead of 1
/// the first six courses took 1330 turns instead of 1368.
const MOMENTUM: f64 = 3.0;

/// The share of plans that are random; the others change the best one.
const WILD: f64 = 0.25;

/// What a win counts, for each turn by which it comes sooner.
const WIN: f64 = 1e6;

/// A part of a plan: what a pod does in a turn.
#[derive(Clone, Copy, Debug)]
struct Gene {
    /// The turn to the left, in radians.
    turn: f64,
    power: Power,
}

type Plan = [Gene; DEPTH];

/// A gene that does nothing.
const IDLE: Gene = Gene { turn: 0.0, power: Power::Thrust(0.0) };

impl Gene {
    fn random(random: &mut Random) -> Self {
        // Beyond the limits, so that these are likely.
        let turn = (MAX_TURN * random.between(-1.8, 1.8)).clamp(-MAX_TURN, MAX_TURN);
        let power = match random.share() {
            share if share < 0.04 => Power::Shield,
            share if share < 0.08 => Power::Boost,
            _ => {
                let thrust = MAX_THRUST * random.between(-0.3, 1.8);
                Power::Thrust(thrust.clamp(0.0, MAX_THRUST).round())
            }
        };
        Self { turn, power }
    }

    /// The gene of an order.
    fn of(order: &Order, course: &Course, pod: &Pod) -> Self {
        Self { turn: wrap(order.heading - pod.faces(course)), power: order.power }
    }

    fn order(&self, course: &Course, pod: &Pod) -> Order {
        Order { heading: pod.faces(course) + self.turn, power: self.power }
    }
}

/// The future of a plan.
#[derive(Clone, Debug)]
pub struct Future {
    pub score: f64,
    /// The path of the pod.
    pub path: Vec<Vec2>,
    /// The race after its first turn.
    pub next: Race,
    plan: Plan,
    order: Order,
}

/// The search for the orders of a team in the coming turn.
pub struct Search {
    team: Team,
    /// How many plans are tried for each pod.
    plans: u32,
    random: Random,
    /// The futures of each pod in the coming turn.
    futures: [Vec<Future>; 2],
    /// The number of the best of them.
    best: [usize; 2],
    /// The rest of what each pod was to do according to the turn before.
    last: [Option<Plan>; 2],
}

impl Search {
    pub fn new(team: Team, plans: u32, seed: u32) -> Self {
        let random = Random::new(seed, 1 + team as u32);
        Self { team, plans, random, futures: default(), best: [0; 2], last: [None; 2] }
    }

    /// Begins to search for the coming turn.
    pub fn begin(&mut self) {
        self.last = [0, 1].map(|member| {
            let mut plan = self.best(member)?.plan;
            plan.rotate_left(1);
            plan[DEPTH - 1] = plan[DEPTH - 2];
            Some(plan)
        });
        self.futures.iter_mut().for_each(Vec::clear);
    }

    /// The best future of a pod of the team so far.
    fn best(&self, member: usize) -> Option<&Future> {
        self.futures[member].get(self.best[member])
    }

    /// The futures of a pod of the team, and the number of the best one.
    pub fn futures(&self, member: usize) -> (&[Future], usize) {
        (&self.futures[member], self.best[member])
    }

    /// How many futures it has run for the coming turn.
    pub fn count(&self) -> usize {
        self.futures.iter().map(Vec::len).sum()
    }

    /// The orders for its pods, and the race that follows if the other team reacts; none before it is ready.
    pub fn result(&self) -> Option<([Order; 2], Race)> {
        let is_ready = self.futures.iter().all(|it| it.len() == self.plans as usize);
        let (one, other) = (self.best(0)?, self.best(1)?);
        is_ready.then_some(([one.order, other.order], other.next))
    }

    /// Runs some futures.
    pub fn advance(&mut self, track: &mut Track, course: &Course, race: &Race, futures: u32) {
        for _ in 0..futures {
            let is_open = |it: &Vec<Future>| it.len() < self.plans as usize;
            let Some(member) = self.futures.iter().position(is_open) else { return };
            let plan = self.next_plan(member);
            let future = self.run(track, course, race, member, plan.as_ref());
            if self.best(member).is_none_or(|best| future.score > best.score) {
                self.best[member] = self.futures[member].len();
            }
            self.futures[member].push(future);
        }
    }

    /// A plan to try for a pod; none to react.
    fn next_plan(&mut self, member: usize) -> Option<Plan> {
        let number = self.futures[member].len();
        if number == 0 {
            self.best[member] = 0;
            return None;
        }
        if let (1, Some(plan)) = (number, self.last[member]) {
            return Some(plan);
        }
        let mut plan = self.best(member).map_or([IDLE; DEPTH], |best| best.plan);
        let random = &mut self.random;
        if random.share() < WILD {
            plan = std::array::from_fn(|_| Gene::random(random));
        } else {
            for _ in 0..=random.below(3) {
                plan[random.below(DEPTH)] = Gene::random(random);
            }
        }
        Some(plan)
    }

    /// The future of a plan for a pod.
    fn run(
        &self,
        track: &mut Track,
        course: &Course,
        race: &Race,
        member: usize,
        plan: Option<&Plan>,
    ) -> Future {
        let pods = self.team.pods();
        let (pod, mate) = (pods[member], pods[1 - member]);
        let of_mate = self.best(1 - member).map(|best| best.plan).or(self.last[1 - member]);
        let mut future = Future {
            score: 0.0,
            path: vec![race.pods[pod].place.as_vec2()],
            next: *race,
            plan: [IDLE; DEPTH],
            order: race.pods[pod].coast(),
        };
        let mut race = *race;
        track.go_back();
        let body = track.bodies.pods[pod];
        for turn in 0..DEPTH {
            let mut orders: [Order; PODS] = race.pods.map(|it| reactive::order(course, &it));
            if let Some(plan) = of_mate {
                orders[mate] = plan[turn].order(course, &race.pods[mate]);
            }
            let own = &race.pods[pod];
            // What it would do by reacting becomes a gene first, so that it is the same to the bit when the plan is followed.
            future.plan[turn] =
                plan.map_or_else(|| Gene::of(&orders[pod], course, own), |plan| plan[turn]);
            orders[pod] = future.plan[turn].order(course, own);
            let legs = track.play(course, &mut race, &orders);
            let path = legs.iter().filter(|leg| leg.body == body);
            future.path.extend(path.map(|leg| leg.position_at(leg.end).as_vec2()));
            if turn == 0 {
                (future.next, future.order) = (race, orders[pod]);
            }
            if let Some(winner) = race.winner {
                let sooner = WIN * (DEPTH - turn) as f64;
                future.score += if winner == self.team { sooner } else { -sooner };
                break;
            }
            future.score += HASTE * self.value(course, &race, pod);
        }
        future.score += self.value(course, &race, pod);
        future
    }

    /// How good a race is for a pod of the team.
    fn value(&self, course: &Course, race: &Race, pod: usize) -> f64 {
        let own = &race.pods[pod];
        let way = (course.next_place(own.passed) - own.place).normalize_or_zero();
        let rival = race.pods[race.leader(course, self.team.other())].progress(course);
        own.progress(course) + MOMENTUM * own.velocity.dot(way) - RIVALRY * rival
    }
}
