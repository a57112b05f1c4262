//! How do piles rest?
//!
//! What rests in a pile is not handled impact by impact, which would never end. A step in which there are
//! piles is divided into parts, the more the faster anything in them moves. At the start of each it is found who
//! rests on whom, and the velocities of all of them are solved together, in moments that are equally long in all
//! parts. For that part they move evenly, and do not look for impacts with each other; what comes faster than the
//! rest speed still hits them at its exact time, and throws them off.

use crate::report::{Event, Impact};
use crate::response::Response;
use crate::step::engine::Engine;
use crate::step::pair::meeting::Meeting;
use crate::step::response::overlaps::Overlap;
use crate::step::response::plastic::suppressed_bodies;
use crate::step::solver::position_correction::go;
use crate::step::solver::scratch::{FoundContact, PileScratch};
use crate::step::solver::velocities::{PileBody, PileContact, Plan, solve};
use crate::vector::{Vector, Wide};
use crate::world::{Environment, Progress, Rest, Resting, Slot, World};

mod neighbours;
mod body_cache;
mod contacts;
mod islands;
mod solver_input;

use contacts::disturbed;
use islands::piled;
use solver_input::{from_the_ground, list_bodies, touching, unevenness};

/// A part is halved where something moves by more than these shares of its size in a step: what an impact
/// drives into a pile stays there until the part ends.
const FAR: [f64; 5] = [0.04, 0.06, 0.1, 0.4, 1.6];

/// The same where nothing pulls, and clusters are pressed together by what comes from all sides.
const FAR_AFLOAT: [f64; 5] = [0.005, 0.02, 0.1, 0.4, 1.6];

/// How many rounds the solver makes at most in a moment, where all masses are alike.
const ROUNDS: u32 = 3;

/// How many times as many more there are for every power of ten between the masses of two that touch, as a heavy
/// body on a light one finds its rest slowly.
const UNEVEN: f64 = 1.0;

/// How many rounds there may be at least in a part, however short it is.
const AT_LEAST: u32 = 24;

/// The share of the pull in a moment that may be lacking when its rounds end.
const ENOUGH: f64 = 0.03;

/// Those who overlap are moved apart no faster than this many times the speed that the pull gives in a step.
const PUSH: f64 = 3.0;

/// The overlap that is left alone, as a share of the way that a body falls in a step from rest, so that who
/// lies on each other does not come to part and meet again.
const SLACK: f64 = 0.2;

impl<V: Vector> Engine<V> {
    /// Lets the piles settle at `time`, where a part of the step ends and the next one begins.
    pub(crate) fn begin_substep(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        if let Some(progress) = &mut world.progress {
            progress.now = time;
        }
        let mut suppressed_bodies = suppressed_bodies(world);
        self.solve_piles(world, dt);
        suppressed_bodies.retain(|index| self.rewritten.binary_search(index).is_err());
        for index in &suppressed_bodies {
            // Whom it met in the meantime it meets now.
            self.rewrite(world, *index, time, |_| {});
        }
        self.predict_many_rewritten(world, dt);
    }

    /// Lets the piles rest for a part of the step. The bodies whose paths that has changed are rewritten, in order.
    pub(crate) fn solve_piles(&mut self, world: &mut World<V>, dt: f64) {
        let Some(progress) = world.progress else { return };
        let (done, time) = (progress.solved_substeps.unwrap_or(0), progress.now);
        if done == 0 && !self.piles.may_rest {
            let lasts = |resting: &Resting<V::Wide>| world.is_asleep(resting.bodies[0]);
            if !world.contacts.all().iter().all(lasts) {
                remember(world, &[], &[], &[]);
            }
            world.contacts.apart.clear();
            // In the first step of a large gas everyone was new, and so might have lain in others.
            self.piles.scratch = PileScratch::default();
            world.progress = Some(Progress { solved_substeps: Some(0), ..progress });
            return;
        }
        self.wake(world, time);
        let mut settling = std::mem::take(&mut self.piles.scratch);
        self.gather(world, [time, dt], &mut settling);
        let touched = disturbed(world, &settling.found);
        if !touched.is_empty() {
            touched.into_iter().for_each(|body| world.wake(body));
            self.report_woken(world, time);
            self.wake(world, time);
            self.gather(world, [time, dt], &mut settling);
        }
        self.report_overlaps(world, overlaps(world, &settling.found), done == 0, time);
        piled(world, &mut settling.found);
        world.contacts.apart.clear();
        self.bear(world, &mut settling, done, [time, dt]);
        self.piles.scratch = settling;
        self.rewritten.sort_unstable();
        self.rewritten.dedup();
        for index in &self.rewritten {
            if let Some(slot) = &mut world.slots[*index as usize] {
                slot.tidy();
            }
        }
    }

    /// Lets those who lie against each other bear each other from `time` on for a part of the step, of which so
    /// many moments are over.
    fn bear(
        &mut self,
        world: &mut World<V>,
        settling: &mut PileScratch<V::Wide>,
        done: u32,
        [time, dt]: [f64; 2],
    ) {
        let PileScratch { found, runs, order, ordered, .. } = settling;
        let PileScratch { contacts, bodies, places, solver, parting, .. } = settling;
        from_the_ground(world, found, (runs, order));
        ordered.clear();
        ordered.extend(order.iter().map(|place| found[*place as usize]));
        let found = ordered;
        list_bodies(world, found, [time, dt], (places, bodies));
        contacts.clear();
        contacts.extend(found.iter().map(|found| touching(world, places, found, time)));
        let unevenness = unevenness(bodies, contacts);
        let floats = |body: &PileBody<_>| body.inverse_mass > 0.0 && body.pull == V::Wide::ZERO;
        let any_floats = bodies.iter().any(floats);
        let next = next_part(bodies, if any_floats { FAR_AFLOAT } else { FAR }, done, dt);
        let Some(progress) = &mut world.progress else { return };
        // Where there are no piles there are no parts.
        progress.solved_substeps = Some(if found.is_empty() && done == 0 { 0 } else { next });
        let until = progress.start_of_solver_substep(next);
        let moments = next - done;
        let rounds = f64::from(u32::max(ROUNDS, AT_LEAST / moments)) * (1.0 + UNEVEN * unevenness);
        let strongest = bodies.iter().map(|body| body.strength).fold(0.0, f64::max);
        let plan = Plan {
            dt: until - time,
            moments,
            rounds: rounds as u32,
            enough: ENOUGH * strongest,
            slack: SLACK * 0.5 * strongest * dt * dt,
            push: PUSH * strongest * dt * (until - time),
            // Clusters, which nothing pulls, are told what walls give to them.
            sums: any_floats,
        };
        let solved = solve(bodies, contacts, &plan, solver);
        go(bodies, contacts, &plan, parting);
        let tally = &mut self.report.contacts;
        tally.solved += contacts.len() as u64;
        tally.rounds += u64::from(solved.rounds) * contacts.len() as u64;
        tally.energy_lost += solved.energy_lost;
        if plan.sums {
            self.tell_walls(world, found, contacts, time);
        }
        remember(world, order, found, contacts);
        self.lay(world, found, contacts, (places, bodies), [time, until]);
    }

    /// Ends the part of the step for those who rested in it.
    fn wake(&mut self, world: &mut World<V>, time: f64) {
        let mut woken = Vec::new();
        for slot in world.slots.iter_mut().flatten().filter(|slot| slot.in_crowd) {
            // Who only fell on the pile flies on as it did.
            slot.in_crowd = false;
            if slot.ties().rest.is_some() {
                woken.push(slot.id.index);
            }
        }
        for index in woken {
            self.rewrite(world, index, time, Slot::let_go);
        }
    }

    /// Tells what walls give to clusters, as where nothing pulls all momentum can be accounted for. What it takes
    /// of the energy is told with the contacts.
    fn tell_walls(
        &mut self,
        world: &World<V>,
        found: &[FoundContact<V::Wide>],
        contacts: &[PileContact<V::Wide>],
        time: f64,
    ) {
        let Environment { gravity, period } = world.environment();
        for (found, contact) in found.iter().zip(contacts) {
            let [Some(first), Some(second)] =
                found.pair.map(|index| world.slots[index as usize].as_ref())
            else {
                continue;
            };
            if contact.given <= 0.0 || second.is_mover() || !first.floats(gravity) {
                continue;
            }
            let Some(surface) = self.surface([first, second]) else { continue };
            let feature = found.contact.feature;
            let meeting = Meeting::new([first, second], time, feature, period, surface);
            let [one, two] = meeting.velocities;
            let impact = meeting.impact(
                &Response {
                    first: one,
                    second: two,
                    approach_speed: f64::max((two - one).dot(meeting.normal), 0.0),
                    impulse: contact.given,
                    friction: contact.rubbed,
                    energy_lost: 0.0,
                },
                [first.id, second.id],
            );
            self.report.events.push(Event::Impact(Impact { normal: contact.normal, ..impact }));
        }
    }

    /// Lets those who are held move evenly for a part of the step.
    fn lay(
        &mut self,
        world: &mut World<V>,
        found: &[FoundContact<V::Wide>],
        contacts: &[PileContact<V::Wide>],
        (places, bodies): (&[u32], &[PileBody<V::Wide>]),
        [time, until]: [f64; 2],
    ) {
        for (found, contact) in found.iter().zip(contacts) {
            for index in found.pair {
                let body = &bodies[places[index as usize] as usize];
                let Some(slot) = &mut world.slots[index as usize] else { continue };
                if !slot.is_mover() {
                    continue;
                }
                slot.in_crowd = true;
                slot.crammed |= contact.push > 0.0 || !contact.bears;
                if contact.holds && slot.ties().rest.is_none() {
                    self.rewrite(world, index, time, |slot| {
                        slot.velocity = V::narrow(body.shift / (until - time));
                        slot.ties_mut().rest = Some(Rest {
                            until,
                            velocity: body.velocity,
                            laid: true,
                            nudged: false,
                        });
                    });
                }
            }
        }
    }
}

/// With which moment the part ends that begins when so many are over: the faster anything in a pile is, the sooner.
fn next_part<W: Wide>(bodies: &[PileBody<W>], far: [f64; 5], done: u32, dt: f64) -> u32 {
    let movers = bodies.iter().filter(|body| body.inverse_mass > 0.0);
    let ways = movers.map(|body| body.velocity.length() * dt / body.size);
    let longest = ways.fold(0.0, f64::max);
    let halvings = far.into_iter().filter(|far| longest > *far).count();
    // Parts begin where they would if all were as long.
    let length = Progress::SOLVER_SUBSTEPS >> halvings;
    let aligned = 1 << done.trailing_zeros().min(Progress::SOLVER_SUBSTEPS.trailing_zeros());
    done + length.min(aligned)
}

/// Those of the contacts that are to be parted.
fn overlaps<V: Vector>(world: &World<V>, found: &[FoundContact<V::Wide>]) -> Vec<Overlap> {
    let overlap = |found: &FoundContact<V::Wide>| {
        let [one, two] = found.pair.map(|index| world.slots[index as usize].as_ref());
        let depth = -found.contact.separation;
        let bodies = [one?.id, two?.id];
        Some(Overlap { bodies, share: depth / found.size, depth })
    };
    found.iter().filter(|found| found.deep).filter_map(overlap).collect()
}

/// Keeps the impulses for the next time, of contacts that were found in this order.
fn remember<V: Vector>(
    world: &mut World<V>,
    order: &[u32],
    found: &[FoundContact<V::Wide>],
    contacts: &[PileContact<V::Wide>],
) {
    let mut resting = world.contacts.take();
    // Who sleeps needs them when it wakes.
    resting.retain(|resting| world.is_asleep(resting.bodies[0]));
    // They were found nearly in the order in which they are kept.
    let mut places = vec![0; order.len()];
    for (place, earlier) in order.iter().enumerate() {
        places[*earlier as usize] = place;
    }
    // Also of those that bear nothing now: who touches a pile sleeps and wakes with it.
    for (found, contact) in places.into_iter().map(|place| (&found[place], &contacts[place])) {
        let pair = found.pair.map(|index| world.slots[index as usize].as_ref());
        let [Some(first), Some(second)] = pair else { continue };
        resting.push(Resting {
            bodies: [first.id, second.id],
            feature: found.contact.feature,
            impulse: contact.impulse,
            slide: contact.slide,
        });
    }
    world.contacts.keep(resting);
}
