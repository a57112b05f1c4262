//! Rooms that close until nothing fits into them, and balls that grow at their walls: no energy comes from nowhere, and what has
//! room is inside.

use crate::support::spaces::in_both_spaces;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};
use collide_core::body::Body;
use collide_core::measure::kinetic_energy;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

/// The radius of the balls in a room that closes from a half width of `WIDEST`.
const RADIUS: f64 = 0.1;
const WIDEST: f64 = 2.0;

/// The vector with this number on each axis.
fn all<V: Vector>(number: f64) -> V {
    V::from_components(|_| number)
}

/// Adds 60 balls of restitution 1 that fly in all directions.
fn fill<V: Vector>(world: &mut World<V>) {
    for number in 0..60 {
        let [column, row] = [number % 8, number / 8].map(f64::from);
        let place = at::<V>(0.4 * column - 1.5, 0.4 * row - 1.5);
        let velocity = V::from_components(|axis| f64::from((number * (axis as u32 + 3)) % 7) - 3.0);
        world.add(Body { velocity, ..ball_at(RADIUS, place, 1.0) }).unwrap();
    }
}

/// A wall on each side of the room, of which the inner faces are `WIDEST` from the middle and move there at this speed.
fn add_closing_walls<V: Vector>(world: &mut World<V>, speed: f64) -> Vec<BodyId> {
    let sides = (0..V::DIMENSION).flat_map(|axis| [1.0, -1.0].map(|side| (axis, side)));
    let wall = |(axis, side): (usize, f64)| {
        let half = V::from_components(|other| if other == axis { 1.0 } else { 20.0 });
        let (place, velocity) = (V::unit(axis) * (side * (WIDEST + 1.0)), V::unit(axis) * -side);
        let wall = Body::kinematic(Shape::cuboid(half), place, velocity * speed);
        world.add(Body { restitution: 1.0, ..wall }).unwrap()
    };
    sides.map(wall).collect()
}

/// Four walls that came together gave four times the energy of their work.
fn walls_that_close_give_their_work<V: Vector>() {
    for (rate, speed) in [(60.0, 0.25), (60.0, 1.0), (240.0, 0.25), (240.0, 1.0)] {
        let mut world = pulled_world::<V>(0.0);
        fill(&mut world);
        let walls = add_closing_walls(&mut world, speed);
        let (mut stepper, mut limits) = (Stepper::new(), 0);
        for _ in 0..((WIDEST - RADIUS) / speed * rate) as usize {
            let before = kinetic_energy(&world);
            let report = stepper.step(&mut world, 1.0 / rate);
            limits += report.limits.len();
            let of_walls = |bodies: &[BodyId; 2]| bodies.iter().any(|body| walls.contains(body));
            let hits = report.impacts().filter(|impact| of_walls(&impact.bodies));
            // A wall is as fast after the impact as before: it moves all along the impulse at its own speed.
            let work: f64 = hits.map(|impact| impact.impulse * speed).sum();
            let now = kinetic_energy(&world);
            let most = (before + work) * (1.0 + 1e-12);
            assert!(now <= most, "{rate} Hz, {speed}: {before} + {work} became {now}");
        }
        assert!(limits > 0, "{rate} Hz, {speed}");
    }
}

in_both_spaces!(walls_that_close_give_their_work);

/// A room that the game makes smaller gave a quarter of the energy of the balls that had no room, and balls left it.
fn rooms_that_are_made_smaller_give_nothing<V: Vector>() {
    let rooms: [fn(f64) -> Shape<V>; 2] = [|half| Shape::arena(all(half)), Shape::round_arena];
    for (number, room) in rooms.into_iter().enumerate() {
        for (rate, speed) in [(60.0, 0.2), (60.0, 0.7), (240.0, 0.2), (240.0, 0.7)] {
            let widest = WIDEST * [1.0, 2.0][number];
            let mut world = pulled_world::<V>(0.0);
            fill(&mut world);
            let wall = world.add(Body::fixed(room(widest), V::ZERO)).unwrap();
            let mut stepper = Stepper::new();
            let mut half = widest;
            while half > 2.0 * RADIUS {
                half -= speed / rate;
                world.edit(wall, |wall| wall.shape = room(half)).unwrap();
                let before = kinetic_energy(&world);
                stepper.step(&mut world, 1.0 / rate);
                let now = kinetic_energy(&world);
                let case = format!("{number}, {rate} Hz, {speed}, half a width of {half}");
                assert!(now <= before * (1.0 + 1e-12), "{case}: {before} became {now}");
                let bodies = world.ids().filter_map(|id| world.position(id));
                let reach = |place: V| [place.max_magnitude(), place.length()][number];
                let outside = bodies.map(reach).fold(0.0, f64::max) + RADIUS - half;
                // What lies in a wall comes out at eight sizes a second, a fast ball that goes round in a round wall at four: it
                // touches the wall in every other sub-step.
                let most = if half > 1.0 { RADIUS } else { f64::INFINITY };
                assert!(outside < most, "{case}: {outside}");
            }
        }
    }
}

in_both_spaces!(rooms_that_are_made_smaller_give_nothing);

/// A ball that grew at a wall lay in it for a fifth of a second and longer.
fn a_ball_that_grows_at_a_wall_is_out_of_it_in_a_tenth_of_a_second<V: Vector>() {
    for pull in [0.0, 9.81] {
        for restitution in [0.0, 0.5, 1.0] {
            for radius in [0.51, 0.6, 0.75, 1.0, 2.0] {
                let mut world = pulled_world::<V>(pull);
                world.add(Body::fixed(Shape::half_space(at(0.0, 1.0)), V::ZERO)).unwrap();
                let ball = world.add(ball_at(0.5, at(0.0, 0.5), restitution)).unwrap();
                let mut stepper = Stepper::new();
                for _ in 0..30 {
                    stepper.step(&mut world, 1.0 / 60.0);
                }
                world.edit(ball, |ball| ball.shape = Shape::ball(radius)).unwrap();
                let before = kinetic_energy(&world);
                for _ in 0..6 {
                    stepper.step(&mut world, 1.0 / 60.0);
                }
                let height = world.position(ball).unwrap().component(1);
                let case = format!("{pull}, {restitution}, {radius}: {height}");
                assert!(height >= radius * (1.0 - 1e-3), "{case}");
                // It falls by no more than it is lifted.
                let most = before + pull * (radius - 0.5);
                assert!(kinetic_energy(&world) <= most, "{case}");
            }
        }
    }
}

in_both_spaces!(a_ball_that_grows_at_a_wall_is_out_of_it_in_a_tenth_of_a_second);
