//! A random scene of balls, walls, sensors, absorbers and moving walls.

use collide_core::body::{Body, Kind, Passage, Role};
use collide_core::shape::{Frame, Shape};
use collide_core::vector::Vector;

use crate::support::random::Random;

/// The half extent of the arena that holds the scene.
const ROOM: f64 = 20.0;

/// Balls of mixed radii, masses and restitutions, a third of them with rolling resistance, among boxes,
/// walls, sensors, absorbers and moving walls, in an arena.
///
/// Positions are random, so bodies may overlap.
pub fn mixed_scene<V: Vector>(random: &mut Random, balls: usize) -> Vec<Body<V>> {
    let mut bodies: Vec<Body<V>> = Vec::new();
    for number in 0..balls {
        let ball = Shape::ball(random.between(0.1, 0.6));
        let place = random.vector(ROOM - 1.0);
        bodies.push(Body {
            velocity: random.vector(12.0),
            mass: random.between(0.2, 5.0),
            restitution: if number % 2 == 0 { 1.0 } else { random.between(0.5, 1.0) },
            rolling_resistance: if number % 3 == 0 { random.between(0.1, 4.0) } else { 0.0 },
            ..Body::dynamic(ball, place)
        });
    }
    for _ in 0..balls / 8 {
        let (from, to) = (random.vector::<V>(3.0), random.vector(3.0));
        let half = V::from_components(|_| random.between(0.2, 1.5));
        let shapes = [
            Shape::cuboid(half),
            Shape::turned_cuboid(half, Frame::along(to)),
            Shape::segment(from, to),
            Shape::capsule(from, to, 0.2),
        ];
        for (number, shape) in shapes.into_iter().enumerate() {
            let place = random.vector(ROOM);
            let solid = Body::fixed(shape, place);
            bodies.push(match (bodies.len() + number) % 5 {
                0 => Body { velocity: random.vector(2.0), kind: Kind::Kinematic, ..solid },
                1 => Body { role: Role::Sensor(Passage::Edge), ..solid },
                2 => Body { role: Role::Sensor(Passage::Centre), ..solid },
                _ => solid,
            });
        }
    }
    let absorber = |place: V| Body {
        role: Role::Absorber(Passage::Centre),
        ..Body::fixed(Shape::ball(1.0), place)
    };
    bodies.push(absorber(V::unit(0) * ROOM));
    bodies.push(absorber(V::unit(1) * -ROOM));
    let room = V::from_components(|_| ROOM);
    bodies.push(Body::fixed(Shape::arena(room), V::default()));
    bodies
}
