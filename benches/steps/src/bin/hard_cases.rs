//! Plays everyday scenes in which bodies have little room, and prints how deep they overlap, how fast they get and how long
//! the slowest step takes.
//!
//! ```sh
//! cargo run --release -p steps --bin hard_cases
//! cargo run --release -p steps --bin hard_cases -- mixer hour-glass
//! ```
//!
//! Overlaps are in sizes of the smallest ball at the start: `pairs` of two balls, `any` of a ball with a ball or a wall, and
//! `late` what is left of those in the last second. `deep` counts the reports of deep overlaps. `grown` is the largest growth
//! of the energy in a step, as a share of the largest energy, where no wall moves and no ball is added.

use std::time::Instant;

use clap::Parser;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};
use scenes::core::round_through_f32;

/// Plays everyday scenes in which bodies have little room.
#[derive(Debug, Parser)]
struct Options {
    /// The beginnings of the names of the cases; all without any.
    cases: Vec<String>,
    /// Steps a second.
    #[arg(long, value_delimiter = ',', default_value = "60,240")]
    rates: Vec<f64>,
    /// Bits of the numbers that the game gives: 32 or 64.
    #[arg(long, value_delimiter = ',', default_value = "64,32")]
    bits: Vec<u32>,
}

/// A scene, and what changes in its course.
struct Case {
    name: String,
    world: World<DVec2>,
    balls: Vec<BodyId>,
    seconds: f64,
    /// Whether walls or the game give energy.
    is_driven: bool,
    /// Changes the world before a step that begins at this time, with this number.
    drive: Drive,
}

type Drive = Box<dyn FnMut(&mut World<DVec2>, &mut Vec<BodyId>, f64, usize)>;

/// The largest values of a run.
#[derive(Default)]
struct Measured {
    pairs: f64,
    any: f64,
    late: f64,
    fastest: f64,
    grown: f64,
    limits: usize,
    deep: usize,
    asleep_at: Option<f64>,
    slowest: f64,
}

fn main() {
    let options = Options::parse();
    println!(
        "case                       rate  bits  pairs    any      late     fastest  grown    limits  \
         deep      asleep s  slowest ms"
    );
    for rate in &options.rates {
        for bits in &options.bits {
            print_all(&options, *rate, *bits);
        }
    }
}

fn print_all(options: &Options, rate: f64, bits: u32) {
    for mut case in cases() {
        let is_asked = |asked: &String| case.name.starts_with(asked.as_str());
        if !options.cases.is_empty() && !options.cases.iter().any(is_asked) {
            continue;
        }
        if bits == 32 {
            round_through_f32(&mut case.world).expect("the cases have room for roundings");
        }
        let name = case.name.clone();
        let Measured { pairs, any, late, fastest, grown, limits, deep, asleep_at, slowest } =
            play(case, rate);
        let asleep = asleep_at.map_or("-".to_owned(), |time| format!("{time:.1}"));
        println!(
            "{name:<26} {rate:>4}  {bits:>4}  {pairs:<7.1e}  {any:<7.1e}  {late:<7.1e}  {fastest:<7.1}  {grown:<7.0e}  \
             {limits:<6}  {deep:<8}  {asleep:<8}  {slowest:.2}"
        );
    }
}

/// Plays a case and measures it.
fn play(mut case: Case, rate: f64) -> Measured {
    let mut measured = Measured::default();
    let mut stepper = Stepper::new();
    let (mut highest, mut before) = (0.0, f64::INFINITY);
    let steps = (case.seconds * rate) as usize;
    let least = case.balls.first().map_or(1.0, |ball| 2.0 * radius(&case.world, *ball));
    for number in 0..steps {
        (case.drive)(&mut case.world, &mut case.balls, number as f64 / rate, number);
        let started = Instant::now();
        let report = stepper.step(&mut case.world, 1.0 / rate);
        measured.slowest = measured.slowest.max(1e3 * started.elapsed().as_secs_f64());
        measured.limits += report.limits.len();
        let is_deep = |event: &&Event<DVec2>| matches!(event, Event::DeepOverlap { .. });
        measured.deep += report.events.iter().filter(is_deep).count();
        let energy = kinetic_energy(&case.world) + potential_energy(&case.world);
        highest = f64::max(highest, energy.abs());
        if !case.is_driven {
            measured.grown = measured.grown.max((energy - before) / highest);
        }
        before = energy;
        let velocities = case.balls.iter().filter_map(|ball| case.world.velocity(*ball));
        measured.fastest = velocities.map(|it| it.length()).fold(measured.fastest, f64::max);
        let all_sleep = case.balls.iter().all(|ball| case.world.is_asleep(*ball));
        measured.asleep_at = match measured.asleep_at {
            Some(time) if all_sleep => Some(time),
            _ => all_sleep.then_some(number as f64 / rate),
        };
        let is_late = number + (rate as usize) >= steps;
        if number % 4 == 0 || is_late {
            let pairs = overlap_of_pairs(&case.world, &case.balls) / least;
            let any = deepest_overlap(&case.world) / least;
            measured.pairs = measured.pairs.max(pairs);
            measured.any = measured.any.max(any);
            if is_late {
                measured.late = measured.late.max(any);
            }
        }
    }
    measured
}

fn radius(world: &World<DVec2>, ball: BodyId) -> f64 {
    world.body(ball).and_then(|body| body.shape.ball_radius()).unwrap_or(0.0)
}

/// The deepest overlap of two balls, in length units.
fn overlap_of_pairs(world: &World<DVec2>, balls: &[BodyId]) -> f64 {
    let mut places: Vec<(DVec2, f64)> = balls
        .iter()
        .filter_map(|ball| Some((world.position(*ball)?, radius(world, *ball))))
        .collect();
    places.sort_by(|one, two| one.0.x.total_cmp(&two.0.x));
    let widest = places.iter().map(|(_, radius)| *radius).fold(0.0, f64::max);
    let mut deepest = 0.0;
    for (number, (place, radius)) in places.iter().enumerate() {
        for (other, its_radius) in &places[number + 1..] {
            if other.x - place.x > radius + widest {
                break;
            }
            deepest = f64::max(deepest, radius + its_radius - place.distance(*other));
        }
    }
    deepest
}

fn idle() -> Drive {
    Box::new(|_, _, _, _| {})
}

fn ball(radius: f64, place: DVec2, restitution: f64, friction: f64) -> Body<DVec2> {
    Body { restitution, friction, ..Body::dynamic(Shape::ball(radius), place) }
}

fn fixed(shape: Shape<DVec2>, place: DVec2) -> Body<DVec2> {
    Body::fixed(shape, place)
}

/// A world with gravity, and a floor at zero with walls at the sides.
fn pit(half: f64, gravity: f64) -> World<DVec2> {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -gravity)).unwrap();
    world.add(fixed(Shape::cuboid(dvec2(half + 2.0, 1.0)), dvec2(0.0, -1.0))).unwrap();
    for side in [-1.0, 1.0] {
        let place = dvec2(side * (half + 1.0), 40.0);
        world.add(fixed(Shape::cuboid(dvec2(1.0, 40.0)), place)).unwrap();
    }
    world
}

/// Adds balls in rows from the floor of a pit on, a little out of line.
fn fill(
    world: &mut World<DVec2>,
    count: usize,
    radius: f64,
    half: f64,
    [restitution, friction]: [f64; 2],
) -> Vec<BodyId> {
    let pitch = 2.08 * radius;
    let columns = (2.0 * half / pitch) as usize - 1;
    (0..count)
        .map(|number| {
            let (column, row) = ((number % columns) as f64, (number / columns) as f64);
            let shift = 0.04 * radius * (row % 3.0);
            let place = dvec2(-half + 1.2 * radius + pitch * column + shift, radius + pitch * row);
            world.add(ball(radius, place, restitution, friction)).unwrap()
        })
        .collect()
}

/// All cases.
fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for is_round in [false, true] {
        all.push(shrinking_room(is_round, 9.81));
        all.push(shrinking_room(is_round, 0.0));
    }
    all.extend([box_onto_balls(), pachinko(0.2), pachinko(0.3), growing(), mixer(0.0), mixer(0.4)]);
    all.extend([hour_glass(), spawned(0.5, 10.0), spawned(1.0, 0.0)]);
    for (speed, restitution) in [(1.0, 0.0), (1.0, 0.5), (4.0, 0.0), (4.0, 0.5)] {
        all.push(bar(speed, restitution));
    }
    all.extend([row_without_room(), heavy_on_light(), arm_through_pile()]);
    all.extend([30.0, 100.0, 300.0].map(bomb));
    all
}

/// A room of 10 by 10, of which the size is edited to 5 after four seconds.
fn shrinking_room(is_round: bool, gravity: f64) -> Case {
    let room = move |half: f64| match is_round {
        true => Shape::round_arena(half),
        false => Shape::arena(DVec2::splat(half)),
    };
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -gravity)).unwrap();
    let wall = world.add(fixed(room(5.0), DVec2::ZERO)).unwrap();
    let balls = (0..200).map(|number| {
        let place = dvec2(-2.9 + 0.3 * f64::from(number % 20), -2.5 + 0.3 * f64::from(number / 20));
        let velocity = dvec2(f64::from(number % 7) - 3.0, f64::from(number % 5) - 2.0);
        let velocity = if gravity == 0.0 { velocity } else { DVec2::ZERO };
        world.add(Body { velocity, ..ball(0.1, place, 0.5, 0.0) }).unwrap()
    });
    let balls = balls.collect();
    let name = format!(
        "room {} {}",
        if is_round { "round" } else { "square" },
        if gravity > 0.0 { "gravity" } else { "free" }
    );
    let mut is_done = false;
    let drive: Drive = Box::new(move |world, _, time, _| {
        if time >= 4.0 && !is_done {
            is_done = true;
            world.edit(wall, |wall| wall.shape = room(2.5)).unwrap();
        }
    });
    Case { name, world, balls, seconds: 8.0, is_driven: false, drive }
}

/// A box that is put onto the middle of a heap.
fn box_onto_balls() -> Case {
    let mut world = pit(5.0, 9.81);
    let balls = fill(&mut world, 200, 0.2, 5.0, [0.5, 0.0]);
    let mut is_done = false;
    let drive: Drive = Box::new(move |world, _, time, _| {
        if time >= 4.0 && !is_done {
            is_done = true;
            world.add(fixed(Shape::cuboid(dvec2(1.0, 0.7)), dvec2(0.1, 1.2))).unwrap();
        }
    });
    Case { name: "box onto balls".into(), world, balls, seconds: 8.0, is_driven: false, drive }
}

/// Balls of diameter .2 through pegs; the outermost are this far from the side walls.
fn pachinko(gap: f64) -> Case {
    let mut world = pit(4.0, 9.81);
    for number in 0..300 {
        let (column, row) = (number % 15, number / 15);
        let half = 4.0 - gap - 0.05 - 0.25 * f64::from(row % 2);
        let place = dvec2(half * (f64::from(column) / 7.0 - 1.0), 3.0 + 0.5 * f64::from(row));
        world.add(fixed(Shape::ball(0.05), place)).unwrap();
    }
    let balls = (0..500).map(|number| {
        let (column, row) = (f64::from(number % 25), f64::from(number / 25));
        let place = dvec2(-3.7 + 0.3 * column + 0.01 * (row % 4.0), 14.0 + 0.3 * row);
        world.add(ball(0.1, place, 0.6, 0.0)).unwrap()
    });
    let balls = balls.collect();
    let (name, drive) = (format!("pachinko, gap {gap}"), idle());
    Case { name, world, balls, seconds: 30.0, is_driven: false, drive }
}

/// A merge game: balls grow in a box.
fn growing() -> Case {
    let mut world = pit(5.0, 20.0);
    let balls = fill(&mut world, 60, 0.15, 5.0, [0.9, 0.0]);
    let drive: Drive = Box::new(move |world, balls, time, number| {
        if time >= 2.0 && number.is_multiple_of(10) {
            let ball = balls[number / 10 % balls.len()];
            let grown = (radius(world, ball) + 0.1).min(0.55);
            world.edit(ball, |ball| ball.shape = Shape::ball(grown)).unwrap();
        }
    });
    Case { name: "growing".into(), world, balls, seconds: 60.0, is_driven: true, drive }
}

/// A box that is moved in a circle through a pit of 400 balls.
fn mixer(friction: f64) -> Case {
    let mut world = pit(4.0, 9.81);
    let balls = fill(&mut world, 400, 0.15, 4.0, [0.5, friction]);
    let place = |time: f64| dvec2(2.0 * time.cos(), 2.7 + 2.0 * time.sin());
    let mut blade = Body::kinematic(Shape::cuboid(dvec2(0.4, 0.4)), dvec2(2.0, 9.0), DVec2::ZERO);
    blade.friction = friction;
    let blade = world.add(blade).unwrap();
    let drive: Drive = Box::new(move |world, _, time, _| {
        let down = (9.0 - 2.0 * time).max(2.7);
        let angle = (2.0 * (time - 3.15)).max(0.0);
        let target = if time < 3.15 { dvec2(2.0, down) } else { place(angle) };
        // It is lifted out after 20 s.
        let target = target + DVec2::Y * (4.0 * (time - 20.0).max(0.0));
        world.edit(blade, |blade| blade.target = Some(target)).unwrap();
    });
    let name = format!("mixer, friction {friction}");
    Case { name, world, balls, seconds: 35.0, is_driven: true, drive }
}

/// 2,000 balls that run through a neck of four diameters.
fn hour_glass() -> Case {
    let mut world = pit(6.0, 9.81);
    for side in [-1.0, 1.0] {
        let points = [dvec2(0.4, 12.0), dvec2(6.0, 18.0), dvec2(6.0, 12.0)];
        let points = points.map(|point| point * dvec2(side, 1.0));
        world.add(fixed(Shape::polygon(&points).unwrap(), DVec2::ZERO)).unwrap();
    }
    let balls = (0..2000).map(|number| {
        let (column, row) = (f64::from(number % 50), f64::from(number / 50));
        let place = dvec2(-5.6 + 0.225 * column + 0.01 * (row % 3.0), 18.2 + 0.225 * row);
        world.add(ball(0.1, place, 0.3, 0.0)).unwrap()
    });
    let balls = balls.collect();
    Case { name: "hour-glass".into(), world, balls, seconds: 30.0, is_driven: false, drive: idle() }
}

/// 100 balls a step at one point, for twelve steps.
fn spawned(restitution: f64, gravity: f64) -> Case {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -gravity)).unwrap();
    world.add(fixed(Shape::arena(dvec2(10.0, 10.0)), DVec2::ZERO)).unwrap();
    let drive: Drive = Box::new(move |world, balls, _, number| {
        for _ in 0..if number < 12 { 100 } else { 0 } {
            balls.push(world.add(ball(0.1, DVec2::ZERO, restitution, 0.0)).unwrap());
        }
    });
    let name = format!("spawned, restitution {restitution}");
    Case { name, world, balls: Vec::new(), seconds: 20.0, is_driven: true, drive }
}

/// A bar that is pushed through 300 sleeping balls.
fn bar(speed: f64, restitution: f64) -> Case {
    let mut world = pit(10.0, 9.81);
    let balls = fill(&mut world, 300, 0.25, 10.0, [restitution, 0.4]);
    let mut bar: Option<BodyId> = None;
    let drive: Drive = Box::new(move |world, _, time, _| {
        if time >= 5.0 && bar.is_none() {
            let shape = Shape::cuboid(dvec2(0.25, 0.5));
            let body = Body::kinematic(shape, dvec2(-10.5, 1.5), DVec2::X * speed);
            bar = Some(world.add(Body { friction: 0.4, ..body }).unwrap());
        }
        if let Some(bar) = bar.filter(|_| time >= 5.0 + 19.0 / speed) {
            world.edit(bar, |bar| bar.velocity = DVec2::ZERO).unwrap();
        }
    });
    let name = format!("bar at {speed}, restitution {restitution}");
    Case { name, world, balls, seconds: 15.0 + 19.0 / speed, is_driven: true, drive }
}

/// Ten balls in a row that grow until they have no room in it.
fn row_without_room() -> Case {
    let mut world = pit(5.0, 9.81);
    let balls: Vec<_> = (0..10)
        .map(|number| world.add(ball(0.5, dvec2(f64::from(number) - 4.5, 0.5), 0.5, 0.0)).unwrap())
        .collect();
    let mut is_done = false;
    let drive: Drive = Box::new(move |world, balls, time, _| {
        if time >= 2.0 && !is_done {
            is_done = true;
            for ball in balls {
                world.edit(*ball, |ball| ball.shape = Shape::ball(0.52)).unwrap();
            }
        }
    });
    Case { name: "row without room".into(), world, balls, seconds: 12.0, is_driven: false, drive }
}

/// A heavy ball on eight light ones.
fn heavy_on_light() -> Case {
    let mut world = pit(3.0, 9.81);
    let mut balls = fill(&mut world, 8, 0.3, 3.0, [0.3, 0.0]);
    let heavy = Body { mass: 1e4, ..ball(0.9, dvec2(0.05, 3.0), 0.3, 0.0) };
    balls.push(world.add(heavy).unwrap());
    Case {
        name: "heavy on light".into(),
        world,
        balls,
        seconds: 12.0,
        is_driven: false,
        drive: idle(),
    }
}

/// A round arm that moves through 100 balls.
fn arm_through_pile() -> Case {
    let mut world = pit(5.0, 9.81);
    let balls = fill(&mut world, 100, 0.25, 5.0, [0.5, 0.4]);
    let arm = Body::kinematic(Shape::ball(0.8), dvec2(-12.0, 1.0), DVec2::X);
    world.add(Body { friction: 0.4, ..arm }).unwrap();
    Case { name: "arm".into(), world, balls, seconds: 25.0, is_driven: true, drive: idle() }
}

/// 2,000 balls at rest, of which a third is driven away from a point at this speed.
fn bomb(speed: f64) -> Case {
    let mut world = pit(6.0, 9.81);
    let balls = fill(&mut world, 2000, 0.1, 6.0, [0.5, 0.0]);
    let drive: Drive = Box::new(move |world, balls, _, number| {
        if number == 400 {
            let centre = dvec2(0.0, 1.5);
            let distance =
                |ball: &BodyId| world.position(*ball).map_or(0.0, |place| place.distance(centre));
            let mut nearest = balls.clone();
            nearest.sort_by(|one, two| distance(one).total_cmp(&distance(two)));
            for ball in nearest.iter().take(balls.len() / 3) {
                let away = world.position(*ball).map_or(DVec2::X, |place| place - centre);
                let velocity = away.normalize_or_zero() * speed;
                world.edit(*ball, |ball| ball.velocity = velocity).unwrap();
            }
        }
    });
    Case { name: format!("bomb at {speed}"), world, balls, seconds: 20.0, is_driven: true, drive }
}
