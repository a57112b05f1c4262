//! What a copy of a world costs, and its bytes, beside Rapier's.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin snapshots
//! ```

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;
use rapier2d::prelude::*;
use scenes::{Kind, Scene, Shape};

/// The length of a step in seconds.
const DT: f64 = 1.0 / 60.0;

/// How often each is timed. The median counts.
const ROUNDS: usize = 15;

/// What Rapier's pipeline needs to go on.
type Parts =
    (RigidBodySet, ColliderSet, IslandManager, BroadPhaseBvh, NarrowPhase, IntegrationParameters);

fn main() -> Result<(), Box<dyn Error>> {
    println!("microseconds          bodies     copy    write     read    bytes");
    for (name, bodies, steps) in ["gas", "pile"]
        .iter()
        .flat_map(|name| [(*name, 100, 240), (*name, 1000, 240), (*name, 10_000, 60)])
    {
        let scene = scenes::by_name(name, Some(bodies), 1).ok_or("no such scene")?;
        let (mut world, _) = scenes::core::world(&scene)?;
        let mut stepper = Stepper::new();
        (0..steps).for_each(|_| _ = stepper.step(&mut world, DT));
        let file = postcard::to_stdvec(&world)?;
        let copy = median(|| world.clone());
        let write = median(|| postcard::to_stdvec(&world));
        let read = median(|| postcard::from_bytes::<World<DVec2>>(&file));
        print_row(&format!("{name}, this engine"), bodies, [copy, write, read], file.len());
        let world = rapier(&scene, steps);
        let bytes = |PhysicsWorld {
                         bodies,
                         colliders,
                         islands,
                         broad_phase,
                         narrow_phase,
                         integration_parameters,
                         ..
                     }: &PhysicsWorld| {
            postcard::to_stdvec(&(
                bodies,
                colliders,
                islands,
                broad_phase,
                narrow_phase,
                integration_parameters,
            ))
        };
        let file = bytes(&world)?;
        let copy = median(|| {
            let PhysicsWorld { bodies, colliders, islands, broad_phase, narrow_phase, .. } = &world;
            (
                bodies.clone(),
                colliders.clone(),
                islands.clone(),
                broad_phase.clone(),
                narrow_phase.clone(),
            )
        });
        let write = median(|| bytes(&world));
        let read = median(|| postcard::from_bytes::<Parts>(&file));
        print_row(&format!("{name}, Rapier"), bodies, [copy, write, read], file.len());
    }
    Ok(())
}

/// The median time of some calls, in microseconds.
fn median<T>(call: impl Fn() -> T) -> f64 {
    let time = |_| {
        let start = Instant::now();
        drop(black_box(call()));
        1e6 * start.elapsed().as_secs_f64()
    };
    let mut times: Vec<f64> = (0..ROUNDS).map(time).collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn print_row(name: &str, bodies: usize, [copy, write, read]: [f64; 3], bytes: usize) {
    println!("{name:20}{bodies:8}{copy:9.0}{write:9.0}{read:9.0}{bytes:9}");
}

/// A scene of balls in a room in Rapier, after some steps.
fn rapier(scene: &Scene<DVec2>, steps: usize) -> PhysicsWorld {
    let vector = |it: DVec2| Vector::new(it.x as f32, it.y as f32);
    let mut world = PhysicsWorld { gravity: vector(scene.gravity), ..PhysicsWorld::default() };
    world.integration_parameters.dt = DT as f32;
    for body in &scene.bodies {
        let builder = match body.kind {
            Kind::Dynamic => RigidBodyBuilder::dynamic(),
            _ => RigidBodyBuilder::fixed(),
        };
        let builder = builder.translation(vector(body.position)).linvel(vector(body.velocity));
        let handle = world.bodies.insert(builder.lock_rotations());
        for collider in colliders(&body.shape) {
            let collider = collider.restitution(body.restitution as f32).mass(body.mass as f32);
            world.colliders.insert_with_parent(collider, handle, &mut world.bodies);
        }
    }
    (0..steps).for_each(|_| world.step());
    world
}

/// A shape in Rapier: the walls of a room are four boxes.
fn colliders(shape: &Shape<DVec2>) -> Vec<ColliderBuilder> {
    match *shape {
        Shape::Ball { radius } => vec![ColliderBuilder::ball(radius as f32)],
        Shape::Box { half } => vec![ColliderBuilder::cuboid(half.x as f32, half.y as f32)],
        Shape::Capsule { start, end, radius } => {
            let [start, end] = [start, end].map(|it| Vector::new(it.x as f32, it.y as f32));
            vec![ColliderBuilder::capsule_from_endpoints(start, end, radius as f32)]
        }
        Shape::HalfPlane { normal } => {
            let normal = Vector::new(normal.x as f32, normal.y as f32);
            vec![ColliderBuilder::new(SharedShape::halfspace(normal))]
        }
        Shape::Arena { half } => {
            let (x, y) = (half.x as f32, half.y as f32);
            let walls = [
                (x + 1.0, 0.0, 1.0, y + 2.0),
                (-x - 1.0, 0.0, 1.0, y + 2.0),
                (0.0, y + 1.0, x + 2.0, 1.0),
                (0.0, -y - 1.0, x + 2.0, 1.0),
            ];
            let wall = |(x, y, half_x, half_y)| {
                ColliderBuilder::cuboid(half_x, half_y).translation(Vector::new(x, y))
            };
            walls.map(wall).into()
        }
    }
}
