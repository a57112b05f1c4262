//! Regressions of laws of a single body that must not depend on the step: where it leaves a face, how friction stops it, and
//! how it swings in a bowl.

use collide_core::body::{Body, Kind};
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

use crate::support::spaces::{Given, in_both_spaces};
use crate::support::worlds::pulled::{at, pulled_world};

const G: f64 = 9.81;
const RADIUS: f64 = 0.125;
/// The height of the ground below the faces.
const GROUND: f64 = -5.0;

/// Angles of faces and speeds on them, with which a ball flies off the end: it is too fast to follow the corner.
const SLIDES: [(f64, f64); 5] = [(0.0, 3.0), (0.0, 1.25), (-0.5, 1.0), (-0.5, 0.0), (0.4, 4.0)];

/// A face that ends at the origin. It points up, and the way along it rises at this angle towards the end, to the right or
/// to the left.
#[derive(Clone, Copy, Debug)]
struct Face {
    angle: f64,
    side: f64,
}

impl Face {
    fn along<V: Vector>(self) -> V {
        at(self.side * self.angle.cos(), self.angle.sin())
    }

    fn normal<V: Vector>(self) -> V {
        at(-self.side * self.angle.sin(), self.angle.cos())
    }

    /// A box with this face.
    fn of_box<V: Vector>(self) -> Body<V> {
        let (along, normal) = (self.along::<V>(), self.normal::<V>());
        let frame =
            Frame::from_axes([along, normal, V::from_components(|axis| [0.0, 0.0, 1.0][axis])]);
        let half = V::from_components(|axis| [4.0, 0.5, 4.0][axis]);
        Body::fixed(Shape::turned_cuboid(half, frame), along * -4.0 - normal * 0.5)
    }

    /// Walls of the plane with this face.
    fn walls(self) -> Vec<Body<DVec2>> {
        let (along, normal): (DVec2, DVec2) = (self.along(), self.normal());
        let far = along * -8.0;
        let shapes = [
            Shape::segment(far, DVec2::ZERO),
            Shape::chain(&[far, along * -2.9, along * -2.5, along * -0.3, DVec2::ZERO]).unwrap(),
            Shape::chain(&[far, DVec2::ZERO, -DVec2::Y]).unwrap(),
            Shape::polygon(&[far, DVec2::ZERO, -normal]).unwrap(),
        ];
        let mut walls: Vec<_> =
            shapes.into_iter().map(|shape| Body::fixed(shape, DVec2::ZERO)).collect();
        let capsule = Shape::capsule(far, DVec2::ZERO, 0.02);
        walls.push(Body::fixed(capsule, normal * -0.02));
        walls.push(self.of_box());
        walls
    }
}

/// Steps until the body hits the ground, which it does on its way down from the end of a face. Returns where.
fn landing<V: Vector>(mut world: World<V>, dt: f64) -> V {
    let shape = Shape::half_space(V::unit(1));
    let ground = world.add(Body::fixed(shape, at(0.0, GROUND))).unwrap();
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

/// Lets a ball slide for a length unit along a face and fall off its end. From there its path is a parabola.
fn assert_flies_off<V: Vector>(
    given: Given,
    (face, wall): (Face, &Body<V>),
    speed: f64,
    restitution: f64,
) {
    let (along, normal) = (face.along::<V>(), face.normal::<V>());
    let last = (speed * speed - 2.0 * G * face.angle.sin()).sqrt();
    let (rise, start) = (last * face.angle.sin(), RADIUS * face.angle.cos());
    let time = (rise + (rise * rise + 2.0 * G * (start - GROUND - RADIUS)).sqrt()) / G;
    let way = face.side * (last * face.angle.cos() * time - RADIUS * face.angle.sin());
    for rate in [1.0, 30.0, 60.0, 240.0] {
        let mut world = pulled_world::<V>(G);
        world.add(wall.clone()).unwrap();
        let ball = Body::dynamic(Shape::ball(RADIUS), along * -1.0 + normal * RADIUS);
        world.add(Body { velocity: along * speed, restitution, ..ball }).unwrap();
        given.round(&mut world);
        let point = landing(world, 1.0 / rate);
        let rounding = given.choose(1e-9, 2e-4);
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
            for given in Given::ALL {
                assert_flies_off::<V>(given, (face, &face.of_box()), speed, 0.0);
                assert_flies_off::<V>(given, (face, &face.of_box()), speed, 0.5);
            }
        }
        let level = Face { angle: 0.0, side };
        assert_flies_off::<V>(Given::InF64, (level, &level.of_box()), 3.0, 1.0);
    }
}

in_both_spaces!(ball_flies_off_the_end_of_a_box);

/// The same held for segments, chains, polygons and capsules.
#[test]
fn ball_flies_off_the_end_of_any_wall() {
    for (angle, speed) in SLIDES {
        for side in [1.0, -1.0] {
            let face = Face { angle, side };
            for wall in face.walls() {
                for given in Given::ALL {
                    assert_flies_off(given, (face, &wall), speed, 0.5);
                }
            }
        }
    }
}

/// A box that slid off a face was carried on too; it falls when its rear edge has passed the end.
fn box_falls_when_its_rear_edge_has_passed_the_end<V: Vector>() {
    for side in [1.0, -1.0] {
        for rate in [1.0, 30.0, 60.0, 240.0] {
            let mut world = pulled_world::<V>(G);
            world.add(Face { angle: 0.0, side }.of_box()).unwrap();
            let half = V::from_components(|axis| [0.25, 0.125, 0.25][axis]);
            let slider = Body::dynamic(Shape::cuboid(half), at(-side, 0.125));
            let velocity = at(2.0 * side, 0.0);
            world.add(Body { velocity, restitution: 0.0, ..slider }).unwrap();
            // The point of the impact is below the centre of the box.
            let way = side * (0.25 + 2.0 * (-2.0 * GROUND / G).sqrt());
            let is = landing(world, 1.0 / rate).component(0);
            let rounding = 1e-9;
            assert!((is - way).abs() < rounding, "{side} {rate}: {is} {way}");
        }
    }
}

in_both_spaces!(box_falls_when_its_rear_edge_has_passed_the_end);

/// When a body at rest on a wall hits the ground, if the wall gives way within a step.
fn landing_time<V: Vector>(mut world: World<V>, dt: f64) -> f64 {
    let shape = Shape::half_space(V::unit(1));
    let ground = world.add(Body::fixed(shape, at(0.0, GROUND))).unwrap();
    let mut stepper = Stepper::new();
    for step in 0..(6.0 / dt) as u32 {
        let report = stepper.step(&mut world, dt);
        let mut hits = report.impacts().filter(|hit| hit.bodies[1] == ground);
        if let Some(hit) = hits.next() {
            return f64::from(step) * dt + hit.time;
        }
    }
    panic!("no landing")
}

/// A slab that was drawn from under a ball carried it to the end of the step; the ball falls as soon as the end of the slab
/// has passed.
fn ball_falls_when_a_slab_is_drawn_from_under_it<V: Vector>() {
    for side in [1.0, -1.0] {
        for rate in [1.0, 30.0, 60.0, 240.0] {
            let mut world = pulled_world::<V>(G);
            let slab = Face { angle: 0.0, side }.of_box::<V>();
            let velocity = at(-3.0 * side, 0.0);
            world.add(Body { velocity, kind: Kind::Kinematic, ..slab }).unwrap();
            let ball = Body::dynamic(Shape::ball(RADIUS), at(-side, RADIUS));
            world.add(Body { restitution: 0.0, ..ball }).unwrap();
            // The corner of the slab goes on at 3 m/s below the ball, which is too fast to touch it again.
            let end = 1.0 / 3.0 + (-2.0 * GROUND / G).sqrt();
            let is = landing_time(world, 1.0 / rate);
            let rounding = 1e-9;
            assert!((is - end).abs() < rounding, "{side} {rate}: {is} {end}");
        }
    }
}

in_both_spaces!(ball_falls_when_a_slab_is_drawn_from_under_it);

/// A brick that broke within a step went on to support a ball until the step ended; the ball falls from then on.
fn ball_falls_when_a_brick_breaks_under_it<V: Vector>() {
    for rate in [30.0, 60.0, 240.0] {
        let mut world = pulled_world::<V>(G);
        let brick = Face { angle: 0.0, side: 1.0 }.of_box::<V>();
        world.add(Body { breaks_after: 1, ..brick }).unwrap();
        let ball = Body::dynamic(Shape::ball(RADIUS), at(-1.0, RADIUS));
        world.add(Body { restitution: 0.0, ..ball.clone() }).unwrap();
        // Another ball hits the brick from the right at 0.49 s.
        let hit = Body { position: at(1.105, -0.25), gravity_scale: 0.0, ..ball };
        world.add(Body { velocity: at(-2.0, 0.0), ..hit }).unwrap();
        let end = 0.49 + (-2.0 * GROUND / G).sqrt();
        let is = landing_time(world, 1.0 / rate);
        let rounding = 1e-9;
        assert!((is - end).abs() < rounding, "{rate}: {is} {end}");
    }
}

in_both_spaces!(ball_falls_when_a_brick_breaks_under_it);

/// With friction a ball was braked on beyond the end of a face; it flies off there with the speed that friction has left.
fn ball_with_friction_flies_off_the_end<V: Vector>() {
    for side in [1.0, -1.0] {
        for rate in [1.0, 30.0, 60.0, 240.0] {
            let mut world = pulled_world::<V>(G);
            world.add(Face { angle: 0.0, side }.of_box()).unwrap();
            let ball = Body::dynamic(Shape::ball(RADIUS), at(-side, RADIUS));
            let velocity = at(3.0 * side, 0.0);
            world.add(Body { velocity, restitution: 0.0, friction: 0.25, ..ball }).unwrap();
            let last = (9.0 - 2.0 * 0.25 * G).sqrt();
            let way = side * last * (-2.0 * GROUND / G).sqrt();
            let is = landing(world, 1.0 / rate).component(0);
            let rounding = 1e-9;
            assert!((is - way).abs() < rounding, "{side} {rate}: {is} {way}");
        }
    }
}

in_both_spaces!(ball_with_friction_flies_off_the_end);

/// A ball on a wall with friction, and how it slides.
#[derive(Clone, Copy, Debug)]
struct Slide {
    face: Face,
    /// Its speed up the wall.
    speed: f64,
    friction: f64,
    /// The velocity of the surface up the wall.
    carried: f64,
}

impl Slide {
    /// The world, with a wall of which the surface moves by its velocity or, `as_conveyor`, along itself.
    fn world<V: Vector>(self, mut wall: Body<V>, as_conveyor: bool) -> (World<V>, BodyId) {
        let Self { face, speed, friction, carried } = self;
        let (along, normal) = (face.along::<V>(), face.normal::<V>());
        let surface = along * carried;
        if as_conveyor {
            wall.surface_velocity = surface;
        } else if carried != 0.0 {
            wall = Body { velocity: surface, kind: Kind::Kinematic, ..wall };
        }
        let mut world = pulled_world::<V>(G);
        world.add(wall).unwrap();
        let ball = Body::dynamic(Shape::ball(RADIUS), along * -3.0 + normal * RADIUS);
        let ball = Body { velocity: along * speed, restitution: 0.0, ..ball };
        let ball = world.add(Body { friction, ..ball }).unwrap();
        (world, ball)
    }

    /// The way up the wall and the velocity after some time, by a constant deceleration until nothing slides.
    fn state_after(self, time: f64) -> [f64; 2] {
        let Self { face, speed, friction, carried } = self;
        let (grip, pull) = (friction * G * face.angle.cos(), -G * face.angle.sin());
        let slip = speed - carried;
        let braked = if slip == 0.0 { 0.0 } else { pull - grip.copysign(slip) };
        let end = if slip * braked < 0.0 { -slip / braked } else { f64::INFINITY };
        if slip != 0.0 && time <= end {
            return [(speed + 0.5 * braked * time) * time, speed + braked * time];
        }
        let (end, before) =
            if slip == 0.0 { (0.0, 0.0) } else { (end, (speed + 0.5 * braked * end) * end) };
        let held = if pull.abs() <= grip { 0.0 } else { pull - grip.copysign(pull) };
        let left = time - end;
        [before + (carried + 0.5 * held * left) * left, carried + held * left]
    }

    fn check<V: Vector>(self, wall: &Body<V>, as_conveyor: bool) {
        for rate in [1.0, 30.0, 60.0, 240.0] {
            let (mut world, ball) = self.world(wall.clone(), as_conveyor);
            let start = world.body(ball).unwrap().position;
            let mut stepper = Stepper::new();
            for step in 1..=(2.0 * rate) as u32 {
                let report = stepper.step(&mut world, 1.0 / rate);
                assert!(
                    report.limits.is_empty(),
                    "{self:?} {rate} Hz, step {step} {:?}",
                    wall.shape
                );
                let [way, speed] = self.state_after(f64::from(step) / rate);
                let body = world.body(ball).unwrap();
                let along = self.face.along::<V>();
                let is = [body.position - start, body.velocity];
                let rounding = 1e-9;
                let error = (is[0] - along * way).length() + (is[1] - along * speed).length();
                assert!(error < rounding, "{self:?} {rate} Hz, step {step}: {is:?} {way} {speed}");
            }
        }
    }
}

/// Slides of at most three length units to either side.
const WITH_FRICTION: [(f64, f64, f64); 9] = [
    (0.0, 2.0, 0.125),
    (0.0, -1.5, 0.5),
    (0.0, 0.0, 0.5),
    // Up a slope, where it stays or comes back, and down one, where it stops or goes on.
    (0.3, 2.0, 0.5),
    (0.3, 1.5, 0.1),
    (0.3, -1.0, 0.5),
    (0.3, 0.0, 0.2),
    (0.3, 0.0, 0.5),
    (-0.2, 1.0, 0.375),
];

/// Friction of a ball on a wall was solved as that of a pile: the way of a ball to its stop depended on the step, and was
/// 0.0016 short of 4.5 at 60 Hz. It is a constant deceleration, whatever the step is.
fn friction_brakes_a_ball_by_a_constant_deceleration<V: Vector>() {
    for (angle, speed, friction) in WITH_FRICTION {
        for side in [1.0, -1.0] {
            let face = Face { angle, side };
            let slide = Slide { face, speed, friction, carried: 0.0 };
            slide.check(&face.of_box::<V>(), false);
            let half_space = Shape::half_space(face.normal());
            slide.check(&Body::<V>::fixed(half_space, V::default()), false);
        }
    }
}

in_both_spaces!(friction_brakes_a_ball_by_a_constant_deceleration);

/// The same held for segments, chains, polygons and capsules.
#[test]
fn friction_brakes_a_ball_alike_on_any_wall() {
    for (angle, speed, friction) in WITH_FRICTION {
        for side in [1.0, -1.0] {
            let face = Face { angle, side };
            let slide = Slide { face, speed, friction, carried: 0.0 };
            face.walls().iter().for_each(|wall| slide.check(wall, false));
        }
    }
}

/// On a moving wall and on a conveyor the same deceleration brought a ball to the velocity of the surface some steps early
/// or late.
fn friction_takes_a_ball_along_by_a_constant_acceleration<V: Vector>() {
    for (angle, speed, friction) in WITH_FRICTION {
        for carried in [0.5, -0.75] {
            for as_conveyor in [false, true] {
                let face = Face { angle, side: 1.0 };
                let slide = Slide { face, speed, friction, carried };
                slide.check(
                    &Body::<V>::fixed(Shape::half_space(face.normal()), V::default()),
                    as_conveyor,
                );
            }
        }
    }
}

in_both_spaces!(friction_takes_a_ball_along_by_a_constant_acceleration);

/// A ball that friction holds on a slope falls asleep there, as it did in a pile.
fn ball_that_friction_holds_on_a_slope_sleeps<V: Vector>() {
    for rate in [60.0, 240.0] {
        let face = Face { angle: 0.3, side: 1.0 };
        let slide = Slide { face, speed: -1.0, friction: 0.5, carried: 0.0 };
        let (mut world, ball) = slide.world(face.of_box::<V>(), false);
        let mut stepper = Stepper::new();
        for _ in 0..(2.0 * rate) as u32 {
            stepper.step(&mut world, 1.0 / rate);
        }
        assert!(world.is_asleep(ball), "{rate}");
        assert_eq!(world.body(ball).unwrap().velocity, V::default());
    }
}

in_both_spaces!(ball_that_friction_holds_on_a_slope_sleeps);

/// The kinetic and potential energy of a ball that has swung for so many periods, as a share of that of its start.
fn energy_left<V: Vector>(amplitude: f64, periods: f64, rate: f64) -> [f64; 2] {
    let mut world = World::<V>::new();
    world.set_gravity(at(0.0, -10.0)).unwrap();
    world.add(Body::fixed(Shape::round_arena(1.5), V::default())).unwrap();
    let start = at(amplitude.sin(), -amplitude.cos());
    let ball = Body { restitution: 0.0, ..Body::dynamic(Shape::ball(0.5), start) };
    let ball = world.add(ball).unwrap();
    let energy = |world: &World<V>| {
        let body = world.body(ball).unwrap();
        0.5 * body.velocity.length_squared() + 10.0 * (body.position.component(1) + 1.0)
    };
    let first = energy(&world);
    let (mut stepper, mut most) = (Stepper::new(), 0.0);
    let period = std::f64::consts::TAU / 10f64.sqrt();
    for _ in 0..(periods * period * rate) as u32 {
        stepper.step(&mut world, 1.0 / rate);
        most = f64::max(most, energy(&world) / first);
    }
    [energy(&world) / first, most]
}

/// A ball without restitution that swung in a bowl was taken to fall on the wall whenever it climbed, and lost up to a
/// seventh of its energy in 20 periods. A smooth wall takes none.
#[test]
fn swing_in_a_bowl_keeps_its_energy() {
    for rate in [60.0, 240.0] {
        for amplitude in [0.01, 0.03, 0.1, 0.3, 1.0, -0.3] {
            let flat = energy_left::<DVec2>(amplitude, 20.0, rate);
            for [left, most] in [flat, energy_left::<DVec3>(amplitude, 20.0, rate)] {
                assert!(left > 0.9999 && most < 1.0 + 1e-9, "{rate} {amplitude}: {left} {most}");
            }
        }
    }
}
