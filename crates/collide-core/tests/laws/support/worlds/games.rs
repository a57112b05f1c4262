//! Worlds as games have them: tables, boards, flippers, piles, a gas and a race.

use collide_core::body::{Body, Cloth, Passage, Role};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};
use scenes::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack};

/// A game: its name, its world, the ball that a player moves, and how fast.
pub struct Game<V: Vector> {
    pub name: &'static str,
    pub world: World<V>,
    pub ball: BodyId,
    pub speed: f64,
}

impl<V: Vector> Game<V> {
    /// The game with these bodies under this gravity. The ball that is moved is the last body.
    fn new(name: &'static str, speed: f64, gravity: V, bodies: Vec<Body<V>>) -> Self {
        let mut world = World::new();
        world.set_gravity(gravity).unwrap();
        let ids: Vec<BodyId> = bodies.into_iter().map(|body| world.add(body).unwrap()).collect();
        Self { name, world, ball: ids[ids.len() - 1], speed }
    }
}

/// Nine games in the plane.
pub fn in_plane() -> Vec<Game<DVec2>> {
    vec![
        break_shot(),
        half_full_table(),
        peg_board(),
        breakout(),
        pinball(),
        repeating_gas(),
        hit_pile(),
        pocketed_balls(),
        bumpers(),
    ]
}

/// Spheres that fall into a room.
pub fn in_space() -> Game<DVec3> {
    let room = Body::fixed(Shape::arena(DVec3::splat(3.0)), DVec3::ZERO);
    let sphere = |number: i32| {
        let place = DVec3::from_array([number % 3, number / 9, number / 3 % 3].map(f64::from));
        let ball = Body::dynamic(Shape::ball(0.3), (place - DVec3::ONE) * 1.1);
        let (restitution, friction) = (0.7, 0.3);
        Body { restitution, friction, inertia_factor: Some(0.4), ..ball }
    };
    let bodies = std::iter::once(room).chain((0..20).map(sphere)).collect();
    Game::new("spheres in space", 6.0, DVec3::NEG_Y * 9.81, bodies)
}

/// A table with pockets, and balls on it, the first of which is the cue ball.
fn table(balls: Vec<DVec2>, on_cloth: bool) -> Vec<Body<DVec2>> {
    let table = Table::nine_foot();
    let cushions = table.cushions.iter().map(|cushion| {
        let shape = Shape::capsule(cushion.start, cushion.end, cushion.radius);
        let (friction, restitution) = (0.2, 0.85);
        Body { nose: 0.28, friction, restitution, ..Body::fixed(shape, DVec2::ZERO) }
    });
    let pockets = table.pockets.iter().map(|pocket| {
        let hole = Body::fixed(Shape::ball(pocket.radius), pocket.centre);
        Body { role: Role::Absorber(Passage::Centre), ..hole }
    });
    let ball = |place: DVec2| Body {
        cloth: on_cloth.then(Cloth::default),
        inertia_factor: on_cloth.then_some(0.4),
        rolling_resistance: if on_cloth { 0.0 } else { 0.2 },
        mass: BALL_MASS,
        friction: 0.05,
        restitution: 0.95,
        ..Body::dynamic(Shape::ball(BALL_RADIUS), place)
    };
    cushions.chain(pockets).chain(balls.into_iter().rev().map(ball)).collect()
}

fn break_shot() -> Game<DVec2> {
    let balls = table(rack(1, RACK_GAP).balls.into(), true);
    Game::new("break", 8.0, DVec2::ZERO, balls)
}

fn half_full_table() -> Game<DVec2> {
    let places = (0..8u8).map(f64::from).map(|it| dvec2(0.28 * it - 1.0, 0.35 * (2.4 * it).sin()));
    Game::new("half-full table with spin", 3.0, DVec2::ZERO, table(places.collect(), true))
}

/// Balls that begin over pockets and on their lips, without a cloth.
fn pocketed_balls() -> Game<DVec2> {
    let nine_foot = Table::nine_foot();
    let lips = nine_foot.pockets.iter().map(|pocket| pocket.centre * 0.95);
    let middle = (0..4u8).map(f64::from).map(|it| dvec2(0.2 * it - 0.3, 0.0));
    let balls = middle.chain(lips).collect();
    Game::new("pocketed balls", 4.0, DVec2::ZERO, table(balls, false))
}

fn peg_board() -> Game<DVec2> {
    let pegs = (0..100).map(|number| {
        let (row, column) = (f64::from(number / 10), f64::from(number % 10));
        let shift = if number / 10 % 2 == 0 { 0.25 } else { -0.25 };
        Body::fixed(Shape::ball(0.12), dvec2(column - 4.5 + shift, 1.0 + 0.5 * row))
    });
    let floor = Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO);
    let floor = Body { role: Role::Absorber(Passage::Edge), ..floor };
    let walls = [DVec2::X, DVec2::NEG_X]
        .map(|normal| Body::fixed(Shape::half_space(normal), normal * -6.0));
    let ball = Body::dynamic(Shape::ball(0.15), dvec2(0.0, 6.5));
    let ball = Body { restitution: 0.6, ..ball };
    let bodies = pegs.chain([floor]).chain(walls).chain([ball]).collect();
    Game::new("peg board", 3.0, DVec2::NEG_Y * 9.81, bodies)
}

fn breakout() -> Game<DVec2> {
    let room = Body::fixed(Shape::arena(dvec2(10.0, 8.0)), DVec2::ZERO);
    let bricks = (0..48).map(|number| {
        let place = dvec2(f64::from(number % 12) * 1.6 - 8.8, f64::from(number / 12) + 2.0);
        let brick = Body::fixed(Shape::cuboid(dvec2(0.7, 0.3)), place);
        Body { breaks_after: if number < 12 { 2 } else { 1 }, ..brick }
    });
    let paddle = Body::kinematic(Shape::cuboid(dvec2(1.5, 0.2)), dvec2(0.0, -6.0), dvec2(0.5, 0.0));
    let balls = [0.0, 3.0]
        .map(|x| Body::dynamic(Shape::ball(0.25), dvec2(x, -4.0)))
        .map(|ball| Body { velocity: dvec2(3.0, 9.0), ..ball });
    let bodies = std::iter::once(room).chain(bricks).chain([paddle]).chain(balls).collect();
    Game::new("breakout", 20.0, DVec2::ZERO, bodies)
}

fn pinball() -> Game<DVec2> {
    let room = Body::fixed(Shape::arena(dvec2(3.0, 5.0)), DVec2::ZERO);
    let slopes = [-1.0, 1.0].map(|side| {
        let [high, low] = [dvec2(3.0 * side, -2.0), dvec2(1.4 * side, -3.6)];
        Body::fixed(Shape::capsule(high, low, 0.05), DVec2::ZERO)
    });
    let flippers = [-1.0, 1.0].map(|side| {
        let shape = Shape::capsule(DVec2::ZERO, dvec2(-1.1 * side, -0.2), 0.1);
        let flipper = Body::kinematic(shape, dvec2(1.4 * side, -3.7), DVec2::ZERO);
        Body { angular_velocity: -9.0 * side, ..flipper }
    });
    let bumpers = [dvec2(-1.0, 2.0), dvec2(1.0, 2.0), dvec2(0.0, 0.5)].map(|place| {
        let bumper = Body::fixed(Shape::ball(0.4), place);
        Body { minimum_impulse: 2.0, ..bumper }
    });
    let balls = [-0.5, 1.5].map(|x| {
        let ball = Body::dynamic(Shape::ball(0.15), dvec2(x, 3.5));
        Body { restitution: 0.6, friction: 0.3, inertia_factor: Some(0.4), ..ball }
    });
    let walls = slopes.into_iter().chain(flippers).chain(bumpers);
    let bodies = std::iter::once(room).chain(walls).chain(balls).collect();
    Game::new("pinball", 8.0, DVec2::NEG_Y * 5.0, bodies)
}

fn repeating_gas() -> Game<DVec2> {
    let disc = |number: i32| {
        let place = dvec2(f64::from(number % 8), f64::from(number / 8)) * 1.25;
        let velocity = 3.0 * DVec2::from_angle(f64::from(number));
        Body { velocity, ..Body::dynamic(Shape::ball(0.4), place) }
    };
    let mut game = Game::new("repeating gas", 5.0, DVec2::ZERO, (0..64).map(disc).collect());
    game.world.set_period(DVec2::splat(10.0)).unwrap();
    game
}

/// A pile that has settled, and a ball above it.
fn hit_pile() -> Game<DVec2> {
    let room = Body::fixed(Shape::arena(dvec2(3.0, 6.0)), DVec2::ZERO);
    let disc = |number: i32| {
        let shift = f64::from(number / 7 % 2) * 0.3;
        let place =
            dvec2(f64::from(number % 7) * 0.75 - 2.4 + shift, f64::from(number / 7) * 0.75 - 5.5);
        let ball = Body::dynamic(Shape::ball(0.35), place);
        Body { restitution: 0.2, friction: 0.4, inertia_factor: Some(0.5), ..ball }
    };
    let above = Body { mass: 3.0, ..disc(73) };
    let bodies = std::iter::once(room).chain((0..42).map(disc)).chain([above]).collect();
    let mut game = Game::new("pile that is hit", 12.0, DVec2::NEG_Y * 9.81, bodies);
    let start = game.world.body(game.ball).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..120 {
        stepper.step(&mut game.world, 1.0 / 60.0);
    }
    game.world.edit(game.ball, |ball| ball.position = start.position + DVec2::Y * 2.0).unwrap();
    game
}

/// Pods that part with at least an impulse.
fn bumpers() -> Game<DVec2> {
    let room = Body::fixed(Shape::arena(dvec2(8000.0, 4500.0)), DVec2::ZERO);
    let pod = |number: i32| {
        let place = dvec2(f64::from(number) * 1800.0 - 4500.0, 0.0);
        let velocity = 600.0 * DVec2::from_angle(f64::from(number));
        let pod = Body::dynamic(Shape::ball(400.0), place);
        Body { velocity, minimum_impulse: 120.0, linear_damping: 0.16, ..pod }
    };
    let bodies = std::iter::once(room).chain((0..6).map(pod)).collect();
    Game::new("bumpers", 9000.0, DVec2::ZERO, bodies)
}
