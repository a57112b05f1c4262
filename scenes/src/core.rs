//! Builds worlds of the core from scenes. Only with the feature `core`.

use collide_core::body::{Body, InvalidBody, Kind};
use collide_core::shape::Shape;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use crate::scene;

/// The world of a scene at its start, in any precision, and the ids of its bodies in the order of the scene.
///
/// # Errors
/// If the scene contains a body that a world rejects.
pub fn world<V: Vector>(
    scene: &scene::Scene<V::Wide>,
) -> Result<(World<V>, Vec<BodyId>), InvalidBody> {
    let mut world = World::new();
    world.set_gravity(V::narrow(scene.gravity))?;
    world.set_period(V::narrow(scene.period))?;
    let ids = scene.bodies.iter().map(|body| world.add(as_body(body)));
    let ids = ids.collect::<Result<_, _>>()?;
    Ok((world, ids))
}

/// Converts a body of a scene into a body of the core.
#[must_use]
pub fn as_body<V: Vector>(body: &scene::Body<V::Wide>) -> Body<V> {
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
        velocity: V::narrow(body.velocity),
        mass: body.mass,
        restitution: body.restitution,
        friction: body.friction,
        ..Body::dynamic(shape, V::narrow(body.position))
    }
}
