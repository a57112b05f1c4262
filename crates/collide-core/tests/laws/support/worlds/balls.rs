//! Short constructors of balls and relative motions in the plane.

use collide_core::body::Body;
use collide_core::impact::Motion;
use collide_core::shape::Shape;
use glam::DVec2;

/// A ball of radius 0.5, mass 1 and restitution 1.
pub fn ball(position: [f64; 2], velocity: [f64; 2]) -> Body<DVec2> {
    Body {
        velocity: velocity.into(),
        ..Body::dynamic(Shape::ball(0.5), DVec2::from_array(position))
    }
}

/// The motion of a ball relative to a shape at the origin.
pub fn motion(offset: [f64; 2], velocity: [f64; 2], acceleration: [f64; 2]) -> Motion<DVec2> {
    Motion { offset: offset.into(), velocity: velocity.into(), acceleration: acceleration.into() }
}
