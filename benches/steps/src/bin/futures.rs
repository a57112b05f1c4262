//! Futures a second: how many are run from one state, by one thread and by several.
//!
//! ```sh
//! cargo run --release -p steps --bin futures
//! ```

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use collide_core::body::{Body, Cloth, InvalidBody, Passage, Role};
use collide_core::executor::{Executor, Serial};
use collide_core::forecast::{Forecasters, Question, Until, forecast};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};
use rayon::ThreadPoolBuilder;
use scenes::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack};

/// Futures a second from four states
#[derive(Parser)]
struct Options {
    /// How many threads are compared with one
    #[arg(long, default_value_t = 2)]
    threads: usize,

    /// How many futures each state has
    #[arg(long, default_value_t = 2000)]
    count: usize,
}

/// The length of a frame in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// A state, and what is asked of the future of a number.
struct Case {
    name: &'static str,
    world: World<DVec2>,
    body: BodyId,
    change: fn(share: f64, &mut Body<DVec2>),
    /// The length of a step in seconds, and the most steps.
    steps: (f64, u32),
    until: fn(BodyId) -> Until<DVec2>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let threads = ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let executors: [Arc<dyn Executor>; 2] = [Arc::new(Serial), Arc::new(threads)];
    println!(
        "futures a second      one by one, all paths   1 thread   {} threads   steps   events",
        options.threads
    );
    for case in [pegs()?, half_table()?, full_break()?, pods()?] {
        let (dt, most) = case.steps;
        let ask = |number: usize, world: &mut World<DVec2>| {
            let share = number as f64 / options.count as f64;
            // The changes are within the range of all values.
            let _ = world.edit(case.body, |body| (case.change)(share, body));
            Question::new(dt, most).until((case.until)(case.body))
        };
        let few = usize::min(options.count, 100);
        let start = Instant::now();
        for number in 0..few {
            let mut world = case.world.clone();
            ask(number * options.count / few, &mut world);
            std::hint::black_box(forecast(&world, &Stepper::new(), dt, most));
        }
        let one_by_one = few as f64 / start.elapsed().as_secs_f64();
        let mut rates = [0.0; 2];
        let mut sums = Vec::new();
        for (rate, executor) in rates.iter_mut().zip(&executors) {
            let mut stepper = Stepper::new();
            stepper.executor = Arc::clone(executor);
            let mut forecasters = Forecasters::new(&stepper);
            let start = Instant::now();
            let counts = forecasters.run(&case.world, options.count, ask, |_, future| {
                (u64::from(future.steps), future.events.len() as u64)
            });
            *rate = options.count as f64 / start.elapsed().as_secs_f64();
            sums.push(counts.iter().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1)));
        }
        if sums[0] != sums[1] {
            return Err(format!("{}: the number of threads changes the futures", case.name).into());
        }
        let [steps, events] = [sums[0].0, sums[0].1].map(|sum| sum as f64 / options.count as f64);
        let [one, several] = rates;
        println!(
            "{:22}{one_by_one:22.0}{one:11.0}{several:12.0}{steps:8.0}{events:9.1}",
            case.name
        );
    }
    Ok(())
}

/// A ball that falls through a hundred pegs to the floor, from a place that is chosen.
fn pegs() -> Result<Case, InvalidBody> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81))?;
    for (row, column) in (0..10).flat_map(|row| (0..10).map(move |column| (row, column))) {
        let shift = if row % 2 == 0 { 0.25 } else { -0.25 };
        let place = dvec2(f64::from(column) - 4.5 + shift, 1.0 + 0.5 * f64::from(row));
        world.add(Body::fixed(Shape::ball(0.12), place))?;
    }
    for normal in [DVec2::X, DVec2::NEG_X] {
        world.add(Body::fixed(Shape::half_space(normal), normal * -6.0))?;
    }
    let floor = Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO);
    world.add(Body { role: Role::Absorber(Passage::Edge), ..floor })?;
    let ball = Body::dynamic(Shape::ball(0.15), dvec2(0.0, 6.5));
    let body = world.add(Body { restitution: 0.6, ..ball })?;
    Ok(Case {
        name: "one ball, 100 pegs",
        world,
        body,
        change: |share, ball| ball.position.x = 6.0 * share - 2.999,
        steps: (FRAME, 1200),
        until: Until::Leaves,
    })
}

/// A table of nine feet with cushions and pockets, and so many balls of a rack in other places.
fn table(balls: impl IntoIterator<Item = DVec2>) -> Result<(World<DVec2>, BodyId), InvalidBody> {
    let (table, mut world) = (Table::nine_foot(), World::new());
    for cushion in &table.cushions {
        let shape = Shape::capsule(cushion.start, cushion.end, cushion.radius);
        let cushion = Body::fixed(shape, DVec2::ZERO);
        world.add(Body { nose: 0.28, friction: 0.2, restitution: 0.85, ..cushion })?;
    }
    for pocket in &table.pockets {
        let hole = Body::fixed(Shape::ball(pocket.radius), pocket.centre);
        world.add(Body { role: Role::Absorber(Passage::Centre), ..hole })?;
    }
    let ids = balls.into_iter().map(|place| {
        world.add(Body {
            cloth: Some(Cloth::default()),
            inertia_factor: Some(0.4),
            mass: BALL_MASS,
            friction: 0.05,
            restitution: 0.95,
            ..Body::dynamic(Shape::ball(BALL_RADIUS), place)
        })
    });
    let ids = ids.collect::<Result<Vec<_>, _>>()?;
    Ok((world, ids[0]))
}

/// A shot with spin among seven balls, until all rest.
fn half_table() -> Result<Case, InvalidBody> {
    let places = (0..8u8).map(f64::from).map(|it| dvec2(0.28 * it - 1.0, 0.35 * (2.4 * it).sin()));
    let (world, body) = table(places)?;
    let change = |share: f64, ball: &mut Body<DVec2>| {
        ball.velocity = 2.5 * DVec2::from_angle(share * std::f64::consts::TAU);
        ball.roll = -0.5 * ball.velocity;
        ball.angular_velocity = 60.0 * (share - 0.5);
    };
    Ok(Case {
        name: "shot, 8 balls, spin",
        world,
        body,
        change,
        steps: (FRAME, 3600),
        until: |_| Until::Rest,
    })
}

/// A break, until all rest.
fn full_break() -> Result<Case, InvalidBody> {
    let (world, body) = table(rack(1, RACK_GAP).balls)?;
    let change = |share: f64, ball: &mut Body<DVec2>| {
        ball.velocity = dvec2(8.0, 0.2 * (share - 0.5));
        ball.roll = ball.velocity;
    };
    Ok(Case {
        name: "break, 16 balls",
        world,
        body,
        change,
        steps: (FRAME, 3600),
        until: |_| Until::Rest,
    })
}

/// Four pods in a room, for a hundred turns, each a step of a second.
fn pods() -> Result<Case, InvalidBody> {
    let mut world = World::new();
    world.add(Body::fixed(Shape::arena(dvec2(8000.0, 4500.0)), DVec2::ZERO))?;
    let pod = |number: u8| {
        let place = dvec2(f64::from(number) * 1800.0 - 2700.0, 0.0);
        let velocity = 600.0 * DVec2::from_angle(f64::from(number));
        Body { velocity, minimum_impulse: 120.0, ..Body::dynamic(Shape::ball(400.0), place) }
    };
    let ids = (0..4).map(|number| world.add(pod(number))).collect::<Result<Vec<_>, _>>()?;
    let change = |share: f64, pod: &mut Body<DVec2>| {
        pod.velocity = 600.0 * DVec2::from_angle(share * std::f64::consts::TAU);
    };
    Ok(Case {
        name: "4 pods, 100 turns",
        world,
        body: ids[0],
        change,
        steps: (1.0, 100),
        until: |_| Until::Steps,
    })
}
