//! A world in a plane of 3D space has the bits of the same world in 2D.

use crate::support::worlds::filled_room::fill_room;
use collide_core::body::{Body, Kind};
use collide_core::shape::{RoundedBox, Shape};
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

/// The body in 3D space; boxes get this half thickness.
fn lifted(body: &Body<DVec2>, thickness: f64) -> Body<DVec3> {
    let shape = match &body.shape {
        Shape::Convex(RoundedBox { half, radius, .. }) if *half == DVec2::ZERO => {
            Shape::ball(*radius)
        }
        Shape::Convex(RoundedBox { half, radius, .. }) => {
            Shape::rounded_cuboid(half.extend(thickness), *radius)
        }
        Shape::HalfSpace { normal, level } => {
            Shape::HalfSpace { normal: normal.extend(0.0), level: *level }
        }
        Shape::Arena { half } => Shape::arena(half.extend(5.0)),
        Shape::RoundArena { radius } => Shape::round_arena(*radius),
        Shape::Outline(_) => unreachable!("there are no outlines in this world"),
    };
    Body {
        kind: body.kind,
        velocity: body.velocity.extend(0.0),
        mass: body.mass,
        restitution: body.restitution,
        rolling_resistance: body.rolling_resistance,
        ..Body::dynamic(shape, body.position.extend(0.0))
    }
}

/// A filled room with walls, under gravity or with rolling resistance.
fn game(seed: u64) -> World<DVec2> {
    let at = |x, y| dvec2(x, y);
    let mut world = World::new();
    let solids = vec![
        Body::fixed(Shape::ball(1.5), at(-5.0, 4.0)),
        Body::fixed(Shape::cuboid(dvec2(2.0, 1.0)), at(4.0, 5.0)),
        Body::fixed(Shape::rounded_cuboid(dvec2(1.0, 0.5), 0.25), at(5.0, -5.0)),
        Body::fixed(Shape::half_space(dvec2(0.6, 0.8)), at(-7.0, -7.0)),
        Body::kinematic(Shape::cuboid(dvec2(0.5, 0.5)), at(0.0, 0.0), at(0.5, -0.25)),
    ];
    fill_room(&mut world, solids, seed, 40);
    let ids: Vec<_> = world.ids().collect();
    for (number, id) in ids.into_iter().enumerate() {
        let change = |body: &mut Body<DVec2>| {
            body.restitution = if number % 3 == 0 { 0.8 } else { 1.0 };
            if seed.is_multiple_of(2) && body.kind == Kind::Dynamic {
                body.rolling_resistance = 0.3;
            }
        };
        world.edit(id, change).unwrap();
    }
    if seed % 2 == 1 {
        world.set_gravity(at(0.3, -2.0)).unwrap();
    }
    world
}

#[test]
fn world_in_a_plane_of_space_matches_bits_of_the_plane() {
    for seed in 0..6 {
        let mut plane = game(seed);
        let mut space = World::<DVec3>::new();
        for id in plane.ids() {
            let body = lifted(&plane.body(id).unwrap(), 0.1 + 0.01 * seed as f64);
            space.add_with_key(body, plane.key(id).unwrap()).unwrap();
        }
        space.set_gravity(plane.gravity().extend(0.0)).unwrap();
        let (mut flat, mut deep) = (Stepper::new(), Stepper::new());
        let mut impacts = 0;
        for step in 0..80 {
            let dt = [1.0 / 60.0, 0.11][step % 2];
            let (ours, theirs) = (flat.step(&mut plane, dt), deep.step(&mut space, dt));
            impacts += ours.impacts().count();
            assert_eq!(ours.events.len(), theirs.events.len(), "seed {seed}, step {step}");
            for (our, their) in ours.impacts().zip(theirs.impacts()) {
                assert_eq!(our.time, their.time, "seed {seed}, step {step}");
                assert_eq!(our.normal.extend(0.0), their.normal);
                assert_eq!(our.point.extend(0.0), their.point);
            }
            for id in plane.ids() {
                let counterpart = space.id_with_key(plane.key(id).unwrap()).unwrap();
                let (our, their) = (plane.body(id).unwrap(), space.body(counterpart).unwrap());
                assert_eq!(our.position.extend(0.0), their.position);
                assert_eq!(our.velocity.extend(0.0), their.velocity);
            }
        }
        println!("seed {seed}: {impacts} impacts, the same bits");
        assert!(impacts > 50, "{impacts}");
    }
}
