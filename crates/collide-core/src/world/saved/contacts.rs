//! The stored form of the contacts of a world.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::checks::{FORMAT, Impossible, check_id, check_pair, in_step, step_end};
use crate::rounding;
use crate::vector::Vector;
use crate::world::constraints::Resting;
use crate::world::contacts::Contacts;
use crate::world::contacts::points::{ContactPoint, NotedTouch};
use crate::world::id::BodyId;
use crate::world::store::World;

/// The stored form of the contacts.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", rename = "Contacts")]
pub(super) struct SavedContacts<V: Vector> {
    resting: Vec<Resting<V>>,
    suppressed: Vec<([BodyId; 2], [u32; 2])>,
    passed_over: Vec<[BodyId; 2]>,
    points: Vec<ContactPoint<V>>,
    noted_touches: Vec<NotedTouch>,
    ended: Vec<[BodyId; 2]>,
    requested: Vec<(BodyId, f64)>,
}

impl<V: Vector> SavedContacts<V> {
    /// The stored form of these contacts.
    pub(super) fn of(contacts: &Contacts<V>) -> Self {
        Self {
            resting: contacts.all().to_vec(),
            suppressed: pairs(&contacts.suppressed),
            passed_over: contacts.passed_over.iter().copied().collect(),
            points: contacts.points.all().to_vec(),
            noted_touches: contacts.points.touches.clone(),
            ended: contacts.points.ended.clone(),
            requested: pairs(&contacts.requested),
        }
    }

    /// Sets the contacts of a world that has all its bodies.
    pub(super) fn restore(self, world: &mut World<V>) -> Result<(), Impossible> {
        self.resting.iter().try_for_each(|resting| check_resting(world, resting))?;
        if !self.resting.is_sorted_by(|one, two| one.name() < two.name()) {
            return Err(Impossible::Format(FORMAT));
        }
        let suppressed = self.suppressed.iter().map(|(pair, _)| pair);
        for pair in suppressed.chain(&self.passed_over) {
            pair.iter().try_for_each(|body| check_id(world, *body))?;
        }
        check_contact_points(world, &self.points)?;
        for touch in &self.noted_touches {
            in_step(touch.time, step_end(world))?;
            check_pair(world, touch.bodies)?;
        }
        self.ended.iter().try_for_each(|pair| check_pair(world, *pair))?;
        for (body, time) in &self.requested {
            in_step(*time, step_end(world))?;
            check_id(world, *body)?;
        }
        let contacts = &mut world.contacts;
        contacts.set(self.resting);
        contacts.suppressed.extend(self.suppressed);
        contacts.passed_over.extend(self.passed_over);
        contacts.points.replace(self.points);
        (contacts.points.touches, contacts.points.ended) = (self.noted_touches, self.ended);
        contacts.requested.extend(self.requested);
        Ok(())
    }
}

/// The entries of a map, in the order of their keys.
pub(super) fn pairs<K: Copy, T: Copy>(map: &BTreeMap<K, T>) -> Vec<(K, T)> {
    map.iter().map(|(key, value)| (*key, *value)).collect()
}

/// Checks a resting contact: it has two bodies, its impulse pushes them apart, and the length for which its
/// springs are made is a time.
fn check_resting<V: Vector>(world: &World<V>, resting: &Resting<V>) -> Result<(), Impossible> {
    let [one, two] = resting.bodies;
    check_pair(world, resting.bodies)?;
    let pushes =
        resting.force.is_finite() && resting.force >= 0.0 && resting.friction_force.is_finite();
    let has_springs = resting.spring_dt.is_finite() && resting.spring_dt >= 0.0;
    if pushes && has_springs { Ok(()) } else { Err(Impossible::Pair(one, two)) }
}

/// Checks the contact points: they are of bodies that exist, sorted, and a step can have found their numbers.
fn check_contact_points<V: Vector>(
    world: &World<V>,
    points: &[ContactPoint<V>],
) -> Result<(), Impossible> {
    for point in points {
        let [one, two] = point.bodies;
        let exist = point.bodies.into_iter().all(|body| world.slot(body).is_some());
        let is_possible = point.point.is_finite()
            && (point.normal.length_squared() - 1.0).abs() < rounding::STORED
            && point.separation.is_finite()
            && point.impulse.is_finite()
            && point.impulse >= 0.0;
        if !(exist && is_possible && one != two) {
            return Err(Impossible::Pair(one, two));
        }
    }
    match points.is_sorted_by(|one, two| one.name() < two.name()) {
        true => Ok(()),
        false => Err(Impossible::Format(FORMAT)),
    }
}
