//! Fifteen balls on a pool table, with cushions, pockets and cloth, broken by a cue ball with spin.

use collide_core::body::{Body, Cloth, Passage, Role};
use collide_core::shape::Shape;
use collide_core::world::World;
use glam::{DVec2, dvec2};
use scenes::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack};

use crate::game::Game;

/// The roll of the cue ball, as a share of its velocity, and its side in radians a second, for each seed.
const SPIN: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 40.0), (-1.1, -60.0), (0.4, 80.0)];

/// A break with a spin of its own for each seed from 1 on, played for 20 seconds.
pub fn shot(seed: u64) -> Option<Game<DVec2>> {
    let table = Table::nine_foot();
    let mut world = World::new();
    for cushion in &table.cushions {
        let shape = Shape::capsule(cushion.start, cushion.end, cushion.radius);
        let cushion = Body::fixed(shape, DVec2::ZERO);
        world.add(Body { nose: 0.28, friction: 0.2, restitution: 0.85, ..cushion }).ok()?;
    }
    for pocket in &table.pockets {
        let hole = Body::fixed(Shape::ball(pocket.radius), pocket.centre);
        world.add(Body { role: Role::Absorber(Passage::Centre), ..hole }).ok()?;
    }
    world.add(Body::fixed(Shape::arena(table.bounds), DVec2::ZERO)).ok()?;
    let (roll, side) = SPIN[seed as usize % SPIN.len()];
    for (number, place) in rack(seed, RACK_GAP).balls.into_iter().enumerate() {
        let velocity = if number == 0 { dvec2(8.0, 0.1) } else { DVec2::ZERO };
        let ball = Body {
            cloth: Some(Cloth::default()),
            inertia_factor: Some(0.4),
            mass: BALL_MASS,
            friction: 0.05,
            restitution: 0.95,
            velocity,
            roll: velocity * roll,
            angular_velocity: if number == 0 { side } else { 0.0 },
            ..Body::dynamic(Shape::ball(BALL_RADIUS), place)
        };
        world.add(ball).ok()?;
    }
    Some(Game::left_alone("break with spin", world, 20 * 60))
}
