//! How do two follow everyone at once, each a half of space?
//!
//! What both have seen of all who came to the border is compared when they have followed their [halves](super::half)
//! to the end of the step. If it is the same, nobody has met anyone of whom he who followed him did not know: of two
//! of different halves who touch one must have been at the border, and is known to both. So all came to pass as one
//! who follows everyone would have seen it, whatever was seen of those beyond the border. If it is not the same,
//! nothing has been done, and the step is made as any other.

use std::mem::swap;

use super::half::{Bodies, NEAR};
use super::stepper::{Domain, Half, Halves, Stepper};
use super::terms::Terms;
use crate::broad::Lattice;
use crate::executor::map;
use crate::shape::Shape;
use crate::vector::{Vector, Wide};
use crate::world::{Slot, World};

/// How many rows beyond the border are followed by both at most.
const DEEPEST: usize = 12;

/// A half has so many rows of cells at least, and so many times as many as have guests.
const ROWS: usize = 24;
const MORE: usize = 3;

/// Where less than this share of all is on one side, there is a better place for the border.
const UNEVEN: f64 = 0.4;

impl<V: Vector> Halves<V> {
    /// Along which axis space is halved, if it is large enough where so many rows have guests.
    pub(super) fn axis(lattice: &Lattice<V::Wide>, depth: usize) -> Option<usize> {
        let axis = (0..V::Wide::DIMENSION).max_by_key(|axis| lattice.size()[*axis])?;
        (depth <= DEEPEST && lattice.size()[axis] >= 2 * rows_at_least(depth)).then_some(axis)
    }

    /// Begins to follow everyone half by half, if that is possible.
    pub(super) fn begin(
        stepper: &Stepper<V>,
        world: &World<V>,
        terms: &Terms<V::Wide>,
        dt: f64,
    ) -> Option<Self> {
        let lattice = &terms.lattice;
        let (depth, axis) = (stepper.depth, Self::axis(lattice, stepper.depth)?);
        let slots = world.slots.items();
        // Contacts with such a wall, along which balls slide, are told as a sum.
        let is_round = |slot: &Slot<V>| matches!(slot.form.shape, Shape::RoundArena { .. });
        if slots.iter().flatten().any(is_round) {
            return None;
        }
        let row_of = |slot: &Slot<V>| lattice.place(slot.position.widen())[axis];
        let mover = |slot: &Option<Slot<V>>| slot.as_ref().filter(|it| it.is_mover()).map(row_of);
        let rows: Vec<Option<usize>> = slots.iter().map(mover).collect();
        let mut all: Vec<usize> = rows.iter().copied().flatten().collect();
        let middle = all.len() / 2;
        let row = *all.select_nth_unstable(middle).1;
        let least = rows_at_least(depth);
        if row < least || row + least > lattice.size()[axis] {
            return None;
        }
        let owners = rows.iter().map(|it| u8::from(it.is_some_and(|it| it >= row))).collect();
        let mut halves: Vec<_> =
            [0, 1].map(|number| Half::new(number, world, &rows, (row, depth))).into();
        let done =
            map(&*stepper.executor, halves.iter_mut(), |half| half.begin(terms, (axis, row), dt));
        let nobody = vec![false; slots.len()];
        done.into_iter().all(|done| done).then_some(Self {
            halves,
            owners,
            row,
            axis,
            is_rewritten: nobody.clone(),
            are_shared: nobody.clone(),
            is_marked: nobody,
        })
    }

    /// Whether far more than half of all belong to one of them.
    pub(super) fn are_uneven(&self) -> bool {
        let second = self.owners.iter().filter(|owner| **owner == 1).count();
        let share = second as f64 / self.owners.len() as f64;
        !(UNEVEN..1.0 - UNEVEN).contains(&share)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.halves.len()
    }

    /// Follows everyone to the end of the step, and tells whether that is what came to pass. Nothing is done to the
    /// world. What is to be told of the halves is left in the `domains`.
    pub(super) fn follow(
        &mut self,
        stepper: &Stepper<V>,
        world: &World<V>,
        domains: &mut Vec<Domain<V>>,
        dt: f64,
    ) -> bool {
        self.change_sides(world);
        let Self { halves, owners, are_shared, .. } = self;
        let newcomers = [1, 0].map(|other: usize| halves[other].passed(NEAR, owners));
        are_shared.fill(false);
        for body in halves.iter().flat_map(|half| &half.guests).chain(newcomers.iter().flatten()) {
            are_shared[*body as usize] = true;
        }
        let bodies = Bodies { owners, are_shared };
        map(&*stepper.executor, halves.iter_mut().zip(newcomers), |(half, newcomers)| {
            half.hand.stepper.settings = stepper.settings;
            half.follow(world, bodies, &newcomers, dt);
        });
        domains.resize_with(halves.len(), Domain::default);
        for (half, domain) in halves.iter_mut().zip(domains) {
            swap(&mut half.told, domain);
        }
        self.agree()
    }

    /// Whether both have come to the end of the step, if not to the same.
    pub(super) fn are_done(&self) -> bool {
        self.halves.iter().all(|half| half.is_done)
    }

    /// Whoever has gone over the border belongs to the other half from now on.
    fn change_sides(&mut self, world: &World<V>) {
        let Self { halves, owners, row, axis, .. } = self;
        let mut met = std::mem::take(&mut halves[0].met);
        met.extend(&halves[1].met);
        for body in &met {
            let place = *body as usize;
            let Some(slot) = &world.slots[place] else { continue };
            let now = halves[0].row(slot, *axis) >= *row;
            let owner = std::mem::replace(&mut owners[place], u8::from(now));
            if owner != owners[place] {
                halves[usize::from(owner)].guests.push(*body);
                halves[usize::from(now)].guests.retain(|guest| guest != body);
            }
        }
        halves[0].met = met;
    }

    /// Whether both have seen the same of all who came to the border.
    fn agree(&mut self) -> bool {
        let Self { halves, is_marked, is_rewritten, .. } = self;
        let [one, two] = halves.as_slice() else { return false };
        let is_known = |body: &u32| one.knows(*body) && two.knows(*body);
        if !(one.is_done && two.is_done && one.met.iter().chain(&two.met).all(is_known)) {
            return false;
        }
        let seen = one.is_rewritten.iter().zip(&two.is_rewritten);
        is_rewritten.iter_mut().zip(seen).for_each(|(it, (one, two))| *it = *one | *two);
        is_marked.fill(false);
        one.met.iter().chain(&two.met).for_each(|body| is_marked[*body as usize] = true);
        let are_in_order = !one.is_out_of_order && !two.is_out_of_order;
        are_in_order && one.seen_of(is_marked).eq(two.seen_of(is_marked))
    }

    /// Brings those of the bodies from this place on to whom something happened into the states in which the step has
    /// left them, and names those who were seen wrongly as guests.
    pub(super) fn hand_over(
        &self,
        first: usize,
        slots: &mut [Option<Slot<V>>],
        mistaken: &mut Vec<u32>,
    ) {
        for (place, slot) in (first..).zip(slots) {
            if !self.is_rewritten[place] {
                continue;
            }
            let owner = usize::from(self.owners[place]);
            let [own, other] = [&self.halves[owner], &self.halves[1 - owner]];
            let left = own.left(place);
            if let (Some(slot), Some(left)) = (slot.as_mut().filter(|it| it.is_mover()), left) {
                slot.take_state(left);
            }
            if self.are_shared[place] && other.knows(place as u32) {
                let both = left.zip(other.left(place));
                if !both.is_some_and(|(own, other)| own.is_in_state(other)) {
                    mistaken.push(place as u32);
                }
            }
        }
    }

    /// Lets the halves know of which of their guests they have seen something else than came to pass.
    pub(super) fn correct(&mut self, mistaken: &[u32]) {
        for body in mistaken {
            let owner = usize::from(self.owners[*body as usize]);
            self.halves[1 - owner].mistaken.push(*body);
        }
    }
}

/// How many rows each half has at least where so many have guests.
fn rows_at_least(depth: usize) -> usize {
    usize::max(ROWS, MORE * depth)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::{DVec2, DVec3, Vec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::broad::BroadPhase;
    use crate::executor::tests::Two;
    use crate::report::Legs;
    use crate::vector::Wide;

    /// Balls of several kinds in a long room that fly about, with a post in its middle.
    fn gas<V: Vector>() -> World<V> {
        let mut world = World::new();
        let [wide, deep] = if V::Wide::DIMENSION == 2 { [14, 1] } else { [4, 4] };
        let count = 80 * wide * deep;
        for number in 0..count {
            let along = [number / (wide * deep), number % wide, number / wide % deep];
            let place = V::Wide::from_components(|axis| f64::from(along[axis]) + 0.5);
            let way = |axis: usize| f64::from(number * [37, 59, 83][axis] % 101) / 10.0 - 5.0;
            let velocity = V::narrow(V::Wide::from_components(way));
            let (mass, friction) = (1.0 + f64::from(number % 3), f64::from(number % 5 / 4));
            let ball = Body::dynamic(Shape::ball(0.4), V::narrow(place));
            world.add(Body { velocity, mass, friction, ..ball }).unwrap();
        }
        let room = V::Wide::from_components(|axis| 0.5 * f64::from([80, wide, deep][axis]));
        world.add(Body::fixed(Shape::arena(room), V::narrow(room))).unwrap();
        let post = V::Wide::from_components(|axis| [40.0, 0.0, 0.0][axis]);
        world.add(Body::fixed(Shape::ball(0.3), V::narrow(post))).unwrap();
        world
    }

    /// Steps a world by halves and by one who asks everyone about everyone, and tells how often there were halves after
    /// a step, and how often they were given up.
    fn step_alike<V: Vector>(world: World<V>, steps: u32, legs: Legs) -> [u32; 2] {
        let (mut world, mut other) = (world.clone(), world);
        let (mut stepper, mut brute) = (Stepper::new(), Stepper::new());
        stepper.executor = Arc::new(Two(1000));
        brute.settings.broad = BroadPhase::Brute;
        for stepper in [&mut stepper, &mut brute] {
            stepper.settings.legs = legs;
        }
        let (mut halved, mut given_up) = (0, 0);
        for step in 0..steps {
            let were_halved = stepper.halves.is_some();
            let dt = if step % 9 == 8 { 0.02 } else { 0.01 };
            assert_eq!(stepper.step(&mut world, dt), brute.step(&mut other, dt), "{step}");
            assert!(world == other, "{step}");
            halved += u32::from(stepper.halves.is_some());
            given_up += u32::from(were_halved && stepper.halves.is_none());
            if step % 40 == 39 {
                for world in [&mut world, &mut other] {
                    let body = world.ids().nth(step as usize * 7 % 900).unwrap();
                    world.edit(body, |body| body.mass *= 1.5).unwrap();
                }
            }
        }
        [halved, given_up]
    }

    #[test]
    fn who_follow_a_half_each_see_what_one_sees() {
        for legs in [Legs::None, Legs::Turned, Legs::All] {
            let [halved, _] = step_alike(gas::<DVec2>(), 130, legs);
            assert!(halved > 90, "{halved}");
        }
        let [halved, _] = step_alike(gas::<Vec2>(), 130, Legs::All);
        assert!(halved > 90, "{halved}");
        let [halved, _] = step_alike(gas::<DVec3>(), 60, Legs::None);
        assert!(halved > 40, "{halved}");
    }

    #[test]
    fn a_blow_from_afar_is_not_missed() {
        // What begins beyond all guests comes over the border in the same step.
        let mut world = World::new();
        for number in 0..1200u32 {
            let [column, row] = [number % 12, number / 12].map(f64::from);
            let ball = Body::dynamic(Shape::ball(0.4), dvec2(column, row * 0.8001));
            let velocity = if row == 0.0 { DVec2::Y * (3.0 + column) } else { DVec2::ZERO };
            world.add(Body { velocity, ..ball }).unwrap();
        }
        let room = Shape::arena(dvec2(7.0, 45.0));
        world.add(Body::fixed(room, dvec2(5.5, 40.0))).unwrap();
        let [halved, given_up] = step_alike(world, 60, Legs::None);
        assert!(halved > 10 && given_up > 0, "{halved} {given_up}");
    }

    #[test]
    fn what_happens_at_once_is_told_in_its_order() {
        // A ball runs into a row of others that touch, which lies across the border and has keys against its way.
        let mut world = World::new();
        let ball = |x: f64, y: f64| Body::dynamic(Shape::ball(0.5), dvec2(x, y));
        for x in [62.0, 61.0, 60.0, 59.0, 58.0] {
            world.add(ball(x, -5.0)).unwrap();
        }
        for number in 0..1200u32 {
            let [column, row] = [number % 60, number / 60].map(f64::from);
            world.add(ball(2.0 * column, 2.0 * row)).unwrap();
        }
        world.add(Body { velocity: DVec2::X * 10.0, ..ball(50.0, -5.0) }).unwrap();
        let [halved, given_up] = step_alike(world, 78, Legs::None);
        assert!(halved > 10 && given_up > 0, "{halved} {given_up}");
    }

    #[test]
    fn what_is_touched_in_a_ring_is_counted() {
        let mut world = World::new();
        let ring = Shape::RoundArena { radius: 60.0 };
        world.add(Body { restitution: 0.5, ..Body::fixed(ring, DVec2::ZERO) }).unwrap();
        for number in 0..1600u32 {
            let [column, row] = [number % 40, number / 40].map(f64::from);
            let ball = Body::dynamic(Shape::ball(0.4), dvec2(2.0 * column, 2.0 * row) - 39.0);
            world.add(Body { velocity: DVec2::X, ..ball }).unwrap();
        }
        let ball = Body::dynamic(Shape::ball(0.4), DVec2::X * 59.6);
        world.add(Body { velocity: DVec2::Y * 10.0, ..ball }).unwrap();
        let _steps_alike = step_alike(world, 20, Legs::None);
    }
}
