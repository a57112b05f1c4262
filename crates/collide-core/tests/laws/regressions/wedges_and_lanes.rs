//! Regressions of a body between two walls: in a wedge, and in a gap that is narrower than the body, or just as wide.

use crate::support::random::Random;
use crate::support::spaces::Given;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2, dvec3};

/// Static walls, and where they are.
type Walls<V> = Vec<(Shape<V>, V)>;

/// What became of a ball of radius 1/2.
struct Outcome<V> {
    position: V,
    velocity: V,
    /// When it fell asleep, if it did.
    slept: Option<f64>,
    limits: usize,
    overlap: f64,
    energy_growth: f64,
}

/// Lets a ball of radius 1/2 and restitution `e` fly for `seconds` from this position and velocity.
fn fly<V: Vector>(
    (given, gravity): (Given, f64),
    walls: &Walls<V>,
    [position, velocity]: [V; 2],
    e: f64,
    [rate, seconds]: [f64; 2],
) -> Outcome<V> {
    let mut world = World::<V>::new();
    world.set_gravity(V::unit(1) * -gravity).unwrap();
    for (shape, place) in walls {
        world.add(Body::fixed(shape.clone(), *place)).unwrap();
    }
    let ball = Body::dynamic(Shape::ball(0.5), position);
    let ball = world.add(Body { velocity, restitution: e, ..ball }).unwrap();
    given.round(&mut world);
    play(&mut world, ball, [rate, seconds])
}

/// Makes the steps of so many seconds, and says what became of a ball.
fn play<V: Vector>(world: &mut World<V>, ball: BodyId, [rate, seconds]: [f64; 2]) -> Outcome<V> {
    let mut stepper = Stepper::new();
    let (mut slept, mut limits, mut overlap, mut growth) = (None, 0, 0f64, 0f64);
    for step in 1..=(seconds * rate) as usize {
        let before = energy(world).total();
        limits += stepper.step(world, 1.0 / rate).limits.len();
        growth = growth.max(energy(world).total() - before);
        overlap = overlap.max(deepest_overlap(world));
        if slept.is_none() && world.is_asleep(ball) {
            slept = Some(step as f64 / rate);
        }
    }
    let body = world.body(ball).unwrap();
    let [position, velocity] = [body.position, body.velocity];
    Outcome { position, velocity, slept, limits, overlap, energy_growth: growth }
}

/// The kinds of walls beside a gap of this width, with their highest or narrowest places at y = 0.
fn gaps(width: f64) -> [(&'static str, Walls<DVec2>); 4] {
    let pair = |shape: Shape<DVec2>, half: f64, down: f64| -> Walls<DVec2> {
        [-1.0, 1.0].map(|side| (shape.clone(), dvec2(side * (0.5 * width + half), -down))).into()
    };
    let capsule = Shape::capsule(DVec2::ZERO, dvec2(0.0, -5.0), 0.25);
    [
        ("boxes", pair(Shape::cuboid(dvec2(5.0, 5.0)), 5.0, 5.0)),
        ("pegs", pair(Shape::ball(0.5), 0.5, 0.0)),
        ("capsules", pair(capsule, 0.25, 0.0)),
        ("segments", pair(Shape::segment(DVec2::ZERO, dvec2(0.0, -5.0)), 0.0, 0.0)),
    ]
}

/// A ball on two corners that nearly face each other bounced between them until its event budget was spent, in every
/// step, and kept its speed for ever, since the velocity that both leave was lost in rounding; it comes to rest on both.
#[test]
fn ball_in_a_narrower_gap_comes_to_rest_on_both_corners() {
    fn check(given: Given, shares: &[f64], tolerance: f64) {
        // In a short step the event budget is small, and was spent before the bounces counted as endless.
        let at_high_rates =
            shares.iter().flat_map(|share| [400.0, 1000.0].map(|rate| (*share, 0.5, rate)));
        for (share, e, rate) in cases(shares).chain(at_high_rates) {
            // Of each kind of walls the radius of the corner.
            for ((kind, walls), corner) in gaps(1.0 - share).into_iter().zip([0.0, 0.5, 0.25, 0.0])
            {
                let reach = 0.5 + corner;
                let height = (share * (reach - 0.25 * share)).sqrt();
                let start = [dvec2(0.0, 3.0), DVec2::ZERO];
                let end = fly::<DVec2>((given, 9.81), &walls, start, e, [rate, 2.0]);
                let case = format!("{kind} {share} {e} {rate}: {}", end.position);
                assert_eq!(end.limits, 0, "{case}");
                assert!(end.slept.is_some(), "{case}");
                assert!((end.position.y - height).abs() <= tolerance / height, "{case}");
                assert!(end.overlap <= tolerance && end.energy_growth <= tolerance, "{case}");
            }
        }
    }
    check(Given::InF64, &[1e-3, 1e-5, 1e-7, 1e-9, 1e-12], 1e-14);
    check(Given::InF32, &[1e-3, 1e-5], 4e-6);
}

/// The same if the ball comes from the side.
#[test]
fn ball_from_the_side_comes_to_rest_in_a_narrower_gap() {
    fn check(given: Given, shares: &[f64], tolerance: f64) {
        for (share, e, rate) in cases(shares).filter(|(_, e, _)| *e < 0.9) {
            for (side, (kind, walls)) in
                [0.2, -0.2].into_iter().flat_map(|x| gaps(1.0 - share).map(|gap| (x, gap)))
            {
                let end = fly::<DVec2>(
                    (given, 9.81),
                    &walls,
                    [dvec2(side, 2.0), DVec2::ZERO],
                    e,
                    [rate, 6.0],
                );
                let case = format!("{kind} {share} {e} {rate} {side}: {}", end.position);
                let is_beside = end.position.x.abs() > 0.5;
                assert_eq!(end.limits, 0, "{case}");
                assert!(end.slept.is_some() || is_beside, "{case}");
                assert!(end.position.y > 0.0 || is_beside, "{case}");
                assert!(end.overlap <= tolerance, "{case}");
            }
        }
    }
    check(Given::InF64, &[1e-3, 1e-7, 1e-12], 1e-14);
    check(Given::InF32, &[1e-3, 1e-5], 4e-6);
}

/// With friction a ball between a corner and a wall hung with a velocity downwards for ever, since impulses between two walls that
/// nearly face each other converge slowly; and one on the faces of two polygons touched them by rounding until its event budget
/// was spent, in every step. Both come to rest.
#[test]
fn ball_with_friction_comes_to_rest_between_two_walls() {
    let at = |shape, x: f64, y: f64| (shape, dvec2(x, y));
    let wedge = |gap: f64| {
        let wall = Shape::half_space(DVec2::NEG_X);
        let corner = at(Shape::cuboid(dvec2(5.0, 5.0)), -5.0 - 0.5 * gap, -5.0);
        ([corner, at(wall, 0.5 * gap, 0.0)], dvec2(0.5 * gap - 0.52, 2.0))
    };
    let along = DVec2::from_angle(45f64.to_radians());
    let slope = [DVec2::ZERO, along * 8.0, along * 8.0 - along.perp(), -along.perp()];
    let upright = [[0.0, -1.0], [0.0, 8.0], [-1.0, 8.0], [-1.0, -1.0]].map(DVec2::from);
    let polygons = [slope, upright].map(|corners| (Shape::polygon(&corners).unwrap(), DVec2::ZERO));
    let scenes = [
        (wedge(0.999), 0.5, 0.0, 0.1),
        (wedge(0.99999), 0.5, 0.0, 0.3),
        ((polygons, along + along.perp() * 0.3), 0.1, 0.5, 0.1),
    ];
    for ((walls, place), radius, restitution, friction) in scenes {
        for rate in [60.0, 144.0, 240.0] {
            let mut world = World::<DVec2>::new();
            world.set_gravity(dvec2(0.0, -9.81)).unwrap();
            for (shape, place) in &walls {
                world.add(Body { friction, ..Body::fixed(shape.clone(), *place) }).unwrap();
            }
            let ball = Body::dynamic(Shape::ball(radius), place);
            let ball = world.add(Body { restitution, friction, ..ball }).unwrap();
            let mut stepper = Stepper::new();
            let steps = 0..(6.0 * rate) as usize;
            let limits: usize =
                steps.map(|_| stepper.step(&mut world, 1.0 / rate).limits.len()).sum();
            let case = format!("radius {radius}, friction {friction}, {rate} Hz");
            assert_eq!(limits, 0, "{case}");
            assert!(world.is_asleep(ball), "{case}: {:?}", world.velocity(ball));
        }
    }
}

/// A ball hung for ever at the mouth of a lane as wide as itself, and between two pegs fell asleep: rounding left the two
/// corners facing up a little, and a corner that it had left supported it still. It falls through, and as fast at any rate.
#[test]
fn ball_falls_through_a_lane_of_its_own_width() {
    fn check(given: Given, tolerance: f64) {
        for (number, e) in [0.0, 0.5].into_iter().enumerate() {
            for (place, x) in [0.0, 0.2].into_iter().enumerate() {
                for (kind, walls) in gaps(1.0) {
                    // A ball that bounces back onto a box, or off it, does not come to the lane.
                    if kind == "boxes" && (number, place) == (1, 1) {
                        continue;
                    }
                    let ends = [60.0, 240.0, 1000.0].map(|rate| {
                        let start = [dvec2(x, 2.0), DVec2::ZERO];
                        let end = fly::<DVec2>((given, 9.81), &walls, start, e, [rate, 4.0]);
                        let case = format!("{kind} {x} {e} {rate}: {}", end.position);
                        assert_eq!(end.limits, 0, "{case}");
                        assert!(end.position.y < -6.0, "{case}");
                        assert!(end.overlap <= tolerance, "{case}");
                        end.velocity.y
                    });
                    let is_alike = |end: &f64| (end / ends[0] - 1.0).abs() < 0.02;
                    assert!(ends.iter().all(is_alike), "{kind} {x} {e} {ends:?}");
                }
            }
        }
    }
    check(Given::InF64, 1e-12);
    check(Given::InF32, 4e-6);
}

/// Lets four balls fall on a gap between these walls, and asserts that they overlap by little and gain no more energy than a fall
/// by a radius gives.
fn assert_balls_fall_gently<V: Vector>(
    case: &str,
    walls: &Walls<V>,
    given: Given,
    [e, friction, rate]: [f64; 3],
) {
    let at = |x: f64, y: f64| V::from_components(|axis| [x, y, 0.0][axis]);
    let mut world = World::<V>::new();
    world.set_gravity(at(0.0, -9.81)).unwrap();
    for (shape, place) in walls {
        let wall = Body::fixed(shape.clone(), *place);
        world.add(Body { friction, ..wall }).unwrap();
    }
    let balls = (0..4).map(|number| {
        let place = at(if number == 0 { -0.1 } else { 0.0 }, 2.0 + 1.3 * f64::from(number));
        let ball = Body::dynamic(Shape::ball(0.5), place);
        world.add(Body { restitution: e, friction, ..ball }).unwrap()
    });
    let lowest = balls.min().unwrap();
    given.round(&mut world);
    let end = play(&mut world, lowest, [rate, 4.0]);
    let growth = end.energy_growth / (9.81 * 0.5);
    let case = format!("{case} {e} {friction} {rate}: {} {growth}", end.overlap);
    assert!(end.overlap <= 0.015 && growth <= 1.0, "{case}");
}

/// A ball on a gap was pressed into the corners by those that fell on it, since they were taken for planes in each sub-step and
/// impulses between two walls that nearly face each other converge slowly. It came into them by all of its size, and threw the
/// others up with eight times the energy of a fall by its radius.
#[test]
fn several_balls_on_a_gap_gain_no_energy() {
    let in_space = |width: f64| -> [(&str, Walls<DVec3>); 3] {
        let pair = |shape: Shape<DVec3>, half: f64, down: f64| -> Walls<DVec3> {
            [-1.0, 1.0]
                .map(|side| (shape.clone(), dvec3(side * (0.5 * width + half), -down, 0.0)))
                .into()
        };
        let capsule = Shape::capsule(DVec3::Z * -3.0, DVec3::Z * 3.0, 0.25);
        [
            ("boxes in space", pair(Shape::cuboid(DVec3::splat(5.0)), 5.0, 5.0)),
            ("capsules in space", pair(capsule, 0.25, 0.0)),
            ("spheres", pair(Shape::ball(0.5), 0.5, 0.0)),
        ]
    };
    for (share, e, rate) in cases(&[1e-2, 1e-3, 1e-5, 1e-8, 2.2e-11, 0.0, -1e-3]) {
        for case in [[e, 0.0, rate], [e, 0.3, rate]] {
            for (kind, walls) in gaps(1.0 - share) {
                for given in Given::ALL {
                    let name = format!("{kind} {share} {given:?}");
                    assert_balls_fall_gently::<DVec2>(&name, &walls, given, case);
                }
            }
            for (kind, walls) in in_space(1.0 - share) {
                for given in Given::ALL {
                    let name = format!("{kind} {share} {given:?}");
                    assert_balls_fall_gently::<DVec3>(&name, &walls, given, case);
                }
            }
        }
    }
}

/// Between two corners that move together a ball has exactly their velocity: with a velocity that differed from theirs by
/// rounding it touched them by turns until its event budget was spent, in every step.
#[test]
fn ball_in_a_gap_that_moves_goes_with_it() {
    fn check(given: Given, shares: &[f64], tolerance: f64) {
        let velocities = [dvec2(0.0, 0.4), dvec2(0.0, -0.3), dvec2(0.2, 0.4), dvec2(0.0, 2.0)];
        for ((share, e, rate), velocity) in
            cases(shares).flat_map(|case| velocities.map(|velocity| (case, velocity)))
        {
            let mut world = World::<DVec2>::new();
            world.set_gravity(dvec2(0.0, -9.81)).unwrap();
            let walls = [-1.0, 1.0].map(|side| {
                let place = dvec2(side * (5.5 - 0.5 * share), -5.0);
                let wall = Shape::cuboid(dvec2(5.0, 5.0));
                world.add(Body::kinematic(wall, place, velocity)).unwrap()
            });
            let ball = Body::dynamic(Shape::ball(0.5), dvec2(0.0, 1.0));
            let ball = world.add(Body { velocity, restitution: e, ..ball }).unwrap();
            given.round(&mut world);
            let velocity = world.velocity(ball).unwrap();
            let end = play(&mut world, ball, [rate, 3.0]);
            let case = format!("{share} {e} {rate} {velocity}: {} {}", end.position, end.velocity);
            assert_eq!(end.limits, 0, "{case}");
            assert!((end.velocity - velocity).length() <= tolerance, "{case}");
            let [left, right] = walls.map(|wall| world.position(wall).unwrap());
            let offset = end.position - 0.5 * (left + right);
            let height = (share * (0.5 - 0.25 * share)).sqrt();
            // Each step rounds the places of all.
            let rounding = 100.0 * tolerance / height;
            assert!((offset - dvec2(0.0, 5.0 + height)).length() <= rounding, "{case}");
        }
    }
    check(Given::InF64, &[1e-3, 1e-5, 1e-7], 1e-14);
    check(Given::InF32, &[1e-3], 1e-6);
}

/// A ball that was thrown into a narrowing gap without gravity spent its event budget in every step, as nothing pressed
/// it and every touch bounced; it comes to rest there.
#[test]
fn ball_thrown_into_a_wedge_without_gravity_spends_no_budget() {
    fn check(given: Given, tolerance: f64) {
        for (angle, e, rate) in cases(&[1e-3, 1e-2, 0.3]) {
            let (sin, cos) = (0.5 * angle).sin_cos();
            let wall = |side: f64| (Shape::half_space(dvec2(-side * cos, sin)), DVec2::ZERO);
            let height = 0.5 / sin;
            let start = [dvec2(0.2 * angle, height + 2.0), dvec2(0.0, -3.0)];
            let end =
                fly::<DVec2>((given, 0.0), &vec![wall(-1.0), wall(1.0)], start, e, [rate, 3.0]);
            let case = format!("{angle} {e} {rate}: {} {}", end.position, end.velocity);
            assert_eq!(end.limits, 0, "{case}");
            assert!(end.velocity.length() < 1e-3 || end.velocity.y > 0.0, "{case}");
            assert!(end.overlap <= tolerance && end.energy_growth <= tolerance, "{case}");
        }
    }
    check(Given::InF64, 1e-12);
    check(Given::InF32, 1e-4);
}

/// In space a ball that slid along a narrow slot spent its event budget in every step, since each wall pushed it into the
/// other one by rounding; it slides on, and over a square hole it comes to rest.
#[test]
fn ball_in_a_slot_slides_on_and_over_a_square_hole_rests() {
    fn check(given: Given, shares: &[f64], tolerance: f64) {
        for (share, e, rate) in cases(shares).filter(|(_, e, _)| *e < 0.9) {
            let place = 5.5 - 0.5 * share;
            let wall = |x: f64, z: f64| {
                let half = dvec3(5.0, 5.0, 20.0);
                let half = if x == 0.0 { dvec3(20.0, 5.0, 5.0) } else { half };
                (Shape::cuboid(half), dvec3(x * place, -5.0, z * place))
            };
            let hole = vec![wall(-1.0, 0.0), wall(1.0, 0.0), wall(0.0, -1.0), wall(0.0, 1.0)];
            let start = dvec3(0.0, 2.0, 0.0);
            let end = fly::<DVec3>((given, 9.81), &hole, [start, DVec3::ZERO], e, [rate, 3.0]);
            let case = format!("{share} {e} {rate}: {}", end.position);
            assert_eq!(end.limits, 0, "{case}");
            assert!(end.slept.is_some() && end.position.y > 0.0, "{case}");
            assert!(end.overlap <= tolerance, "{case}");
            let slot = hole[..2].to_vec();
            let end = fly::<DVec3>((given, 9.81), &slot, [start, DVec3::Z * 0.3], e, [rate, 3.0]);
            assert_eq!(end.limits, 0, "{case}");
            assert!((end.velocity - DVec3::Z * 0.3).length() <= 1e-6, "{case} {}", end.velocity);
        }
    }
    check(Given::InF64, &[1e-3, 1e-7, 1e-9], 1e-14);
    check(Given::InF32, &[1e-3], 4e-6);
}

/// All combinations of these numbers with restitutions and rates.
fn cases(numbers: &[f64]) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
    numbers.iter().flat_map(|number| {
        [0.0, 0.5, 0.9].into_iter().flat_map(move |e| [60.0, 240.0].map(|rate| (*number, e, rate)))
    })
}

/// A ball that a box and the round room around it held between them went straight on, through the wall of the room.
#[test]
fn ball_in_a_wedge_of_a_round_room_does_not_leave_the_room() {
    fn assert_in<V: Vector>(given: Given, restitution: f64, seed: u64) {
        const ROOM: f64 = 6.0;
        let mut random = Random::new(seed);
        let mut world = World::<V>::new();
        let room = Body::fixed(Shape::round_arena(ROOM), V::ZERO);
        world.add(Body { restitution, ..room }).unwrap();
        let sizes = V::from_components(|_| random.between(0.3, 1.0));
        let distance = V::unit(1) * random.between(4.0, 5.0);
        let place = distance + random.vector::<V>(0.8);
        world.add(Body { restitution, ..Body::fixed(Shape::cuboid(sizes), place) }).unwrap();
        let ball = Body::dynamic(Shape::ball(random.between(0.3, 0.6)), random.vector::<V>(2.0));
        let gap = place + V::unit(1) * 1.2;
        let velocity = (gap - ball.position) * random.between(1.0, 100.0);
        let ball = world.add(Body { velocity, restitution, ..ball }).unwrap();
        given.round(&mut world);
        let radius = world.body(ball).unwrap().shape.ball_radius().unwrap();
        let mut stepper = Stepper::new();
        for step in 0..20 {
            stepper.step(&mut world, 0.1);
            let outside = world.position(ball).unwrap().length() + radius - ROOM;
            assert!(outside < 1e-6, "{given:?} {restitution} {seed} {step}: {outside:e}");
        }
    }
    for given in Given::ALL {
        for restitution in [0.0, 0.1, 0.5] {
            for seed in 0..150 {
                assert_in::<DVec2>(given, restitution, seed);
                assert_in::<DVec3>(given, restitution, seed);
            }
        }
    }
}
