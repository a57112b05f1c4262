//! Follows at the end of a step which bodies are in contact, and reports the contacts that begin and end.
//!
//! Two bodies begin to be in contact
//!
//! - if they touched slowly in the step: an event took the touch as a contact, or the solver of piles pressed them;
//! - or if they touch at its end and neither approach nor separate faster than the rest speed, as after an impact of
//!   restitution zero, or where the game has put them;
//! - or if they overlap visibly.
//!
//! They stay in contact until they are visibly apart, which is a little more, so that a pair that trembles does not begin
//! and end all the time.
//!
//! Which pairs are examined follows from what has happened, not from a search: those in contact, those that touched, and those of
//! the neighbour list of the piles, unless nothing bears a body and there is no pile: then one that only comes near is in contact
//! from the event on by which it touches. Each is then judged by the two states at the end of the step, so neither
//! threads nor the order of storage change a result.

use crate::contact::ball_convex::of_balls;
use crate::contact::{Contact, contacts_within};
use crate::report::{Event, Impact};
use crate::rounding;
use crate::step::engine::Engine;
use crate::step::finish::impulses::{Judged, set_impulses};
use crate::step::piles::neighbours::update_neighbour_list;
use crate::step::state::piles::{ContactScratch, as_number};
use crate::step::touch::classify::{InPile, Slowness, classify};
use crate::step::touch::load::{Load, Pressed};
use crate::step::touch::margins::distance_rounding;
use crate::step::touch::meeting::{pair_size, relative_motion, touching_point};
use crate::step::touch::regions::carries;
use crate::step::touch::surfaces::{may_meet, pair_surface};
use crate::vector::Vector;
use crate::world::{BodyId, ContactPoint, NotedTouch, Obstacle, Slot, World};

/// Two bodies touch if their edges are no further from each other than this share of the smaller one's size.
const TOUCHING_SHARE: f64 = 1e-4;

/// Two bodies are visibly apart, or overlap visibly, from this share of the smaller one's size on.
const VISIBLE_SHARE: f64 = 0.01;

/// After an impact two bodies may stay together if they separate no faster than by this share of their approach speed.
const PLASTIC_SHARE: f64 = 1e-3;

/// What decides which pairs are examined at the end of a step.
#[derive(Debug)]
pub(crate) struct Examined {
    /// Whether the neighbour list of the piles is of this step.
    has_neighbours: bool,
    /// The touches of the step, sorted by pairs and times.
    touches: Vec<NotedTouch>,
}

/// The contacts that begin and end with a step.
struct Changes<V> {
    started: Vec<(f64, ContactPoint<V>)>,
    ended: Vec<[BodyId; 2]>,
}

/// Notes the impacts since the step began or was resumed after which two bodies may stay together.
pub(crate) fn keep_plastic_impacts<V: Vector>(engine: &Engine<V>, world: &mut World<V>) {
    let is_plastic = |impact: &&Impact<V>| {
        // Most impacts lose no energy.
        impact.energy_lost > 0.0 && {
            let inverse = |body| world.slot(body).map_or(0.0, |slot| 1.0 / slot.mass());
            let change = impact.impulse * impact.bodies.map(inverse).iter().sum::<f64>();
            change - impact.approach_speed <= PLASTIC_SHARE * impact.approach_speed
        }
    };
    let note = |impact: &Impact<V>| NotedTouch {
        bodies: impact.bodies,
        time: impact.time,
        is_impact: true,
    };
    let touches: Vec<_> = engine.report.impacts().filter(is_plastic).map(note).collect();
    world.contacts.points.touches.extend(touches);
}

/// Collects what decides which pairs are examined when the step has ended; its bodies have not been flown to its end yet.
/// `is_serial` is whether the serial event loop made it.
pub(crate) fn collect_examined<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    is_serial: bool,
    dt: f64,
) -> Examined {
    keep_plastic_impacts(engine, world);
    let mut touches = std::mem::take(&mut world.contacts.points.touches);
    touches.sort_by(|one, two| one.bodies.cmp(&two.bodies).then(one.time.total_cmp(&two.time)));
    let has_neighbours = is_serial && {
        let possible = &mut engine.piles.possible;
        // As of now, so that nothing depends on where the step was interrupted.
        (possible.any_borne, possible.movers) = (false, 0);
        let loose = engine.search.loose.bodies.iter();
        for slot in loose.filter_map(|index| world.slots[*index as usize].as_ref()) {
            possible.any_borne |= slot.is_borne();
            possible.movers += usize::from(slot.is_mover() && slot.takes_part());
        }
        possible.need_neighbours(true)
    };
    if has_neighbours {
        update_neighbour_list(engine, world, dt);
    }
    Examined { has_neighbours, touches }
}

/// Lists the pairs of the neighbour list, without those of balls that are visibly apart at the end of the step, as most are.
fn list_near_neighbours<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    scratch: &mut ContactScratch<V>,
) {
    let ContactScratch { balls, pairs, .. } = scratch;
    let neighbours = &engine.piles.neighbours;
    if !world.is_open() {
        return pairs.extend(neighbours);
    }
    // The radius with half of what may lie between two that are not visibly apart.
    let ball = |slot: &Option<Slot<V>>| {
        let slot = slot.as_ref().filter(|slot| slot.is_mover());
        slot.map_or((V::ZERO, f64::NAN), |slot| {
            let reach = slot.shared.ball_radius + 0.5 * VISIBLE_SHARE * slot.size();
            (slot.position, reach * (1.0 + rounding::TO_SPARE))
        })
    };
    balls.clear();
    balls.extend(world.slots.iter().map(ball));
    let may_be_near = |pair: &&[u32; 2]| {
        let [(one, own), (two, others)] = pair.map(|index| &balls[index as usize]);
        let reach = own + others;
        let is_apart = (*one - *two).length_squared() > reach * reach;
        !is_apart
    };
    pairs.extend(neighbours.iter().filter(may_be_near));
}

/// Brings the contact points of a world up to date, in which all bodies are at the end of the step, and reports which
/// contacts have begun and ended.
pub(crate) fn report_contacts<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    examined: Examined,
    dt: f64,
) {
    let Examined { has_neighbours, touches } = examined;
    let mut scratch = std::mem::take(&mut engine.piles.contact_scratch);
    scratch.pairs.clear();
    scratch.judged.clear();
    if has_neighbours {
        list_near_neighbours(engine, world, &mut scratch);
    }
    let ContactScratch { pairs, judged: points, .. } = &mut scratch;
    let known = world.contacts.points.all().iter().map(|point| point.bodies);
    let known = known.chain(touches.iter().map(|touch| touch.bodies));
    pairs.extend(known.map(|bodies| bodies.map(|body| body.index)));
    // All three lists are in order, which makes the sort fast, and one number is compared sooner than two.
    pairs.sort_by_key(as_number);
    pairs.dedup();
    let mut before = world.contacts.points.replace(Vec::new());
    let mut changes = Changes { started: Vec::new(), ended: Vec::new() };
    let mut found = Vec::new();
    let (mut old, mut noted) = (&*before, &*touches);
    for pair in pairs.iter().copied() {
        let (was, rest) = split_run(old, pair, |point| point.bodies);
        let (touched, others) = split_run(noted, pair, |touch| touch.bodies);
        (old, noted) = (rest, others);
        let first_new = points.len();
        examine(engine, world, pair, (was, touched), (&mut found, points), dt);
        note_change(was, touched, &points[first_new..], &mut changes, dt);
    }
    note_passing_touches(world, &touches, (&before, points), &mut changes);
    set_impulses(world, points, dt);
    before.clear();
    before.extend(points.iter().map(|(point, _)| *point));
    world.contacts.points.replace(before);
    engine.piles.contact_scratch = scratch;
    push_contact_events(engine, world, changes, dt);
}

/// Adds the contact points of a pair at the end of a step of `dt` seconds, of which `was` are those at its start. `found`
/// is a buffer.
fn examine<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [u32; 2],
    (was, touched): (&[ContactPoint<V>], &[NotedTouch]),
    (found, points): (&mut Vec<Contact<V>>, &mut Vec<Judged<V>>),
    dt: f64,
) {
    let slots = pair.map(|index| world.slots[world.slots.place(index)].as_ref());
    let [Some(first), Some(second)] = slots else { return };
    let bodies = [first.id, second.id];
    let is_asleep = |slot: &Slot<V>| slot.constraints().asleep.is_some();
    if is_asleep(first) && (is_asleep(second) || !second.is_mover()) {
        // What lies on a wall that moves does not sleep.
        let lasting = was.iter().filter(|point| point.bodies == bodies);
        points.extend(lasting.map(|point| (*point, false)));
        return;
    }
    if !may_touch(engine, world, [first, second]) {
        return;
    }
    let was = if was.first().is_some_and(|point| point.bodies == bodies) { was } else { &[] };
    let has_touched = |touch: &NotedTouch| touch.bodies == bodies && !touch.is_impact;
    let was_in_contact = !was.is_empty() || touched.iter().any(has_touched);
    let offset = find_contacts(world, [first, second], found);
    let nearest = found.iter().map(|it| it.separation).fold(f64::INFINITY, f64::min);
    for contact in found {
        let Contact { separation, normal, feature } = *contact;
        let lasts = was_in_contact && separation == nearest
            || was.iter().any(|point| point.feature == feature);
        if carries(world, [first, second], normal)
            && (lasts || begins(engine, world, [first, second], contact, dt))
        {
            points.push((contact_point([first, second], contact, offset), true));
        }
    }
}

/// Whether two bodies may be in contact.
fn may_touch<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    [first, second]: [&Slot<V>; 2],
) -> bool {
    first.is_mover()
        && second.can_support()
        && first.takes_part()
        && second.takes_part()
        && may_meet(engine, [first, second])
        && !world.contacts.is_passed_over([first, second])
}

/// Whether two bodies that were not in contact are at the end of a step of `dt` seconds.
fn begins<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    pair: [&Slot<V>; 2],
    contact: &Contact<V>,
    dt: f64,
) -> bool {
    let (size, separation) = (pair_size(pair), contact.separation);
    if separation > TOUCHING_SHARE * size + distance_rounding(pair, world.given_rounding()) {
        return false;
    }
    if separation < -VISIBLE_SHARE * size {
        return true;
    }
    let Some(surface) = pair_surface(engine, pair) else { return false };
    let pressed = Pressed {
        normal: contact.normal,
        centripetal: 0.0,
        gravity: world.environment().gravity,
        restitution: surface.restitution,
        dt,
        events_per_second: engine.settings.event_budget(dt).per_second,
    };
    let load = Load::new(pair, pressed);
    let fastest = pair.map(|slot| slot.velocity.length());
    let may_be_rounding =
        rounding::VELOCITY_ALONG * f64::max(fastest[0], fastest[1]) + 2.0 * load.rounding;
    let [_, relative] = relative_motion(pair, world.environment().period, 0.0);
    let slowness = Slowness { rest_speed: load.rest_speed + may_be_rounding, pile: InPile::No };
    classify(-relative.dot(contact.normal), &slowness).holds()
}

/// Adds the slow touches after which the two did not stay together: their contacts have begun and ended in the step.
fn note_passing_touches<V: Vector>(
    world: &World<V>,
    touches: &[NotedTouch],
    (before, points): (&[ContactPoint<V>], &[Judged<V>]),
    changes: &mut Changes<V>,
) {
    for touches in touches.chunk_by(|one, two| one.bodies == two.bodies) {
        let Some(touch) = touches.iter().find(|touch| !touch.is_impact) else { continue };
        let bodies = touch.bodies;
        if before.binary_search_by(|point| point.bodies.cmp(&bodies)).is_ok()
            || points.binary_search_by(|(point, _)| point.bodies.cmp(&bodies)).is_ok()
        {
            continue;
        }
        let [Some(first), Some(second)] = bodies.map(|body| world.slot(body)) else { continue };
        let period = world.environment().period;
        let obstacle = Obstacle::new(second, &first.shared.mover, period, 0.0);
        let offset = obstacle.nearest(first.position - second.position);
        let point = contact_point([first, second], &obstacle.contact(offset), offset);
        changes.started.push((touch.time, point));
        changes.ended.push(bodies);
    }
}

/// Reports the contacts that have begun and ended, in the order of time and of keys.
fn push_contact_events<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    changes: Changes<V>,
    dt: f64,
) {
    let Changes { mut started, mut ended } = changes;
    let keys = |bodies: &[BodyId; 2]| bodies.map(|body| world.key(body));
    started.sort_by_key(|(_, point)| keys(&point.bodies));
    ended.sort_by_key(keys);
    let is_early = started.iter().any(|(time, _)| *time < dt);
    let events = &mut engine.report.events;
    let start = |(time, point)| Event::ContactStarted { time, point };
    events.extend(started.into_iter().map(start));
    events.extend(ended.into_iter().map(|bodies| Event::ContactEnded { time: dt, bodies }));
    if is_early {
        events.sort_by(|one, two| one.time().total_cmp(&two.time()));
    }
}

/// Reports the contacts that ended because one of the two bodies was removed.
pub(crate) fn report_removed_contacts<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>) {
    let time = world.now();
    let ended = std::mem::take(&mut world.contacts.points.ended);
    let events = ended.into_iter().map(|bodies| Event::ContactEnded { time, bodies });
    engine.report.events.extend(events);
}

/// The point of a contact of two bodies, of which the first is at this offset from the nearest image of the second; its impulse
/// is not known yet.
fn contact_point<V: Vector>(
    [first, second]: [&Slot<V>; 2],
    contact: &Contact<V>,
    offset: V,
) -> ContactPoint<V> {
    let Contact { separation, normal, feature } = *contact;
    ContactPoint {
        bodies: [first.id, second.id],
        feature,
        point: touching_point([first, second], first.position, offset, normal),
        normal,
        separation,
        impulse: 0.0,
    }
}

/// Finds the contacts of two bodies that are not visibly apart, in the order of features. Returns the offset of the first one
/// from the nearest image of the second.
fn find_contacts<V: Vector>(
    world: &World<V>,
    [first, second]: [&Slot<V>; 2],
    found: &mut Vec<Contact<V>>,
) -> V {
    found.clear();
    let offset = first.position - second.position;
    let visible = VISIBLE_SHARE * pair_size([first, second]);
    let radii = first.shared.ball_radius + second.shared.ball_radius;
    if world.is_open() && second.is_mover() && !radii.is_nan() {
        found.extend(Some(of_balls(offset, radii)).filter(|it| it.separation <= visible));
        return offset;
    }
    let period = world.environment().period;
    let obstacle = Obstacle::new(second, &first.shared.mover, period, 0.0);
    let nearest = obstacle.nearest(offset);
    let place = (nearest, obstacle.radius());
    contacts_within(obstacle.shape(), place, visible, |contact| found.push(contact));
    found.sort_by_key(|contact| contact.feature);
    nearest
}

/// Divides a list that is sorted by bodies, and in which smaller pairs have been passed over, into the run of a pair and what
/// follows.
fn split_run<T>(
    mut list: &[T],
    pair: [u32; 2],
    bodies: impl Fn(&T) -> [BodyId; 2],
) -> (&[T], &[T]) {
    let indices = |item: &T| bodies(item).map(|body| body.index);
    while let Some((_, rest)) = list.split_first().filter(|(item, _)| indices(item) < pair) {
        list = rest;
    }
    let length = list.iter().take_while(|item| indices(item) == pair).count();
    list.split_at(length)
}

/// Notes whether the contact of a pair has begun or ended. An index may belong to another body than before.
fn note_change<V: Vector>(
    was: &[ContactPoint<V>],
    touched: &[NotedTouch],
    points: &[Judged<V>],
    changes: &mut Changes<V>,
    dt: f64,
) {
    // Most contacts last.
    if let ([was], [(point, _)]) = (was, points)
        && was.bodies == point.bodies
    {
        return;
    }
    let nearest = points
        .iter()
        .map(|(point, _)| *point)
        .min_by(|one, two| one.separation.total_cmp(&two.separation));
    if let Some(nearest) = nearest
        && !was.iter().any(|point| point.bodies == nearest.bodies)
    {
        let touch = touched.iter().find(|touch| touch.bodies == nearest.bodies);
        changes.started.push((touch.map_or(dt, |touch| touch.time), nearest));
    }
    for points in was.chunk_by(|one, two| one.bodies == two.bodies) {
        if nearest.is_none_or(|nearest| nearest.bodies != points[0].bodies) {
            changes.ended.push(points[0].bodies);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_of_a_pair_is_what_stands_between_smaller_and_larger_ones() {
        let id = |index| BodyId { index, generation: 0 };
        let touch =
            |one, two, time| NotedTouch { bodies: [id(one), id(two)], time, is_impact: false };
        let all = [touch(0, 1, 0.1), touch(0, 2, 0.2), touch(0, 2, 0.3), touch(1, 2, 0.4)];
        let times = |pair| {
            let (run, rest) = split_run(&all, pair, |touch| touch.bodies);
            (run.iter().map(|touch| touch.time).collect::<Vec<_>>(), rest.len())
        };
        assert_eq!(times([0, 2]), (vec![0.2, 0.3], 1));
        assert_eq!(times([0, 3]), (vec![], 1));
        assert_eq!(times([2, 3]), (vec![], 0));
    }
}
