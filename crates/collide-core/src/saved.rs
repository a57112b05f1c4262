//! The stored form of a world, and the checks by which an impossible one is rejected when it is read.
//!
//! A world is written as what decides its future: the bodies with all that the step keeps about them,
//! the keys and ids that were and will be given, which body is inside which sensor, and an interrupted step. Paths and
//! bounds follow from that and are made anew. Maps are written as sequences, so that every format can
//! hold them, and no number is infinite.
//!
//! Reading checks everything: whatever the bytes say, a world holds nothing that it could not have come
//! to hold by itself.

use core::fmt;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::body::{Body, InvalidBody, Role};
use crate::contact::Feature;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Constraints, Crossed, Held, Progress, Rest, Resting, Supports, World};

/// The form in which worlds are written; another one is refused.
const FORMAT: u32 = 6;

/// How far a time may lie beyond the end of its step by rounding, as a share of the step.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

type Pair = (BodyId, BodyId);

/// A world as it is written.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename = "World")]
struct Saved<V: Vector> {
    format: u32,
    gravity: V,
    period: V,
    next_key: u64,
    generations: Vec<u32>,
    free: Vec<u32>,
    bodies: Vec<SavedBody<V>>,
    touching: Vec<Pair>,
    departed: Vec<Pair>,
    crossed: Vec<(Pair, Crossed)>,
    resting: Vec<Resting<V::Wide>>,
    apart: Vec<([BodyId; 2], [u32; 2])>,
    woken: Vec<BodyId>,
    progress: Option<Progress>,
}

/// A body as it is written, with what the step keeps about it.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename = "Slot")]
struct SavedBody<V: Vector> {
    id: BodyId,
    key: u64,
    body: Body<V>,
    time: f64,
    supports: Supports<V::Wide>,
    rest: Option<Rest<V::Wide>>,
    #[serde(rename = "in_crowd")]
    in_pile: bool,
    #[serde(rename = "clustered")]
    in_cluster: bool,
    #[serde(rename = "thrown")]
    detach_count: u32,
    still: f64,
    asleep: Option<u64>,
    bounced: Option<(BodyId, Feature)>,
    #[serde(rename = "fresh")]
    edited: bool,
    held: Held<V::Wide>,
    #[serde(rename = "crammed")]
    may_overlap: bool,
    #[serde(rename = "squeezed")]
    overlap_reported: bool,
    events: u32,
    revision: u32,
    absorbed_by: Option<BodyId>,
}

/// Why no world holds what was read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Impossible {
    /// It was written in another form.
    Format(u32),
    /// Gravity or the period is out of range.
    Space(InvalidBody),
    /// A body is out of range, has the key of another one or cannot meet another one.
    Body { key: u64, error: InvalidBody },
    /// The place of a body is not there, is taken or has another generation.
    Place(BodyId),
    /// A free place is not there, is taken or told twice, or an empty one is missing among the free.
    Free { index: usize },
    /// The next key is not above all others.
    NextKey(u64),
    /// A time lies outside its step.
    Time(f64),
    /// A body has a load that it cannot have, or what only bodies within a step have.
    State { key: u64 },
    /// An id that was never given.
    Stranger(BodyId),
    /// A pair that is not inside each other, is listed twice, or is missing.
    Pair(BodyId, BodyId),
}

impl fmt::Display for Impossible {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(format) => {
                write!(formatter, "the world is written in format {format}, not {FORMAT}")
            }
            Self::Space(error) => write!(formatter, "{error}"),
            Self::Body { key, error } => write!(formatter, "the body with the key {key}: {error}"),
            Self::Place(id) => write!(formatter, "no body can be at {id:?}"),
            Self::Free { index } => write!(formatter, "place {index} is not free, or not told so"),
            Self::NextKey(key) => write!(formatter, "the next key cannot be {key}"),
            Self::Time(time) => write!(formatter, "{time} is no time of the step"),
            Self::State { key } => {
                write!(formatter, "the body with the key {key} is in no state of a step")
            }
            Self::Stranger(id) => write!(formatter, "{id:?} was never given"),
            Self::Pair(region, ball) => {
                write!(formatter, "{region:?} and {ball:?} cannot be such a pair")
            }
        }
    }
}

impl<V: Vector> Saved<V> {
    /// What is to be written of a world.
    fn of(world: &World<V>) -> Result<Self, Impossible> {
        let bodies = world.slots.iter().flatten().map(|slot| {
            // A body that has flown beyond the range of its numbers is in no state that can be read.
            let key = slot.key;
            let body = slot.body();
            body.validate().map_err(|error| Impossible::Body { key, error })?;
            Ok(SavedBody {
                id: slot.id,
                key,
                body,
                time: slot.time,
                supports: slot.constraints().supports.clone(),
                rest: slot.constraints().rest,
                in_pile: slot.in_pile,
                in_cluster: slot.in_cluster,
                detach_count: slot.detach_count,
                still: slot.constraints().still,
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
            next_key: world.ids.next_key,
            generations: world.ids.generations.clone(),
            free: world.ids.free.clone(),
            bodies: bodies.collect::<Result<_, _>>()?,
            touching: world.regions.touching.iter().copied().collect(),
            departed: world.regions.departed.clone(),
            crossed: world
                .regions
                .crossed
                .iter()
                .map(|(pair, crossed)| (*pair, *crossed))
                .collect(),
            resting: world.contacts.all().to_vec(),
            woken: world.woken.clone(),
            apart: world.contacts.apart.iter().map(|(pair, counts)| (*pair, *counts)).collect(),
            progress: world.progress,
        })
    }

    /// The world that was written.
    fn world(self) -> Result<World<V>, Impossible> {
        if self.format != FORMAT {
            return Err(Impossible::Format(self.format));
        }
        let mut world = World::new();
        world.set_gravity(self.gravity).map_err(Impossible::Space)?;
        world.set_period(self.period).map_err(Impossible::Space)?;
        // The setters pass over what differs by the sign of a zero only.
        (world.gravity, world.period) = (self.gravity, self.period);
        if let Some(Progress { dt, now, .. }) = self.progress {
            in_step(dt, f64::MAX)?;
            in_step(now, dt)?;
            if dt == 0.0 {
                return Err(Impossible::Time(dt));
            }
        }
        world.progress = self.progress;
        self.generations.iter().for_each(|_| world.slots.push(None));
        world.ids.generations = self.generations;
        for body in self.bodies {
            body.insert_into(&mut world)?;
        }
        let least = world.ids.keys.last_key_value().map_or(0, |(key, _)| key.saturating_add(1));
        if self.next_key < least {
            return Err(Impossible::NextKey(self.next_key));
        }
        world.ids.next_key = self.next_key;
        world.ids.free = self.free;
        check_free(&world)?;
        check_names(&world)?;
        for pair in self.touching {
            check_touching(&world, pair)?;
            if !world.regions.touching.insert(pair) {
                return Err(Impossible::Pair(pair.0, pair.1));
            }
        }
        for pair in &self.departed {
            check_departed(&world, *pair)?;
        }
        world.regions.departed = self.departed;
        for resting in &self.resting {
            check_resting(&world, resting)?;
        }
        if !self.resting.is_sorted_by(|one, two| one.name() < two.name()) {
            return Err(Impossible::Format(self.format));
        }
        world.contacts.keep(self.resting);
        self.woken.iter().try_for_each(|body| check_name(&world, *body))?;
        world.woken = self.woken;
        for (pair, counts) in self.apart {
            check_name(&world, pair[0])?;
            check_name(&world, pair[1])?;
            world.contacts.apart.insert(pair, counts);
        }
        for (pair, crossed) in self.crossed {
            in_step(crossed.time, step_end(&world))?;
            let there = world.slot(pair.0).is_some() && world.slot(pair.1).is_some();
            if !there || world.regions.crossed.insert(pair, crossed).is_some() {
                return Err(Impossible::Pair(pair.0, pair.1));
            }
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
        world.check_newcomer(&self.body, key).map_err(|error| Impossible::Body { key, error })?;
        in_step(self.time, step_end(world))?;
        let idle = self.supports.is_empty()
            && self.rest.is_none()
            && !self.in_pile
            && self.events == 0
            && self.held == Held::Free;
        if !self.supports.are_possible()
            || self.rest.is_some_and(|rest| !rest.velocity.is_finite())
            || self.held.velocity().is_some_and(|velocity| !velocity.is_finite())
            || !(idle || world.is_interrupted())
        {
            return Err(Impossible::State { key });
        }
        let constraints = Constraints {
            rest: self.rest,
            supports: self.supports,
            held: self.held,
            asleep: self.asleep,
            absorbed_by: self.absorbed_by,
            still: self.still,
        };
        let mut slot = world.make_slot(id, key, &self.body, self.time).constrained_by(constraints);
        (slot.in_pile, slot.in_cluster) = (self.in_pile, self.in_cluster);
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

/// The end of the interrupted step, or 0 between steps.
fn step_end<V: Vector>(world: &World<V>) -> f64 {
    world.progress.map_or(0.0, |progress| progress.dt)
}

/// Refuses a time that is not between 0 and the end of the step.
fn in_step(time: f64, end: f64) -> Result<(), Impossible> {
    let inside = time.is_finite() && time >= 0.0 && time <= end + ROUNDING * end;
    if inside { Ok(()) } else { Err(Impossible::Time(time)) }
}

/// Every empty place is free once, unless its generations have run out.
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

/// Refuses an id that the world has not given to a body that is there or was there.
fn check_name<V: Vector>(world: &World<V>, id: BodyId) -> Result<(), Impossible> {
    let known = match world.ids.generations.get(id.index()) {
        Some(current) if id.generation < *current => true,
        Some(&u32::MAX) => id.generation == u32::MAX,
        _ => world.slot(id).is_some(),
    };
    if known { Ok(()) } else { Err(Impossible::Stranger(id)) }
}

/// Checks the ids that bodies hold of each other.
fn check_names<V: Vector>(world: &World<V>) -> Result<(), Impossible> {
    for slot in world.slots.iter().flatten() {
        let walls = slot.constraints().supports.walls.iter().map(|support| support.wall);
        let pushers = slot.constraints().supports.pushes.iter().map(|push| push.by);
        let bounced = slot.bounced().map(|(other, _)| other);
        for other in
            bounced.into_iter().chain(slot.constraints().absorbed_by).chain(walls).chain(pushers)
        {
            check_name(world, other)?;
            if other == slot.id {
                return Err(Impossible::State { key: slot.key });
            }
        }
    }
    Ok(())
}

/// A ball is inside a region that lets it in, unless the game has just changed one of the two.
fn check_touching<V: Vector>(world: &World<V>, pair: Pair) -> Result<(), Impossible> {
    let possible = world.slot(pair.0).zip(world.slot(pair.1)).is_some_and(|(region, ball)| {
        let open = matches!(region.shared.role, Role::Sensor(_) | Role::OneWay { .. });
        region.edited || ball.edited || (open && ball.is_mover() && ball.takes_part())
    });
    if possible { Ok(()) } else { Err(Impossible::Pair(pair.0, pair.1)) }
}

/// Checks the contacts: their bodies exist, and their impulses push.
fn check_resting<V: Vector>(
    world: &World<V>,
    resting: &Resting<V::Wide>,
) -> Result<(), Impossible> {
    let [one, two] = resting.bodies;
    check_name(world, one)?;
    check_name(world, two)?;
    let pushes = resting.impulse.is_finite() && resting.impulse >= 0.0 && resting.slide.is_finite();
    if pushes && one != two { Ok(()) } else { Err(Impossible::Pair(one, two)) }
}

/// Of a pair that has ended one is gone.
fn check_departed<V: Vector>(world: &World<V>, pair: Pair) -> Result<(), Impossible> {
    check_name(world, pair.0)?;
    check_name(world, pair.1)?;
    match (world.slot(pair.0), world.slot(pair.1)) {
        (Some(_), Some(_)) => Err(Impossible::Pair(pair.0, pair.1)),
        _ => Ok(()),
    }
}

/// Writes all that decides the future, so that a world that is read goes on to the bit.
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
/// If no world can hold what is told, with the reason.
impl<'de, V: Vector> Deserialize<'de> for World<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Saved::deserialize(deserializer)?.world().map_err(D::Error::custom)
    }
}
