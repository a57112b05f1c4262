//! Bodies that the game puts where they overlap others a little part and lie still, and a body born among others throws none far.

use crate::support::worlds::pulled::{at, ball_at, fastest, pit, pulled_world};
use collide_core::body::Body;
use collide_core::measure::{energy, kinetic_energy};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

const PULL: f64 = 9.81;

/// Three discs or more that were laid down in a row, each a little in the next, drifted apart for ever.
fn assert_row_parts_and_lies_still<V: Vector>(
    count: usize,
    overlap: f64,
    friction: f64,
    rate: f64,
) {
    let mut world = pulled_world::<V>(PULL);
    let floor = Body::fixed(Shape::half_space(V::unit(1)), V::ZERO);
    let floor = world.add(Body { friction, ..floor }).unwrap();
    let ball = |number| at::<V>((1.0 - overlap) * number as f64, 0.5);
    let balls: Vec<_> = (0..count)
        .map(|number| world.add(Body { friction, ..ball_at(0.5, ball(number), 0.3) }).unwrap())
        .collect();
    let settings = Settings { contacts: true, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    stepper.step(&mut world, 1.0 / rate);
    let pairs = stepper.report().events.iter().filter(
        |event| matches!(event, Event::ContactStarted { point, .. } if point.bodies[1] != floor),
    );
    let case = format!("{count} {overlap} {friction} {rate}");
    assert_eq!(pairs.count(), count - 1, "{case}");
    for _ in 1..(4.0 * rate) as usize {
        stepper.step(&mut world, 1.0 / rate);
    }
    assert_eq!(fastest(&world), 0.0, "{case}");
    let place = |number: usize| world.position(balls[number]).unwrap();
    let moved = |number: usize| (place(number) - ball(number)).length();
    let most_moved = (0..count).map(moved).fold(0.0, f64::max);
    // They part by little more than they overlapped, or by so little that they still touch.
    let way = 1.5 * f64::max(overlap, 1e-4);
    assert!(most_moved < count as f64 * way, "{case}: {most_moved:e}");
    for number in 1..count {
        let gap = (place(number) - place(number - 1)).length() - 1.0;
        assert!(gap > -1e-4 && gap < way, "{case}: {gap:e}");
    }
}

#[test]
fn balls_laid_down_in_each_other_part_and_lie_still() {
    for (count, overlap) in [(2, 1e-3), (3, 1e-9), (3, 1e-6), (3, 1e-4), (3, 1e-3), (5, 1e-3)] {
        for friction in [0.0, 0.3] {
            for rate in [60.0, 240.0] {
                assert_row_parts_and_lies_still::<DVec2>(count, overlap, friction, rate);
                assert_row_parts_and_lies_still::<DVec3>(count, overlap, friction, rate);
            }
        }
    }
}

/// Two fruits of a heap give way to one with the area of both. It touches and overlaps others. Returns the largest energy that is
/// there without a height from which it came, in weights of a small fruit times its radius.
fn energy_from_nothing(merged: usize, rate: f64) -> f64 {
    const RADIUS: f64 = 0.3;
    let mut world: World<DVec2> = pit(1.6, 10.0);
    let add = |world: &mut World<DVec2>, radius: f64, place: DVec2| {
        world.add(Body { mass: radius * radius, ..ball_at(radius, place, 0.3) }).unwrap()
    };
    let fruits: Vec<_> = (0..24)
        .map(|number| {
            let (column, row) = (f64::from(number % 4), f64::from(number / 4));
            let aside = 2e-4 * f64::from((merged as i32 * 7919 + number * 104_729) % 1000);
            add(&mut world, RADIUS, dvec2(-1.2 + 0.65 * column + aside, 0.6 + 0.7 * row))
        })
        .collect();
    let mut stepper = Stepper::new();
    for _ in 0..(8.0 * rate) as usize {
        stepper.step(&mut world, 1.0 / rate);
    }
    let one = fruits[merged % 24];
    let place = world.position(one).unwrap();
    let distance = |fruit| (world.position(fruit).unwrap() - place).length();
    let others = fruits.into_iter().filter(|fruit| *fruit != one);
    let two = others.min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap();
    let middle = 0.5 * (place + world.position(two).unwrap());
    for fruit in [one, two] {
        world.remove(fruit);
    }
    add(&mut world, RADIUS * 2f64.sqrt(), middle);
    let (mut highest, mut from_nothing) = (f64::NEG_INFINITY, 0f64);
    for _ in 0..(2.0 * rate) as usize {
        let (total, moving) = (energy(&world).total(), kinetic_energy(&world));
        // Whatever lifts a body out of another one, it is not fast, and falls no deeper than it was lifted.
        highest = f64::max(highest, total - moving);
        from_nothing = f64::max(from_nothing, total - highest);
        stepper.step(&mut world, 1.0 / rate);
    }
    from_nothing / (RADIUS * RADIUS * PULL * RADIUS)
}

/// Some had 24 weights times a radius at 240 Hz. What is left is the speed at which bodies part that lie deep in each other.
#[test]
fn fruit_born_among_others_throws_none_of_them() {
    for rate in [60.0, 240.0] {
        for merged in 0..30 {
            let energy = energy_from_nothing(merged, rate);
            assert!(energy < 3.0, "{rate} Hz, {merged}: {energy}");
        }
    }
}
