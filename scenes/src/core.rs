//! Builds worlds of the core from scenes. Only with the feature `core`.

use collide_core::body::{Body, InvalidBody, Kind};
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use crate::scene;

/// The world of a scene at its start, and the ids of its bodies in the order of the scene.
///
/// # Errors
/// If the scene contains a body that a world rejects.
pub fn world<V: Vector>(scene: &scene::Scene<V>) -> Result<(World<V>, Vec<BodyId>), InvalidBody> {
    let mut world = World::new();
    world.set_gravity(scene.gravity)?;
    world.set_period(scene.period)?;
    let ids = scene.bodies.iter().map(|body| world.add(as_body(body)));
    let ids = ids.collect::<Result<_, _>>()?;
    Ok((world, ids))
}

/// Converts a body of a scene into a body of the core.
#[must_use]
pub fn as_body<V: Vector>(body: &scene::Body<V>) -> Body<V> {
    let kind = match body.kind {
        scene::Kind::Dynamic => Kind::Dynamic,
        scene::Kind::Static => Kind::Static,
        scene::Kind::Kinematic => Kind::Kinematic,
    };
    let shape = match body.shape {
        scene::Shape::Ball { radius } => Shape::ball(radius),
        scene::Shape::Box { half } => Shape::cuboid(half),
        scene::Shape::Capsule { start, end, radius } => Shape::capsule(start, end, radius),
        scene::Shape::HalfPlane { normal } => Shape::half_space(normal),
        scene::Shape::Arena { half } => Shape::arena(half),
    };
    Body {
        kind,
        velocity: body.velocity,
        mass: body.mass,
        restitution: body.restitution,
        friction: body.friction,
        ..Body::dynamic(shape, body.position)
    }
}

/// Rounds the places, velocities and accelerations of a world through f32, as a game gives them that keeps them in f32, and
/// has the world know it.
///
/// # Errors
/// If a body cannot be what it is after the rounding, as in a period that is hardly longer than the body.
pub fn round_through_f32<V: Vector>(world: &mut World<V>) -> Result<(), InvalidBody> {
    let rounded = |vector: V| V::from_components(|axis| f64::from(vector.component(axis) as f32));
    world.set_given_rounding(f64::from(f32::EPSILON))?;
    world.set_gravity(rounded(world.gravity()))?;
    world.set_period(rounded(world.period()))?;
    for id in world.ids().collect::<Vec<_>>() {
        world.edit(id, |body| {
            for vector in [&mut body.position, &mut body.velocity, &mut body.acceleration] {
                *vector = rounded(*vector);
            }
            body.target = body.target.map(rounded);
        })?;
    }
    Ok(())
}
