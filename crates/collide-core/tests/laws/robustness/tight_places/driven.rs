//! Worlds with walls that the game moves or edits: rooms that shrink, paddles that press balls against walls, and mixers.

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, energy};
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use super::{Outcome, PULL, height, play};
use crate::support::random::Random;
use crate::support::spaces::Given;
use crate::support::worlds::generator::pick;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};

/// A vector that has this component on each axis of the space.
fn all<V: Vector>(component: f64) -> V {
    V::from_components(|_| component)
}

/// The box or the ball of this half width, from inside.
fn room<V: Vector>(half: f64, is_round: bool) -> Shape<V> {
    if is_round { Shape::round_arena(half) } else { Shape::arena(all(half)) }
}

/// The kinetic energy of these balls, of which each counts at least with the speed at which overlapping bodies part: one of its
/// sizes a second.
fn energy_above_parting<V: Vector>(world: &World<V>, balls: &[BodyId]) -> f64 {
    let square = |ball: &BodyId| world.velocity(*ball).unwrap().length_squared();
    balls.iter().map(|ball| 0.5 * f64::max(square(ball), 0.2 * 0.2)).sum()
}

/// Balls in a room that the game shrinks to about half of its width, at once or little by little, are inside two seconds later.
/// That gives no energy where nothing pulls, and elsewhere no more than the falls of the balls.
pub(super) fn shrinking_room<V: Vector>(
    random: &mut Random,
    (rate, given): (f64, Given),
) -> Outcome {
    let pull = pick(random, &[0.0, PULL]);
    let is_round = pick(random, &[false, true]);
    let mut world = pulled_world::<V>(pull);
    let wall = world.add(Body::fixed(room(2.0, is_round), V::default())).unwrap();
    let lossy = random.between(0.0, 0.9);
    let restitution = pick(random, &[lossy, 1.0]);
    let speed = random.between(0.0, 2.0);
    let balls: Vec<BodyId> = (0..40)
        .map(|number| {
            let place = at::<V>(0.25 * f64::from(number % 8) - 0.9, 0.25 * f64::from(number / 8));
            let ball = ball_at::<V>(0.1, place + random.vector(0.01), restitution);
            world.add(Body { velocity: random.vector(speed), ..ball }).unwrap()
        })
        .collect();
    given.round(&mut world);
    let mut outcome = Outcome::default();
    play(&mut world, &mut outcome, [rate, 2.0], |_, _, _| {});
    let half = random.between(0.9, 1.3);
    let highest = energy(&world).kinetic;
    let seconds = pick(random, &[0.0, 0.5, 2.0]);
    let mut now = 2.0;
    play(&mut world, &mut outcome, [rate, seconds], |_, world, _| {
        now -= (2.0 - half) / (seconds * rate);
        world.edit(wall, |wall| wall.shape = room(now, is_round)).unwrap();
    });
    world.edit(wall, |wall| wall.shape = room(half, is_round)).unwrap();
    let heights =
        |world: &World<V>| -> Vec<f64> { balls.iter().map(|ball| height(world, *ball)).collect() };
    let (mut last, mut from) = (energy_above_parting(&world, &balls), heights(&world));
    play(&mut world, &mut outcome, [rate, 2.0], |outcome, world, _| {
        if pull == 0.0 {
            let now = energy(world).kinetic;
            outcome.check(now <= highest * (1.0 + 1e-12), || {
                format!("energy {now}, before {highest}")
            });
        }
        let (now, to) = (energy_above_parting(world, &balls), heights(world));
        let falls = from.iter().zip(&to).map(|(from, to)| f64::max(from - to, 0.0));
        let gain = now - last - pull * falls.sum::<f64>();
        // A ball that falls in a step may be lifted by the wall in the same step.
        outcome.check(gain <= PULL * 0.1, || format!("energy grew by {gain} in a step"));
        (last, from) = (now, to);
    });
    let reach = |ball: &BodyId| {
        let place = world.position(*ball).unwrap();
        if is_round { place.length() } else { place.max_magnitude() }
    };
    let outside = balls.iter().map(reach).fold(0.0, f64::max) - (half - 0.1);
    outcome.check(outside < 0.002, || format!("{outside} outside of half a width of {half}"));
    outcome
}

/// A paddle presses balls against a wall that stands, and goes away again: none comes into the wall, and all are free then.
pub(super) fn pinch<V: Vector>(random: &mut Random, (rate, given): (f64, Given)) -> Outcome {
    let mut world = pulled_world::<V>(pick(random, &[0.0, PULL]));
    let [restitution, friction] =
        [random.between(0.0, 0.9) * pick(random, &[0.0, 1.0]), pick(random, &[0.0, 0.4])];
    let slab = |half: f64| V::from_components(|axis| if axis == 0 { half } else { 100.0 });
    let wall = match pick(random, &[0, 1, 2]) {
        0 => Body::fixed(Shape::cuboid(slab(1.0)), at(4.0, 0.0)),
        1 => Body::fixed(Shape::half_space(at(-1.0, 0.0)), at(3.0, 0.0)),
        _ => Body::fixed(Shape::cuboid(slab(0.01)), at(3.01, 0.0)),
    };
    world.add(Body { friction, ..wall }).unwrap();
    world.add(Body::fixed(Shape::half_space(at(0.0, 1.0)), at(0.0, -0.5))).unwrap();
    let speed = random.between(0.5, 5.0);
    let paddle = Body::kinematic(Shape::cuboid(slab(0.5)), at(-1.0, 0.0), at(speed, 0.0));
    let paddle = world.add(Body { friction, ..paddle }).unwrap();
    let count = pick(random, &[1, 2, 5]);
    let balls: Vec<BodyId> = (0..count)
        .map(|number| {
            let place = at::<V>(random.between(0.5, 2.0), f64::from(number));
            world
                .add(Body { friction, ..ball_at(0.5, place + random.vector(0.1), restitution) })
                .unwrap()
        })
        .collect();
    given.round(&mut world);
    let mut outcome = Outcome::default();
    let deepest_inside = |world: &World<V>| {
        let places = balls.iter().map(|ball| world.position(*ball).unwrap().component(0));
        places.fold(f64::NEG_INFINITY, f64::max) - 2.5
    };
    let most = given.choose(1e-9, 1e-4);
    // The paddle turns back when it touches the wall, or inside of it.
    let seconds = (3.5 + random.between(0.0, 1.0)) / speed;
    for velocity in [speed, -speed, 0.0] {
        let velocity = at(velocity, 0.0);
        world.edit(paddle, |paddle| paddle.velocity = velocity).unwrap();
        play(&mut world, &mut outcome, [rate, seconds], |outcome, world, _| {
            let inside = deepest_inside(world);
            outcome.check(inside < most, || format!("a ball is {inside:e} inside of the wall"));
        });
    }
    play(&mut world, &mut outcome, [rate, 2.0], |_, _, _| {});
    let overlap = deepest_overlap(&world);
    outcome.check(overlap < 0.02, || format!("overlap {overlap} after all"));
    outcome
}

/// A box is carried in circles through balls in a pit and lifted out: no ball comes into a wall that stands, and nothing is
/// left inside of anything.
pub(super) fn mixer<V: Vector>(random: &mut Random, (rate, given): (f64, Given)) -> Outcome {
    let mut world = pulled_world::<V>(PULL);
    let friction = pick(random, &[0.0, 0.4]);
    let restitution = random.between(0.0, 0.9);
    let pit = V::from_components(|axis| [2.0, 10.0, 0.6][axis]);
    let place = at(0.0, 10.0);
    world.add(Body { friction, ..Body::fixed(Shape::arena(pit), place) }).unwrap();
    let balls: Vec<BodyId> = (0..60)
        .map(|number| {
            let place =
                at::<V>(0.35 * f64::from(number % 10) - 1.6, 0.2 + 0.32 * f64::from(number / 10));
            let ball = ball_at(0.15, place + random.vector(0.01), restitution);
            world.add(Body { friction, ..ball }).unwrap()
        })
        .collect();
    let half = V::from_components(|axis| [0.3, 0.3, 0.5][axis]);
    let path = |angle: f64| at::<V>(libm::cos(angle), 1.2 + 0.8 * libm::sin(angle));
    let blade = Body::kinematic(Shape::cuboid(half), at(1.0, 8.0), V::default());
    let blade = world.add(Body { friction, ..blade }).unwrap();
    given.round(&mut world);
    let (turn_rate, mut outcome) = (random.between(0.5, 4.0), Outcome::default());
    for number in 0..(8.0 * rate) as usize {
        let time = number as f64 / rate;
        let target = match time {
            ..2.0 => at(1.0, 8.0 - 3.4 * time),
            2.0..6.0 => path(turn_rate * (time - 2.0)),
            _ => path(turn_rate * 4.0) + at(0.0, 4.0 * (time - 6.0)),
        };
        world.edit(blade, |blade| blade.target = Some(target)).unwrap();
        play(&mut world, &mut outcome, [rate, 1.0 / rate], |_, _, _| {});
    }
    play(&mut world, &mut outcome, [rate, 3.0], |_, _, _| {});
    let overlap = deepest_overlap(&world);
    outcome.check(overlap < 0.02 * 0.3, || format!("overlap {overlap} after all"));
    let outside = |ball: &BodyId| {
        let place = world.position(*ball).unwrap() - at(0.0, 10.0);
        let beyond = |axis| place.component(axis).abs() + 0.15 - pit.component(axis);
        (0..V::DIMENSION).map(beyond).fold(f64::NEG_INFINITY, f64::max)
    };
    let outside = balls.iter().map(outside).fold(0.0, f64::max);
    outcome.check(outside < 1e-4, || format!("a ball is {outside} outside"));
    outcome
}
