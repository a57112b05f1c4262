//! Which fruits merge after a tick, and what they become: the one rule that the game and its futures share.

use bevy::math::DVec2;
use bevy::prelude::*;
use collide_core::report::{Event, Report};
use collide_core::world::{BodyId, World};

use crate::board::fit;
use crate::kinds::Fruit;

/// Two equal fruits that have touched, and where the next kind comes to be.
#[derive(Clone, Debug)]
pub struct Merge {
    pub bodies: [BodyId; 2],
    /// The kind of the two.
    pub fruit: Fruit,
    pub place: Vec2,
    pub velocity: Vec2,
}

/// The two bodies that an event says have touched. A fast touch is an impact, and one that stays a contact.
pub fn touch(event: &Event<DVec2>) -> Option<[BodyId; 2]> {
    match event {
        Event::Impact(impact) => Some(impact.bodies),
        Event::ContactStarted { point, .. } => Some(point.bodies),
        _ => None,
    }
}

/// The fruits of a world, with their places.
pub fn fruits(world: &World<DVec2>) -> impl Iterator<Item = (Fruit, DVec2)> + '_ {
    world.ids().filter_map(|id| {
        let body = world.body(id)?;
        Some((Fruit::with_radius(body.shape.ball_radius()?)?, body.position))
    })
}

/// The merges that the last tick asks for, in the order of its events. Each fruit merges once.
pub fn merges(world: &World<DVec2>, report: &Report<DVec2>) -> Vec<Merge> {
    let mut found: Vec<Merge> = Vec::new();
    for bodies in report.events.iter().filter_map(touch) {
        let is_taken = found.iter().any(|it| it.bodies.iter().any(|one| bodies.contains(one)));
        let [Some(one), Some(other)] = bodies.map(|it| world.body(it)) else { continue };
        let [kind, same] =
            [&one, &other].map(|it| it.shape.ball_radius().and_then(Fruit::with_radius));
        if let (Some(fruit), false) = (kind.filter(|_| kind == same), is_taken) {
            // In f32, as components have them.
            let middle = one.position.midpoint(other.position).as_vec2();
            let place = fruit.next().map_or(middle, |next| fit(next, middle));
            let velocity = one.velocity.midpoint(other.velocity).as_vec2();
            found.push(Merge { bodies, fruit, place, velocity });
        }
    }
    found
}
