//! A game as somebody else sees it.

use collide_core::body::Body;
use collide_core::shape::{Frame, RoundedBox, Shape};
use collide_core::step::Settings;
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;

/// How somebody sees a game: turned, and in other units.
pub struct View<'a, W: Wide> {
    /// How their axes lie.
    pub turn: &'a dyn Fn(W) -> W,
    /// What a unit of length, and of time, is to them.
    pub length: f64,
    pub time: f64,
}

impl<W: Wide> View<'_, W> {
    /// Where they see a place.
    pub fn place(&self, place: W) -> W {
        (self.turn)(place) * self.length
    }

    /// How they see a velocity.
    pub fn speed(&self, speed: W) -> W {
        (self.turn)(speed) * (self.length / self.time)
    }

    fn pull(&self, pull: W) -> W {
        (self.turn)(pull) * (self.length / (self.time * self.time))
    }

    /// Half extents along the axes, of which each goes to an axis.
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

    /// The world as they see it, in their numbers.
    pub fn world<V: Vector<Wide = W>, T: Vector<Wide = W>>(&self, world: &World<V>) -> World<T> {
        let mut seen = World::new();
        for id in world.ids() {
            let body = world.body(id).unwrap();
            seen.add_with_key(self.body(&body), world.key(id).unwrap()).unwrap();
        }
        seen.set_gravity(T::narrow(self.pull(world.gravity().widen()))).unwrap();
        seen
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

    /// How they make the steps.
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
