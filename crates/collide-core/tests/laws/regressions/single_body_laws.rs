//! Regressions of laws of a single body that must not depend on the step: where it leaves a face, how friction stops it, and
//! how it swings in a bowl.

use collide_core::body::Body;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;
use glam::{DVec2, Vec2};

use crate::support::spaces::{in_all_spaces, is_single_precision};

const G: f64 = 9.81;
const RADIUS: f64 = 0.125;
/// The height of the ground below the faces.
const GROUND: f64 = -5.0;

/// Angles of faces and speeds on them, with which a ball flies off the end: it is too fast to follow the corner.
const SLIDES: [(f64, f64); 5] = [(0.0, 3.0), (0.0, 1.25), (-0.5, 1.0), (-0.5, 0.0), (0.4, 4.0)];

/// A vector in the plane of the first two axes.
fn at<W: Wide>(x: f64, y: f64) -> W {
    W::from_components(|axis| [x, y, 0.0][axis])
}

/// A face that ends at the origin. It points up, and the way along it rises at this angle towards the end, to the right or
/// to the left.
#[derive(Clone, Copy, Debug)]
struct Face {
    angle: f64,
    side: f64,
}

impl Face {
    fn along<W: Wide>(self) -> W {
        at(self.side * self.angle.cos(), self.angle.sin())
    }

    fn normal<W: Wide>(self) -> W {
        at(-self.side * self.angle.sin(), self.angle.cos())
    }

    /// A box with this face.
    fn of_box<V: Vector>(self) -> Body<V> {
        let (along, normal) = (self.along::<V::Wide>(), self.normal::<V::Wide>());
        let frame = Frame::from_axes([
            along,
            normal,
            V::Wide::from_components(|axis| [0.0, 0.0, 1.0][axis]),
        ]);
        let half = V::Wide::from_components(|axis| [4.0, 0.5, 4.0][axis]);
        Body::fixed(Shape::turned_cuboid(half, frame), V::narrow(along * -4.0 - normal * 0.5))
    }

    /// Walls of the plane with this face.
    fn walls<V: Vector<Wide = DVec2>>(self) -> Vec<Body<V>> {
        let (along, normal): (DVec2, DVec2) = (self.along(), self.normal());
        let far = along * -8.0;
        let shapes = [
            Shape::segment(far, DVec2::ZERO),
            Shape::chain(&[far, along * -0.3, DVec2::ZERO]).unwrap(),
            Shape::chain(&[far, DVec2::ZERO, -DVec2::Y]).unwrap(),
            Shape::polygon(&[far, DVec2::ZERO, -normal]).unwrap(),
        ];
        let mut walls: Vec<_> =
            shapes.into_iter().map(|shape| Body::fixed(shape, V::default())).collect();
        let capsule = Shape::capsule(far, DVec2::ZERO, 0.02);
        walls.push(Body::fixed(capsule, V::narrow(normal * -0.02)));
        walls.push(self.of_box());
        walls
    }
}

/// Steps until the body hits the ground, which it does on its way down from the end of a face. Returns where.
fn landing<V: Vector>(mut world: World<V>, dt: f64) -> V::Wide {
    let shape = Shape::half_space(V::Wide::unit(1));
    let ground = world.add(Body::fixed(shape, V::narrow(at(0.0, GROUND)))).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..(6.0 / dt) as usize {
        let report = stepper.step(&mut world, dt);
        assert!(report.limits.is_empty());
        if let Some(hit) = report.impacts().find(|hit| hit.bodies[1] == ground) {
            return hit.point;
        }
    }
    panic!("no landing")
}

/// A world with gravity.
fn world<V: Vector>() -> World<V> {
    let mut world = World::new();
    world.set_gravity(V::narrow(at(0.0, -G))).unwrap();
    world
}

/// Lets a ball slide for a length unit along a face and fall off its end. From there its path is a parabola.
fn assert_flies_off<V: Vector>(face: Face, wall: &Body<V>, speed: f64, restitution: f64) {
    let (along, normal) = (face.along::<V::Wide>(), face.normal::<V::Wide>());
    let last = (speed * speed - 2.0 * G * face.angle.sin()).sqrt();
    let (rise, start) = (last * face.angle.sin(), RADIUS * face.angle.cos());
    let time = (rise + (rise * rise + 2.0 * G * (start - GROUND - RADIUS)).sqrt()) / G;
    let way = face.side * (last * face.angle.cos() * time - RADIUS * face.angle.sin());
    for rate in [1.0, 30.0, 60.0, 240.0] {
        let mut world = world::<V>();
        world.add(wall.clone()).unwrap();
        let ball = Body::dynamic(Shape::ball(RADIUS), V::narrow(along * -1.0 + normal * RADIUS));
        world.add(Body { velocity: V::narrow(along * speed), restitution, ..ball }).unwrap();
        let point = landing(world, 1.0 / rate);
        let rounding = if is_single_precision::<V>() { 2e-4 } else { 1e-9 };
        assert!(
            (point.component(0) - way).abs() < rounding,
            "{face:?} {:?} {restitution} {rate}: {point:?} {way}",
            wall.shape
        );
    }
}

/// A face carried a ball on to the end of the step in which the ball had left it: a ball at 3 m/s landed 0.04 m too far at
/// 60 Hz. The support ends where the face ends.
fn ball_flies_off_the_end_of_a_box<V: Vector>() {
    for side in [1.0, -1.0] {
        for (angle, speed) in SLIDES {
            let face = Face { angle, side };
            assert_flies_off::<V>(face, &face.of_box(), speed, 0.0);
            assert_flies_off::<V>(face, &face.of_box(), speed, 0.5);
        }
        let level = Face { angle: 0.0, side };
        if !is_single_precision::<V>() {
            assert_flies_off::<V>(level, &level.of_box(), 3.0, 1.0);
        }
    }
}

in_all_spaces!(ball_flies_off_the_end_of_a_box);

/// The same held for segments, chains, polygons and capsules.
#[test]
fn ball_flies_off_the_end_of_any_wall() {
    for (angle, speed) in SLIDES {
        for side in [1.0, -1.0] {
            let face = Face { angle, side };
            for wall in face.walls::<Vec2>() {
                assert_flies_off(face, &wall, speed, 0.5);
            }
            for wall in face.walls::<DVec2>() {
                assert_flies_off(face, &wall, speed, 0.5);
            }
        }
    }
}
