//! The stored form of a world, and the checks by which an impossible one is rejected when it is read.
//!
//! A world is written as what decides its future: the bodies with their state and constraints, the keys and ids that
//! have been and will be given, the balls inside regions, and an interrupted step. Flights and bounds follow from that
//! and are computed anew. Maps are written as sequences, so that every format can hold them, and no number is infinite.
//!
//! Reading checks everything: no input makes a world that could not have come about by itself.

mod checks;
mod contacts;

use checks::{FORMAT, Impossible, check_id, in_step, step_end};
use contacts::{SavedContacts, pairs};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::constraints::{Chord, Constraints, EvenMotion, Held, PileState, Supports};
use super::id::BodyId;
use super::progress::Progress;
use super::store::{LastCrossing, World};
use crate::body::{Body, Role};
use crate::contact::Feature;
use crate::vector::Vector;

type Pair = (BodyId, BodyId);

/// The stored form of a world.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename = "World")]
struct Saved<V: Vector> {
    format: u32,
    gravity: V,
    period: V,
    given_rounding: f64,
    next_key: u64,
    generations: Vec<u32>,
    free: Vec<u32>,
    bodies: Vec<SavedBody<V>>,
    inside: Vec<Pair>,
    departed: Vec<Pair>,
    last_crossings: Vec<(Pair, LastCrossing)>,
    woken: Vec<BodyId>,
    contacts: SavedContacts<V>,
    progress: Option<Progress>,
}

/// The stored form of a slot.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename = "Slot")]
struct SavedBody<V: Vector> {
    id: BodyId,
    key: u64,
    body: Body<V>,
    time: f64,
    supports: Supports<V>,
    pile_state: PileState,
    even: Option<EvenMotion<V>>,
    chord: Option<Chord>,
    in_cluster: bool,
    detach_count: u32,
    quiet_time: f64,
    asleep: Option<u64>,
    bounced: Option<(BodyId, Feature)>,
    edited: bool,
    held: Held<V>,
    may_overlap: bool,
    overlap_reported: bool,
    events: u32,
    revision: u32,
    absorbed_by: Option<BodyId>,
}

impl<V: Vector> Saved<V> {
    /// The stored form of a world.
    fn of(world: &World<V>) -> Result<Self, Impossible> {
        let bodies = world.slots.iter().flatten().map(|slot| {
            // A body that has flown beyond the range of its numbers could not be read.
            let key = slot.key;
            let body = slot.body();
            body.validate().map_err(|error| Impossible::Body { key, error })?;
            Ok(SavedBody {
                id: slot.id,
                key,
                body,
                time: slot.time,
                supports: slot.constraints().supports.clone(),
                pile_state: slot.pile_state(),
                even: slot.constraints().even,
                chord: slot.chord().copied(),
                in_cluster: slot.in_cluster,
                detach_count: slot.detach_count,
                quiet_time: slot.constraints().quiet_time,
                asleep: slot.constraints().asleep,
                bounced: slot.bounced(),
                edited: slot.edited,
                held: slot.constraints().held,
                may_overlap: slot.may_overlap,
                overlap_reported: slot.overlap_reported,
                events: slot.events(),
                revision: slot.revision,
                absorbed_by: slot.constraints().absorbed_by,
            })
        });
        Ok(Self {
            format: FORMAT,
            gravity: world.gravity(),
            period: world.period(),
            given_rounding: world.given_rounding(),
            next_key: world.ids.next_key,
            generations: world.ids.generations.clone(),
            free: world.ids.free.clone(),
            bodies: bodies.collect::<Result<_, _>>()?,
            inside: world.regions.inside.iter().copied().collect(),
            departed: world.regions.departed.clone(),
            last_crossings: pairs(&world.regions.last_crossings),
            woken: world.woken.clone(),
            contacts: SavedContacts::of(&world.contacts),
            progress: world.progress,
        })
    }

    /// The world of this stored form.
    fn world(self) -> Result<World<V>, Impossible> {
        if self.format != FORMAT {
            return Err(Impossible::Format(self.format));
        }
        let mut world = World::new();
        world.set_gravity(self.gravity).map_err(Impossible::Space)?;
        world.set_period(self.period).map_err(Impossible::Space)?;
        world.set_given_rounding(self.given_rounding).map_err(Impossible::Space)?;
        // The setters ignore a change of the sign of a zero.
        (world.environment.gravity, world.environment.period.lengths) = (self.gravity, self.period);
        check_progress(self.progress)?;
        world.progress = self.progress;
        self.generations.iter().for_each(|_| world.slots.push(None));
        world.ids.generations = self.generations;
        let mut chords = Vec::new();
        for body in self.bodies {
            chords.extend(body.chord.map(|chord| (body.id.index, chord)));
            body.insert_into(&mut world)?;
        }
        let least = world.ids.keys.last_key_value().map_or(0, |(key, _)| key.saturating_add(1));
        if self.next_key < least {
            return Err(Impossible::NextKey(self.next_key));
        }
        world.ids.next_key = self.next_key;
        world.ids.free = self.free;
        check_free(&world)?;
        check_ids(&world)?;
        for pair in self.inside {
            check_inside(&world, pair)?;
            if !world.regions.inside.insert(pair) {
                return Err(Impossible::Pair(pair.0, pair.1));
            }
        }
        for pair in &self.departed {
            check_departed(&world, *pair)?;
        }
        world.regions.departed = self.departed;
        self.contacts.restore(&mut world)?;
        self.woken.iter().try_for_each(|body| check_id(&world, *body))?;
        world.woken = self.woken;
        for (pair, crossed) in self.last_crossings {
            in_step(crossed.time, step_end(&world))?;
            let exist = world.slot(pair.0).is_some() && world.slot(pair.1).is_some();
            if !exist || world.regions.last_crossings.insert(pair, crossed).is_some() {
                return Err(Impossible::Pair(pair.0, pair.1));
            }
        }
        // The walls of a body may come after it.
        for (index, chord) in chords {
            world.restore_chord(index, chord);
        }
        Ok(world)
    }
}

impl<V: Vector> SavedBody<V> {
    /// Puts the body into its place in the world.
    fn insert_into(self, world: &mut World<V>) -> Result<(), Impossible> {
        let (id, key) = (self.id, self.key);
        let generation = world.ids.generations.get(id.index());
        if generation != Some(&id.generation) || world.slots[id.index()].is_some() {
            return Err(Impossible::Place(id));
        }
        world.check_addition(&self.body, key).map_err(|error| Impossible::Body { key, error })?;
        in_step(self.time, step_end(world))?;
        let idle = self.supports.is_empty()
            && self.pile_state == PileState::Free
            && self.events == 0
            && self.held == Held::Free;
        if !self.supports.are_possible()
            || self.even.is_some() != self.pile_state.moves_evenly()
            || self.even.is_some_and(|even| !even.path.is_finite())
            || self
                .chord
                .is_some_and(|chord| !(chord.length > 0.0 && chord.length <= step_end(world)))
            || self.held.velocity().is_some_and(|velocity| !velocity.is_finite())
            || !(idle || world.is_interrupted())
        {
            return Err(Impossible::State { key });
        }
        let constraints = Constraints {
            even: self.even,
            supports: self.supports,
            held: self.held,
            asleep: self.asleep,
            absorbed_by: self.absorbed_by,
            quiet_time: self.quiet_time,
            spin: None,
        };
        let slot = world.make_slot(id, key, &self.body, self.time);
        let mut slot = slot.constrained_by(constraints, self.pile_state);
        slot.in_cluster = self.in_cluster;
        (slot.detach_count, slot.revision) = (self.detach_count, self.revision);
        (slot.may_overlap, slot.overlap_reported) = (self.may_overlap, self.overlap_reported);
        slot.edited = self.edited;
        slot.set_events(self.events);
        slot.set_bounced(self.bounced);
        slot.update_flight(&world.environment());
        world.put(slot);
        Ok(())
    }
}

/// Checks the free indices: each one that no body has is listed once, unless it has no further generation.
fn check_free<V: Vector>(world: &World<V>) -> Result<(), Impossible> {
    let mut taken: Vec<bool> = world.slots.iter().map(Option::is_some).collect();
    for index in world.ids.free.iter().map(|index| *index as usize) {
        if taken.get(index) != Some(&false) {
            return Err(Impossible::Free { index });
        }
        taken[index] = true;
    }
    let spent = |index: usize| world.ids.generations[index] == u32::MAX;
    match (0..taken.len()).find(|index| !taken[*index] && !spent(*index)) {
        Some(index) => Err(Impossible::Free { index }),
        None => Ok(()),
    }
}

/// Checks the ids of other bodies that are stored in each body.
fn check_ids<V: Vector>(world: &World<V>) -> Result<(), Impossible> {
    for slot in world.slots.iter().flatten() {
        let walls = slot.constraints().supports.walls.iter().map(|support| support.wall);
        let movers = slot.constraints().supports.pushes.iter().map(|push| push.by);
        let bounced = slot.bounced().map(|(other, _)| other);
        for other in
            bounced.into_iter().chain(slot.constraints().absorbed_by).chain(walls).chain(movers)
        {
            check_id(world, other)?;
            if other == slot.id {
                return Err(Impossible::State { key: slot.key });
            }
        }
    }
    Ok(())
}

/// Checks that the ball of a pair can be inside the region, unless the game has just edited one of the two.
fn check_inside<V: Vector>(world: &World<V>, pair: Pair) -> Result<(), Impossible> {
    let possible = world.slot(pair.0).zip(world.slot(pair.1)).is_some_and(|(region, ball)| {
        let open = matches!(region.shared.role, Role::Sensor(_) | Role::OneWay { .. });
        region.edited || ball.edited || (open && ball.is_mover() && ball.takes_part())
    });
    if possible { Ok(()) } else { Err(Impossible::Pair(pair.0, pair.1)) }
}

/// Checks a step that has begun.
fn check_progress(progress: Option<Progress>) -> Result<(), Impossible> {
    let Some(Progress { dt, next_solution, now, crowd_work, .. }) = progress else { return Ok(()) };
    in_step(dt, f64::MAX)?;
    in_step(now, dt)?;
    in_step(next_solution.unwrap_or(now), dt)?;
    in_step(crowd_work, f64::MAX)?;
    if dt == 0.0 { Err(Impossible::Time(dt)) } else { Ok(()) }
}

/// Checks a pair that has ended: one of its bodies is gone.
fn check_departed<V: Vector>(world: &World<V>, pair: Pair) -> Result<(), Impossible> {
    check_id(world, pair.0)?;
    check_id(world, pair.1)?;
    match (world.slot(pair.0), world.slot(pair.1)) {
        (Some(_), Some(_)) => Err(Impossible::Pair(pair.0, pair.1)),
        _ => Ok(()),
    }
}

/// Writes all that decides the future. The world that is read from it has the same future, to the bit.
///
/// # Errors
/// If a body has flown beyond the range of its numbers, or its shape is an outline that was grown by a box.
impl<V: Vector> Serialize for World<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Saved::of(self).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Reads a world, to the bit.
///
/// # Errors
/// If no world can be what is read, with the reason.
impl<'de, V: Vector> Deserialize<'de> for World<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer)?.world().map_err(D::Error::custom)
    }
}
