//! A world in turned or mirrored axes and in other units.

use collide_core::body::Body;
use collide_core::shape::{Frame, RoundedBox, Shape};
use collide_core::step::Settings;
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;

/// A change of axes and units.
pub struct Symmetry<'a, W: Wide> {
    /// The linear map of the axes: a rotation or a reflection.
    pub turn: &'a dyn Fn(W) -> W,
    /// The factor of lengths.
    pub length: f64,
    /// The factor of times.
    pub time: f64,
}

impl<W: Wide> Symmetry<'_, W> {
    /// The transformed position.
    pub fn place(&self, place: W) -> W {
        (self.turn)(place) * self.length
    }

    /// The transformed velocity.
    pub fn speed(&self, speed: W) -> W {
        (self.turn)(speed) * (self.length / self.time)
    }

    fn acceleration(&self, acceleration: W) -> W {
        (self.turn)(acceleration) * (self.length / (self.time * self.time))
    }

    /// Half extents along the axes, for a map that takes axes to axes.
    fn extents(&self, half: W) -> W {
        let turned = self.place(half);
        W::from_components(|axis| turned.component(axis).abs())
    }

    fn shape(&self, shape: &Shape<W>, tag: u64) -> Shape<W> {
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
    pub fn world<V: Vector<Wide = W>, T: Vector<Wide = W>>(&self, world: &World<V>) -> World<T> {
        let mut transformed = World::new();
        for id in world.ids() {
            let body = world.body(id).unwrap();
            transformed.add_with_key(self.body(&body), world.key(id).unwrap()).unwrap();
        }
        transformed.set_gravity(T::narrow(self.acceleration(world.gravity().widen()))).unwrap();
        transformed
    }

    fn body<V: Vector<Wide = W>, T: Vector<Wide = W>>(&self, body: &Body<V>) -> Body<T> {
        Body {
            kind: body.kind,
            tag: body.tag,
            velocity: T::narrow(self.speed(body.velocity.widen())),
            mass: body.mass,
            restitution: body.restitution,
            rolling_resistance: body.rolling_resistance * self.length / (self.time * self.time),
            ..Body::dynamic(
                self.shape(&body.shape, body.tag),
                T::narrow(self.place(body.position.widen())),
            )
        }
    }

    /// Default settings with the event budget in the transformed unit of time.
    pub fn settings(&self) -> Settings {
        let settings = Settings::default();
        Settings { events_per_second: settings.events_per_second / self.time, ..settings }
    }
}

/// A triangle for tag 0, and a chain for tag 1.
pub fn outline<W: Wide>(tag: u64, map: impl Fn(W) -> W) -> Shape<W> {
    let points = |points: &[[f64; 2]]| -> Vec<W> {
        points.iter().map(|point| map(W::from_components(|axis| point[axis]))).collect()
    };
    match tag {
        0 => Shape::polygon(&points(&[[-1.0, -1.0], [1.5, -0.5], [0.25, 1.0]])).unwrap(),
        _ => Shape::chain(&points(&[[-3.0, 0.0], [-1.0, 1.5], [2.0, 0.5], [3.5, 2.0]])).unwrap(),
    }
}
