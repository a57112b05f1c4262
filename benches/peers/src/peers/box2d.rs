//! Box2D v3 with the four sub-steps that its guide recommends. Rotation is locked, since bodies do not rotate
//! in this engine. The restitution threshold is zero, since slow bounces would lose all energy otherwise. Box2D
//! combines two restitutions by the larger one, so walls have none and the ball decides.

use boxdd::{
    Body, BodyBuilder, BodyId, BodyType, Foundation, MotionLocks, Position, ShapeDef,
    SurfaceMaterial, Vec2, WorkerCount, World, WorldBuilder, shapes,
};
use glam::DVec2;
use scenes::Scene;

use crate::peer::{DT, Peer, SPEED_LIMIT, State, walls};

/// The commit of Box2D is the one that boxdd-sys 0.6.0 builds, `UPSTREAM_SHA` there; boxdd patches its
/// recording and timer, not its solver.
pub const VERSION: &str = "Box2D 3.2.0, commit 56edae7 of 2026-06-16, boxdd 0.6.0";

/// The number that the guide of Box2D recommends.
const SUB_STEPS: i32 = 4;

struct Box2d {
    world: World,
    movers: Vec<BodyId>,
}

pub fn plain(scene: &Scene, threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Box2d::new(scene, threads, false, sleep).expect("Box2D takes the scene"))
}

/// Each body that moves is a bullet, for which Box2D prevents tunnelling through other moving bodies too.
pub fn bullets(scene: &Scene, threads: usize, sleep: bool) -> Box<dyn Peer> {
    Box::new(Box2d::new(scene, threads, true, sleep).expect("Box2D takes the scene"))
}

impl Box2d {
    fn new(scene: &Scene, threads: usize, bullets: bool, sleep: bool) -> boxdd::Result<Self> {
        let foundation = Foundation::initialize_default()?;
        let mut world = foundation.create_world(
            WorldBuilder::from(foundation.world_def())
                .gravity(vector(scene.gravity))
                .restitution_threshold(0.0)
                .maximum_linear_speed(SPEED_LIMIT)
                .enable_sleep(sleep)
                .worker_count(WorkerCount::new(threads as u32)?)
                .build()?,
        )?;
        let mut movers = Vec::new();
        for body in &scene.bodies {
            let is_mover = body.kind == scenes::Kind::Dynamic;
            let kind = match body.kind {
                scenes::Kind::Dynamic => BodyType::Dynamic,
                scenes::Kind::Static => BodyType::Static,
                scenes::Kind::Kinematic => BodyType::Kinematic,
            };
            let id = world.create_body(
                BodyBuilder::from(foundation.body_def())
                    .body_type(kind)
                    .position(Position::new(body.position.x as f32, body.position.y as f32))
                    .linear_velocity(vector(body.velocity))
                    .motion_locks(MotionLocks::new(false, false, true))
                    .bullet(bullets && is_mover)
                    .build()?,
            )?;
            shape_up(&mut world.body(id)?, body)?;
            if is_mover {
                movers.push(id);
            }
        }
        Ok(Self { world, movers })
    }
}

impl Peer for Box2d {
    fn step(&mut self) {
        let _completed = self.world.step(DT as f32, SUB_STEPS).expect("Box2D makes the step");
    }

    fn movers(&mut self) -> Vec<State> {
        let now = |id: &BodyId| {
            let body = self.world.body(*id).ok()?;
            let (position, velocity) = (body.position().ok()?, body.linear_velocity().ok()?);
            Some(State {
                position: DVec2::new(position.x.into(), position.y.into()),
                velocity: DVec2::new(velocity.x.into(), velocity.y.into()),
            })
        };
        self.movers.iter().filter_map(now).collect()
    }

    fn foreign_bytes(&self) -> usize {
        self.world.counters().map_or(0, |counters| counters.byte_count as usize)
    }
}

/// Gives a body its shapes: the inside of a box becomes four walls.
fn shape_up(handle: &mut Body<'_>, body: &scenes::Body) -> boxdd::Result<()> {
    let material = SurfaceMaterial::new().with_friction(body.friction as f32)?.with_restitution(
        if body.kind == scenes::Kind::Dynamic { body.restitution as f32 } else { 0.0 },
    )?;
    let definition = |area: f64| {
        ShapeDef::builder()
            .density((body.mass / area) as f32)
            .material(material)
            .enable_contact_events(false)
            .build()
    };
    match body.shape {
        scenes::Shape::Ball { radius } => {
            let area = std::f64::consts::PI * radius * radius;
            handle.create_circle(
                &definition(area)?,
                &shapes::circle(Vec2::new(0.0, 0.0), radius as f32)?,
            )?;
        }
        scenes::Shape::Box { half } => {
            handle.create_polygon(
                &definition(4.0 * half.x * half.y)?,
                &shapes::box_polygon(half.x as f32, half.y as f32)?,
            )?;
        }
        scenes::Shape::Capsule { start, end, radius: 0.0 } => {
            let segment = shapes::segment(vector(start), vector(end))?;
            handle.create_segment(&definition(1.0)?, &segment)?;
        }
        scenes::Shape::Capsule { start, end, radius } => {
            let capsule = shapes::capsule(vector(start), vector(end), radius as f32)?;
            handle.create_capsule(&definition(1.0)?, &capsule)?;
        }
        scenes::Shape::HalfPlane { normal } => {
            let along = normal.perp() * 1e4;
            let segment = shapes::segment(vector(-along), vector(along))?;
            handle.create_segment(&definition(1.0)?, &segment)?;
        }
        scenes::Shape::Arena { half } => {
            for [centre, half] in walls(half) {
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                let corners = corners.map(|(x, y)| vector(centre + half * DVec2::new(x, y)));
                handle.create_polygon_from_points(&definition(1.0)?, corners, 0.0)?;
            }
        }
    }
    Ok(())
}

fn vector(vector: DVec2) -> Vec2 {
    Vec2::new(vector.x as f32, vector.y as f32)
}
