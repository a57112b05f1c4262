//! A world in turned or mirrored axes and in other units.

use collide_core::body::Body;
use collide_core::shape::{Frame, RoundedBox, Shape};
use collide_core::step::Settings;
use collide_core::vector::Vector;
use collide_core::world::World;

/// A change of axes and units.
pub struct Symmetry<'a, V: Vector> {
    /// The linear map of the axes: a rotation or a reflection.
    pub turn: &'a dyn Fn(V) -> V,
    /// The factor of lengths.
    pub length: f64,
    /// The factor of times.
    pub time: f64,
}

impl<V: Vector> Symmetry<'_, V> {
    /// The transformed position.
    pub fn place(&self, place: V) -> V {
        (self.turn)(place) * self.length
    }

    /// The transformed velocity.
    pub fn speed(&self, speed: V) -> V {
        (self.turn)(speed) * (self.length / self.time)
    }

    fn acceleration(&self, acceleration: V) -> V {
        (self.turn)(acceleration) * (self.length / (self.time * self.time))
    }

    /// Half extents along the axes, for a map that takes axes to axes.
    fn extents(&self, half: V) -> V {
        let turned = self.place(half);
        V::from_components(|axis| turned.component(axis).abs())
    }

    fn shape(&self, shape: &Shape<V>, tag: u64) -> Shape<V> {
        match shape {
            Shape::Convex(RoundedBox { centre, half, radius, frame }) => {
                let is_straight = *frame == Frame::identity();
                let axes = frame.axes().map(self.turn);
                Shape::Convex(RoundedBox {
                    centre: self.place(*centre),
                    half: if is_straight { self.extents(*half) } else { *half * self.length },
                    radius: radius * self.length,
                    frame: if is_straight { *frame } else { Frame::from_axes(axes) },
                })
            }
            Shape::HalfSpace { normal, level } => {
                Shape::HalfSpace { normal: (self.turn)(*normal), level: level * self.length }
            }
            Shape::Arena { half } => Shape::Arena { half: self.extents(*half) },
            Shape::RoundArena { radius } => Shape::RoundArena { radius: radius * self.length },
            Shape::Outline(_) => outline(tag, |point| self.place(point)),
        }
    }

    /// The transformed world, with the same keys.
    pub fn world(&self, world: &World<V>) -> World<V> {
        let mut transformed = World::new();
        for id in world.ids() {
            let body = world.body(id).unwrap();
            transformed.add_with_key(self.body(&body), world.key(id).unwrap()).unwrap();
        }
        transformed.set_gravity(self.acceleration(world.gravity())).unwrap();
        transformed
    }

    fn body(&self, body: &Body<V>) -> Body<V> {
        Body {
            kind: body.kind,
            tag: body.tag,
            velocity: self.speed(body.velocity),
            mass: body.mass,
            restitution: body.restitution,
            rolling_resistance: body.rolling_resistance * self.length / (self.time * self.time),
            ..Body::dynamic(self.shape(&body.shape, body.tag), self.place(body.position))
        }
    }

    /// Default settings with the event budget in the transformed unit of time.
    pub fn settings(&self) -> Settings {
        let settings = Settings::default();
        Settings { events_per_second: settings.events_per_second / self.time, ..settings }
    }
}

/// A triangle for tag 0, and a chain for tag 1.
pub fn outline<V: Vector>(tag: u64, map: impl Fn(V) -> V) -> Shape<V> {
    let points = |points: &[[f64; 2]]| -> Vec<V> {
        points.iter().map(|point| map(V::from_components(|axis| point[axis]))).collect()
    };
    match tag {
        0 => Shape::polygon(&points(&[[-1.0, -1.0], [1.5, -0.5], [0.25, 1.0]])).unwrap(),
        _ => Shape::chain(&points(&[[-3.0, 0.0], [-1.0, 1.5], [2.0, 0.5], [3.5, 2.0]])).unwrap(),
    }
}
