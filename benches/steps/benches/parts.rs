//! Times parts of a step and whole steps with criterion: `cargo bench -p steps`.

use std::hint::black_box;

use collide_core::broad::grid::Grid;
use collide_core::broad::{Aabb, BoundingSphere};
use collide_core::impact::{Motion, touch};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use glam::{DVec2, dvec2};

const DT: f64 = 1.0 / 60.0;

/// The time of impact of a ball and a shape.
fn pairs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pairs");
    let straight =
        Motion { offset: dvec2(3.0, 0.2), velocity: dvec2(-2.0, 0.1), acceleration: DVec2::ZERO };
    let shapes = [
        ("ball", Shape::ball(0.5)),
        ("box", Shape::cuboid(dvec2(0.5, 0.3))),
        ("arena", Shape::arena(dvec2(4.0, 3.0))),
    ];
    for (name, shape) in shapes {
        group.bench_function(name, |bencher| {
            bencher.iter(|| touch(black_box(&shape), black_box(&straight), 0.5, 9.0, None));
        });
    }
    let falling = Motion { acceleration: dvec2(0.0, -9.81), ..straight };
    group.bench_function("ball, falling", |bencher| {
        let ball = Shape::ball(0.5);
        bencher.iter(|| touch(black_box(&ball), black_box(&falling), 0.5, 9.0, None));
    });
}

/// Building the grid and finding all pairs in it.
fn grid(criterion: &mut Criterion) {
    let scene = scenes::by_name("gas", Some(10_000), 1).expect("the catalogue has the scene");
    let around = |centre: DVec2| BoundingSphere { centre, radius: 0.55 };
    let spheres: Vec<_> = scene.dynamic_bodies().map(|body| around(body.position)).collect();
    let mut grid = Grid::default();
    criterion.bench_function("grid of 10,000, build", |bencher| {
        let bounds = |_: usize, sphere: &BoundingSphere<DVec2>| {
            let reach = DVec2::splat(sphere.radius);
            Aabb { min: sphere.centre - reach, max: sphere.centre + reach }
        };
        bencher.iter(|| grid.rebuild(black_box(&spheres), |_| 0.0, bounds));
    });
    criterion.bench_function("grid of 10,000, all pairs", |bencher| {
        bencher.iter(|| {
            let mut count = 0;
            grid.pairs([0, 1], |_, _| count += 1);
            count
        });
    });
}

/// Whole steps of several scenes.
fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    group.sample_size(20);
    for (name, count) in [("gas", 1000), ("gas", 10_000), ("dense", 1000), ("pile", 500)] {
        let scene = scenes::by_name(name, Some(count), 1).expect("the catalogue has the scene");
        let (mut world, _) =
            scenes::core::world::<DVec2>(&scene).expect("scenes hold valid bodies");
        let settings = Settings { legs: Legs::None, ..Settings::default() };
        let mut stepper = Stepper::with_settings(settings);
        // By then a pile has begun to land.
        for _ in 0..90 {
            stepper.step(&mut world, DT);
        }
        group.bench_function(format!("{name} {count}"), |bencher| {
            let clone = || world.clone();
            let step = |world: &mut _| stepper.step(world, DT).events.len();
            bencher.iter_batched_ref(clone, step, BatchSize::LargeInput);
        });
    }
}

criterion_group!(benches, pairs, grid, steps);
criterion_main!(benches);
