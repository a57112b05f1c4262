//! What of a body stays as it is while it flies? All who are alike share it.

use std::ops::Deref;
use std::sync::Arc;

use crate::body::Body;
use crate::broad::Aabb;
use crate::shape::Mover;
use crate::vector::{Vector, Wide};

/// A body but for where it is and how it moves, and what follows from its shape.
#[derive(Debug, PartialEq)]
pub(crate) struct Form<V: Vector> {
    /// At the origin, at rest.
    body: Body<V>,
    /// The bounds of its shape around its position.
    pub(crate) reach: Aabb<V::Wide>,
    /// What it is to those it meets; a point if its shape is none that can move.
    pub(crate) mover: Mover<V::Wide>,
    /// How far any of it is from its position at most.
    pub(crate) girth: f64,
    /// The longest side of its bounds.
    pub(crate) size: f64,
}

impl<V: Vector> Form<V> {
    /// That of a body.
    pub(crate) fn of(body: &Body<V>) -> Self {
        let reach = Aabb::around(&body.shape);
        let mover = body.shape.mover();
        let corner = (-reach.min).greatest(reach.max).length();
        let girth = mover.filter(Mover::is_round).map_or(corner, |ball| ball.radius);
        Self {
            body: at_rest(body),
            reach,
            mover: mover.unwrap_or(Mover::POINT),
            girth,
            size: (reach.max - reach.min).max_magnitude(),
        }
    }

    /// The body of this form that is there and moves so.
    pub(crate) fn body(&self, position: V, velocity: V) -> Body<V> {
        Body { position, velocity, ..self.body.clone() }
    }
}

impl<V: Vector> Deref for Form<V> {
    type Target = Body<V>;

    fn deref(&self) -> &Body<V> {
        &self.body
    }
}

/// The forms that came last, so that those who are alike are found to be.
#[derive(Clone, Debug)]
pub(crate) struct Forms<V: Vector> {
    last: Vec<Arc<Form<V>>>,
    /// Which of them gives way to the next new one.
    next: usize,
}

impl<V: Vector> Default for Forms<V> {
    fn default() -> Self {
        Self { last: Vec::new(), next: 0 }
    }
}

impl<V: Vector> PartialEq for Forms<V> {
    /// What is remembered decides nothing.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<V: Vector> Forms<V> {
    /// The form of a body, shared if it is one of the last.
    pub(crate) fn of(&mut self, body: &Body<V>) -> Arc<Form<V>> {
        /// So many are remembered.
        const MOST: usize = 8;
        let lone = at_rest(body);
        if let Some(form) = self.last.iter().find(|form| form.body == lone) {
            return Arc::clone(form);
        }
        let form = Arc::new(Form::of(body));
        if self.last.len() < MOST {
            self.last.push(Arc::clone(&form));
        } else {
            self.last[self.next] = Arc::clone(&form);
            self.next = (self.next + 1) % MOST;
        }
        form
    }
}

fn at_rest<V: Vector>(body: &Body<V>) -> Body<V> {
    Body { position: V::default(), velocity: V::default(), ..body.clone() }
}
